"""Running a recorded ruling again on its recorded answers, to find what would differ under today's rule."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from undercroft.interpret.ask import TypedDice
from undercroft.interpret.play import Answered, Ruling
from undercroft.kernel.dice import Ask, Question, Throw
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.script import Respondent


class Difference(Struct, frozen=True):
    """One difference between the record and today's rule."""

    what: str
    recorded: Any
    today: Any


def audit(rule: Rule[Ask, G, O], ruling: Ruling[G, O]) -> tuple[Difference, ...]:
    """The differences; none if the rule still asks the same questions and reaches the same outcome."""
    record = _Record(ruling.throws)
    try:
        outcome = rule(record, ruling.given)
    except _AskedOtherwise as asked:
        return (asked.difference,)
    except UndercroftError as fault:
        return (Difference("refusal", ruling.outcome, str(fault)),)
    except Exception as fault:  # noqa: BLE001 - an old record must not stop an audit
        return (Difference("fault", ruling.outcome, repr(fault)),)
    if record.used < len(ruling.throws):
        return (Difference("question", ruling.throws[record.used].question, None),)
    if outcome != ruling.outcome:
        return (Difference("outcome", ruling.outcome, outcome),)
    return ()


class _AskedOtherwise(Exception):
    """Today's rule asks a question that the record does not have."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


class _Record(Respondent):
    """Answers from a record, as long as the rule asks the same questions."""

    def __init__(self, throws: Sequence[Answered]) -> None:
        self._throws = throws
        self.used = 0

    def answer(self, question: Question) -> tuple[int, ...] | str:
        recorded = self._throws[self.used] if self.used < len(self._throws) else None
        if recorded is None or recorded.question != question:
            then = recorded.question if recorded else None
            raise _AskedOtherwise(Difference("question", then, question))
        self.used += 1
        if isinstance(question, Throw):
            TypedDice(recorded.faces).throw(question)
        return recorded.answer
