"""Two ways to the same number: the fast algorithm, and laying out every die."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings

from tests.effort import steps
from tests.figures import share_of
from tests.kernel.strategies import formulas, rolls
from undercroft.kernel.dice import (
    D6,
    D20,
    FaceCondition,
    Formula,
    Marks,
    Roll,
    Sign,
    Sum,
    Throw,
    highest,
    lowest,
    meeting,
)
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.notation import parse
from undercroft.kernel.throwing import throw
from undercroft.kernel.ways import answers, bounds, ways


class _Fork(Exception):
    """More faces are needed: so many of this roll."""

    def __init__(self, roll: Roll, count: int) -> None:
        super().__init__()
        self.roll = roll
        self.count = count


class _Row:
    """A row of faces that forks where it ends."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.used = 0

    def __call__(self, roll: Roll, count: int, /) -> tuple[int, ...]:
        taken = self.faces[self.used : self.used + count]
        if len(taken) < count:
            raise _Fork(roll, count - len(taken))
        self.used += count
        return taken


def laid_out(formula: Formula, deepest: int = 10**9) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each total, found by following every die that falls; and the chance beyond so many dice."""
    found: dict[int, Fraction] = {}
    beyond = Fraction(0)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        row, chance = waiting.pop()
        try:
            total = throw(formula, _Row(row)).total
        except _Fork as fork:
            if len(row) + fork.count > deepest:
                beyond += chance
                continue
            each = chance * Fraction(1, fork.roll.sides**fork.count)
            waiting += [((*row, *faces), each) for faces in product(fork.roll.values, repeat=fork.count)]
        else:
            found[total] = found.get(total, Fraction(0)) + chance
    return found, beyond


@settings(max_examples=share_of(150))
@given(rolls().filter(lambda roll: _layouts(roll) <= 5000))
def test_a_roll_falls_as_laid_out(roll: Roll) -> None:
    """Keeping, counting and rerolling once agree with every die laid out."""
    spread = ways(roll)
    assert {total: Fraction(n, spread.whole) for total, n in spread.counts.items()} == laid_out(roll)[0]
    assert 0 == spread.missing


@settings(max_examples=share_of(60))
@given(formulas.filter(lambda formula: _layouts(formula) <= 2000))
def test_a_formula_falls_as_laid_out(formula: Formula) -> None:
    """So do sums, products and signs of rolls."""
    spread = ways(formula)
    assert {total: Fraction(n, spread.whole) for total, n in spread.counts.items()} == laid_out(formula)[0]
    assert sorted(spread.counts) == list(spread.counts)
    low, high = bounds(formula)
    assert low <= min(spread.counts) <= max(spread.counts) <= high


def _layouts(formula: object) -> float:
    """About how many ways the dice of a formula can lie; without end where faces are rerolled always."""
    if isinstance(formula, Roll):
        thrown_again = 2 if formula.reroll_once else 1
        return float("inf") if formula.reroll else formula.sides ** (formula.count * thrown_again)
    return prod(_layouts(getattr(formula, name)) for name in ("left", "right", "of") if hasattr(formula, name))


@settings(max_examples=share_of(40))
@given(rolls(explode=True).filter(lambda roll: roll.count == 1 and not roll.reroll_once and not roll.reroll))
def test_an_exploding_die_falls_as_laid_out(roll: Roll) -> None:
    """As far as it is laid out, no total is likelier or less likely than that."""
    followed, beyond = laid_out(roll, deepest=5)
    spread = ways(roll)
    for total, chance in followed.items():
        assert chance <= Fraction(spread.counts[total], spread.whole) <= chance + beyond
    assert Fraction(spread.missing, spread.whole) <= Fraction(1, 10**12)


def test_reroll_always_leaves_the_other_faces_alike() -> None:
    """A d6 that rerolls ones is a die with five faces."""
    assert {2: 1, 3: 1, 4: 1, 5: 1, 6: 1} == ways(parse("1d6r1")).counts


def test_reroll_once_by_hand() -> None:
    """d6, ones rerolled once: a 1 in 1/36, each other face in 1/6 + 1/36 = 7/36."""
    spread = ways(parse("1d6ro1"))
    assert {1: 1, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7} == spread.counts
    assert 36 == spread.whole


def test_best_three_of_four() -> None:
    """The published counts of 4d6 keep 3: 21 ways in 1296 for 18, 172 for 13."""
    counts = ways(Roll(4, 6, highest(3))).counts
    assert (1, 21, 172, 1296) == (counts[3], counts[18], counts[13], sum(counts.values()))


def test_disadvantage() -> None:
    """The lower of two d20 is 20 in one way of 400, and 1 in 39."""
    counts = ways(Roll(2, 20, lowest(1))).counts
    assert (1, 39) == (counts[20], counts[1])


def test_a_hundred_dice_sum_to_one() -> None:
    """Every way of 100d6 is counted."""
    spread = ways(parse("100d6"))
    assert 6**100 == spread.whole == sum(spread.counts.values())
    assert 501 == len(spread.counts)
    assert spread.counts[100] == 1 == spread.counts[600]


@pytest.mark.parametrize("count, sides", [(1, 1), (0, 6), (1, 2), (7, 3), (40, 10)])
def test_sums_agree_with_counting_one_die_at_a_time(count: int, sides: int) -> None:
    """The recurrence gives what adding dice one by one gives."""
    expected = {0: 1}
    for _ in range(count):
        longer: Counter[int] = Counter()
        for total, n in expected.items():
            for face in range(1, sides + 1):
                longer[total + face] += n
        expected = dict(sorted(longer.items()))
    assert expected == ways(Roll(count, sides)).counts


def test_explosions_are_followed_until_little_is_left() -> None:
    """What is missing of ten exploding d6 is stated, and below one in 10^12."""
    spread = ways(parse("10d6!"))
    assert 0 < Fraction(spread.missing, spread.whole) <= Fraction(1, 10**12)


def test_a_die_that_nearly_always_explodes_is_followed_to_its_limit() -> None:
    """1d6!>1 stops after 100 extra dice at the table, so its odds are exact: nothing is missing."""
    spread = ways(parse("1d6!>1"))
    assert 0 == spread.missing
    assert 606 == max(spread.counts)


TOO_WIDE = (
    "1000d1000",
    "1000d100",
    "1d999999",
    "10d6!>1",
    "1d100!>=2",
    "2d1000!>=500",
    "1d100000!",
    "500d20+499d12",
    "1d1000*1d1000",
    "1d300*1d1000",
    "1d500*1000+1d500",
    "100d100kh50",
    "900d6kh400",
    "3d49999kh2",
    "1000d99kh2",
    "1000d49999kh1",
    "1000d200ro1kh1>1",
)


A_GLANCE = 2_000_000
"""Steps that are over before anybody notices."""


@pytest.mark.parametrize("expression", TOO_WIDE)
def test_what_is_too_wide_is_refused(expression: str) -> None:
    """More results, or more work, than anyone would wait for: refused before the work is done."""
    formula = parse(expression)

    def refused() -> None:
        with pytest.raises(OddsTooWide) as fault:
            ways(formula)
        assert "odds_too_wide" == fault.value.code

    assert steps(refused) < A_GLANCE


@pytest.mark.parametrize("expression, results", [("1000d6", 5001), ("50d1000", 49_951), ("500d20+1d6", 9506)])
def test_what_is_wide_but_quick_is_answered(expression: str, results: int) -> None:
    """Large sums have exact odds too."""
    spread = ways(parse(expression))
    assert results == len(spread.counts)
    assert 0 == spread.missing


def test_single_faces_are_hands() -> None:
    """Three d2 fall as 111, 112, 122, 222 in 1, 3, 3, 1 ways."""
    hands, whole = answers(Throw("x", Roll(3, 2), faces=True))
    assert [((1, 1, 1), 1), ((1, 1, 2), 3), ((1, 2, 2), 3), ((2, 2, 2), 1)] == list(hands)
    assert 8 == whole


def test_single_faces_are_of_plain_dice() -> None:
    """A rule that looks at single dice must ask for plain ones."""
    with pytest.raises(ValueError, match="plain"):
        Throw("x", Roll(3, 6, highest(1)), faces=True)


LIMIT_IN_THE_WAY = ("1d1000r<1000", "1000d2r1", "500d6r1+400d6")


@pytest.mark.parametrize("expression", LIMIT_IN_THE_WAY)
def test_no_odds_where_the_limit_of_dice_would_often_stop_it(expression: str) -> None:
    """A roll that is usually cut short at a thousand dice does not fall as its faces say."""
    with pytest.raises(OddsTooWide, match="limit"):
        ways(parse(expression))


@pytest.mark.parametrize(
    "formula, low, high",
    [
        (D6, 1, 6),
        (Sum(D6, D20), 2, 26),
        (parse("-2d6"), -12, -2),
        (parse("(1d6-4)*(1d4-2)"), -6, 4),
        (parse("1d6!"), 1, 606),
        (parse("4d6kh3"), 3, 18),
        (parse("5d10cs>=8"), 0, 5),
        (Roll(4, 3, marks=Marks.FUDGE), -4, 4),
        (parse("2-in-6"), 0, 1),
    ],
)
def test_bounds(formula: Formula, low: int, high: int) -> None:
    """The least and greatest total, whatever the dice."""
    assert (low, high) == bounds(formula)


def test_encounter_lists_small_dice_and_tests_large_ones() -> None:
    """The faces that meet a condition are the same either way."""
    above = (FaceCondition(Sign.ABOVE, 998), FaceCondition(Sign.EQUAL, 3))
    small, large = meeting(above, 1000, Marks.NUMBERS), meeting(above, 1_000_000, Marks.NUMBERS)
    for face in (1, 3, 998, 999, 1000):
        assert (face in small) == (face in large)
