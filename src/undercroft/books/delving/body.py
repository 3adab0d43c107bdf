"""Fatigue and health: their size, what harm does to them, and what rest restores."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.actions import breather, refilled
from undercroft.books.delving.checks import Check, Success, check_d20
from undercroft.books.delving.units import Count, Fatigue, Health, Level, Pool, Score
from undercroft.kernel.dice import Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

RESTING = Cite("Delving", "Recover", beyond="Resting")
FATIGUE = Cite("Delving", "Recover", beyond="Fatigue Points")

SHORT_REST_ROUNDS = 10
LONG_REST_HOURS = 8
LONG_INTERRUPTION_MINUTES = 60
HEALTH_BASE = 5


# Pools


class Build(Given, frozen=True):
    """A delver's level and body."""

    level: Annotated[Level, says("level")]
    str_score: Annotated[Score, says("Strength")]
    dex_score: Annotated[Score, says("Dexterity")]
    con: Annotated[Score, says("Constitution")]


class Pools(Outcome, frozen=True, tag="pools"):
    """Fatigue and health when fresh."""

    fp_max: Fatigue
    hp_max: Health


@rule("delving.fp.max", FATIGUE)
def fp_max(dice: Dice, given: Build) -> Pools:
    """Fatigue is the level plus the body's good scores; health is five plus Constitution, good or bad."""
    good = sum(max(0, score) for score in (given.str_score, given.dex_score, given.con))
    return Pools(Fatigue(given.level + good), Health(HEALTH_BASE + given.con))


# Harm


class Blow(Given, frozen=True):
    """A person is hurt."""

    fp: Annotated[Pool, says("fatigue points now")]
    hp: Annotated[Pool, says("health points now")]
    damage: Annotated[Count, says("damage")]
    exhausted: Annotated[bool, says("Exhausted?")] = False


class PoolsLeft(Outcome, frozen=True):
    """An outcome with the fatigue and health that are left."""

    fp: Fatigue
    hp: Health


class Unhurt(PoolsLeft, frozen=True, tag="unhurt"):
    """No harm done."""


class Absorbed(PoolsLeft, frozen=True, tag="absorbed"):
    """Only fatigue is lost."""


class Wounded(PoolsLeft, frozen=True, tag="wounded"):
    """Blood is drawn."""


class Unconscious(PoolsLeft, frozen=True, tag="unconscious"):
    """The Exhausted drop at the first wound."""


class Dying(PoolsLeft, frozen=True, tag="dying"):
    """No health is left."""


@rule("delving.damage.apply", FATIGUE)
def damage_apply(dice: Dice, given: Blow) -> Unhurt | Absorbed | Wounded | Unconscious | Dying:
    """Harm takes fatigue first, then health; an Exhausted victim has no fatigue to lose and falls unconscious."""
    fp, hp = after_blow(0 if given.exhausted else given.fp, given.hp, given.damage)
    pools = Fatigue(fp), Health(hp)
    if given.damage == 0:
        return Unhurt(*pools)
    if hp == 0:
        return Dying(*pools)
    if given.exhausted:
        return Unconscious(*pools)
    return Wounded(*pools) if hp < given.hp else Absorbed(*pools)


def after_blow(fp: int, hp: int, damage: int) -> tuple[int, int]:
    """Fatigue and health after harm."""
    return max(0, fp - damage), max(0, hp - max(0, damage - fp))


# Rest


class ShortRest(Given, frozen=True):
    """An hour of rest, or part of one."""

    fp: Annotated[Pool, says("fatigue points now")]
    fp_max: Annotated[Pool, says("fatigue points when fresh")]
    con: Annotated[Score, says("Constitution")]
    completed_rounds: Annotated[int, Meta(ge=0, le=SHORT_REST_ROUNDS), says("delve rounds of unbroken rest")]
    exhausted: Annotated[bool, says("Exhausted?")] = False

    def __post_init__(self) -> None:
        if self.fp > self.fp_max:
            raise ValueError("fatigue points cannot be above their maximum")


class Rested(Outcome, frozen=True, tag="full"):
    """As fresh as in the morning."""

    fp: Fatigue


class PartlyRested(Outcome, frozen=True, tag="partial"):
    """Some fatigue, before the rest was broken off."""

    fp: Fatigue


class RestNoEffect(Outcome, frozen=True, tag="no_effect_exhausted"):
    """An hour of rest does nothing for the Exhausted."""

    fp: Fatigue


REST_IN_ROUNDS = Reading(
    id="delving.rest.short/hazard",
    question="Is a short rest in a hostile place one stretch, or ten rounds?",
    choice="Ten delve rounds, each with its own hazard die.",
    because="The hazard die is rolled at the end of every round.",
)


@rule("delving.rest.short", RESTING, readings=(REST_IN_ROUNDS,))
def rest_short(dice: Dice, given: ShortRest) -> Rested | PartlyRested | RestNoEffect:
    """Ten quiet rounds restore all fatigue; if the rest is interrupted, each full round counts as a Recover."""
    if given.exhausted:
        return RestNoEffect(Fatigue(0))
    if given.completed_rounds == SHORT_REST_ROUNDS:
        return Rested(Fatigue(given.fp_max))
    faces = dice.faces("recovery, one die a round", Roll(given.completed_rounds, 4))
    gain = sum(breather(face, given.con, 0) for face in faces)
    return PartlyRested(Fatigue(refilled(given.fp, gain, given.fp_max)))


class LongRest(Given, frozen=True, kw_only=True):
    """A night's rest."""

    hours: Annotated[Fraction, says("hours of rest")]
    ration: Annotated[bool, says("is there a ration to eat?")]
    interruptions: Annotated[Count, says("how often the rest was interrupted")] = 0
    interruption_minutes: Annotated[Fraction, says("minutes of the longest interruption")] = Fraction(0)
    con: Annotated[Score, says("Constitution")]
    fp_max: Annotated[Pool, says("fatigue points when fresh")]
    exhausted: Annotated[bool, says("Exhausted?")] = False

    def __post_init__(self) -> None:
        if self.hours < 0 or self.interruption_minutes < 0:
            raise ValueError("hours and minutes cannot be negative")
        if self.interruption_minutes and not self.interruptions:
            raise ValueError("give minutes of interruption only with an interruption")


class SleptWell(Outcome, frozen=True, tag="full"):
    """Fresh, and no longer Exhausted."""

    fp: Fatigue
    exhausted: bool


class SleptBadly(Outcome, frozen=True, tag="short_only"):
    """No better than an hour's rest."""

    fp: Fatigue
    exhausted: bool


class NoLongRest(StrEnum):
    """Why it was not a long rest."""

    TOO_SHORT = "too_short"
    NO_RATION = "no_ration"


class LongRestRefused(Outcome, frozen=True, tag="refused"):
    """It was not a long rest."""

    reason: NoLongRest


AN_HOUR_IS_LONG = Reading(
    id="delving.rest.long/hour",
    question="Does a single interruption of exactly one hour spoil the rest?",
    choice="It calls for the check; so does a second interruption of any length.",
    because="The book calls only one interruption of less than an hour harmless.",
)


@rule("delving.rest.long", RESTING, readings=(AN_HOUR_IS_LONG,))
def rest_long(dice: Dice, given: LongRest) -> SleptWell | SleptBadly | LongRestRefused:
    """Eight hours and a ration restore all fatigue and end exhaustion; a broken night needs a Constitution check."""
    if given.hours < LONG_REST_HOURS:
        return LongRestRefused(NoLongRest.TOO_SHORT)
    if not given.ration:
        return LongRestRefused(NoLongRest.NO_RATION)
    undisturbed = given.interruptions == 0
    hardly = given.interruptions == 1 and given.interruption_minutes < LONG_INTERRUPTION_MINUTES
    if undisturbed or hardly or isinstance(check_d20(dice, Check(score=given.con)), Success):
        return SleptWell(Fatigue(given.fp_max), exhausted=False)
    return SleptBadly(Fatigue(0 if given.exhausted else given.fp_max), given.exhausted)
