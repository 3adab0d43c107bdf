"""What advancing asks of the books: who has earned a level, and the input for its dice, its points and its feats."""

from msgspec.structs import replace

from undercroft.books.sovereign import benefits
from undercroft.books.sovereign.advancement import Career, xp_level
from undercroft.books.sovereign.advancement_points import COMBAT_SKILLS, RaisingAttribute, RaisingSkill
from undercroft.books.sovereign.classes import HIT_DIE, ClassId
from undercroft.books.sovereign.hit_points import DIE_HARD as DIE_HARD_HP
from undercroft.books.sovereign.units import UNTRAINED, Attribute, HitPoints, Skill
from undercroft.books.violence.advancement import Experience, level_at, threshold
from undercroft.books.violence.advancement import advancement as next_by_violence
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.characters.sovereign_creation import DIE_HARD
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Advancement, HouseRules
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.town.town import town_of

_CLASSES = frozenset(class_id.value for class_id in ClassId)


def by_violence(house: HouseRules) -> bool:
    """Whether characters advance by Violence, which has no classes, points or feats."""
    return house.advancement is Advancement.VIOLENCE


def advances(house: HouseRules, person: Person) -> bool:
    """Whether a character can advance; by Sovereign that takes a class."""
    classed = by_violence(house) or person.sheet.character_class in _CLASSES
    return classed and person.role in (Role.DELVER, Role.HENCHMAN)


def has_earned_level(known: Campaign, person: Person) -> bool:
    """Whether a character has the experience for another level, which they gain in a settlement."""
    if by_violence(known.house):
        return _has_earned(person)
    town, sheet = town_of(known, person.id), person.sheet
    risen = town.risen.get(person.id, 0) if town is not None else 0
    career = Career(sheet.xp, sheet.level - risen, in_settlement=True)
    return xp_level(Script(), known.house.applied(xp_level, career)).level > sheet.level


def hit_points(house: HouseRules, person: Person) -> tuple[AnyRule | None, Given | None]:
    """The rule for the hit points of a person's next level, and its input; nothing past the last level."""
    if not by_violence(house):
        return benefits.advance_hp, growing(person)
    given = next_level(person)
    return (None, None) if given is None else (next_by_violence, given)


def next_level(person: Person) -> Experience | None:
    """The input for a person's next level, which is gained alone; None past the last."""
    needed = threshold(person.sheet.level + 1)
    return None if needed is None else Experience(needed, person.hp_max)


def _has_earned(person: Person) -> bool:
    """Whether a person has the experience for another level."""
    return next_level(person) is not None and level_at(person.sheet.xp) > person.sheet.level


def growing(person: Person) -> benefits.Growing:
    """The input for the hit points of a new level."""
    return benefits.Growing(
        class_id=ClassId(person.sheet.character_class),
        new_level=person.sheet.level + 1,
        con_mod=bridge.modifier(person, Attribute.CON),
        current_max=HitPoints(person.hp_max),
        die_hard=has_die_hard(person.sheet),
    )


def raising_skill(sheet: Sheet, skill: Skill) -> RaisingSkill:
    """The input for raising a skill."""
    points = points_for(sheet, skill)
    return RaisingSkill(sheet.skills.get(skill, UNTRAINED), points, sheet.level, sheet.credits.get(skill, 0))


def raising_attribute(person: Person, attribute: Attribute) -> RaisingAttribute:
    """The input for raising an attribute."""
    sheet = person.sheet
    return RaisingAttribute(
        boosts=sum(sheet.raises.values()),
        points=points_for(sheet, attribute),
        level=sheet.level,
        score=bridge.score(person, attribute),
        boosts_of_this=sheet.raises.get(attribute, 0),
    )


def points_for(sheet: Sheet, what: str) -> int:
    """The points that can be spent on something; a quick learner's points cannot go to combat skills."""
    return sheet.points if what in COMBAT_SKILLS else sheet.unspent


def spent(sheet: Sheet, what: str, points: int) -> Sheet:
    """The sheet after spending points, a quick learner's points first if they can be used."""
    quick = 0 if what in COMBAT_SKILLS else min(points, sheet.quick_points)
    return replace(sheet, points=sheet.points - (points - quick), quick_points=sheet.quick_points - quick)


def has_die_hard(sheet: Sheet) -> bool:
    """Whether a character has the Die Hard feat."""
    return any(feat.casefold().startswith(DIE_HARD) for feat in sheet.feats)


def hardened(house: HouseRules, level: int) -> int:
    """The hit points that Die Hard adds at once for earlier levels, by the house rules."""
    levels = {benefits.DieHardDice.EVERY: level, benefits.DieHardDice.FIRST: 1, benefits.DieHardDice.NONE: 0}
    sample = benefits.Growing(hit_die=HIT_DIE, new_level=2, con_mod=0, current_max=HitPoints(1))
    return DIE_HARD_HP * levels[house.applied(benefits.advance_hp, sample).die_hard_dice]
