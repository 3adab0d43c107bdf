"""The bar of actions: each kind of deed in a place of its own, under a key of its own, whatever else can be done."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from undercroft.faces.views.actions import Action, most_useful
from undercroft.table.engine.about import Slot
from undercroft.table.site.doors import CloseDoor, OpenDoor
from undercroft.table.site.group_commands import RestTogether, SearchTogether
from undercroft.table.site.leaving import LeaveSite

BAR = tuple(slot for slot in Slot if slot is not Slot.GEAR)
"""The places of the bar, in order; things of the pack have an entry beside it."""


WHOLE_GROUP = (SearchTogether, RestTogether, LeaveSite)
"""What has a place of its own in the row for the whole group in a site, possible or not."""


BY_ANYBODY = frozenset({OpenDoor.tag, CloseDoor.tag})
"""What takes no time and no roll, and is the same for all who can do it."""


class GroupPlace(Struct, frozen=True):
    """A place in the row for the whole group: its title, and what a tap does where it is possible."""

    title: str
    icon: str
    action: Action | None = None


class Tile(Struct, frozen=True):
    """A place in the bar: what a tap does at once, or the list that it opens."""

    slot: Slot
    action: Action | None = None
    """What a tap does."""
    choices: tuple[Action, ...] = ()
    """What there is to choose from, where one tap cannot tell."""
    refused: str = ""
    """Why nothing can be done here, where a rule says so."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do here."""
        return self.action is None and not self.choices


class ActionBar(Struct, frozen=True):
    """All actions in their places."""

    tiles: tuple[Tile, ...]
    gear: Tile
    group: tuple[Action, ...]
    """What the whole group does, and what the referee does for it: each in its place, refused or not."""
    more: tuple[Action, ...]
    """Everything else a character can do."""


def group_places(bar: ActionBar) -> tuple[tuple[GroupPlace, ...], tuple[Action, ...]]:
    """The places for the whole group in a site, in the same order always, and everything else it can do."""
    tapped = {tile.action.kind for tile in bar.tiles if tile.action is not None}
    offered = {action.kind: action for action in reversed(bar.group)}
    places = tuple(
        GroupPlace(kind.ABOUT.title, kind.ABOUT.icon, offered.get(kind.tag))
        for kind in WHOLE_GROUP
        if kind.tag not in tapped
    )
    shown = [place.action for place in places]
    return places, tuple(action for action in bar.group if action not in shown and not action.refused)


def action_bar(actions: Iterable[Action], spent: str = "", lacking: Mapping[Slot, str] | None = None) -> ActionBar:
    """Put actions in their places; of look-alikes, such as two torches to light, only one.

    `spent` says that the character has no time left this turn, in places that need it; `lacking` what a place lacks.
    """
    listed, missing = most_useful(_folded(actions)), lacking or {}
    placed: dict[Slot | None, list[Action]] = {}
    for action in listed:
        placed.setdefault(action.about.slot, []).append(action)
    tiles = {
        slot: _tile(
            slot,
            placed.get(slot, ()),
            (spent if slot.takes_time else "") or missing.get(slot, ""),
        )
        for slot in Slot
    }
    in_bar = [tile.action for tile in tiles.values()]
    together = (action for action in listed if action.who is None and action not in in_bar)
    return ActionBar(
        tuple(tiles[slot] for slot in BAR),
        tiles[Slot.GEAR],
        tuple(sorted(together, key=lambda action: action.about.rank)),
        tuple(action for action in placed.get(None, ()) if action.who is not None),
    )


def _tile(slot: Slot, own: Sequence[Action], spent: str) -> Tile:
    """What everybody does together comes first; else a single deed is done at once, and several are a list."""
    able = [action for action in own if not action.refused]
    people = {action.who for action in own if action.who is not None}
    together = next((action for action in able if action.who is None), None) if len(people) > 1 else None
    single = list(_once([action for action in able if action.who is not None]))
    if together is not None:
        return Tile(slot, together, tuple(single))
    if len(single) == 1 or (single and slot.at_once and len(people) == 1):
        return Tile(slot, single[0], tuple(single[1:]))
    refused = next((action.refused[0] for action in own if action.refused), "")
    return Tile(slot, None, tuple(single), "" if single else refused or spent)


def _once(some: Sequence[Action]) -> Iterable[Action]:
    """The same with each door opened or shut by the first who can: it makes no difference who does it."""
    seen: set[tuple[str, object]] = set()
    for action in some:
        deed = (action.kind, action.command.get("door"))
        if action.kind not in BY_ANYBODY or deed not in seen:
            seen.add(deed)
            yield action


def _folded(some: Iterable[Action]) -> Iterable[Action]:
    """A single action for each set of look-alikes."""
    first: dict[tuple[str, tuple[str, ...]], Action] = {}
    for action in some:
        first.setdefault((action.label, action.refused), action)
    return first.values()
