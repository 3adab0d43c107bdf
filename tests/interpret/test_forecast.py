"""Repetition, held against sums done by hand and against counting step by step."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.figures import share_of
from undercroft.interpret import forecast
from undercroft.interpret.bounded import Bounds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after, until
from undercroft.kernel.faults import BadInput

D6 = Odds.of(range(1, 7))
END = 9


def throw_until_4() -> forecast.Ends[int]:
    """Throw a d6 until it shows 4."""
    return until(lambda _: D6, 0, lambda face: face == 4)


def test_throws_until_a_four() -> None:
    """A chance of 1/6 each: mean 6, variance (5/6) / (1/6)^2 = 30; (5/6)^4 < 1/2, (5/6)^13 < 1/10."""
    throws = throw_until_4()
    assert [6, 30] == [throws.mean, throws.variance]
    assert {4: 1} == dict(throws.ends)
    assert 0 == throws.unexplored == throws.never
    assert all(Fraction(5, 6) ** (n - 1) / 6 == throws.when[n] for n in range(1, 60))
    assert (4, 13) == (throws.when.percentile(50), throws.when.percentile(90))
    assert 0 < throws.when.unexplored < Fraction(1, 10**12)


def chain(hits: tuple[int, bool]) -> Odds[tuple[int, bool]]:
    """An attack at d20 under 12: 10 faces hit, 1 is exact and strikes again, the rest miss."""
    return Odds.of({(hits[0] + 1, True): 10, (hits[0] + 1, False): 1, (hits[0], True): 9})


def test_an_exact_roll_chain_has_its_exact_values() -> None:
    """Hits: (1/20)^n 9/20 for a chain that misses at last, (1/20)^(n-1) 10/20 for one that hits."""
    found = until(chain, (0, False), lambda hits: hits[1])
    twentieth = Fraction(1, 20)
    assert Fraction(9, 20) == found.ends[0, True]
    for n in range(1, 20):
        assert twentieth**n * Fraction(9, 20) + twentieth ** (n - 1) * Fraction(10, 20) == found.ends[n, True]
    assert found.unexplored < Fraction(1, 2**120)
    assert isinstance(found.mean, Bounds)
    assert found.mean.low is not None
    assert 0 <= Fraction(20, 19) - found.mean.low < Fraction(1, 10**30)


def test_ruin() -> None:
    """A fair game from a to a + b: ends below with b / (a + b), after a b rounds in the mean."""
    game = until(lambda money: Odds.of([money - 1, money + 1]), 7, lambda money: money in (0, 10))
    assert {0: Fraction(3, 10), 10: Fraction(7, 10)} == dict(game.ends)
    assert 21 == game.mean
    # sum of t^2 p: a b (a^2 + b^2 - 2) / 3
    assert Fraction(21 * (49 + 9 - 2), 3) == game.variance


def test_a_long_game_is_bounded_tightly() -> None:
    """Beyond a few hundred states chances are rounded down, and the rest is stated."""
    game = until(lambda money: Odds.of([money - 1, money + 1]), 250, lambda money: money in (0, 1000))
    assert 0 < game.unexplored < Fraction(1, 10**40)
    assert 0 < Fraction(3, 4) - game.ends[0] <= game.unexplored
    assert 0 < Fraction(1, 4) - game.ends[1000] <= game.unexplored
    assert isinstance(game.mean, Bounds)
    assert game.mean.low is not None
    assert 0 < 250 * 750 - game.mean.low < Fraction(1, 10**30)
    assert game.mean.high is None


def test_a_chain_that_may_never_end() -> None:
    """From 1 it leads to the end or into a circle of two, with equal chance."""
    steps = {1: Odds.of([2, END]), 2: Odds.of([3]), 3: Odds.of([2])}
    found = until(steps.__getitem__, 1, END.__eq__)
    assert Fraction(1, 2) == found.ends[END] == found.never
    assert 0 == found.unexplored
    with pytest.raises(BadInput, match="for ever"):
        _ = found.mean
    assert {1: Fraction(1, 2)} == dict(found.when)


def test_a_bound_leaves_the_rest_unexplored() -> None:
    """Three throws: 4 has come with 1 - (5/6)^3, else it comes at the fourth throw or later."""
    throws = until(lambda _: D6, 0, lambda face: face == 4, at_most=3)
    left = Fraction(5, 6) ** 3
    assert left == throws.unexplored == throws.when.unexplored
    assert {1, 2, 3} == set(throws.when)
    assert isinstance(throws.mean, Bounds)
    assert throws.mean.low == sum(n * throws.when[n] for n in (1, 2, 3)) + 4 * left


def test_a_start_may_be_odds_or_an_end() -> None:
    """What has ended takes no step."""
    found: forecast.Ends[int] = until(lambda _: D6, Odds.of([4, 1]), lambda face: face == 4)
    assert Fraction(1, 2) == found.when[0]
    assert 3 == found.mean
    assert {0: 1} == dict(until(lambda _: D6, 4, lambda face: face == 4).when)


def test_a_step_may_be_certain() -> None:
    """A torch burns down."""
    burnt = until(lambda turns: turns - 1, 6, lambda turns: turns == 0)
    assert {6: 1} == dict(burnt.when)
    assert [6, 0] == [burnt.mean, burnt.variance]


def test_after_keeps_every_step() -> None:
    """A wandering monster with 1 in 6 each turn: met by turn n with 1 - (5/6)^n."""
    course = after(lambda met: met or Odds.of({True: 1, False: 5}), False, 24)
    assert 25 == len(course)
    assert tuple(1 - Fraction(5, 6) ** n for n in range(25)) == course.chances(bool)
    assert course.last is course[24]
    assert 2 == len(course[:2])


def test_many_states_are_rounded_down() -> None:
    """A thousand dice in a row: the same as the sum, but for what is stated."""
    course = after(lambda total: D6 + total, 0, 150)
    exact = 150 @ D6
    assert 0 < course.last.unexplored < Fraction(1, 10**20)
    assert 0 < exact[525] - course.last[525] <= course.last.unexplored
    assert 50 @ D6 == course[50]


rows = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), min_size=1, max_size=3)
networks = st.lists(rows, min_size=4, max_size=4)


def step_of(network: list[list[tuple[int, int]]]):
    """A step among four states and two ends."""

    def step(state: int) -> Odds[int]:
        weights: dict[int, int] = {}
        for to, weight in network[state]:
            weights[to] = weights.get(to, 0) + weight
        return Odds.of(weights)

    return step


def ended(state: int) -> bool:
    """Whether the state is one of the two ends."""
    return state >= 4


@given(networks)
def test_until_agrees_with_after(network) -> None:
    """Hundreds of steps leave next to nothing that is not at its end, or never will be."""
    step = step_of(network)
    found = until(step, 0, ended)
    assert sum(found.ends.values()) + found.never + found.unexplored == 1
    assert 0 == found.unexplored
    long = after(lambda state: state if ended(state) else step(state), 0, 400).last
    for end in (4, 5):
        assert abs(found.ends.chance(end) - long.chance(end)) < Fraction(1, 100)
        assert found.ends.chance(end) >= long.chance(end)


@given(networks)
@settings(max_examples=share_of(60))
def test_moments_agree_with_the_list(network) -> None:
    """Mean and variance, where nothing goes on for ever, follow from when it ends."""
    found = until(step_of(network), 0, ended)
    if found.never:
        return
    when = found.when
    assert when.unexplored < Fraction(1, 10**12)
    mean = sum(steps * chance for steps, chance in when.items())
    square = sum(steps**2 * chance for steps, chance in when.items())
    assert 0 <= found.mean - mean < Fraction(1, 10**6)
    assert abs(found.variance + found.mean**2 - square) < Fraction(1, 10**4)


@given(networks)
def test_rounded_numbers_are_lower_bounds(network) -> None:
    """The same chains with every number rounded: never more than the truth, and hardly less."""
    exact = until(step_of(network), 0, ended)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forecast, "EXACT_STATES", 0)
        rounded = until(step_of(network), 0, ended)
        course = after(step_of([*network, [(4, 1)], [(5, 1)]]), 0, 9)
    assert exact.never - Fraction(1, 2**180) < rounded.never <= exact.never
    for end in (4, 5):
        assert 0 <= exact.ends.chance(end) - rounded.ends.chance(end) < Fraction(1, 2**160)
    true = after(step_of([*network, [(4, 1)], [(5, 1)]]), 0, 9).last
    assert all(0 <= true[state] - chance < Fraction(1, 2**80) for state, chance in course.last.items())


def test_only_so_many_states_are_followed() -> None:
    """The likeliest first; what is cut off is stated."""
    game = until(lambda money: Odds.of([money - 1, money + 1]), 5, lambda money: money == 0, most_states=20)
    assert Fraction(1, 32) < game.ends[0] < 1
    assert game.ends[0] + game.unexplored == 1
