"""Real Timer, and the lights that burn down."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.delving.units import Count, DelveRounds
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import HOUR, Feet, Seconds


class Clock(StrEnum):
    """The clock that times an effect."""

    REAL = "real"
    GAME = "game"


class Effect(Given, frozen=True, kw_only=True):
    """An effect that runs out."""

    enabled: Annotated[bool, says("does the table use the real timer?")] = False
    delving: Annotated[bool, says("is the party delving?")]
    duration_s: Annotated[Seconds, Meta(ge=1, le=10**9), says("how long the effect lasts, in seconds")]
    real_elapsed_s: Annotated[Fraction, says("seconds gone by at the table")]

    def __post_init__(self) -> None:
        if self.real_elapsed_s < 0:
            raise ValueError("the time gone by cannot be negative")


class Timed(Outcome, frozen=True, tag="timed"):
    """The clock that counts, and whether the effect has expired. On the game clock, its own timer decides."""

    clock: Clock
    expired: bool | None


EXACTLY_AN_HOUR = Reading(
    id="delving.optional.real-timer/hour",
    question="Which effects run on the wall clock, and what happens to them when the delve ends?",
    choice="Effects of exactly one hour; the time left becomes game time.",
    because="The text names one hour and says while delving.",
)
ROUNDS_NOBODY_PLAYS = Reading(
    id="delving.optional.real-timer/rounds",
    question="What comes off the timer in rounds that take no time at the table?",
    choice="Six minutes for each round that passes in one go, or in which everybody is at work.",
    because="The game counts rounds of a longer activity too; rounds that people play cost their own real time.",
)


@rule("delving.optional.real-timer", Cite("Delving", "Real Timer"), readings=(EXACTLY_AN_HOUR, ROUNDS_NOBODY_PLAYS))
def real_timer(dice: Dice, given: Effect) -> Timed:
    """If the table likes, effects of one hour run in real time while delving."""
    if given.enabled and given.delving and given.duration_s == HOUR:
        return Timed(Clock.REAL, given.real_elapsed_s >= HOUR)
    return Timed(Clock.GAME, None)


# Lights


class LightKind(StrEnum):
    """A source of light."""

    TORCH = "torch"
    LANTERN = "lantern"
    CANDLE = "candle"


class Lamp(Struct, frozen=True):
    """How far a light reaches and how long it burns."""

    radius: Feet
    rounds: DelveRounds


LIGHTS = {
    LightKind.TORCH:   Lamp(Feet(30), DelveRounds(10)),
    LightKind.LANTERN: Lamp(Feet(60), DelveRounds(10)),
    LightKind.CANDLE:  Lamp(Feet(5),  DelveRounds(10)),
}  # fmt: skip


class Burning(Given, frozen=True):
    """A light, and how long it has burnt."""

    kind: Annotated[LightKind, says("what burns")]
    rounds_lit: Annotated[Count, says("delve rounds it has burnt")]
    oil_vials: Annotated[Count, says("vials of oil put into a lantern")] = 1


class Lit(Outcome, frozen=True, tag="lit"):
    """The light burns."""

    radius_ft: Feet
    rounds_left: DelveRounds


class Out(Outcome, frozen=True, tag="out"):
    """The light is out."""

    radius_ft: Feet
    rounds_left: DelveRounds


@rule("delving.light.burn", Cite("Delving", "Dungeon Turn", beyond="Darkness"))
def light_burn(dice: Dice, given: Burning) -> Lit | Out:
    """A torch, a candle or a vial of lamp oil burns for an hour, ten delve rounds."""
    lamp = LIGHTS[given.kind]
    units = given.oil_vials if given.kind is LightKind.LANTERN else 1
    left = lamp.rounds * units - given.rounds_lit
    if left <= 0:
        return Out(Feet(0), DelveRounds(0))
    return Lit(lamp.radius, DelveRounds(left))
