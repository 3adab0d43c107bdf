from fractions import Fraction

import pytest

from undercroft.books.violence.hirelings import Flees, Heroic, Holds, Shaken, Wavers, hireling_morale
from undercroft.books.violence.morale import (
    Breaks,
    Enemy,
    FightsOn,
    Rallied,
    Retreat,
    half_due,
    lone_due,
    morale_check,
)
from undercroft.books.violence.units import Silver
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize("hd", range(10))
def test_odds_of_breaking(hd):
    """Each Hit Die keeps one more face in twenty from breaking; one face always rallies."""
    odds = of_rule(morale_check, Enemy(hd=hd))

    assert {
        FightsOn(): Fraction(9 + hd, 20),
        Rallied(): Fraction(1, 20),
        Breaks(Retreat.FLEE): Fraction(10 - hd, 20),
    } == dict(odds)


def test_the_strongest_never_break():
    """From 10 Hit Dice on no face is over the number."""
    assert {FightsOn(): Fraction(19, 20), Rallied(): Fraction(1, 20)} == dict(of_rule(morale_check, Enemy(hd=10)))
    assert {FightsOn(): 1} == dict(of_rule(morale_check, Enemy(hd=11)))


def test_half_health_is_half_or_less():
    """Of 11 health 5 is half, 6 is not."""
    assert [1, 2, 3, 4, 5] == [health for health in range(12) if lone_due(health, 11, True, False)]


def test_half_a_group_is_half_or_more():
    """Of seven, four are half; of six, three; with nobody left there is nobody to test."""
    assert [4, 5, 6] == [dead for dead in range(8) if half_due(1, dead, 7, False)]
    assert [3, 4, 5] == [dead for dead in range(7) if half_due(1, dead, 6, False)]


def test_odds_of_a_hireling():
    """Cunning 13 and 3 Hit Dice: 4 to 12 hold, 3 wavers, 13 is heroic, and nine faces flee."""
    odds = of_rule(hireling_morale, Shaken(cunning=13, hd=3, scars=0))

    assert {
        Holds(): Fraction(9, 20),
        Wavers(Silver(45)): Fraction(1, 20),
        Heroic(): Fraction(1, 20),
        Flees(): Fraction(9, 20),
    } == dict(odds)
