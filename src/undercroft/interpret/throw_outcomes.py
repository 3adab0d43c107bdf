"""The outcomes of each total of a rule's first throw, with and without a choice: marks on a ruler, colours on a die."""

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from undercroft.interpret.ask import next_question
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.script import Script
from undercroft.kernel.ways import ways

MOST_FALLS = 400
"""A throw with more totals than this is not listed."""
REMEMBERED = 2048


class ThrowOutcome(Struct, frozen=True):
    """One possible outcome of a total, and the choice that leads to it, empty where there is no choice."""

    choice: str
    outcome: Outcome


class ThrowTotal(Struct, frozen=True):
    """One total of the throw: its chance and its possible outcomes, if nothing changes the total."""

    total: int
    chance: Fraction
    ways: tuple[ThrowOutcome, ...]


@lru_cache(maxsize=REMEMBERED)
def falls(rule: AnyRule, given: Given) -> tuple[ThrowTotal, ...]:
    """Every total of the first throw, in order; none if the rule throws no dice."""
    first = next_question(rule, given, ())
    if not isinstance(first, Throw):
        return ()
    spread = ways(first.roll)
    if len(spread.counts) > MOST_FALLS:
        return ()
    return tuple(
        ThrowTotal(total, Fraction(count, spread.whole), _ways(rule, given, total))
        for total, count in sorted(spread.counts.items())
    )


def _ways(rule: AnyRule, given: Given, total: int) -> tuple[ThrowOutcome, ...]:
    """The outcome of a total, or one outcome for each option where a seat may choose."""
    asked = next_question(rule, given, (total,))
    if isinstance(asked, Choice):
        return tuple(ThrowOutcome(option, rule(Script((total, option)), given)) for option in asked.options)
    return (ThrowOutcome("", rule(Script((total,)), given)),)
