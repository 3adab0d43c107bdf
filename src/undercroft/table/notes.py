"""What is written and said beside the play: notes, whispers, what players declare, and what the referee shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Declaration, Note
from undercroft.table.names import FeatureId, GroupId, ObstacleId, PersonId, Text, TrapId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.searching import reveal
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import ObstacleSeen, TrapSeen, obstacle_as_seen, trap_as_known
from undercroft.table.telling import TABLE, Audience, seats
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class WriteNote(Command, frozen=True, tag="note"):
    """Write something down: for oneself, or for everybody."""

    text: Text
    about: str = ""
    """A zone, a person or anything else it belongs to."""
    everybody: bool = False
    seat: SeatId = REFEREE


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


class DropDeclaration(Command, frozen=True, tag="drop_declaration"):
    """What somebody declared is dealt with."""

    who: PersonId


class ShowText(Command, frozen=True, tag="show_text"):
    """Read something out to a group, or hand it round."""

    group: GroupId
    text: Text


class Reveal(Command, frozen=True, tag="reveal"):
    """Show a group something it has not found: a feature, a trap or an obstacle of its site."""

    group: GroupId
    feature: FeatureId | None = None
    trap: TrapId | None = None
    obstacle: ObstacleId | None = None


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


def _unchanged(campaign: Campaign, _: Event) -> Campaign:
    return campaign


def _declared(campaign: Campaign, event: Declared) -> Campaign:
    others = tuple(one for one in campaign.declared if one.who != event.declaration.who)
    return replace(campaign, declared=(*others, event.declaration))


def _dropped(campaign: Campaign, event: DeclarationDropped) -> Campaign:
    return replace(campaign, declared=tuple(one for one in campaign.declared if one.who != event.who))


def _note(play: Play, act: WriteNote) -> None:
    to: Audience = TABLE if act.everybody else seats(act.seat)
    play.tell(NoteWritten(Note(act.text, act.seat, act.about)), to=to)


def _whisper(play: Play, act: Whisper) -> None:
    play.tell(Whispered(act.seat, act.to, act.text), to=seats(act.seat, act.to))


def _declare(play: Play, act: Declare) -> None:
    declaration = Declaration(act.who, act.text, act.command)
    play.tell(Declared(declaration), to=seats(play.now.people[act.who].seat))


def _drop(play: Play, act: DropDeclaration) -> None:
    play.tell(DeclarationDropped(act.who), to=seats(play.now.people[act.who].seat))


def _show(play: Play, act: ShowText) -> None:
    play.tell(TextShown(act.group, act.text), to=group_audience(act.group))


def _reveal(play: Play, act: Reveal) -> None:
    group = play.group(act.group)
    if group.site is None:
        return
    site, to = play.now.sites[group.site], group_audience(act.group)
    if act.feature is not None:
        reveal(play, act.group, site.features[act.feature], None)
    if act.trap is not None:
        play.tell(TrapSeen(site.id, trap_as_known(site.traps[act.trap])), to=to)
    if act.obstacle is not None:
        play.tell(ObstacleSeen(site.id, obstacle_as_seen(site.obstacles[act.obstacle])), to=to)


def _own_seat(known: Campaign, seat: SeatId, act: WriteNote | Whisper) -> Iterable[Reason]:
    """Nobody writes or speaks for another seat."""
    if act.seat != seat:
        yield Reason("not_yours", "Nobody speaks for another seat.")
    if isinstance(act, Whisper) and act.to not in (REFEREE, *known.seats):
        yield Reason("no_seat", "There is no such seat.")


def _own_character(known: Campaign, seat: SeatId, act: Declare) -> Iterable[Reason]:
    person = known.people.get(act.who)
    if person is None:
        yield Reason("not_here", "Nobody of that name is here.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")


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
    site = known.sites.get(group.site) if group is not None and group.site is not None else None
    if site is None:
        yield Reason("not_exploring", "They are not exploring a site.")
        return
    named = ((act.feature, site.features), (act.trap, site.traps), (act.obstacle, site.obstacles))
    if any(id is not None and id not in there for id, there in named):
        yield Reason("not_there", "The site has nothing of that name.")
    if all(id is None for id, _ in named):
        yield Reason("nothing_named", "Name what is to be shown.")


ROOM = Room(
    arms={
        NoteWritten: _written,
        Whispered: _unchanged,
        Declared: _declared,
        DeclarationDropped: _dropped,
        TextShown: _unchanged,
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
        DropDeclaration: _may_drop,
        ShowText: _may_show,
        Reveal: _may_reveal,
    },
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
