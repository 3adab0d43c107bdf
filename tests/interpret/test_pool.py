"""Pools and dice as objects, held against counting every throw."""

import copy
import pickle
from fractions import Fraction
from itertools import groupby, pairwise
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interpret.small_odds import counted, odds_of
from tests.kernel.strategies import formulas
from undercroft.interpret.dice_odds import Dice, d, d4, d6, d8, d20, d66, d100, dF
from undercroft.interpret.distribution import Odds
from undercroft.interpret.odds import of_formula
from undercroft.interpret.pool import Pool, pool
from undercroft.kernel.faults import BadInput, OddsTooWide
from undercroft.kernel.notation import parse

faces = st.integers(-1, 4)
pools = st.lists(odds_of(faces, missing=True), min_size=1, max_size=3)


@given(pools, st.data())
def test_kept_dice(dice, data) -> None:
    """Highest, lowest, middle and single places, of dice that need not be alike."""
    some = Pool(dice)
    count = data.draw(st.integers(0, len(dice)))
    place = data.draw(st.sampled_from([at for at in range(-len(dice), len(dice) + 1) if at]))
    assert counted(lambda *row: sum(sorted(row)[len(row) - count :]), *dice) == dict(some.highest(count))
    assert counted(lambda *row: sum(sorted(row)[:count]), *dice) == dict(some.lowest(count))
    at = place - 1 if place > 0 else place
    assert counted(lambda *row: sorted(row)[at], *dice) == dict(some.nth(place))
    if (len(dice) - count) % 2 == 0:
        out = (len(dice) - count) // 2
        assert counted(lambda *row: sum(sorted(row)[out : len(row) - out]), *dice) == dict(some.middle(count))
    assert counted(lambda *row: sum(row), *dice) == dict(some.total())


@given(pools)
def test_counted_dice(dice) -> None:
    """Faces counted, hands, sets and straights."""
    some = Pool(dice)
    assert counted(lambda *row: row.count(2), *dice) == dict(some.count(2))
    assert counted(lambda *row: sum(face > 1 for face in row), *dice) == dict(some.count(lambda face: face > 1))
    assert counted(lambda *row: tuple(sorted(row)), *dice) == dict(some.hands())
    assert counted(lambda *row: len(set(row)), *dice) == dict(some.different())
    assert counted(lambda *row: sum(n >= 2 for n in sizes(row).values()), *dice) == dict(some.sets(2))
    assert counted(lambda *row: max(sizes(row).values()), *dice) == dict(some.largest_set())
    assert counted(lambda *row: max((n, face) for face, n in sizes(row).items()), *dice) == dict(some.best_set())
    assert counted(lambda *row: longest(sorted(set(row))), *dice) == dict(some.straight())


def sizes(row: tuple[int, ...]) -> dict[int, int]:
    """How often each face shows."""
    return {face: len(list(same)) for face, same in groupby(sorted(row))}


def longest(shown: list[int]) -> int:
    """The longest run of faces that follow each other."""
    best = run = 1
    for one, other in pairwise(shown):
        run = run + 1 if other == one + 1 else 1
        best = max(best, run)
    return best


@given(pools, pools)
def test_dice_against_dice(mine, theirs) -> None:
    """Highest against highest, and equal faces are no win."""
    size = len(mine)

    def won(*row: int) -> int:
        a, b = sorted(row[:size], reverse=True), sorted(row[size:], reverse=True)
        return sum(x > y for x, y in zip(a, b, strict=False))

    assert counted(won, *mine, *theirs) == dict(Pool(mine).wins(Pool(theirs)))


def test_large_pools_are_counted_face_by_face() -> None:
    """Forty dice have more throws than could be listed."""
    assert 1 == sum(Pool([d6] * 25).largest_set().values())
    assert of_formula(parse("40d10cs>=8")) == Pool([d(10)] * 40).count(lambda face: face >= 8)
    assert Fraction(1, 8) == pool(d6, d8).highest()[8]


@given(formulas)
def test_dice_have_the_odds_of_their_notation(formula) -> None:
    """Whatever they are made of."""
    dice = Dice(formula)
    assert of_formula(formula) == dice
    assert str(dice) == str(pickle.loads(pickle.dumps(dice))) == str(copy.deepcopy(dice))


@pytest.mark.parametrize(
    "dice, written",
    [
        (4 @ d6, "4d6"),
        (4 @ d6 + 2, "4d6+2"),
        (4 @ d6 - 2, "4d6-2"),
        (4 @ d6 + -2, "4d6-2"),
        (2 + d6, "2+1d6"),
        (10 - d6, "10-1d6"),
        (2 * d6, "2*1d6"),
        (d6 * 10 - d4, "1d6*10-1d4"),
        (-d6, "-1d6"),
        (d6.pool(4).highest(3), "4d6kh3"),
        (d20.pool(2).lowest(), "2d20kl1"),
        (d6.pool(3).highest(3), "3d6"),
        (d6.pool(3).total(), "3d6"),
        (d6.explode(), "1d6!"),
        (2 @ d6.explode(5, 6), "2d6!=5!"),
        (d6.reroll(1, 2), "1d6r=1r=2"),
        (d6.reroll(1, once=True), "1d6ro=1"),
        (4 @ dF, "4dF"),
        (d66, "1d66"),
        (d100, "1d100"),
        (3 @ (d6 + 1), "1d6+1+1d6+1+1d6+1"),
        (0 @ (d6 + 1), "0"),
        (sum([d6, d6, d4]), "1d6+1d6+1d4"),
        (Dice("2d6!kh1"), "2d6!kh1"),
    ],
)
def test_dice_are_written_as_notation(dice: Dice, written: str) -> None:
    """What can be rolled reads back to the same odds."""
    assert isinstance(dice, Dice)
    assert written == str(dice)
    assert f'Dice("{written}")' == repr(dice)
    assert dice == of_formula(parse(written))


def test_what_notation_cannot_say_is_odds() -> None:
    """Comparisons, quotients and the higher of two."""
    assert Fraction(11, 20) == (d20 + 5 >= 15).yes
    for found in (d6 // 2, d6.max(d8), d6 + Odds.of([1, 2]), d6 - Odds.of([1]), d6 * Odds.of([1]), d4 @ d6):
        assert not isinstance(found, Dice)
        assert 1 == sum(found.values())


def test_dice_may_be_too_many_to_count() -> None:
    """They can be rolled all the same."""
    many = d(1_000_000)
    assert "1d1000000" == str(many)
    assert "4d1000000kh3" == str(many.highest(4, 3)) == str(many.pool(4).highest(3))
    with pytest.raises(OddsTooWide):
        _ = many.mean
    assert not hasattr(many, "nothing")


@pytest.mark.parametrize(
    "call, code",
    [
        (lambda: d6.pool(3).highest(4), "too_few_dice"),
        (lambda: d6.pool(3).highest(-1), "bad_count"),
        (lambda: d6.pool(-1), "bad_count"),
        (lambda: d6.pool(4).middle(1), "no_middle"),
        (lambda: d6.pool(4).nth(0), "no_such_die"),
        (lambda: d6.pool(4).nth(5), "no_such_die"),
        (lambda: d(0), "dice_bad_sides"),
        (lambda: d(cast("int", "6")), "dice_bad_sides"),
        (d6.reroll, "no_faces"),
        (d6.pool(3).count, "no_faces"),
        (lambda: cast("int", "x") + d6, "type"),
        (lambda: Dice("4d6kh3").explode(), "not_plain_dice"),
        ((d6 + 1).explode, "not_plain_dice"),
        (lambda: pool(cast("Odds[int]", Odds.of("ab"))), "not_numbers"),
    ],
)
def test_what_makes_no_sense_is_refused(call, code) -> None:
    """With a code and what to do."""
    with pytest.raises(BadInput) as refused:
        call()
    assert code == refused.value.code
