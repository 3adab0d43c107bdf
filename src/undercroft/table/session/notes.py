"""Notes, what players declare, and what the referee shows."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

from msgspec.structs import replace

from undercroft.kernel.phrases import stopped
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE, Audience, group_audience, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group, no_person, no_seat, not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import have
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
from undercroft.table.world.sight import obstacle_as_seen, trap_as_known
from undercroft.table.world.sightings import ClueHeard, ObstacleSeen, TrapSeen


def not_own_seat(known: Campaign, seat: SeatId, speaks: SeatId, to: Collection[SeatId]) -> Iterable[Reason]:
    """Why a seat may not write as that seat, or to those seats."""
    if speaks != seat:
        yield Reason("not_yours", "You cannot speak for another player.")
    if not set(to) <= {REFEREE, *known.seats}:
        yield no_seat(known)


class WriteNote(Command, frozen=True, tag="note"):
    """Write a note for yourself, for some seats, or for everyone. The referee reads every note."""

    text: Text
    about: SubjectId = SubjectId("")
    """The room or the character it is about."""
    everybody: bool = False
    seat: SeatId = REFEREE
    to: tuple[SeatId, ...] = ()
    ABOUT = About(own_undo=True, title="Write a note", also=Section.HEAD, key="y", while_waiting=True, for_seats=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return not_own_seat(known, seat, self.seat, self.to)

    def do(self, play: Play) -> None:
        to: Audience = TABLE if self.everybody else seats(self.seat, *self.to)
        play.tell(NoteWritten(Note(self.text, self.seat, self.about)), to=to)


class Declare(Command, frozen=True, tag="declare"):
    """Declare what your character does, in words or as a command for the referee to carry out.

    What is proposed for the whole group, such as a way, the group hears too.
    """

    who: PersonId
    text: Text
    command: Annotated[Mapping[str, Any], PLAIN_COMMAND] | None = None
    ABOUT = About(own_undo=True, title="Say what you do", deed="a declared action", while_waiting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        person = known.people.get(self.who)
        if person is None:
            yield no_person(known)
        elif seat not in (REFEREE, person.seat):
            yield Reason("not_yours", f"{person.name} belongs to another player.")

    def do(self, play: Play) -> None:
        declaration = Declaration(self.who, self.text, self.command)
        play.tell(Declared(declaration), to=_heard(declaration))


class CarryOut(Command, frozen=True, tag="carry_out"):
    """Carry out a command that a player declared."""

    who: PersonId
    ABOUT = About(
        title="Carry out a declared action",
        deed="what was declared",
        button="Do it",
        icon="check",
        rank=10,
        place=Section.DECLARATIONS,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if declared_by(known, self.who) is None:
            yield Reason("not_declared", f"{have(known, self.who)} not declared anything that can be done as it is.")


class DropDeclaration(Command, frozen=True, tag="drop_declaration"):
    """Clear a declaration."""

    who: PersonId
    ABOUT = About(own_undo=True, title="Clear a declared action", place=Section.DECLARATIONS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        person = known.people.get(self.who)
        if person is None or not any(declaration.who == self.who for declaration in known.declared):
            yield Reason("not_declared", f"{have(known, self.who)} not declared anything.")
        elif seat not in (REFEREE, person.seat):
            yield Reason("not_yours", f"{person.name} belongs to another player.")

    def do(self, play: Play) -> None:
        drop(play, self.who)


class RefuseProposal(Command, frozen=True, tag="refuse_proposal"):
    """Say no to what a player proposed, so that everybody who heard of it knows."""

    who: PersonId
    ABOUT = About(title="Refuse a proposal", button="Refuse", icon="cross", rank=20, place=Section.DECLARATIONS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if declared_by(known, self.who) is None:
            yield Reason("not_declared", f"{have(known, self.who)} not proposed anything.")

    def do(self, play: Play) -> None:
        declaration = next(declared for declared in play.now.declared if declared.who == self.who)
        play.tell(ProposalRefused(self.who, declaration.text), to=_heard(declaration))


class ShowText(Command, frozen=True, tag="show_text"):
    """Read a text out to a group."""

    group: GroupId
    text: Text
    ABOUT = About(title="Read out a text", deed="a text is shown")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield no_group(known)

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
            yield no_group(known)
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
            play.tell(TrapSeen(site.id, trap_as_known(site.traps[self.trap]), play.now.apart(self.group)), to=to)
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
        does = "proposes" if proposed_for(self.declaration) else "declares"
        return f"{name_of(now, self.declaration.who)} {does}: {stopped(self.declaration.text)}"


class DeclarationDropped(Event, frozen=True, tag="table.declaration-dropped"):
    """A declaration was cleared."""

    who: PersonId

    def fold(self, campaign: Campaign) -> Campaign:
        return _without(campaign, self.who)


class ProposalRefused(Event, frozen=True, tag="table.proposal-refused"):
    """The referee said no to what a player proposed."""

    who: PersonId
    text: str

    def fold(self, campaign: Campaign) -> Campaign:
        return _without(campaign, self.who)

    def say(self, now: Campaign) -> str:
        return f"The referee says no to {name_of(now, self.who)}: {stopped(self.text)}"


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
    """Clear a character's declaration, for everybody who heard of it."""
    for declaration in play.now.declared:
        if declaration.who == who:
            play.tell(DeclarationDropped(who), to=_heard(declaration))


def _without(campaign: Campaign, who: PersonId) -> Campaign:
    return replace(campaign, declared=tuple(other for other in campaign.declared if other.who != who))


def proposed_for(declaration: Declaration) -> GroupId | None:
    """The group for which something is proposed; None for what one character does."""
    named = (declaration.command or {}).get("group")
    return GroupId(named) if isinstance(named, str) else None


def _heard(declaration: Declaration) -> Audience:
    """Who hears a declaration: its player, and the whole group where something is proposed for it."""

    def heard(campaign: Campaign) -> frozenset[SeatId]:
        own, group = campaign.people[declaration.who].seat, proposed_for(declaration)
        if group is None or group not in campaign.groups:
            return frozenset((REFEREE, own))
        return group_audience(group)(campaign) | {own}

    return heard


def drop_alike(play: Play, done: Mapping[str, Any]) -> None:
    """Clear all declarations of a command that was done."""
    for declaration in play.now.declared:
        if declaration.command == done:
            drop(play, declaration.who)


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    """Drop each declaration, for the player who made it and for the referee, who may also refuse it."""
    for declaration in known.declared:
        who, name = declaration.who, name_of(known, declaration.who)
        yield Offer(DropDeclaration(who), "never mind", declaration.text, name, who, open_only=True)
        if declaration.command is not None:
            yield Offer(RefuseProposal(who), "refuse", f"“{declaration.text}”", name, who, open_only=True)


PART = Part(
    commands=(WriteNote, Declare, DropDeclaration, RefuseProposal, ShowText, Reveal, CarryOut),
    events=(NoteWritten, Declared, DeclarationDropped, ProposalRefused, TextShown),
    offers=_offers,
)


def seat_name(known: Campaign, seat: SeatId) -> str:
    """The name of a seat."""
    return known.called(seat) or seat.capitalize()
