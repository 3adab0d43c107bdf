"""The bridge: one book's numbers from a sheet that another book made. What is set by hand goes first."""

from __future__ import annotations

from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.units import UNTRAINED, Attribute, Skill
from undercroft.table.people import Person

_SCORES = {
    Attribute.STR: "strength",
    Attribute.DEX: "dexterity",
    Attribute.CON: "constitution",
    Attribute.INT: "intelligence",
    Attribute.WIS: "wisdom",
}


def score(person: Person, attribute: Attribute) -> int:
    """An attribute as it stands on the sheet."""
    found: int = getattr(person.sheet, _SCORES[attribute])
    return found


def modifier(person: Person, attribute: Attribute) -> int:
    """What an attribute adds, by Sovereign."""
    return MODIFIERS.at(score(person, attribute))


def skill(person: Person, of: Skill) -> int:
    """How well somebody knows a skill, by Sovereign."""
    return person.sheet.skills.get(of, UNTRAINED)


def check(person: Person, attribute: Attribute, of: Skill) -> int:
    """Attribute and skill together."""
    return modifier(person, attribute) + skill(person, of)
