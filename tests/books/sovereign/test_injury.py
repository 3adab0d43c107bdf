"""Dying and being saved."""

from fractions import Fraction
from itertools import pairwise
from math import prod

import pytest

from undercroft.books.sovereign.injury import Fate, after_damage, fate
from undercroft.books.sovereign.stabilising import (
    LAST_ROUND,
    Rescue,
    Stabilised,
    has_bled_out,
    rounds_gone,
    stabilise_dc,
    stabilize,
)
from undercroft.interpret.odds import of_rule


def saved(rescue: Rescue) -> Fraction:
    """The chance that one try stabilises."""
    return of_rule(stabilize, rescue).chance(lambda outcome: isinstance(outcome, Stabilised))


@pytest.mark.parametrize(
    "rescue, chance",
    [
        (Rescue(2, 0, has_kit=True), Fraction(26, 36)),  # 6 or more on two dice
        (Rescue(2, 2, has_kit=False), Fraction(6, 36)),  # 10 or more
        (Rescue(0, 0, has_kit=True, aiding_mods=(1, 2, 0)), Fraction(26, 36)),  # two helpers make it 6 or more
        (Rescue(0, 0, has_kit=True, aiding_mods=(-1, -3)), Fraction(6, 36)),  # two hinder, 10 or more
        (Rescue(-3, 6, has_kit=False), Fraction(0)),  # 19 or more
        (Rescue(6, 0, has_kit=True), Fraction(1)),  # 2 or more
    ],
)
def test_one_try(rescue, chance):
    """Two dice, the modifier and the helpers against 8, the rounds gone by, and 2 without a kit."""
    assert chance == saved(rescue)


def test_a_medic_who_never_gives_up():
    """Modifier 0 and a kit, seven tries from 8 to 14: they fail with 21, 26, 30, 33, 35, 36 and 36 in 36."""
    tries = [saved(Rescue(0, gone, has_kit=True)) for gone in range(LAST_ROUND + 1)]
    assert Fraction(21 * 26 * 30 * 33 * 35, 36**5) == prod(1 - chance for chance in tries)


@pytest.mark.parametrize("lethal", [False, True])
@pytest.mark.parametrize("dies_at_once", [False, True])
@pytest.mark.parametrize("hp", [1, 2, 7])
def test_more_damage_is_never_better(hp, dies_at_once, lethal):
    """Fates stand in the order of how bad they are, and damage only goes up that order."""
    fates = [fate(hp, damage, lethal, dies_at_once, dying=False) for damage in range(hp + 3)]
    assert all(one <= worse for one, worse in pairwise(fates))
    assert [Fate.UNHURT, *[Fate.HURT] * (hp - 1)] == fates[:hp]


def test_there_is_nothing_below_nothing():
    """Seven hit points less nine are none, not -2."""
    assert 0 == after_damage(7, 9)


def test_the_first_round_costs_nothing():
    """Who is treated before the order has come round again is as easy to save as at once."""
    assert [0, 0, 1] == [rounds_gone(later, 2, slot) for later, slot in ((0, 3), (1, 1), (1, 2))]
    assert [8, 10, 9] == [stabilise_dc(0, has_kit=True), stabilise_dc(0, has_kit=False), stabilise_dc(1, has_kit=True)]


def test_last_round():
    """Six rounds after that of the fall, or five if that one counts, it is over."""
    assert [5, 6] == [later for later in range(5, 7) if has_bled_out(later, fall_round_counts=True)]
    assert [6] == [later for later in range(5, 7) if has_bled_out(later, fall_round_counts=False)]
