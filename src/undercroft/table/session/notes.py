"""Notes, what players declare, and what the referee shows."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE, Audience, group_audience, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import NO_GROUP, not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.site.search import reveal
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import (
    PLAIN_COMMAND,
    FeatureId,
    GroupId,
    ObstacleId,
    PersonId,
    SubjectId,
    Text,
    TrapId,
    ZoneId,
)
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import Clue
from undercroft.table.state.sessions import Declaration, Note
from undercroft.table.world.sight import ClueHeard, ObstacleSeen, TrapSeen, obstacle_as_seen, trap_as_known


def not_own_seat(known: Campaign, seat: SeatId, speaks: SeatId, to: Collection[SeatId]) -> Iterable[Reason]:
    """Why a seat may not write as that seat, or to those seats."""
    if speaks != seat:
        yield Reason("not_yours", "You cannot speak for another player.")
    if not set(to) <= {REFEREE, *known.seats}:
        yield Reason("no_seat", "There is no such seat.")


class WriteNote(Command, frozen=True, tag="note"):
    """Write a note for yourself, for some seats, or for everyone. The referee reads every note."""

    text: Text
    about: SubjectId = SubjectId("")
    """The room or the character it is about."""
    everybody: bool = False
    seat: SeatId = REFEREE
    to: tuple[SeatId, ...] = ()
    ABOUT = About(title="Write a note", also=Section.HEAD, key="y", while_waiting=True, for_seats=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return not_own_seat(known, seat, self.seat, self.to)

    def do(self, play: Play) -> None:
        to: Audience = TABLE if self.everybody else seats(self.seat, *self.to)
        play.tell(NoteWritten(Note(self.text, self.seat, self.about)), to=to)


class Declare(Command, frozen=True, tag="declare"):
    """Declare what your character does, in words or as a command for the referee to carry out."""

    who: PersonId
    text: Text
    command: Annotated[Mapping[str, Any], PLAIN_COMMAND] | None = None
    ABOUT = About(title="Say what you do", deed="a declared action", while_waiting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        person = known.people.get(self.who)
        if person is None:
            yield Reason("not_here", "There is no such person here.")
        elif seat not in (REFEREE, person.seat):
            yield Reason("not_yours", f"{person.name} belongs to another player.")

    def do(self, play: Play) -> None:
        declaration = Declaration(self.who, self.text, self.command)
        play.tell(Declared(declaration), to=seats(play.now.people[self.who].seat))


class CarryOut(Command, frozen=True, tag="carry_out"):
    """Carry out a command that a player declared."""

    who: PersonId
    ABOUT = About(title="Carry out a declared action", deed="what was declared", place=Section.DECLARATIONS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if declared_by(known, self.who) is None:
            yield Reason("not_declared", "They have not declared anything that can be done as it is.")


class DropDeclaration(Command, frozen=True, tag="drop_declaration"):
    """Clear a declaration."""

    who: PersonId
    ABOUT = About(title="Clear a declared action", place=Section.DECLARATIONS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        person = known.people.get(self.who)
        if person is None or not any(declaration.who == self.who for declaration in known.declared):
            yield Reason("not_declared", "They have not declared anything.")
        elif seat not in (REFEREE, person.seat):
            yield Reason("not_yours", f"{person.name} belongs to another player.")

    def do(self, play: Play) -> None:
        drop(play, self.who)


class ShowText(Command, frozen=True, tag="show_text"):
    """Read a text out to a group."""

    group: GroupId
    text: Text
    ABOUT = About(title="Read out a text", deed="a text is shown")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield NO_GROUP

    def do(self, play: Play) -> None:
        play.tell(TextShown(self.group, self.text), to=group_audience(self.group))


class Reveal(Command, frozen=True, tag="reveal"):
    """Show a group something it has not found: a part of its site, or one of the referee's notes by number."""

    group: GroupId
    feature: FeatureId | None = None
    trap: TrapId | None = None
    obstacle: ObstacleId | None = None
    zone: ZoneId | None = None
    """Show the secret of this room."""
    note: int | None = None
    ABOUT = About(title="Reveal something hidden", key="h", words="show secret hidden")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield NO_GROUP
            return
        ids = (self.feature, self.trap, self.obstacle, self.zone)
        if self.note is None and all(id is None for id in ids):
            yield Reason("nothing_named", "Choose what to show.")
        if self.note is not None and not 0 <= self.note < len(known.notes):
            yield Reason("no_note", "There is no such note.")
        site = known.site_of(group)
        if site is not None:
            parts: tuple[Collection[str], ...] = (site.features, site.traps, site.obstacles, site.zones)
            if any(id is not None and id not in part for id, part in zip(ids, parts, strict=True)):
                yield Reason("not_there", "The site has no such thing.")
        elif any(id is not None for id in ids):
            yield not_exploring(group)

    def do(self, play: Play) -> None:
        group, to = play.group(self.group), group_audience(self.group)
        if self.note is not None:
            play.tell(TextShown(self.group, play.now.notes[self.note].text), to=to)
        if group.site is None:
            return
        site = play.now.sites[group.site]
        if self.feature is not None:
            reveal(play, self.group, site.features[self.feature], None)
        if self.trap is not None:
            play.tell(TrapSeen(site.id, trap_as_known(site.traps[self.trap])), to=to)
        if self.obstacle is not None:
            play.tell(ObstacleSeen(site.id, obstacle_as_seen(site.obstacles[self.obstacle])), to=to)
        if self.zone is not None:
            play.tell(ClueHeard(site.id, Clue(self.zone, site.zones[self.zone].secret)), to=to)


class NoteWritten(Event, frozen=True, tag="table.note-written"):
    """A note was written."""

    note: Note

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, notes=(*campaign.notes, self.note))

    def say(self, _now: Campaign) -> str:
        return f"Note: {self.note.text}"


class Declared(Event, frozen=True, tag="table.declared"):
    """A player declared what their character does."""

    declaration: Declaration

    def fold(self, campaign: Campaign) -> Campaign:
        others = tuple(other for other in campaign.declared if other.who != self.declaration.who)
        return replace(campaign, declared=(*others, self.declaration))

    def say(self, now: Campaign) -> str:
        return f"{now.people[self.declaration.who].name}: {self.declaration.text}"


class DeclarationDropped(Event, frozen=True, tag="table.declaration-dropped"):
    """A declaration was cleared."""

    who: PersonId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, declared=tuple(other for other in campaign.declared if other.who != self.who))


class TextShown(Event, frozen=True, tag="table.text-shown"):
    """A text was read out."""

    group: GroupId
    text: str

    def say(self, _now: Campaign) -> str:
        return self.text


def declared_by(known: Campaign, who: PersonId) -> Mapping[str, Any] | None:
    """The command that a character's player declared, if any."""
    return next((declaration.command for declaration in known.declared if declaration.who == who), None)


def drop(play: Play, who: PersonId) -> None:
    """Clear a character's declaration."""
    play.tell(DeclarationDropped(who), to=seats(play.now.people[who].seat))


def drop_alike(play: Play, done: Mapping[str, Any]) -> None:
    """Clear all declarations of a command that was done."""
    for declaration in play.now.declared:
        if declaration.command == done:
            drop(play, declaration.who)


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    """Drop each declaration, for the player who made it and for the referee."""
    for declaration in known.declared:
        name = known.people[declaration.who].name
        yield Offer(
            DropDeclaration(declaration.who), "never mind", declaration.text, name, declaration.who, open_only=True
        )


PART = Part(
    commands=(WriteNote, Declare, DropDeclaration, ShowText, Reveal, CarryOut),
    events=(NoteWritten, Declared, DeclarationDropped, TextShown),
    offers=_offers,
)


def seat_name(known: Campaign, seat: SeatId) -> str:
    """The name of a seat."""
    return known.seats[seat].name if seat in known.seats else seat.capitalize()
