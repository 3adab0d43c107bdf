"""The night camp, which always rolls the die."""

from typing import Annotated

from undercroft.books.hexcrawl.encounters import (
    ENCOUNTERS,
    SWAPS_ARE_OFFERS,
    THREE_EXAMPLES,
    Circumstances,
    Country,
    encounter_die_wilderness,
)
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.books.hexcrawl.units import PER_HEAD, Count, DayNumber, Hex, People, TravelPoints, not_negative
from undercroft.books.hexcrawl.wilderness import Foraged, Hungry, PaidSupplies, Provision, wild_waning_resources
from undercroft.kernel.dice import Ask
from undercroft.kernel.rules import Outcome, Reading, rule, says
from undercroft.kernel.units import SeatId

PARTY = SeatId("party")


class Camp(Country, frozen=True, kw_only=True):
    """A party that camps."""

    hex: Annotated[Hex, says("the hex they camp in")]
    people: Annotated[People, says("how many people eat and drink")]
    rations: Annotated[Count, says("rations at hand")]
    water: Annotated[Count, says("water at hand, counted in what one person drinks at one rest")]
    tp_left: Annotated[TravelPoints, says("travel points left of the day")]
    day_no: Annotated[DayNumber, says("which day of the journey ends, the first is 1")] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        not_negative(tp_left=self.tp_left)


class Camped(Outcome, frozen=True, tag="event"):
    """The night's event, the supplies left, and the next day."""

    name: Event
    face: int
    hex: Hex
    rations: int
    water: int
    tp_left: TravelPoints
    forage_owed: bool
    day_no: int


POINTS_LAST_TILL_DAWN = Reading(
    id="hexcrawl.night-camp/points",
    question="Can points left at the end of the day be used to forage in camp?",
    choice="Yes, a whole one can; with less than that, the first point of the next day is owed.",
    because="New points come at dawn, so until then the next point is one of the old.",
)
WEATHER_FROM_DAWN = Reading(
    id="hexcrawl.night-camp/weather",
    question="When does weather that changes at night begin to count?",
    choice="From dawn.",
    because="Nobody pays for a hex before that.",
)


@rule(
    "hexcrawl.night-camp",
    ENCOUNTERS,
    readings=(SWAPS_ARE_OFFERS, THREE_EXAMPLES, POINTS_LAST_TILL_DAWN, WEATHER_FROM_DAWN),
)
def night_camp(ask: Ask, given: Camp) -> Camped:
    """The referee rolls the die every night in camp; if supplies run low, the party eats, or owes foraging."""
    circumstances = Circumstances(
        tags=given.tags, adapt=given.adapt, night_swap=given.night_swap, custom=given.custom, at_camp=True
    )
    shown = encounter_die_wilderness(ask, circumstances)
    rations, water, tp_left, owed = given.rations, given.water, given.tp_left, False
    if shown.name is Event.WANING_RESOURCES:
        rations, water, tp_left, owed = provided(ask, given)
    return Camped(shown.name, shown.face, given.hex, rations, water, tp_left, owed, given.day_no + 1)


def provided(ask: Ask, given: Camp) -> tuple[int, int, TravelPoints, bool]:
    """The rations, water and points left after the party's choice of meal, and whether it owes a point."""
    can_eat = min(given.rations, given.water) >= given.people * PER_HEAD
    choice = ask.choose("eat, or forage", PARTY, tuple(Provision)) if can_eat else Provision.FORAGE
    meal = wild_waning_resources(ask, Hungry(choice, given.people, given.rations, given.water, given.tp_left))
    if isinstance(meal, PaidSupplies):
        return meal.rations, meal.water, given.tp_left, False
    if isinstance(meal, Foraged):
        return given.rations, given.water, meal.tp_left, False
    return given.rations, given.water, given.tp_left, True
