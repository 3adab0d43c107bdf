"""Hireling Morale, the price of courage, and the game's page on hiring."""

from enum import IntEnum, StrEnum
from typing import Annotated

from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.books.violence.units import Count, HitDice, Score, Silver
from undercroft.kernel.dice import D3, D20, Ask, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

HIRELING_MORALE = Cite("Violence", "Hireling Morale")

WAVER_SP_PER_HD = 15


# The test


class Nerve(IntEnum):
    """The result of a hireling's morale test."""

    FLEES = 0
    WAVERS = 1
    HOLDS = 2
    HEROIC = 3


def steadied(roll: int, cunning: int, hd: int) -> Nerve:
    """Between the hireling's Hit Dice and the employer's Cunning holds; the two exact numbers have other results."""
    if roll == cunning:
        return Nerve.HEROIC
    if roll == hd:
        return Nerve.WAVERS
    return Nerve.HOLDS if hd < roll < cunning else Nerve.FLEES


def is_due(hurt: bool, saw_death: bool, already: bool) -> bool:
    """Once in a fight: at the first wound, or the first death witnessed."""
    return (hurt or saw_death) and not already


class Shaken(Scarred, frozen=True, kw_only=True):
    """A hireling at the end of a round, and their employer."""

    cunning: Annotated[Score, says("Cunning of the employer")]
    hd: Annotated[HitDice, says("Hit Dice of the hireling")]
    employer_able: Annotated[bool, says("can the employer act?")] = True
    hurt: Annotated[bool, says("was the hireling hurt this round?")] = True
    saw_death: Annotated[bool, says("did they see a member of the party die this round?")] = False
    tested: Annotated[bool, says("have they checked morale in this fight?")] = False


class Holds(Outcome, frozen=True, tag="holds"):
    """They stay."""


class Wavers(Outcome, frozen=True, tag="wavers"):
    """They stay if they are paid that much more."""

    cost_sp: Silver


class Heroic(Outcome, frozen=True, tag="heroic"):
    """They have one more attack in the next round, and need no more morale checks in this fight."""


class Flees(Outcome, frozen=True, tag="flees"):
    """They run, and will not be hired again."""


class NotTested(Outcome, frozen=True, tag="no_test"):
    """No morale check is due this round."""


ONCE_A_FIGHT = Reading(
    id="violence.hireling-morale/once",
    question="Is a hireling who was hurt tested again on seeing a death?",
    choice="No; once in a fight, for whichever came first.",
    because="The first such round is named, and either cause makes it one.",
)
CUNNING_COUNTS_FIRST = Reading(
    id="violence.hireling-morale/exact",
    question="What if the hireling's Hit Dice and the employer's Cunning are the same number?",
    choice="Rolling it inspires heroics.",
    because="The employer rolls, so the employer's number goes first.",
)
NOBODY_TO_STEADY_THEM = Reading(
    id="violence.hireling-morale/employer",
    question="What if the employer is out of action?",
    choice="The hireling flees without a roll.",
    because="The employer has to make the test.",
)
WHO_SEES_DEATH = Reading(
    id="violence.hireling-morale/witness",
    question="Who has seen a member of the party die?",
    choice="Every conscious hireling present; a companion who is only unconscious has not died.",
    because="A fight is close and loud, and a death is a death.",
)


@rule(
    "violence.hireling-morale",
    HIRELING_MORALE,
    readings=(ONCE_A_FIGHT, CUNNING_COUNTS_FIRST, NOBODY_TO_STEADY_THEM, WHO_SEES_DEATH, *SCAR_READINGS),
)
def hireling_morale(ask: Ask, given: Shaken) -> Holds | Wavers | Heroic | Flees | NotTested:
    """When hirelings first bleed or see a death, roll under your Cunning and above their Hit Dice to keep them."""
    if not is_due(given.hurt, given.saw_death, given.tested):
        return NotTested()
    if not given.employer_able:
        return Flees()
    match steadied(Bending(ask, given).roll("hireling morale", D20), given.cunning, given.hd):
        case Nerve.HOLDS:
            return Holds()
        case Nerve.WAVERS:
            return Wavers(Silver(nerve_cost(given.hd)))
        case Nerve.HEROIC:
            return Heroic()
        case Nerve.FLEES:
            return Flees()


def nerve_cost(hd: int) -> int:
    """The silver that a wavering hireling wants."""
    return WAVER_SP_PER_HD * hd


# Paying


class Purse(Given, frozen=True):
    """A wavering hireling, whom the employer may pay."""

    hd: Annotated[HitDice, says("Hit Dice of the hireling")]
    purse_sp: Annotated[Count, says("silver pieces at hand")]
    pay: Annotated[bool, says("does the employer pay?")]


class Stays(Outcome, frozen=True, tag="stays"):
    """They are paid and stay; that much silver is left."""

    purse_sp: Silver


UNPAID_FLEE = Reading(
    id="violence.hireling-pay/unpaid",
    question="What does a wavering hireling do without pay?",
    choice="They flee, as on a failure.",
    because="They can be talked into staying for money, and so not without it.",
)


@rule("violence.hireling-pay", HIRELING_MORALE, readings=(UNPAID_FLEE,))
def hireling_pay(dice: Dice, given: Purse) -> Stays | Flees:
    """Fifteen silver for each Hit Die steadies a wavering hireling; unpaid, the hireling flees."""
    cost = nerve_cost(given.hd)
    return Stays(Silver(given.purse_sp - cost)) if given.pay and given.purse_sp >= cost else Flees()


# Hiring


class Job(StrEnum):
    """The job of a hireling."""

    GUIDE = "guide"
    TORCHBEARER = "torchbearer"
    DIGGER = "digger"
    SELLSWORD = "sellsword"


WAGE_SP = {Job.GUIDE: 2, Job.TORCHBEARER: 2, Job.DIGGER: 5, Job.SELLSWORD: 10}
TORCHBEARER_SLOTS = 6


class Hiring(Given, frozen=True):
    """An offer of a job."""

    job: Annotated[Job, says("what they are hired for")]


class Hireling(Outcome, frozen=True, tag="hireling"):
    """The hireling: Hit Dice, daily wage, and carrying slots if that is the job."""

    hd: int
    wage_sp_per_day: Silver
    slots: int | None


@rule("violence.hireling-hire", Cite("Violence", "Hireling Morale", beyond="Equipment"))
def hireling_hire(dice: Dice, given: Hiring) -> Hireling:
    """A hireling has 1d3 Hit Dice and the wage of the job; a torchbearer has six slots plus one for each Hit Die."""
    hd = dice.total("Hit Dice of the hireling", D3)
    slots = hd + TORCHBEARER_SLOTS if given.job is Job.TORCHBEARER else None
    return Hireling(hd, Silver(WAGE_SP[given.job]), slots)
