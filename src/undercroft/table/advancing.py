"""Advancing: a new level in a settlement, and what its points and feats are spent on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.sovereign.advancement import Career, xp_level
from undercroft.books.sovereign.advancement_points import (
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
from undercroft.books.sovereign.benefits import (
    AtLevel,
    Caster,
    Growing,
    LevelUp,
    Mage,
    advance,
    advance_attack,
    advance_feat,
    advance_hp,
    advance_magic,
    advance_saves,
)
from undercroft.books.sovereign.classes import QUICK_LEARNERS, Classed, ClassId
from undercroft.books.sovereign.units import UNTRAINED, Attribute, HitPoints, Skill
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bridge_numbers import SCORES_ON_SHEET
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.growing import hardened, has_die_hard, points_for, spent
from undercroft.table.making import Feat
from undercroft.table.names import PersonId
from undercroft.table.people import Person, Role, Sheet
from undercroft.table.play import Play
from undercroft.table.procedures.town import not_in_town, town_of
from undercroft.table.roll import known_to, name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import TABLE

_CLASSES = frozenset(one.value for one in ClassId)
_CASTERS: Mapping[ClassId, Caster] = {
    ClassId.MAGE: Caster.FULL,
    ClassId.TWO_PARTIAL_MAGES: Caster.TWO_PARTIAL_MAGES,
}


class GainLevel(Command, frozen=True, tag="gain_level"):
    """Go up a level, with all that it brings."""

    who: PersonId


class RaiseSkill(Command, frozen=True, tag="raise_skill"):
    """Spend points on a skill."""

    who: PersonId
    skill: Skill


class RaiseAttribute(Command, frozen=True, tag="raise_attribute"):
    """Spend points on an attribute."""

    who: PersonId
    attribute: Attribute


class TakeFeat(Command, frozen=True, tag="take_feat"):
    """Take a feat that a level has brought, or the next level of one; `instead` of a skill that is at its best."""

    who: PersonId
    feat: Feat
    instead: Skill | None = None


class Grew(Event, frozen=True, tag="table.grew"):
    """Somebody has grown: their sheet and hit points stand so now."""

    who: PersonId
    sheet: Sheet
    hp: int
    hp_max: int
    what: str


def _grew(campaign: Campaign, event: Grew) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    return with_person(campaign, replace(person, sheet=event.sheet, hp=event.hp, hp_max=event.hp_max))


def _grown(play: Play, person: Person, sheet: Sheet, what: str, *, more_hp: int = 0) -> None:
    hp = person.hp + (more_hp if person.hp else 0)
    play.tell(Grew(person.id, sheet, hp, person.hp_max + more_hp, what), to=known_to(person))


# A level


def growing(person: Person) -> Growing:
    """What somebody throws for when they go up a level."""
    return Growing(
        class_id=ClassId(person.sheet.character_class),
        new_level=person.sheet.level + 1,
        con_mod=bridge.modifier(person, Attribute.CON),
        current_max=HitPoints(person.hp_max),
        die_hard=has_die_hard(person.sheet),
    )


def _gain_level(play: Play, act: GainLevel) -> None:
    """Hit points, saves, attack, points, a feat at some levels, magic: one after the other, as the book has it."""
    person, town = play.now.people[act.who], town_of(play.now, act.who)
    group = play.now.group_of(act.who)
    play.settle(advance, LevelUp(person.sheet.level, in_settlement=True), to=TABLE, whole=True)
    class_id, level = ClassId(person.sheet.character_class), person.sheet.level + 1
    hp_max = play.settle(advance_hp, growing(person), by=person.seat, who=person.id, to=TABLE, whole=True).hp_max
    play.settle(advance_saves, AtLevel(level), to=TABLE, whole=True)
    play.settle(advance_attack, Classed(class_id, level), to=TABLE, whole=True)
    points = play.settle(advance_points, Gained(1, class_id in QUICK_LEARNERS), to=TABLE, whole=True)
    feat = play.settle(advance_feat, AtLevel(level), to=TABLE, whole=True).feat
    if class_id in _CASTERS:
        play.settle(advance_magic, Mage(_CASTERS[class_id], level), to=TABLE, whole=True)
    sheet = replace(
        person.sheet,
        level=level,
        points=person.sheet.points + points.free,
        quick_points=person.sheet.quick_points + points.restricted,
        feats_due=person.sheet.feats_due + feat,
    )
    brings = f"{points.total} points to spend{' and a feat to choose' if feat else ''}"
    _grown(play, person, sheet, f"reaches level {level}, with {brings}", more_hp=hp_max - person.hp_max)
    if town is not None and group is not None:
        risen = {**town.risen, act.who: town.risen.get(act.who, 0) + 1}
        play.go_on(group.id, replace(town, risen=risen))


# Points


def raising_skill(sheet: Sheet, skill: Skill) -> RaisingSkill:
    """What somebody has to raise a skill with."""
    points = points_for(sheet, skill)
    return RaisingSkill(sheet.skills.get(skill, UNTRAINED), points, sheet.level, sheet.credits.get(skill, 0))


def raising_attribute(person: Person, attribute: Attribute) -> RaisingAttribute:
    """What somebody has to raise an attribute with."""
    sheet = person.sheet
    return RaisingAttribute(
        boosts=sum(sheet.raises.values()),
        points=points_for(sheet, attribute),
        level=sheet.level,
        score=bridge.score(person, attribute),
        boosts_of_this=sheet.raises.get(attribute, 0),
    )


def _raise_skill(play: Play, act: RaiseSkill) -> None:
    person = play.now.people[act.who]
    given = raising_skill(person.sheet, act.skill)
    outcome = play.settle(advance_skill, given, by=person.seat, who=person.id, to=TABLE, whole=True)
    if isinstance(outcome, SkillRaised):
        paid = spent(person.sheet, act.skill, given.points - outcome.points)
        sheet = _with_skill(paid, act.skill, outcome.skill, outcome.credit)
        _grown(play, person, sheet, f"is better at {act.skill}: {outcome.skill}")


def _with_skill(sheet: Sheet, skill: Skill, level: int, credit: int) -> Sheet:
    others = {name: points for name, points in sheet.credits.items() if name != skill}
    kept = {**others, skill.value: credit} if credit else others
    return replace(sheet, skills={**sheet.skills, skill.value: level}, credits=kept)


def _raise_attribute(play: Play, act: RaiseAttribute) -> None:
    person = play.now.people[act.who]
    given = raising_attribute(person, act.attribute)
    outcome = play.settle(advance_attribute, given, by=person.seat, who=person.id, to=TABLE, whole=True)
    if isinstance(outcome, AttributeRaised):
        change = Change(act.attribute, given.score, outcome.score - given.score)
        play.settle(recalculate, change, to=TABLE, whole=True)
        paid = spent(person.sheet, act.attribute, given.points - outcome.points)
        raises = {**paid.raises, act.attribute.value: paid.raises.get(act.attribute, 0) + 1}
        sheet = replace(paid, raises=raises, **{SCORES_ON_SHEET[act.attribute]: outcome.score})
        _grown(play, person, sheet, f"has {act.attribute} {outcome.score} now")


# Feats


def crediting(sheet: Sheet, act: TakeFeat) -> FeatSkill | None:
    """The skill that comes with a feat; the next level of one that they have brings none."""
    if act.feat.skill is None or act.feat.name in sheet.feats:
        return None
    level, credit = sheet.skills.get(act.feat.skill, UNTRAINED), sheet.credits.get(act.feat.skill, 0)
    return FeatSkill(level, credit, other_skill=act.instead is not None)


def _take_feat(play: Play, act: TakeFeat) -> None:
    person = play.now.people[act.who]
    given, skill = crediting(person.sheet, act), act.feat.skill
    sheet = replace(person.sheet, feats=(*person.sheet.feats, act.feat.name), feats_due=person.sheet.feats_due - 1)
    if given is not None and skill is not None:
        outcome = play.settle(feat_skill, given, by=person.seat, who=person.id, to=TABLE, whole=True)
        if isinstance(outcome, Redirect) and act.instead is not None:
            skill = act.instead
            other = FeatSkill(sheet.skills.get(skill, UNTRAINED), sheet.credits.get(skill, 0))
            outcome = play.settle(feat_skill, other, by=person.seat, who=person.id, to=TABLE, whole=True)
        if isinstance(outcome, Credited):
            sheet = _with_skill(sheet, skill, outcome.skill, outcome.credit)
    hard = has_die_hard(sheet) and not has_die_hard(person.sheet)
    more = hardened(play.now.house, sheet.level) if hard else 0
    _grown(play, person, sheet, f"has the feat {act.feat.name}", more_hp=more)


# Why not


def _grows_here(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    person = known.people.get(who)
    if person is None or who not in known.present or not person.alive:
        yield Reason("not_here", "Nobody of that name is here.")
        return
    if seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")
    if person.role not in (Role.DELVER, Role.HENCHMAN) or person.sheet.character_class not in _CLASSES:
        yield Reason("no_class", f"{person.name} has no class to advance in.")
    yield from not_in_town(known, who)


def _may_gain(known: Campaign, seat: SeatId, act: GainLevel) -> Iterable[Reason]:
    hindered = tuple(_grows_here(known, seat, act.who))
    yield from hindered
    town = town_of(known, act.who)
    if hindered or town is None:
        return
    sheet = known.people[act.who].sheet
    career = Career(sheet.xp, sheet.level - town.risen.get(act.who, 0), in_settlement=True)
    if xp_level(Script(), known.house.applied(xp_level, career)).level <= sheet.level:
        yield Reason("not_yet", f"{known.people[act.who].name} has not earned another level yet.", xp_level.id)


_WHY_NO_SKILL = {
    NoSkillRaise.MAXIMUM: "Nobody is better at that.",
    NoSkillRaise.LEVEL: "That takes a higher level.",
    NoSkillRaise.POINTS: "That takes more points.",
}
_WHY_NO_RAISE = {
    NoAttributeRaise.NO_MORE: "No attribute can be raised any more.",
    NoAttributeRaise.SCORE_18: "That is as high as it goes.",
    NoAttributeRaise.LEVEL: "That takes a higher level.",
    NoAttributeRaise.POINTS: "That takes more points.",
}


def _may_raise_skill(known: Campaign, seat: SeatId, act: RaiseSkill) -> Iterable[Reason]:
    hindered = tuple(_grows_here(known, seat, act.who))
    yield from hindered
    if not hindered:
        outcome = advance_skill(Script(), raising_skill(known.people[act.who].sheet, act.skill))
        if isinstance(outcome, SkillRefused):
            yield Reason(outcome.reason, _WHY_NO_SKILL[outcome.reason], advance_skill.id)


def _may_raise_attribute(known: Campaign, seat: SeatId, act: RaiseAttribute) -> Iterable[Reason]:
    hindered = tuple(_grows_here(known, seat, act.who))
    yield from hindered
    if not hindered:
        given = known.house.applied(advance_attribute, raising_attribute(known.people[act.who], act.attribute))
        outcome = advance_attribute(Script(), given)
        if isinstance(outcome, AttributeRefused):
            yield Reason(outcome.reason, _WHY_NO_RAISE[outcome.reason], advance_attribute.id)


def _may_take(known: Campaign, seat: SeatId, act: TakeFeat) -> Iterable[Reason]:
    hindered = tuple(_grows_here(known, seat, act.who))
    yield from hindered
    if hindered:
        return
    sheet = known.people[act.who].sheet
    if not sheet.feats_due:
        yield Reason("no_feat_due", "No level has brought a feat that is not taken yet.", advance_feat.id)
    given = crediting(sheet, act)
    if given is not None and isinstance(feat_skill(Script(), given), CreditRefused):
        yield Reason("name_another", f"Name another skill: {act.feat.skill} is at its best.", feat_skill.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        person = known.people[who]
        if any(_grows_here(known, seat, who)):
            continue
        if not any(_may_gain(known, seat, GainLevel(who))):
            label = f"{person.name}: go up to level {person.sheet.level + 1}"
            yield Offer(GainLevel(who), label, who, rule=advance_hp, given=growing(person))
        if not person.sheet.points and not person.sheet.quick_points:
            continue
        for skill in Skill:
            if not any(_may_raise_skill(known, seat, RaiseSkill(who, skill))):
                yield Offer(RaiseSkill(who, skill), f"{person.name}: raise {skill}", who)
        for attribute in Attribute:
            if not any(_may_raise_attribute(known, seat, RaiseAttribute(who, attribute))):
                yield Offer(RaiseAttribute(who, attribute), f"{person.name}: raise {attribute}", who)


ROOM = Room(
    arms={Grew: _grew},
    steps={GainLevel: _gain_level, RaiseSkill: _raise_skill, RaiseAttribute: _raise_attribute, TakeFeat: _take_feat},
    refusals={
        GainLevel: _may_gain,
        RaiseSkill: _may_raise_skill,
        RaiseAttribute: _may_raise_attribute,
        TakeFeat: _may_take,
    },
    offers=_offers,
    words={Grew: lambda now, it: f"{name_of(now, it.who)} {it.what}."},
)
