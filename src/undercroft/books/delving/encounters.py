"""Random Encounter Distance and Reaction."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.units import COMBAT_ROUND, DELVE_ROUND, Score, half
from undercroft.kernel.dice import D12, TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, at_least, through, up_to
from undercroft.kernel.units import Feet, Seconds

HEADING = Cite("Delving", "Random Encounter Distance and Reaction")

Distance = Annotated[Feet, Meta(ge=0, le=1_000_000)]


# Where they appear


class Facing(Given, frozen=True):
    """The direction in which the party is going."""

    facing_deg: Annotated[int, Meta(ge=0, le=359), says("direction of travel in degrees, north is 0")] = 0


class Direction(Outcome, frozen=True, tag="direction"):
    """The position of the encounter, on a clock face with the party's direction at 12."""

    oclock: int
    bearing_deg: int


TWELVE_IS_AHEAD = Reading(
    id="delving.encounter.direction/twelve",
    question="Where is 12 o'clock?",
    choice="Where the front delver is heading, or north at rest; in a passage take the nearest way through.",
    because="A clock position is given from where you look.",
)


@rule("delving.encounter.direction", HEADING, readings=(TWELVE_IS_AHEAD,))
def encounter_direction(dice: Dice, given: Facing) -> Direction:
    """A d12, read as a clock face, gives the direction of the encounter."""
    oclock = dice.total("direction", D12)
    return Direction(oclock, bearing(given.facing_deg, oclock))


def bearing(facing: int, oclock: int) -> int:
    """Degrees from north of a clock position; each hour is 30 degrees."""
    return (facing + oclock % 12 * 30) % 360


# Distance


class Sight(Given, frozen=True):
    """How far the party can see in that direction."""

    vision_ft: Annotated[tuple[Distance, ...], Meta(min_length=1), says("how far each delver can see, in feet")]
    line_of_sight_ft: Annotated[Distance | None, says("feet of open view towards the encounter")] = None


class Placed(Outcome, frozen=True, tag="placed"):
    """The party sees them at that distance."""

    distance_ft: Feet


LIGHT_IS_SIGHT = Reading(
    id="delving.encounter.placement/vision",
    question="How far is the edge of vision in the dark?",
    choice="As far as the best light reaches, or arm's length; a split party measures from its largest group.",
    because="Beyond the light nothing is seen.",
)


@rule("delving.encounter.placement", HEADING, readings=(LIGHT_IS_SIGHT,))
def encounter_placement(dice: Dice, given: Sight) -> Placed:
    """The encounter is placed at the edge of what the party can see."""
    farthest = max(given.vision_ft)
    if given.line_of_sight_ft is None:
        return Placed(farthest)
    return Placed(min(farthest, given.line_of_sight_ft))


# How they react


class Met(Given, frozen=True):
    """The monsters or people met."""

    is_undead: Annotated[bool, says("are they undead?")]
    clearly_hostile: Annotated[bool, says("is it obvious that they are hostile?")]


class RollReaction(Outcome, frozen=True, tag="roll"):
    """Roll for their reaction."""


class Hostile(Outcome, frozen=True, tag="hostile"):
    """They are hostile without a roll."""


@rule("delving.encounter.reaction-gate", HEADING)
def reaction_gate(dice: Dice, given: Met) -> RollReaction | Hostile:
    """The undead and the plainly hostile need no reaction roll; all others get one."""
    return Hostile() if given.is_undead or given.clearly_hostile else RollReaction()


class Pace(StrEnum):
    """The clock that a scene is played on."""

    COMBAT = "combat"
    DELVE = "delve"


_PACE = {Pace.COMBAT: COMBAT_ROUND, Pace.DELVE: DELVE_ROUND}


class Reacting(Given, frozen=True):
    """The party's speaker, and the state of those met."""

    front_cha: Annotated[Score, says("Charisma of the front delver")] = 0
    add_cha: Annotated[bool, says("does half the front delver's Charisma count?")] = False
    frightened: Annotated[bool, says("are they frightened of the party?")] = False
    wary_pace: Annotated[Pace, says("how long wary monsters stay wary before the next roll")] = Pace.COMBAT


class Behaviour(StrEnum):
    """How the violent behave."""

    ATTACK = "attack"
    FLEE = "flee"


class Violent(Outcome, frozen=True, tag="violent"):
    """They attack, or flee if they are afraid."""

    total: int
    behaviour: Behaviour


class Wary(Outcome, frozen=True, tag="wary"):
    """They wait, and may attack if provoked; roll again after a round."""

    total: int
    reroll_in_s: Seconds


class Neutral(Outcome, frozen=True, tag="neutral"):
    """They go their way."""

    total: int


class Cordial(Outcome, frozen=True, tag="cordial"):
    """They will talk."""

    total: int


MONSTER_REACTIONS = Table("delving.encounter.reaction", TWO_D6, (
    (up_to(6),        Violent),
    (through(7, 9),   Wary),
    (through(10, 11), Neutral),
    (at_least(12),    Cordial),
), gives="reaction")  # fmt: skip

CHARISMA_STAYS_OUT = Reading(
    id="delving.encounter.reaction/charisma",
    question="Does the front delver's Charisma change the roll?",
    choice="No, unless the referee allows it; then half of it counts, rounded towards zero.",
    because=(
        "The game leaves it to the referee. It rounds halves down in one place and cuts them off in another, which "
        "differ below zero."
    ),
    switch="add_cha",
    options=(Option(False, "only the dice count"), Option(True, "half the front delver's Charisma is added")),
)
WARY_FOR_A_ROUND = Reading(
    id="delving.encounter.reaction/wary",
    question="How long do wary monsters stay wary?",
    choice="One combat round, then roll their reaction again.",
    because="A round that is not called a delve round is a combat round in this game.",
    switch="wary_pace",
    options=(
        Option("combat", "six seconds"),
        Option("delve", "a whole delve round while the group is delving"),
    ),
)
NOBODY_SURPRISED = Reading(
    id="delving.encounter.reaction/surprise",
    question="Does a violent group surprise delvers who went at delve speed?",
    choice="No; neither side is surprised.",
    because="Delve speed exists to avoid surprise.",
)


@rule(
    "delving.encounter.reaction",
    Cite("Delving", HEADING.heading, beyond="Monster Reactions"),
    readings=(CHARISMA_STAYS_OUT, WARY_FOR_A_ROUND, NOBODY_SURPRISED),
)
def encounter_reaction(dice: Dice, given: Reacting) -> Violent | Wary | Neutral | Cordial:
    """A 2d6 roll decides how the others behave: low is violent, twelve or more is cordial."""
    total = dice.total("reaction", TWO_D6) + (half(given.front_cha) if given.add_cha else 0)
    kind = MONSTER_REACTIONS.at(total)
    if kind is Violent:
        return Violent(total, Behaviour.FLEE if given.frightened else Behaviour.ATTACK)
    if kind is Wary:
        return Wary(total, _PACE[given.wary_pace])
    return Neutral(total) if kind is Neutral else Cordial(total)
