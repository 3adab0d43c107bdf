"""Keeping Track of Time: turns, rounds, and the hours and weeks in safety."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.dungeon_time import ACTIVITY_TURNS, Activity
from undercroft.books.sovereign.units import MONTH, ROUND, TURN, WEEK, Count, Turns
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds

KEEPING_TRACK_OF_TIME = Cite("Sovereign", "Keeping Track of Time")


# Turns


class Spent(Given, frozen=True):
    """Time spent in a dangerous place."""

    turns: Annotated[Count, says("turns")]
    stretch_minutes: Annotated[
        Annotated[int, Meta(ge=TURN // MINUTE, le=1_440)] | None, says("minutes of a single turn that took longer")
    ] = None

    def __post_init__(self) -> None:
        if self.stretch_minutes is not None and self.turns != 1:
            raise ValueError("only a single turn can take longer")


class TurnsPassed(Outcome, frozen=True, tag="time"):
    """How long that is; a long turn is still one turn."""

    seconds: Seconds
    turns: Turns


TEN_MINUTES = Reading(
    id="sovereign.time.turn/minutes",
    question="A turn is mostly over within ten or fifteen minutes. How long is it on the clock?",
    choice="Ten; the referee may stretch one, and it counts as one for every limit.",
    because="In the dungeon it is about ten minutes, and lights are counted in turns.",
)


@rule("sovereign.time.turn", KEEPING_TRACK_OF_TIME, readings=(TEN_MINUTES,))
def time_turn(dice: Dice, given: Spent) -> TurnsPassed:
    """A fight, a chase or a tense talk is a turn each: about ten minutes of one activity in one place."""
    stretched = None if given.stretch_minutes is None else given.stretch_minutes * MINUTE
    return TurnsPassed(Seconds(stretched or given.turns * TURN), Turns(given.turns))


# Rounds


class Fought(Given, frozen=True):
    """A fight that is over."""

    rounds: Annotated[int, Meta(ge=1, le=10_000), says("rounds it took")]


class FightTime(Outcome, frozen=True, tag="time"):
    """How long the fight was, and how far the clock moves."""

    inner_seconds: Seconds
    clock_seconds: Seconds
    turns: Turns


LONG_FIGHTS = Reading(
    id="sovereign.time.round/long",
    question="What if a fight lasts longer than ten minutes?",
    choice="Its turn is stretched, and stays one turn.",
    because="A combat always takes a turn, however many rounds it has.",
)


@rule("sovereign.time.round", KEEPING_TRACK_OF_TIME, readings=(LONG_FIGHTS,))
def time_round(dice: Dice, given: Fought) -> FightTime:
    """A round is ten seconds and lasts until every side has acted; the whole fight is a turn."""
    fought = fight_seconds(given.rounds)
    return FightTime(Seconds(fought), Seconds(max(TURN, fought)), ACTIVITY_TURNS[Activity.FIGHT])


def fight_seconds(rounds: int) -> int:
    """The seconds in that many rounds."""
    return rounds * ROUND


# A limited number of times a turn


class Power(Given, frozen=True):
    """A power with a limit of uses each turn."""

    used: Annotated[Count, says("uses this turn")]
    limit: Annotated[Count, says("uses allowed each turn")]


class Used(Outcome, frozen=True, tag="ok"):
    """The power works, and one more use is spent."""

    used: int


class NoUse(StrEnum):
    """Why the power does not work."""

    LIMIT = "limit"


class UseRefused(Outcome, frozen=True, tag="refused"):
    """The power does not work again this turn."""

    reason: NoUse


FIGHTS_ARE_NEW_TURNS = Reading(
    id="sovereign.time.uses-per-turn/fight",
    question="Does a power used before a fight work again in it?",
    choice="Yes: uses start over when a fight begins, and again when it ends.",
    because="A fight is a turn of its own.",
)


@rule("sovereign.time.uses-per-turn", KEEPING_TRACK_OF_TIME, readings=(FIGHTS_ARE_NEW_TURNS,))
def uses_per_turn(dice: Dice, given: Power) -> Used | UseRefused:
    """Some powers work only a few times a turn, many just once."""
    return Used(given.used + 1) if given.used < given.limit else UseRefused(NoUse.LIMIT)


# In safety


class Unit(StrEnum):
    """The unit of time in safe places."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


LENGTH = {Unit.HOUR: HOUR, Unit.DAY: DAY, Unit.WEEK: WEEK, Unit.MONTH: MONTH}


class Respite(Given, frozen=True):
    """Time spent in safety."""

    amount: Annotated[int, Meta(ge=0, le=10_000), says("how many")]
    unit: Annotated[Unit, says("hours, days, weeks or months")]
    nights: Annotated[int, Meta(ge=0, le=1_000), says("nights that fell in these hours")] = 0

    def __post_init__(self) -> None:
        if self.nights and self.unit is not Unit.HOUR:
            raise ValueError("give nights only with hours; every day has one night")


class RespitePassed(Outcome, frozen=True, tag="time"):
    """How long that is, and the mornings on which to heal."""

    seconds: Seconds
    mornings: int


MORNINGS = Reading(
    id="sovereign.time.safe/mornings",
    question="How many mornings are in a stretch of time?",
    choice="One for each whole day, 30 to the month. Hours hold a morning only if you say that a night is among them.",
    because="Healing comes in the morning after a night's rest; months are not defined.",
)


@rule("sovereign.time.safe", KEEPING_TRACK_OF_TIME, readings=(MORNINGS,))
def time_safe(dice: Dice, given: Respite) -> RespitePassed:
    """In safety and between adventures, time passes in hours, days or weeks."""
    seconds = given.amount * LENGTH[given.unit]
    return RespitePassed(Seconds(seconds), given.nights if given.unit is Unit.HOUR else seconds // DAY)
