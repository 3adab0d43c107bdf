"""Advancing: gaining a level in a settlement, and spending its points and feats."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.sovereign import benefits
from undercroft.books.sovereign.advancement import Career, xp_level
from undercroft.books.sovereign.advancement_points import (
    COMBAT_SKILLS,
    AttributeRaised,
    AttributeRefused,
    Credited,
    CreditRefused,
    FeatSkill,
    Gained,
    NoAttributeRaise,
    NoSkillRaise,
    RaisingAttribute,
    RaisingSkill,
    Redirect,
    SkillRaised,
    SkillRefused,
    advance_attribute,
    advance_points,
    advance_skill,
    feat_skill,
)
from undercroft.books.sovereign.attributes import Change, recalculate
from undercroft.books.sovereign.classes import HIT_DIE, QUICK_LEARNERS, Classed, ClassId
from undercroft.books.sovereign.hit_points import DIE_HARD as DIE_HARD_HP
from undercroft.books.sovereign.units import UNTRAINED, Attribute, HitPoints, Skill
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.characters.creation_methods import ChosenFeat
from undercroft.table.characters.sovereign_creation import DIE_HARD
from undercroft.table.engine import veils
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import referee_decides
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import VEILED_MOST, Health, Person, Role, Sheet, veiled_hp
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import not_in_town, town_of

_CLASSES = frozenset(class_id.value for class_id in ClassId)
_CASTERS: Mapping[ClassId, benefits.Caster] = {
    ClassId.MAGE: benefits.Caster.FULL,
    ClassId.TWO_PARTIAL_MAGES: benefits.Caster.TWO_PARTIAL_MAGES,
}


class _Advance(Command, frozen=True):
    """A command that advances a character in a settlement."""

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return tuple(_cannot_advance(known, seat, self.who)) or self.not_earned(known)

    def not_earned(self, _known: Campaign, /) -> Iterable[Reason]:
        """Why a character who can advance has not earned this."""
        return ()


class GainLevel(_Advance, frozen=True, tag="gain_level"):
    """Gain a level, with all that it brings."""

    ABOUT = About(title="Gain a level", place=Section.GROWTH, rank=10)

    def not_earned(self, known: Campaign) -> Iterable[Reason]:
        if not has_earned_level(known, known.people[self.who]):
            yield Reason("not_yet", f"{known.people[self.who].name} has not earned another level yet.", xp_level.id)

    def do(self, play: Play) -> None:
        """Settle hit points, saves, attack, points, a feat at some levels, and magic, in the order of the book."""
        person, town = play.now.people[self.who], town_of(play.now, self.who)
        group = play.now.group_of(self.who)
        play.settle(benefits.advance, benefits.LevelUp(person.sheet.level, in_settlement=True), to=TABLE, whole=True)
        class_id, level = ClassId(person.sheet.character_class), person.sheet.level + 1
        hp_max = play.settle(
            benefits.advance_hp, growing(person), by=person.seat, who=person.id, to=TABLE, whole=True
        ).hp_max
        play.settle(benefits.advance_saves, benefits.AtLevel(level), to=TABLE, whole=True)
        play.settle(benefits.advance_attack, Classed(class_id, level), to=TABLE, whole=True)
        points = play.settle(advance_points, Gained(1, class_id in QUICK_LEARNERS), to=TABLE, whole=True)
        feat = play.settle(benefits.advance_feat, benefits.AtLevel(level), to=TABLE, whole=True).feat
        if class_id in _CASTERS:
            play.settle(benefits.advance_magic, benefits.Mage(_CASTERS[class_id], level), to=TABLE, whole=True)
        sheet = replace(
            person.sheet,
            level=level,
            points=person.sheet.points + points.free,
            quick_points=person.sheet.quick_points + points.restricted,
            feats_due=person.sheet.feats_due + feat,
        )
        brings = f"{points.total} points to spend{' and a feat to choose' if feat else ''}"
        _tell_growth(play, person, sheet, f"reaches level {level}, with {brings}", more_hp=hp_max - person.hp_max)
        if town is not None and group is not None:
            risen = {**town.risen, self.who: town.risen.get(self.who, 0) + 1}
            play.go_on(group.id, replace(town, risen=risen))


class RaiseSkill(_Advance, frozen=True, tag="raise_skill"):
    """Spend points on a skill."""

    skill: Skill
    ABOUT = About(title="Raise a skill", place=Section.GROWTH, rank=20)

    def not_earned(self, known: Campaign) -> Iterable[Reason]:
        outcome = advance_skill(Script(), raising_skill(known.people[self.who].sheet, self.skill))
        if isinstance(outcome, SkillRefused):
            yield Reason(outcome.reason, _WHY_NO_SKILL[outcome.reason], advance_skill.id)

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        given = raising_skill(person.sheet, self.skill)
        outcome = play.settle(advance_skill, given, by=person.seat, who=person.id, to=TABLE, whole=True)
        if isinstance(outcome, SkillRaised):
            paid = spent(person.sheet, self.skill, given.points - outcome.points)
            sheet = _with_skill(paid, self.skill, outcome.skill, outcome.credit)
            _tell_growth(play, person, sheet, f"improves {self.skill} to {outcome.skill}")


class RaiseAttribute(_Advance, frozen=True, tag="raise_attribute"):
    """Spend points on an attribute."""

    attribute: Attribute
    ABOUT = About(title="Raise an attribute", place=Section.GROWTH, rank=30)

    def not_earned(self, known: Campaign) -> Iterable[Reason]:
        given = known.house.applied(advance_attribute, raising_attribute(known.people[self.who], self.attribute))
        outcome = advance_attribute(Script(), given)
        if isinstance(outcome, AttributeRefused):
            yield Reason(outcome.reason, _WHY_NO_RAISE[outcome.reason], advance_attribute.id)

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        given = raising_attribute(person, self.attribute)
        outcome = play.settle(advance_attribute, given, by=person.seat, who=person.id, to=TABLE, whole=True)
        if isinstance(outcome, AttributeRaised):
            change = Change(self.attribute, given.score, outcome.score - given.score)
            play.settle(recalculate, change, to=TABLE, whole=True)
            paid = spent(person.sheet, self.attribute, given.points - outcome.points)
            raises = {**paid.raises, self.attribute.value: paid.raises.get(self.attribute, 0) + 1}
            sheet = replace(paid, raises=raises, **{SCORES_ON_SHEET[self.attribute]: outcome.score})
            _tell_growth(play, person, sheet, f"now has {self.attribute} {outcome.score}")


class TakeFeat(_Advance, frozen=True, tag="take_feat"):
    """Take a feat, or the next level of one; `instead` is for a skill that is at its maximum."""

    feat: ChosenFeat
    instead: Skill | None = None
    ABOUT = About(title="Take a feat", place=Section.GROWTH, also=Section.ACTIONS, rank=40)

    def not_earned(self, known: Campaign) -> Iterable[Reason]:
        sheet = known.people[self.who].sheet
        if not sheet.feats_due:
            yield Reason("no_feat_due", "No level has brought a feat that is not taken yet.", benefits.advance_feat.id)
        given = crediting(sheet, self)
        if given is not None and isinstance(feat_skill(Script(), given), CreditRefused):
            yield Reason("name_another", f"Name another skill: {self.feat.skill} is at its best.", feat_skill.id)

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        given, skill = crediting(person.sheet, self), self.feat.skill
        sheet = replace(person.sheet, feats=(*person.sheet.feats, self.feat.name), feats_due=person.sheet.feats_due - 1)
        if given is not None and skill is not None:
            outcome = play.settle(feat_skill, given, by=person.seat, who=person.id, to=TABLE, whole=True)
            if isinstance(outcome, Redirect) and self.instead is not None:
                skill = self.instead
                other = FeatSkill(sheet.skills.get(skill, UNTRAINED), sheet.credits.get(skill, 0))
                outcome = play.settle(feat_skill, other, by=person.seat, who=person.id, to=TABLE, whole=True)
            if isinstance(outcome, Credited):
                sheet = _with_skill(sheet, skill, outcome.skill, outcome.credit)
        hard = has_die_hard(sheet) and not has_die_hard(person.sheet)
        more = hardened(play.now.house, sheet.level) if hard else 0
        _tell_growth(play, person, sheet, f"has the feat {self.feat.name}", more_hp=more)


class Grew(Event, frozen=True, tag="table.grew"):
    """A character advanced: their sheet and hit points now."""

    who: PersonId
    sheet: Sheet
    hp: int
    hp_max: int
    what: str
    health: Health | None = None
    """How they look, for a seat that is not told their hit points."""

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, sheet=self.sheet, hp=self.hp, hp_max=self.hp_max, health=self.health)

    def as_told_to(self, seat: SeatId, now: Campaign) -> Event:
        if (health := veils.health_told(now, seat, self.who, self.hp, self.hp_max)) is None:
            return self
        return replace(self, hp=veiled_hp(health), hp_max=VEILED_MOST, health=health)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} {self.what}."


def _tell_growth(play: Play, person: Person, sheet: Sheet, what: str, *, more_hp: int = 0) -> None:
    hp = person.hp + (more_hp if person.hp else 0)
    play.tell(Grew(person.id, sheet, hp, person.hp_max + more_hp, what), to=known_to(person))


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


def _with_skill(sheet: Sheet, skill: Skill, level: int, credit: int) -> Sheet:
    others = {name: points for name, points in sheet.credits.items() if name != skill}
    kept = {**others, skill.value: credit} if credit else others
    return replace(sheet, skills={**sheet.skills, skill.value: level}, credits=kept)


def crediting(sheet: Sheet, command: TakeFeat) -> FeatSkill | None:
    """The input for the skill that comes with a feat; None for the next level of a feat, which brings no skill."""
    if command.feat.skill is None or command.feat.name in sheet.feats:
        return None
    level, credit = sheet.skills.get(command.feat.skill, UNTRAINED), sheet.credits.get(command.feat.skill, 0)
    return FeatSkill(level, credit, other_skill=command.instead is not None)


def has_earned_level(known: Campaign, person: Person) -> bool:
    """Whether a character has the experience for another level, which they gain in a settlement."""
    town, sheet = town_of(known, person.id), person.sheet
    risen = town.risen.get(person.id, 0) if town is not None else 0
    career = Career(sheet.xp, sheet.level - risen, in_settlement=True)
    return xp_level(Script(), known.house.applied(xp_level, career)).level > sheet.level


def advances(person: Person) -> bool:
    """Whether a character has a class to advance in."""
    return person.role in (Role.DELVER, Role.HENCHMAN) and person.sheet.character_class in _CLASSES


def _cannot_advance(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    person = known.people.get(who)
    if person is None or who not in known.present or not person.alive:
        yield Reason("not_here", "There is no such person here.")
        return
    if seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} belongs to another player.")
    else:
        yield from referee_decides(known, seat)
    if not advances(person):
        yield Reason("no_class", f"{person.name} has no class to advance in.")
    yield from not_in_town(known, who)


_WHY_NO_SKILL = {
    NoSkillRaise.MAXIMUM: "That skill is at its best.",
    NoSkillRaise.LEVEL: "That takes a higher level.",
    NoSkillRaise.POINTS: "That takes more points.",
}
_WHY_NO_RAISE = {
    NoAttributeRaise.NO_MORE: "No more attribute raises can be bought.",
    NoAttributeRaise.SCORE_18: "That is as high as it goes.",
    NoAttributeRaise.LEVEL: "That takes a higher level.",
    NoAttributeRaise.POINTS: "That takes more points.",
}


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        person = known.people[who]
        if any(_cannot_advance(known, seat, who)):
            continue
        what, given = f"up to level {person.sheet.level + 1}", growing(person)
        yield Offer(GainLevel(who), "go", what, person.name, who, rule=benefits.advance_hp, given=given, open_only=True)
        if person.sheet.points or person.sheet.quick_points:
            for skill in Skill:
                yield Offer(RaiseSkill(who, skill), "raise", skill, person.name, who, open_only=True)
            for attribute in Attribute:
                yield Offer(RaiseAttribute(who, attribute), "raise", attribute, person.name, who, open_only=True)


PART = Part(commands=(GainLevel, RaiseSkill, RaiseAttribute, TakeFeat), events=(Grew,), offers=_offers)


def points_for(sheet: Sheet, what: str) -> int:
    """The points that can be spent on something; a quick learner's points cannot go to combat skills."""
    return sheet.points if what in COMBAT_SKILLS else sheet.points + sheet.quick_points


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
