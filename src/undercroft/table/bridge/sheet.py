"""Every number the books need from a character, and its source."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Attribute
from undercroft.table.bridge.armour import dress, natural_ac, sovereign_ac
from undercroft.table.bridge.body import fatigue_max, neverwhere, neverwhere_skill, save_target, strain_max
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.bridge.numbers import SCORES_ON_SHEET, attack, load_limits, modifier, modifier_name, number, score
from undercroft.table.bridge.to_delving import Ability, ability, run_limit
from undercroft.table.bridge.to_violence import violence
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Thing


class NumberSource(StrEnum):
    """Where a number comes from."""

    DERIVED = "derived"
    SET = "set"


class Derived(Struct, frozen=True):
    """A number, the name to set it by hand, the book that needs it, and how it is derived."""

    name: str
    book: str
    value: int | Fraction
    source: NumberSource
    how: str


_Row: TypeAlias = tuple[str, int | Fraction, str]
"""The name of a number, its value, and how it is derived."""

POOLS = frozenset({"health", "scars"})
"""Numbers that play itself changes, so they cannot be set by hand."""

_FATIGUE_FROM = {
    Fatigue.NEVERWHERE: ("neverwhere", "Vit"),
    Fatigue.DELVING: ("delving", "level and the body's good abilities"),
    Fatigue.NONE: ("neverwhere", "not counted by your house rules"),
}


def derived(person: Person, house: HouseRules, things: Iterable[Thing] = ()) -> tuple[Derived, ...]:
    """Every number the books need from a person who carries these things, by these house rules."""
    worn = tuple(things)
    fatigue_book, fatigue_from = _FATIGUE_FROM[house.fatigue]
    by_book: tuple[tuple[str, Iterable[_Row]], ...] = (
        ("sovereign", _sovereign(person, worn)),
        ("violence", _violence(person, worn, house)),
        ("neverwhere", _neverwhere(person)),
        ("delving", _delving(person)),
        (fatigue_book, [("fp_max", fatigue_max(person, house.fatigue), fatigue_from)]),
    )
    return tuple(_shown(person, book, *row) for book, rows in by_book for row in rows)


@cache
def settable() -> Mapping[str, str]:
    """The names of the numbers that can be set by hand, each with its book."""
    blank = Person(PersonId(""), "", REFEREE)
    return {shown.name: shown.book for shown in derived(blank, HouseRules()) if shown.name not in POOLS}


def survival(person: Person) -> int:
    """Survival by Neverwhere, without perks unless it is set by hand."""
    return number(person, "survival", neverwhere_skill(neverwhere(person).int_mod))


def _shown(person: Person, book: str, name: str, value: int | Fraction, how: str) -> Derived:
    by_hand = name in person.sheet.overrides and name not in POOLS
    source, how = (NumberSource.SET, "set by hand") if by_hand else (NumberSource.DERIVED, how)
    return Derived(name, book, value, source, how)


def _sovereign(person: Person, worn: tuple[Thing, ...]) -> Iterable[_Row]:
    level = person.sheet.level
    for attribute in Attribute:
        how = f"{SCORES_ON_SHEET[attribute].title()} {score(person, attribute)}"
        yield modifier_name(attribute), modifier(person, attribute), how
    for save, better in _BETTER_OF.items():
        yield save.value, save_target(person, save), f"level {level} and the better of {better}"
    readied, stowed = load_limits(person)
    yield "strain_max", strain_max(person), "Constitution"
    yield "attack_bonus", attack(person), class_and_level(person.sheet)
    yield "armour_class", sovereign_ac(person, worn), f"{dress(person, worn).words}, and DEX"
    yield "readied", readied, "half of Strength"
    yield "stowed", stowed, "Strength"


_BETTER_OF = {SaveKind.PHYSICAL: "STR and CON", SaveKind.EVASION: "DEX and INT", SaveKind.MENTAL: "INT and WIS"}


def _violence(person: Person, worn: tuple[Thing, ...], house: HouseRules) -> Iterable[_Row]:
    stats = violence(person, worn, house)
    wits = {"best": "the better of Intelligence and Wisdom"}.get(house.cunning_from, house.cunning_from.title())
    yield "agility", stats.agility, "Dexterity"
    yield "brawn", stats.brawn, "Strength"
    yield "cunning", stats.cunning, wits
    yield "health", stats.health, "hit points: one pool"
    yield "scars", stats.scars, "one at the start, and those gained since"
    yield "ac", stats.ac, dress(person, worn).words
    yield "natural_ac", natural_ac(person), "bare skin"
    yield "hd", stats.hd, "level"
    yield "attack", stats.attack, "Hit Dice; hirelings attack with it"


def _neverwhere(person: Person) -> Iterable[_Row]:
    stats = neverwhere(person)
    yield "str_", stats.str_, "Strength"
    yield "dex", stats.dex, "Dexterity"
    yield "int_", stats.int_, "Intelligence"
    yield "vit", stats.vit, "Constitution"
    yield "will", stats.will, "Int modifier"
    yield "per", stats.per, "Int modifier"
    yield "move", stats.move, "Dex and Vit modifiers"
    yield "basic_lift", stats.basic_lift, "kilograms: a tenth of Str times Str"
    yield "survival", survival(person), "Int modifier, untrained"


def _delving(person: Person) -> Iterable[_Row]:
    for of in Ability:
        how = "Sovereign has no such attribute" if of is Ability.CHA else f"{of.upper()} modifier"
        yield f"delving_{of}", ability(person, of), how
    yield "run_limit", run_limit(person), "a round, and CON"
