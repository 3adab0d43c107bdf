"""Running, flying and throwing: exact odds."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.checks import graded, succeeded, worst_faces
from undercroft.books.neverwhere.flying import DaysFlight, Flier, Flight, fly
from undercroft.books.neverwhere.running import Gait, Run, run_fatigue
from undercroft.books.neverwhere.throwing import Blunder, Hit, Impact, Throwing, throw_attack, throw_damage, thrown_dice
from undercroft.interpret.odds import of_rule
from undercroft.kernel.dice import Roll


def test_sprint_odds():
    """At Vit 0 ten faces of the d20 fail, so half of all sprinted rounds cost a point."""
    odds = of_rule(run_fatigue, Run(Gait.SPRINT, 3, 0)).by(lambda lost: int(lost.fp))
    assert {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)} == dict(odds)


def test_a_long_sprint_has_odds_too():
    """Only how many of a hundred throws fail is asked, not each of them: all of them fail in 1 of 2^100."""
    odds = of_rule(run_fatigue, Run(Gait.SPRINT, 100, 0))
    assert Fraction(1, 2**100) == odds.chance(lambda lost: lost.fp == 100)


@pytest.mark.parametrize("tie", [False, True])
@pytest.mark.parametrize("vit_mod", [-16, -15, -14, -10, -9, 0, 5, 8, 9, 10, 29, 30, 31])
def test_the_lowest_faces_fail(vit_mod, tie):
    """Counted at once or face by face, the same faces of the d20 fail, and they are the lowest."""
    failing = [face for face in range(1, 21) if not succeeded(graded(face, vit_mod, 10, tie))]
    assert failing == list(range(1, worst_faces(vit_mod, 10, tie) + 1))


def test_overland_flight_odds():
    """Flying 3 beats 10 with 8 to 20: 13 faces of 20 fly a fifth farther."""
    odds = of_rule(fly, Flier(Fraction(6), 3, Fraction(1), Flight.OVERLAND))
    assert Fraction(13, 20) == odds.chance(lambda flight: isinstance(flight, DaysFlight) and flight.km == 288)


def test_throwing_odds():
    """+5 less 4 for a rock and 2 for seven metres is -1: 14 to 20 beat AC 12, and one of these doubles."""
    rock = Throwing(rab=5, ac=12, distance=Fraction(7), improvised=True, proficient=False)
    odds = of_rule(throw_attack, rock)
    assert Fraction(7, 20) == odds.chance(lambda end: isinstance(end, Hit))
    assert Fraction(1, 20) == odds.chance(lambda end: isinstance(end, Hit) and end.double)
    assert Fraction(1, 20) == odds.chance(lambda end: isinstance(end, Blunder))


def test_damage_odds():
    """2d6 at Str -3: 2 and 3 on the dice, 3 ways of 36, do nothing."""
    odds = of_rule(throw_damage, Impact(Fraction(80), -3))
    assert Fraction(3, 36) == odds.chance(lambda end: end.damage == 0)


@pytest.mark.parametrize("weight, dice", [(80, Roll(2, 6)), (81, Roll(3, 6)), (100, Roll(3, 6)), (1000, Roll(48, 6))])
def test_each_20_kg_begun_adds_a_die(weight, dice):
    """From 80 kg on: 1,000 kg are 46 steps more than 80."""
    assert dice == thrown_dice(Fraction(weight))
