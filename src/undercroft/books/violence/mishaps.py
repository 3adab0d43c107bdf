"""Mishaps, which Rituals in Combat mentions and the game's page on magic describes."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.kernel.dice import D3, D6, TWO_D6, Ask, Dice
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, at_least, through, up_to

XP_LOST = 250
BEARS = 2
BADLY_HURT = 4
"""From this much damage on, a mishap has a further effect."""

FIRST_ROW, LAST_ROW = 3, 17


class Effect(StrEnum):
    """One effect of a mishap."""

    DAMAGE = "damage"
    FIRST_WORD_REPLACED = "first_word_replaced"
    SECOND_WORD_REPLACED = "second_word_replaced"
    SECOND_WORD_LOST = "second_word_lost"
    WORD_LEARNED = "word_learned"
    OTHER_TARGET = "other_target"
    RITUAL_WORKS = "ritual_works"
    RITUAL_FAILS = "ritual_fails"
    OPPOSITE_EFFECT = "opposite_effect"
    BEARS = "bears"
    BRAWN = "brawn"
    AGILITY = "agility"
    CUNNING = "cunning"
    XP = "xp"
    ROLLS_OWED = "rolls_owed"
    NO_RITUALS = "no_rituals"


Effects: TypeAlias = tuple[tuple[Effect, int], ...]


class Slip(StrEnum):
    """The rows of the table that need more than a list of effects."""

    HURT_AND_FORGETFUL = "hurt, and forgetful if badly"
    HURT = "hurt, and it works"
    HURT_AND_FAILED = "hurt, and it fails if badly"
    BEARS = "bears"
    LESS_BRAWN = "less Brawn"
    LESS_AGILITY = "less Agility"
    LESS_CUNNING = "less Cunning"
    LESS_XP = "less experience"
    TWICE = "roll twice"


MISHAPS: Table[tuple[Effect, ...] | Slip] = Table("violence.mishap", range(FIRST_ROW, LAST_ROW + 1), (
    (up_to(3),     (Effect.FIRST_WORD_REPLACED, Effect.WORD_LEARNED)),
    (through(4),   (Effect.SECOND_WORD_REPLACED,)),
    (through(5),   (Effect.FIRST_WORD_REPLACED, Effect.OTHER_TARGET)),
    (through(6),   (Effect.FIRST_WORD_REPLACED, Effect.SECOND_WORD_REPLACED, Effect.OTHER_TARGET, Effect.RITUAL_WORKS)),
    (through(7),   Slip.HURT_AND_FORGETFUL),
    (through(8),   Slip.HURT),
    (through(9),   Slip.HURT_AND_FAILED),
    (through(10),  (Effect.OPPOSITE_EFFECT,)),
    (through(11),  Slip.BEARS),
    (through(12),  Slip.LESS_BRAWN),
    (through(13),  Slip.LESS_AGILITY),
    (through(14),  Slip.LESS_CUNNING),
    (through(15),  Slip.LESS_XP),
    (through(16),  Slip.TWICE),
    (at_least(17), (Effect.NO_RITUALS,)),
), number="2d6 and the margin", gives="what happens")  # fmt: skip


class Failed(Scarred, frozen=True, kw_only=True):
    """A failed ritual."""

    margin: Annotated[int, Meta(ge=1, le=1_000_000), says("by how much the ritual failed")]
    level: Annotated[int, Meta(ge=1, le=100), says("level of the ritual")]
    of_two: Annotated[bool, says("is it one of the two mishaps of a 16?")] = False


class MishapHappens(Outcome, frozen=True, tag="mishap"):
    """The total, its row, each effect with its amount, and how many rolls Scars moved."""

    total: int
    row: int
    effects: Effects
    bent: int


BELOW_THE_TABLE = Reading(
    id="violence.mishap/below",
    question="What if Scars bring the total below the table?",
    choice="Its first row counts. Scars move only the 2d6, and only in a fight.",
    because="The table begins at 3, the least there is without Scars.",
)
TWICE_AND_AGAIN = Reading(
    id="violence.mishap/twice",
    question="What if one of the two rolls of a 16 is another 16?",
    choice="Both rolls add the same margin, and what comes twice counts twice; a 16 among them leaves two more mishaps "
    "to be settled, each by itself.",
    because="Nothing ends the doubling, and a referee who settles one mishap at a time loses nothing.",
)


@rule(
    "violence.mishap",
    Cite("Violence", "Rituals in Combat", beyond="Magic"),
    readings=(BELOW_THE_TABLE, TWICE_AND_AGAIN, *SCAR_READINGS),
)
def mishap(ask: Ask, given: Failed) -> MishapHappens:
    """A table roll of 2d6 plus the margin of failure decides how the ritual goes wrong: higher is worse."""
    bending = Bending(ask, given)
    total = bending.roll("mishap", TWO_D6) + given.margin
    bent = bending.used - given.scars_used
    if MISHAPS.at(total) is not Slip.TWICE or given.of_two:
        return MishapHappens(total, row_of(total), _effects(ask, total, given.level), bent)
    first = mishap(ask, replace(given, of_two=True, scars_used=given.scars_used + bent))
    second = mishap(ask, replace(given, of_two=True, scars_used=given.scars_used + bent + first.bent))
    effects = stacked(first.effects + second.effects)
    return MishapHappens(total, row_of(total), effects, bent + first.bent + second.bent)


def row_of(total: int) -> int:
    """The number of the row, by its lowest or only total."""
    return max(FIRST_ROW, min(LAST_ROW, total))


def stacked(effects: Effects) -> Effects:
    """Repeated effects added up, in alphabetical order, so that their original order does not matter."""
    amounts: dict[Effect, int] = {}
    for effect, amount in effects:
        amounts[effect] = amounts.get(effect, 0) + amount
    return tuple(sorted(amounts.items()))


def _effects(dice: Dice, total: int, level: int) -> Effects:
    match MISHAPS.at(total):
        case Slip.HURT_AND_FORGETFUL | Slip.HURT | Slip.HURT_AND_FAILED as slip:
            return _hurt(slip, dice.total("mishap damage", D6))
        case Slip.BEARS:
            return ((Effect.BEARS, BEARS * level),)
        case Slip.LESS_BRAWN:
            return ((Effect.BRAWN, -dice.total("Brawn lost", D3)),)
        case Slip.LESS_AGILITY:
            return ((Effect.AGILITY, -dice.total("Agility lost", D3)),)
        case Slip.LESS_CUNNING:
            return ((Effect.CUNNING, -dice.total("Cunning lost", D3)),)
        case Slip.LESS_XP:
            return ((Effect.XP, -XP_LOST * level),)
        case Slip.TWICE:
            return ((Effect.ROLLS_OWED, 2),)
        case tuple() as effects:
            return tuple((effect, 1) for effect in effects)


def _hurt(slip: Slip, harm: int) -> Effects:
    badly = harm >= BADLY_HURT
    if slip is Slip.HURT_AND_FORGETFUL:
        return ((Effect.DAMAGE, harm), *(((Effect.SECOND_WORD_LOST, 1),) if badly else ()))
    fails = badly and slip is Slip.HURT_AND_FAILED
    return (Effect.DAMAGE, harm), (Effect.RITUAL_FAILS if fails else Effect.RITUAL_WORKS, 1)
