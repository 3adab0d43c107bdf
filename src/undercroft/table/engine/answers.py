"""Rulings: a rule to settle, the answers given so far, and the questions still open."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from msgspec import Struct

from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel.dice import Choice, Question, Throw
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.script import Unanswered
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import SECRET, Audience
from undercroft.table.state.ids import PersonId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.seats import REFEREE


class Overruling(Struct, frozen=True):
    """An outcome the referee sets instead of the rule's own, and why."""

    outcome: Mapping[str, Any]
    reason: str


class Answers(Struct, frozen=True):
    """The answers given so far and the outcomes overruled, by the number of the ruling."""

    throws: Mapping[int, tuple[Answered, ...]] = {}
    overruled: Mapping[int, Overruling] = {}


NO_ANSWERS = Answers()


def chose_last(answers: Answers) -> bool:
    """Whether the last answer is a choice, so that it can be made again without another throw."""
    given = _last_answered(answers)
    return given is not None and isinstance(answers.throws[given][-1].question, Choice)


def without_last_choice(answers: Answers) -> Answers:
    """The answers without the last, which is a choice; its question is open again."""
    given = _last_answered(answers)
    if given is None:
        return answers
    return Answers({**answers.throws, given: answers.throws[given][:-1]}, answers.overruled)


def _last_answered(answers: Answers) -> int | None:
    return max((number for number, throws in answers.throws.items() if throws), default=None)


def holds_typed_dice(throws: Iterable[Answered]) -> bool:
    """Whether a person typed one of these dice; a choice is always a person's."""
    return any(isinstance(each.question, Throw) and DieSource.TYPED in each.sources for each in throws)


class Stopped(Exception):
    """Answers are missing. `questions` are the referee's copies, `seen` the redacted copies for the seats asked."""

    def __init__(self, questions: tuple[OpenQuestion, ...], seen: tuple[OpenQuestion, ...]) -> None:
        super().__init__()
        self.questions = questions
        self.seen = seen


class RuleToSettle(Struct, Generic[G, O], frozen=True):
    """A rule to settle: its input, the seat that rolls, and the seats that see the throws.

    With `whole`, those seats see the input and the outcome too. `decided` answers every choice of the rule, so that no
    seat is asked. `pointless` answers a choice that changes nothing, given the last throw and its total; it returns
    None where the choice matters.
    """

    rule: Rule[Any, G, O]
    given: G
    by: SeatId = REFEREE
    to: Audience = SECRET
    whole: bool = False
    who: PersonId | None = None
    """The person it is about."""
    about: str = ""
    """The name of the creatures it is about, where it is not about a person."""
    decided: Callable[[Choice], str] | None = None
    pointless: Callable[[Choice, Throw, int], str | None] | None = None
    cause: str = ""
    """The reason for the throw, shown to the seat asked, where the rule does not make it plain."""
    unsure: Mapping[str, tuple[int, int]] = {}
    """The numbers of the input that the seat asked does not know, each with the least and the most that it may be by
    what the seat has seen; that seat is told the rest of the input. Only without `whole`."""


class RulingAnswers:
    """The answers to one ruling, question by question."""

    def __init__(
        self, ruling: RuleToSettle[Any, Any], kept: tuple[Answered, ...], rolled: Callable[[Throw], Answered | None]
    ) -> None:
        self._ruling = ruling
        self._kept = kept
        self._rolled = rolled
        self._unfit: tuple[Answered, ...] = ()
        self.throws: list[Answered] = []

    @property
    def dropped(self) -> tuple[Answered, ...]:
        """The answers that did not fit their questions any more, once the rule is settled."""
        return self._unfit or self._kept[len(self.throws) :]

    def throw(self, question: Throw) -> Answered:
        """The throw for a question."""
        return self._recorded(question, self._old(question) or self._rolled(question))

    def decide(self, choice: Choice) -> Answered:
        """The answer to a choice: given earlier, decided by the command, or pointless."""
        return self._recorded(choice, self._old(choice) or self._decided(choice) or self._pointless(choice))

    def _recorded(self, question: Question, answered: Answered | None) -> Answered:
        """Record an answer; a question without one stops the ruling."""
        if answered is None:
            raise Unanswered(question)
        self.throws.append(answered)
        return answered

    def _decided(self, choice: Choice) -> Answered | None:
        taken = self._ruling.decided
        return None if taken is None else Answered(choice, taken(choice))

    def _pointless(self, choice: Choice) -> Answered | None:
        """An answer to a choice that changes nothing."""
        pointless = self._ruling.pointless
        last = self.throws[-1] if self.throws else None
        if pointless is None or last is None or isinstance(last.question, Choice):
            return None
        taken = pointless(choice, last.question, total_of(last.question.roll, last.faces))
        return None if taken is None else Answered(choice, taken)

    def _old(self, question: Question) -> Answered | None:
        place = len(self.throws)
        if place >= len(self._kept):
            return None
        if self._kept[place].question != question:
            self._kept, self._unfit = self._kept[:place], self._kept[place:]
            return None
        return self._kept[place]
