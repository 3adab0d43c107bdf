"""Outcomes with their exact chances, and what can be measured of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from undercroft.interpret import measures
from undercroft.interpret.arguments import check_number
from undercroft.interpret.measures import Span
from undercroft.kernel.faults import BadInput

H = TypeVar("H", bound=Hashable)

UNKNOWN: Span = (None, None)


class Measured(Mapping[H, Fraction], Generic[H]):
    """Outcomes with their exact chances. The chance that was not explored, if any, belongs to none of them.

    Where some chance was not explored, every measure is a `Bounds`: a number that also knows its `low` and its `high`.
    """

    def __init__(
        self, weights: Mapping[H, int], whole: int = 0, policy: str | None = None, rest: Span = UNKNOWN
    ) -> None:
        if not whole:
            what = "the whole of these weights is missing"
            raise BadInput("no_whole", what, 'write Odds.of([1, 2]) or Odds.of({"orc": 3, "rat": 1})')
        self.weights = weights
        """The weight of each outcome, out of `whole`."""
        self.whole = whole
        self.rest = rest
        """Between which numbers the outcomes lie that were not explored; None where that is not known."""
        self.policy = policy

    def __getitem__(self, outcome: H) -> Fraction:
        return Fraction(self.weights[outcome], self.whole)

    def __iter__(self) -> Iterator[H]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __bool__(self) -> bool:
        """Whether there is any outcome; odds of yes and no are neither, so that no `if` takes them for an answer."""
        if (
            len(self.weights) == 2
            and set(self.weights) == {False, True}
            and all(type(of) is bool for of in self.weights)
        ):
            raise BadInput(
                "yes_and_no",
                "these odds are a chance of yes and of no, not one of them",
                "ask for the chance with .yes, join tests with &, or take highest(a, b)",
            )
        return len(self.weights) > 0

    if not TYPE_CHECKING:  # else every name would be there for type checkers

        def __getattr__(self, name: str) -> object:
            """Name what other libraries call otherwise."""
            from undercroft.interpret.other_names import ODDS, instead

            raise AttributeError(instead(type(self).__name__, name, ODDS), name=name, obj=self)

    def __repr__(self) -> str:
        chances = ", ".join(f"{outcome!r}: {chance}" for outcome, chance in self.items())
        return f"Odds({chances})"

    @property
    def bits(self) -> int:
        """The length of the numbers that its chances are made of."""
        return self.whole.bit_length()

    @property
    def unexplored(self) -> Fraction:
        """The chance that was not followed to an outcome."""
        return Fraction(self.missing, self.whole)

    @property
    def missing(self) -> int:
        """The weight that was not explored."""
        return self.whole - sum(self.weights.values())

    @property
    def are_numbers(self) -> bool:
        """Whether all outcomes are numbers, not yes and no."""
        return all(isinstance(outcome, int | Fraction) and not isinstance(outcome, bool) for outcome in self.weights)

    @property
    def numbers(self) -> Mapping[Any, int]:
        """The weights, if all outcomes are numbers."""
        measures.check_numbers(self.weights)
        return self.weights

    def floats(self) -> dict[H, float]:
        """The chances as floats.

        >>> Odds.of("ab").floats()
        {'a': 0.5, 'b': 0.5}
        """
        return {outcome: weight / self.whole for outcome, weight in self.weights.items()}

    def chance(self, what: Callable[[H], bool] | H | Collection[H] | str) -> Fraction:
        """The chance of an outcome, of one of several, or that something holds of the outcome.

        Outcomes of a rule may be asked for by their kind.

        >>> d6 = Odds.of(range(1, 7))
        >>> d6.chance(4), d6.chance(9), d6.chance([5, 6]), d6.chance(lambda face: face > 4)
        (Fraction(1, 6), Fraction(0, 1), Fraction(1, 3), Fraction(1, 3))
        """
        if isinstance(what, int):
            return self._chance(self.weights.get(cast("H", what), 0))
        holds = self._looked_for(what)
        return self._chance(sum(weight for outcome, weight in self.weights.items() if holds(outcome)))

    @property
    def yes(self) -> Fraction:
        """The chance of yes, where the outcomes are yes and no.

        >>> (Odds.of(range(1, 7)) > 4).yes
        Fraction(1, 3)
        """
        return self.chance(bool)

    def at_least(self, number: int | Fraction) -> Fraction:
        """The chance of that number or more.

        >>> Odds.of(range(1, 7)).at_least(5)
        Fraction(1, 3)
        """
        check_number(number)
        return self._numbers_chance(lambda outcome: outcome >= number)

    def at_most(self, number: int | Fraction) -> Fraction:
        """The chance of that number or less.

        >>> Odds.of(range(1, 7)).at_most(1)
        Fraction(1, 6)
        """
        check_number(number)
        return self._numbers_chance(lambda outcome: outcome <= number)

    def between(self, low: int | Fraction, high: int | Fraction) -> Fraction:
        """The chance of a number between these two, or either of them.

        >>> Odds.of(range(1, 7)).between(2, 4)
        Fraction(1, 2)
        """
        check_number(low)
        check_number(high)
        return self._numbers_chance(lambda outcome: low <= outcome <= high)

    def tails(self, *, at_most: bool = False) -> dict[H, Fraction]:
        """For each number the chance of at least it; or of at most it.

        >>> Odds.of([1, 2, 2]).tails()
        {1: Fraction(1, 1), 2: Fraction(2, 3)}
        >>> Odds.of([1, 2, 2]).tails(at_most=True)
        {1: Fraction(1, 3), 2: Fraction(1, 1)}
        """
        found: dict[H, Fraction] = {}
        weight = 0
        for outcome, more in sorted(self.numbers.items(), reverse=not at_most):
            weight += more
            found[outcome] = self._chance(weight)
        return found if at_most else dict(reversed(found.items()))

    @property
    def mean(self) -> Fraction:
        """The mean.

        >>> Odds.of(range(1, 7)).mean
        Fraction(7, 2)
        """
        return measures.mean(self.weights, self.whole, self.rest)

    @property
    def variance(self) -> Fraction:
        """The mean square of the distance from the mean.

        >>> Odds.of(range(1, 7)).variance
        Fraction(35, 12)
        """
        return measures.variance(self.weights, self.whole, self.rest)

    @property
    def deviation(self) -> float:
        """The standard deviation: the root of the variance, as a float.

        >>> round(Odds.of(range(1, 7)).deviation, 3)
        1.708
        """
        return sqrt(self.variance)

    @property
    def mode(self) -> H:
        """The likeliest outcome; of several, the first.

        >>> Odds.of([2, 3, 3, 4]).mode
        3
        """
        return self.modes[0]

    @property
    def modes(self) -> tuple[H, ...]:
        """All outcomes that no other is likelier than."""
        most = max(self.weights.values(), default=0)
        if not most:
            raise BadInput("no_outcomes", "there is no outcome to measure", "follow the odds further")
        return tuple(outcome for outcome, weight in self.weights.items() if weight == most)

    @property
    def median(self) -> H:
        """The least number that half of all throws do not pass.

        >>> Odds.of(range(1, 7)).median
        3
        """
        return self.percentile(50)

    def percentile(self, percent: float | Fraction) -> H:
        """The least number that this many throws in a hundred do not pass.

        Where some chance was not explored, this is its upper bound; `percentile_bounds` gives both.

        >>> Odds.of(range(1, 7)).percentile(90)
        6
        """
        _, high = self.percentile_bounds(percent)
        if high is None:
            what = f"{float(self.unexplored):.3g} was not explored, too much for this percentile"
            raise BadInput("unexplored", what, "ask for a lower one, or follow the odds further")
        return high

    def percentile_bounds(self, percent: float | Fraction) -> tuple[H | None, H | None]:
        """The bounds of a percentile; None where what was not explored may carry it past every bound.

        >>> Odds.of(range(1, 7)).percentile_bounds(50)
        (3, 3)
        """
        return measures.percentile_bounds(self.weights, self.whole, self.rest, measures.share_of(percent))

    @property
    def span(self) -> tuple[H | None, H | None]:
        """The least and the greatest possible number; None where some chance was not explored and may lie anywhere."""
        low, high = min(self.numbers, default=None), max(self.numbers, default=None)
        if not self.missing:
            return low, high
        least, most = self.rest
        return (
            None if least is None else min(low if low is not None else least, least),
            None if most is None else max(high if high is not None else most, most),
        )

    def _looked_for(self, what: object) -> Callable[[H], bool]:
        if callable(what):
            return cast("Callable[[H], bool]", what)
        from undercroft.interpret.looked_for import looked_for

        return looked_for(what, self.weights)

    def _numbers_chance(self, holds: Callable[[Any], bool]) -> Fraction:
        return self._chance(sum(weight for number, weight in self.numbers.items() if holds(number)))

    def _chance(self, weight: int) -> Fraction:
        return measures.chance(weight, self.missing, self.whole)
