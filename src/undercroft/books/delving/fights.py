"""What this book says of fights: who is caught off guard, who goes first, who breaks; and what exhaustion does."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.checks import Check, Success, check_d20
from undercroft.books.delving.units import Count, Fatigue, Level, Pool, Score
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

INITIATIVE = Cite("Delving", "Delve Speed (Default)", beyond="Initiative")

AS_IF_ROLLED = 1
NPC_DIE = 10


# Surprised


class Caught(Given, frozen=True):
    """Somebody whose initiative is due."""

    die: Annotated[int, Meta(ge=1, le=20), says("what the d20 shows, or would")]
    level: Annotated[Level, says("level")]
    surprised: Annotated[bool, says("Surprised?")]


class Initiative(Outcome, frozen=True, tag="initiative"):
    """When they act; higher is sooner."""

    initiative: int


@rule("delving.condition.surprised", Cite("Delving", "Walk", beyond="Surprised"))
def condition_surprised(dice: Dice, given: Caught) -> Initiative:
    """The surprised count as having thrown a 1 for initiative, until the combat round ends."""
    return Initiative(initiative_of(given.die, given.level, given.surprised))


def initiative_of(die: int, level: int, surprised: bool) -> int:
    """The die, or 1 for the surprised, and the level."""
    return (AS_IF_ROLLED if surprised else die) + level


# Exhausted


class Worn(Given, frozen=True, kw_only=True):
    """Somebody who may be Exhausted, and may be hurt."""

    fp: Annotated[Pool, says("fatigue points now")]
    damage: Annotated[Count, says("damage just taken")] = 0
    exhausted: Annotated[bool, says("Exhausted?")]


class Endures(Outcome, frozen=True, tag="endures"):
    """What is left of them."""

    fp: Fatigue
    unconscious: bool


DROPPED_UNTIL_RESTED = Reading(
    id="delving.condition.exhausted/unconscious",
    question="How long is an Exhausted delver out who was hurt?",
    choice="Until a long rest ends, or health is restored.",
    because="No end is given; a long rest ends the cause, healing the harm.",
)


@rule(
    "delving.condition.exhausted",
    Cite("Delving", "Run", beyond="Exhausted"),
    readings=(DROPPED_UNTIL_RESTED,),
)
def condition_exhausted(dice: Dice, given: Worn) -> Endures:
    """The Exhausted have no fatigue points, regain none, and drop at any harm; only a long rest helps."""
    if not given.exhausted:
        return Endures(Fatigue(given.fp), unconscious=False)
    return Endures(Fatigue(0), unconscious=given.damage > 0)


# Initiative


Fighter = tuple[Name, Level, bool]
"""Name, level, surprised."""


class Sides(Given, frozen=True):
    """Everybody who fights, the party in marching order."""

    pcs: Annotated[tuple[Fighter, ...], says("each delver: name, level, surprised, in marching order")]
    npcs: Annotated[tuple[Fighter, ...], says("each of the others: name, level, surprised")]

    def __post_init__(self) -> None:
        names = [name for name, _, _ in (*self.pcs, *self.npcs)]
        if len(set(names)) < len(names):
            raise ValueError("every fighter needs a name of their own")


class TurnOrder(Outcome, frozen=True, tag="turn_order"):
    """Who acts when, the same every round."""

    order: tuple[str, ...]


TIES = Reading(
    id="delving.initiative.order/ties",
    question="Who goes first when two are equal?",
    choice="Delvers before others, then marching order; a surprised opponent counts 1 and the level.",
    because="No tie-breaker is given, and the marching order is at hand.",
)


@rule("delving.initiative.order", INITIATIVE, readings=(TIES,))
def initiative_order(dice: Dice, given: Sides) -> TurnOrder:
    """Delvers throw d20 and add their level, the others count 10 and theirs; the highest acts first."""
    scores = [
        (initiative_of(AS_IF_ROLLED if surprised else dice.total(f"initiative of {name}", D20), level, surprised), name)
        for name, level, surprised in given.pcs
    ]
    scores += [(initiative_of(NPC_DIE, level, surprised), name) for name, level, surprised in given.npcs]
    return TurnOrder(tuple(name for _, name in sorted(scores, key=lambda scored: -scored[0])))


# Morale


class Nerve(Given, frozen=True):
    """Enemies who may have had enough."""

    breaking_point: Annotated[bool, says("alone below half health, half or the leader gone, or a referee's reason?")]
    wis: Annotated[Score, says("Wisdom of the creature or its leader")]


class Steady(Outcome, frozen=True, tag="steady"):
    """Nothing shakes them yet."""


class Holds(Outcome, frozen=True, tag="holds"):
    """They hold."""


class Broken(Outcome, frozen=True, tag="broken"):
    """They flee, or surrender if they cannot."""


@rule("delving.morale.check", Cite("Delving", "", beyond="Morale"))
def morale_check(dice: Dice, given: Nerve) -> Steady | Holds | Broken:
    """At a breaking point enemies hold on a Wisdom check, or break and flee."""
    if not given.breaking_point:
        return Steady()
    return Holds() if isinstance(check_d20(dice, Check(score=given.wis)), Success) else Broken()
