"""Growing: what the next level's dice may bring, and what each raise would cost and come to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.advancement_points import (
    COMBAT_SKILLS,
    AttributeRaised,
    SkillRaised,
    advance_attribute,
    advance_skill,
)
from undercroft.books.sovereign.benefits import advance_hp
from undercroft.books.sovereign.units import UNTRAINED, Attribute, Skill
from undercroft.faces.percents import percent, short_fraction
from undercroft.faces.views.actions import Action
from undercroft.interpret import odds
from undercroft.kernel.script import Script
from undercroft.table.advancing import growing, raising_attribute, raising_skill
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId
from undercroft.table.people import Person

ARMS = ", ".join(sorted(COMBAT_SKILLS)[:-1]) + f" or {max(COMBAT_SKILLS)}"


class NextLevel(Struct, frozen=True):
    """What the dice of a level may do to somebody's hit points."""

    level: int
    command: Any
    hp: int
    least: int
    most: int
    mean: str
    percent: str
    """How likely it is that they grow by more than the least."""
    fraction: str


class Raise(Struct, frozen=True):
    """Something that can be raised: what it is, comes to and costs."""

    name: str
    now: str
    then: str
    cost: int
    command: Any
    arms: bool = False
    """A skill at arms, which a quick learner's points do not buy."""
    attribute: bool = False


class Rising(Struct, frozen=True):
    """Somebody who can grow now."""

    who: PersonId
    name: str
    what: str
    points: int
    quick: int
    """Points that go to attributes and peaceful skills alone."""
    arms: str
    """The skills that those points do not go to."""
    feats: int
    next: NextLevel | None
    raises: tuple[Raise, ...]


def rising(known: Campaign, person: Person, own: Sequence[Action]) -> Rising | None:
    """What somebody may do about their level here; none where there is nothing."""
    sheet = person.sheet
    rise = next((one for one in own if one.kind == "gain_level"), None)
    raises = tuple(
        found
        for one in own
        if (found := _skill(person, one) if one.kind == "raise_skill" else _attribute(known, person, one)) is not None
    )
    if rise is None and not raises and not sheet.feats_due:
        return None
    what = f"{sheet.character_class.replace('_', ' ').capitalize()} {sheet.level}"
    level = _next(known, person, rise) if rise is not None else None
    return Rising(person.id, person.name, what, sheet.points, sheet.quick_points, ARMS, sheet.feats_due, level, raises)


def _next(known: Campaign, person: Person, rise: Action) -> NextLevel:
    spread = odds.of_rule(advance_hp, known.house.applied(advance_hp, growing(person))).by(lambda one: one.hp_max)
    least, most = min(spread), max(spread)
    mean = sum((hp * chance for hp, chance in spread.items()), Fraction(0))
    more = 1 - spread[least]
    return NextLevel(
        person.sheet.level + 1,
        rise.command,
        person.hp_max,
        least,
        most,
        f"{float(mean):.1f}",
        percent(more),
        short_fraction(more),
    )


def _skill(person: Person, one: Action) -> Raise | None:
    skill = Skill(one.command["skill"])
    given = raising_skill(person.sheet, skill)
    outcome = advance_skill(Script(), given)
    if not isinstance(outcome, SkillRaised):
        return None
    now = "untrained" if given.skill == UNTRAINED else str(given.skill)
    cost = given.points - outcome.points
    return Raise(skill.value, now, str(outcome.skill), cost, one.command, arms=skill in COMBAT_SKILLS)


def _attribute(known: Campaign, person: Person, one: Action) -> Raise | None:
    if one.kind != "raise_attribute":
        return None
    attribute = Attribute(one.command["attribute"])
    given = known.house.applied(advance_attribute, raising_attribute(person, attribute))
    outcome = advance_attribute(Script(), given)
    if not isinstance(outcome, AttributeRaised):
        return None
    cost = given.points - outcome.points
    return Raise(attribute.value, str(given.score), str(outcome.score), cost, one.command, attribute=True)
