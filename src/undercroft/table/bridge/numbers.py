"""Sovereign's numbers from a character sheet. Numbers set by hand replace derived numbers."""

from collections.abc import Mapping

from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck
from undercroft.books.sovereign.classes import CLASS_TABLE, Classed, ClassId, class_table
from undercroft.books.sovereign.encumbrance import Carrier, carrying_limits
from undercroft.books.sovereign.units import SCORES, UNTRAINED, Attribute, Skill
from undercroft.kernel.remembering import remembering
from undercroft.kernel.script import Script
from undercroft.table.state.people import Person

SCORES_ON_SHEET: Mapping[Attribute, str] = {
    Attribute.STR: "strength",
    Attribute.DEX: "dexterity",
    Attribute.CON: "constitution",
    Attribute.INT: "intelligence",
    Attribute.WIS: "wisdom",
}


def number(person: Person, name: str, derived: int) -> int:
    """The number set by hand under the bridge's name, such as `agility`, or else the derived number."""
    return person.sheet.overrides.get(name, derived)


def score(person: Person, attribute: Attribute) -> int:
    """An attribute's score on the sheet."""
    found: int = getattr(person.sheet, SCORES_ON_SHEET[attribute])
    return found


def modifier(person: Person, attribute: Attribute) -> int:
    """An attribute's modifier, by Sovereign."""
    return number(person, modifier_name(attribute), MODIFIERS.at(_within(score(person, attribute))))


def modifier_name(attribute: Attribute) -> str:
    """The bridge's name of an attribute's modifier."""
    return f"{attribute.lower()}_mod"


def skill(person: Person, of: Skill) -> int:
    """A person's level in a skill, by Sovereign."""
    return person.sheet.skills.get(of, UNTRAINED)


def check(person: Person, attribute: Attribute, of: Skill) -> int:
    """The modifier of a skill check: attribute and skill."""
    return modifier(person, attribute) + skill(person, of)


def noticing(person: Person) -> SkillCheck:
    """The check to notice something: Wisdom and Notice, at the book's usual difficulty."""
    return SkillCheck(modifier(person, Attribute.WIS), skill(person, Skill.NOTICE))


def disarming(person: Person, dc: int | None) -> SkillCheck:
    """The check to disarm a trap: Dexterity and Sneak, at the trap's difficulty or the usual difficulty."""
    difficulty = WHEN_IN_DOUBT if dc is None else dc
    return SkillCheck(modifier(person, Attribute.DEX), skill(person, Skill.SNEAK), difficulty)


def investigation(person: Person) -> int:
    """The modifier of a check for clues: Notice with the better of Intelligence and Wisdom."""
    return max(check(person, Attribute.INT, Skill.NOTICE), check(person, Attribute.WIS, Skill.NOTICE))


def attack(person: Person) -> int:
    """The attack bonus of Sovereign's class and level; 0 for a class of another book."""
    classes = {name.value: len(row.attack) for name, row in CLASS_TABLE.items()}
    named, level = person.sheet.character_class, person.sheet.level
    if named not in classes:
        return number(person, "attack_bonus", 0)
    row = class_table(Script(), Classed(ClassId(named), min(level, classes[named])))
    return number(person, "attack_bonus", row.attack_bonus)


@remembering(256)
def load_limits(person: Person) -> tuple[int, int]:
    """The points a person can carry readied and stowed, by Sovereign."""
    limits = carrying_limits(Script(), Carrier(_within(score(person, Attribute.STR))))
    return number(person, "readied", limits.readied), number(person, "stowed", limits.stowed)


def _within(score: int) -> int:
    """The nearest score in Sovereign's table."""
    return min(max(score, SCORES[0]), SCORES[-1])
