"""Frail."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.sovereign.checks import Rolled, SkillCheck, Success, check_skill
from undercroft.books.sovereign.saves import Save, Saved, save_roll
from undercroft.books.sovereign.units import MONTH, WEEK, Count, Days, Modifier, SaveTarget, Situation, SkillLevel
from undercroft.kernel.dice import D6, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import DAY

FRAIL = Cite("Sovereign", "Frail")

DAYS_IN_BED = WEEK // DAY
DAYS_OF_REST = MONTH // DAY
NURSE_HEAL = 0
HEALER_HEAL = 1
TREATMENT_DC = 10


# The condition


class Event(StrEnum):
    """What happens to a Frail character."""

    DROP_TO_0 = "drop_to_0"
    NIGHT_REST = "night_rest"
    FIRST_AID = "first_aid"
    ACT = "act"


class Frailty(Given, frozen=True):
    """A Frail character."""

    event: Annotated[Event, says("no hit points again, a night's rest, first aid, or anything else they do")]


class DeadAgain(Outcome, frozen=True, tag="dead"):
    """A Frail character dies for good."""


class NoHpGain(Outcome, frozen=True, tag="no_hp_gain"):
    """Sleep restores no hit points."""


class HpGainStillFrail(Outcome, frozen=True, tag="hp_gain_still_frail"):
    """Hit points restored, but still Frail."""


class Normal(Outcome, frozen=True, tag="normal"):
    """Not Frail."""


FRAIL_ONCE = Reading(
    id="sovereign.frail.condition/scope",
    question="Who can be Frail, how badly, and does magic help?",
    choice="Any creature, and never twice over. Magic gives hit points; Frailty goes only if the magic says so.",
    because="The text mentions creatures and no degrees, and says that first aid does not cure Frailty.",
)


@rule("sovereign.frail.condition", FRAIL, readings=(FRAIL_ONCE,))
def frail_condition(dice: Dice, given: Frailty) -> DeadAgain | NoHpGain | HpGainStillFrail | Normal:
    """The Frail act as usual, but sleep does not heal them and the next fall kills them."""
    match given.event:
        case Event.DROP_TO_0:
            return DeadAgain()
        case Event.NIGHT_REST:
            return NoHpGain()
        case Event.FIRST_AID:
            return HpGainStillFrail()
        case Event.ACT:
            return Normal()


# A week in bed

TOO_LATE = Reading(
    id="sovereign.frail.untreated/too-late",
    question="Can care still save a patient who has failed the save?",
    choice="No.",
    because="Failing it means death some days later, with no way out named.",
    switch="care_saves_doomed",
    options=(Option(False, "nothing helps any more"), Option(True, "care in time still saves them")),
)


class Nursing(Given, frozen=True):
    """A Frail character in bed, and the healer."""

    days_in_bed: Annotated[Count, says("days in bed without a break")]
    attendant_heal: Annotated[SkillLevel, says("the nurse's Heal")]
    attendant_kit: Annotated[bool, says("is a healer's kit at hand?")]
    doomed: Annotated[bool, says("has the patient failed the save for want of care?")] = False
    care_saves_doomed: Annotated[bool, says("may care still save such a patient?")] = False


class Nursed(Outcome, frozen=True, tag="cured"):
    """No longer Frail."""


class NotYet(Outcome, frozen=True, tag="not_yet"):
    """The week is not over."""


class NoNursing(StrEnum):
    """Why bed rest alone does not help."""

    NO_SKILL = "no_skill"
    NO_KIT = "no_kit"
    DOOMED = "doomed"


class NursingRefused(Outcome, frozen=True, tag="refused"):
    """This bed rest cures nothing."""

    reason: NoNursing


WEEK_ON_END = Reading(
    id="sovereign.frail.bed-rest/week",
    question="Must the week be unbroken, and may one nurse have several patients?",
    choice="The week runs without a break; one nurse is enough for several.",
    because="It is one stretch of rest, and attention is all the nurse gives; our proposal.",
)


@rule("sovereign.frail.bed-rest", FRAIL, readings=(WEEK_ON_END, TOO_LATE))
def bed_rest(dice: Dice, given: Nursing) -> Nursed | NotYet | NursingRefused:
    """A week in bed, with a healer of Heal-0 and a healer's kit, ends Frailty without a roll."""
    if given.doomed and not given.care_saves_doomed:
        return NursingRefused(NoNursing.DOOMED)
    if given.attendant_heal < NURSE_HEAL:
        return NursingRefused(NoNursing.NO_SKILL)
    if not given.attendant_kit:
        return NursingRefused(NoNursing.NO_KIT)
    return Nursed() if given.days_in_bed >= DAYS_IN_BED else NotYet()


# An hour of skill


class Treating(Given, frozen=True):
    """A healer spends an hour on a Frail character."""

    heal: Annotated[SkillLevel, says("the healer's Heal")]
    attr_mod: Annotated[Modifier, says("the healer's DEX or INT, as they like")]
    has_kit: Annotated[bool, says("is a healer's kit at hand?")]
    tried_before: Annotated[bool, says("has this healer tried already?")] = False
    target_frail: Annotated[bool, says("is the patient Frail?")] = True
    doomed: Annotated[bool, says("has the patient failed the save for want of care?")] = False
    care_saves_doomed: Annotated[bool, says("may care still save such a patient?")] = False


class Cured(Rolled, frozen=True, tag="cured"):
    """No longer Frail."""


class NotCured(Rolled, frozen=True, tag="failed"):
    """The hour is wasted."""


class NoTreatment(StrEnum):
    """Why there is no treatment."""

    NOT_FRAIL = "not_frail"
    NO_SKILL = "no_skill"
    NO_KIT = "no_kit"
    ALREADY_TRIED = "already_tried"
    DOOMED = "doomed"


class TreatmentRefused(Outcome, frozen=True, tag="refused"):
    """There is no treatment."""

    reason: NoTreatment


ONE_TRY_A_HEALER = Reading(
    id="sovereign.frail.treatment/once",
    question="Is it one attempt for the patient, or for each healer?",
    choice="One for each healer, each time a patient becomes Frail; nobody treats themselves.",
    because="The text gives each healer one attempt; another healer with the skill has one too.",
)


@rule("sovereign.frail.treatment", FRAIL, readings=(ONE_TRY_A_HEALER, TOO_LATE))
def treatment(dice: Dice, given: Treating) -> Cured | NotCured | TreatmentRefused:
    """A healer with Heal-1 and a kit may try once, for an hour, to end Frailty."""
    refusal = _no_treatment(given)
    if refusal:
        return TreatmentRefused(refusal)
    check = check_skill(dice, SkillCheck(given.attr_mod, given.heal, TREATMENT_DC))
    return Cured(check.total) if isinstance(check, Success) else NotCured(check.total)


def _no_treatment(given: Treating) -> NoTreatment | None:
    if not given.target_frail:
        return NoTreatment.NOT_FRAIL
    if given.doomed and not given.care_saves_doomed:
        return NoTreatment.DOOMED
    if given.heal < HEALER_HEAL:
        return NoTreatment.NO_SKILL
    if not given.has_kit:
        return NoTreatment.NO_KIT
    return NoTreatment.ALREADY_TRIED if given.tried_before else None


# Without care


class Neglected(Given, frozen=True):
    """A week has gone by without care."""

    target: Annotated[SaveTarget, says("the Frail character's Physical save")]
    modifier: Annotated[Situation, says("added to the roll")] = 0


class Doomed(Outcome, frozen=True, tag="doomed"):
    """They die, that many days after the fall."""

    dies_day: Days


class Recovering(Outcome, frozen=True, tag="recovering"):
    """No longer Frail that many days after the fall, if they rest until then."""

    clears_day: Days


MONTH_OF_REST = Reading(
    id="sovereign.frail.untreated/month",
    question="How long is the month, and what if the patient goes adventuring in it?",
    choice="Thirty days; days of adventuring do not count towards it.",
    because="The text asks for a month's rest and gives no length.",
)
SAVE_WAITS = Reading(
    id="sovereign.frail.untreated/begun",
    question="Is the save due while a week of care is under way?",
    choice="No; it waits for the end of that week.",
    because="The save is for patients without such care.",
)
DAYS_HIDDEN = Reading(
    id="sovereign.frail.untreated/hidden",
    question="Do players learn how many days are left?",
    choice="No; they see the patient get worse.",
    because="The die counts days for the referee, not for the table; our proposal.",
)


@rule("sovereign.frail.untreated", FRAIL, readings=(MONTH_OF_REST, SAVE_WAITS, DAYS_HIDDEN))
def untreated(dice: Dice, given: Neglected) -> Doomed | Recovering:
    """A Frail character who had no care for a week saves to recover in another month of rest, or dies within days."""
    if isinstance(save_roll(dice, Save(given.target, given.modifier)), Saved):
        return Recovering(Days(DAYS_IN_BED + DAYS_OF_REST))
    return Doomed(Days(DAYS_IN_BED + dice.total("days left to live", D6)))
