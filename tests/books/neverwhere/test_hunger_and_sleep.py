"""Food, water and sleep: exact odds and arithmetic."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.hunger import Forager, Found, forage, meals_found, missed, still_hungry, thirst
from undercroft.books.neverwhere.sleep import (
    Asleep,
    Nodding,
    drowsy_check,
    drowsy_sn,
    is_drowsy,
    is_severe,
    still_tired,
    up_late,
)
from undercroft.interpret.odds import of_rule


def test_foraging_odds():
    """Survival 3: 1 to 7 find nothing, 8 to 11 a meal, 12 to 16 two, 17 to 20 a day's food."""
    odds = of_rule(forage, Forager(3))
    assert {
        Found(0): Fraction(7, 20),
        Found(1): Fraction(4, 20),
        Found(2): Fraction(5, 20),
        Found(3): Fraction(4, 20),
    } == dict(odds)


def test_a_lucky_forager_finds_a_meal_and_no_more():
    """A natural 20 that would fall short by its total succeeds by nothing."""
    assert [meals_found(success=True, over=over) for over in (-4, 0, 4, 5, 10, 30)] == [1, 1, 1, 2, 3, 3]
    assert meals_found(success=False, over=30) == 0


@pytest.mark.parametrize("groggy, chance", [(False, Fraction(9, 20)), (True, Fraction(13, 20))])
def test_nodding_off_odds(groggy, chance):
    """Twenty hours late the number is 10: Will +1 fails on 1 to 9, and groggy, at -3, on 1 to 13."""
    late = Nodding(6, 12, Fraction(36), Fraction(16), 1, groggy)
    assert chance == of_rule(drowsy_check, late).chance(lambda end: isinstance(end, Asleep))


@pytest.mark.parametrize("quarters, parts, fatigue", [(0, 1, 0), (-3, 4, 0), (1, 4, 1), (1, 1, 2), (5, 1, 6)])
def test_quarters_of_a_day(quarters, parts, fatigue):
    """The first point is lost at once, the next after each full quarter."""
    assert fatigue == up_late(quarters, parts)


def test_drowsiness_has_two_steps():
    """Half lost makes drowsy; less than a third left is severe, and a third is not less."""
    assert [is_drowsy(pool, 12) for pool in (5, 6)] == [False, True]
    assert [is_severe(pool, 12) for pool in (8, 9)] == [False, True]


def test_the_number_to_stay_awake_rises_by_full_fours():
    """Five up to four hours past the day, and never below."""
    assert [drowsy_sn(over, 2) for over in (-8, 0, 7, 8, 15, 16)] == [5, 5, 5, 6, 6, 7]


def test_what_is_made_up_for_stops_at_nothing():
    """Hunger goes down by three meals a day, lack of sleep by the night and the hours beyond."""
    assert [still_hungry(pool, busy=False, meals=3) for pool in (2, 3, 5)] == [0, 0, 2]
    assert [still_tired(6, beyond) for beyond in (-1, 0, 2, 9)] == [6, 5, 3, 0]
    assert [missed(eaten, 3) for eaten in (0, 3, 4)] == [3, 0, 0]


@pytest.mark.parametrize("hours, hardly_any, lost", [(7, True, (0, 0)), (23, True, (2, 0)), (24, True, (4, 1))])
def test_thirst_through_the_day(hours, hardly_any, lost):
    """A point every eight hours, and at the end of the day one more and a hit point for those with hardly any."""
    assert lost == thirst(hours, hardly_any)
