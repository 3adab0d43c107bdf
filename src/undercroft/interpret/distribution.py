"""Odds as values: combined, compared, conditioned and repeated, exactly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import gcd, isfinite, lcm
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast

from msgspec import Struct

from undercroft.interpret import combining
from undercroft.interpret.arguments import check_count, check_function, check_outcome, check_several, share, unusable
from undercroft.interpret.measured import UNKNOWN, H
from undercroft.interpret.measures import Span
from undercroft.interpret.presented import Presented
from undercroft.kernel import polynomials
from undercroft.kernel.faults import BadInput

if TYPE_CHECKING:
    from undercroft.interpret.pool import Pool

K = TypeVar("K")
L = TypeVar("L")

Rounding: TypeAlias = Literal["down", "up", "zero", "nearest"]


class Tally(Struct, frozen=True):
    """How often each outcome came.

    >>> Tally((("hit", 2), ("miss", 1)))["hit"]
    2
    """

    counts: tuple[tuple[Any, int], ...]

    def __getitem__(self, outcome: object) -> int:
        return sum(often for kind, often in self.counts if kind == outcome)


class Odds(Presented[H]):
    """Outcomes with their exact chances. The chance that was not explored, if any, belongs to none of them.

    Two odds that are combined are independent of each other: `d6 + d6` is two dice, `2 * d6` is one die doubled.

    >>> d6 = Odds.of(range(1, 7))
    >>> (d6 + d6)[7], (2 * d6)[12], (d6 > d6).yes
    (Fraction(1, 6), Fraction(1, 6), Fraction(5, 12))
    """

    @staticmethod
    def of(outcomes: Mapping[K, int | Fraction] | Iterable[K]) -> Odds[K]:
        """Odds of outcomes that are equally likely, or that have these chances in proportion.

        >>> Odds.of({"orc": 3, "rat": 1})["orc"]
        Fraction(3, 4)
        """
        check_several(outcomes)
        each = cast("Mapping[K, int | Fraction]", outcomes) if isinstance(outcomes, Mapping) else None
        shares = [(of, Fraction(1)) for of in outcomes] if each is None else [(of, share(each[of])) for of in each]
        scale = lcm(*(part.denominator for _, part in shares))
        weights = combining.gathered((outcome, int(part * scale)) for outcome, part in shares if part)
        if not weights or min(weights.values()) < 0:
            raise BadInput("no_outcomes", "there must be an outcome, and no chance below 0", "give positive numbers")
        return Odds(weights, sum(weights.values()))

    def by(self, key: Callable[[H], K]) -> Odds[K]:
        """The odds of any part of an outcome: `odds.by(lambda outcome: outcome.total >= 4)`."""
        check_function(key, "lambda total: total % 2")
        grouped: dict[K, int] = {}
        for outcome, weight in self.weights.items():
            part = key(outcome)
            try:
                grouped[part] = grouped.get(part, 0) + weight
            except TypeError:
                raise unusable(part) from None
        return Odds(grouped, self.whole, self.policy)

    def map(self, function: Callable[[H], K] | Mapping[H, K]) -> Odds[K]:
        """The odds of a function of the outcome; numbers in ascending order. A mapping leaves other outcomes alone.

        >>> Odds.of(range(1, 7)).map(lambda face: abs(face - 4))
        Odds(0: 1/6, 1: 1/3, 2: 1/3, 3: 1/6)
        """
        grouped = self.by(
            _replacing(function) if not callable(function) and isinstance(function, Mapping) else function
        )
        return Odds(combining.in_order(grouped.weights), self.whole, self.policy)

    def given(self, holds: Callable[[H], bool]) -> Odds[H]:
        """The odds among the outcomes of which something holds.

        >>> Odds.of(range(1, 7)).given(lambda face: face > 4)[6]
        Fraction(1, 2)
        """
        check_function(holds, "lambda total: total > 10")
        kept = {outcome: weight for outcome, weight in self.weights.items() if holds(outcome)}
        if not kept:
            raise BadInput("never_given", "no outcome passes this test", "ask for something that can happen")
        return _reduced(kept, sum(kept.values()) + self.missing, self.policy, self.rest)

    def combine(self, other: Odds[K], function: Callable[[H, K], L]) -> Odds[L]:
        """The odds of a function of this and an independent other.

        >>> d4 = Odds.of(range(1, 5))
        >>> d4.combine(d4, lambda a, b: "even" if (a + b) % 2 == 0 else "odd")["odd"]
        Fraction(1, 2)
        """
        check_function(function, "lambda a, b: a - b")
        against = _number(cast("Odds[K] | K", other))
        return self._joined(against, combining.paired(self.weights, against.weights, function))

    def then(self, follows: Callable[[H], Odds[K] | K]) -> Odds[K]:
        """What hangs on the outcome, equal ends merged: a check, then the damage of a hit.

        >>> d6 = Odds.of(range(1, 7))
        >>> d6.then(lambda face: d6 + 6 if face == 6 else face)[7]
        Fraction(1, 36)
        """
        check_function(follows, "lambda total: d6 if total > 10 else 0")
        parts = [(as_odds(follows(outcome)), weight) for outcome, weight in self.weights.items()]
        return _merged(parts, self.whole, self.policy)

    def repeat(self, count: int) -> Odds[tuple[H, ...]]:
        """The odds of each row of `count` outcomes, in the order they come.

        >>> Odds.of("ab").repeat(2)[("a", "b")]
        Fraction(1, 4)
        """
        check_count(count)
        polynomials.check_results(len(self.weights) ** count)
        rows: dict[tuple[H, ...], int] = {}
        for row in product(self.weights, repeat=count):
            weight = 1
            for outcome in row:
                weight *= self.weights[outcome]
            rows[row] = weight
        return Odds(rows, self.whole**count, self.policy)

    def times(self, count: int) -> Odds[Tally]:
        """How often each outcome comes in `count` tries.

        >>> Odds.of("ab").times(3).chance(lambda tally: tally["a"] == 2)
        Fraction(3, 8)
        """
        check_count(count)
        found = {Tally(counts): weight for counts, weight in combining.tallied(self.weights, count).items()}
        return Odds(found, self.whole**count, self.policy)

    def often(self, what: Callable[[H], bool] | H | Collection[H] | str, count: int) -> Odds[int]:
        """How often something comes in `count` tries; what is asked for is written as for `chance`.

        >>> Odds.of(range(1, 7)).often(6, 4).at_least(1)
        Fraction(671, 1296)
        """
        check_count(count)
        holds = self._looked_for(what)
        found = self.by(lambda outcome: int(bool(holds(outcome))))
        return Odds(combining.total(found.weights, count), self.whole**count, self.policy, (0, count))

    def total_of(self, count: int) -> Odds[H]:
        """The sum of `count` of them; `count @ odds` is the same.

        >>> Odds.of(range(1, 7)).total_of(3)[18]
        Fraction(1, 216)
        """
        check_count(count)
        rest = UNKNOWN
        if self.missing:
            low, high = cast("Span", self.span)
            rest = (None if low is None else low * count, None if high is None else high * count)
        return Odds(combining.total(self.numbers, count), self.whole**count, self.policy, rest)

    def __rmatmul__(self, count: int) -> Odds[H]:
        return self.total_of(count)

    def pool(self, count: int) -> Pool:
        """So many of them as a pool, of which single ones are looked at.

        >>> Odds.of([0, 0, 1, 2]).pool(3).count(0).at_least(2)
        Fraction(1, 2)
        """
        from undercroft.interpret.pool import pool

        return pool(cast("Odds[int]", self), count=count)

    def highest(self, count: int, keep: int = 1) -> Odds[H]:
        """The highest of so many of them, or the sum of the highest few."""
        return cast("Odds[H]", self.pool(count).highest(keep))

    def lowest(self, count: int, keep: int = 1) -> Odds[H]:
        """The lowest of so many of them, or the sum of the lowest few."""
        return cast("Odds[H]", self.pool(count).lowest(keep))

    def __matmul__(self: Odds[int], other: Odds[K]) -> Odds[K]:
        """As many of the other as this shows: `d4 @ d6` rolls a d4, then that many d6."""
        return self.then(_number(cast("Odds[K] | K", other)).total_of)

    def __add__(self, other: Odds[H] | H) -> Odds[H]:
        return self._plus(_number(other))

    def __radd__(self, other: H) -> Odds[H]:
        return self._plus(_number(other))

    def __neg__(self) -> Odds[H]:
        low, high = self.rest
        rest = (None if high is None else -high, None if low is None else -low)
        weights = {-number: weight for number, weight in self.numbers.items()}
        return Odds(combining.in_order(weights), self.whole, self.policy, rest)

    def __sub__(self, other: Odds[H] | H) -> Odds[H]:
        return self._plus(-_number(other))

    def __rsub__(self, other: H) -> Odds[H]:
        return _number(other)._plus(-self)

    def __mul__(self, other: Odds[H] | H) -> Odds[H]:
        return self._calculated(other, lambda a, b: a * b)

    def __rmul__(self, other: H) -> Odds[H]:
        return self._calculated(other, lambda a, b: a * b)

    def __pos__(self) -> Odds[H]:
        return self

    def __truediv__(self, other: Odds[Any] | int | Fraction) -> Odds[Fraction]:
        """The exact quotient, as fractions."""
        return cast("Odds[Fraction]", self._quotient(other, lambda a, b: Fraction(a) / b))

    def __rtruediv__(self, other: int | Fraction) -> Odds[Fraction]:
        return _number(other) / self

    def __rfloordiv__(self, other: int | Fraction) -> Odds[int]:
        return _number(other) // self

    def __rmod__(self, other: int | Fraction) -> Odds[int]:
        return _number(other) % self

    def __floordiv__(self, other: Odds[Any] | int | Fraction) -> Odds[int]:
        """The quotient, rounded down."""
        return self.divided(other, "down")

    def __mod__(self, other: Odds[Any] | int) -> Odds[int]:
        """What is left of a division rounded down."""
        return self._quotient(other, lambda a, b: a % b)

    def divided(self, by: Odds[Any] | int | Fraction, rounding: Rounding) -> Odds[int]:
        """The quotient rounded down, up, towards zero, or to the nearest whole number (halves up).

        >>> Odds.of([1, 2, 3]).divided(2, "up")
        Odds(1: 2/3, 2: 1/3)
        """
        return self._quotient(by, lambda a, b: combining.divided(a, b, rounding))

    def __abs__(self) -> Odds[H]:
        weights = combining.gathered((abs(number), weight) for number, weight in self.numbers.items())
        return Odds(weights, self.whole, self.policy)

    def max(self, other: Odds[H] | H) -> Odds[H]:
        """The higher of this and the other.

        >>> Odds.of(range(1, 7)).max(Odds.of(range(1, 7)))[6]
        Fraction(11, 36)
        """
        against = _number(other)
        return self._joined(against, combining.higher(self.numbers, against.numbers), _corners(self, against, max))

    def min(self, other: Odds[H] | H) -> Odds[H]:
        """The lower of this and the other."""
        against = _number(other)
        return self._joined(against, combining.lower(self.numbers, against.numbers), _corners(self, against, min))

    def __gt__(self, other: Odds[H] | H) -> Odds[bool]:
        """Whether this shows more than the other, as odds of yes and no."""
        return self._compared(other, (False, False, True))

    def __ge__(self, other: Odds[H] | H) -> Odds[bool]:
        return self._compared(other, (False, True, True))

    def __lt__(self, other: Odds[H] | H) -> Odds[bool]:
        return self._compared(other, (True, False, False))

    def __le__(self, other: Odds[H] | H) -> Odds[bool]:
        return self._compared(other, (True, True, False))

    def equals(self, other: Odds[H] | H) -> Odds[bool]:
        """Whether both show the same; `==` asks whether two odds have the same chances.

        >>> Odds.of(range(1, 7)).equals(Odds.of(range(1, 7))).yes
        Fraction(1, 6)
        """
        return self._compared(other, (False, True, False))

    def __and__(self, other: Odds[bool]) -> Odds[bool]:
        """Whether both are yes."""
        return self.combine(other, lambda a, b: bool(a) and bool(b))

    def __or__(self, other: Odds[bool]) -> Odds[bool]:
        """Whether at least one is yes."""
        return self.combine(other, lambda a, b: bool(a) or bool(b))

    def __invert__(self) -> Odds[bool]:
        """Whether it is not so."""
        return self.by(lambda outcome: not outcome)

    def _plus(self, other: Odds[H]) -> Odds[H]:
        found = combining.added(self.numbers, other.numbers)
        return self._joined(other, found, _corners(self, other, lambda a, b: a + b))

    def _calculated(self, other: Odds[H] | H, function: Callable[[Any, Any], Any]) -> Odds[H]:
        against = _number(other)
        found = combining.paired(self.numbers, against.numbers, function)
        return self._joined(against, found, _corners(self, against, function))

    def _quotient(self, by: Odds[Any] | int | Fraction, function: Callable[[Any, Any], Any]) -> Odds[Any]:
        divisor = _number(by)
        if 0 in divisor.numbers:
            raise BadInput("divided_by_zero", "the divisor may be 0", "divide by what is never 0")
        return self._joined(divisor, combining.paired(self.numbers, divisor.numbers, function))

    def _compared(self, other: Odds[H] | H, says: tuple[bool, bool, bool]) -> Odds[bool]:
        against = _number(other)
        weights = {False: 0, True: 0}
        for said, weight in zip(says, combining.compared(self.numbers, against.numbers), strict=True):
            weights[said] += weight
        return self._joined(against, {said: weight for said, weight in weights.items() if weight})

    def _joined(self, other: Odds[Any], weights: Mapping[K, int], rest: Span = UNKNOWN) -> Odds[K]:
        return Odds(weights, self.whole * other.whole, self.policy or other.policy, rest)


def mix(*parts: Odds[H], weights: Iterable[int | Fraction] | None = None) -> Odds[H]:
    """One of several odds, each equally likely or by weight: which die is in the bag, then what it shows.

    >>> mix(Odds.of(range(1, 5)), Odds.of(range(1, 7)), weights=[2, 1])[1]
    Fraction(2, 9)
    """
    shares = [1] * len(parts) if weights is None else list(weights)
    if len(shares) != len(parts):
        raise BadInput("bad_weights", f"{len(parts)} odds need as many weights", "give one for each")
    which = Odds.of(dict(enumerate(shares)))
    return which.then(lambda at: parts[at])


def _merged(parts: list[tuple[Odds[K], int]], whole: int, policy: str | None) -> Odds[K]:
    common = lcm(*(part.whole for part, _ in parts))
    weights: dict[K, int] = {}
    for part, weight in parts:
        scale = weight * (common // part.whole)
        for outcome, ways in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + ways * scale
    polynomials.check_results(len(weights))
    policies = [part.policy for part, _ in parts if part.policy]
    return _reduced(combining.in_order(weights), whole * common, policy or next(iter(policies), None))


def _reduced(weights: Mapping[K, int], whole: int, policy: str | None, rest: Span = UNKNOWN) -> Odds[K]:
    shared = gcd(whole, *weights.values())
    if shared > 1:
        weights, whole = {outcome: weight // shared for outcome, weight in weights.items()}, whole // shared
    return Odds(weights, whole, policy, rest)


def as_odds(found: Odds[K] | K) -> Odds[K]:
    """Odds as they are; anything else is certain."""
    if isinstance(found, Odds):
        return cast("Odds[K]", found)
    check_outcome(found)
    return Odds({found: 1}, 1)


def _number(value: Odds[K] | K) -> Odds[K]:
    if type(value) is int:
        return Odds({value: 1}, 1)
    if isinstance(value, Odds):
        return cast("Odds[K]", value)
    if isinstance(value, float):
        exact = Fraction(str(value)) if isfinite(value) else Fraction(1, 2)
        fix = f"write Fraction({exact.numerator}, {exact.denominator}), after from fractions import Fraction"
        raise BadInput("not_exact", f"{value} is a float, and odds are exact", fix)
    if not isinstance(value, int | Fraction):
        raise BadInput("type", f"{type(value).__name__} is neither odds nor a number", "write a number, or odds")
    return Odds({value: 1}, 1)


def _corners(a: Odds[Any], b: Odds[Any], function: Callable[[Any, Any], Any]) -> Span:
    """Between which numbers an unexplored result lies, for a function that has its extremes at extremes."""
    if not a.missing and not b.missing:
        return UNKNOWN
    (low, high), (least, most) = a.span, b.span
    if None in (low, high, least, most):
        return UNKNOWN
    ends = [function(end, other) for end in (low, high) for other in (least, most)]
    return min(ends), max(ends)


def _replacing(named: Mapping[H, K]) -> Callable[[H], K]:
    """A function that replaces some outcomes and leaves the others alone."""
    return lambda outcome: named.get(outcome, cast("Any", outcome))
