"""Change of Weather, which both dice can bring."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.hexcrawl.drawing import EVENLY, drawn
from undercroft.books.hexcrawl.land import Weather
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Climate(StrEnum):
    """The climate of a region."""

    WARM = "warm"
    COLD = "cold"
    POLAR = "polar"
    ARID = "arid"


CLIMATES = {
    Climate.WARM:  (Weather.CLEAR, Weather.RAIN),
    Climate.COLD:  (Weather.CLEAR, Weather.RAIN, Weather.LIGHT_SNOW, Weather.HEAVY_SNOW),
    Climate.POLAR: (Weather.CLEAR, Weather.LIGHT_SNOW, Weather.HEAVY_SNOW),
    Climate.ARID:  (Weather.CLEAR, Weather.RAIN),
}  # fmt: skip


class Sky(Given, frozen=True):
    """The weather before it changes."""

    climate: Annotated[Climate, says("the climate of the region")]
    current: Annotated[Weather, says("the weather now")]
    ruling: Annotated[Weather | None, says("the new weather, if the referee picks it")] = None

    def __post_init__(self) -> None:
        if self.ruling is self.current:
            raise ValueError("pick a different weather from the one now: no change is not a change of weather")


class NewWeather(Outcome, frozen=True, tag="weather"):
    """The weather from now on."""

    new: Weather


WEATHER_BY_CLIMATE = Reading(
    id="hexcrawl.change-weather/climate",
    question="How is the new weather found?",
    choice="Our proposal: all that the climate allows, but the present one, is equally likely. It holds at once, until "
    "it changes again. The referee may pick instead.",
    because="The referee determines it; no table is printed, and the same weather again would be no change.",
)


@rule("hexcrawl.change-weather", Cite("Play Procedures", "Encounters"), readings=(WEATHER_BY_CLIMATE, EVENLY))
def change_weather(dice: Dice, given: Sky) -> NewWeather:
    """The weather changes to another kind that suits the region, chosen by the referee or by a die."""
    if given.ruling is not None:
        return NewWeather(given.ruling)
    different = [weather for weather in CLIMATES[given.climate] if weather is not given.current]
    return NewWeather(drawn(dice, "new weather", different))
