"""The body by Sovereign and Neverwhere: saves, strain, what the four scores come to, and the pool of fatigue."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from undercroft.books.delving.body import Build, fp_max
from undercroft.books.neverwhere.characters import AVERAGE, Difficulty, Scores, Training, derived_stats, skill_level
from undercroft.books.neverwhere.characters import SkillLevel as Trained
from undercroft.books.sovereign import saves
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.strain import Body
from undercroft.books.sovereign.strain import strain_max as most_strain
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.remembering import remembering
from undercroft.kernel.script import Script
from undercroft.kernel.units import Kilograms
from undercroft.table.bridge_numbers import check, modifier
from undercroft.table.house import Fatigue
from undercroft.table.people import Person


def best_check(person: Person, attributes: tuple[Attribute, ...], of: Skill) -> int:
    """Where somebody may take the attribute they like, the better one."""
    return max(check(person, attribute, of) for attribute in attributes)


def save_target(person: Person, kind: str) -> int:
    """What somebody must reach on a physical, evasion or mental save, by Sovereign."""
    if kind in person.sheet.overrides:
        return person.sheet.overrides[kind]
    level = person.sheet.level
    match SaveKind(kind):
        case SaveKind.PHYSICAL:
            given = saves.Body(level, modifier(person, Attribute.STR), modifier(person, Attribute.CON))
            return saves.target_physical(Script(), given).target
        case SaveKind.EVASION:
            quick = saves.Reflexes(level, modifier(person, Attribute.DEX), modifier(person, Attribute.INT))
            return saves.target_evasion(Script(), quick).target
        case SaveKind.MENTAL:
            mind = saves.Mind(level, modifier(person, Attribute.INT), modifier(person, Attribute.WIS))
            return saves.target_mental(Script(), mind).target


def strain_max(person: Person) -> int:
    """The most System Strain somebody bears, by Sovereign."""
    found = most_strain(Script(), Body(person.sheet.constitution)).strain_max
    return person.sheet.overrides.get("strain_max", found)


class Neverwhere(Struct, frozen=True):
    """Somebody by Neverwhere: the four scores, and what they come to."""

    str_: int
    dex: int
    int_: int
    vit: int
    will: int
    per: int
    rab: int
    re: Fraction
    fp_max: int
    move: Fraction
    basic_lift: Kilograms

    @property
    def str_mod(self) -> int:
        """What strength adds."""
        return self.str_ - AVERAGE

    @property
    def dex_mod(self) -> int:
        """What deftness adds."""
        return self.dex - AVERAGE

    @property
    def int_mod(self) -> int:
        """What wits add."""
        return self.int_ - AVERAGE

    @property
    def vit_mod(self) -> int:
        """What vitality adds."""
        return self.vit - AVERAGE


@remembering(256)
def neverwhere(person: Person) -> Neverwhere:
    """Strength, Dexterity, Intelligence and Constitution as Neverwhere's four scores, the rest by its own rules."""
    sheet, by_hand = person.sheet, person.sheet.overrides
    scores = Scores(
        by_hand.get("str_", sheet.strength),
        by_hand.get("dex", sheet.dexterity),
        by_hand.get("int_", sheet.intelligence),
        by_hand.get("vit", sheet.constitution),
    )
    stats = derived_stats(Script(), scores)
    return Neverwhere(
        scores.str_,
        scores.dex,
        scores.int_,
        scores.vit,
        by_hand.get("will", stats.will),
        by_hand.get("per", stats.per),
        stats.rab,
        stats.re,
        by_hand.get("fp_max", stats.fp),
        Fraction(by_hand.get("move", stats.move)),
        Kilograms(Fraction(by_hand.get("basic_lift", stats.bl))),
    )


def neverwhere_skill(attribute_mod: int, difficulty: Difficulty = Difficulty.EASY) -> int:
    """A skill of Neverwhere in which nobody has perks."""
    level = skill_level(Script(), Training(attribute_mod, difficulty))
    return level.level if isinstance(level, Trained) else 0


def fatigue_max(person: Person, fatigue: Fatigue) -> int:
    """Fatigue points when fresh, by the book whose points the house counts."""
    match fatigue:
        case Fatigue.NEVERWHERE:
            return neverwhere(person).fp_max
        case Fatigue.DELVING:
            body = (modifier(person, each) for each in (Attribute.STR, Attribute.DEX, Attribute.CON))
            return person.sheet.overrides.get("fp_max", fp_max(Script(), Build(person.sheet.level, *body)).fp_max)
        case Fatigue.NONE:
            return 0
