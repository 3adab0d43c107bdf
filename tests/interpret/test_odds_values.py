"""Odds as values, held against counting every combination."""

import copy
import pickle
from fractions import Fraction
from itertools import product
from math import ceil, floor, sqrt, trunc
from operator import add, floordiv, ge, gt, le, lt, mul, sub
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercroft
from tests.interpret.small_odds import any_numbers, counted, odds_of, partly, whole, whole_numbers
from undercroft.interpret.bounded import Bounds
from undercroft.interpret.dice_odds import d6
from undercroft.interpret.distribution import Odds, Rounding, Tally, mix
from undercroft.interpret.odds import of_formula
from undercroft.interpret.other_names import LIBRARY, ODDS, POOLS
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import parse

D6 = Odds.of(range(1, 7))


def dice(text: str) -> Odds[int]:
    """The odds of dice notation."""
    return of_formula(parse(text))


@given(any_numbers, any_numbers, st.sampled_from([add, sub, mul]))
def test_sums_differences_and_products(a, b, operation) -> None:
    """Of odds with odds, and in ascending order."""
    found = operation(a, b)
    assert counted(operation, a, b) == dict(found)
    assert sorted(found) == list(found)


@given(any_numbers, whole_numbers, st.sampled_from([add, sub, mul]))
def test_a_number_may_stand_on_either_side(a, number, operation) -> None:
    """It is a quantity that never changes."""
    certain = Odds({number: 1}, 1)
    assert counted(operation, a, certain) == dict(operation(a, number))
    assert counted(operation, certain, a) == dict(operation(number, a))


@given(any_numbers, odds_of(st.integers(-5, 5).filter(bool)))
def test_quotients_are_rounded_as_said(a, b) -> None:
    """Exactly, or down, up, towards zero, to the nearest."""
    assert counted(lambda x, y: Fraction(x) / y, a, b) == dict(a / b)
    assert counted(floordiv, a, b) == dict(a // b)
    assert counted(lambda x, y: ceil(Fraction(x) / y), a, b) == dict(a.divided(b, "up"))
    assert counted(lambda x, y: trunc(Fraction(x) / y), a, b) == dict(a.divided(b, "zero"))
    assert counted(lambda x, y: floor(Fraction(x) / y + Fraction(1, 2)), a, b) == dict(a.divided(b, "nearest"))


@given(any_numbers, any_numbers)
def test_the_higher_and_the_lower(a, b) -> None:
    """Of two independent quantities."""
    assert counted(max, a, b) == dict(a.max(b))
    assert counted(min, a, b) == dict(a.min(b))
    assert sorted(a.min(b)) == list(a.min(b))


@given(any_numbers, any_numbers, st.sampled_from([gt, ge, lt, le]))
def test_comparing_odds_gives_odds_of_yes_and_no(a, b, operation) -> None:
    """`a > b` is the chance that one shows more, `a == b` whether they have the same chances."""
    assert counted(operation, a, b) == dict(operation(a, b))
    assert counted(lambda x, y: x == y, a, b) == dict(a.equals(b))
    assert (a == b) == (dict(a) == dict(b))


@given(any_numbers)
def test_signs(a) -> None:
    """Negative and absolute."""
    assert counted(lambda x: -x, a) == dict(-a)
    assert counted(abs, a) == dict(abs(a))


@given(any_numbers, st.integers(0, 4))
def test_totals_and_rows(a, count) -> None:
    """The sum of several, each row of several, and how often each comes."""
    rows = counted(lambda *row: row, *[a] * count)
    assert rows == dict(a.repeat(count))
    assert counted(lambda *row: sum(row), *[a] * count) == dict(a.total_of(count)) == dict(count @ a)
    first = next(iter(a))
    often = counted(lambda *row: sum(each == first for each in row), *[a] * count)
    assert often == dict(a.often(first, count)) == dict(a.times(count).by(lambda tally: tally[first]))
    assert 1 == sum(a.times(count).values())


@given(whole, whole)
def test_then_follows_each_outcome(a, b) -> None:
    """Equal ends are merged; an end may also be certain."""

    def follows(outcome: int) -> Odds[int] | int:
        return outcome if outcome % 2 else b + outcome

    expected = counted(lambda x, y: x if x % 2 else x + y, a, b)
    assert expected == dict(a.then(follows))


@given(odds_of(st.integers(0, 3)), whole)
def test_as_many_as_this_shows(a, b) -> None:
    """`d4 @ d6`: a d4, then that many d6."""
    assert counted(lambda n, *row: sum(row[:n]), a, b, b, b) == dict(a @ b)


@given(whole, whole, st.integers(1, 3), st.integers(0, 3))
def test_mixtures(a, b, one, other) -> None:
    """Which of them it is comes first."""
    found = mix(a, b, weights=[one, other])
    for outcome in {*a, *b}:
        expected = (a.chance(outcome) * one + b.chance(outcome) * other) / (one + other)
        assert expected == found.chance(outcome)


@given(whole, whole_numbers)
def test_given(a, number) -> None:
    """Among the outcomes of which it holds; nothing is known where it holds of none."""
    kept = {outcome: chance for outcome, chance in a.items() if outcome >= number}
    if kept:
        assert {outcome: chance / sum(kept.values()) for outcome, chance in kept.items()} == dict(
            a.given(lambda outcome: outcome >= number)
        )
    else:
        with pytest.raises(BadInput, match="no outcome passes this test"):
            a.given(lambda outcome: outcome >= number)


@given(any_numbers)
def test_measures(a) -> None:
    """Mean, variance, deviation, likeliest."""
    mean = sum(outcome * chance for outcome, chance in a.items())
    variance = sum((outcome - mean) ** 2 * chance for outcome, chance in a.items())
    assert (mean, variance) == (a.mean, a.variance)
    assert sqrt(variance) == a.deviation
    assert max(a.values()) == a[a.mode]
    assert {outcome for outcome in a if a[outcome] == a[a.mode]} == set(a.modes)


@given(any_numbers, st.integers(0, 100))
def test_percentiles(a, percent) -> None:
    """The least number that so many in a hundred do not pass."""
    found = a.percentile(percent)
    assert found in a
    assert a.at_most(found) >= Fraction(percent, 100)
    assert all(a.at_most(other) < Fraction(percent, 100) for other in a if other < found)


@given(any_numbers, whole_numbers, whole_numbers)
def test_tails(a, low, high) -> None:
    """At least, at most, between, and each of them at once."""
    assert sum(chance for outcome, chance in a.items() if outcome >= low) == a.at_least(low)
    assert sum(chance for outcome, chance in a.items() if outcome <= low) == a.at_most(low)
    assert sum(chance for outcome, chance in a.items() if low <= outcome <= high) == a.between(low, high)
    assert {outcome: a.at_least(outcome) for outcome in sorted(a)} == a.tails()
    assert {outcome: a.at_most(outcome) for outcome in sorted(a)} == a.tails(at_most=True)


@given(partly, st.data())
def test_bounds_hold_wherever_the_rest_lies(a, data) -> None:
    """Put what was not explored on any numbers of its range, and every measure lies within its bounds."""
    low, high = -8, 12
    bounded = Odds(a.weights, a.whole, rest=(low, high))
    where = data.draw(st.lists(st.integers(low, high), min_size=a.missing, max_size=a.missing))
    weights = dict(a.weights)
    for number in where:
        weights[number] = weights.get(number, 0) + 1
    truth = Odds(weights, a.whole)
    percent = data.draw(st.integers(0, 100))
    for known in (a, bounded):
        assert within(truth.mean, known.mean)
        assert within(truth.variance, known.variance)
        assert within(truth.at_least(3), known.at_least(3))
        assert within(truth.chance(2), known.chance(2))
        least, most = known.percentile_bounds(percent)
        assert least is None or least <= truth.percentile(percent)
        assert most is None or truth.percentile(percent) <= most
        least, most = known.span
        assert least is None or least <= min(truth)
        assert most is None or max(truth) <= most
    assert bounded.mean == a.mean


@given(partly, partly, st.data())
def test_combinations_keep_true_bounds(a, b, data) -> None:
    """What is missing from a part is missing from the whole: chances are lower bounds, and ranges hold."""
    low, high = -8, 12
    parts = []
    for part in (a, b):
        number = data.draw(st.integers(low, high))
        rest = {number: part.missing} if part.missing else {}
        weights = {**part.weights, **{at: part.weights.get(at, 0) + more for at, more in rest.items()}}
        parts.append((Odds(part.weights, part.whole, rest=(low, high)), Odds(weights, part.whole)))
    (known_a, true_a), (known_b, true_b) = parts
    for operation in (add, sub, mul, Odds.max, Odds.min):
        known, truth = operation(known_a, known_b), operation(true_a, true_b)
        assert all(chance <= truth[outcome] for outcome, chance in known.items())
        assert sum(known.values()) + known.unexplored == 1
        assert within(truth.mean, known.mean)
        least, most = known.span
        assert least is not None
        assert most is not None
        assert least <= min(truth) <= max(truth) <= most


def within(truth: Fraction, known: Fraction) -> bool:
    """Whether a number lies within what is known of it."""
    if not isinstance(known, Bounds):
        return truth == known
    return (known.low is None or known.low <= truth) and (known.high is None or truth <= known.high)


@given(partly, whole_numbers)
def test_given_stays_a_lower_bound(a, number) -> None:
    """What was not explored may belong to the condition or not."""
    kept = [outcome for outcome in a if outcome != number]
    if not kept:
        return
    found = a.given(lambda outcome: outcome != number)
    assert sum(found.values()) + found.unexplored == 1
    explored = sum(a[outcome] for outcome in kept)
    assert all(found[outcome] == a[outcome] / (explored + a.unexplored) for outcome in kept)


def test_exploding_dice_have_a_mean_within_narrow_bounds() -> None:
    """A d6 that explodes on 6 has the mean 7/2 + mean/6, so 21/5."""
    mean = dice("1d6!").mean
    assert isinstance(mean, Bounds)
    assert mean.low is not None
    assert mean.high is not None
    assert mean.low <= Fraction(21, 5) <= mean.high
    assert mean.high - mean.low < Fraction(1, 10**9)
    assert 16 == dice("1d6!").percentile(99)


def test_bounds_can_be_sent_and_copied() -> None:
    """They stay what they are."""
    about = Bounds.around(Fraction(1, 2), None, Fraction(3, 4))
    for twin in (pickle.loads(pickle.dumps(about)), copy.copy(about), copy.deepcopy(about)):
        assert (about, None, Fraction(3, 4)) == (twin, twin.low, twin.high)
    assert "Bounds(1/2, to 3/4)" == repr(about)
    assert "Bounds(1/2, no bounds known)" == repr(Bounds.around(Fraction(1, 2), None, None))


def test_large_sums_stay_exact() -> None:
    """Many dice, far numbers and fractions."""
    assert dice("100d6") == 100 @ D6
    far = Odds.of([0, 10**9])
    assert {0: Fraction(1, 8), 10**9: Fraction(3, 8), 2 * 10**9: Fraction(3, 8), 3 * 10**9: Fraction(1, 8)} == dict(
        3 @ far
    )
    assert Fraction(1, 4) == (Odds.of([Fraction(1, 3), Fraction(1, 2)]).total_of(2))[Fraction(1)]


def test_logic() -> None:
    """Both, either, not."""
    four, five = D6 >= 4, D6 >= 5
    assert Fraction(1, 6) == (four & five).yes
    assert Fraction(2, 3) == (four | five).yes
    assert Fraction(1, 2) == (~four).yes


def test_no_answer_is_taken_from_odds_by_mistake() -> None:
    """`if d6 > 3` and `1 < d6 < 5` would ask for one answer where there are two."""
    with pytest.raises(BadInput, match="ask for the chance"):
        bool(D6 > 3)
    with pytest.raises(BadInput, match="join tests with &"):
        _ = 1 < D6 < 5
    assert D6
    assert Odds.of([0, 1])
    assert not Odds({}, 1)


def test_a_tally_counts_nothing_that_did_not_come() -> None:
    """Outcomes that did not come count 0."""
    assert {Tally((("a", 2),)), Tally((("a", 1), ("b", 1))), Tally((("b", 2),))} == set(Odds.of("ab").times(2))
    assert 0 == Tally((("a", 2),))["b"]


@pytest.mark.parametrize(
    "call, code",
    [
        (lambda: Odds.of("ab").mean, "not_numbers"),
        (lambda: Odds.of("ab").at_least(2), "not_numbers"),
        (lambda: Odds.of("ab") + Odds.of("cd"), "not_numbers"),
        (lambda: D6 + cast("int", "x"), "type"),
        (lambda: D6 / (D6 - 3), "divided_by_zero"),
        (lambda: D6.divided(2, cast("Rounding", "sideways")), "bad_rounding"),
        (lambda: D6.percentile(101), "bad_percentage"),
        (lambda: D6.percentile(float("nan")), "type"),
        (lambda: D6.percentile(cast("int", "90")), "type"),
        (lambda: D6.total_of(-1), "bad_count"),
        (lambda: D6.repeat(cast("int", 1.5)), "bad_count"),
        (lambda: Odds.of([]), "no_outcomes"),
        (lambda: Odds.of({1: 1, 2: -1}), "no_outcomes"),
        (lambda: Odds({}, 1).mean, "no_outcomes"),
        (lambda: Odds({}, 1).mode, "no_outcomes"),
        (lambda: Odds({1: 1}, 2).percentile(60), "unexplored"),
        (lambda: mix(D6, D6, weights=[1]), "bad_weights"),
    ],
)
def test_what_makes_no_sense_is_refused(call, code) -> None:
    """With a code and what to do."""
    with pytest.raises(BadInput) as refused:
        call()
    assert code == refused.value.code
    assert refused.value.fix


@pytest.mark.parametrize(
    "of, name, told",
    [
        (d6, "sd", "'Dice' has no 'sd' (write odds.deviation)"),
        (d6.max(d6), "probability", "'Odds' has no 'probability' (write odds[7], or odds.chance(7)"),
        (d6.pool(3), "sum", "'Pool' has no 'sum' (write pool.total())"),
        (d6, "nonsense", "'Dice' has no 'nonsense'"),
    ],
)
def test_names_of_other_libraries_say_what_to_write(of, name, told) -> None:
    """And copies are still copies."""
    with pytest.raises(AttributeError) as missing:
        getattr(of, name)
    assert str(missing.value).startswith(told)
    assert not hasattr(d6, "_repr_png_")
    assert copy.copy(d6) == d6
    assert copy.copy(d6.max(d6)) == d6.max(d6)


@pytest.mark.parametrize("known, there", [(ODDS, d6.max(d6)), (POOLS, d6.pool(2)), (LIBRARY, undercroft)])
def test_no_name_of_another_library_hides_ours(known, there) -> None:
    """Advice is only for names that are missing."""
    assert [] == [name for name in known if name in dir(there)]


@pytest.mark.parametrize("faces", [[5, 6], (5, 6), {5, 6}, frozenset({5, 6}), range(5, 7)])
def test_one_of_several_outcomes(faces) -> None:
    """In whatever holds them."""
    assert Fraction(1, 3) == d6.chance(faces)
    assert Fraction(1, 9) == d6.often(faces, 2)[2]
    assert d6.pool(4).count(5, 6) == d6.pool(4).count(faces) == d6.pool(4).count(lambda face: face > 4)


def test_an_outcome_that_holds_several() -> None:
    """Where outcomes are rows of numbers, a row is one of them."""
    rows = d6.pool(2).hands()
    assert Fraction(1, 18) == rows.chance((5, 6))
    assert Fraction(1, 36) + Fraction(1, 18) == rows.chance([(5, 6), (6, 6)])


@pytest.mark.parametrize("kind, chance", [("nothing", Fraction(11, 12)), ("Random Encounter", Fraction(1, 12))])
def test_outcomes_of_a_rule_by_their_kind(kind, chance) -> None:
    """As tables show it; a kind that cannot come in this situation has no chance."""
    hazard = undercroft.odds("hazard-die", danger="risky")
    assert chance == hazard.chance(kind) == hazard.often([kind], 1)[1]
    assert 0 == undercroft.odds("delving.encounter.reaction").given(lambda it: it.kind == "wary").chance("violent")


def test_numbers_before_odds() -> None:
    """Divided by them, and what is left; a plus changes nothing."""
    assert Odds.of({1: 1, 2: 2, 3: 1, 5: 1, 10: 1}) == 10 // d6
    assert Fraction(245, 60) == (10 / d6).mean
    assert Odds.of([0, 0, 1, 2, 0, 4]) == 10 % d6
    assert d6 is +d6


def test_chances_as_they_are_written() -> None:
    """A tenth is a tenth, though no float is."""
    assert Fraction(1, 10) == Odds.of({"orc": 0.1, "rat": 0.9})["orc"]


def test_other_faces_are_thrown_together_too() -> None:
    """What has no notation has pools all the same."""
    hits = Odds.of([0, 0, 1, 2])
    assert hits.pool(3).highest(2) == hits.highest(3, 2)
    assert hits.lowest(2) == hits.min(hits)
    assert [*product((0, 1, 2), repeat=2)] == [*hits.repeat(2)]
    assert [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] == [*hits.pool(2).hands()]


def test_a_mapping_replaces_outcomes() -> None:
    """Others stay as they are."""
    assert Odds.of([0, 2, 3, 4, 5, 0]) == d6.map({1: 0, 6: 0})


def test_remainders() -> None:
    """Odd and even; not by zero."""
    assert Odds.of([0, 1]) == d6 % 2
    with pytest.raises(BadInput):
        d6 % 0


def test_faces_to_roll_again_in_a_list() -> None:
    """As one by one; anything but a number is refused."""
    assert d6.reroll(1, 2) == d6.reroll([1, 2])
    assert d6.explode(5, 6) == d6.explode([5, 6])
    for call in (d6.reroll, d6.explode):
        with pytest.raises(BadInput):
            call(cast("int", "1"))
