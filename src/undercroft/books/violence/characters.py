"""The game's page on characters."""

from enum import StrEnum

from undercroft.books.violence.units import MOST_GROWN, PLAYER, Attribute, Health, Silver
from undercroft.kernel.dice import D3, D6, D20, THREE_D6, TWO_D6, Ask
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule
from undercroft.kernel.tables import Table, through

CHARACTERS = Cite("Violence", "", beyond="Characters")

START_SCARS = 1
MONEY_FACTOR = 10
EXTRA_AC = 2


# Making a character


class Swap(StrEnum):
    """The two attributes that change places."""

    KEEP = "keep"
    AGILITY_BRAWN = "agility_brawn"
    AGILITY_CUNNING = "agility_cunning"
    BRAWN_CUNNING = "brawn_cunning"


class Extra(StrEnum):
    """Something that makes a character special."""

    CUNNING = "cunning"
    BRAWN = "brawn"
    AGILITY = "agility"
    HEALTH = "health"
    POISON = "poison"
    SPELLS = "spells"
    MONEY = "money"
    ARMOUR = "armour"
    RECOVERY = "recovery"
    DAMAGE = "damage"
    RITUAL = "ritual"


EXTRAS = Table("violence.character-extra", TWO_D6, (
    (through(2),  Extra.CUNNING),
    (through(3),  Extra.BRAWN),
    (through(4),  Extra.AGILITY),
    (through(5),  Extra.HEALTH),
    (through(6),  Extra.POISON),
    (through(7),  Extra.SPELLS),
    (through(8),  Extra.MONEY),
    (through(9),  Extra.ARMOUR),
    (through(10), Extra.RECOVERY),
    (through(11), Extra.DAMAGE),
    (through(12), Extra.RITUAL),
), gives="something extra")  # fmt: skip

THROWN_FOR = {Extra.CUNNING: D3, Extra.BRAWN: D3, Extra.AGILITY: D3, Extra.HEALTH: D3, Extra.MONEY: TWO_D6}


class NewCharacter(Given, frozen=True):
    """A new character, of whom nothing is known yet."""


class Character(Outcome, frozen=True, tag="character"):
    """Scores, health, money, Scars and AC, the number of the occupation, and something special."""

    agility: int
    brawn: int
    cunning: int
    health: Health
    money_sp: Silver
    scars: int
    ac: int
    occupation: int
    extra: Extra


SWAP_WHEN_ROLLED = Reading(
    id="violence.character/swap",
    question="When are two attributes swapped?",
    choice="Once all three are rolled, and before health, which counts half of Brawn.",
    because="Results are swapped, and health follows from them.",
)
GROWTH_STOPS = Reading(
    id="violence.character/cap",
    question="Can a character's special trait raise an attribute past 18, and does it change health?",
    choice="Not past 18; health is already rolled and stays.",
    because="Growth stops at 18 everywhere in the game, and this comes last.",
)


@rule("violence.character", CHARACTERS, readings=(SWAP_WHEN_ROLLED, GROWTH_STOPS))
def character(ask: Ask, given: NewCharacter) -> Character:
    """3d6 for each attribute, two of which may change places; then health, money, an occupation and something extra."""
    rolled = {attribute: ask.total(attribute.title(), THREE_D6) for attribute in Attribute}
    scores = swapped(rolled, ask.choose("swap two attributes", PLAYER, tuple(Swap)))
    health = health_at_first(ask.total("health", D6), scores[Attribute.BRAWN])
    money = ask.total("money", TWO_D6) * MONEY_FACTOR
    occupation = ask.total("occupation", D20)
    extra = EXTRAS.at(ask.total("something extra", TWO_D6))
    more = ask.total(f"extra {extra}", THROWN_FOR[extra]) if extra in THROWN_FOR else 0
    return Character(
        agility=_grown(scores, Attribute.AGILITY, extra, more),
        brawn=_grown(scores, Attribute.BRAWN, extra, more),
        cunning=_grown(scores, Attribute.CUNNING, extra, more),
        health=Health(health + (more if extra is Extra.HEALTH else 0)),
        money_sp=Silver(money + (more * MONEY_FACTOR if extra is Extra.MONEY else 0)),
        scars=START_SCARS,
        ac=EXTRA_AC if extra is Extra.ARMOUR else 0,
        occupation=occupation,
        extra=extra,
    )


def swapped(scores: dict[Attribute, int], swap: Swap) -> dict[Attribute, int]:
    """The scores with two of them exchanged, or as they were."""
    if swap is Swap.KEEP:
        return scores
    first, second = (Attribute(name) for name in swap.split("_"))
    return scores | {first: scores[second], second: scores[first]}


def _grown(scores: dict[Attribute, int], attribute: Attribute, extra: Extra, more: int) -> int:
    score = scores[attribute]
    return min(MOST_GROWN, score + more) if extra.value == attribute.value else score


def health_at_first(face: int, brawn: int) -> int:
    """The die, plus half of Brawn rounded down."""
    return face + brawn // 2
