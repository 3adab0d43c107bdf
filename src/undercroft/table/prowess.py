"""Prowess: what a Sovereign class, level and combat skill are worth in a Violence fight. A rule of the house."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import SkillLevel
from undercroft.books.violence.fighting import (
    EXACT_ALWAYS_STUNS,
    ArmourWorn,
    Attack,
    Hit,
    HitExact,
    Miss,
    MissExact,
    WornExact,
    attacked,
    outcome_of,
)
from undercroft.books.violence.scars import SCAR_READINGS, Bending
from undercroft.books.violence.units import MOST_GROWN
from undercroft.kernel.dice import D20, Ask
from undercroft.kernel.rules import Cite, Reading, rule, says


class TrainedAttack(Attack, frozen=True, kw_only=True):
    """Somebody of one of Sovereign's classes attacks."""

    attack_bonus: Annotated[int, Meta(ge=-20, le=40), says("attack bonus of class and level")]
    skill: Annotated[SkillLevel, says("Stab, Shoot or Brawl")]


WHAT_TRAINING_DOES = Reading(
    id="house.attack/training",
    question="What are an attack bonus and a combat skill worth where a d20 falls between armour and attribute?",
    choice="Both are added to the attribute, but not past 18; each point beyond that adds one to the damage.",
    because="Every level and every point of skill then counts, and the exact number stays on the die.",
)


@rule(
    "house.attack",
    Cite("The table", "Trained fighters"),
    readings=(WHAT_TRAINING_DOES, EXACT_ALWAYS_STUNS, *SCAR_READINGS),
)
def trained_attack(ask: Ask, given: TrainedAttack) -> Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss:
    """An attack like any other in Violence, with an attribute that training has raised."""
    attribute = trained(given.attribute, given.attack_bonus + given.skill)
    roll = Bending(ask, given).roll("attack", D20)
    return outcome_of(attacked(roll, attribute, given.ac, given.exact_requires_hit), roll, given.ac)


def trained(attribute: int, training: int) -> int:
    """The attribute with which somebody so trained attacks."""
    return max(1, min(attribute + training, max(attribute, MOST_GROWN)))


def surplus(attribute: int, training: int) -> int:
    """What training adds to the damage: whatever the attribute has no room for."""
    return max(0, attribute + training - trained(attribute, training))
