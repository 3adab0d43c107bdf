"""Dungeon Turn: the referee's turn, at the end of every round."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.delving.hazard import Danger, DelveRound, RandomEncounter, hazard_die
from undercroft.books.delving.units import DELVE_ROUND, Count
from undercroft.kernel.dice import Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

DUNGEON_TURN = Cite("Delving", "Dungeon Turn")

Timers = FrozenMap[Count]
"""Seconds left, by the name of the timer."""


# How dangerous it really is


class Light(StrEnum):
    """The best light the party has."""

    NONE = "none"
    CANDLE = "candle"
    TORCH = "torch"
    LANTERN = "lantern"
    DAYLIGHT = "daylight"


TOO_WEAK_FOR_THE_SHADOWCURSE = frozenset({Light.NONE, Light.CANDLE})


class Surroundings(Given, frozen=True):
    """A place and the light in it."""

    base: Annotated[Danger, says("the danger level the referee chose")] = Danger.NORMAL
    shadowcursed: Annotated[bool, says("does the Shadowcurse affect it?")] = False
    light: Annotated[Light, says("the party's best light; magic that reaches 30 feet is a torch")] = Light.TORCH


class DangerLevel(Outcome, frozen=True, tag="danger_level"):
    """How dangerous it is."""

    danger: Danger


NORMAL_UNLESS_SAID = Reading(
    id="delving.danger.level/base",
    question="Which danger level does a place have?",
    choice="Normal unless the referee picks another; magical light that reaches 30 feet counts as a torch.",
    because="The book names three levels and no usual one, and a torch is the least that helps.",
)


@rule(
    "delving.danger.level",
    Cite("Delving", "Delving Hazard Die", beyond="Shadowcurse"),
    readings=(NORMAL_UNLESS_SAID,),
)
def danger_level(dice: Dice, given: Surroundings) -> DangerLevel:
    """Under the Shadowcurse, without at least a torch, every place is deadly."""
    if given.shadowcursed and given.light in TOO_WEAK_FOR_THE_SHADOWCURSE:
        return DangerLevel(Danger.DEADLY)
    return DangerLevel(given.base)


# Timers


class Running(Given, frozen=True):
    """The timers that are running."""

    timers: Annotated[Timers, says("seconds left of each light, effect or event, by name")]
    real_time: Annotated[tuple[Name, ...], says("timers that run on the wall clock instead")] = ()


class Adjusted(Outcome, frozen=True, tag="adjusted"):
    """The timers left after the round, and the expired ones."""

    left: Timers
    expired: tuple[str, ...]


@rule("delving.timers.adjust", DUNGEON_TURN)
def timers_adjust(dice: Dice, given: Running) -> Adjusted:
    """Each Dungeon Turn takes six minutes off every timer of the game clock; a timer with nothing left has expired."""
    counted = {name: after_a_round(left) for name, left in given.timers.items() if name not in given.real_time}
    expired = tuple(name for name, left in counted.items() if left <= 0)
    still = {name: counted.get(name, left) for name, left in given.timers.items() if name not in expired}
    return Adjusted(FrozenMap(still), expired)


def after_a_round(seconds: int) -> int:
    """What a timer shows one delve round later; zero or less means that it has expired."""
    return seconds - DELVE_ROUND


# The turn itself


class RoundsEnd(Given, frozen=True):
    """The end of a round."""

    danger: Annotated[Danger, says("how dangerous the place is")]
    timers: Annotated[Timers, says("seconds left of each light, effect or event, by name")]
    real_time: Annotated[tuple[Name, ...], says("timers that run on the wall clock instead")] = ()


class DungeonTurnTaken(Outcome, frozen=True, tag="dungeon_turn_taken"):
    """Whether there is an encounter, the timers left, and the expired ones."""

    encounter: bool
    left: Timers
    expired: tuple[str, ...]


TIMERS_BEFORE_ENCOUNTER = Reading(
    id="delving.dungeon-turn/order",
    question="Do lights burn down before or after an encounter is placed?",
    choice="Before.",
    because="The edge of vision is where the light ends, so the lights are updated first.",
)


@rule("delving.dungeon-turn", DUNGEON_TURN, readings=(TIMERS_BEFORE_ENCOUNTER,))
def dungeon_turn(dice: Dice, given: RoundsEnd) -> DungeonTurnTaken:
    """Every round ends with the hazard die, the environment and the timers, whatever the party did."""
    encounter = isinstance(hazard_die(dice, DelveRound(danger=given.danger)), RandomEncounter)
    timers = timers_adjust(dice, Running(timers=given.timers, real_time=given.real_time))
    return DungeonTurnTaken(encounter, timers.left, timers.expired)
