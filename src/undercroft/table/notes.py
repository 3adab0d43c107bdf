"""What is written and said beside the play: notes, whispers, what players declare, and what the referee shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Declaration, Note
from undercroft.table.names import FeatureId, GroupId, ObstacleId, PersonId, Text, TrapId, ZoneId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.searching import reveal
from undercroft.table.seats import REFEREE
from undercroft.table.seen import Clue
from undercroft.table.sightings import ClueHeard, ObstacleSeen, TrapSeen, obstacle_as_seen, trap_as_known
from undercroft.table.telling import TABLE, Audience, seats
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class WriteNote(Command, frozen=True, tag="note"):
    """Write something down: for oneself, for some, or for everybody. The referee reads every note."""

    text: Text
    about: str = ""
    """A zone, a person or anything else it belongs to."""
    everybody: bool = False
    seat: SeatId = REFEREE
    to: tuple[SeatId, ...] = ()


class Whisper(Command, frozen=True, tag="whisper"):
    """Say something to one seat alone. The referee hears it too; everybody knows that."""

    seat: SeatId
    to: SeatId
    text: Text


class Declare(Command, frozen=True, tag="declare"):
    """Say what one's character does, in words or as a command for the referee to carry out."""

    who: PersonId
    text: Text
    command: Mapping[str, Any] | None = None


class CarryOut(Command, frozen=True, tag="carry_out"):
    """Do what somebody declared as a command."""

    who: PersonId


class DropDeclaration(Command, frozen=True, tag="drop_declaration"):
    """What somebody declared is dealt with."""

    who: PersonId


class ShowText(Command, frozen=True, tag="show_text"):
    """Read something out to a group, or hand it round."""

    group: GroupId
    text: Text


class Reveal(Command, frozen=True, tag="reveal"):
    """Show a group something it has not found: of its site, or a note by its place among the referee's."""

    group: GroupId
    feature: FeatureId | None = None
    trap: TrapId | None = None
    obstacle: ObstacleId | None = None
    zone: ZoneId | None = None
    """What only the referee knew about a zone."""
    note: int | None = None


class NoteWritten(Event, frozen=True, tag="table.note-written"):
    """Something is written down."""

    note: Note


class Whispered(Event, frozen=True, tag="table.whispered"):
    """One seat said something to another."""

    seat: SeatId
    to: SeatId
    text: str


class Declared(Event, frozen=True, tag="table.declared"):
    """Somebody says what their character does."""

    declaration: Declaration


class DeclarationDropped(Event, frozen=True, tag="table.declaration-dropped"):
    """It is dealt with."""

    who: PersonId


class TextShown(Event, frozen=True, tag="table.text-shown"):
    """Something is read out."""

    group: GroupId
    text: str


def _written(campaign: Campaign, event: NoteWritten) -> Campaign:
    return replace(campaign, notes=(*campaign.notes, event.note))


def _declared(campaign: Campaign, event: Declared) -> Campaign:
    others = tuple(one for one in campaign.declared if one.who != event.declaration.who)
    return replace(campaign, declared=(*others, event.declaration))


def _dropped(campaign: Campaign, event: DeclarationDropped) -> Campaign:
    return replace(campaign, declared=tuple(one for one in campaign.declared if one.who != event.who))


def _note(play: Play, act: WriteNote) -> None:
    to: Audience = TABLE if act.everybody else seats(act.seat, *act.to)
    play.tell(NoteWritten(Note(act.text, act.seat, act.about)), to=to)


def _whisper(play: Play, act: Whisper) -> None:
    play.tell(Whispered(act.seat, act.to, act.text), to=seats(act.seat, act.to))


def _declare(play: Play, act: Declare) -> None:
    declaration = Declaration(act.who, act.text, act.command)
    play.tell(Declared(declaration), to=seats(play.now.people[act.who].seat))


def _drop(play: Play, act: DropDeclaration) -> None:
    drop(play, act.who)


def _show(play: Play, act: ShowText) -> None:
    play.tell(TextShown(act.group, act.text), to=group_audience(act.group))


def _reveal(play: Play, act: Reveal) -> None:
    group, to = play.group(act.group), group_audience(act.group)
    if act.note is not None:
        play.tell(TextShown(act.group, play.now.notes[act.note].text), to=to)
    if group.site is None:
        return
    site = play.now.sites[group.site]
    if act.feature is not None:
        reveal(play, act.group, site.features[act.feature], None)
    if act.trap is not None:
        play.tell(TrapSeen(site.id, trap_as_known(site.traps[act.trap])), to=to)
    if act.obstacle is not None:
        play.tell(ObstacleSeen(site.id, obstacle_as_seen(site.obstacles[act.obstacle])), to=to)
    if act.zone is not None:
        play.tell(ClueHeard(site.id, Clue(act.zone, site.zones[act.zone].secret)), to=to)


def _own_seat(known: Campaign, seat: SeatId, act: WriteNote | Whisper) -> Iterable[Reason]:
    """Nobody writes or speaks for another seat."""
    if act.seat != seat:
        yield Reason("not_yours", "Nobody speaks for another seat.")
    named = (act.to,) if isinstance(act, Whisper) else act.to
    if not set(named) <= {REFEREE, *known.seats}:
        yield Reason("no_seat", "There is no such seat.")


def _own_character(known: Campaign, seat: SeatId, act: Declare) -> Iterable[Reason]:
    person = known.people.get(act.who)
    if person is None:
        yield Reason("not_here", "Nobody of that name is here.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")


def _may_carry_out(known: Campaign, seat: SeatId, act: CarryOut) -> Iterable[Reason]:
    yield from referee_only(seat)
    if declared_by(known, act.who) is None:
        yield Reason("not_declared", "They have declared nothing that could be carried out.")


def declared_by(known: Campaign, who: PersonId) -> Mapping[str, Any] | None:
    """The command that somebody declared, if there is one."""
    return next((one.command for one in known.declared if one.who == who), None)


def drop(play: Play, who: PersonId) -> None:
    """What somebody declared is dealt with."""
    play.tell(DeclarationDropped(who), to=seats(play.now.people[who].seat))


def drop_alike(play: Play, done: Mapping[str, Any]) -> None:
    """What several declared in the same way is dealt with once, for all of them."""
    for one in play.now.declared:
        if one.command == done:
            drop(play, one.who)


def _may_drop(known: Campaign, seat: SeatId, act: DropDeclaration) -> Iterable[Reason]:
    person = known.people.get(act.who)
    if person is None or not any(one.who == act.who for one in known.declared):
        yield Reason("not_declared", "They have declared nothing.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")


def _may_show(known: Campaign, seat: SeatId, act: ShowText) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")


def _may_reveal(known: Campaign, seat: SeatId, act: Reveal) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
        return
    ids = (act.feature, act.trap, act.obstacle, act.zone)
    if act.note is None and all(id is None for id in ids):
        yield Reason("nothing_named", "Name what is to be shown.")
    if act.note is not None and not 0 <= act.note < len(known.notes):
        yield Reason("no_note", "There is no such note.")
    site = known.site_of(group)
    if site is not None:
        there: tuple[Collection[str], ...] = (site.features, site.traps, site.obstacles, site.zones)
        if any(id is not None and id not in those for id, those in zip(ids, there, strict=True)):
            yield Reason("not_there", "The site has nothing of that name.")
    elif any(id is not None for id in ids):
        yield Reason("not_exploring", "They are not exploring a site.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """What was declared can be let go, by whoever declared it and by the referee."""
    for one in known.declared:
        act = DropDeclaration(one.who)
        if not any(_may_drop(known, seat, act)):
            yield Offer(act, f"{known.people[one.who].name}: never mind {one.text}", one.who)


ROOM = Room(
    arms={
        NoteWritten: _written,
        Whispered: unchanged,
        Declared: _declared,
        DeclarationDropped: _dropped,
        TextShown: unchanged,
    },
    steps={
        WriteNote: _note,
        Whisper: _whisper,
        Declare: _declare,
        DropDeclaration: _drop,
        ShowText: _show,
        Reveal: _reveal,
    },
    refusals={
        WriteNote: _own_seat,
        Whisper: _own_seat,
        Declare: _own_character,
        CarryOut: _may_carry_out,
        DropDeclaration: _may_drop,
        ShowText: _may_show,
        Reveal: _may_reveal,
    },
    offers=_offers,
    words={
        NoteWritten: lambda _, it: f"Note: {it.note.text}",
        Whispered: lambda now, it: f"{seat_name(now, it.seat)} to {seat_name(now, it.to)}: {it.text}",
        Declared: lambda now, it: f"{now.people[it.declaration.who].name}: {it.declaration.text}",
        TextShown: lambda _, it: it.text,
    },
)


def seat_name(known: Campaign, seat: SeatId) -> str:
    """What a seat is called."""
    return known.seats[seat].name if seat in known.seats else seat.capitalize()
