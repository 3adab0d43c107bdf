"""Falls, breath, and the way."""

from fractions import Fraction

from undercroft.books.sovereign.falling import Fall, Halved, Leap, fall_controlled, fall_damage, fall_dice, leap_dc
from undercroft.books.sovereign.hazards import ChokedDown, Chokes, Choking, breath_left, suffocation_damage
from undercroft.books.sovereign.travel import travel_days
from undercroft.books.sovereign.units import HitPoints
from undercroft.interpret.odds import of_rule


def test_a_fall_of_35_feet():
    """Three dice make 12 in 25 of 216 ways."""
    odds = of_rule(fall_damage, Fall(Fraction(35)))
    assert Fraction(25, 216) == odds.chance(lambda outcome: outcome.damage == 12)


def test_spikes_are_a_die_more():
    """Twenty feet onto spikes: 16 or more on three dice is 10 of 216."""
    odds = of_rule(fall_damage, Fall(Fraction(20), spike_dice=1))
    assert Fraction(10, 216) == odds.chance(lambda outcome: outcome.damage >= 16)


def test_the_worst_fall():
    """Twenty dice, from 200 feet or from a mile: all sixes once in 6 to the 20."""
    for feet in (200, 5280):
        odds = of_rule(fall_damage, Fall(Fraction(feet)))
        assert Fraction(1, 6**20) == odds.chance(lambda outcome: outcome.damage == 120)


def test_leaping_down():
    """35 feet and +2 need 8 or more: 15 of 36. With +0 two sixes just do it from 59 feet, and nothing does from 60."""
    odds = of_rule(fall_controlled, Leap(Fraction(35), 2))
    assert Fraction(15, 36) == odds.chance(lambda outcome: isinstance(outcome, Halved))
    chances = [of_rule(fall_controlled, Leap(Fraction(feet), 0)).chance(_halved) for feet in (50, 59, 60)]
    assert [Fraction(1, 36), Fraction(1, 36), Fraction(0)] == chances


def _halved(outcome: object) -> bool:
    return isinstance(outcome, Halved)


def test_full_tens():
    """Dice and difficulty count full ten feet of a height, given as a fraction."""
    assert [(0, 7), (1, 8), (1, 8), (20, 32)] == [
        (fall_dice(feet, per), leap_dc(feet, per)) for feet, per in ((99, 10), (10, 1), (39, 2), (250, 1))
    ]


def test_choking():
    """Against 13 twelve faces fail; the third level costs three points, and the last points end it."""
    assert Fraction(12, 20) == of_rule(suffocation_damage, Choking(13, Fraction(3), 8))[Chokes(HitPoints(5))]
    assert Fraction(12, 20) == of_rule(suffocation_damage, Choking(13, Fraction(3), 3))[ChokedDown(HitPoints(0))]
    assert Fraction(1, 20) == of_rule(suffocation_damage, Choking(-20, Fraction(3), 8))[Chokes(HitPoints(5))]


def test_breath():
    """Constitution 12 is 12 rounds of action, 48 of stillness, or any mixture."""
    assert [0, 0, 0, 4] == [
        breath_left(12, 12, 0),
        breath_left(12, 0, 48),
        breath_left(12, 6, 24),
        breath_left(12, 11, 0),
    ]


def test_days_on_the_way():
    """Eighteen miles a day, and a day begun counts."""
    assert [0, 1, 1, 2, 2] == [travel_days(*miles) for miles in ((0, 1), (1, 2), (18, 1), (37, 2), (36, 1))]
