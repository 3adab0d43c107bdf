"""Play: what a command uses to tell events, settle rules, ask for choices and let time pass.

A command never touches the log, the dice or the state. Where an answer is missing, the table drops the whole attempt
and runs the command again once it has the answer, so a command must be a pure function of the state and the answers.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.interpret.play import Answered, DieSource, settle
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Question, Roll, Throw, is_certain
from undercroft.kernel.rules import G, O, Outcome, Rule
from undercroft.kernel.script import Unanswered
from undercroft.kernel.throwing import throw
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine import record, veils
from undercroft.table.engine.answers import Answers, RuleToSettle, RulingAnswers, Stopped, holds_typed_dice
from undercroft.table.engine.audience import SECRET, Audience, Told, group_audience
from undercroft.table.engine.dice_kinds import kind_of
from undercroft.table.engine.dice_streams import Streams, only_side, rolled, seeing, without_place
from undercroft.table.engine.due_timers import next_due, reachable
from undercroft.table.engine.event import Event
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import RealTimer, Timer
from undercroft.table.state.house_rules import Telling
from undercroft.table.state.ids import ActId, GroupId, PersonId, TimerId
from undercroft.table.state.open_questions import OpenQuestion, PartOfInput
from undercroft.table.state.scenes import Scene
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.state.sites import Site

OF_NO_BOOK = "table."
"""The beginning of the ids of rules that are in no book, such as plain dice: there is no number to hide behind them."""
OnDue: TypeAlias = Callable[["Play", Timer], None]
"""What happens when a timer runs out."""
AsTimePasses: TypeAlias = Callable[["Play", "Passing"], None]
"""What changes when time begins to pass, and again after each timer on the way."""


class Passing(Struct, frozen=True):
    """Time that begins to pass for a group, until then if nothing stops it, and whether the group travels."""

    group: GroupId
    until: Seconds
    travels: bool


class Play:
    """The run of one command."""

    def __init__(
        self,
        campaign: Campaign,
        *,
        on_due: Mapping[str, OnDue],
        as_time_passes: Sequence[AsTimePasses] = (),
        act: ActId | None,
        at: Seconds,
        answers: Answers,
        streams: Streams | None = None,
    ) -> None:
        self.now = campaign
        self.told: list[Told] = []
        self.answered: dict[int, tuple[Answered, ...]] = {}
        self._on_due = on_due
        self._as_time_passes = as_time_passes
        self._act = act
        self._at = at
        self._answers = answers
        self._streams = streams
        self.real_clock: Mapping[TimerId, Seconds] = {}
        """The seconds of real time that each real timer has left, where the table is told."""
        self.shuffle = b""
        """The table's key to the order of things that look alike."""
        self.by: SeatId = REFEREE
        """The seat that gives the command."""
        self._rulings = 0
        self._own_dice: set[SeatId] = set()
        """The seats that have typed a die of this command: they type its other dice too."""
        self._stopped = ""

    @property
    def moment(self) -> Seconds:
        """The time of the events told now; while time passes, the time reached so far."""
        return self._at

    @property
    def act(self) -> ActId | None:
        """The act that the events told now belong to."""
        return self._act

    def real_left(self, timer: RealTimer) -> Seconds:
        """The seconds of real time that a timer has left; all of them if the table is not told."""
        return self.real_clock.get(timer.id, timer.seconds)

    def tell(self, event: Event, to: Audience = SECRET) -> None:
        """Tell an event to these seats."""
        seats = tuple(sorted(to(self.now)))
        if event.secret and seats != (REFEREE,):
            raise ValueError(f"{type(event).__name__} is for the referee alone")
        self._hear(event, seats)
        self.now = event.fold(self.now)

    def aside(self, event: Event, to: Audience) -> None:
        """Tell the players a redacted copy of an event that the referee was told in full."""
        seats = tuple(sorted(to(self.now) - {REFEREE}))
        if seats and event.secret:
            raise ValueError(f"{type(event).__name__} is for the referee alone")
        self._hear(event, seats)

    def _hear(self, event: Event, seats: tuple[SeatId, ...]) -> None:
        """Record an event for these seats, for each as the house lets it see hit points, wounds and purses."""
        for shown, to in veils.copies(event, seats, self.now):
            self.told.append(Told(shown, to, self._at, self._act))

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
        """Settle a rule and return its outcome. The seat `by` answers its questions, the seats `to` see its throws."""
        return self.settle_each((RuleToSettle(rule, given, by, to, whole, who, about),))[0]

    def settle_each(self, rulings: Sequence[RuleToSettle[G, O]]) -> tuple[O, ...]:
        """Settle several independent rules, asking for all their dice at once."""
        outcomes: list[O] = []
        wanted: list[tuple[OpenQuestion, OpenQuestion]] = []
        settled: list[tuple[RuleToSettle[G, O], record.Settled]] = []
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
        """The total of the last ruling's dice; 0 if it asked for none or was overruled."""
        last = self.answered.get(self._rulings - 1, ())
        return sum(face for answered in last for face in answered.faces)

    def answers_of(self, back: int = 1) -> tuple[Answered, ...]:
        """The questions and answers of the last ruling, or of the ruling `back` rulings ago."""
        return self.answered.get(self._rulings - back, ())

    def choose(
        self, purpose: str, options: Sequence[str], *, by: SeatId, numbers: Mapping[str, int] | None = None
    ) -> str:
        """Ask a seat to choose an option. Only the referee's log has the choice.

        `numbers` are what the odds of the options depend on.
        """
        number = self._rulings
        self._rulings += 1
        choice = Choice(purpose, by, tuple(options))
        kept = self._answers.throws.get(number, ())
        if kept and kept[0].question == choice:
            self.answered[number] = kept[:1]
            self.tell(record.Chosen(kept[0], by))
            return str(kept[0].answer)
        asked = OpenQuestion(number, choice, by, numbers=numbers or {})
        raise Stopped((asked,), (asked,))

    def spend(self, group: GroupId, time: Seconds, *, travels: bool = False, why: str = "") -> Seconds:
        """Let time pass for a group, run the timers that fall due, and return the time spent.

        If a timer stops the group, the time ends there, after all other timers due at the same moment. `travels` if the
        group is on the move meanwhile.
        """
        began = self.now.groups[group].time
        goal = reachable(self.now, group, began, Seconds(began + time))
        self._stopped = ""
        self._at = began
        self._begin_to_pass(group, goal, travels)
        while (due := next_due(self.now, group, goal)) is not None:
            self._at = max(due.due, began)
            self.lapse(due)
            self._begin_to_pass(group, goal, travels)
            if self._stopped:
                goal = self._at
        self._at = goal
        if goal > began:
            self.tell(record.TimePassed(group, goal, began), to=group_audience(group))
        left = Seconds(began + time - goal)
        if left:
            cause = self._stopped or why or record.WAITING
            self.tell(record.StretchStopped(group, left, cause), to=group_audience(group))
        return Seconds(goal - began)

    def _begin_to_pass(self, group: GroupId, goal: Seconds, travels: bool) -> None:
        """Prepare everybody for time that passes from this moment, if any does."""
        if self._at < goal and not self._stopped:
            for prepare in self._as_time_passes:
                prepare(self, Passing(group, goal, travels))

    def stop(self, why: str) -> None:
        """Interrupt the time that is passing."""
        self._stopped = self._stopped or why

    def lapse(self, timer: Timer) -> None:
        """Run a timer out."""
        self.tell(record.TimerLapsed(timer.id, timer.what), to=lambda _: frozenset(timer.to))
        self._on_due[timer.lapse](self, timer)

    def set_timer(self, timer: Timer, reason: str = "") -> None:
        """Set a timer, and tell the seats it names."""
        self.tell(record.TimerSet(timer, reason), to=lambda _: frozenset(timer.to))

    def drop_timer(self, timer: Timer) -> None:
        """Call a timer off."""
        self.tell(record.TimerDropped(timer.id, timer.what), to=lambda _: frozenset(timer.to))

    def begin(self, group: GroupId, scene: Scene) -> None:
        """Begin a scene of a group, and tell its players a redacted copy."""
        self._stage(record.SceneBegan, group, scene)

    def go_on(self, group: GroupId, scene: Scene) -> None:
        """Update the innermost scene of a group, and tell its players if their copy changes."""
        before = self.now.groups[group].scene
        if before is not None and before.seen == scene.seen:
            self.tell(record.SceneWentOn(group, scene))
        else:
            self._stage(record.SceneWentOn, group, scene)

    def end(self, group: GroupId) -> None:
        """End the innermost scene of a group."""
        self.tell(record.SceneEnded(group), to=group_audience(group))

    def _stage(self, kind: type[record.SceneBegan | record.SceneWentOn], group: GroupId, scene: Scene) -> None:
        event, seen, to = kind(group, scene), kind(group, scene.seen), group_audience(group)
        if event == seen:
            self.tell(event, to=to)
            return
        self.tell(event)
        self.aside(seen, to=to)

    def outcome_of(self, number: int, ruling: RuleToSettle[G, O]) -> tuple[O, record.Settled]:
        """Settle a ruling, and return its outcome and its record."""
        rule = ruling.rule
        given = self.now.house.applied(rule, ruling.given)
        if number in self._answers.overruled:
            overruling = self._answers.overruled[number]
            outcome: O = wire.from_plain(rule.outcome_type, overruling.outcome)
            throws = self._answers.throws.get(number, ())
            self.answered[number] = throws
            reason = overruling.reason or record.NO_REASON
            return outcome, self.settled(ruling, given, throws, outcome, reason)
        kept = self._answers.throws.get(number, ())
        if holds_typed_dice(kept) and seeing(ruling.to(self.now)) != (REFEREE,):
            self._own_dice.add(ruling.by)
        answers = RulingAnswers(ruling, kept, partial(self._rolled, ruling=ruling))
        try:
            settled = settle(rule, given, answers)
        finally:
            self.answered[number] = tuple(answers.throws)
        if answers.dropped:
            self.tell(record.AskedAgain(rule.id, answers.dropped))
        return settled.outcome, self.settled(ruling, given, settled.throws, settled.outcome, "")

    def settled(
        self, ruling: RuleToSettle[G, O], given: G, throws: tuple[Answered, ...], outcome: Outcome, reason: str
    ) -> record.Settled:
        """The record of a ruling."""
        rule = ruling.rule
        person = self.now.people.get(ruling.who) if ruling.who is not None else None
        about = ruling.about or (person.name if person is not None else "")
        return record.Settled(
            rule.id, rule.edition, wire.plain(given), throws, wire.plain(outcome), ruling.by, reason, about
        )

    def _tell_settled(self, ruling: RuleToSettle[G, O], event: record.Settled) -> None:
        shown = event.throws if ruling.to(self.now) == SECRET(self.now) else tuple(map(without_place, event.throws))
        open_numbers = self.now.house.players_numbers is Telling.EXACT and not veils.hides(self.now.house, ruling.rule)
        if ruling.whole and (open_numbers or ruling.rule.id.startswith(OF_NO_BOOK)):
            self.tell(replace(event, throws=shown), to=ruling.to)
            return
        self.tell(event, to=SECRET)
        if event.throws:
            self.aside(record.Thrown(event.rule, shown, event.by, event.about), to=ruling.to)

    def _rolled(self, question: Throw, ruling: RuleToSettle[Any, Any]) -> Answered | None:
        """The dice of a question that no person has to roll: from the tray, by the server, or with one side only.

        A person who has typed a die of the command types its other dice, except secret ones, which never wait.
        """
        certain = is_certain(question.roll)
        to = seeing(ruling.to(self.now))
        if to == (REFEREE,) and ruling.by == REFEREE and self.now.tray and not certain:
            return self._from_tray(question)
        people = self._streams is None or self.now.throwing(ruling.by, kind_of(ruling.rule.id)) == Throwing.TYPED
        people = people or (ruling.by in self._own_dice and to != (REFEREE,))
        if people and not certain:
            return None
        if self._streams is None or people:
            return only_side(question)
        return rolled(question, self._streams(to))

    def _from_tray(self, question: Throw) -> Answered:
        left = list(self.now.tray)
        stream = None if self._streams is None else self._streams((REFEREE,))
        sources: list[DieSource] = []

        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            faces: list[int] = []
            for _ in range(count):
                if left and left[0] in roll.values:
                    faces.append(left.pop(0))
                    sources.append(DieSource.TYPED)
                elif stream is not None:
                    faces.extend(stream(roll, 1))
                    sources.append(DieSource.ROLLED)
                else:
                    raise Unanswered(question)
            return faces

        faces = throw(question.roll, drawn).faces
        self.tell(record.TrayUsed(tuple(left)))
        return Answered(question, faces, tuple(sources), None if stream is None else stream.taken())

    def _missing(
        self, number: int, ruling: RuleToSettle[G, O], question: Question
    ) -> tuple[OpenQuestion, OpenQuestion]:
        """The question, and its redacted copy for the seat asked."""
        seat = self._seat_asked(question, ruling.by)
        given = wire.plain(self.now.house.applied(ruling.rule, ruling.given))
        who = ruling.who if seat == ruling.by else None
        to = ruling.to(self.now)
        seen = OpenQuestion(number, question, seat, ruling.rule.id, given, self.answered[number], who, ruling.cause)
        whole = replace(seen, to=seeing(to | {seat}), cause=ruling.cause or ruling.about)
        if seat not in to:
            thrown = tuple(map(without_place, seen.throws)) if seat == ruling.by else ()
            return whole, replace(seen, rule=None, given=None, throws=thrown, cause="")
        return whole, seen if ruling.whole else replace(seen, given=None, part=_part(given, ruling.unsure))

    def _seat_asked(self, question: Question, by: SeatId) -> SeatId:
        """The seat that answers: the seat a choice names, if it is at this table, else the seat that rolls."""
        named = question.seat if isinstance(question, Choice) else by
        return named if named in self.now.seats else by

    def group(self, id: GroupId) -> Group:
        """A group as it is now."""
        return self.now.groups[id]

    def group_with(self, who: PersonId) -> Group:
        """The person's group; a fault if they are in no group."""
        group = self.now.group_of(who)
        if group is None:
            raise ValueError("nobody is there")
        return group

    def site_of(self, group: Group) -> Site:
        """The site a group is in; a fault if it is in no site."""
        site = self.now.site_of(group)
        if site is None:
            raise ValueError("the group is in no site")
        return site


def _part(given: Mapping[str, Any], unsure: Mapping[str, tuple[int, int]]) -> PartOfInput | None:
    """The input without the numbers that the seat asked is unsure of; None if it is told none of it."""
    known = {name: value for name, value in given.items() if name not in unsure}
    return PartOfInput(known, unsure) if unsure else None
