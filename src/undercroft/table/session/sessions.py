"""Sessions: their start and end, who is present, and the recap of the last one."""

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from undercroft.books.sovereign.rulings import Reply
from undercroft.kernel.units import SeatId
from undercroft.table.characters.joining import come_along, home, without_member
from undercroft.table.engine.about import LAST, About, Section
from undercroft.table.engine.audience import TABLE, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of as _name
from undercroft.table.engine.subjects import are
from undercroft.table.exploration.splitting import disband
from undercroft.table.rulings.rulings import RulingAnswered
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Timer
from undercroft.table.state.ids import GroupId, Label, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sessions import GameSession
from undercroft.table.state.things import Thing
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import BURNS, go_out


class BeginSession(Command, frozen=True, tag="begin_evening"):
    """Start a session with those present; without names, those who were there last time."""

    title: Label
    present: tuple[PersonId, ...] = ()
    ABOUT = About(title="Start session", anywhere=True, words="session start begin play")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if _is_open(known.session):
            yield Reason("evening_open", "A session is already open: end it first.")
        if any(who not in known.people or not _plays(known.people[who]) for who in self.present):
            yield Reason("not_here", "Choose living characters who have not retired.")
        yield from _not_underway(known, (who for who in known.present if who not in _present(known, self)))

    def do(self, play: Play) -> None:
        """Let absent characters leave, and let those who come back join the first group."""
        number = next_number(play.now)
        present = _present(play.now, self)
        play.tell(SessionBegan(GameSession(number, self.title, present)), to=TABLE)
        coming, party = [who for who in present if who not in play.now.present], home(play.now)
        for who in coming:
            come_along(play, who, party)
        for who in play.now.present:
            if who not in present:
                _leave(play, who)


class EndSession(Command, frozen=True, tag="end_evening"):
    """End the session."""

    ABOUT = About(title="End session", also=Section.SESSION, rank=LAST, anywhere=True, words="session end stop")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not _is_open(known.session):
            yield Reason("no_evening", "No session is open: start one first.")

    def do(self, play: Play) -> None:
        if play.now.session is not None:
            play.tell(SessionEnded(play.now.session.number), to=TABLE)


class Arrive(Command, frozen=True, tag="arrive"):
    """Let a character join a group during a session, late or in place of another."""

    who: PersonId
    group: GroupId = MAIN
    instead_of: PersonId | None = None
    ABOUT = About(title="Let a character join", button="Let them in")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        person = known.people.get(self.who)
        if person is None:
            yield Reason("not_here", "There is no such person.")
        elif not _plays(person):
            yield Reason("gone", f"{person.name} is dead or has retired.")
        elif self.who in known.present:
            yield Reason("present", f"{person.name} is already there.")
        if self.group not in known.groups and self.group != MAIN:
            yield no_group(known)
        if self.instead_of is not None and self.instead_of not in known.present:
            yield Reason("not_present", "There is no such person to replace.")

    def do(self, play: Play) -> None:
        """Join the group, or the group of the character replaced."""
        group = None if self.instead_of is None else play.now.group_of(self.instead_of)
        come_along(play, self.who, self.group if group is None else group.id)
        if self.instead_of is not None:
            _leave(play, self.instead_of)


class Leave(Command, frozen=True, tag="step_away"):
    """Let a character leave during a session."""

    who: PersonId
    ABOUT = About(title="Let a character leave")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.who not in known.present:
            yield Reason("not_here", "There is no such person there.")
        yield from _not_underway(known, (self.who,))

    def do(self, play: Play) -> None:
        _leave(play, self.who)


class SessionBegan(Event, frozen=True, tag="table.evening-began"):
    """A session begins."""

    session: GameSession = field(name="evening")

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, session=self.session, next_session=None)

    def say(self, known: Campaign) -> str:
        names = ", ".join(_name(known, who) for who in self.session.present)
        titled = self.session.numbered.replace(": ", ", ", 1)
        return f"{titled}{f': {names}' if names else ''}."


class SessionEnded(Event, frozen=True, tag="table.evening-ended"):
    """A session ends."""

    number: int

    def fold(self, campaign: Campaign) -> Campaign:
        session = campaign.session
        return campaign if session is None else replace(campaign, session=replace(session, open=False))

    def say(self, _now: Campaign) -> str:
        return f"Session {self.number} ends."


class Left(Event, frozen=True, tag="table.left"):
    """A character left."""

    who: PersonId

    def fold(self, campaign: Campaign) -> Campaign:
        return without_member(campaign, self.who)

    def say(self, now: Campaign) -> str:
        return f"{_name(now, self.who)} is away."


def next_number(campaign: Campaign) -> int:
    """The number of the session that begins next."""
    return 1 if campaign.session is None else campaign.session.number + 1


def _present(campaign: Campaign, command: BeginSession) -> tuple[PersonId, ...]:
    """Those named, or those who were there last time and still play."""
    return command.present or tuple(
        who for who in campaign.present if who in campaign.people and _plays(campaign.people[who])
    )


def _leave(play: Play, who: PersonId) -> None:
    """Let a character leave: their lights go out, they leave open rulings, and no time passes for them."""
    group = play.now.group_of(who)
    for light in tuple(play.now.lights.values()):
        if light.holder == who:
            go_out(play, light, spent=False)
    for proposal in tuple(play.now.proposals.values()):
        if who in proposal.who:
            play.tell(RulingAnswered(proposal.id, (who,), Reply.WITHDRAW), to=group_audience(proposal.group))
    play.tell(Left(who), to=TABLE)
    if group is not None:
        disband(play, group.id)


END_WARNS = (
    "Players who joined by the code leave their seats until they have the next code. "
    "Until then they can read the report and the log."
)


def _is_open(session: GameSession | None) -> bool:
    return session is not None and session.open


def _plays(person: Person) -> bool:
    return person.alive and not person.retired


def _not_underway(known: Campaign, leaving: Iterable[PersonId]) -> Iterable[Reason]:
    groups = {group.id: group for who in leaving if (group := known.group_of(who)) is not None}
    for id in known.stretches:
        if id in groups:
            yield Reason("under_way", f"{are(known, groups[id])} busy with longer work.")


class LastTime(Struct, frozen=True):
    """The recap at the start of a session: groups, timers, what waits, loose ends and unlit lights."""

    title: str
    groups: tuple[Group, ...]
    running: tuple[Timer, ...]
    waiting: tuple[str, ...]
    """Open dice and choices, open rulings, and declarations."""
    loose_ends: tuple[str, ...]
    unlit: tuple[Thing, ...]
    """Lights that characters carry and that do not burn."""


def last_time(known: Campaign) -> LastTime:
    """How things were at the end of the last session, by what a seat knows."""
    dice = tuple(asked.question.purpose for wanted in known.wanted.values() for asked in wanted.questions)
    at_stake = tuple(proposal.what for proposal in known.proposals.values())
    declared = tuple(f"{_name(known, declaration.who)}: {declaration.text}" for declaration in known.declared)
    clues = tuple(clue.text for seen in known.seen.values() for clue in seen.clues)
    notes = tuple(note.text for note in known.notes)
    title = known.session.title if known.session is not None else ""
    running = tuple(sorted(known.timers.values(), key=lambda timer: timer.due))
    groups = tuple(group for group in known.groups.values() if group.members)
    carried = (thing for who in known.present for thing in known.carried_by(who) if thing.count)
    unlit = tuple(thing for thing in carried if thing.item in BURNS and thing.id not in known.lights)
    return LastTime(title, groups, running, (*dice, *at_stake, *declared), (*clues, *notes), unlit)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    if _is_open(known.session):
        yield Offer(EndSession(), "End", "session", warns=END_WARNS)
    for who, person in known.people.items():
        if _plays(person) and who not in known.present:
            yield Offer(Arrive(who, home(known)), "join", subject=person.name, who=who)


PART = Part(
    commands=(BeginSession, EndSession, Arrive, Leave),
    events=(SessionBegan, SessionEnded, Left),
    offers=_offers,
)
