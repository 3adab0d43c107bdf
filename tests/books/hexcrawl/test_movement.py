"""Travel points: prices, limits and moves that take more than a day, in exact fractions."""

from fractions import Fraction

import pytest

from undercroft.books.hexcrawl.costs import Bar, Cost, Yield, barred, entry_cost, hexes_left, price
from undercroft.books.hexcrawl.entering import Entered, Step, enter_hex, still_needed
from undercroft.books.hexcrawl.land import (
    Company,
    HexAhead,
    Road,
    Terrain,
    Weather,
    accommodation_multiplier,
    crowd_rows,
    environment_multiplier,
)
from undercroft.books.hexcrawl.units import TravelPoints, is_enough
from undercroft.kernel.script import Script

NO_DICE = Script()


def cost_of(company: Company, ahead: HexAhead):
    """What a hex costs a party, from its own two multipliers."""
    accommodation = accommodation_multiplier(NO_DICE, company).factor
    environment = environment_multiplier(NO_DICE, ahead).factor
    return entry_cost(NO_DICE, Yield(accommodation, environment))


ON_FOOT = Company(5, all_mounted=False, mount_suitable=False, has_carriage=False)
MOUNTED = Company(5, all_mounted=True, mount_suitable=True, has_carriage=False)
ESCORT = Company(5, all_mounted=True, mount_suitable=True, has_carriage=True)
COLUMN = Company(60, all_mounted=False, mount_suitable=False, has_carriage=False)


@pytest.mark.parametrize(
    "company, ahead, cost",
    [
        (ESCORT, HexAhead(Terrain.PLAINS, Road.NONE, Weather.CLEAR), Fraction(1)),  # 1 x 2 x 1/2, as the text has it
        (MOUNTED, HexAhead(Terrain.HILLS, Road.TRAIL, Weather.CLEAR), Fraction(1, 2)),  # 2 x 2/3 x 3/2 = 2
        (MOUNTED, HexAhead(Terrain.PLAINS, Road.MAINTAINED, Weather.CLEAR), Fraction(1, 4)),  # 2 x 2 = 4
        (ON_FOOT, HexAhead(Terrain.MARSH, Road.TRAIL, Weather.CLEAR), Fraction(4, 3)),  # 1/2 x 3/2 = 3/4
        (ON_FOOT, HexAhead(Terrain.HILLS, Road.NONE, Weather.HEAVY_SNOW), Fraction(6)),  # 2/3 x 1/4 = 1/6
        (ON_FOOT, HexAhead(Terrain.MOUNTAINS, Road.NONE, Weather.RAIN), Fraction(8)),  # 1/4 x 1/2 = 1/8
        (COLUMN, HexAhead(Terrain.FOREST, Road.NONE, Weather.CLEAR), Fraction(8)),  # 1/2 x 1/2 x 1/2 = 1/8
    ],
)
def test_a_hex_costs_what_the_multipliers_turned_over_give(company, ahead, cost):
    """All multipliers multiply, and a travel point buys that much movement."""
    assert Cost(TravelPoints(cost)) == cost_of(company, ahead)


def test_thirds_of_a_point_are_never_lost():
    """Three hexes of marsh by a trail take 3 x 4/3, exactly a day by land."""
    left = TravelPoints(Fraction(4))
    for hexes in range(3):
        step = Step(
            tp_left=left,
            tp_max=TravelPoints(Fraction(4)),
            cost=TravelPoints(Fraction(4, 3)),
            hexes_entered_today=hexes,
            must_provision=False,
            adjacent=True,
        )
        entered = enter_hex(NO_DICE, step)
        assert isinstance(entered, Entered)
        left = entered.tp_left
    assert 0 == left


@pytest.mark.parametrize(
    "cost, tp_max, expected",
    [
        ((799, 100), (4, 1), Bar.NOTHING),
        ((8, 1), (4, 1), Bar.PRICE),
        ((801, 100), (4, 1), Bar.PRICE),
        ((12, 1), (6, 1), Bar.PRICE),
        ((1, 0), (4, 1), Bar.NO_WAY_IN),
        ((9, 2), (9, 4), Bar.PRICE),  # 4 1/2 is twice 2 1/4
    ],
)
def test_twice_a_day_or_more_is_impassable(cost, tp_max, expected):
    """Exactly twice is too much already."""
    assert expected is barred(*cost, *tp_max)


@pytest.mark.parametrize("entered, tp_max, left", [(0, (4, 1), 8), (8, (4, 1), 0), (9, (4, 1), 0), (3, (9, 4), 1)])
def test_twice_the_points_is_as_far_as_a_day_goes(entered, tp_max, left):
    """Of half a hex nothing is entered, and there is no less than none."""
    assert left == hexes_left(entered, *tp_max)


@pytest.mark.parametrize(
    "cost, invested, need",
    [
        ((3, 1), (1, 1), Fraction(2)),
        ((3, 2), (1, 2), Fraction(1)),
        ((4, 3), (1, 2), Fraction(5, 6)),
        ((1, 1), (3, 1), Fraction(0)),  # a surplus buys nothing
    ],
)
def test_what_is_left_to_pay(cost, invested, need):
    """Points put in before count in full, up to the price."""
    assert need == Fraction(*still_needed(*cost, *invested))


@pytest.mark.parametrize("people, rows", [(1, 0), (20, 0), (21, 1), (50, 1), (51, 2)])
def test_crowds(people, rows):
    """More than twenty is one row, more than fifty both."""
    assert rows == crowd_rows(people)


def test_no_yield_is_no_price():
    """A multiplier of nothing leaves a price over nothing."""
    assert (3, 2) == price(2, 3)
    assert (1, 0) == price(0, 1)


@pytest.mark.parametrize(
    "have, need, enough", [((4, 3), (4, 3), True), ((5, 4), (4, 3), False), ((3, 2), (1, 1), True)]
)
def test_enough(have, need, enough):
    """Equal is enough, a twelfth less is not."""
    assert enough == is_enough(*have, *need)
