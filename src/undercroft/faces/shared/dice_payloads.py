"""A roll or odds as the answer for programs. No book is needed for them."""

from typing import Any

from msgspec import UNSET

from undercroft.faces.shared import answers
from undercroft.interpret.distribution import Odds
from undercroft.kernel import budget
from undercroft.kernel.dice import Formula
from undercroft.kernel.notation import text
from undercroft.kernel.throwing import ThrownFormula

_AROUND = 60
"""The characters around a chance: its outcome and its percentage."""


def rolls_told(
    formula: Formula, throws: list[ThrownFormula], noted: tuple[str, ...] = ()
) -> answers.RollAnswer | answers.Rolls:
    """One roll, or several of the same dice, and what to know of how they were read."""
    if len(throws) == 1:
        (thrown,) = throws
        return answers.RollAnswer(thrown.total, thrown.dice, thrown.capped, text(formula), noted or UNSET)
    fallen = tuple(answers.Fallen(thrown.total, thrown.dice, thrown.capped) for thrown in throws)
    return answers.Rolls(text(formula), fallen, noted or UNSET)


def odds_told(found: Odds[Any], noted: tuple[str, ...] = ()) -> answers.OddsAnswer:
    """Every outcome with its chance, exactly and in percent, and notes on how the dice were read."""
    budget.spend(len(found) * budget.fraction_of(found.bits))
    budget.write(len(found) * (found.bits * 3 // 5 + _AROUND))
    outcomes = tuple(
        answers.Likely(outcome, str(chance), round(float(chance) * 100, 6)) for outcome, chance in found.items()
    )
    return answers.OddsAnswer(found.unexplored == 0, outcomes, str(found.unexplored), found.policy, noted or UNSET)
