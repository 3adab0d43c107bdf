"""Extra Effort: pushing the body past its limits by will, and the cost."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import Meta

from undercroft.books.neverwhere.checks import SN_TIE, Grade, rolled
from undercroft.books.neverwhere.fatigue import spent, within
from undercroft.books.neverwhere.overexertion import Flaw, Overdone, Site, Task, injured
from undercroft.books.neverwhere.units import FatiguePoints, HitPoints, Modifier, Most, Points, Weeks
from undercroft.books.neverwhere.working_hours import EFFORT_COST
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Option, Outcome, Reading, rule, says

EFFORT = Cite("Neverwhere", "Extra Effort")

BASE_SN = 5
PERCENT_A_STEP = 5
TIRED_PERCENT_A_STEP = 10
MOTIVATED = 5
EFFORT_FP = 1

TaskCost = Annotated[int, Meta(ge=0, le=1_000)]
NoCost = Annotated[int, Meta(ge=0, le=0)]


class Steps(StrEnum):
    """Which steps of the increase count."""

    BEGUN = "begun"
    FULL = "full"


class Pushing(Overdone, frozen=True, kw_only=True):
    """A character demands more of their body than it gives."""

    percent: Annotated[int, Meta(ge=1, le=10_000), says("how much more, in percent")]
    fp: Annotated[Points, says("fatigue points now")]
    fp_max: Annotated[Most, says("fatigue points when fresh")]
    will_mod: Annotated[Modifier, says("Will")]
    motivated: Annotated[bool, says("driven by fear, anger or love, as the referee judges?")] = False
    unconscious: Annotated[bool, says("unconscious?")] = False
    effort_steps: Annotated[Steps, says("does every part of 5 % count, or only each full 5 %?")] = Steps.BEGUN

    def __post_init__(self) -> None:
        super().__post_init__()
        within(self.fp, self.fp_max)


class Effort(Pushing, frozen=True, kw_only=True):
    """An effort at a task that may tire the character anyway."""

    base_fp: Annotated[TaskCost, says("fatigue points the task costs without the effort")]


class Raised(Outcome, frozen=True, tag="raised"):
    """The full increase."""

    percent: int
    fp_cost: FatiguePoints
    sn: int


class Free(Raised, frozen=True, tag="free"):
    """The full increase, at no cost."""


class Unaided(Outcome, frozen=True, tag="normal"):
    """The task goes as it would without effort."""

    fp_cost: FatiguePoints
    sn: int


class Toll(Outcome, frozen=True):
    """The harm of the effort: hit points, the place, and a flaw for some weeks, or for good if there are no weeks."""

    hp: HitPoints
    site: Site | None
    flaw: Flaw | None
    weeks: Weeks | None


class Disaster(Toll, frozen=True, tag="disaster"):
    """The task fails, and the character is hurt."""

    fp_cost: FatiguePoints
    sn: int


class NoEffort(StrEnum):
    """Why there is no extra effort."""

    UNCONSCIOUS = "unconscious"


class EffortRefused(Outcome, frozen=True, tag="refused"):
    """There is no extra effort."""

    reason: NoEffort


Push: TypeAlias = Raised | Free | Unaided | Disaster

STEPS = Reading(
    id="neverwhere.extra-effort/steps",
    question="Do parts of a step count towards the success number?",
    choice="Every 5 % or part of it, but only full tenths of missing fatigue.",
    because="Otherwise the last part of a step would be free, and a single missing point would always count.",
    switch="effort_steps",
    options=(Option("begun", "7 % count as two steps"), Option("full", "7 % count as one step")),
)
AT_THE_END_OF_STRENGTH = Reading(
    id="neverwhere.extra-effort/spent",
    question="May a character with no fatigue points left try?",
    choice="Yes, paying with hit points, as for all fatigue below 0; only unconscious characters cannot.",
    because="The text sets no limit; the number rises until even a natural 20 is not enough.",
)
TASK_STILL_COSTS = Reading(
    id="neverwhere.extra-effort/free",
    question="Does a critical success also spare the task's own fatigue?",
    choice="No, only what the effort costs.",
    because="Only the fatigue for the extra effort is waived.",
)
VIT_FOLLOWS_AT_ONCE = Reading(
    id="neverwhere.extra-effort/vit",
    question="Is the Vit roll against a flaw part of the attempt?",
    choice="Yes: after a critical failure, roll it at once, before anything else happens.",
    because="The source text calls it immediate, for every task alike.",
)
READINGS = (STEPS, SN_TIE)
"""The readings of every rule that settles an effort."""


@rule(
    "neverwhere.extra-effort",
    EFFORT,
    readings=(STEPS, AT_THE_END_OF_STRENGTH, TASK_STILL_COSTS, VIT_FOLLOWS_AT_ONCE, SN_TIE),
)
def extra_effort(dice: Dice, given: Effort) -> Raised | Free | Unaided | Disaster | EffortRefused:
    """A Will roll decides whether the body gives more; it costs fatigue either way, and at worst hit points."""
    return tried(dice, given, given.base_fp)


def tried(dice: Dice, given: Pushing, base_fp: int) -> Push | EffortRefused:
    """The effort at a task that costs that much fatigue without it."""
    if cannot_try(given):
        return EffortRefused(NoEffort.UNCONSCIOUS)
    return pushed(dice, given, by_will(dice, given), base_fp)


def cannot_try(given: Pushing) -> bool:
    """Whether the character is unconscious, or so far below zero that it makes no difference."""
    return given.unconscious or spent(given.fp, given.fp_max)


def by_will(dice: Dice, given: Pushing) -> Grade:
    """The Will roll, with the bonus for strong feelings."""
    will = given.will_mod + (MOTIVATED if given.motivated else 0)
    return rolled(dice, "Will for extra effort", will, sn_of(given), given.sn_tie)


def pushed(dice: Dice, given: Pushing, will: Grade, base_fp: int) -> Push:
    """The result of the Will roll; a critical failure also calls for a Vit roll."""
    sn, fp = sn_of(given), FatiguePoints(EFFORT_COST if given.task is Task.HIKE else EFFORT_FP)
    match will:
        case Grade.CRITICAL_SUCCESS:
            return Free(given.percent, FatiguePoints(0), sn)
        case Grade.SUCCESS:
            return Raised(given.percent, fp, sn)
        case Grade.FAILURE:
            return Unaided(fp, sn)
        case Grade.CRITICAL_FAILURE:
            return Disaster(HitPoints(fp + base_fp), *injured(dice, given), fp, sn)


def sn_of(given: Pushing) -> int:
    """The success number of this attempt, from the fatigue points before it is paid for."""
    return effort_sn(steps_of(given), given.fp, given.fp_max)


def steps_of(given: Pushing) -> int:
    """The number of 5 % steps wanted."""
    return percent_steps(given.percent, given.effort_steps is Steps.FULL)


def percent_steps(percent: int, full_only: bool) -> int:
    """The number of 5 % steps, with a partial last step counted or not."""
    return percent // PERCENT_A_STEP if full_only else -(-percent // PERCENT_A_STEP)


def effort_sn(steps: int, fp: int, fp_max: int) -> int:
    """Five, plus one for each step wanted and one for each full tenth of fatigue that is missing."""
    return BASE_SN + steps + (fp_max - fp) * 100 // (fp_max * TIRED_PERCENT_A_STEP)


def boosted(amount: Fraction, push: Push) -> Fraction:
    """An amount after the effort: increased, the same, or zero."""
    match push:
        case Free(percent=percent) | Raised(percent=percent):
            return raised(amount, percent)
        case Unaided():
            return amount
        case Disaster():
            return Fraction(0)


def raised(amount: Fraction, percent: int) -> Fraction:
    """That much more, in percent."""
    return amount * (100 + percent) / 100


def toll_of(push: Push) -> tuple[HitPoints, Site | None, Flaw | None, Weeks | None]:
    """The harm of the effort."""
    if isinstance(push, Disaster):
        return push.hp, push.site, push.flaw, push.weeks
    return HitPoints(0), None, None, None


def only(task: Task, meant: Task) -> None:
    """Refuse an effort for another task."""
    if task is not meant:
        raise ValueError(f"the task must be {meant}")


# Throws, bows and plain strength


class AtOnce(Pushing, frozen=True, kw_only=True):
    """A momentary effort."""

    base_fp: Annotated[NoCost, says("fatigue points the task costs without the effort; such a task costs none")] = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.task not in (Task.THROW, Task.STR_ROLL, Task.BOW):
            raise ValueError("the task must be a throw, a Str roll or too strong a bow")


@rule("neverwhere.extra-effort.instant", EFFORT, readings=(VIT_FOLLOWS_AT_ONCE, *READINGS))
def extra_effort_instant(dice: Dice, given: AtOnce) -> Raised | Free | Unaided | Disaster | EffortRefused:
    """A throw, a Str roll or too strong a bow: each attempt costs a point, and raises Str for that attempt alone."""
    return tried(dice, given, given.base_fp)
