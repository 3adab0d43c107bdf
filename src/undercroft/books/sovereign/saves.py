"""Saving Throws: the roll, the targets, and which save applies."""

from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Annotated

from undercroft.books.sovereign.units import MOST_DICE, Level, Modifier, SaveTarget, Situation
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

SAVING_THROWS = Cite("Sovereign", "Saving Throws")

ALWAYS_FAILS, ALWAYS_SAVES = 1, 20
DELVERS_START = 16
NPCS_START = 15


# The roll


class Save(Given, frozen=True):
    """A character in danger."""

    target: Annotated[SaveTarget, says("what the roll must reach")]
    modifier: Annotated[Situation, says("added to the roll")] = 0


class Saved(Outcome, frozen=True, tag="success"):
    """Resisted; `natural` if a 20 alone decided it."""

    natural: bool


class NotSaved(Outcome, frozen=True, tag="failure"):
    """Not resisted; `natural` if a 1 alone decided it."""

    natural: bool


@rule("sovereign.save.roll", SAVING_THROWS)
def save_roll(dice: Dice, given: Save) -> Saved | NotSaved:
    """A d20 must reach the target; 20 always does, 1 never."""
    face = dice.total("saving throw", D20)
    natural = face in (ALWAYS_FAILS, ALWAYS_SAVES)
    return Saved(natural) if saves(face, given.modifier, given.target) else NotSaved(natural)


def saves(face: int, modifier: int, target: int) -> bool:
    """Whether the save succeeds: a natural 20 always does, a natural 1 never does, else the total decides."""
    return face == ALWAYS_SAVES or (face != ALWAYS_FAILS and face + modifier >= target)


# Targets


class Target(Outcome, frozen=True, tag="target"):
    """The number that the roll must reach."""

    target: int


BOTH_COME_OFF = Reading(
    id="sovereign.save.target-physical/minus",
    question="16 minus the level and the better modifier: are both subtracted?",
    choice="Yes, so a good modifier makes every save of its kind easier.",
    because="A first-level character has 15 before attributes, the text says later.",
)


class Body(Given, frozen=True):
    """The modifiers against exhaustion, poison and disease."""

    level: Annotated[Level, says("level")]
    str_mod: Annotated[Modifier, says("STR")]
    con_mod: Annotated[Modifier, says("CON")]


@rule("sovereign.save.target-physical", SAVING_THROWS, readings=(BOTH_COME_OFF,))
def target_physical(dice: Dice, given: Body) -> Target:
    """Physical saves need 16, minus the level and the better of STR and CON."""
    return Target(save_target(given.level, max(given.str_mod, given.con_mod)))


class Reflexes(Given, frozen=True):
    """The modifiers against explosions, traps and sudden danger."""

    level: Annotated[Level, says("level")]
    dex_mod: Annotated[Modifier, says("DEX")]
    int_mod: Annotated[Modifier, says("INT")]


@rule("sovereign.save.target-evasion", SAVING_THROWS, readings=(BOTH_COME_OFF,))
def target_evasion(dice: Dice, given: Reflexes) -> Target:
    """Evasion saves need 16, minus the level and the better of DEX and INT."""
    return Target(save_target(given.level, max(given.dex_mod, given.int_mod)))


class Mind(Given, frozen=True):
    """The modifiers against mental attacks, insubstantial magic and trauma."""

    level: Annotated[Level, says("level")]
    int_mod: Annotated[Modifier, says("INT")]
    wis_mod: Annotated[Modifier, says("WIS")]


@rule("sovereign.save.target-mental", SAVING_THROWS, readings=(BOTH_COME_OFF,))
def target_mental(dice: Dice, given: Mind) -> Target:
    """Mental saves need 16, minus the level and the better of INT and WIS."""
    return Target(save_target(given.level, max(given.int_mod, given.wis_mod)))


def save_target(level: int, better: int) -> int:
    """A Delver's target: the level and the better modifier both lower it."""
    return DELVERS_START - level - better


class NpcHitDice(Given, frozen=True):
    """An NPC in danger."""

    hd: Annotated[Fraction, says("hit dice; 1/2 for the least of creatures")]

    def __post_init__(self) -> None:
        if not 0 <= self.hd <= MOST_DICE:
            raise ValueError(f"hit dice must be from 0 to {MOST_DICE}")


NAMED_NPCS_TOO = Reading(
    id="sovereign.save.target-npc/named",
    question="Which save target does an NPC with a name have?",
    choice="The same as any NPC, unless built as a Delver. It has no lower limit; a natural 1 still fails.",
    because="One formula is given for all of them, without a floor.",
)


@rule("sovereign.save.target-npc", SAVING_THROWS, readings=(NAMED_NPCS_TOO,))
def target_npc(dice: Dice, given: NpcHitDice) -> Target:
    """An NPC has one target for every save: 15, minus half its hit dice."""
    return Target(npc_save_target(floor(given.hd)))


def npc_save_target(whole_hd: int) -> int:
    """An NPC's target: half the whole hit dice, rounded down, lowers it."""
    return NPCS_START - whole_hd // 2


# Which save


class SaveKind(StrEnum):
    """The three saves."""

    PHYSICAL = "physical"
    EVASION = "evasion"
    MENTAL = "mental"


DANGERS = {
    SaveKind.PHYSICAL: ("poison", "disease", "exhaustion", "suffocation", "frailty"),
    SaveKind.EVASION: ("trap", "explosion", "sudden_peril"),
    SaveKind.MENTAL: ("mental_attack", "insubstantial_magic", "trauma", "charm", "fear", "illusion"),
}


class Hazard(Given, frozen=True):
    """A danger to save against."""

    hazard: Annotated[Name, says("the danger, such as poison, trap or charm")]


class SaveChosen(Outcome, frozen=True, tag="save"):
    """The usual save, or none if the referee must decide."""

    save: SaveKind | None


ONLY_A_DEFAULT = Reading(
    id="sovereign.save.choose/default",
    question="Which save does a danger call for?",
    choice="The usual one from a short list; the referee may pick another, and must for a danger not on it.",
    because="The call is the referee's; the kinds of danger are named for each save.",
)


@rule("sovereign.save.choose", SAVING_THROWS, readings=(ONLY_A_DEFAULT,))
def save_choose(dice: Dice, given: Hazard) -> SaveChosen:
    """Usually it is clear which save a danger calls for; otherwise the referee decides."""
    return SaveChosen(next((save for save, dangers in DANGERS.items() if given.hazard in dangers), None))
