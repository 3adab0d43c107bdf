"""Weights of independent quantities combined: sums, products, the higher of two, which of two is greater.

Each takes mappings of outcomes to weights. The weight of a combination is the product of the weights, so what is
missing from one of them is missing from the combination.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Any, TypeAlias, TypeVar, cast

from undercroft.interpret.arguments import unusable
from undercroft.kernel import polynomials
from undercroft.kernel.budget import PAIR, spend
from undercroft.kernel.faults import BadInput

K = TypeVar("K", bound=Hashable)
Weights: TypeAlias = Mapping[Any, int]

DENSE = 50
"""Sums are multiplied out as one big number where at least one in so many of the numbers between the ends occurs."""


def gathered(pairs: Iterable[tuple[K, int]]) -> dict[K, int]:
    """The weights of equal outcomes added up; numbers in ascending order."""
    sums: dict[K, int] = {}
    for outcome, weight in pairs:
        try:
            sums[outcome] = sums.get(outcome, 0) + weight
        except TypeError:
            raise unusable(outcome) from None
    polynomials.check_results(len(sums))
    return in_order(sums)


def in_order(weights: Mapping[K, int]) -> dict[K, int]:
    """The same weights, numbers and rows of numbers in ascending order, anything else in its own order."""
    return dict(sorted(weights.items(), key=_number)) if _can_be_ordered(weights) else dict(weights)


def paired(a: Weights, b: Weights, function: Callable[[Any, Any], K]) -> dict[K, int]:
    """The weights of a function of two independent quantities."""
    polynomials.check_pairs(len(a) * len(b))
    return gathered((function(x, y), n * m) for x, n in a.items() for y, m in b.items())


def added(a: Weights, b: Weights) -> dict[Any, int]:
    """The weights of the sum."""
    if not a or not b:
        return {}
    if _are_whole(a) and _are_whole(b) and _is_dense(a) and _is_dense(b):
        return polynomials.added(a, b)
    return paired(a, b, lambda x, y: x + y)


def total(a: Weights, count: int) -> dict[Any, int]:
    """The weights of the sum of `count` of them."""
    if not a:
        return {} if count else {0: 1}
    if _are_whole(a) and _is_dense(a):
        return polynomials.power(a, count)
    found: dict[Any, int] = {0: 1}
    doubled = dict(a)
    while count:
        if count & 1:
            found = added(found, doubled)
        count >>= 1
        doubled = added(doubled, doubled) if count else doubled
    return found


def higher(a: Weights, b: Weights) -> dict[Any, int]:
    """The weights of the higher of the two: each is at most x with the product of their chances."""
    below_a = below_b = before = 0
    found: dict[Any, int] = {}
    for number in sorted({*a, *b}):
        below_a += a.get(number, 0)
        below_b += b.get(number, 0)
        weight = below_a * below_b - before
        before += weight
        if weight:
            found[number] = weight
    return found


def lower(a: Weights, b: Weights) -> dict[Any, int]:
    """The weights of the lower of the two."""
    negative = higher({-x: n for x, n in a.items()}, {-y: m for y, m in b.items()})
    return {-number: weight for number, weight in reversed(negative.items())}


def compared(a: Weights, b: Weights) -> tuple[int, int, int]:
    """The weight with which the first is less, equal, and greater."""
    greater = equal = below = 0
    for number in sorted({*a, *b}):
        here, there = a.get(number, 0), b.get(number, 0)
        greater += here * below
        equal += here * there
        below += there
    return sum(a.values()) * below - equal - greater, equal, greater


def tallied(a: Weights, count: int) -> dict[tuple[tuple[Any, int], ...], int]:
    """The weights of how often each outcome comes in `count` tries, as pairs of an outcome and a number."""
    found: dict[tuple[int, ...], int] = {(0,) * len(a): 1}
    weights = list(a.values())
    for _ in range(count):
        polynomials.check_results(len(found))
        spend(len(found) * len(weights) * PAIR)
        more: dict[tuple[int, ...], int] = {}
        for counts, ways in found.items():
            for at, weight in enumerate(weights):
                grown = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                more[grown] = more.get(grown, 0) + ways * weight
        found = more
    kinds = list(a)
    return {
        tuple((kind, often) for kind, often in zip(kinds, counts, strict=True) if often): ways
        for counts, ways in found.items()
    }


def divided(number: int | Fraction, by: int | Fraction, rounding: str) -> int:
    """A quotient, rounded: down, up, towards zero, or to the nearest with halves up."""
    if not by:
        raise BadInput("divided_by_zero", "the divisor may be 0", "divide by what is never 0")
    exact = Fraction(number) / by
    match rounding:
        case "down":
            return floor(exact)
        case "up":
            return -floor(-exact)
        case "zero":
            return floor(exact) if exact >= 0 else -floor(-exact)
        case "nearest":
            return floor(exact + Fraction(1, 2))
        case _:
            raise BadInput("bad_rounding", f"no rounding is called {rounding!r}", "write down, up, zero or nearest")


def _number(pair: tuple[Any, int]) -> Any:
    return pair[0]


def _are_numbers(outcomes: Iterable[Any]) -> bool:
    return all(isinstance(outcome, int | Fraction) for outcome in outcomes)


def _can_be_ordered(weights: Weights) -> bool:
    return _are_numbers(weights) or all(_is_row_of_numbers(outcome) for outcome in weights)


def _is_row_of_numbers(outcome: object) -> bool:
    return isinstance(outcome, tuple) and _are_numbers(cast("tuple[object, ...]", outcome))


def _are_whole(weights: Weights) -> bool:
    return all(isinstance(outcome, int) for outcome in weights)


def _is_dense(weights: Weights) -> bool:
    return bool(max(weights) - min(weights) <= DENSE * len(weights))
