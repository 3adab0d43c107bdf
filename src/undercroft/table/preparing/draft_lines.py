"""The list of changes that are not in play yet, in words, with what the referee should know of each."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from undercroft.table.engine.history import Act
from undercroft.table.preparing.last_changes import died, fate, since
from undercroft.table.preparing.merging import Path, value_at
from undercroft.table.preparing.outcome import DraftOutcome, outcome
from undercroft.table.preparing.parts import in_world
from undercroft.table.preparing.players_news import in_sight, known_by_players
from undercroft.table.preparing.wording import field_change, in_words, title, together
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, DoorChange, part_of
from undercroft.table.state.ids import PartId


class DraftLine(Struct, frozen=True):
    """A change that is not in play yet, in words, with what the referee should know before playing it in."""

    parts: tuple[PartId, ...]
    """The changes it is about: one, or a new room with its new exits."""
    says: str
    known: bool
    """Players have seen what changes: keep quiet, or tell them."""
    in_sight: bool = False
    """Players would see it from where they are: keep quiet, or tell them."""
    clash: str = ""
    """What play has changed meanwhile in the same place: keep play's, or use yours."""
    left: str = ""
    """Why it will be left out, or what of it."""
    stays: str = ""
    """What play has changed besides, which stays as played."""


def not_in_play_yet(campaign: Campaign, acts: Sequence[Act] = ()) -> tuple[DraftLine, ...]:
    """Every change of the draft, for the referee; a new room together with its exits.

    The acts of the table, as far as they are remembered, tell when play changed the same thing.
    """
    found = outcome(campaign, campaign.draft.values())
    return tuple(_line(campaign, change, exits, found, acts) for change, exits in together(campaign.draft.values()))


def _line(
    campaign: Campaign, change: AnyChange, exits: tuple[AnyChange, ...], found: DraftOutcome, acts: Sequence[Act]
) -> DraftLine:
    parts = tuple(part_of(part) for part in (change, *exits))
    now, clashes = in_world(campaign, change), found.clashes.get(parts[0], ())
    touched = {path[0] for path in clashes if path}
    left = [found.left[part] for part in parts if part in found.left]
    return DraftLine(
        parts,
        in_words(campaign, change, (way for way in exits if isinstance(way, DoorChange))),
        known_by_players(campaign, change),
        any(in_sight(campaign, part) for part in (change, *exits)),
        clash="; ".join(dict.fromkeys(_clash(campaign, change, now, path, acts) for path in clashes)),
        left="; ".join(dict.fromkeys(left)),
        stays="" if now is None or change.before is None else "; ".join(_played(change.before, now, touched)),
    )


def _clash(campaign: Campaign, change: AnyChange, now: object, path: Path, acts: Sequence[Act]) -> str:
    """What play did: `rats in Cell: dead since turn 7`."""
    if now is None:
        return f"{title(campaign, change)}: {fate(campaign, change, acts)}{since(campaign, change, acts) or ' in play'}"
    if died(change.before, now):
        return f"{title(campaign, change)}: dead{since(campaign, change, acts, ('alive',)) or ' in play'}"
    if not path:
        return f"{title(campaign, change)}: changed in play{since(campaign, change, acts)}"
    changed = field_change(path[-1], value_at(change.before, path), value_at(now, path))
    return f"in play, {changed}{since(campaign, change, acts, path)}"


def _played(before: object, now: object, without: set[str]) -> Iterable[str]:
    if isinstance(before, Struct) and type(before) is type(now):
        for name in before.__struct_fields__:
            was, is_now = getattr(before, name), getattr(now, name)
            if was != is_now and name not in without:
                yield field_change(name, was, is_now)
