"""Chases and Pursuit."""

from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import RolledAgainst, group_modifier, opposed_dc, reaches
from undercroft.books.sovereign.units import ROUND, Count, Situation
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, at_least, through
from undercroft.kernel.units import MINUTE, Name

CHASES = Cite("Sovereign", "Chases and Pursuit")

MORE_PURSUERS = -1
A_MINUTE = MINUTE // ROUND

Crowd = Annotated[int, Meta(ge=1, le=10_000)]
Names = Annotated[tuple[Name, ...], Meta(min_length=1)]


# Speed


class Speeds(Given, frozen=True):
    """The speeds of the two groups."""

    pursuer_move: Annotated[Count, says("Move of the slowest pursuer, in feet")]
    fleer_move: Annotated[Count, says("Move of the slowest runner, in feet")]


class Overtaken(Outcome, frozen=True, tag="caught"):
    """The faster pursuers catch them."""


class Outrun(Outcome, frozen=True, tag="escaped"):
    """The faster fleeing group gets away."""


class EvenRace(Outcome, frozen=True, tag="roll"):
    """The speeds are equal: roll for it."""


SLOWEST_COUNTS = Reading(
    id="sovereign.chase.auto/slowest",
    question="How fast is a group?",
    choice="As fast as its slowest member, load and all.",
    because="A group that stays together goes no faster; our proposal.",
)


@rule("sovereign.chase.auto", CHASES, readings=(SLOWEST_COUNTS,))
def chase_auto(dice: Dice, given: Speeds) -> Overtaken | Outrun | EvenRace:
    """Faster pursuers catch the runners, slower ones never do; only equal speeds need dice."""
    match pace(given.pursuer_move, given.fleer_move):
        case PursuitPace.EVEN:
            return EvenRace()
        case PursuitPace.FASTER:
            return Overtaken()
        case PursuitPace.SLOWER:
            return Outrun()


class PursuitPace(IntEnum):
    """How fast the pursuers are beside those who flee."""

    SLOWER = 0
    EVEN = 1
    FASTER = 2


def pace(pursuers: int, fleers: int) -> PursuitPace:
    """Compare the Move of both sides, in feet."""
    if pursuers == fleers:
        return PursuitPace.EVEN
    return PursuitPace.FASTER if pursuers > fleers else PursuitPace.SLOWER


# Situation


class Mood(StrEnum):
    """How much the pursuers care."""

    HALF_HEARTED = "half_hearted"
    NORMAL = "normal"
    ENRAGED = "enraged"


MOODS = {
    Mood.HALF_HEARTED: -1,
    Mood.NORMAL:        0,
    Mood.ENRAGED:       1,
}  # fmt: skip

HEAD_START = Table("sovereign.chase.head-start", range(A_MINUTE + 2), (
    (through(0),            2),
    (through(1),            1),
    (through(2, A_MINUTE),  0),
    (at_least(A_MINUTE + 1), -2),
), number="rounds of head start", gives="modifier")  # fmt: skip


class Hunt(Given, frozen=True):
    """A chase about to begin."""

    n_pursuers: Annotated[Crowd, says("how many pursue")]
    n_pursued: Annotated[Crowd, says("how many flee")]
    head_start_rounds: Annotated[Count, says("rounds of head start")]
    mood: Annotated[Mood, says("half-hearted or obliged, normal, or enraged or vengeful")] = Mood.NORMAL


class ChaseModifier(Outcome, frozen=True, tag="modifier"):
    """What the pursuers add to their roll."""

    modifier: int


FOR_THE_PURSUERS = Reading(
    id="sovereign.chase.modifier/whose",
    question="Whose roll do the modifiers change, and is having more pursuers really worse for them?",
    choice="The pursuers'; and yes, as printed.",
    because="The pursuers are the only side that rolls, and an earlier version of the game says so outright.",
)
EXACTLY_A_MINUTE = Reading(
    id="sovereign.chase.modifier/minute",
    question="Less than a minute counts 0 and more than one −2. What about exactly a minute, six rounds?",
    choice="It counts 0.",
    because="The penalty asks for more.",
)

A_START_BY_DISTANCE = Reading(
    id="sovereign.chase.modifier/distance",
    question="Is the distance at which the two sides met a head start?",
    choice="Yes: as many whole rounds as the pursuers need to run it at their Move, unless the referee sets another.",
    because="The text does not say where a head start comes from; our proposal.",
)


@rule("sovereign.chase.modifier", CHASES, readings=(FOR_THE_PURSUERS, EXACTLY_A_MINUTE, A_START_BY_DISTANCE))
def chase_modifier(dice: Dice, given: Hunt) -> ChaseModifier:
    """Numbers, head start and mood help or hinder the pursuers."""
    crowd = crowding(given.n_pursuers, given.n_pursued)
    return ChaseModifier(crowd + HEAD_START.at(given.head_start_rounds) + MOODS[given.mood])


def crowding(pursuers: int, pursued: int) -> int:
    """What the numbers of both sides add to the pursuers' roll."""
    return MORE_PURSUERS if pursuers > pursued else 0


def start_by_distance(feet: int, move: int) -> int:
    """The rounds of head start that a distance gives against pursuers with this Move."""
    return feet // move if move > 0 else 0


# The roll


class Race(Given, frozen=True):
    """A chase between equally fast groups."""

    pursuer_mod: Annotated[Situation, says("DEX/Exert or CON/Exert of the pursuer who rolls, as they like")]
    fleer_mod: Annotated[Situation, says("DEX/Exert or CON/Exert of the runner who leads")]
    pursuer_others: Annotated[tuple[Situation, ...], says("modifiers of the other pursuers")] = ()
    fleer_others: Annotated[tuple[Situation, ...], says("modifiers of the others who flee")] = ()
    situation: Annotated[Situation, says("what the situation adds to the pursuers' roll")] = 0
    npc_pursuers: Annotated[bool, says("are the pursuers NPCs?")] = False
    npc_chase_group: Annotated[bool, says("do companions count for NPC pursuers?")] = True
    fleers_group: Annotated[bool, says("do companions count for those who flee?")] = True


class Caught(RolledAgainst, frozen=True, tag="caught"):
    """They are caught."""


class Escaped(RolledAgainst, frozen=True, tag="escaped"):
    """They get away."""


TIE_CATCHES = Reading(
    id="sovereign.chase.resolve/tie",
    question="Who wins a tie, and do NPCs roll too?",
    choice="The pursuers, who always roll, NPCs or not.",
    because="It is an opposed check, and an equal total is enough there; an earlier version let the others get away.",
)
CON_IS_THE_MODIFIER = Reading(
    id="sovereign.chase.resolve/con",
    question="Con/Exert: is that the Constitution score?",
    choice="No, the modifier; either side takes whichever of the two suits it.",
    because="A score is always spelt out, and a check adds modifiers.",
)
NPC_PACKS = Reading(
    id="sovereign.chase.resolve/npc-group",
    question="Do companions count for NPC pursuers?",
    choice="Yes.",
    because="The text has every pursuing group make a group check.",
    switch="npc_chase_group",
    options=(
        Option(True, "they do"),
        Option(False, "only the listed modifier counts, which is kinder to those who flee from a large pack"),
    ),
)
FLEERS_TOGETHER = Reading(
    id="sovereign.chase.resolve/fleers",
    question="Do companions count for those who flee?",
    choice="Yes, each shifts the difficulty by one as they would a roll.",
    because="Both sides are named as groups; our proposal.",
    switch="fleers_group",
    options=(Option(True, "they do"), Option(False, "only the leader counts")),
)
AWAY_FROM_THEM = Reading(
    id="sovereign.chase.resolve/where",
    question="Where are Delvers who get away?",
    choice="Where the referee says; else in the nearest room they know that is free of creatures, or out of the site "
    "from its entrance. A camp they ran from is no longer theirs.",
    because="The text is silent, and Delvers who outrun their pursuers are not in the same room with them.",
)


@rule(
    "sovereign.chase.resolve",
    CHASES,
    readings=(TIE_CATCHES, CON_IS_THE_MODIFIER, NPC_PACKS, FLEERS_TOGETHER, AWAY_FROM_THEM),
)
def chase_resolve(dice: Dice, given: Race) -> Caught | Escaped:
    """The pursuers roll as a group against the group that flees."""
    pack = given.pursuer_others if given.npc_chase_group or not given.npc_pursuers else ()
    flock = given.fleer_others if given.fleers_group else ()
    dc = opposed_dc(group_modifier(given.fleer_mod, flock))
    total = dice.total("pursuit", TWO_D6) + group_modifier(given.pursuer_mod, pack) + given.situation
    return Caught(total, dc) if reaches(total, dc) else Escaped(total, dc)


# Caught


class Reached(Given, frozen=True):
    """The pursuers have caught up."""

    pursuers: Annotated[Names, says("who pursues, front to rear")]
    fleers: Annotated[Names, says("who flees, front to rear")]
    attack: Annotated[bool, says("do the pursuers attack?")] = True
    front_count: Annotated[Crowd, says("how many pursuers are in front")] = 2


class Side(StrEnum):
    """A side of a chase."""

    PURSUERS = "pursuers"
    FLEERS = "fleers"


class Combat(Outcome, frozen=True, tag="combat"):
    """A fight: which side acts first, and who faces whom."""

    initiative: Side
    pairs: tuple[tuple[str, str], ...]


class NoCombat(Outcome, frozen=True, tag="no_combat"):
    """They are caught but not attacked."""


TWO_IN_FRONT = Reading(
    id="sovereign.chase.caught/front",
    question="How many pursuers are in front, and can those who got away be chased again?",
    choice="Two, or as many as fit there; a new chase needs a new encounter.",
    because="Front and rear are named without a number; our proposal.",
)


@rule("sovereign.chase.caught", CHASES, readings=(TWO_IN_FRONT,))
def chase_caught(dice: Dice, given: Reached) -> Combat | NoCombat:
    """Pursuers who catch up may attack, act first, and meet the fleeing group's rear with their front."""
    if not given.attack:
        return NoCombat()
    front = given.pursuers[: given.front_count]
    return Combat(Side.PURSUERS, tuple(zip(front, reversed(given.fleers), strict=False)))
