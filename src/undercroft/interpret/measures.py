"""What can be measured of weighted numbers: mean, spread, percentiles.

Weights are out of `whole`; the weight that is missing belongs to numbers that were not explored. `rest` says between
which numbers those lie, None where that is not known.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import isfinite
from typing import Any, TypeAlias, cast

from undercroft.interpret.bounded import Bounds
from undercroft.kernel.faults import BadInput

Span: TypeAlias = tuple[Any, Any]
"""The least and the greatest number; None where it is not known."""


def check_numbers(outcomes: Iterable[object]) -> None:
    """Refuse outcomes that are not numbers."""
    for outcome in outcomes:
        if not isinstance(outcome, int | Fraction):
            what = f"{type(outcome).__name__} is not a number"
            raise BadInput("not_numbers", what, "choose the number first, such as odds.by(lambda it: it.total)")


def chance(weight: int, missing: int, whole: int) -> Fraction:
    """The chance of what has that weight; what is missing may belong to it or not."""
    known = Fraction(weight, whole)
    return Bounds.around(known, known, Fraction(weight + missing, whole)) if missing else known


def mean(weights: Mapping[Any, int], whole: int, rest: Span) -> Fraction:
    """The mean of the numbers."""
    explored, total = _explored(weights), sum(number * weight for number, weight in weights.items())
    if explored == whole:
        return Fraction(total) / whole
    missing = whole - explored
    low, high = (None if end is None else (Fraction(total) + end * missing) / whole for end in rest)
    return Bounds.around(Fraction(total) / explored, low, high)


def variance(weights: Mapping[Any, int], whole: int, rest: Span) -> Fraction:
    """The mean square of the distance from the mean."""
    explored = _explored(weights)
    centre = Fraction(sum(number * weight for number, weight in weights.items())) / explored
    squares = Fraction(sum(number * number * weight for number, weight in weights.items())) / explored
    spread = squares - centre * centre
    if explored == whole:
        return spread
    known, left = Fraction(explored, whole), Fraction(whole - explored, whole)
    low, high = rest
    least = known * spread
    if low is None or high is None:
        return Bounds.around(spread, least, None)
    near = max(low - centre, centre - high, 0)
    far = max(abs(low - centre), abs(high - centre))
    most = least + left * Fraction(high - low) ** 2 / 4 + known * left * far**2
    return Bounds.around(spread, least + known * left * near**2, most)


def percentile_bounds(weights: Mapping[Any, int], whole: int, rest: Span, share: Fraction) -> Span:
    """Between which outcomes the percentile lies. None: what is missing may carry it past every bound."""
    missing = whole - _explored(weights)
    wanted = share * whole
    if not missing:
        at = _reached(weights, wanted)
        return at, at
    low, high = rest
    first = _reached(weights, wanted - missing) if low is None else _reached(_put(weights, low, missing), wanted)
    last = _reached(weights, wanted) if high is None else _reached(_put(weights, high, missing), wanted)
    return None if low is None and wanted <= missing else first, last


def _put(weights: Mapping[Any, int], number: Any, weight: int) -> dict[Any, int]:
    return {**weights, number: weights.get(number, 0) + weight}


def _reached(weights: Mapping[Any, int], wanted: Fraction) -> Any:
    """The least outcome at which that much weight is reached; None if it never is."""
    numbers = sorted(weights)
    at = bisect_left(list(accumulate(weights[number] for number in numbers)), wanted)
    return numbers[at] if at < len(numbers) else None


def share_of(percent: float | Fraction) -> Fraction:
    """A percentage as a share; floats are read as they are written."""
    if not isinstance(cast("object", percent), int | Fraction | float) or not isfinite(percent):
        raise BadInput("type", f"{percent!r} is not a percentage", "write a number from 0 to 100, such as 90")
    if isinstance(percent, float) and 0 < percent < 1:
        what = f"{percent} is less than one in a hundred"
        raise BadInput("bad_percentage", what, "write 90 for nine in ten; half a percent is Fraction(1, 2)")
    share = Fraction(str(percent)) / 100
    if not 0 <= share <= 1:
        raise BadInput("bad_percentage", f"{percent} is not a percentage", "write a number from 0 to 100, such as 90")
    return share


def _explored(weights: Mapping[Any, int]) -> int:
    check_numbers(weights)
    explored = sum(weights.values())
    if not explored:
        raise BadInput("no_outcomes", "there is no outcome to measure", "follow the odds further")
    return explored
