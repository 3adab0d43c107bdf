"""The draft: changes to the world that the referee prepares while the table plays on, until they are put into play.

A draft belongs to no act: undo takes back what was played, and a change of the draft is dropped by itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import LAST, About, Section
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.preparing.changes_in_play import play_in
from undercroft.table.preparing.merging import merged, value_at
from undercroft.table.preparing.outcome import outcome
from undercroft.table.preparing.parts import by_address, in_draft, in_world
from undercroft.table.preparing.wording import path_name, said, title
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import (
    AnyChange,
    EncountersChange,
    HexChange,
    LandsChange,
    TableChange,
    WayChange,
    WeathersChange,
    id_of,
    part_of,
)
from undercroft.table.state.ids import PartId
from undercroft.table.state.seats import REFEREE

MOST_CHANGES = 2000
MOST_NAME = 64
MOST_TEXT = 4000
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

Changes = Annotated[tuple[AnyChange, ...], Meta(min_length=1, max_length=MOST_CHANGES)]
Parts = Annotated[tuple[PartId, ...], Meta(max_length=MOST_CHANGES)]


class Prepare(Command, frozen=True, tag="prepare"):
    """Draft changes to the world; the table plays on without them until you play them in."""

    changes: Changes
    ABOUT = About(deed="a change to the draft", listed=False, while_waiting=True, setting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from malformed(self.changes)
        for change in self.changes if seat == REFEREE else ():
            yield from _changed_since(known, change, in_draft(known, change))

    def do(self, play: Play) -> None:
        rebased = [(part_of(change), _rebased(play.now, change)) for change in self.changes]
        kept = tuple(change for _, change in rebased if change.before is not None or change.after is not None)
        undone = tuple(
            part
            for part, change in rebased
            if change.before is None and change.after is None and part in play.now.draft
        )
        if kept:
            play.tell(Drafted(kept))
        if undone:
            play.tell(ChangeDropped(undone))


class DropChange(Command, frozen=True, tag="drop_change"):
    """Drop changes that are not in play yet."""

    changes: Annotated[Parts, Meta(min_length=1)]
    ABOUT = About(title="Drop a drafted change", listed=False, while_waiting=True, setting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and not set(self.changes) <= set(known.draft):
            yield Reason("not_drafted", "No such change is in the draft.")

    def do(self, play: Play) -> None:
        play.tell(ChangeDropped(self.changes))


class PlayIt(Command, frozen=True, tag="play_it"):
    """Put every drafted change into play at once.

    Players are told the changes in `tell`, and keep what they know of the others. Where play has changed the same
    thing meanwhile, play's version stays, unless the change is in `yours`.
    """

    tell: Parts = ()
    yours: Parts = ()
    ABOUT = About(
        title="Play it",
        deed="changes put into play",
        place=Section.NOWHERE,
        rank=LAST,
        words="prepare draft edit site publish",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and not known.draft:
            yield Reason("nothing_drafted", "There is nothing to put into play: change something first.")
        for part in (*self.tell, *self.yours):
            if seat == REFEREE and part not in known.draft:
                yield Reason("not_drafted", f"No change of {part} is in the draft.")

    def do(self, play: Play) -> None:
        found = outcome(play.now, play.now.draft.values(), self.yours)
        play_in(play, found, self.tell, drafted=True)


class ChangeNow(Command, frozen=True, tag="change_now"):
    """Change the world at once, without a draft. Players are told the changes in `tell`."""

    changes: Changes
    tell: Parts = ()
    ABOUT = About(title="Change the world now", deed="a change of the world", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from malformed(self.changes)
        for change in self.changes if seat == REFEREE else ():
            yield from _changed_since(known, change, in_world(known, change))
        if seat == REFEREE:
            yield from unusable(known, self.changes)

    def do(self, play: Play) -> None:
        play_in(play, outcome(play.now, self.changes), self.tell, drafted=False)


class Drafted(SecretEvent, frozen=True, tag="table.drafted"):
    """Parts of the world were changed in the draft."""

    changes: tuple[AnyChange, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        """Keep what each part was before its first change; a part that is as before is not in the draft."""
        draft = dict(campaign.draft)
        for change in self.changes:
            part = part_of(change)
            first = draft[part].before if part in draft else change.before
            draft[part] = replace(change, before=first)
            if change.after == first:
                del draft[part]
        return replace(campaign, draft=draft)


class ChangeDropped(SecretEvent, frozen=True, tag="table.change-dropped"):
    """Changes of the draft were dropped."""

    changes: tuple[PartId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, draft={id: kept for id, kept in campaign.draft.items() if id not in self.changes})


def _rebased(campaign: Campaign, change: AnyChange) -> AnyChange:
    """A change on what is there now, with the value in the world before it."""
    now = in_draft(campaign, change)
    return replace(change, before=in_world(campaign, change), after=merged(change.before, now, change.after).value)


def _changed_since(known: Campaign, change: AnyChange, now: object) -> Iterable[Reason]:
    """The reason against a change of something that has another value by now, with that value."""
    for path in merged(change.before, now, change.after).clashes:
        name = title(known, change)
        if now is None:
            yield Reason("changed_since", f"{name} is gone meanwhile: add it again if you still want it.")
        elif not path:
            yield Reason("changed_since", f"{name} is there already: look at it, then change it again.")
        else:
            value = said(value_at(now, path))
            new = f" to {value}" if value is not None else ""
            what = f"{name}: {path_name(path)} was changed meanwhile{new}. Look at it, then change it again."
            yield Reason("changed_since", what)


def malformed(changes: Iterable[AnyChange]) -> Iterable[Reason]:
    """The reasons against changes that no campaign file could hold."""
    found = list(changes)
    if len(by_address(found)) < len(found):
        yield Reason("twice", "Change each part once.")
    for change in found:
        sides = [replace(change, before=side, after=None) for side in (change.before, change.after) if side is not None]
        if not sides:
            yield Reason("no_change", "Say what the part was before, or what it is afterwards.")
        elif len({part_of(side) for side in sides}) > 1:
            yield Reason("other_part", "A part keeps its id: take one out and add another instead.")
        elif not _named_well(change):
            yield Reason(
                "bad_id", f"“{id_of(change)[:MOST_NAME]}” cannot be an id: use small letters, digits, - and _."
            )
        yield from (Reason("too_long", what) for what in _too_long(change.after))


def _named_well(change: AnyChange) -> bool:
    """Whether a new part has an id that a campaign file accepts; hexes, ways and tables are called otherwise."""
    if change.before is not None or isinstance(change, HexChange | WayChange | EncountersChange | LandsChange):
        return True
    id = id_of(change)
    free = isinstance(change, TableChange | WeathersChange)
    return 0 < len(id) <= MOST_NAME and (free or _ID.fullmatch(id) is not None)


def _too_long(value: object, name: str = "") -> Iterable[str]:
    most = MOST_NAME if name == "name" else MOST_TEXT
    match value:
        case str() if len(value) > most:
            yield f"{said(value[:20]) or ''}: a {'name' if name == 'name' else 'text'} has at most {most:,} characters."
        case Struct():
            for field in value.__struct_fields__:
                yield from _too_long(getattr(value, field), field)
        case dict():
            for key, part in cast("Mapping[str, object]", value).items():
                yield from (*_too_long(key), *_too_long(part))
        case tuple():
            for part in cast("tuple[object, ...]", value):
                yield from _too_long(part, name)
        case _:
            pass


def unusable(known: Campaign, changes: Sequence[AnyChange]) -> Iterable[Reason]:
    """The reasons against changes that are made at once: the first thing that cannot be used as it is."""
    found = outcome(known, changes)
    named = by_address(changes)
    for part, why in found.left.items():
        name = title(known, named[part]) if part in named else part
        yield Reason("unusable", f"{name}: {why}.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat == REFEREE and known.draft:
        yield Offer(PlayIt(), "Play", "the drafted changes")


PART = Part(
    commands=(Prepare, DropChange, PlayIt, ChangeNow),
    events=(Drafted, ChangeDropped),
    offers=_offers,
)
