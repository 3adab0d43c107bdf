"""Extra Effort in Combat: a Will roll and a fatigue point, and the defense that they buy."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Grade, Tie, rolled, succeeded
from undercroft.books.neverwhere.fatigue import drained, spent, within
from undercroft.books.neverwhere.units import FatiguePoints, HitPoints, Modifier, Most, Number, Points
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

IN_COMBAT = Cite("Neverwhere", "Extra Effort in Combat")

EFFORT_FP = 1
MISHAP_HP = 1
FEVERISH_AC = 2


# The fatigue point and the Will roll


class Manoeuvre(StrEnum):
    """The purpose of the effort."""

    FEVERISH_DEFENSE = "feverish_defense"
    ALL_OUT_ATTACK = "all_out_attack"
    MIGHTY_BLOW = "mighty_blow"
    PRECISE_STRIKE = "precise_strike"


class Straining(Given, frozen=True, kw_only=True):
    """A fighter who declares extra effort."""

    will_mod: Annotated[Modifier, says("Will")]
    fp: Annotated[Points, says("fatigue points now")]
    fp_max: Annotated[Most | None, says("fatigue points when fresh; needed once there are none left")] = None
    enabled: Annotated[bool, says("does the referee allow extra effort in combat?")] = False
    sn_tie: Annotated[Tie, says("what a total equal to the number to beat does")] = Tie.FAILS

    def __post_init__(self) -> None:
        if self.fp_max is not None:
            within(self.fp, self.fp_max)
        elif self.fp <= 0:
            raise ValueError(
                "with no fatigue points left, give the points when fresh: they say how far the fighter can go"
            )


class Declared(Straining, frozen=True, kw_only=True):
    """A fighter who declares one of the four manoeuvres."""

    manoeuvre: Annotated[Manoeuvre, says("what the effort is for")]


class Paid(Outcome, frozen=True):
    """The fatigue left, and the hit points that paying cost."""

    fp: FatiguePoints
    hp: HitPoints


class Allowed(Paid, frozen=True, tag="allowed"):
    """The manoeuvre is allowed: the fatigue left, and the hit points that paying cost."""


class Wasted(Paid, frozen=True, tag="wasted"):
    """The fatigue is lost, but an ordinary action is left."""


class Mishap(Paid, frozen=True, tag="mishap"):
    """The fatigue is lost, and an arm or leg is hurt."""


class NoStraining(StrEnum):
    """Why it is not possible."""

    NOT_ENABLED = "not_enabled"
    ALREADY_FEVERISH = "already_feverish"
    UNCONSCIOUS = "unconscious"


class StrainingRefused(Outcome, frozen=True, tag="refused"):
    """It is not possible; nothing is paid."""

    reason: NoStraining


OFF_UNLESS_ALLOWED = Reading(
    id="neverwhere.extra-effort-combat/optional",
    question="May fighters use extra effort at all?",
    choice="Not unless the referee allows it.",
    because="The source text makes it the referee's option.",
    switch="enabled",
    options=(Option(False, "no extra effort in combat"), Option(True, "fighters may use it")),
)
FAILURE_LEAVES_AN_ACTION = Reading(
    id="neverwhere.extra-effort-combat/failure",
    question="What is left after a failed Will roll?",
    choice="An ordinary action; the fatigue is gone, and even a critical success pays it.",
    because="The fatigue is spent before the roll, and only the manoeuvre hangs on it.",
)
ONE_MISHAP = Reading(
    id="neverwhere.extra-effort-combat/mishap",
    question="Which critical failure hurts an arm or leg?",
    choice="That of the Will roll or of the attack it was for, whichever comes; one hit point at most.",
    because="The passage speaks of the roll, after naming the Will roll and the attack or defense roll.",
)
EACH_DECLARED = Reading(
    id="neverwhere.extra-effort-combat/several",
    question="May a fighter use two such manoeuvres in one turn?",
    choice="Yes, declared, paid and rolled for one by one, as long as there are actions for them.",
    because="The text lets a feverish defense make up for an all-out attack, so both can be used together.",
)
PAID_IN_BLOOD = Reading(
    id="neverwhere.extra-effort-combat/spent",
    question="What does a fighter with no fatigue points left pay with?",
    choice="With a point below 0, which costs a hit point too, until they pass out.",
    because="That is how the game counts all fatigue lost below 0.",
)
FRAME = (OFF_UNLESS_ALLOWED, FAILURE_LEAVES_AN_ACTION, ONE_MISHAP, SN_TIE)


@rule("neverwhere.extra-effort-combat", IN_COMBAT, readings=(*FRAME, PAID_IN_BLOOD, EACH_DECLARED))
def extra_effort_combat(dice: Dice, given: Declared) -> Allowed | Wasted | Mishap | StrainingRefused:
    """A fighter first pays a fatigue point and then rolls Will; only a success buys the manoeuvre."""
    if not given.enabled:
        return StrainingRefused(NoStraining.NOT_ENABLED)
    if given.fp_max is not None and spent(given.fp, given.fp_max):
        return StrainingRefused(NoStraining.UNCONSCIOUS)
    will = rolled(dice, "Will for extra effort in combat", given.will_mod, DEFAULT_SN, given.sn_tie)
    fp, hp = paid(given.fp, given.fp_max or given.fp, will == Grade.CRITICAL_FAILURE)
    left = FatiguePoints(fp), HitPoints(hp)
    if succeeded(will):
        return Allowed(*left)
    return Wasted(*left) if will is Grade.FAILURE else Mishap(*left)


def paid(fp: int, fp_max: int, mishap: bool) -> tuple[int, int]:
    """The fatigue left, and the hit points lost: one for a mishap, one if there was no fatigue to pay with."""
    left, hp = drained(fp, fp_max, 0, EFFORT_FP)
    return left, (MISHAP_HP if mishap else 0) - hp


def declared(dice: Dice, given: Straining, manoeuvre: Manoeuvre) -> Allowed | Wasted | Mishap | StrainingRefused:
    """The payment and Will roll around one of the four manoeuvres."""
    return extra_effort_combat(
        dice,
        Declared(
            will_mod=given.will_mod,
            fp=given.fp,
            fp_max=given.fp_max,
            enabled=given.enabled,
            sn_tie=given.sn_tie,
            manoeuvre=manoeuvre,
        ),
    )


# Feverish Defense


class Dodging(Straining, frozen=True, kw_only=True):
    """A fighter who dodges wildly."""

    ac: Annotated[Number, says("Armor Class now, with all that changes it")]
    already: Annotated[bool, says("is a feverish defense of theirs still going on?")] = False


class Until(StrEnum):
    """How long it lasts."""

    OWN_NEXT_TURN = "own_next_turn"


class Feverish(Outcome, frozen=True, tag="applied"):
    """The fighter is harder to hit."""

    ac: int
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


NOT_TWICE = Reading(
    id="neverwhere.feverish-defense/twice",
    question="Do two feverish defenses add up?",
    choice="No, a second one is not possible while the first lasts.",
    because="Stacking is granted with an all-out defense and with nothing else.",
)


@rule("neverwhere.feverish-defense", IN_COMBAT, readings=(NOT_TWICE, *FRAME))
def feverish_defense(dice: Dice, given: Dodging) -> Feverish | Wasted | Mishap | StrainingRefused:
    """As a free action the fighter is harder to hit by 2 until their next turn."""
    if given.already:
        return StrainingRefused(NoStraining.ALREADY_FEVERISH)
    frame = declared(dice, given, Manoeuvre.FEVERISH_DEFENSE)
    if not isinstance(frame, Allowed):
        return frame
    return Feverish(given.ac + FEVERISH_AC, Until.OWN_NEXT_TURN, frame.fp, frame.hp)
