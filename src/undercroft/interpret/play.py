"""Settling a rule: the hands that hold the dice answer its questions as they come."""

from enum import StrEnum
from typing import Generic, Protocol

from msgspec import Struct

from undercroft.interpret.sealed import Drawn
from undercroft.kernel.dice import Answer, Ask, Choice, Question, Throw
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.script import Respondent, Unanswered
from undercroft.kernel.throwing import Draw, throw
from undercroft.kernel.units import RuleId


class DieSource(StrEnum):
    """Where a die came from."""

    ROLLED = "rolled"
    TYPED = "typed"


class Answered(Struct, frozen=True):
    """A question with its answer. A throw has every face in the order it fell, and the source of each."""

    question: Question
    answer: tuple[int, ...] | str
    sources: tuple[DieSource, ...] = ()
    drawn: Drawn | None = None
    """Where the rolled dice came from; None if they were not sealed."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces thrown; a choice has none."""
        return () if isinstance(self.answer, str) else self.answer


class Ruling(Struct, Generic[G, O], frozen=True):
    """A settled rule: its situation, the answers, and the outcome."""

    rule: RuleId
    edition: int
    given: G
    throws: tuple[Answered, ...]
    outcome: O

    def __repr__(self) -> str:
        answers = "".join(f"{said.question.purpose}: {_told(said.answer)}; " for said in self.throws)
        return f"<{self.rule}, {answers}{self.outcome!r}>"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers alone, in order, for a script."""
        return tuple(answered.answer for answered in self.throws)


def _told(answer: tuple[int, ...] | str) -> str:
    return answer if isinstance(answer, str) else " ".join(map(str, answer))


class Hands(Protocol):
    """The person or program that holds the dice, and decides where a book offers a choice."""

    def throw(self, question: Throw) -> Answered:
        """Throw the dice that a question asks for."""
        ...

    def decide(self, choice: Choice) -> Answered:
        """Take one of the options."""
        ...


class Generator:
    """Hands that roll every die from one source and leave choices to people."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def throw(self, question: Throw) -> Answered:
        """Roll the dice of the question."""
        faces = throw(question.roll, self._draw).faces
        return Answered(question, faces, (DieSource.ROLLED,) * len(faces))

    def decide(self, choice: Choice) -> Answered:
        """Leave the choice open, since a generator cannot decide."""
        raise Unanswered(choice)


def settle(rule: Rule[Ask, G, O], given: G, hands: Hands) -> Ruling[G, O]:
    """Settle a rule with those hands; raise `Unanswered` if they leave a question open."""
    live = _Live(hands)
    outcome = rule(live, given)
    return Ruling(rule.id, rule.edition, given, tuple(live.throws), outcome)


class _Live(Respondent):
    """Puts a rule's questions to the hands and keeps the answers."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.throws: list[Answered] = []

    def answer(self, question: Question) -> tuple[int, ...] | str:
        answered = self._hands.throw(question) if isinstance(question, Throw) else self._hands.decide(question)
        self.throws.append(answered)
        return answered.answer
