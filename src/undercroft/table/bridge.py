"""The bridge: one book's numbers from a sheet that another book made. What is set by hand goes first."""

from __future__ import annotations

from undercroft.books.delving.actions import Weary
from undercroft.books.delving.body import Build, fp_max
from undercroft.books.neverwhere.characters import Scores, derived_stats
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck
from undercroft.books.sovereign.saves import (
    Body,
    Mind,
    Reflexes,
    SaveKind,
    target_evasion,
    target_mental,
    target_physical,
)
from undercroft.books.sovereign.units import UNTRAINED, Attribute, Skill
from undercroft.kernel.script import Script
from undercroft.table.endurance import EXHAUSTED
from undercroft.table.house import Fatigue
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


def noticing(person: Person) -> SkillCheck:
    """The check of somebody who looks about: Wisdom and Notice, at the book's usual difficulty."""
    return SkillCheck(modifier(person, Attribute.WIS), skill(person, Skill.NOTICE))


def disarming(person: Person, dc: int | None) -> SkillCheck:
    """The check of somebody who works at a trap: Dexterity and Sneak, at its own difficulty if it has one."""
    difficulty = WHEN_IN_DOUBT if dc is None else dc
    return SkillCheck(modifier(person, Attribute.DEX), skill(person, Skill.SNEAK), difficulty)


def save(person: Person, kind: SaveKind) -> int:
    """What a saving throw must reach, by Sovereign."""
    by_hand = person.sheet.overrides.get(f"{kind}_save")
    if by_hand is not None:
        return by_hand
    level, of = person.sheet.level, Attribute
    match kind:
        case SaveKind.PHYSICAL:
            return target_physical(Script(), Body(level, modifier(person, of.STR), modifier(person, of.CON))).target
        case SaveKind.EVASION:
            return target_evasion(Script(), Reflexes(level, modifier(person, of.DEX), modifier(person, of.INT))).target
        case SaveKind.MENTAL:
            return target_mental(Script(), Mind(level, modifier(person, of.INT), modifier(person, of.WIS))).target


def constitution(person: Person) -> int:
    """Delving's Constitution, a small number as its other scores are: Sovereign's modifier."""
    return modifier(person, Attribute.CON)


def fatigue_max(person: Person, fatigue: Fatigue) -> int:
    """Fatigue points when fresh, by the book whose points the house counts."""
    if "fp_max" in person.sheet.overrides:
        return person.sheet.overrides["fp_max"]
    match fatigue:
        case Fatigue.NEVERWHERE:
            return derived_stats(Script(), _neverwhere(person)).fp
        case Fatigue.DELVING:
            return fp_max(Script(), _build(person)).fp_max
        case Fatigue.NONE:
            return 0


def _neverwhere(person: Person) -> Scores:
    sheet = person.sheet
    return Scores(sheet.strength, sheet.dexterity, sheet.intelligence, sheet.constitution)


def _build(person: Person) -> Build:
    scores = (Attribute.STR, Attribute.DEX, Attribute.CON)
    return Build(person.sheet.level, *(modifier(person, each) for each in scores))


def weary(person: Person, fatigue: Fatigue) -> Weary:
    """Somebody who takes a breather; a pool above its rim stays where it is."""
    most = max(person.fp, fatigue_max(person, fatigue))
    return Weary(constitution(person), person.fp, most, exhausted=person.is_in(EXHAUSTED))
