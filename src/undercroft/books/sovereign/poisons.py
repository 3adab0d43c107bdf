"""Poisons and Diseases."""

from enum import StrEnum
from functools import reduce
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import Rolled, reaches
from undercroft.books.sovereign.saves import Save, Saved, save_roll
from undercroft.books.sovereign.strain import Collapsed, Forced, strain_forced
from undercroft.books.sovereign.units import (
    NPC_CONSTITUTION,
    TURN,
    Count,
    HitPoints,
    SaveTarget,
    SkillLevel,
    SkillModifier,
    Strain,
    Stress,
    Turns,
)
from undercroft.kernel.dice import D4, TWO_D6, Dice, Formula, Roll, Sum
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import DAY, MINUTE, Seconds

POISONS = Cite("Sovereign", "Poisons and Diseases")

LEAST_TOXIN_DC = 10

Potency = Annotated[int, Meta(ge=-4, le=4)]


# Resisting


class Exposed(Given, frozen=True):
    """A character is exposed to a toxin or a disease."""

    target: Annotated[SaveTarget, says("the victim's Physical save")]
    potency: Annotated[Potency, says("what the toxin does to the save: 4 if weak, −4 if dire")] = 0
    medic_bonus: Annotated[int, Meta(ge=0, le=8), says("what quick treatment adds")] = 0


class Resisted(Outcome, frozen=True, tag="resisted"):
    """The victim resists it."""


class TakesHold(Outcome, frozen=True, tag="takes_hold"):
    """The poison takes hold."""


MITIGATED = Reading(
    id="sovereign.poison.save/mitigate",
    question="Some toxins are only weakened by a save. How, and how far can a toxin shift the save?",
    choice="A toxin may name a lesser harm for a good save; its shift stays between 4 and −4.",
    because="Both figures are given as the extremes, and no lesser harm is given at all.",
)


@rule("sovereign.poison.save", POISONS, readings=(MITIGATED,))
def poison_save(dice: Dice, given: Exposed) -> Resisted | TakesHold:
    """A Physical save resists most toxins; it is easier against weak ones and harder against dire ones."""
    saved = save_roll(dice, Save(given.target, given.potency + given.medic_bonus))
    return Resisted() if isinstance(saved, Saved) else TakesHold()


# Within a minute


class Medic(Given, frozen=True):
    """A medic hurries to the victim."""

    heal: Annotated[SkillLevel, says("the medic's Heal")]
    has_kit: Annotated[bool, says("is a healer's kit at hand?")]
    seconds_since: Annotated[Count, says("seconds since the poisoning")]


class MedicBonus(Outcome, frozen=True, tag="bonus"):
    """What the medic adds to the victim's save."""

    bonus: int


SAVE_WAITS_FOR_THE_MEDIC = Reading(
    id="sovereign.poison.quick-treatment/order",
    question="When is the save rolled if a medic is near, and may two medics help?",
    choice="After the treatment, if that comes within the minute; only the best medic counts.",
    because="The treatment gives a better chance to resist, so it must come first; the text speaks of one medic.",
)
UNTRAINED_ADDS_NOTHING = Reading(
    id="sovereign.poison.quick-treatment/untrained",
    question="Twice an untrained −1: does such a medic hurt the victim?",
    choice="No; it adds nothing.",
    because="Treatment is there to help.",
)


@rule("sovereign.poison.quick-treatment", POISONS, readings=(SAVE_WAITS_FOR_THE_MEDIC, UNTRAINED_ADDS_NOTHING))
def quick_treatment(dice: Dice, given: Medic) -> MedicBonus:
    """A medic with a kit who arrives within a minute helps the victim resist."""
    in_time = given.has_kit and given.seconds_since <= MINUTE
    return MedicBonus(medic_bonus(given.heal) if in_time else 0)


def medic_bonus(heal: int) -> int:
    """Twice the skill; 1 for the barely trained, nothing for the untrained."""
    return 1 if heal == 0 else max(0, 2 * heal)


# When it takes hold


class Toxin(Given, frozen=True):
    """The effects of a toxin, and its victim."""

    damage_dice: Annotated[
        tuple[Annotated[int, Meta(ge=2, le=100)], ...], Meta(max_length=20), says("sides of each die of damage")
    ] = ()
    strain_amount: Annotated[Stress, says("System Strain it adds")] = 0
    penalty: Annotated[int, Meta(ge=-20, le=0), says("lasting penalty")] = 0
    strain: Annotated[Stress, says("the victim's System Strain")] = 0
    strain_max: Annotated[Stress, says("the most strain the victim bears")] = NPC_CONSTITUTION


class Poisoned(Outcome, frozen=True, tag="poisoned"):
    """The effects on the victim."""

    damage: HitPoints
    strain: Strain
    penalty: int
    unconscious: bool


@rule("sovereign.poison.effect", POISONS)
def poison_effect(dice: Dice, given: Toxin) -> Poisoned:
    """A toxin does damage, adds strain or leaves a lasting penalty, as its description says."""
    harm = dice.total("damage of the toxin", _all_of(given.damage_dice)) if given.damage_dice else 0
    strained = strain_forced(dice, Forced(given.strain, given.strain_max, given.strain_amount))
    return Poisoned(HitPoints(harm), strained.strain, given.penalty, isinstance(strained, Collapsed))


def _all_of(sides: tuple[int, ...]) -> Formula:
    dice: list[Formula] = [Roll(1, die) for die in sides]
    return reduce(Sum, dice)


# Time left


class Envenomed(Given, frozen=True):
    """A toxin has taken hold."""

    lethal: Annotated[bool, says("is it deadly?")] = True


class Clock(Outcome, frozen=True, tag="clock"):
    """Time left to live."""

    turns: Turns
    dies_in_s: Seconds


class NoClock(Outcome, frozen=True, tag="no_clock"):
    """The toxin does not kill."""


POISONS_KILL = Reading(
    id="sovereign.poison.death-clock/lethal",
    question="Does every poison that takes hold kill?",
    choice=("Yes, unless its description excludes it; diseases do not. Death is immediate, without Mortal Injury."),
    because="The text gives a time to live without exception, though it names harms that do not kill just before.",
    switch="lethal",
    options=(Option(True, "it kills in one to four turns"), Option(False, "it does only the harm that it names")),
)
TURNS_HIDDEN = Reading(
    id="sovereign.poison.death-clock/hidden",
    question="Do players learn how many turns are left?",
    choice="No; they see the symptoms.",
    because="Nobody in the game world could count the turns; our proposal.",
)


@rule("sovereign.poison.death-clock", POISONS, readings=(POISONS_KILL, TURNS_HIDDEN))
def poison_death_clock(dice: Dice, given: Envenomed) -> Clock | NoClock:
    """Once poison takes hold, its victim has 1d4 turns to live."""
    if not given.lethal:
        return NoClock()
    turns = Turns(dice.total("turns to live", D4))
    return Clock(turns, Seconds(turns * TURN))


# Counteracting


class Antidote(Given, frozen=True):
    """A medic treats a toxin."""

    mod: Annotated[SkillModifier, says("INT/Heal of the medic")]
    dc: Annotated[
        int, Meta(ge=LEAST_TOXIN_DC, le=60), says("difficulty: 10 for most toxins, 12 and more for the worst")
    ] = LEAST_TOXIN_DC
    has_kit: Annotated[bool, says("is a healer's kit at hand?")] = True


class Neutralised(Rolled, frozen=True, tag="neutralised"):
    """The toxin stops; harm already done remains."""


class StillPoisoned(Rolled, frozen=True, tag="failed"):
    """The toxin goes on."""


class NoAntidote(StrEnum):
    """Why no treatment is possible."""

    NO_KIT = "no_kit"


class AntidoteRefused(Outcome, frozen=True, tag="refused"):
    """No treatment is possible."""

    reason: NoAntidote


TRY_EVERY_TURN = Reading(
    id="sovereign.poison.counteract/again",
    question="What does the medic need, and how often may they try?",
    choice="The kit, and a turn for each try while the victim lives; against a disease one try a day.",
    because="It is the same medic who came with a kit, and nothing forbids another try.",
)

NEVER_DEXTERITY = Reading(
    id="sovereign.poison.counteract/attribute",
    question="Stabilising and treating allow DEX or INT: is only INT meant here?",
    choice="Yes, as printed.",
    because="Knowing the toxin counts more than a steady hand, and nothing suggests a mistake.",
)


@rule("sovereign.poison.counteract", POISONS, readings=(TRY_EVERY_TURN, NEVER_DEXTERITY))
def counteract(dice: Dice, given: Antidote) -> Neutralised | StillPoisoned | AntidoteRefused:
    """A medic counteracts a toxin with INT/Heal against at least 10, the worst against 12 and more."""
    if not given.has_kit:
        return AntidoteRefused(NoAntidote.NO_KIT)
    total = dice.total("counteracting the toxin", TWO_D6) + given.mod
    return Neutralised(total) if reaches(total, given.dc) else StillPoisoned(total)


# Diseases

TOWN_CURE_G = 500
"""The gold that a settlement's healers charge for curing a disease, from the game's equipment page."""


class Infection(Given, frozen=True):
    """A character may catch a disease."""

    target: Annotated[SaveTarget, says("the victim's Physical save")]
    potency: Annotated[Potency, says("what the disease does to the save: 4 if weak, −4 if dire")] = 0
    onset_days: Annotated[Count, says("days until it breaks out")] = 1


class Healthy(Outcome, frozen=True, tag="resisted"):
    """The disease is not caught."""


class Infected(Outcome, frozen=True, tag="infected"):
    """The disease breaks out later."""

    harm_in_s: Seconds


ONSET = Reading(
    id="sovereign.disease.onset/days",
    question="How slow is the slower onset of a disease?",
    choice="As slow as the referee says; by default a day.",
    because="No figure is given; our proposal.",
)


@rule("sovereign.disease.onset", POISONS, readings=(ONSET,))
def disease_onset(dice: Dice, given: Infection) -> Healthy | Infected:
    """Diseases are resisted like poisons, and take time to break out."""
    if isinstance(poison_save(dice, Exposed(given.target, given.potency)), Resisted):
        return Healthy()
    return Infected(Seconds(given.onset_days * DAY))
