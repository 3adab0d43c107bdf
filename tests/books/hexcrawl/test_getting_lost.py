"""Our proposal for getting lost: exact odds."""

from fractions import Fraction

import pytest

from undercroft.books.hexcrawl.getting_lost import Lost, NotRolled, OnCourse, Trek, getting_lost, lost_chance, strays
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "terrain, weather, lost",
    [
        (Terrain.PLAINS, Weather.CLEAR, Fraction(1, 10)),
        (Terrain.HILLS, Weather.RAIN, Fraction(3, 10)),  # 2 and 1
        (Terrain.MOUNTAINS, Weather.LIGHT_SNOW, Fraction(6, 10)),  # 5 and 1
        (Terrain.MARSH, Weather.HEAVY_SNOW, Fraction(8, 10)),  # 6 and 2
        (Terrain.FOREST, Weather.HEAVY_SNOW, Fraction(9, 10)),  # 7 and 2, the most there is
    ],
)
def test_the_worse_the_country_the_easier_to_stray(terrain, weather, lost):
    """So many faces of a d10, and then left or right by half."""
    odds = of_rule(getting_lost, Trek(terrain, weather, on_route=False, landmark_visible=False))
    assert 1 - lost == odds[OnCourse()]
    assert lost / 2 == odds[Lost(-1)] == odds[Lost(1)]


@pytest.mark.parametrize("on_route, landmark_visible", [(True, False), (False, True), (True, True)])
def test_a_road_or_a_landmark_is_safe(on_route, landmark_visible):
    """Then nothing is thrown."""
    trek = Trek(Terrain.FOREST, Weather.HEAVY_SNOW, on_route, landmark_visible)
    assert {NotRolled(): 1} == dict(of_rule(getting_lost, trek))


def test_never_more_than_nine_in_ten():
    """However bad the weather, a ten keeps the course."""
    assert 9 == lost_chance(7, 5)


@pytest.mark.parametrize("face, side", [(1, -1), (3, -1), (4, 1), (6, 1)])
def test_sides(face, side):
    """The low half of a d6 is left."""
    assert side == strays(face)
