"""Morale: when foes are tested, the test, and its results."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.violence.units import Against, Count, HitDice, Pool, RoundNumber, against
from undercroft.kernel.dice import D4, D20, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

MORALE = Cite("Violence", "Morale")

MORALE_BASE = 10
RALLY_ATTACKS = 1


# When it is due


class Band(StrEnum):
    """How many foes face the adventurers."""

    LONE = "lone"
    GROUP = "group"
    LED = "led"


class RoundEnds(Given, frozen=True, kw_only=True):
    """The end of a round, and the state of the foes."""

    kind: Annotated[Band, says("one foe, a group, or a group that the referee tests through its leader")]
    health: Annotated[Pool, says("health of the lone foe or the leader")]
    health_max: Annotated[Pool, says("their health when unhurt")]
    damaged_this_round: Annotated[bool, says("were they hurt this round?")]
    first_done: Annotated[bool, says("has the lone foe or the leader been tested at half health?")]
    deaths_this_round: Annotated[Count, says("foes of the group who died this round")]
    dead_total: Annotated[Count, says("foes of the group who have died so far, the leader counted")]
    initial_size: Annotated[int, Meta(ge=1, le=1_000_000), says("foes in the group at first, the leader counted")]
    half_done: Annotated[bool, says("has the group been tested for losing half its number?")]
    immune: Annotated[bool, says("have they rallied in this encounter?")]
    obvious: Annotated[bool, says("does the fiction say what they do?")] = False

    def __post_init__(self) -> None:
        if self.health > self.health_max:
            raise ValueError("health cannot be above its maximum")
        if not self.deaths_this_round <= self.dead_total <= self.initial_size:
            raise ValueError("deaths this round cannot be more than all deaths, nor all deaths more than the group had")


class Due(Outcome, frozen=True, tag="test"):
    """Roll for their morale."""


class NotDue(Outcome, frozen=True, tag="no_test"):
    """No morale check is due this round."""


LEADERS_COUNT_FOR_THEMSELVES = Reading(
    id="violence.morale-trigger/leader",
    question="Is a group with a clear leader tested through that leader?",
    choice="No, like any group, unless the referee says that this one is led.",
    because="The text leaves it to the referee each time, and gives the group's own test first.",
)
HALF_SLAIN = Reading(
    id="violence.morale-trigger/half",
    question="When is half of a led group slain, and what if the leader is?",
    choice="When at least half of those who began are dead, the leader counted. The result binds all; without the "
    "leader they are a group like any other.",
    because="An odd number has no exact half, and nobody can test morale for the dead.",
)
LONE_RULE_WINS = Reading(
    id="violence.morale-trigger/half-health",
    question="One line tests foes at half health, another section says more: which counts?",
    choice="The section on morale; the line only shortens its rule for a lone foe.",
    because="The longer text is the more exact one, and a group has no health of its own.",
)
THE_DEAD_ARE_STEADFAST = Reading(
    id="violence.morale-trigger/dead",
    question="Do you test morale when no foe is left?",
    choice="No.",
    because="A test asks whether they stay and fight.",
)


@rule(
    "violence.morale-trigger",
    MORALE,
    readings=(LEADERS_COUNT_FOR_THEMSELVES, HALF_SLAIN, LONE_RULE_WINS, THE_DEAD_ARE_STEADFAST),
)
def morale_trigger(dice: Dice, given: RoundEnds) -> Due | NotDue:
    """A lone foe is tested at half health and at each wound after that; a group at each death among them."""
    if given.immune or given.obvious:
        return NotDue()
    alone = lone_due(given.health, given.health_max, given.damaged_this_round, given.first_done)
    slain = group_due(given.deaths_this_round, given.dead_total, given.initial_size)
    half = half_due(given.deaths_this_round, given.dead_total, given.initial_size, given.half_done)
    led = given.kind is Band.LED and given.health > 0
    return Due() if counts(given.kind is Band.LONE, led, alone, slain, half) else NotDue()


def counts(lone: bool, led: bool, alone: bool, slain: bool, half: bool) -> bool:
    """Which reason counts: a lone foe's own, for a living leader's group that or half of it slain, else a death."""
    if lone:
        return alone
    return alone or half if led else slain


def lone_due(health: int, health_max: int, damaged: bool, first_done: bool) -> bool:
    """At half health, then in each round with more damage; never when dead."""
    return health > 0 and (damaged if first_done else 2 * health <= health_max)


def group_due(deaths: int, dead: int, size: int) -> bool:
    """In each round with a death that leaves survivors."""
    return deaths > 0 and dead < size


def half_due(deaths: int, dead: int, size: int, half_done: bool) -> bool:
    """When half are dead, then in each round with a death that leaves survivors."""
    return dead < size and (deaths > 0 if half_done else 2 * dead >= size)


# The test


class Retreat(StrEnum):
    """What foes do when they break."""

    FLEE = "flee"
    SURRENDER = "surrender"


class Enemy(Given, frozen=True):
    """Foes whose morale is tested."""

    hd: Annotated[HitDice, says("Hit Dice, rounded down; of a mixed group the highest still alive")]
    retreat: Annotated[Retreat, says("what they do if they break, as the referee sees it")] = Retreat.FLEE


class FightsOn(Outcome, frozen=True, tag="fights_on"):
    """They stay."""


class Rallied(Outcome, frozen=True, tag="rallied"):
    """They rally, and are not tested again in this encounter."""


class Breaks(Outcome, frozen=True, tag="breaks"):
    """They give up at the first chance."""

    retreat: Retreat


EXACT_ROLL_RALLIES = Reading(
    id="violence.morale-check/exact",
    question="Only a roll under the number passes, yet the exact number rallies. Is that a failure?",
    choice="No, the exact roll rallies.",
    because="The sentence about the exact number is the more specific one.",
)
ONE_HIT_DICE_FOR_ALL = Reading(
    id="violence.morale-check/hit-dice",
    question="Which Hit Dice count for a mixed group, and how are fractions rounded?",
    choice="The highest of those still alive; fractions are rounded down.",
    because="A group looks to its strongest.",
)


@rule("violence.morale-check", MORALE, readings=(EXACT_ROLL_RALLIES, ONE_HIT_DICE_FOR_ALL))
def morale_check(dice: Dice, given: Enemy) -> FightsOn | Rallied | Breaks:
    """Foes fight on if a d20 is below 10 plus their Hit Dice, rally on exactly that, and break above it."""
    match against(dice.total("morale", D20), morale_number(given.hd)):
        case Against.UNDER:
            return FightsOn()
        case Against.EXACT:
            return Rallied()
        case Against.OVER:
            return Breaks(given.retreat)


def morale_number(hd: int) -> int:
    """The number that foes must roll below to fight on."""
    return MORALE_BASE + hd


# Rallied


class Rallying(Given, frozen=True):
    """Foes who have rallied."""

    round_no: Annotated[RoundNumber, says("the round at whose end they rallied")]
    attacks_per_round: Annotated[int, Meta(ge=1, le=100), says("attacks each foe has in a round")]


class Rally(Outcome, frozen=True, tag="rally"):
    """In that round only, each of them has that many attacks."""

    round: int
    attacks: int
    immune: bool


ONE_EACH = Reading(
    id="violence.morale-rally/each",
    question="Does a group that rallies gain one more attack, or one each?",
    choice="One each.",
    because="Those who rally are spoken of as several, and each of them attacks.",
)


@rule("violence.morale-rally", MORALE, readings=(ONE_EACH,))
def morale_rally(dice: Dice, given: Rallying) -> Rally:
    """Rallied foes have one more attack in the next round, and no more tests in this encounter."""
    return Rally(given.round_no + 1, rallied_attacks(given.attacks_per_round), immune=True)


def rallied_attacks(attacks: int) -> int:
    """The attacks of each rallied foe in the next round."""
    return attacks + RALLY_ATTACKS


# Routed foes


class Plan(StrEnum):
    """What routed foes do later."""

    REGROUP = "regroup"
    AMBUSH = "ambush"
    PURSUE = "pursue"
    GRUDGE = "grudge"


class Fled(Given, frozen=True):
    """Foes who got away."""

    ruling: Annotated[Plan | None, says("what they do, if the referee has decided")] = None


class Regroup(Outcome, frozen=True, tag="regroup"):
    """They regroup and attack again."""


class Ambush(Outcome, frozen=True, tag="ambush"):
    """They set an ambush."""


class Pursue(Outcome, frozen=True, tag="pursue"):
    """They follow."""


class Grudge(Outcome, frozen=True, tag="grudge"):
    """Routed foes: they bear a grudge."""


PLANS = Table("violence.aftermath-flight", D4, (
    (through(1), Plan.REGROUP),
    (through(2), Plan.AMBUSH),
    (through(3), Plan.PURSUE),
    (through(4), Plan.GRUDGE),
))  # fmt: skip

_PLANNED: dict[Plan, Regroup | Ambush | Pursue | Grudge] = {
    Plan.REGROUP: Regroup(),
    Plan.AMBUSH: Ambush(),
    Plan.PURSUE: Pursue(),
    Plan.GRUDGE: Grudge(),
}

A_DIE_DECIDES = Reading(
    id="violence.aftermath-flight/die",
    question="Which of the four do foes who fled choose?",
    choice="What the referee decides; else roll a d4, all equally likely. The die is our proposal.",
    because="The text lists what they may do and gives no odds.",
)


@rule("violence.aftermath-flight", MORALE, readings=(A_DIE_DECIDES,))
def aftermath_flight(dice: Dice, given: Fled) -> Regroup | Ambush | Pursue | Grudge:
    """Routed foes regroup, set an ambush, follow, or bear a grudge."""
    return _PLANNED[given.ruling or PLANS.at(dice.total("after the rout", D4))]
