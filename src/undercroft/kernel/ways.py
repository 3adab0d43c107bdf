"""In how many ways each total can fall: exact, in whole numbers.

A sum of like dice has a closed recurrence. A keep is counted by the value of its marginal die. Polynomials are
multiplied as single big integers (Kronecker substitution), so even a hundred dice cost one multiplication.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from undercroft.kernel.dice import (
    MOST_EXPLOSIONS,
    Chance,
    Formula,
    Keep,
    Labelled,
    Negative,
    Number,
    Product,
    Roll,
    Sum,
    Throw,
    meeting,
)
from undercroft.kernel.faults import OddsTooWide

MOST_RESULTS = 100_000
"""Distinct totals an exact answer may have."""

MOST_BITS = 6_000_000
"""Size of a product that may be multiplied out for one answer, about half a second's work."""

MOST_TIMES = 24
"""How often a product of that size may be multiplied out; smaller ones more often."""

MOST_PAIRS = 300_000
"""Pairs of totals that may be combined one by one for one answer."""

NEGLIGIBLE = 10**12
"""An explosion is followed until less than one part in this many is left; what is left is reported."""


class Ways:
    """Weights of the totals a formula can have, out of `whole`; what is not followed to its end is missing."""

    __slots__ = ("counts", "whole")

    def __init__(self, counts: dict[int, int], whole: int) -> None:
        self.counts = counts
        self.whole = whole

    @property
    def missing(self) -> int:
        """The weight that was not followed to its end."""
        return self.whole - sum(self.counts.values())


@lru_cache(maxsize=1024)
def ways(formula: Formula) -> Ways:
    """Every total of a formula and the number of ways it can fall."""
    match formula:
        case Roll():
            return _roll(formula)
        case Number(value=value):
            return Ways({value: 1}, 1)
        case Chance(hits=hits, sides=sides):
            counts = {0: sides - hits, 1: hits}
            return Ways({total: n for total, n in counts.items() if n}, sides)
        case Negative(of=of):
            inner = ways(of)
            return Ways({-total: n for total, n in reversed(inner.counts.items())}, inner.whole)
        case Labelled(of=of):
            return ways(of)
        case Sum(left=left, right=right):
            return _added(ways(left), ways(right))
        case Product(left=left, right=right):
            return _multiplied(ways(left), ways(right))


def answers(throw: Throw) -> tuple[Iterable[tuple[int | tuple[int, ...], int]], int]:
    """Every answer to a throw with its weight, and the weight of all."""
    if throw.faces:
        if not isinstance(throw.roll, Roll) or not throw.roll.is_plain:
            raise OddsTooWide("odds_too_wide", f"“{throw.purpose}” looks at single dice of a roll that changes them")
        return _hands(throw.roll).items(), throw.roll.sides**throw.roll.count
    spread = ways(throw.roll)
    return spread.counts.items(), spread.whole


def bounds(formula: Formula) -> tuple[int, int]:
    """The least and the greatest total a formula could ever have."""
    match formula:
        case Roll():
            return _roll_bounds(formula)
        case Number(value=value):
            return value, value
        case Chance():
            return 0, 1
        case Negative(of=of):
            low, high = bounds(of)
            return -high, -low
        case Labelled(of=of):
            return bounds(of)
        case Sum(left=left, right=right):
            (a, b), (c, d) = bounds(left), bounds(right)
            return a + c, b + d
        case Product(left=left, right=right):
            (a, b), (c, d) = bounds(left), bounds(right)
            corners = a * c, a * d, b * c, b * d
            return min(corners), max(corners)


def _roll_bounds(roll: Roll) -> tuple[int, int]:
    counted = roll.keep.count if roll.keep else roll.count
    chain = 1 + MOST_EXPLOSIONS if roll.explode else 1
    if roll.successes:
        return 0, counted * chain
    low, high = roll.values[0], roll.values[-1]
    return counted * min(low, low * chain), counted * high * chain


def _roll(roll: Roll) -> Ways:
    _check_results(roll.sides)
    if roll.is_plain and roll.values[-1] - roll.values[0] == roll.sides - 1:
        low = roll.values[0] * roll.count
        return Ways(dict(enumerate(_uniform(roll.count, roll.sides), start=low)), roll.sides**roll.count)
    worth, whole = _exploded(roll) if roll.explode else _standing(roll)
    if roll.keep:
        return Ways(_kept(roll, roll.keep, worth), whole**roll.count)
    if roll.successes and not roll.explode:
        worth = _gathered((_succeeds(roll, face), n) for face, n in worth.items())
    return Ways(_power(worth, roll.count), whole**roll.count)


def _uniform(count: int, sides: int) -> list[int]:
    """Coefficients of f = (1 + x + ... + x^(s-1))^n, from (1 - x)(1 - x^s) f' = n f (1 - s x^(s-1) + (s-1) x^s)."""
    n, s = count, sides
    top = n * (s - 1)
    _check_results(top + 1)
    half = top // 2
    c = [1] * (half + 1)
    for k in range(1, half + 1):
        value = (k - 1 + n) * c[k - 1]
        if k >= s:
            value += (k - s - n * s) * c[k - s]
            if k > s:
                value -= (k - s - 1 - n * (s - 1)) * c[k - s - 1]
        c[k] = value // k
    return c + c[: top - half][::-1]


def _standing(roll: Roll) -> tuple[dict[int, int], int]:
    """One die after its rerolls: the weight of each face, and of all."""
    always = meeting(roll.reroll, roll.sides, roll.marks)
    once = meeting(roll.reroll_once, roll.sides, roll.marks)
    allowed = [face for face in roll.values if face not in always]
    whole = len(allowed)
    thrown_again = sum(face in once for face in allowed)
    if not thrown_again:
        return dict.fromkeys(allowed, 1), whole
    return {face: (0 if face in once else whole) + thrown_again for face in allowed}, whole * whole


def _exploded(roll: Roll) -> tuple[dict[int, int], int]:
    """One die with the dice it brings: the weight of each worth, and of all, explosions followed far enough."""
    standing, whole = _standing(roll)
    explodes = meeting(roll.explode, roll.sides, roll.marks)
    counted = [(_succeeds(roll, face) if roll.successes else face, n, face in explodes) for face, n in standing.items()]
    goes_on = _gathered((worth, n) for worth, n, on in counted if on)
    stops = _gathered((worth, n) for worth, n, on in counted if not on)
    depth = _depth(roll.count, sum(goes_on.values()), whole)
    chain, worths = {0: 1}, dict[int, int]()
    for further in range(depth, -1, -1):
        last = _added_counts(stops, goes_on) if further == 0 and depth == MOST_EXPLOSIONS else stops
        for worth, n in _convolved(chain, last).items():
            worths[worth] = worths.get(worth, 0) + n * whole**further
        chain = _convolved(chain, goes_on)
    return dict(sorted(worths.items())), whole ** (depth + 1)


def _depth(count: int, goes_on: int, whole: int) -> int:
    """How many explosions of one die to follow, so that little is left among `count` of them."""
    left, of = goes_on * count * NEGLIGIBLE, whole
    for depth in range(MOST_EXPLOSIONS):
        if left <= of:
            return depth
        left, of = left * goes_on, of * whole
    return MOST_EXPLOSIONS


def _succeeds(roll: Roll, face: int) -> int:
    return int(face in meeting(roll.successes, roll.sides, roll.marks))


def _kept(roll: Roll, keep: Keep, worth: dict[int, int]) -> dict[int, int]:
    """Count by the worth of the marginal die: some dice are better, enough are equal, the rest are worse."""
    n, k = roll.count, keep.count
    counted = {value: _succeeds(roll, value) if roll.successes else value for value in worth}
    least = min(counted.values())
    width = (max(counted.values()) - least) * k + 1
    packing = _Packing(width, sum(worth.values()) ** n, times=len(worth) * k)
    total, better, worse = 0, 0, sum(worth.values())
    for value in sorted(worth, reverse=keep.highest):
        weight, place = worth[value], packing.place(counted[value] - least)
        worse -= weight
        power = 1
        for above in range(k):
            level = sum(
                comb(n - above, at) * weight**at * worse ** (n - above - at) for at in range(k - above, n - above + 1)
            )
            total += (comb(n, above) * level * power) << (place * (k - above))
            power *= better
        better += weight << place
    return packing.unpacked(total, least * k)


def _power(worth: Mapping[int, int], count: int) -> dict[int, int]:
    """The weights of a sum of `count` like things."""
    if count == 0:
        return {0: 1}
    least, most = min(worth), max(worth)
    packing = _Packing((most - least) * count + 1, sum(worth.values()) ** count)
    base = sum(n << packing.place(value - least) for value, n in worth.items())
    return packing.unpacked(base**count, least * count)


def _added(left: Ways, right: Ways) -> Ways:
    a, b = left.counts, right.counts
    whole = left.whole * right.whole
    if len(a) * len(b) <= MOST_PAIRS:
        return Ways(_convolved(a, b), whole)
    low = min(a) + min(b)
    packing = _Packing(max(a) + max(b) - low + 1, whole)
    one, other = (sum(n << packing.place(value - min(part)) for value, n in part.items()) for part in (a, b))
    return Ways(packing.unpacked(one * other, low), whole)


def _multiplied(left: Ways, right: Ways) -> Ways:
    if len(left.counts) * len(right.counts) > MOST_PAIRS:
        raise _too_wide()
    products = _gathered((x * y, n * m) for x, n in left.counts.items() for y, m in right.counts.items())
    return Ways(products, left.whole * right.whole)


def _convolved(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    return _gathered((x + y, n * m) for x, n in a.items() for y, m in b.items())


def _added_counts(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    return _gathered((*a.items(), *b.items()))


def _gathered(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Weights of equal values added up, in ascending order."""
    sums: dict[int, int] = {}
    for value, n in pairs:
        sums[value] = sums.get(value, 0) + n
    return dict(sorted(sums.items()))


class _Packing:
    """A polynomial as one big integer, each coefficient in its own few bytes."""

    def __init__(self, width: int, heaviest: int, times: int = 1) -> None:
        self._bytes = (heaviest.bit_length() + 8) // 8
        self._width = width
        _check_results(width)
        size = width * self._bytes * 8
        if size > MOST_BITS or size * times > MOST_BITS * MOST_TIMES:
            raise _too_wide()

    def place(self, exponent: int) -> int:
        """How far to shift a coefficient of x to that exponent."""
        return 8 * self._bytes * exponent

    def unpacked(self, packed: int, lowest: int) -> dict[int, int]:
        """The coefficients, the first of them belonging to `lowest`."""
        size = self._bytes
        raw = packed.to_bytes(size * self._width, "little")
        pairs = ((lowest + i, int.from_bytes(raw[i * size : (i + 1) * size], "little")) for i in range(self._width))
        return {value: n for value, n in pairs if n}


def _check_results(results: int) -> None:
    if results > MOST_RESULTS:
        raise OddsTooWide("odds_too_wide", f"more than {MOST_RESULTS:,} results", "ask about fewer or smaller dice")


def _too_wide() -> OddsTooWide:
    return OddsTooWide("odds_too_wide", "these dice have too many ways to fall", "ask about fewer or smaller dice")


@lru_cache(maxsize=64)
def _hands(roll: Roll) -> dict[tuple[int, ...], int]:
    """Every hand of single faces in ascending order, with the ways it can fall."""
    _check_results(comb(roll.count + roll.sides - 1, roll.count))
    return {hand: _orders(hand) for hand in combinations_with_replacement(roll.values, roll.count)}


def _orders(hand: tuple[int, ...]) -> int:
    return factorial(len(hand)) // prod(factorial(hand.count(face)) for face in set(hand))
