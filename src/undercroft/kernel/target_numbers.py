"""The number that a roll is held against, in words, for the dice line of the log."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from undercroft.kernel.amounts import MINUS, mixed

Target: TypeAlias = Callable[[Any, int], str]
"""The words for a number, from the input of the rule and the roll as it counts: `+1 = 9, against 10`."""

Number: TypeAlias = Callable[[Any], int | Fraction]


def reach(number: Number, adds: Number | None = None) -> Target:
    """A total that must reach or beat a number; `adds` where the outcome does not name the total."""

    def words(given: object, rolled: int) -> str:
        more = Fraction(adds(given)) if adds is not None else Fraction(0)
        total = f"{'+' if more > 0 else MINUS}{mixed(abs(more))} = {mixed(rolled + more)}, " if more else ""
        return f"{total}against {mixed(number(given))}"

    return words


def under(number: Number, above: Number | None = None) -> Target:
    """A roll that must not be over a number, nor, if it is given, as low as another."""

    def words(given: object, rolled: int) -> str:
        high, low = int(number(given)), int(above(given)) if above is not None else 0
        if low and rolled <= high:
            return f"{apart(rolled, high)} and {apart(rolled, low)}" if rolled > low else apart(rolled, low)
        return apart(rolled, high)

    return words


def chance(hits: Number, sides: int) -> Target:
    """A face not above a number: `chance 2 in 6`."""
    return lambda given, _: f"chance {hits(given)} in {sides}"


def apart(rolled: int, number: int) -> str:
    """How far a roll is from a number: `1 under 9`, `exactly 9`."""
    away = rolled - number
    return f"{abs(away)} {'over' if away > 0 else 'under'} {number}" if away else f"exactly {number}"
