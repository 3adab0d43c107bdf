"""Movement by water and by air: our figures, where the text has none yet."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl.costs import Cost, NoEntry, priced
from undercroft.books.hexcrawl.land import burden
from undercroft.books.hexcrawl.movement import MOVEMENT, WATER_AND_AIR, UndefinedMilieu
from undercroft.books.hexcrawl.units import People
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Reading, rule, says

# Water


class Vessel(StrEnum):
    """A kind of vessel."""

    RAFT = "raft"
    ROWBOAT = "rowboat"
    GALLEY = "galley"
    SAILING_SHIP = "sailing_ship"


class Flow(StrEnum):
    """Current or wind, relative to the vessel."""

    WITH = "with"
    NONE = "none"
    AGAINST = "against"


class WaterWeather(StrEnum):
    """Weather on the water."""

    CLEAR = "clear"
    RAIN = "rain"
    STORM = "storm"


# fmt: off
VESSELS = {
    Vessel.RAFT:         Fraction(1, 2),
    Vessel.ROWBOAT:      Fraction(1),
    Vessel.GALLEY:       Fraction(3, 2),
    Vessel.SAILING_SHIP: Fraction(2),
}
FLOWS = {
    Flow.WITH:    Fraction(3, 2),
    Flow.NONE:    Fraction(1),
    Flow.AGAINST: Fraction(1, 2),
}
WATER_WEATHERS = {
    WaterWeather.CLEAR: Fraction(1),
    WaterWeather.RAIN:  Fraction(1),
    WaterWeather.STORM: Fraction(1, 4),
}
# fmt: on
HAZARD = Fraction(1, 2)
HELD_FAST = Fraction(0)


class Voyage(Given, frozen=True):
    """A vessel, and the water ahead."""

    vessel: Annotated[Vessel, says("the vessel; a canoe counts as a rowboat")]
    flow: Annotated[Flow, says("current or wind: with them, none, or against them")]
    hazard: Annotated[bool, says("shoals, rapids or reeds?")]
    weather: Annotated[WaterWeather, says("the weather there")]
    becalmed: Annotated[bool, says("no wind at all? It stops only sailing ships")]
    ice: Annotated[bool, says("is the water frozen?")]
    water_air: Annotated[bool, says("are the proposed figures for water and air used?")] = True


BY_WATER = Reading(
    id="hexcrawl.water-travel/figures",
    question="What does a hex of water cost?",
    choice="Our proposal: vessel, current or wind, hazards and weather multiply; the limits of the day and of price, "
    "and started moves, are as on land. Nothing from the tables for land applies.",
    because="The rules of movement speak of any milieu; only the figures are missing.",
)


@rule("hexcrawl.water-travel", MOVEMENT, readings=(WATER_AND_AIR, BY_WATER))
def water_travel(dice: Dice, given: Voyage) -> Cost | NoEntry | UndefinedMilieu:
    """By water, the vessel, the current, the hazards and the weather decide the cost of a hex."""
    if not given.water_air:
        return UndefinedMilieu()
    stuck = given.ice or (given.becalmed and given.vessel is Vessel.SAILING_SHIP)
    hazard = HAZARD if given.hazard else Fraction(1)
    factor = VESSELS[given.vessel] * FLOWS[given.flow] * hazard * WATER_WEATHERS[given.weather]
    return priced(HELD_FAST if stuck else factor)


# Air


class Wind(StrEnum):
    """Wind, relative to the fliers."""

    TAIL = "tail"
    NONE = "none"
    HEAD = "head"


class AirWeather(StrEnum):
    """Weather aloft."""

    CLEAR = "clear"
    RAIN = "rain"
    LIGHT_SNOW = "light_snow"
    HEAVY_SNOW = "heavy_snow"
    STORM = "storm"


# fmt: off
WINDS = {
    Wind.TAIL: Fraction(3, 2),
    Wind.NONE: Fraction(1),
    Wind.HEAD: Fraction(1, 2),
}
AIR_WEATHERS = {
    AirWeather.CLEAR:      Fraction(1),
    AirWeather.RAIN:       Fraction(1, 2),
    AirWeather.LIGHT_SNOW: Fraction(1, 2),
    AirWeather.HEAVY_SNOW: Fraction(1, 4),
    AirWeather.STORM:      Fraction(0),
}
# fmt: on
OVER_HIGH_MOUNTAINS = Fraction(1, 2)


class Flight(Given, frozen=True):
    """The fliers, and the air ahead."""

    high_mountains: Annotated[bool, says("are there high mountains below?")]
    wind: Annotated[Wind, says("tail wind, none, or head wind")]
    weather: Annotated[AirWeather, says("the weather there")]
    has_carriage: Annotated[bool, says("is there a carriage?")]
    headcount: Annotated[People, says("people in the party, hirelings included")]
    water_air: Annotated[bool, says("are the proposed figures for water and air used?")] = True


BY_AIR = Reading(
    id="hexcrawl.air-travel/figures",
    question="What does a hex cost from above?",
    choice="Our proposal: only wind, weather and high mountains count, besides a carriage and a crowd as on land; "
    "mounts and roads do not. The limits of the day and of price, and started moves, are as on land.",
    because="The rules of movement speak of any milieu; only the figures are missing.",
)


@rule("hexcrawl.air-travel", MOVEMENT, readings=(WATER_AND_AIR, BY_AIR))
def air_travel(dice: Dice, given: Flight) -> Cost | NoEntry | UndefinedMilieu:
    """By air, only wind, weather, the highest mountains and the load matter."""
    if not given.water_air:
        return UndefinedMilieu()
    below = OVER_HIGH_MOUNTAINS if given.high_mountains else Fraction(1)
    load = burden(given.headcount, given.has_carriage)
    return priced(below * WINDS[given.wind] * AIR_WEATHERS[given.weather] * load)
