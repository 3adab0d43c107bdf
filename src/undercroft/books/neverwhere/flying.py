"""Flying."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Rolling, rolled, succeeded
from undercroft.books.neverwhere.hiking import HIKE_BONUS, marched
from undercroft.books.neverwhere.running import TIMES_MOVE, Gait
from undercroft.books.neverwhere.units import ZERO, Kilometres, Metres, Modifier, Move
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says

AIR_MOVE = 2


class Flight(StrEnum):
    """How a character flies."""

    OVERLAND = "overland"
    SPRINT = "sprint"
    PACED = "paced"


class Flier(Rolling, frozen=True):
    """A character who flies, for a day or for a round."""

    basic_move: Annotated[Fraction, says("Basic Move on the ground")]
    fly_level: Annotated[Modifier, says("Flying, or Dex modifier less 4 without it")]
    weather_factor: Annotated[Fraction, says("what the weather leaves of a day's distance; 1 is all of it")]
    use: Annotated[Flight, says("a day overland, or a round of flying hard or at a pace")]
    try_bonus: Annotated[bool, says("do they roll for a longer distance overland?")] = True

    def __post_init__(self) -> None:
        above_nothing(basic_move=self.basic_move)
        not_below(0, weather_factor=self.weather_factor)


class DaysFlight(Outcome, frozen=True, tag="km"):
    """The distance of a day's flight."""

    km: Kilometres
    air_move: Move


class RoundsFlight(Outcome, frozen=True, tag="metres"):
    """The distance of a round's flight."""

    metres: Metres
    air_move: Move


WEATHER_IN_THE_AIR = Reading(
    id="neverwhere.fly/weather",
    question="How does weather slow fliers?",
    choice="Our proposal: rain halves a day's flight, snow or ice on the ground does nothing; single rounds stay the "
    "same.",
    because="The text says that weather still counts, but the page that says how is missing.",
)
ROLLING_IS_A_CHOICE = Reading(
    id="neverwhere.fly/roll",
    question="Must a flier roll for the longer distance?",
    choice="No, as on foot; and nothing is lost by failing.",
    because="Flying overland works as hiking does, where the roll may be made.",
)


@rule("neverwhere.fly", Cite("Neverwhere", "Flying"), readings=(WEATHER_IN_THE_AIR, ROLLING_IS_A_CHOICE, SN_TIE))
def fly(dice: Dice, given: Flier) -> DaysFlight | RoundsFlight:
    """In the air Move counts double and the ground does not matter; Flying replaces the skill for marching."""
    air = Move(AIR_MOVE * given.basic_move)
    if given.use is not Flight.OVERLAND:
        return RoundsFlight(Metres(TIMES_MOVE[Gait(given.use)] * air), air)
    return DaysFlight(marched(air, tailwind(dice, given), given.weather_factor), air)


def tailwind(dice: Dice, given: Flier) -> Fraction:
    """What skill adds to a day's flight."""
    if not given.try_bonus:
        return ZERO
    flying = rolled(dice, "Flying for a longer way", given.fly_level, DEFAULT_SN, given.sn_tie)
    return HIKE_BONUS if succeeded(flying) else ZERO
