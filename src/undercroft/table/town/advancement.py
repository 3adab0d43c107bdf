"""Advancing: gaining a level in a settlement, and spending its points and feats."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.sovereign import benefits
from undercroft.books.sovereign.advancement import xp_level
from undercroft.books.sovereign.advancement_points import (
    AttributeRaised,
    AttributeRefused,
    Credited,
    CreditRefused,
    FeatSkill,
    Gained,
    NoAttributeRaise,
    NoSkillRaise,
    Redirect,
    SkillRaised,
    SkillRefused,
    advance_attribute,
    advance_points,
    advance_skill,
    feat_skill,
)
from undercroft.books.sovereign.attributes import Change, recalculate
from undercroft.books.sovereign.classes import QUICK_LEARNERS, Classed, ClassId
from undercroft.books.sovereign.units import UNTRAINED, Attribute, Skill
from undercroft.books.violence.advancement import advancement as next_by_violence
from undercroft.kernel.amounts import signed
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.characters.creation_methods import ChosenFeat
from undercroft.table.engine import veils
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, no_person, referee_decides
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import VEILED_MOST, Health, Person, Sheet, veiled_hp
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.earned_levels import (
    advances,
    by_violence,
    growing,
    hardened,
    has_die_hard,
    has_earned_level,
    hit_points,
    next_level,
    raising_attribute,
    raising_skill,
    spent,
)
from undercroft.table.town.town import not_in_town, town_of

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
            rule = next_by_violence.id if by_violence(known.house) else xp_level.id
            yield Reason("not_yet", f"{known.people[self.who].name} has not earned another level yet.", rule)

    def do(self, play: Play) -> None:
        """Settle the level by the book of the house rules."""
        _rise_by_violence(play, self.who) if by_violence(play.now.house) else self._rise(play)

    def _rise(self, play: Play) -> None:
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


def _rise_by_violence(play: Play, who: PersonId) -> None:
    """Settle the health dice of the next level by Violence."""
    person = play.now.people[who]
    given = next_level(person)
    if given is None:
        return
    level = play.settle(next_by_violence, given, by=person.seat, who=who, to=TABLE, whole=True)
    brings = f"recovery {level.recovery}{f' and {signed(level.melee)} in melee' if level.melee else ''}"
    sheet = replace(person.sheet, level=level.n)
    _tell_growth(
        play, person, sheet, f"reaches level {level.n}, with {brings}", more_hp=level.health_max - person.hp_max
    )


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


def _cannot_advance(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    person = known.people.get(who)
    if person is None or who not in known.present or not person.alive:
        yield no_person(known)
        return
    if seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} belongs to another player.")
    else:
        yield from referee_decides(known, seat)
    if not advances(known.house, person):
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
    for who in acting_for(known, seat):
        person = known.people[who]
        if any(_cannot_advance(known, seat, who)):
            continue
        what, (rule, given) = f"up to level {person.sheet.level + 1}", hit_points(known.house, person)
        yield Offer(GainLevel(who), "go", what, person.name, who, rule=rule, given=given, open_only=True)
        if person.sheet.points or person.sheet.quick_points:
            for skill in Skill:
                yield Offer(RaiseSkill(who, skill), "raise", skill, person.name, who, open_only=True)
            for attribute in Attribute:
                yield Offer(RaiseAttribute(who, attribute), "raise", attribute, person.name, who, open_only=True)


GROWTH = (GainLevel, RaiseSkill, RaiseAttribute, TakeFeat)
"""What a player asks for where the house leaves the choices of levels to the referee."""
PART = Part(commands=GROWTH, events=(Grew,), offers=_offers)
