"""The body by Sovereign and Neverwhere: saves, strain, Neverwhere's derived stats, and fatigue points."""

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
from undercroft.table.bridge.numbers import check, modifier
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.people import Person


def best_check(person: Person, attributes: tuple[Attribute, ...], of: Skill) -> int:
    """The best check modifier where a person may choose the attribute."""
    return max(check(person, attribute, of) for attribute in attributes)


def save_target(person: Person, kind: str) -> int:
    """The target number of a person's physical, evasion or mental save, by Sovereign."""
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
    """A person's maximum System Strain, by Sovereign."""
    found = most_strain(Script(), Body(person.sheet.constitution)).strain_max
    return person.sheet.overrides.get("strain_max", found)


class Neverwhere(Struct, frozen=True):
    """A person by Neverwhere: the four scores and the derived stats."""

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
        """The modifier of strength."""
        return self.str_ - AVERAGE

    @property
    def dex_mod(self) -> int:
        """The modifier of dexterity."""
        return self.dex - AVERAGE

    @property
    def int_mod(self) -> int:
        """The modifier of intelligence."""
        return self.int_ - AVERAGE

    @property
    def vit_mod(self) -> int:
        """The modifier of vitality."""
        return self.vit - AVERAGE


@remembering(256)
def neverwhere(person: Person) -> Neverwhere:
    """Strength, Dexterity, Intelligence and Constitution as Neverwhere's four scores, and the stats it derives."""
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
    """The level of a Neverwhere skill without perks."""
    level = skill_level(Script(), Training(attribute_mod, difficulty))
    return level.level if isinstance(level, Trained) else 0


def fatigue_max(person: Person, fatigue: Fatigue) -> int:
    """A person's maximum fatigue points, by the book the house rules name."""
    match fatigue:
        case Fatigue.NEVERWHERE:
            return neverwhere(person).fp_max
        case Fatigue.DELVING:
            body = (modifier(person, attribute) for attribute in (Attribute.STR, Attribute.DEX, Attribute.CON))
            return person.sheet.overrides.get("fp_max", fp_max(Script(), Build(person.sheet.level, *body)).fp_max)
        case Fatigue.NONE:
            return 0
