"""Creating characters by each book's rules. The player answers the choices that were not made beforehand."""

from collections.abc import Mapping

from msgspec.structs import replace

from undercroft.books.delving.body import Build
from undercroft.books.delving.body import fp_max as delving_pools
from undercroft.books.delving.checks import INCREASED_TO, INCREASES, Rolling, ability_generate
from undercroft.books.neverwhere.characters import AVERAGE, Scores, derived_stats
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.equipment import COPPER_A_SILVER
from undercroft.books.sovereign.units import Attribute
from undercroft.books.violence.characters import NewCharacter, Swap, character
from undercroft.books.violence.words import WORDS as VIOLENCE_WORDS
from undercroft.interpret.words import say
from undercroft.table.bridge import Ability, score_of
from undercroft.table.characters.creation_methods import (
    ByDelving,
    ByNeverwhere,
    BySovereign,
    ByViolence,
    CreatedCharacter,
    CreationMethod,
)
from undercroft.table.characters.makers import Maker
from undercroft.table.characters.sovereign_creation import by_sovereign, coppers_of, sheet_of
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.people import Sheet

POINTS = 4 * AVERAGE
"""The sum of Neverwhere's four scores: as much as four average scores."""


def create(maker: Maker, way: CreationMethod) -> CreatedCharacter:
    """Create a character by a book."""
    match way:
        case BySovereign():
            return by_sovereign(maker, way)
        case ByViolence():
            return by_violence(maker)
        case ByDelving():
            return replace(by_delving(maker), coppers=coppers_of(maker) if way.gold else 0)
        case ByNeverwhere():
            return replace(by_neverwhere(maker, way), coppers=coppers_of(maker) if way.gold else 0)


# Violence


SWAP = "swap two attributes"


def by_violence(maker: Maker) -> CreatedCharacter:
    """Roll by the book. Brawn serves as Constitution too, and Cunning as Intelligence and Wisdom."""
    maker.prepare(SWAP, tuple(Swap))
    rolled = maker.settle(character, NewCharacter(), step=SWAP)
    sheet = Sheet(
        strength=rolled.brawn,
        dexterity=rolled.agility,
        constitution=rolled.brawn,
        intelligence=rolled.cunning,
        wisdom=rolled.cunning,
        occupation=f"occupation {rolled.occupation}",
        overrides={"natural_ac": rolled.ac} if rolled.ac else {},
    )
    return CreatedCharacter(
        sheet, rolled.health, rolled.money_sp * COPPER_A_SILVER, rolled.scars, say(VIOLENCE_WORDS, rolled)
    )


# Delving


def by_delving(maker: Maker) -> CreatedCharacter:
    """Assign six values and raise three; a value that no score of the sheet can express is kept as an override."""
    rolled = maker.settle(ability_generate, Rolling())
    abilities = _raised_abilities(maker, _assigned(maker, (*rolled.rolled, *rolled.mirrored)))
    build = Build(1, abilities[Ability.STR], abilities[Ability.DEX], abilities[Ability.CON])
    pools = maker.settle(delving_pools, build)
    scores: dict[str, int] = {attribute: score_of(abilities[Ability(attribute.lower())]) for attribute in Attribute}
    kept = {f"delving_{name}": value for name, value in abilities.items() if value != _shown_as(name, scores)}
    sheet = replace(sheet_of(scores), overrides=kept)
    if maker.house.fatigue is Fatigue.DELVING and not kept.keys().isdisjoint(_OF_THE_BODY):
        sheet = replace(sheet, overrides={**kept, "fp_max": int(pools.fp_max)})
    return CreatedCharacter(sheet, pools.hp_max)


_OF_THE_BODY = ("delving_str", "delving_dex", "delving_con")


def _shown_as(ability: Ability, scores: Mapping[str, int]) -> int:
    """The modifier that the bridge reads from the sheet, which has no Charisma."""
    return 0 if ability is Ability.CHA else MODIFIERS.at(scores[Attribute(ability.upper())])


def _assigned(maker: Maker, values: tuple[int, ...]) -> dict[Ability, int]:
    """Choose a value for each ability; the last gets what is left."""
    left = sorted(values, reverse=True)
    assigned: dict[Ability, int] = {}
    for ability in Ability:
        options = tuple(dict.fromkeys(f"{value:+d}" for value in left))
        numbers = {**_by_name(assigned), **{option: int(option) for option in options}}
        taken = int(maker.choose(ability.upper(), options, numbers)) if len(options) > 1 else left[0]
        left.remove(taken)
        assigned[ability] = taken
    return assigned


def _by_name(abilities: Mapping[Ability, int]) -> dict[str, int]:
    return {name.value: value for name, value in abilities.items()}


def _raised_abilities(maker: Maker, abilities: dict[Ability, int]) -> dict[Ability, int]:
    for nth in range(1, INCREASES + 1):
        options = [name for name, value in abilities.items() if value < INCREASED_TO]
        taken = Ability(maker.choose(f"increase {nth} of {INCREASES}", options, _by_name(abilities)))
        abilities = {**abilities, taken: abilities[taken] + 1}
    return abilities


# Neverwhere

SPREAD: tuple[int, ...] = (13, 11, 9, 7)
"""Four scores for a character made at random, as many points as four average ones; the book gives no such set."""


def by_neverwhere(maker: Maker, way: ByNeverwhere) -> CreatedCharacter:
    """Derive the stats from four scores. Vit serves as Constitution, and Int as Intelligence and Wisdom."""
    str_, dex, int_, vit = _spread(maker) if way.spread else way.scores
    stats = maker.settle(derived_stats, Scores(str_, dex, int_, vit))
    sheet = Sheet(strength=str_, dexterity=dex, constitution=vit, intelligence=int_, wisdom=int_)
    return CreatedCharacter(sheet, stats.hp)


def _spread(maker: Maker) -> tuple[int, ...]:
    """Give the four values of the spread to the scores; the last gets what is left."""
    left, given = list(SPREAD), list[int]()
    for score in ("Str", "Dex", "Int"):
        options = tuple(map(str, left))
        given.append(int(maker.choose(score, options)))
        left.remove(given[-1])
    return (*given, *left)
