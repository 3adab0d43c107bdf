"""Encumbrance: the effect of a load on Move and Armor Class."""

from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Annotated

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through, up_to

STRAIN_BL = 10
"""A load above this many Basic Lifts costs fatigue every round."""

MOST_BL = 15
"""A load above this many Basic Lifts cannot be moved."""


class Burden(StrEnum):
    """How heavily a character is loaded."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"
    EXTRA_HEAVY = "extra_heavy"


BURDENS = Table("neverwhere.encumbrance", range(MOST_BL + 1), (
    (up_to(1),            Burden.NONE),
    (through(2),          Burden.LIGHT),
    (through(3),          Burden.MEDIUM),
    (through(4, 6),       Burden.HEAVY),
    (through(7, MOST_BL), Burden.EXTRA_HEAVY),
), number="Basic Lifts", gives="encumbrance")  # fmt: skip
"""The level by Basic Lifts, rounded up."""

FIFTHS = 5
MOVE_FIFTHS = (5, 4, 3, 2, 1)
"""The fifths of Move that each level leaves, by its index."""

AC_MODIFIERS = (0, -1, -2, -3, -5)


class Load(Given, frozen=True):
    """A character carries something."""

    load: Annotated[Fraction, says("what is carried, in kilograms")]
    bl: Annotated[Fraction, says("Basic Lift, in kilograms")]

    def __post_init__(self) -> None:
        above_nothing(bl=self.bl)
        not_below(0, load=self.load)


class Level(Outcome, frozen=True, tag="level"):
    """The level of the load and its effects; `strained` if it also costs fatigue every round."""

    name: Burden
    index: int
    move_factor: Fraction
    ac_mod: int
    strained: bool


class Immovable(Outcome, frozen=True, tag="immovable"):
    """The load is more than they can move."""


STRAINED_STAYS_EXTRA_HEAVY = Reading(
    id="neverwhere.encumbrance/strained",
    question="What is a load between ten and fifteen times Basic Lift?",
    choice="Still extra-heavy, and straining; beyond fifteen times it stays where it is.",
    because="The source text calls it extra-heavy and lets backs bear fifteen times; the game's own bands end at ten.",
)


@rule("neverwhere.encumbrance", Cite("Neverwhere", "Lifting and Moving Things"), readings=(STRAINED_STAYS_EXTRA_HEAVY,))
def encumbrance(dice: Dice, given: Load) -> Level | Immovable:
    """A load slows by how many Basic Lifts it weighs, strains above ten and cannot be moved above fifteen."""
    lifts = ceil(given.load / given.bl)
    if lifts > MOST_BL:
        return Immovable()
    index = BURDENS.row(lifts)
    return Level(BURDENS.at(lifts), index, move_factor(index), AC_MODIFIERS[index], strained=strains(lifts))


def move_factor(index: int) -> Fraction:
    """The share of Move that a level of encumbrance leaves."""
    return Fraction(MOVE_FIFTHS[index], FIFTHS)


def strains(lifts: int) -> bool:
    """Whether a load of that many Basic Lifts, rounded up, costs fatigue every round."""
    return lifts > STRAIN_BL


def laden_move(move: int, parts: int, index: int) -> int:
    """Move in whole metres under a load, rounded down. Move is given in parts of a metre."""
    return move * MOVE_FIFTHS[index] // (FIFTHS * parts)
