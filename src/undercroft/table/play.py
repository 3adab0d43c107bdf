"""What a procedure holds in its hands: it tells what happened, settles rules, asks for choices and lets time pass.

A procedure never touches the log, the dice or the state. Where an answer is missing, the whole attempt is dropped and
made again with one answer more: so deciding must be pure, and that is all that people's dice need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, Union

from msgspec.structs import replace

from undercroft.interpret.play import Answered, Source, settle
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Question, Roll, Throw, is_certain
from undercroft.kernel.rules import G, O, Outcome, Rule
from undercroft.kernel.script import Unanswered
from undercroft.kernel.throwing import Draw, throw
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.answers import Answers, Ruling, Stopped
from undercroft.table.campaign import Asked, Campaign, Group
from undercroft.table.hands import Hands
from undercroft.table.names import ActId, GroupId, PersonId
from undercroft.table.passing import WAITING, StretchStopped, TimePassed, TimerDropped, TimerLapsed, TimerSet
from undercroft.table.rooms import Arm, Event, Lapsing
from undercroft.table.scenes import Scene
from undercroft.table.seats import REFEREE, Throwing
from undercroft.table.settled import AskedAnew, Chosen, Settled, Thrown, TrayUsed
from undercroft.table.sites import Site
from undercroft.table.staging import SceneBegan, SceneEnded, SceneWentOn
from undercroft.table.telling import SECRET, Audience, Told
from undercroft.table.telling import group as group_audience
from undercroft.table.timers import Timer

Streams: TypeAlias = Callable[[str], Draw]
"""The server's dice, by the stream of their audience."""


class Play:
    """The table's side of one command."""

    def __init__(
        self,
        campaign: Campaign,
        *,
        arms: Mapping[type[Event], Arm],
        lapses: Mapping[str, Lapsing],
        act: ActId | None,
        at: Seconds,
        answers: Answers,
        streams: Streams | None = None,
    ) -> None:
        self.now = campaign
        self.told: list[Told] = []
        self.answered: dict[int, tuple[Answered, ...]] = {}
        self._arms = arms
        self._lapses = lapses
        self._act = act
        self._at = at
        self._answers = answers
        self._streams = streams
        self._rulings = 0
        self._stopped = ""

    @property
    def moment(self) -> Seconds:
        """When what is told now happens; within a stretch of time, the moment that has come."""
        return self._at

    def tell(self, event: Event, to: Audience = SECRET, *, for_good: bool = False) -> None:
        """It happened, and these know it. What is told for good is part of no act, so that it is never taken back."""
        seats = tuple(sorted(to(self.now)))
        if event.secret and seats != (REFEREE,):
            raise ValueError(f"{type(event).__name__} is for the referee alone")
        self.told.append(Told(event, seats, self._at, None if for_good else self._act))
        self.now = self._arms[type(event)](self.now, event)

    def aside(self, event: Event, to: Audience) -> None:
        """Tell the players the same fact in another form than the referee, who knows more."""
        seats = tuple(sorted(to(self.now) - {REFEREE}))
        if seats and event.secret:
            raise ValueError(f"{type(event).__name__} is for the referee alone")
        if seats:
            self.told.append(Told(event, seats, self._at, self._act))

    def settle(
        self,
        rule: Rule[Any, G, O],
        given: G,
        *,
        by: SeatId = REFEREE,
        to: Audience = SECRET,
        whole: bool = False,
        who: PersonId | None = None,
        about: str = "",
    ) -> O:
        """What comes of a rule: its questions are put to `by`, its throws are seen by `to`."""
        return self.settle_each((Ruling(rule, given, by, to, whole, who, about),))[0]

    def settle_each(self, rulings: Sequence[Ruling[G, O]]) -> tuple[O, ...]:
        """What comes of several rules that do not depend on each other: all their dice are wanted at once."""
        outcomes: list[O] = []
        wanted: list[tuple[Asked, Asked]] = []
        settled: list[tuple[Ruling[G, O], Settled]] = []
        for ruling in rulings:
            number = self._rulings
            self._rulings += 1
            try:
                outcome, event = self.outcome_of(number, ruling)
            except Unanswered as missing:
                wanted.append(self._missing(number, ruling, missing.question))
            else:
                outcomes.append(outcome)
                settled.append((ruling, event))
        if wanted:
            raise Stopped(tuple(whole for whole, _ in wanted), tuple(seen for _, seen in wanted))
        for ruling, event in settled:
            self._tell_settled(ruling, event)
        return tuple(outcomes)

    @property
    def last_total(self) -> int:
        """What the dice of the last ruling showed, added up; 0 if it asked for none or was overruled."""
        last = self.answered.get(self._rulings - 1, ())
        return sum(face for answered in last for face in answered.faces)

    def answers_of(self, back: int = 1) -> tuple[Answered, ...]:
        """What a ruling asked, and what was answered: the last one, or so many back."""
        return self.answered.get(self._rulings - back, ())

    def choose(self, purpose: str, options: Sequence[str], *, by: SeatId) -> str:
        """The option a seat takes; the log keeps it for the referee."""
        number = self._rulings
        self._rulings += 1
        choice = Choice(purpose, by, tuple(options))
        kept = self._answers.throws.get(number, ())
        if kept and kept[0].question == choice:
            self.answered[number] = kept[:1]
            self.tell(Chosen(kept[0], by))
            return str(kept[0].answer)
        asked = Asked(number, choice, by)
        raise Stopped((asked,), (asked,))

    def spend(self, group: GroupId, time: Seconds, *, why: str = "") -> Seconds:
        """Let time pass for a group, with all that falls due on the way; what was really spent.

        What stops it stops it at its moment, and everything else of that very moment happens too.
        """
        began = self.now.groups[group].time
        goal = self._allowed(group, began, Seconds(began + time))
        self._stopped = ""
        while (due := self._due(group, goal)) is not None:
            self._at = max(due.due, began)
            self.drop_or_lapse(due)
            if self._stopped:
                goal = self._at
        self._at = goal
        if goal > began:
            self.tell(TimePassed(group, goal), to=group_audience(group))
        left = Seconds(began + time - goal)
        if left:
            self.tell(
                StretchStopped(group, left, self._stopped or why or WAITING),
                to=group_audience(group),
            )
        return Seconds(goal - began)

    def stop(self, why: str) -> None:
        """End the stretch of time that is passing here: something has come between."""
        self._stopped = self._stopped or why

    def drop_or_lapse(self, timer: Timer) -> None:
        """A timer's moment has come."""
        self.tell(TimerLapsed(timer.id, timer.what), to=lambda _: frozenset(timer.to))
        self._lapses[timer.lapse](self, timer)

    def set_timer(self, timer: Timer, reason: str = "") -> None:
        """Set a deadline; the seats it names know of it."""
        self.tell(TimerSet(timer, reason), to=lambda _: frozenset(timer.to))

    def drop_timer(self, timer: Timer) -> None:
        """Call a deadline off."""
        self.tell(TimerDropped(timer.id, timer.what), to=lambda _: frozenset(timer.to))

    def begin(self, group: GroupId, scene: Scene) -> None:
        """A group enters a scene; its players are told what they may know of it."""
        self._stage(SceneBegan(group, scene), SceneBegan(group, scene.seen))

    def go_on(self, group: GroupId, scene: Scene) -> None:
        """The innermost scene of a group stands so now; its players hear of it if they can tell any difference."""
        before = self.now.groups[group].scene
        if before is not None and before.seen == scene.seen:
            self.tell(SceneWentOn(group, scene))
        else:
            self._stage(SceneWentOn(group, scene), SceneWentOn(group, scene.seen))

    def end(self, group: GroupId) -> None:
        """The innermost scene of a group is over."""
        self.tell(SceneEnded(group), to=group_audience(group))

    def _stage(self, event: SceneBegan | SceneWentOn, seen: SceneBegan | SceneWentOn) -> None:
        to = group_audience(event.group)
        if event == seen:
            self.tell(event, to=to)
            return
        self.tell(event)
        self.aside(seen, to=to)

    def outcome_of(self, number: int, ruling: Ruling[G, O]) -> tuple[O, Settled]:
        """What comes of one ruling, and how it is recorded."""
        rule = ruling.rule
        given = self.now.house.applied(rule, ruling.given)
        if number in self._answers.overruled:
            overruling = self._answers.overruled[number]
            outcome: O = wire.from_plain(Union[rule.outcomes], overruling.outcome)  # noqa: UP007 - a union made at run time
            throws = self._answers.throws.get(number, ())
            self.answered[number] = throws
            return outcome, self.settled(ruling, given, throws, outcome, overruling.reason)
        hands = Hands(ruling, self._answers.throws.get(number, ()), partial(self._rolled, ruling=ruling))
        try:
            settled = settle(rule, given, hands)
        finally:
            self.answered[number] = tuple(hands.throws)
        if hands.dropped:
            self.tell(AskedAnew(rule.id, hands.dropped))
        return settled.outcome, self.settled(ruling, given, settled.throws, settled.outcome, "")

    def settled(
        self, ruling: Ruling[G, O], given: G, throws: tuple[Answered, ...], outcome: Outcome, reason: str
    ) -> Settled:
        """The record of a ruling."""
        rule = ruling.rule
        person = self.now.people.get(ruling.who) if ruling.who is not None else None
        about = ruling.about or (person.name if person is not None else "")
        return Settled(rule.id, rule.edition, wire.plain(given), throws, wire.plain(outcome), ruling.by, reason, about)

    def _tell_settled(self, ruling: Ruling[G, O], event: Settled) -> None:
        if ruling.whole:
            self.tell(event, to=ruling.to)
            return
        self.tell(event, to=SECRET)
        if event.throws:
            self.aside(Thrown(event.rule, event.throws, event.by, event.about), to=ruling.to)

    def _rolled(self, question: Throw, ruling: Ruling[Any, Any]) -> Answered | None:
        """The dice of a question, if nobody has to throw them: from the tray, by the server, or with one side only."""
        certain = is_certain(question.roll)
        secret = ruling.to(self.now) == frozenset((REFEREE,))
        if secret and ruling.by == REFEREE and self.now.tray and not certain:
            return self._from_tray(question)
        people = self._streams is None or self.now.throwing(ruling.by) == Throwing.TYPED
        if people and not certain:
            return None
        draw = _only_side if self._streams is None or people else self._streams("referee" if secret else "public")
        faces = throw(question.roll, draw).faces
        return Answered(question, faces, (Source.ROLLED,) * len(faces))

    def _from_tray(self, question: Throw) -> Answered:
        left = list(self.now.tray)
        sources: list[Source] = []

        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            faces: list[int] = []
            for _ in range(count):
                if left and left[0] in roll.values:
                    faces.append(left.pop(0))
                    sources.append(Source.TYPED)
                elif self._streams is not None:
                    faces.extend(self._streams("referee")(roll, 1))
                    sources.append(Source.ROLLED)
                else:
                    raise Unanswered(question)
            return faces

        faces = throw(question.roll, drawn).faces
        self.tell(TrayUsed(tuple(left)))
        return Answered(question, faces, tuple(sources))

    def _allowed(self, group: GroupId, began: Seconds, goal: Seconds) -> Seconds:
        """How far a group may go: while others are elsewhere, not past a moment that belongs to all.

        Every group stops there, whoever comes first, so that what each lives through does not depend on who does.
        """
        if self._alone(group):
            return goal
        return min((goal, *(max(began, timer.due) for timer in self._shared())))

    def _alone(self, group: GroupId) -> bool:
        return not any(other.members for id, other in self.now.groups.items() if id != group)

    def _shared(self) -> list[Timer]:
        return [timer for timer in self.now.timers.values() if timer.person is None]

    def _due(self, group: GroupId, goal: Seconds) -> Timer | None:
        """What falls due next on a group's way, its own before what belongs to all at the same moment.

        What belongs to all waits, while others are elsewhere, until the last of them has come so far and is done.
        """
        members = self.now.groups[group].members
        own = [timer for timer in self.now.timers.values() if timer.person in members]
        shared = self._shared() if self._alone(group) else []
        due = [timer for timer in (*own, *shared) if timer.due <= goal]
        return min(due, key=lambda timer: (timer.due, timer.person is None, timer.id), default=None)

    def _missing(self, number: int, ruling: Ruling[G, O], question: Question) -> tuple[Asked, Asked]:
        """A question as the referee knows it, and as the seat may that answers it."""
        seat = self._asked(question, ruling.by)
        given = wire.plain(self.now.house.applied(ruling.rule, ruling.given))
        who = ruling.who if seat == ruling.by else None
        whole = Asked(number, question, seat, ruling.rule.id, given, self.answered[number], who, ruling.cause)
        if seat not in ruling.to(self.now):
            thrown = whole.throws if seat == ruling.by else ()
            return whole, replace(whole, rule=None, given=None, throws=thrown, cause="")
        return whole, whole if ruling.whole else replace(whole, given=None)

    def _asked(self, question: Question, by: SeatId) -> SeatId:
        """Whose answer it is: a choice's, if it names a seat at this table, else whoever rolls for the ruling."""
        named = question.seat if isinstance(question, Choice) else by
        return named if named in self.now.seats else by

    def group(self, id: GroupId) -> Group:
        """A group as it is now."""
        return self.now.groups[id]

    def group_with(self, who: PersonId) -> Group:
        """The group somebody goes with; a fault, where they go with none."""
        group = self.now.group_of(who)
        if group is None:
            raise ValueError("nobody is there")
        return group

    def site_of(self, group: Group) -> Site:
        """The site a group is in; a fault, where it is in none."""
        site = self.now.site_of(group)
        if site is None:
            raise ValueError("the group is in no site")
        return site


def _only_side(roll: Roll, count: int, /) -> Sequence[int]:
    return (roll.values[0],) * count
