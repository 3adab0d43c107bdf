"""Whole days of travel, each step settled by its own rule."""

from fractions import Fraction

import pytest

from undercroft.books.hexcrawl.costs import Capped
from undercroft.books.hexcrawl.encounters import (
    Circumstances,
    Spending,
    encounter_die_wilderness,
    encounter_timing,
)
from undercroft.books.hexcrawl.entering import (
    Entered,
    LastPoints,
    NotEnough,
    Started,
    Step,
    enter_hex,
    start_move,
)
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.movement import At, Mode, Underway, position
from undercroft.books.hexcrawl.night_camp import Camp, night_camp
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.books.hexcrawl.weather import Climate, Sky, change_weather
from undercroft.books.hexcrawl.wilderness import Foraged, Hungry, Provision, wild_waning_resources
from undercroft.kernel.script import Script

NO_DICE = Script()
A, B, C, D = (0, 0), (1, 0), (2, 0), (3, 0)


def points(number: Fraction | int | str) -> TravelPoints:
    """So many travel points."""
    return TravelPoints(Fraction(number))


def enter(left, cost, hexes=0, invested=0):
    """A step into the next hex."""
    step = Step(
        tp_left=points(left),
        tp_max=points(4),
        cost=points(cost),
        invested=points(invested),
        hexes_entered_today=hexes,
        must_provision=False,
        adjacent=True,
    )
    return enter_hex(NO_DICE, step)


def start(left, cost, hexes, invested=0, amount=None):
    """The last points of a day put into the next hex."""
    last = LastPoints(
        tp_left=points(left),
        cost=points(cost),
        invested=points(invested),
        amount=None if amount is None else points(amount),
        target=D,
        hexes_entered_today=hexes,
        tp_max=points(4),
    )
    return start_move(NO_DICE, last)


def due(mode, before, after, *fired):
    """The moments that a payment brings."""
    spending = Spending(mode, points(4), points(before), points(after), frozenset(points(moment) for moment in fired))
    return [int(at) for at in encounter_timing(NO_DICE, spending).thresholds]


def shows(*dice: int) -> Event:
    """What the die brings by day in ordinary country."""
    return encounter_die_wilderness(Script(dice), Circumstances(tags=frozenset(), at_camp=False)).name


def camp(*dice: int | str):
    """The night of four people with nothing to eat."""
    where = Camp(tags=frozenset(), hex=C, people=4, rations=0, water=0, tp_left=points(0))
    return night_camp(Script(dice), where)


def test_four_plains_on_foot():
    """Traveling: four hexes for four points, the die at the second, and a quiet camp."""
    left = points(4)
    moments: list[int] = []
    for hexes in range(4):
        entered = enter(left, 1, hexes)
        assert Entered(points(3 - hexes), hexes + 1) == entered
        moments += due(Mode.TRAVELING, 4 - left, 5 - left, *moments)
        left = points(3 - hexes)
    assert [2] == moments
    assert Event.FREE_TURN is shows(5) is camp(5).name


def test_hills_explored_and_rain():
    """Exploring hills: the first point is spent in the first hex, the fourth starts a move that rain makes dearer."""
    # The first point falls within the first move, which is still in its hex then.
    assert [1] == due(Mode.EXPLORING, 0, 1)
    assert At(A) == position(NO_DICE, Underway(A, B, points(1), points("3/2")))
    assert At(B) == position(NO_DICE, Underway(A, B, points("3/2"), points("3/2")))
    assert Entered(points("5/2"), 1) == enter(4, "3/2")
    assert Entered(points(1), 2) == enter("5/2", "3/2", hexes=1)
    # One point is left: too little for a third hex, enough to start it.
    assert NotEnough(points("3/2")) == enter(1, "3/2", hexes=2)
    assert Started(D, points(1), points(0)) == start(1, "3/2", hexes=2)
    assert [4] == due(Mode.EXPLORING, 3, 4, 1)
    assert Event.CHANGE_OF_WEATHER is shows(3)
    assert Weather.RAIN is change_weather(Script((1,)), Sky(Climate.COLD, Weather.CLEAR)).new
    # In rain the hex takes 3: with 1 in it, the next day's first point leaves them where they are, the second does not.
    assert At(C) == position(NO_DICE, Underway(C, D, points(2), points(3)))
    assert [1] == due(Mode.EXPLORING, 0, 1)
    assert Entered(points(2), 1) == enter(4, 3, invested=1)


def test_mountains_without_supplies():
    """Traveling into mountains: two points, hunger, a point of foraging, and the last point; one more the next day."""
    assert [2] == due(Mode.TRAVELING, 0, 4)
    assert Started(D, points(2), points(2)) == start(4, 4, hexes=0, amount=2)
    assert Event.WANING_RESOURCES is shows(4)
    hungry = Hungry(Provision.FORAGE, people=4, rations=0, water=0, tp_left=points(2))
    assert Foraged(points(1)) == wild_waning_resources(NO_DICE, hungry)
    assert Started(D, points(3), points(0)) == start(1, 4, hexes=0, invested=2)
    assert not camp(5).forage_owed
    assert Entered(points(3), 1) == enter(4, 4, invested=3)


def test_three_hexes_in_two_days():
    """The text's own example: not 5 points and then 3, but 3 and then, with the point left over, 3 and 2."""
    assert NotEnough(points(5)) == enter(4, 5)
    assert Entered(points(1), 1) == enter(4, 3)
    assert Started(D, points(1), points(0)) == start(1, 3, hexes=1)
    assert Entered(points(2), 1) == enter(4, 3, invested=1)
    assert Entered(points(0), 2) == enter(2, 2, hexes=1)


@pytest.mark.parametrize("cost, left", [("1/4", 2), ("1/2", 0), ("1/3", "4/3")])
def test_nobody_enters_a_ninth_hex(cost, left):
    """Mounted over plains, by a good road, without one, or by a trail: eight hexes, whatever points are left."""
    day = points(4)
    for hexes in range(8):
        entered = enter(day, cost, hexes)
        assert isinstance(entered, Entered)
        day = entered.tp_left
    assert points(left) == day
    assert Capped() == enter(day, cost, 8)


def test_hunger_in_camp_costs_the_next_morning():
    """With nothing to eat a 4 in camp leaves a point owed: three are left to use, and an explorer's first is gone."""
    assert camp(4).forage_owed
    assert Foraged(points(3)) == wild_waning_resources(NO_DICE, Hungry(Provision.FORAGE, 4, 0, 0, points(4)))
    assert [1] == due(Mode.EXPLORING, 0, 1)
