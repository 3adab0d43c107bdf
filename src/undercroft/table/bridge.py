"""The bridge: one book's numbers from a sheet that another book made. What is set by hand goes first."""

from __future__ import annotations

from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.saves import save_target as sovereign_target
from undercroft.books.sovereign.units import UNTRAINED, Attribute, Skill
from undercroft.books.violence import units as violence
from undercroft.table.house import Cunning
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


_SAVES = {
    SaveKind.PHYSICAL: (Attribute.STR, Attribute.CON),
    SaveKind.EVASION: (Attribute.DEX, Attribute.INT),
    SaveKind.MENTAL: (Attribute.INT, Attribute.WIS),
}


def save_target(person: Person, kind: SaveKind) -> int:
    """What a saving throw must reach, by Sovereign."""
    better = max(modifier(person, attribute) for attribute in _SAVES[kind])
    return person.sheet.overrides.get(f"save_{kind}", sovereign_target(person.sheet.level, better))


def violence_score(person: Person, attribute: violence.Attribute, cunning: Cunning) -> int:
    """An attribute of Violence: Dexterity, Strength, and the score that the house takes for Cunning."""
    sheet = person.sheet
    minds = {
        Cunning.INTELLIGENCE: sheet.intelligence,
        Cunning.WISDOM: sheet.wisdom,
        Cunning.BEST: max(sheet.intelligence, sheet.wisdom),
    }
    derived = {
        violence.Attribute.AGILITY: sheet.dexterity,
        violence.Attribute.BRAWN: sheet.strength,
        violence.Attribute.CUNNING: minds[cunning],
    }
    return sheet.overrides.get(attribute, derived[attribute])
