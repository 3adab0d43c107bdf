"""Run a recorded ruling again on its recorded answers, and say what would differ under today's rule."""

from __future__ import annotations

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
    """One thing that would be otherwise today."""

    what: str
    recorded: Any
    today: Any


def audit(rule: Rule[Ask, G, O], ruling: Ruling[G, O]) -> tuple[Difference, ...]:
    """What would differ; nothing, if the rule still asks the same and comes to the same end."""
    record = _Record(ruling.throws)
    try:
        outcome = rule(record, ruling.given)
    except _AskedOtherwise as other:
        return (other.difference,)
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
    """Today's rule asks something that was not asked then."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


class _Record(Respondent):
    """Answers from a record, as long as the same questions are asked."""

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
