"""Fights in this book: surprise, initiative, morale and exhaustion."""

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
    """A fighter whose initiative is due."""

    die: Annotated[int, Meta(ge=1, le=20), says("the d20 as rolled, or as it would be")]
    level: Annotated[Level, says("level")]
    surprised: Annotated[bool, says("Surprised?")]


class Initiative(Outcome, frozen=True, tag="initiative"):
    """When the fighter acts; higher is sooner."""

    initiative: int


@rule("delving.condition.surprised", Cite("Delving", "Walk", beyond="Surprised"))
def condition_surprised(dice: Dice, given: Caught) -> Initiative:
    """A surprised fighter counts as having rolled a 1 for initiative, until the combat round ends."""
    return Initiative(initiative_of(given.die, given.level, given.surprised))


def initiative_of(die: int, level: int, surprised: bool) -> int:
    """The die, or 1 for the surprised, plus the level."""
    return (AS_IF_ROLLED if surprised else die) + level


# Exhausted


class Worn(Given, frozen=True, kw_only=True):
    """A person who may be Exhausted, and may be hurt."""

    fp: Annotated[Pool, says("fatigue points now")]
    damage: Annotated[Count, says("damage just taken")] = 0
    exhausted: Annotated[bool, says("Exhausted?")]


class Endures(Outcome, frozen=True, tag="endures"):
    """What is left of the person."""

    fp: Fatigue
    unconscious: bool


DROPPED_UNTIL_RESTED = Reading(
    id="delving.condition.exhausted/unconscious",
    question="How long is an Exhausted delver unconscious after being hurt?",
    choice="Until a long rest ends, or health is restored.",
    because="The book gives no end; a long rest ends the cause, healing ends the harm.",
)


@rule("delving.condition.exhausted", Cite("Delving", "Run", beyond="Exhausted"), readings=(DROPPED_UNTIL_RESTED,))
def condition_exhausted(dice: Dice, given: Worn) -> Endures:
    """The Exhausted have no fatigue points, regain none, and fall unconscious at any harm; only a long rest helps."""
    if not given.exhausted:
        return Endures(Fatigue(given.fp), unconscious=False)
    return Endures(Fatigue(0), unconscious=given.damage > 0)


# Initiative


Fighter = tuple[Name, Level, bool]
"""Name, level, surprised."""


class Sides(Given, frozen=True):
    """All fighters, with the party in marching order."""

    pcs: Annotated[tuple[Fighter, ...], says("each delver in marching order: name, level, whether surprised")]
    npcs: Annotated[tuple[Fighter, ...], says("each of the others: name, level, whether surprised")]

    def __post_init__(self) -> None:
        names = [name for name, _, _ in (*self.pcs, *self.npcs)]
        if len(set(names)) < len(names):
            raise ValueError("every fighter needs a different name")


class TurnOrder(Outcome, frozen=True, tag="turn_order"):
    """Who acts when, the same every round."""

    order: tuple[str, ...]


TIES = Reading(
    id="delving.initiative.order/ties",
    question="Who goes first on a tie?",
    choice="Delvers before others, then marching order; a surprised opponent counts 1 and the level.",
    because="No tie-breaker is given, and the marching order is at hand.",
)


@rule("delving.initiative.order", INITIATIVE, readings=(TIES,))
def initiative_order(dice: Dice, given: Sides) -> TurnOrder:
    """Delvers roll d20 plus their level, all others count 10 plus theirs; the highest acts first."""
    scores = [
        (initiative_of(AS_IF_ROLLED if surprised else dice.total(f"initiative of {name}", D20), level, surprised), name)
        for name, level, surprised in given.pcs
    ]
    scores += [(initiative_of(NPC_DIE, level, surprised), name) for name, level, surprised in given.npcs]
    return TurnOrder(tuple(name for _, name in sorted(scores, key=lambda scored: -scored[0])))


# Morale


class Nerve(Given, frozen=True):
    """Foes whose morale may be due."""

    breaking_point: Annotated[
        bool, says("alone below half health, half the group or its leader gone, or another reason of the referee's?")
    ]
    wis: Annotated[Score, says("Wisdom of the creature or its leader")]


class Steady(Outcome, frozen=True, tag="steady"):
    """Nothing calls for a check yet."""


class Holds(Outcome, frozen=True, tag="holds"):
    """They hold."""


class Broken(Outcome, frozen=True, tag="broken"):
    """They flee, or surrender if they cannot."""


@rule("delving.morale.check", Cite("Delving", "", beyond="Morale"))
def morale_check(dice: Dice, given: Nerve) -> Steady | Holds | Broken:
    """At a breaking point foes hold on a successful Wisdom check, or else break and flee."""
    if not given.breaking_point:
        return Steady()
    return Holds() if isinstance(check_d20(dice, Check(score=given.wis)), Success) else Broken()
