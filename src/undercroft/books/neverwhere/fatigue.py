"""Fatigue: losing points, and the effects of having few or none."""

from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Grade, Rolling, rolled, succeeded
from undercroft.books.neverwhere.units import Count, FatiguePoints, HitPoints, Modifier, Most, Points, Score, half_up
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

FATIGUE = Cite("Neverwhere", "Running", beyond="Fatigue")

LOW_SHARE = 3
EXHAUSTED_SHARE = 4


class Fatigued(Given, frozen=True):
    """A character's fatigue points."""

    fp: Annotated[Points, says("fatigue points now")]
    fp_max: Annotated[Most, says("fatigue points when fresh")]

    def __post_init__(self) -> None:
        within(self.fp, self.fp_max)


# Losing points


class Losing(Fatigued, frozen=True):
    """A character who loses fatigue points."""

    hp: Annotated[Points, says("hit points now")]
    amount: Annotated[Count, says("fatigue points to lose")]


class Left(Outcome, frozen=True, tag="state"):
    """The fatigue and hit points left."""

    fp: FatiguePoints
    hp: HitPoints
    unconscious: bool


OUT_AT_MINUS_MAXIMUM = Reading(
    id="neverwhere.lose-fp/unconscious",
    question="At what point does lost fatigue knock a character out?",
    choice="At as many points below 0 as they have when fresh; further losses are hit points only.",
    because="The core guide prints the figure without its minus sign; as printed, nobody would ever be awake.",
)


@rule("neverwhere.lose-fp", FATIGUE, readings=(OUT_AT_MINUS_MAXIMUM,))
def lose_fp(dice: Dice, given: Losing) -> Left:
    """Fatigue is lost point by point; below zero each point costs a hit point too, and at the minimum only that."""
    fp, hp = drained(given.fp, given.fp_max, given.hp, given.amount)
    return Left(FatiguePoints(fp), HitPoints(hp), unconscious=spent(fp, given.fp_max))


def drained(fp: int, fp_max: int, hp: int, amount: int) -> tuple[int, int]:
    """Fatigue and hit points after a loss."""
    hurting = amount - min(amount, max(fp, 0))
    return max(fp - amount, -fp_max), hp - hurting


def spent(fp: int, fp_max: int) -> bool:
    """Whether the character is so far below zero that they fall unconscious."""
    return fp <= -fp_max


def within(fp: int, fp_max: int) -> None:
    """Refuse impossible fatigue points."""
    if not -fp_max <= fp <= fp_max:
        raise ValueError("the fatigue points must be between their maximum and the same number below 0")


# A third or less


class Tired(Fatigued, frozen=True):
    """A character whom fatigue may slow."""

    fatigue_third: Annotated[bool, says("slowed at a third or less? If not, under a quarter")] = True


class Halved(Outcome, frozen=True, tag="halved"):
    """Move is halved."""


class Normal(Outcome, frozen=True, tag="normal"):
    """Move is as it was."""


SLOWED_AT_A_THIRD = Reading(
    id="neverwhere.low-fatigue/third",
    question="Is Move halved as soon as a third of the fatigue points or less is left?",
    choice="Yes; the half is rounded up, and exhaustion does not halve it again.",
    because="The source text names the third under Running, and goes before the core guide, which waits for a quarter.",
    switch="fatigue_third",
    options=(Option(True, "at a third or less"), Option(False, "under a quarter only")),
)


@rule("neverwhere.low-fatigue", Cite("Neverwhere", "Running"), readings=(SLOWED_AT_A_THIRD,))
def low_fatigue(dice: Dice, given: Tired) -> Halved | Normal:
    """With a third of the fatigue points or less, Move is halved."""
    return Halved() if slowed(given.fp, given.fp_max, given.fatigue_third) else Normal()


def slowed(fp: int, fp_max: int, at_a_third: bool) -> bool:
    """Whether a third or less is left; or, without that rule, less than a quarter."""
    return LOW_SHARE * fp <= fp_max if at_a_third else is_exhausted(fp, fp_max)


# Under a quarter


class Worn(Fatigued, frozen=True):
    """A character who may be exhausted."""

    str_: Annotated[Score, says("Str, the score itself")]
    re: Annotated[Fraction, says("Reflexes, half points included")]


class Exhausted(Outcome, frozen=True, tag="exhausted"):
    """Half as strong, and easier to hit."""

    str_for_checks: int
    ac_mod: int


class Fit(Outcome, frozen=True, tag="fit"):
    """Not exhausted."""


ONLY_CHECKS_SUFFER = Reading(
    id="neverwhere.exhausted/lift",
    question="Does exhaustion lower Basic Lift and hit points with Str?",
    choice="No, only checks of Str and the dodge in Armor Class.",
    because="The core guide leaves hit points alone and does not mention Basic Lift.",
)


@rule("neverwhere.exhausted", FATIGUE, readings=(ONLY_CHECKS_SUFFER,))
def exhausted(dice: Dice, given: Worn) -> Exhausted | Fit:
    """With less than a quarter of the fatigue points, checks of Str and good reflexes count half."""
    if not is_exhausted(given.fp, given.fp_max):
        return Fit()
    return Exhausted(half_up(given.str_), -floor(max(given.re, Fraction(0)) / 2))


def is_exhausted(fp: int, fp_max: int) -> bool:
    """Whether less than a quarter is left."""
    return EXHAUSTED_SHARE * fp < fp_max


# Nothing left


class Spent(Rolling, frozen=True):
    """A character with no fatigue points left who wants to act."""

    fp: Annotated[int, Meta(ge=-2_000, le=0), says("fatigue points now, 0 or less")]
    will_mod: Annotated[Modifier, says("Will")]
    vit_mod: Annotated[Modifier, says("Vit modifier")]


class Acts(Outcome, frozen=True, tag="acts"):
    """They act, for ten minutes or a round of combat."""


class Collapsed(Outcome, frozen=True, tag="collapsed"):
    """They can only talk or sleep until they have fatigue points again."""


class HeartAttack(Outcome, frozen=True, tag="heart_attack"):
    """The character has a heart attack."""


@rule("neverwhere.collapse", FATIGUE, readings=(SN_TIE,))
def collapse(dice: Dice, given: Spent) -> Acts | Collapsed | HeartAttack:
    """Without fatigue points, Will decides whether a character goes on, and at worst Vit whether the heart does."""
    sn = weary_sn(given.fp)
    will = rolled(dice, "Will to go on", given.will_mod, sn, given.sn_tie)
    if succeeded(will):
        return Acts()
    if will > Grade.CRITICAL_FAILURE:
        return Collapsed()
    heart = rolled(dice, "Vit against a heart attack", given.vit_mod, sn, given.sn_tie)
    return Collapsed() if succeeded(heart) else HeartAttack()


def weary_sn(fp: int) -> int:
    """The usual number, plus one for each point below zero."""
    return DEFAULT_SN + max(-fp, 0)
