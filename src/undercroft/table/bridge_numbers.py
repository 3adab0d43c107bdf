"""The numbers on a sheet by Sovereign, and those set by hand, which go before everything derived."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck
from undercroft.books.sovereign.classes import CLASS_TABLE, Classed, ClassId, class_table
from undercroft.books.sovereign.encumbrance import Carrier, carrying_limits
from undercroft.books.sovereign.units import SCORES, UNTRAINED, Attribute, Skill
from undercroft.kernel.remembering import remembering
from undercroft.kernel.script import Script
from undercroft.table.people import Person

SCORES_ON_SHEET: Mapping[Attribute, str] = {
    Attribute.STR: "strength",
    Attribute.DEX: "dexterity",
    Attribute.CON: "constitution",
    Attribute.INT: "intelligence",
    Attribute.WIS: "wisdom",
}


def number(person: Person, name: str, derived: int) -> int:
    """A number by the bridge's name, such as `agility`: the one set by hand, or else the derived one."""
    return person.sheet.overrides.get(name, derived)


def score(person: Person, attribute: Attribute) -> int:
    """An attribute as it stands on the sheet."""
    found: int = getattr(person.sheet, SCORES_ON_SHEET[attribute])
    return found


def modifier(person: Person, attribute: Attribute) -> int:
    """What an attribute adds, by Sovereign."""
    return number(person, modifier_name(attribute), MODIFIERS.at(_within(score(person, attribute))))


def modifier_name(attribute: Attribute) -> str:
    """What the modifier of an attribute is called."""
    return f"{attribute.lower()}_mod"


def skill(person: Person, of: Skill) -> int:
    """How well somebody knows a skill, by Sovereign."""
    return person.sheet.skills.get(of, UNTRAINED)


def check(person: Person, attribute: Attribute, of: Skill) -> int:
    """Attribute and skill together."""
    return modifier(person, attribute) + skill(person, of)


def noticing(person: Person) -> SkillCheck:
    """The check of somebody who looks about: Wisdom and Notice, at the book's usual difficulty."""
    return SkillCheck(modifier(person, Attribute.WIS), skill(person, Skill.NOTICE))


def disarming(person: Person, dc: int | None) -> SkillCheck:
    """The check of somebody who works at a trap: Dexterity and Sneak, at its own difficulty if it has one."""
    difficulty = WHEN_IN_DOUBT if dc is None else dc
    return SkillCheck(modifier(person, Attribute.DEX), skill(person, Skill.SNEAK), difficulty)


def investigation(person: Person) -> int:
    """What somebody adds who looks for clues: Intelligence or Wisdom with Notice."""
    return max(check(person, Attribute.INT, Skill.NOTICE), check(person, Attribute.WIS, Skill.NOTICE))


def attack(person: Person) -> int:
    """The attack bonus, by Sovereign's class and level; whoever is of no class of that book has none."""
    classes = {one.value: len(row.attack) for one, row in CLASS_TABLE.items()}
    named, level = person.sheet.character_class, person.sheet.level
    if named not in classes:
        return number(person, "attack_bonus", 0)
    row = class_table(Script(), Classed(ClassId(named), min(level, classes[named])))
    return number(person, "attack_bonus", row.attack_bonus)


@remembering(256)
def load_limits(person: Person) -> tuple[int, int]:
    """Points somebody can keep readied and stowed, by Sovereign."""
    limits = carrying_limits(Script(), Carrier(_within(score(person, Attribute.STR))))
    return number(person, "readied", limits.readied), number(person, "stowed", limits.stowed)


def _within(score: int) -> int:
    """A score beyond Sovereign's table counts as the nearest in it."""
    return min(max(score, SCORES[0]), SCORES[-1])
