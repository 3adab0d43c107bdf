"""Repetition: the odds after so many steps, and until something ends.

A step takes a state to the odds of the next state; equal states are merged after every step. Chances are exact
fractions for up to `EXACT_STATES` states. Beyond, they are rounded down, so each is a true lower bound, and all that
was rounded away, not followed or cut off by a limit is `unexplored`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from math import inf, lcm, log2
from typing import Generic, TypeAlias, TypeVar, cast, overload

from undercroft.interpret.arguments import check_count, check_function
from undercroft.interpret.bounded import Bounds
from undercroft.interpret.distribution import Odds, as_odds
from undercroft.interpret.elimination import ExactNumbers, Rounded, flows
from undercroft.kernel.budget import PAIR, SCRIPT, spend
from undercroft.kernel.faults import BadInput
from undercroft.kernel.polynomials import MOST_DIGITS

S = TypeVar("S", bound=Hashable)

EXACT_STATES = 300
"""The most states whose chances are kept as exact fractions."""
MOST_STATES = 200_000
"""The most states followed, the likeliest first."""
MANY_STATES, UNLIKELY = 5_000, 128
"""After so many states, a state is not followed if every path to it is less likely than this power of one half."""
FINE = 1 << 96
"""Rounded weights are out of this whole."""
NEGLIGIBLE = 10**12
"""The odds of when an endless chain ends are listed until less than one part in this many is left."""
MOST_STEPS = 20_000
"""The most steps in a list of when a chain ends."""

_SUCH_A_STEP = "lambda state: d6 + state"

Step: TypeAlias = Callable[[S], "Odds[S] | S"]


class Course(Sequence[Odds[S]], Generic[S]):
    """The odds of the state after no step, after one, after two, and so on."""

    def __init__(self, odds: Sequence[Odds[S]]) -> None:
        self._odds = odds

    @overload
    def __getitem__(self, at: int) -> Odds[S]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Odds[S]]: ...
    def __getitem__(self, at: int | slice) -> Odds[S] | Sequence[Odds[S]]:
        return self._odds[at]

    def __len__(self) -> int:
        return len(self._odds)

    def __repr__(self) -> str:
        return f"Course({len(self._odds) - 1} steps to {self.last!r})"

    @property
    def last(self) -> Odds[S]:
        """The odds of the state after the last step."""
        return self._odds[-1]

    def chances(self, happens: Callable[[S], bool]) -> tuple[Fraction, ...]:
        """After each step the chance that something holds of the state."""
        check_function(happens, "lambda state: state == 4")
        return tuple(odds.chance(happens) for odds in self._odds)


class Ends(Generic[S]):
    """How and when a chain of steps ends."""

    def __init__(
        self, ends: Odds[S], never: Fraction, mean: Fraction, variance: Fraction, when: Callable[[], Odds[int]]
    ) -> None:
        self.ends = ends
        """The chance of each end."""
        self.never = never
        """The chance that it goes on for ever."""
        self._mean = mean
        self._variance = variance
        self._when = when

    def __repr__(self) -> str:
        return f"Ends({self.ends!r})"

    @property
    def unexplored(self) -> Fraction:
        """The chance that was not followed to an end, of what does end."""
        return self.ends.unexplored - self.never

    @property
    def mean(self) -> Fraction:
        """The mean number of steps."""
        return self._ending(self._mean)

    @property
    def variance(self) -> Fraction:
        """The variance of the number of steps."""
        return self._ending(self._variance)

    @cached_property
    def when(self) -> Odds[int]:
        """The odds of the number of steps. What is unexplored takes more steps than are listed."""
        return self._when()

    def _ending(self, measure: Fraction) -> Fraction:
        if self.never:
            what = f"it goes on for ever with a chance of {float(self.never):.3g}, so the steps have no mean"
            raise BadInput("never_ends", what, "ask for the chance of each end")
        return measure


def after(step: Step[S], start: S | Odds[S], times: int) -> Course[S]:
    """The odds of the state after each of so many steps.

    >>> d6 = Odds.of(range(1, 7))
    >>> after(lambda best: d6.map(lambda face: max(face, best)), 0, 3).last[6]
    Fraction(91, 216)
    """
    check_count(times)
    check_function(step, _SUCH_A_STEP)
    fold = _Fold(step)
    course = [as_odds(start)]
    for _ in range(times):
        course.append(fold.next(course[-1]))
    return Course(course)


def until(
    step: Step[S],
    start: S | Odds[S],
    is_end: Callable[[S], bool],
    at_most: int | None = None,
    *,
    most_states: int = MOST_STATES,
) -> Ends[S]:
    """Go on until a state is an end, or for `at_most` steps.

    >>> d6 = Odds.of(range(1, 7))
    >>> throws = until(lambda _: d6, 0, lambda face: face == 4)
    >>> throws.mean, throws.variance, throws.when.percentile(90)
    (Fraction(6, 1), Fraction(30, 1), 13)
    """
    check_function(step, _SUCH_A_STEP)
    check_function(is_end, "lambda state: state == 4")
    first = as_odds(start)
    if at_most is not None:
        check_count(at_most)
        return _within(step, first, is_end, at_most)
    return _endless(step, first, is_end, most_states)


class _Fold(Generic[S]):
    """Takes the odds of a state one step on. The odds of a state's next state are asked for once."""

    def __init__(self, step: Step[S], is_end: Callable[[S], bool] = lambda _: False) -> None:
        self._step = step
        self._is_end = is_end
        self._known: dict[S, Odds[S]] = {}

    def follow(self, state: S) -> Odds[S]:
        """The odds of the next state."""
        known = self._known.get(state)
        if known is None:
            spend(SCRIPT)
            known = self._known[state] = as_odds(self._step(state))
        return known

    def next(self, odds: Odds[S]) -> Odds[S]:
        """The odds after one step more."""
        rows = [(self.follow(state), weight) for state, weight in odds.weights.items()]
        spend(sum(len(row) for row, _ in rows) * PAIR)
        weights: dict[S, int] = {}
        common = lcm(*(row.whole for row, _ in rows))
        whole = odds.whole * common
        exact = odds.whole != FINE and len(rows) <= EXACT_STATES and whole.bit_length() <= MOST_DIGITS
        for row, weight in rows:
            part, of = (weight * (common // row.whole), 1) if exact else (weight * FINE // odds.whole, row.whole)
            for state, ways in row.weights.items():
                share = part * ways // of
                if share:
                    weights[state] = weights.get(state, 0) + share
        return Odds(weights, whole if exact else FINE, odds.policy)

    def ended(self, odds: Odds[S]) -> tuple[dict[S, int], Odds[S]]:
        """The weights of what has ended, and the odds of what goes on."""
        ends = {state: weight for state, weight in odds.weights.items() if self._is_end(state)}
        on = {state: weight for state, weight in odds.weights.items() if state not in ends}
        return ends, Odds(on, odds.whole, odds.policy)


def _rounds(fold: _Fold[S], first: Odds[S], most: int) -> Iterator[tuple[dict[S, int], int, int]]:
    """After each number of steps, beginning with none: what ends there, out of which whole, and what goes on."""
    ends, on = fold.ended(first)
    yield ends, first.whole, sum(on.weights.values())
    for _ in range(most):
        ends, on = fold.ended(fold.next(on))
        yield ends, on.whole, sum(on.weights.values())


def _within(step: Step[S], first: Odds[S], is_end: Callable[[S], bool], at_most: int) -> Ends[S]:
    chances: dict[S, Fraction] = {}
    times: dict[int, Fraction] = {}
    for steps, (ended, whole, _) in enumerate(_rounds(_Fold(step, is_end), first, at_most)):
        for state, weight in ended.items():
            chances[state] = chances.get(state, Fraction(0)) + Fraction(weight, whole)
        if ended:
            times[steps] = Fraction(sum(ended.values()), whole)
    when = _listed(times, at_most + 1)
    mean, variance = (when.mean, when.variance) if times else (Fraction(0), Fraction(0))
    return Ends(_listed(chances), Fraction(0), mean, variance, lambda: when)


def _listed(chances: dict[S, Fraction], later: int | None = None) -> Odds[S]:
    """Chances as odds. What is missing comes `later` at the earliest."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return Odds({of: int(chance * whole) for of, chance in chances.items()}, whole, rest=(later, None))


def _when(step: Step[S], first: Odds[S], is_end: Callable[[S], bool], never: Fraction) -> Odds[int]:
    """When an endless chain ends, listed until hardly anything is left of what ends at all."""
    times: dict[int, Fraction] = {}
    steps = 0
    for steps, (ended, whole, left) in enumerate(_rounds(_Fold(step, is_end), first, MOST_STEPS)):
        if ended:
            times[steps] = Fraction(sum(ended.values()), whole)
        if Fraction(left, whole) - never < Fraction(1, NEGLIGIBLE):
            break
    return _listed(times, steps + 1)


def _endless(step: Step[S], first: Odds[S], is_end: Callable[[S], bool], most: int) -> Ends[S]:
    states, steps = _explored(_Fold(step, is_end), first, is_end, most)
    followed = sum(row is not None for row in steps) - 1
    kind = ExactNumbers if followed <= EXACT_STATES else Rounded
    inflow, endless = flows(steps, kind)
    never = kind.chance(endless)
    found = {at: flow for at, flow in inflow.items() if at and is_end(cast("S", states[at]))}
    ends = _listed({cast("S", states[at]): kind.chance(flow[0]) for at, flow in found.items()})
    ends.policy = first.policy
    sums = [kind.chance(sum(flow[at] for flow in found.values())) for at in range(3)]
    mean, variance = _moments(*sums, whole=ends.unexplored == 0)
    return Ends(ends, never, mean, variance, lambda: _when(step, first, is_end, never))


def _moments(chance: Fraction, once: Fraction, twice: Fraction, *, whole: bool) -> tuple[Fraction, Fraction]:
    """Mean and variance of the number of steps."""
    if not chance:
        return Fraction(0), Fraction(0)
    mean = once / chance
    variance = 2 * twice / chance + mean - mean**2
    return (mean, variance) if whole else (Bounds.around(mean, once, None), Bounds.around(variance, None, None))


def _explored(
    fold: _Fold[S], first: Odds[S], is_end: Callable[[S], bool], most: int
) -> tuple[list[S | None], list[tuple[Sequence[tuple[int, int]], int] | None]]:
    """The states that can be reached, the likeliest first, each with its steps. State 0 chooses where to start.

    The distance of a state is minus the logarithm of its likeliest path.
    """
    states: list[S | None] = [None]
    steps: list[tuple[Sequence[tuple[int, int]], int] | None] = [None]
    places: dict[S, int] = {}
    waiting: list[tuple[float, int]] = []
    distances: list[float] = [0.0]

    def placed(row: Odds[S], distance: float) -> tuple[list[tuple[int, int]], int]:
        following: list[tuple[int, int]] = []
        for state, weight in row.weights.items():
            at = places.get(state)
            if at is None:
                at = places[state] = len(states)
                states.append(state)
                steps.append(None)
                distances.append(-1.0 if is_end(state) else inf)
            reached = distance + log2(row.whole) - log2(weight)
            if reached < distances[at]:
                distances[at] = reached
                heappush(waiting, (reached, at))
            following.append((at, weight))
        return following, row.whole

    steps[0] = placed(first, 0.0)
    followed: list[tuple[float, int]] = []
    while waiting and len(followed) < most and (len(followed) < MANY_STATES or waiting[0][0] <= UNLIKELY):
        distance, at = heappop(waiting)
        if steps[at] is None:
            steps[at] = placed(fold.follow(cast("S", states[at])), distance)
            followed.append((distance, at))
    if waiting and len(followed) > EXACT_STATES and followed[EXACT_STATES][0] > UNLIKELY:
        # A chain without end, of which so few states matter that they can be exact.
        for _, at in followed[EXACT_STATES:]:
            steps[at] = None
    return states, steps
