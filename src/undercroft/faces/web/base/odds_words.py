"""Chances as people read them: in words, as bars."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from undercroft.kernel.amounts import rounded

_PARTS = range(2, 13)
_CLOSE = Fraction(1, 80)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TIMES = ("never", "once", "twice")


def in_words(chance: Fraction) -> str:
    """A chance in words.

    >>> in_words(Fraction(7, 12)), in_words(Fraction(671, 1296)), in_words(Fraction(1, 6)), in_words(Fraction(1, 400))
    ('seven times in twelve', 'about half the time', 'once in six', 'once in 400')
    """
    if chance in (0, 1):
        return "always" if chance else "never"
    if chance < Fraction(1, 13):
        return _seldom(chance)
    if chance > Fraction(12, 13):
        return f"all but {_seldom(1 - chance)}"
    near = _nearest(chance)
    said = "half the time" if near == Fraction(1, 2) else f"{_times(near.numerator)} in {_NUMBERS[near.denominator]}"
    return said if near == chance else f"about {said}"


def _nearest(chance: Fraction) -> Fraction:
    """The simplest fraction that is close, else the closest simple fraction."""
    simple = [Fraction(round(chance * parts), parts) for parts in _PARTS]
    inner = [near for near in simple if 0 < near < 1]
    exact = [near for near in inner if near == chance]
    close = [near for near in inner if abs(near - chance) <= _CLOSE]
    return (exact or close or sorted(inner, key=lambda near: abs(near - chance)))[0]


def _seldom(chance: Fraction) -> str:
    of = 1 / chance
    return f"once in {of.numerator:,}" if of.denominator == 1 and of < 10**9 else f"about once in {rounded(of)}"


def _times(count: int) -> str:
    return _TIMES[count] if count < len(_TIMES) else f"{_NUMBERS[count]} times"


class OddsRow(Struct, frozen=True):
    """A line of odds: the result, its chance, and whether to highlight it."""

    label: str
    chance: Fraction
    ways: str = ""
    marked: bool = False


def share(chance: Fraction) -> str:
    """The bar of a chance, in percent of the track."""
    return f"{float(chance) * 100:.2f}"


def mean(chances: Iterable[tuple[int, Fraction]]) -> Fraction:
    """The average of the results."""
    return sum((result * chance for result, chance in chances), Fraction(0))
