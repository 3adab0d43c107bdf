"""The template die and what its faces bring: exact odds."""

from fractions import Fraction

import pytest

from undercroft.books.hexcrawl.dungeon_crawling import DungeonTurn, dungeon_crawl
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.overloaded_die import Event, Milieu, Turn, after_use, encounter_die_template
from undercroft.books.hexcrawl.template import (
    Encounter,
    Find,
    Inhabitants,
    Luck,
    Surroundings,
    after_relighting,
    template_encounter,
    template_environment_effect,
    template_good_encounter,
)
from undercroft.books.hexcrawl.weather import Climate, NewWeather, Sky, change_weather
from undercroft.interpret.odds import of_rule
from undercroft.kernel.frozen import FrozenMap


@pytest.mark.parametrize("event", [event for event in Event if event not in ("hidden_site", "change_of_weather")])
def test_every_event_of_the_template_has_one_face(event):
    """Six events, six faces."""
    odds = of_rule(encounter_die_template, Turn(Milieu.DUNGEON))
    assert Fraction(1, 6) == odds.chance(lambda shown: shown.name is event)


def test_a_swapped_face_leaves_its_old_event():
    """With 5 turned into waning resources those have two faces in six, and a free turn has none."""
    odds = of_rule(encounter_die_template, Turn(Milieu.DUNGEON, FrozenMap({"5": Event.WANING_RESOURCES})))
    assert Fraction(1, 3) == odds.chance(lambda shown: shown.name is Event.WANING_RESOURCES)
    assert 0 == odds.chance(lambda shown: shown.name is Event.FREE_TURN)


def test_a_dungeon_turn_is_the_template_die_ten_minutes_on():
    """Half the turns of a dungeon bring an encounter, a rest or failing lights: faces 1, 3 and 4."""
    odds = of_rule(dungeon_crawl, DungeonTurn(milieu=Milieu.DUNGEON, turn_no=4))
    costly = (Event.ENCOUNTER, Event.FORCED_REST, Event.WANING_RESOURCES)
    assert Fraction(1, 2) == odds.chance(lambda opens: opens.name in costly)
    assert {30} == {opens.minutes_inside for opens in odds}


def test_all_lines_of_a_list_are_equally_likely():
    """Two of five lines say wolves: 2/5."""
    odds = of_rule(template_encounter, Inhabitants(("wolves", "ogre", "wolves", "rats", "ghost")))
    assert Fraction(2, 5) == odds[Encounter("wolves", from_omen=False)]


def test_an_omen_leaves_nothing_to_chance():
    """What was foretold is certain."""
    odds = of_rule(template_encounter, Inhabitants(("wolves", "ogre"), stored_omen="ogre"))
    assert {Encounter("ogre", from_omen=True): 1} == dict(odds)


@pytest.mark.parametrize(
    "climate, current, new, chance",
    [
        (Climate.COLD, Weather.CLEAR, Weather.RAIN, Fraction(1, 3)),  # three others in a cold climate
        (Climate.COLD, Weather.CLEAR, Weather.HEAVY_SNOW, Fraction(1, 3)),
        (Climate.POLAR, Weather.CLEAR, Weather.LIGHT_SNOW, Fraction(1, 2)),  # two others in a polar one
        (Climate.ARID, Weather.CLEAR, Weather.RAIN, Fraction(1)),  # one other in the desert
        (Climate.WARM, Weather.HEAVY_SNOW, Weather.RAIN, Fraction(1, 2)),  # snow by magic: both usual ones are new
    ],
)
def test_new_weather_is_any_other_of_the_climate(climate, current, new, chance):
    """What the climate allows, save the present weather, is equally likely; by either die."""
    assert chance == of_rule(change_weather, Sky(climate, current))[NewWeather(new)]
    outdoors = Surroundings(Milieu.WILD, (), climate=climate, current=current)
    assert chance == of_rule(template_environment_effect, outdoors)[NewWeather(new)]


def test_a_third_of_good_encounters_are_supplies():
    """Three kinds of luck; supplies are for everybody, the others bring none."""
    odds = of_rule(template_good_encounter, Luck(people=6))
    assert Fraction(1, 3) == odds.chance(lambda good: good.entry == Find.RESOURCES_FOUND)
    assert Fraction(1, 3) == odds.chance(lambda good: good.rations == good.water == 6)
    assert Fraction(2, 3) == odds.chance(lambda good: good.rations == good.water == 0)


@pytest.mark.parametrize(
    "burning, stock, expected",
    [
        ((2, 1, 0), (5, 5), (0, 3, 4)),  # all renewed
        ((3, 0, 0), (1, 9), (2, 0, 9)),  # oil is no torch
        ((0, 3, 0), (9, 2), (1, 9, 0)),  # a torch is no oil
        ((0, 0, 2), (9, 9), (2, 9, 9)),  # nothing renews magic
    ],
)
def test_relighting(burning, stock, expected):
    """Unlit lights, torches and oil after relighting torches, lanterns and magic."""
    assert expected == after_relighting(*burning, *stock)


@pytest.mark.parametrize("stock, needed, expected", [(5, 3, (2, 0)), (3, 3, (0, 0)), (2, 3, (0, 1)), (0, 3, (0, 3))])
def test_use(stock, needed, expected):
    """What is left and what is lacking are never both more than nothing."""
    assert expected == after_use(stock, needed)
