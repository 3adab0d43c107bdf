"""Attributes and Attribute Modifiers."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.encumbrance import readied_limit, stowed_limit
from undercroft.books.sovereign.hazards import air_rounds
from undercroft.books.sovereign.strain import most_strain
from undercroft.books.sovereign.units import SCORES, Attribute, Load, Rounds, Score, Strain
from undercroft.kernel.dice import Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

ATTRIBUTE_MODIFIERS = Cite("Sovereign", "Attribute Modifiers")

MODIFIERS = Table("sovereign.attr.modifier", SCORES, (
    (through(3),      -2),
    (through(4, 7),   -1),
    (through(8, 13),   0),
    (through(14, 17),  1),
    (through(18),      2),
), number="score", gives="modifier")  # fmt: skip


# Five attributes


class Sheet(Given, frozen=True):
    """The scores on a character sheet."""

    scores: Annotated[FrozenMap[Score], says("the five scores: STR, DEX, CON, INT and WIS, 3 to 18 each")]

    def __post_init__(self) -> None:
        if set(self.scores) != set(Attribute):
            raise ValueError("give the scores of STR, DEX, CON, INT and WIS, and no others")


class Complete(Outcome, frozen=True, tag="ok"):
    """Five scores, each in its range."""


@rule("sovereign.attr.scores", Cite("Sovereign", "Attributes"))
def five_scores(dice: Dice, given: Sheet) -> Complete:
    """A Delver has three physical and two mental attributes, from 3 to 18, and no sixth."""
    return Complete()


# Modifiers


class Scored(Given, frozen=True):
    """A score, and what is added to its modifier."""

    score: Annotated[Score, says("the attribute's score")]
    mod_bonus: Annotated[int, Meta(ge=-10, le=10), says("what feats or magic add to the modifier")] = 0


class Modified(Outcome, frozen=True, tag="modifier"):
    """The modifier of the attribute."""

    mod: int


BEYOND_TWO = Reading(
    id="sovereign.attr.modifier/bonus",
    question="Can a modifier go beyond the usual −2 to +2?",
    choice="Yes, where a feat or a magic thing adds to the modifier itself.",
    because="The table ends at 18, so anything beyond it must come from elsewhere.",
)


@rule("sovereign.attr.modifier", ATTRIBUTE_MODIFIERS, readings=(BEYOND_TWO,))
def modifier(dice: Dice, given: Scored) -> Modified:
    """Each score has its modifier, usually from −2 to +2."""
    return Modified(MODIFIERS.at(given.score) + given.mod_bonus)


# Where they count


class Context(StrEnum):
    """Something that an attribute may affect."""

    SKILL_CHECK = "skill_check"
    ATTACK = "attack"
    DAMAGE = "damage"
    SHOCK = "shock"
    SAVE_TARGET = "save_target"
    STRAIN_MAX = "strain_max"
    READIED = "readied"
    STOWED = "stowed"
    AIR = "air"


BY_MODIFIER = frozenset({Context.SKILL_CHECK, Context.ATTACK, Context.DAMAGE, Context.SHOCK, Context.SAVE_TARGET})


class Use(Given, frozen=True):
    """Where an attribute is used."""

    context: Annotated[Context, says("what it is used for")]


class Applies(Outcome, frozen=True, tag="applies"):
    """Whether the modifier counts there; if not, the score counts."""

    applies: bool


BETTER_IS_LOWER = Reading(
    id="sovereign.attr.applies-to/saves",
    question="A modifier is added to save targets. Does a good one make saving harder?",
    choice="No, it is taken off the target.",
    because="The formula for each save subtracts it.",
)


@rule("sovereign.attr.applies-to", ATTRIBUTE_MODIFIERS, readings=(BETTER_IS_LOWER,))
def applies_to(dice: Dice, given: Use) -> Applies:
    """Modifiers count in checks, attacks, damage, Shock and save targets; elsewhere the score itself counts."""
    return Applies(given.context in BY_MODIFIER)


# A score changes


class Change(Given, frozen=True):
    """A score, and the change to it."""

    attr: Annotated[Attribute, says("which attribute")]
    score: Annotated[Score, says("the attribute's score before")]
    delta: Annotated[int, Meta(ge=-15, le=15), says("what is added to the score or taken from it")]


class StrengthChanged(Outcome, frozen=True, tag="strength_changed"):
    """Strength, and the carrying limits that follow."""

    score: int
    mod: int
    readied: Load
    stowed: Load


class ConstitutionChanged(Outcome, frozen=True, tag="constitution_changed"):
    """Constitution, and the endurance that follows."""

    score: int
    mod: int
    strain_max: Strain
    air_rounds: Rounds


class AttributeChanged(Outcome, frozen=True, tag="attribute_changed"):
    """Another attribute; its saves and checks follow the modifier."""

    score: int
    mod: int


WITHIN_THREE_AND_EIGHTEEN = Reading(
    id="sovereign.attr.recalculate/range",
    question="What if an injury or an item would carry a score below 3 or above 18?",
    choice="It stops there.",
    because="The range runs from the least that can be played to the most a human has.",
)
NOT_IN_HINDSIGHT = Reading(
    id="sovereign.attr.recalculate/hindsight",
    question="Do hit points and strain change with Constitution?",
    choice=(
        "The maximum of hit points stays until the next level's roll; strain above a new maximum stays, and no more "
        "is added."
    ),
    because="The text updates only the modifier at once, and hit points are rolled.",
)


@rule("sovereign.attr.recalculate", ATTRIBUTE_MODIFIERS, readings=(WITHIN_THREE_AND_EIGHTEEN, NOT_IN_HINDSIGHT))
def recalculate(dice: Dice, given: Change) -> StrengthChanged | ConstitutionChanged | AttributeChanged:
    """A changed score changes its modifier at once, and everything that depends on it."""
    score = min(max(given.score + given.delta, SCORES[0]), SCORES[-1])
    mod = MODIFIERS.at(score)
    match given.attr:
        case Attribute.STR:
            return StrengthChanged(score, mod, Load(readied_limit(score)), Load(stowed_limit(score)))
        case Attribute.CON:
            return ConstitutionChanged(score, mod, Strain(most_strain(score)), Rounds(air_rounds(score)))
        case _:
            return AttributeChanged(score, mod)
