"""Extra Effort that goes wrong: where it hurts, and the flaw that remains."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.neverwhere.checks import SN_TIE, Tie
from undercroft.books.neverwhere.injury import Crippled, ForWeeks, UntilHealed, crippling
from undercroft.books.neverwhere.units import Modifier, Weeks
from undercroft.kernel.dice import Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

CRITICAL = Cite("Neverwhere", "Extra Effort", beyond="Duration of Crippling Injuries")

FOOT_OR_LEG = Roll(1, 2)


class Task(StrEnum):
    """A task that extra effort may help with."""

    DIG = "dig"
    HIKE = "hike"
    JUMP = "jump"
    LIFT = "lift"
    RUN = "run"
    SWIM = "swim"
    THROW = "throw"
    STR_ROLL = "str_roll"
    BOW = "bow"


class Flaw(StrEnum):
    """A flaw that may remain."""

    BAD_BACK = "bad_back"
    CRIPPLED_LEG = "crippled_leg"
    CRIPPLED_LEGS = "crippled_legs"
    STRAIN = "strain"


class Site(StrEnum):
    """Where it hurts."""

    BACK = "back"
    FOOT = "foot"
    LEG = "leg"


FLAWS = {Task.DIG: Flaw.BAD_BACK, Task.LIFT: Flaw.BAD_BACK, Task.JUMP: Flaw.CRIPPLED_LEGS, Task.RUN: Flaw.CRIPPLED_LEG}
SITES = {Task.DIG: Site.BACK, Task.LIFT: Site.BACK, Task.RUN: Site.LEG}


class Overdone(Given, frozen=True, kw_only=True):
    """A character has overdone it."""

    task: Annotated[Task, says("what the effort was for")]
    vit_mod: Annotated[Modifier, says("Vit modifier")] = 0
    ruling: Annotated[Site | None, says("foot or leg after a jump, if the referee says which")] = None
    sn_tie: Annotated[Tie, says("what a total equal to the success number does")] = Tie.FAILS

    def __post_init__(self) -> None:
        if self.ruling is not None and (self.task is not Task.JUMP or self.ruling is Site.BACK):
            raise ValueError("choose foot or leg, and only for a jump")


class NoFlaw(Outcome, frozen=True, tag="no_flaw"):
    """It hurts there, if the book names a place, and no flaw remains."""

    site: Site | None


class Temporary(Outcome, frozen=True, tag="temporary"):
    """A flaw for that many weeks."""

    flaw: Flaw
    site: Site | None
    weeks: Weeks


class Permanent(Outcome, frozen=True, tag="permanent"):
    """A permanent flaw."""

    flaw: Flaw
    site: Site | None


FOR_GOOD = Reading(
    id="neverwhere.extra-effort-injury/permanent",
    question="How bad must the Vit roll be for a flaw to stay?",
    choice="A critical failure; any other failure leaves it for 1d12 weeks.",
    because="That is how long cripplings last in the game, and the source text sends us there.",
)
STRAIN_ELSEWHERE = Reading(
    id="neverwhere.extra-effort-injury/strain",
    question="Which flaw do marching, swimming, throwing, bows and plain strength leave?",
    choice="Our proposal: a strain; the referee says where it is and what to call it.",
    because="The text asks for an appropriate flaw, but names one for four tasks only.",
)
SITE_BEFORE_FLAW = Reading(
    id="neverwhere.extra-effort-injury/site",
    question="Do you roll foot or leg after every failed jump, or only if a flaw follows?",
    choice="Always, and last: the hit points are lost there in any case.",
    because="The injury goes to foot or leg whether or not the Vit roll saves the jumper from a flaw.",
)


@rule("neverwhere.extra-effort-injury", CRITICAL, readings=(FOR_GOOD, STRAIN_ELSEWHERE, SITE_BEFORE_FLAW, SN_TIE))
def extra_effort_injury(dice: Dice, given: Overdone) -> NoFlaw | Temporary | Permanent:
    """A character who overdoes it needs a Vit roll to avoid a flaw, which lasts like a crippling."""
    flaw = FLAWS.get(given.task, Flaw.STRAIN)
    match crippling(dice, Crippled(given.vit_mod, sn_tie=given.sn_tie)):
        case UntilHealed():
            return NoFlaw(hurt_at(dice, given))
        case ForWeeks(n=weeks):
            return Temporary(flaw, hurt_at(dice, given), weeks)
        case _:
            return Permanent(flaw, hurt_at(dice, given))


def hurt_at(dice: Dice, given: Overdone) -> Site | None:
    """Where it hurts; without a ruling, a jumper rolls for it."""
    if given.task is not Task.JUMP:
        return SITES.get(given.task)
    if given.ruling is not None:
        return given.ruling
    return Site.FOOT if dice.total("foot (1) or leg (2)", FOOT_OR_LEG) == 1 else Site.LEG


def injured(dice: Dice, given: Overdone) -> tuple[Site | None, Flaw | None, Weeks | None]:
    """The place, flaw and weeks of the injury after a critical failure."""
    match extra_effort_injury(dice, given):
        case NoFlaw(site=site):
            return site, None, None
        case Temporary(flaw=flaw, site=site, weeks=weeks):
            return site, flaw, weeks
        case Permanent(flaw=flaw, site=site):
            return site, flaw, None
