"""Food and water: had or missed, on the clock, by the book the house goes by."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.infirmary import OLGA, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.books.neverwhere.hunger import Climate
from undercroft.kernel.units import HOUR
from undercroft.table.body.condition import FpChanged, HpChanged, StrainChanged
from undercroft.table.body.fatigue import Tire
from undercroft.table.body.meals import CountMeals, Drink, Eat, LookForFood
from undercroft.table.body.needs import Ate, ClimateChanged, SetClimate
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled
from undercroft.table.offers import offers
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import HouseRules, Sleep, Supplies
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.open_rulings import Gains, Trial
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN

RATIONS = Thing(
    ThingId("rations"), "rations", ThingKind.FOOD, Carried(ULF), count=2, points=2, worth=40, item="ration_day"
)
WATER = Thing(ThingId("water"), "waterskin", ThingKind.WATER, Carried(ULF), count=2, points=2, item="waterskin")
KIT = Thing(ThingId("kit"), "healer's kit", ThingKind.GEAR, Carried(MAUD), points=1, item="healers_kit")
MEALS = HouseRules(supplies=Supplies.NEVERWHERE, sleep=Sleep.OFF)
SLEEPLESS = HouseRules()
QUIET = (6,) * 16
"""The encounter checks of eight hours in the crypt, one in three turns."""


def hours(at, count, *faces):
    """So many hours go by, awake; dice fall in the last of them."""
    for _ in range(count - 1):
        at.do(PassTime(MAIN, Span.HOUR))
    return at.do(PassTime(MAIN, Span.HOUR), *faces)


def alone(**changes):
    """Everybody has what Ulf carries, and nothing else."""
    return table(things=(RATIONS, WATER), **changes)


# Eating and drinking


def test_a_ration_is_three_meals_and_the_last_bite_is_the_end_of_it():
    """Load and worth go with what is eaten."""
    at = alone()
    events = at.do(Eat(ULF, 1), seat=TWO)

    assert Ate(ULF, meals=1) in events
    assert replace(RATIONS, count=1, points=1, worth=20) == at.known(ONE).things[RATIONS.id]
    assert (2, 1) == (at.now.needs[ULF].larder, at.now.needs[ULF].meals)
    at.do(Eat(ULF, 2))
    assert (0, 3, 1) == (at.now.needs[ULF].larder, at.now.needs[ULF].meals, at.now.things[RATIONS.id].count)
    at.do(Eat(ULF))
    assert replace(RATIONS, count=0, points=0, worth=0, place=Gone()) == at.now.things[RATIONS.id]
    assert ["nothing_left"] == codes(at, Eat(ULF))


def test_others_of_the_group_share():
    """Olga carries nothing; a waterskin is two litres, and the empty one stays."""
    at = alone()
    at.do(Drink(OLGA))
    at.do(Drink(OLGA))

    assert (4, 0) == (at.now.needs[OLGA].litres, at.now.needs[OLGA].skin)
    assert replace(WATER, count=0) == at.now.things[WATER.id]
    assert ["nothing_left"] == codes(at, Drink(ULF))
    at.undo()
    assert (2, 1) == (at.now.needs[OLGA].litres, at.now.things[WATER.id].count)


@pytest.mark.parametrize("act", [Eat(ULF), Drink(ULF)])
def test_nobody_eats_for_someone_else(act):
    """Nor for someone who is not there."""
    assert ["not_yours"] == codes(alone(), act, ONE)
    assert ["not_here"] == codes(alone(), replace(act, who=PersonId("x")))


def test_it_is_offered_while_there_is_any():
    """To those who may, where meals are counted; elsewhere nobody is asked to think of them."""
    labels = [offer.label for offer in offers(alone(house=MEALS).known(TWO), TWO)]

    assert "Ulf: eat" not in [offer.label for offer in offers(alone().known(TWO), TWO)]
    assert {"Ulf: eat", "Ulf: drink", "Olga: eat", "Olga: drink"} <= set(labels)
    assert "Maud: eat" not in labels


# Where every meal counts


def test_meals_are_had_three_times_a_day_of_what_there_is():
    """Two rations and four litres feed three people for most of a day; the log tells each meal."""
    at = alone(house=MEALS)
    assert {f"meal-{who}": 8 * HOUR for who in ("maud", "ulf", "olga")} == {
        timer.id: timer.due for timer in at.known(ONE).timers.values()
    }
    events = hours(at, 8)

    assert [Ate(who, 1, Fraction(2, 3), at_mealtime=True) for who in (MAUD, ULF, OLGA)] == of(events, Ate)
    assert {who: (1, Fraction(2, 3)) for who in (MAUD, ULF, OLGA)} == {
        who: (need.meals, need.litres) for who, need in at.now.needs.items()
    }
    assert (1, 1) == (at.now.things[RATIONS.id].count, at.now.things[WATER.id].count)
    assert (10, 12, 10) == tuple(at.now.people[who].fp for who in (MAUD, ULF, OLGA))


def test_hunger_and_thirst_cost_fatigue_that_rest_does_not_restore():
    """A meal missed is a point, eight hours without water another; after a day hardly any water costs blood."""
    at = table(house=MEALS, things=(), victim={"hp": 8})
    events = hours(at, 8)
    assert [FpChanged(ULF, 11, "hunger"), FpChanged(ULF, 10, "thirst")] == [
        event for event in events if isinstance(event, FpChanged) and event.who == ULF
    ]
    hours(at, 8)
    assert (8, 2, 2) == (at.now.people[ULF].fp, at.now.needs[ULF].hunger, at.now.needs[ULF].thirst)
    events = hours(at, 8)
    assert HpChanged(ULF, 7, "thirst", 8) in events
    assert (5, 7, 3, 4) == (
        at.now.people[ULF].fp,
        at.now.people[ULF].hp,
        at.now.needs[ULF].hunger,
        at.now.needs[ULF].thirst,
    )
    at.do(Tire(ULF, 2))
    at.do(RestNight(MAIN, hours=7))
    assert 5 == at.now.people[ULF].fp


def test_who_goes_to_bed_hungry_does_not_heal():
    """A night's rest wants food."""
    at = table(house=MEALS, things=(), victim={"hp": 5})
    hours(at, 8)
    at.do(RestNight(MAIN))

    assert 5 == at.now.people[ULF].hp


def test_a_day_of_rest_with_food_and_water_makes_up_for_it():
    """A day without anything, and a day in camp with meals: three points of hunger and all thirst are gone."""
    at = table(house=MEALS, things=(), victim={"hp": 8})
    hours(at, 24)
    assert (5, 3, 4) == (at.now.people[ULF].fp, at.now.needs[ULF].hunger, at.now.needs[ULF].thirst)
    for kind, item in (("food", "ration_day"), ("water", "waterskin")):
        at.do(MakeRuling(Trial(MAIN, "a find", None, (ULF,), success=(Gains(item, ThingKind(kind), 9, item=item),))))
    hours(at, 24)

    assert (12, 0, 0) == (at.now.people[ULF].fp, at.now.needs[ULF].hunger, at.now.needs[ULF].thirst)


@pytest.mark.parametrize("skins, charged", [(0, [1, 1, 2]), (1, [0, 2, 1]), (2, [0, 0, 3])])
def test_the_sheet_loses_what_thirst_is_ruled_to_cost(skins, charged):
    """Three people need six litres: each skin is two, a third of the day for all. The rule counts the whole day."""
    at = table(house=MEALS, things=(replace(WATER, count=skins),) if skins else ())
    lost: list[int] = []
    events: list[Event] = []
    for _ in range(3):
        before = at.now.people[OLGA].fp + at.now.needs[OLGA].hunger
        events = hours(at, 8)
        lost.append(before - at.now.people[OLGA].fp - at.now.needs[OLGA].hunger)

    assert charged == lost
    (ruled,) = {event.outcome["fp"] for event in of(events, Settled) if event.rule == "neverwhere.dehydration"}
    assert (sum(charged), sum(charged)) == (ruled, at.now.needs[OLGA].thirst)


def test_food_is_looked_for_once_a_day():
    """Survival of -2 against 10: a 15 finds a meal, which is eaten when its time comes."""
    at = table(house=MEALS, things=())
    assert "Ulf: look for food" in [offer.label for offer in offers(at.known(TWO), TWO)]
    at.do(LookForFood(ULF), 15, seat=TWO)
    assert (1, ["foraged"]) == (at.now.needs[ULF].larder, codes(at, LookForFood(ULF)))
    hours(at, 8)
    assert (0, [1, 0, 1]) == (at.now.needs[MAUD].meals, [at.now.needs[who].hunger for who in (MAUD, ULF, OLGA)])
    hours(at, 16)
    assert [] == codes(at, LookForFood(ULF))


def test_in_a_dungeon_or_where_nobody_counts_there_is_nothing_to_look_for():
    """Nor for someone else."""
    assert ["not_in_the_wild"] == codes(table(house=MEALS, exploring=True), LookForFood(ULF))
    assert ["not_counted"] == codes(table(), LookForFood(ULF))
    assert ["not_yours"] == codes(table(house=MEALS), LookForFood(ULF), ONE)


def test_in_the_desert_more_is_drunk():
    """Five litres a day, and where water is plentiful nobody carries any."""
    at = alone(house=MEALS)
    events = at.do(SetClimate(Climate.DESERT))
    assert ClimateChanged(Climate.DESERT, plentiful=False) in events
    hours(at, 8)
    assert [(Fraction(5, 3), 0), (Fraction(2, 3), 1)] == [
        (at.now.needs[who].litres, at.now.needs[who].thirst) for who in (MAUD, OLGA)
    ]

    wet = alone(house=MEALS)
    wet.do(SetClimate(Climate.TEMPERATE, plentiful=True))
    hours(wet, 8)
    assert (2, 12) == (wet.now.things[WATER.id].count, wet.now.people[ULF].fp)
    assert ["referee_only"] == codes(wet, SetClimate(Climate.HOT), ONE)


def test_meals_are_counted_by_the_referee_alone():
    """And of people."""
    assert ["referee_only"] == codes(alone(), CountMeals(ULF), TWO)
    assert ["no_person"] == codes(alone(), CountMeals(PersonId("x")))


def test_where_they_do_not_count_no_meal_is_awaited():
    """The die, or a night in a dungeon, says when; by the blend of all books."""
    at = alone(house=HouseRules(sleep=Sleep.OFF))
    hours(at, 9)

    assert ({}, {}) == (dict(at.now.timers), dict(at.now.needs))


# A night in a dungeon


def test_asleep_in_a_dungeon_want_is_strain():
    """Ulf has for two: Maud and he eat and drink; Olga takes three for thirst and one for hunger, and heals nothing."""
    at = alone(house=HouseRules(sleep=Sleep.OFF), exploring=True)
    events = at.do(RestNight(MAIN), *QUIET)

    assert [StrainChanged(OLGA, 3), StrainChanged(OLGA, 4)] == [
        event for event in events if isinstance(event, StrainChanged)
    ]
    assert (6, 0) == (at.now.people[ULF].hp, at.now.things[WATER.id].count)
    assert Gone() == at.now.things[RATIONS.id].place


def test_several_sleeps_in_a_day_use_up_a_day_s_food_and_water():
    """Three sleeps of an hour, with turns between: Olga goes without once, and Maud and Ulf eat once."""
    at = alone(house=HouseRules(sleep=Sleep.OFF), exploring=True)
    for _ in range(3):
        at.do(RestNight(MAIN, hours=1), 6, 6)

    assert (0, 0, 4) == tuple(at.now.people[who].strain for who in (MAUD, ULF, OLGA))
    assert (0, Gone()) == (at.now.things[WATER.id].count, at.now.things[RATIONS.id].place)


def test_the_next_day_wants_its_own():
    """From dawn to dawn: after a night and a day, the next night finds nothing to eat."""
    at = alone(house=HouseRules(sleep=Sleep.OFF), exploring=True)
    at.do(RestNight(MAIN), *QUIET)
    at.do(PassTime(MAIN, Span.HOUR, 16), *QUIET, *QUIET)
    at.do(RestNight(MAIN), *QUIET)

    assert (4, 4, 8) == tuple(at.now.people[who].strain for who in (MAUD, ULF, OLGA))


def test_what_was_eaten_before_counts_for_the_night():
    """A whole ration and a waterskin; half of either is not enough."""
    at = alone(house=HouseRules(sleep=Sleep.OFF), exploring=True)
    for act in (Eat(OLGA), Drink(OLGA)):
        at.do(act)
    at.do(RestNight(MAIN), *QUIET)

    assert (0, 4, 0) == tuple(at.now.people[who].strain for who in (MAUD, ULF, OLGA))


def test_the_referee_may_say_who_is_fed():
    """Then nothing is used up."""
    at = alone(house=HouseRules(sleep=Sleep.OFF), exploring=True)
    at.do(RestNight(MAIN, fed=True), *QUIET)

    assert (2, 2, 0) == (at.now.things[RATIONS.id].count, at.now.things[WATER.id].count, at.now.people[OLGA].strain)


def test_under_the_sky_nobody_starves_by_sovereign():
    """The wilderness feeds them."""
    at = table(things=(), house=HouseRules(sleep=Sleep.OFF))
    at.do(RestNight(MAIN))

    assert 0 == at.now.people[OLGA].strain


def test_it_can_be_undone():
    """Bedtimes and all."""
    at = table()
    hours(at, 16)
    before = at.now
    hours(at, 1)
    at.undo()
    assert before == at.now
    at.redo()
    assert 11 == at.now.people[ULF].fp


@pytest.mark.parametrize(
    "event, sentence",
    [
        (Ate(ULF, meals=3), "Ulf eats."),
        (Ate(ULF, litres=Fraction(2)), "Ulf drinks."),
        (Ate(ULF, meals=3, litres=Fraction(2)), "Ulf eats and drinks."),
        (ClimateChanged(Climate.DESERT, plentiful=False), "This is a desert climate, and water is hard to come by."),
    ],
)
def test_in_words(event, sentence):
    """For the log."""
    assert sentence == event.say(table().now)
