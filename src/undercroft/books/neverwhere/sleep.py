"""Missed Sleep: staying up, nodding off, getting up early, and catching up on sleep."""

from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Struct

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.checks import SN_TIE, Rolling, rolled, succeeded
from undercroft.books.neverwhere.units import ONE, ZERO, Count, FatiguePoints, Hours, Modifier, Most
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Minutes

MISSED_SLEEP = Cite("Neverwhere", "Missed Sleep")
STAYING_UP = Cite("Neverwhere", "Staying Up Late")
EARLY = Cite("Neverwhere", "Getting up Early")

DAY_H, SLEEP_H = Fraction(16), Fraction(8)
QUARTERS = 4
DROWSY_SN = 5
DROWSY_HOURS = 4
DROWSY_SHARE, SEVERE_SHARE = 2, 3
GROGGY = -4
LOST_TWICE = 2
A_NIGHT_RESTORES = 1


# Staying Up Late


class Awake(Given, frozen=True):
    """A character who has not gone to bed."""

    awake_h: Annotated[Fraction, says("hours awake")]
    effective_day_h: Annotated[Fraction, says("hours they can stay up today, 16 after a full night")]
    normal_day_h: Annotated[Fraction, says("hours of their normal day")] = DAY_H
    carried: Annotated[Count, says("fatigue points from lost sleep not yet slept off")] = 0

    def __post_init__(self) -> None:
        not_below(0, awake_h=self.awake_h, effective_day_h=self.effective_day_h)
        above_nothing(normal_day_h=self.normal_day_h)


class SleepLost(Outcome, frozen=True, tag="pool"):
    """All fatigue points lost to lack of sleep."""

    pool: FatiguePoints


QUARTER_OF_A_NORMAL_DAY = Reading(
    id="neverwhere.sleep-fatigue/quarter",
    question="After a short night, is the quarter day shorter too?",
    choice="No, it is a quarter of the normal day.",
    because="The text makes it four hours as a rule, and only moves the hour it begins.",
)


@rule("neverwhere.sleep-fatigue", STAYING_UP, readings=(QUARTER_OF_A_NORMAL_DAY,))
def sleep_fatigue(dice: Dice, given: Awake) -> SleepLost:
    """Staying up past the usual day costs a fatigue point, and another for every quarter day after that."""
    quarters = (given.awake_h - given.effective_day_h) * QUARTERS / given.normal_day_h
    late = up_late(quarters.numerator, quarters.denominator)
    return SleepLost(FatiguePoints(given.carried + late))


def up_late(quarters: int, parts: int) -> int:
    """The fatigue for the quarter days, counted in parts, that a character is up past their day."""
    return 1 + quarters // parts if quarters > 0 else 0


class Nodding(Rolling, frozen=True):
    """A character who should have gone to bed, when a roll may be due."""

    pool: Annotated[Count, says("fatigue points lost to lack of sleep")]
    fp_max: Annotated[Most, says("fatigue points when fresh")]
    awake_h: Annotated[Fraction, says("hours awake")]
    effective_day_h: Annotated[Fraction, says("hours they can stay up today, 16 after a full night")]
    will_mod: Annotated[Modifier, says("Will, as it is when awake")]
    groggy: Annotated[bool, says("groggy since an earlier roll?")]

    def __post_init__(self) -> None:
        not_below(0, awake_h=self.awake_h, effective_day_h=self.effective_day_h)


class Interval(Struct, frozen=True):
    """When the next roll is due: after that long idle, or active if that counts."""

    idle: Minutes
    active: Minutes | None


OFTEN = Interval(Minutes(30), Minutes(120))
SELDOM = Interval(Minutes(120), None)


class NoRoll(Outcome, frozen=True, tag="no_roll"):
    """Not drowsy yet."""


class AwakeGroggy(Outcome, frozen=True, tag="awake_groggy"):
    """Awake, with −2 to Dex and Int rolls and −4 to Will rolls."""

    sn: int
    interval: Interval


class Asleep(Outcome, frozen=True, tag="asleep"):
    """Asleep until woken, or until the night's sleep is complete."""

    sn: int


GROGGY_WILL = Reading(
    id="neverwhere.drowsy-check/groggy",
    question="Does the penalty for being groggy count in later rolls against sleep?",
    choice="Yes, −4 to Will in all, and once only.",
    because="The source text adds up the loss to Will itself; it does not say that the penalty piles up.",
)
IDLE_AND_ACTIVE = Reading(
    id="neverwhere.drowsy-check/time",
    question="How does time count towards the next roll?",
    choice="Idle and active time separately, from the hour they become drowsy; only fatigue from lost sleep counts.",
    because="Two spans are given side by side, and the shares are of points lost to lack of sleep.",
)


@rule("neverwhere.drowsy-check", STAYING_UP, readings=(GROGGY_WILL, IDLE_AND_ACTIVE, SN_TIE))
def drowsy_check(dice: Dice, given: Nodding) -> NoRoll | AwakeGroggy | Asleep:
    """With half the fatigue points lost to lack of sleep, a character stays awake only by Will, and is groggy."""
    if not is_drowsy(given.pool, given.fp_max):
        return NoRoll()
    over = given.awake_h - given.effective_day_h
    sn = drowsy_sn(over.numerator, over.denominator)
    will = given.will_mod + (GROGGY if given.groggy else 0)
    if not succeeded(rolled(dice, "Will to stay awake", will, sn, given.sn_tie)):
        return Asleep(sn)
    return AwakeGroggy(sn, OFTEN if is_severe(given.pool, given.fp_max) else SELDOM)


def is_drowsy(pool: int, fp_max: int) -> bool:
    """Whether half or more is lost."""
    return DROWSY_SHARE * pool >= fp_max


def is_severe(pool: int, fp_max: int) -> bool:
    """Whether less than a third is left."""
    return SEVERE_SHARE * (fp_max - pool) < fp_max


def drowsy_sn(over: int, parts: int) -> int:
    """Harder by one for each full four hours past the usual day. The hours are counted in parts."""
    return DROWSY_SN + max(0, over) // (DROWSY_HOURS * parts)


# Getting up Early


class Night(Given, frozen=True):
    """A night, long enough or too short."""

    effective_sleep_h: Annotated[Fraction, says("hours of sleep that count")]
    sleep_period_h: Annotated[Fraction, says("hours of sleep they need")] = SLEEP_H
    normal_day_h: Annotated[Fraction, says("hours of their normal day")] = DAY_H

    def __post_init__(self) -> None:
        not_below(0, effective_sleep_h=self.effective_sleep_h)
        above_nothing(sleep_period_h=self.sleep_period_h, normal_day_h=self.normal_day_h)


class EffectiveDay(Outcome, frozen=True, tag="effective_day"):
    """How long they can stay up, and whether they have slept at all."""

    effective_day: Hours
    awake_clock_reset: bool


NO_SLEEP_NO_MORNING = Reading(
    id="neverwhere.sleep-short/none",
    question="What if a character does not sleep at all?",
    choice="Then the old day goes on with its own length, and the hours awake add up.",
    because="A character who has not slept has not woken up; this passage is about waking too early.",
)


ONE_NIGHT = Reading(
    id="neverwhere.sleep-short/night",
    question="Which hours of sleep make up one night?",
    choice="All, until the sleeper has been up for eight hours, or a day has passed since they first fell asleep.",
    because="The text asks for a period of sleep and lets interruptions make it worth less, not begin it again.",
)
ON_WATCH = Reading(
    id="neverwhere.sleep-short/watch",
    question="Does a watch in the night count as time awake?",
    choice="Yes, as idle time: sleep before it makes a short day at once, and sleep after it is added to the night.",
    because="The text names standing watch among the idle hours, and shortens the day of a character who wakes early.",
)


@rule("neverwhere.sleep-short", EARLY, readings=(NO_SLEEP_NO_MORNING, ONE_NIGHT, ON_WATCH))
def sleep_short(dice: Dice, given: Night) -> EffectiveDay:
    """Every missing hour of sleep shortens the next day by two."""
    lacking = max(ZERO, given.sleep_period_h - given.effective_sleep_h)
    day = max(ZERO, given.normal_day_h - LOST_TWICE * lacking)
    return EffectiveDay(Hours(day), awake_clock_reset=given.effective_sleep_h > 0)


# The quality of sleep


class Slept(Given, frozen=True):
    """Hours in bed, and what disturbed them."""

    hours: Annotated[Fraction, says("hours asleep")]
    factor: Annotated[Fraction, says("the share of each hour that counts, 0 to 1")] = ONE
    lost_hours: Annotated[Fraction, says("hours lost to noise, interruptions or a flaw such as Insomnia")] = ZERO

    def __post_init__(self) -> None:
        not_below(0, hours=self.hours, factor=self.factor, lost_hours=self.lost_hours)
        if self.factor > 1:
            raise ValueError("the share cannot be more than 1")


class EffectiveSleep(Outcome, frozen=True, tag="effective"):
    """The hours of sleep that count."""

    effective: Hours


HOW_MUCH_IS_LOST = Reading(
    id="neverwhere.sleep-quality/share",
    question="How much sleep do noise, pain or nightmares cost?",
    choice="Nothing unless the referee names hours or a share; the share is taken first.",
    because="The text leaves it to each flaw or situation, and describes none of them.",
)


@rule("neverwhere.sleep-quality", MISSED_SLEEP, readings=(HOW_MUCH_IS_LOST,))
def sleep_quality(dice: Dice, given: Slept) -> EffectiveSleep:
    """Bad sleep counts for fewer hours, or for none."""
    return EffectiveSleep(Hours(max(ZERO, given.hours * given.factor - given.lost_hours)))


# Sleeping it off


class SleepingOff(Given, frozen=True):
    """Sleep after too little sleep."""

    effective_sleep_h: Annotated[Fraction, says("hours of sleep that count")]
    sleep_period_h: Annotated[Fraction, says("hours of sleep they need")] = SLEEP_H
    pool: Annotated[Count, says("fatigue points lost to lack of sleep")] = 0

    def __post_init__(self) -> None:
        not_below(0, effective_sleep_h=self.effective_sleep_h)
        above_nothing(sleep_period_h=self.sleep_period_h)


class StillTired(Outcome, frozen=True, tag="pool"):
    """The fatigue points still lost to lack of sleep."""

    pool: FatiguePoints


BY_THE_HOUR = Reading(
    id="neverwhere.sleep-recovery/hours",
    question="How much of the lost fatigue does sleep restore?",
    choice="A point for a full night and one for each full hour beyond; a shorter sleep restores none, but ends "
    "grogginess.",
    because="The source text says only that sleep does it; the game's recovery guide says how much.",
)


@rule("neverwhere.sleep-recovery", Cite("Neverwhere", "Missed Sleep", beyond="Recovery"), readings=(BY_THE_HOUR,))
def sleep_recovery(dice: Dice, given: SleepingOff) -> StillTired:
    """Only sleep restores points lost to lack of sleep: one for the night, and one for every extra hour."""
    beyond = floor(given.effective_sleep_h - given.sleep_period_h)
    return StillTired(FatiguePoints(still_tired(given.pool, beyond)))


def still_tired(pool: int, hours_beyond: int) -> int:
    """The points still lost after sleep. Hours beyond a full night are negative for a short night."""
    return pool if hours_beyond < 0 else max(0, pool - A_NIGHT_RESTORES - hours_beyond)
