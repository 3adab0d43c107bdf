"""Finding things: exact odds, and lines of sight over the whole neighbourhood."""

from fractions import Fraction

import pytest

from undercroft.books.hexcrawl.discovery import Found, Search, Visibility, search_random
from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.hexcrawl.landmarks import (
    Blocked,
    Candidate,
    Landmark,
    Look,
    Lookout,
    MappedHex,
    TooFar,
    Visible,
    hexes_apart,
    landmark_roll,
    landmark_sighting,
    neighbours,
    sight,
    stands_out,
)
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.interpret.odds import of_rule
from undercroft.kernel.script import Script


def test_a_search_finds_each_hidden_thing_as_often():
    """One of four; the point is gone each time."""
    odds = of_rule(search_random, Search(TravelPoints(Fraction(3, 2)), ("cave", "mine", "well", "den")))
    assert Fraction(1, 4) == odds[Found("den", TravelPoints(Fraction(1, 2)))]


@pytest.mark.parametrize("in_six", range(7))
def test_landmarks_in_six(in_six):
    """Usually one in six, or as the referee says."""
    odds = of_rule(landmark_roll, Candidate(Visibility.OVERT, in_six))
    assert Fraction(in_six, 6) == odds.chance(lambda outcome: isinstance(outcome, Landmark))
    assert in_six == sum(stands_out(face, in_six) for face in range(1, 7))


def around(distance: int) -> set[tuple[int, int]]:
    """Every hex at that distance from the middle."""
    near = range(-distance, distance + 1)
    return {(q, r) for q in near for r in near if hexes_apart(0, 0, q, r) == distance}


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_rings_have_six_hexes_for_each_step(distance):
    """Six, twelve, eighteen."""
    assert 6 * distance == len(around(distance))


def test_neighbours_are_the_first_ring():
    """All six, and only they."""
    assert around(1) == neighbours((0, 0))


def look(at: tuple[int, int], *blocking: tuple[int, int]):
    """A look from the middle past hexes of high mountains."""
    hexes = tuple(MappedHex(coord, Terrain.HIGH_MOUNTAINS) for coord in blocking)
    return landmark_sighting(Script(), Lookout((0, 0), at, hexes))


def test_the_second_ring_is_seen_past_one_hex_or_two():
    """Six of its twelve hexes lie behind a single hex, six behind two; all that lie between must block."""
    for at in around(2):
        between = neighbours((0, 0)) & neighbours(at)
        assert len(between) in (1, 2)
        assert Visible() == look(at)
        assert Blocked() == look(at, *between)
        assert (Blocked() if len(between) == 1 else Visible()) == look(at, min(between))
    assert 6 == sum(len(neighbours((0, 0)) & neighbours(at)) == 1 for at in around(2))


def test_the_third_ring_is_out_of_sight():
    """Two hexes is as far as a landmark shows."""
    assert {TooFar()} == {look(at) for at in around(3)}


@pytest.mark.parametrize(
    "distance, under_canopy, open_between, expected",
    [
        (0, True, False, Look.CLEAR),
        (1, False, False, Look.CLEAR),
        (1, True, True, Look.BLOCKED),
        (2, False, True, Look.CLEAR),
        (2, False, False, Look.BLOCKED),
        (2, True, True, Look.BLOCKED),
        (3, True, True, Look.TOO_FAR),
    ],
)
def test_sight(distance, under_canopy, open_between, expected):
    """Distance first, then the trees overhead, then what lies between."""
    assert expected is sight(distance, under_canopy, open_between)
