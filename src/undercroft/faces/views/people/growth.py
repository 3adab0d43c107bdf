"""Growth: what the next level's dice may give, and the cost and result of each raise."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.advancement_points import (
    COMBAT_SKILLS,
    AttributeRaised,
    Gained,
    SkillRaised,
    advance_attribute,
    advance_points,
    advance_skill,
)
from undercroft.books.sovereign.benefits import AtLevel, advance_feat, advance_hp
from undercroft.books.sovereign.classes import QUICK_LEARNERS, ClassId
from undercroft.books.sovereign.units import UNTRAINED, Attribute, Skill
from undercroft.books.violence.advancement import LEVELS
from undercroft.books.violence.advancement import advancement as by_violence
from undercroft.faces.views.actions import Action
from undercroft.faces.views.percents import short_fraction
from undercroft.interpret import odds
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted, percent, series, signed
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.session.notes import Declare, DropDeclaration, declared_by
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Deciding
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.town import advancement, earned_levels
from undercroft.table.town.town import town_of

ARMS = ", ".join(sorted(COMBAT_SKILLS)[:-1]) + f" or {max(COMBAT_SKILLS)}"


class NextLevel(Struct, frozen=True):
    """What the dice of a level may add to a person's hit points."""

    level: int
    command: Any
    hp: int
    least: int
    most: int
    mean: str
    percent: str
    """The chance to gain more than the least."""
    fraction: str
    brings: str
    """What else the level brings, for certain."""
    asks: bool = False
    """The referee decides, and the command only asks for it."""
    asked: bool = False
    """It is asked for already, and the command withdraws that."""


class Raisable(Struct, frozen=True):
    """Something that can be raised: its name, its new value and its cost."""

    name: str
    now: str
    then: str
    cost: int
    command: Any
    arms: bool = False
    """A skill at arms, which a quick learner's points do not buy."""
    attribute: bool = False
    asked: bool = False
    """It is asked for already, and the command withdraws that."""


class GrowthView(Struct, frozen=True):
    """A person who can grow now."""

    person: Person
    what: str
    arms: str
    """The skills that a quick learner's points do not buy."""
    next: NextLevel | None
    raises: tuple[Raisable, ...]
    asks: bool = False
    """The referee decides, and the player asks."""


class GrowthNote(Struct, frozen=True):
    """What a character's experience has earned, and what to do about it."""

    title: str
    text: str
    way: str = ""
    """The words of the link to the settlement's screen; none away from a settlement."""
    chooses: bool = False
    """Whether the seat may choose now, without asking."""


def growth_note(known: Campaign, person: Person, seat: SeatId) -> GrowthNote | None:
    """What a living character can gain in a settlement, for a seat; None if there is nothing yet."""
    sheet = person.sheet
    if not person.alive or person.retired or not earned_levels.advances(known.house, person):
        return None
    points = sheet.unspent
    earned = (
        *((f"level {sheet.level + 1}",) if earned_levels.has_earned_level(known, person) else ()),
        *((counted(points, "point"),) if points else ()),
        *((counted(sheet.feats_due, "feat"),) if sheet.feats_due else ()),
    )
    if not earned:
        return None
    title = f"Earned: {series(earned)}"
    if town_of(known, person.id) is None:
        return GrowthNote(title, "Go to a settlement first.")
    if known.house.growth_by is Deciding.PLAYER or seat == REFEREE:
        return GrowthNote(title, "Choose now, in the settlement.", "Choose", chooses=True)
    if (declared_by(known, person.id) or {}).get("kind") in _GROWTH:
        return GrowthNote(title, "You have asked: the referee decides.", "See")
    return GrowthNote(title, "Ask the referee now, in the settlement.", "Ask")


def growth_view(known: Campaign, person: Person, own: Sequence[Action]) -> GrowthView | None:
    """What a person may do about their level here; None if there is nothing."""
    sheet = person.sheet
    steps = tuple(_steps(known, person, own))
    rise = next((step for step in steps if step.kind == advancement.GainLevel.tag), None)
    raises = tuple(found for step in steps if (found := _raise(known, person, step)) is not None)
    if rise is None and not raises and not sheet.feats_due:
        return None
    level = _next(known, person, rise) if rise is not None else None
    return GrowthView(person, class_and_level(sheet), ARMS, level, raises, any(step.asks for step in steps))


class _Step(Struct, frozen=True):
    """Something to gain: the command that gains it, and the one that the button gives."""

    kind: str
    meant: Mapping[str, Any]
    command: Any
    asks: bool = False
    asked: bool = False


def _steps(known: Campaign, person: Person, own: Sequence[Action]) -> Iterator[_Step]:
    """What a seat may gain for a person, or ask the referee for."""
    for action in own:
        if action.kind != Declare.tag:
            yield _Step(action.kind, action.command, action.command)
        elif action.command["command"] is not None and action.command["command"]["kind"] in _GROWTH:
            meant = action.command["command"]
            asked = declared_by(known, person.id) == meant
            command = wire.plain(DropDeclaration(person.id)) if asked else action.command
            yield _Step(meant["kind"], meant, command, asks=True, asked=asked)


_GROWTH = frozenset(kind.tag for kind in advancement.GROWTH)


def _next(known: Campaign, person: Person, rise: _Step) -> NextLevel:
    spread = _hit_points(known, person)
    least, most = min(spread), max(spread)
    mean = sum((hp * chance for hp, chance in spread.items()), Fraction(0))
    more = 1 - spread[least]
    level, average = person.sheet.level + 1, f"{float(mean):.1f}"
    brings = _brings(known, person)
    chance = percent(more), short_fraction(more)
    return NextLevel(level, rise.command, person.hp_max, least, most, average, *chance, brings, rise.asks, rise.asked)


def _hit_points(known: Campaign, person: Person) -> Mapping[int, Fraction]:
    """The odds of the hit points after the next level."""
    given = earned_levels.next_level(person)
    if earned_levels.by_violence(known.house) and given is not None:
        return odds.of_rule(by_violence, given).by(lambda level: level.health_max)
    return odds.of_rule(advance_hp, known.house.applied(advance_hp, earned_levels.growing(person))).by(
        lambda gain: gain.hp_max
    )


def _brings(known: Campaign, person: Person) -> str:
    """What a level brings beside hit points."""
    level = person.sheet.level + 1
    if earned_levels.by_violence(known.house):
        row = LEVELS.at(level)
        return f"recovery {row.recovery}{f' and {signed(row.melee)} in melee' if row.melee else ''}"
    points = advance_points(Script(), Gained(1, ClassId(person.sheet.character_class) in QUICK_LEARNERS)).total
    feat = advance_feat(Script(), AtLevel(level)).feat
    return f"{counted(points, 'point')} to spend{' and a feat to choose' if feat else ''}"


def _raise(known: Campaign, person: Person, step: _Step) -> Raisable | None:
    """What a step raises; None if it raises nothing, or may not."""
    match step.kind:
        case advancement.RaiseSkill.tag:
            return _skill(person, step)
        case advancement.RaiseAttribute.tag:
            return _attribute(known, person, step)
        case _:
            return None


def _skill(person: Person, step: _Step) -> Raisable | None:
    skill = Skill(step.meant["skill"])
    given = earned_levels.raising_skill(person.sheet, skill)
    outcome = advance_skill(Script(), given)
    if not isinstance(outcome, SkillRaised):
        return None
    now = "untrained" if given.skill == UNTRAINED else str(given.skill)
    cost = given.points - outcome.points
    arms = skill in COMBAT_SKILLS
    return Raisable(skill.value, now, str(outcome.skill), cost, step.command, arms=arms, asked=step.asked)


def _attribute(known: Campaign, person: Person, step: _Step) -> Raisable | None:
    attribute = Attribute(step.meant["attribute"])
    given = known.house.applied(advance_attribute, earned_levels.raising_attribute(person, attribute))
    outcome = advance_attribute(Script(), given)
    if not isinstance(outcome, AttributeRaised):
        return None
    cost = given.points - outcome.points
    scores = str(given.score), str(outcome.score)
    return Raisable(attribute.value, *scores, cost, step.command, attribute=True, asked=step.asked)
