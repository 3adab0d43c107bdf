from fractions import Fraction

from undercroft.books.violence.reactions import Met, Mood, reaction
from undercroft.books.violence.surprise import Encounter, Place, encounter_distance
from undercroft.books.violence.timekeeping import (
    Activity,
    DungeonTurn,
    Outdoors,
    Travelling,
    dungeon_loop,
    is_checked,
    watch_loop,
)
from undercroft.books.violence.units import Turns
from undercroft.interpret.odds import of_rule


def test_odds_of_an_encounter():
    """One face in six, after a turn as in a Watch."""
    turn = of_rule(dungeon_loop, DungeonTurn(Turns(1), Activity.CORRIDOR))
    watch = of_rule(watch_loop, Travelling(Outdoors.CAMP))

    assert Fraction(1, 6) == turn.chance(lambda it: it.encounter) == watch.chance(lambda it: it.encounter)


def test_emptier_places_are_checked_less_often():
    """Every second and every third turn, counted from the first."""
    assert [2, 4, 6] == [turn for turn in range(1, 8) if is_checked(turn, 2)]
    assert [3, 6] == [turn for turn in range(1, 8) if is_checked(turn, 3)]


def test_odds_of_a_first_attitude():
    """2d6 in thirty-sixths: 3 friendly, 12 helpful, 6 uninterested, 12 hostile, 3 murderous."""
    odds = of_rule(reaction, Met()).by(lambda it: it.name)

    assert [Fraction(ways, 36) for ways in (3, 12, 6, 12, 3)] == [odds[mood] for mood in Mood]


def test_odds_of_a_distance():
    """Seventy feet is the likeliest, 6 in 36."""
    odds = of_rule(encounter_distance, Encounter(Place.DUNGEON)).by(lambda it: it.value)

    assert Fraction(6, 36) == odds[70] == max(odds.values())
