"""Fatigue: point by point, and the odds of going on without any."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.checks import Tie
from undercroft.books.neverwhere.fatigue import (
    Acts,
    Collapsed,
    HeartAttack,
    Spent,
    collapse,
    drained,
    is_exhausted,
    slowed,
)
from undercroft.interpret.odds import of_rule


def point_by_point(fp: int, fp_max: int, hp: int, amount: int) -> tuple[int, int]:
    """The core guide's own words, one point at a time."""
    for _ in range(amount):
        if fp <= 0:
            hp -= 1
        if fp > -fp_max:
            fp -= 1
    return fp, hp


def test_a_loss_at_once_is_a_loss_point_by_point() -> None:
    """Every state of someone with 6 fatigue points, and every loss up to 20."""
    for fp in range(-6, 7):
        for amount in range(21):
            assert point_by_point(fp, 6, 9, amount) == drained(fp, 6, 9, amount)


def test_who_is_exhausted_is_slowed() -> None:
    """Under a quarter lies below a third, whatever the full points are."""
    for fp_max in range(1, 40):
        for fp in range(-fp_max, fp_max + 1):
            if is_exhausted(fp, fp_max):
                assert slowed(fp, fp_max, True)
            assert is_exhausted(fp, fp_max) == slowed(fp, fp_max, False)


def test_going_on_at_nothing() -> None:
    """Will +1 beats 10 on 10 to 20: 11/20. A 1 (1/20) asks Vit -2, which fails on 1 to 12: 12/20 of it."""
    odds = of_rule(collapse, Spent(fp=0, will_mod=1, vit_mod=-2))
    assert Fraction(11, 20) == odds[Acts()]
    assert Fraction(1, 20) * Fraction(12, 20) == odds[HeartAttack()]
    assert Fraction(8, 20) + Fraction(1, 20) * Fraction(8, 20) == odds[Collapsed()]


@pytest.mark.parametrize(
    "fp, tie, expected",
    [
        (-3, Tie.FAILS, Fraction(8, 20)),  # 13 to 20
        (-3, Tie.SUCCEEDS, Fraction(9, 20)),  # 12 to 20
        (-30, Tie.FAILS, Fraction(0)),  # the number is 40: not even a 20 will do
    ],
)
def test_every_point_below_nothing_makes_it_harder(fp: int, tie: Tie, expected: Fraction) -> None:
    """Will +1 against 10 and the points below 0."""
    odds = of_rule(collapse, Spent(fp=fp, will_mod=1, vit_mod=0, sn_tie=tie))
    assert expected == odds.chance(lambda end: isinstance(end, Acts))
