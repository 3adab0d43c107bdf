"""Doors: picking, battering, forcing and listening."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import Rolled, group_modifier, reaches
from undercroft.books.sovereign.units import ROUND, Difficulty, Level, Modifier, SkillLevel, SkillModifier, Turns
from undercroft.kernel.dice import D3, TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import Seconds

DOORS = Cite("Sovereign", "Doors")

USUAL_LOCK = 10
STUCK = 10
QUIET = 10


# Locked: pick it


class Lock(Given, frozen=True):
    """A lock, and the character who tries it."""

    mod: Annotated[SkillModifier, says("DEX/Sneak of the Delver; chain takes 2 off, plate 3")]
    has_tools: Annotated[bool, says("has the Delver thieves' tools?")]
    level: Annotated[Level, says("level of the Delver")]
    dc: Annotated[Difficulty, says("how hard the lock is, usually 10")] = USUAL_LOCK
    failed_at_level: Annotated[Level | None, says("level at which the Delver last failed at this lock")] = None


class Unlocked(Rolled, frozen=True, tag="open"):
    """The lock opens."""


class LockHolds(Rolled, frozen=True, tag="failed"):
    """The lock holds, and there is no second attempt below that level."""

    barred_until_level: int


class NoPicking(StrEnum):
    """Why there is no attempt."""

    NO_TOOLS = "no_tools"
    BARRED = "barred"


class PickRefused(Outcome, frozen=True, tag="refused"):
    """There is no attempt."""

    reason: NoPicking


BARRED_FROM_THIS_LOCK = Reading(
    id="sovereign.door.pick/again",
    question="Whom does a failure bar, and from what?",
    choice="That Delver, from that lock; another Delver may try it, and the same one may try other locks.",
    because="The Delver who failed must gain a level first.",
)


@rule("sovereign.door.pick", DOORS, readings=(BARRED_FROM_THIS_LOCK,))
def door_pick(dice: Dice, given: Lock) -> Unlocked | LockHolds | PickRefused:
    """With thieves' tools a character may try a lock once; after a failure, only at a higher level."""
    if not given.has_tools:
        return PickRefused(NoPicking.NO_TOOLS)
    if given.failed_at_level is not None and given.level <= given.failed_at_level:
        return PickRefused(NoPicking.BARRED)
    total = dice.total("pick the lock", TWO_D6) + given.mod
    return Unlocked(total) if reaches(total, given.dc) else LockHolds(total, given.level + 1)


# Locked: batter it down


class Material(StrEnum):
    """The material of a door."""

    WOOD = "wood"
    REINFORCED = "reinforced"
    METAL = "metal"
    STONE = "stone"


class Breaker(StrEnum):
    """The means of breaking it."""

    MUNDANE = "mundane"
    MAGICAL = "magical"


class Tripled(StrEnum):
    """What is tripled for a reinforced door."""

    NET = "net"
    BASE = "base"


WOODEN_DOOR = Turns(6)
REINFORCED_TIMES = 3
TOO_HARD = frozenset({Material.METAL, Material.STONE})


class Battering(Given, frozen=True):
    """A locked door, and the character who batters it."""

    material: Annotated[Material, says("what the door is made of; reinforced means with metal")]
    str_mod: Annotated[Modifier, says("STR of the Delver who leads")]
    exert: Annotated[SkillLevel, says("Exert of the Delver who leads")]
    breaker: Annotated[Breaker, says("is it done with mundane means?")] = Breaker.MUNDANE
    reinforced: Annotated[Tripled, says("what is tripled for a reinforced door")] = Tripled.NET
    batter_minimum: Annotated[Turns, Meta(ge=0, le=1), says("turns a wooden door takes at least")] = Turns(1)


class BatteredDown(Outcome, frozen=True, tag="turns"):
    """It breaks after that many turns, each with a wandering check."""

    turns: Turns
    extra_checks: int


class Impossible(Outcome, frozen=True, tag="impossible"):
    """Strength alone cannot do it."""


class ByMagic(Outcome, frozen=True, tag="by_magic"):
    """The magic decides how long it takes."""


TRIPLE_THE_NET = Reading(
    id="sovereign.door.batter/reinforced",
    question="A door reinforced with metal takes three times as long as what?",
    choice="Three times the turns the same Delver needs for a wooden one.",
    because="The sentence triples the figure it has just given, strength and skill already taken off.",
    switch="reinforced",
    options=(
        Option("net", "three times what is left after STR and Exert"),
        Option("base", "eighteen turns less STR and Exert"),
    ),
)
AT_LEAST_A_TURN = Reading(
    id="sovereign.door.batter/minimum",
    question="The strongest would need no turns at all. Is that so?",
    choice="No, one turn at least.",
    because="Battering is meant to cost time and to make noise.",
    switch="batter_minimum",
    options=(Option(1, "a wooden door takes a turn at least"), Option(0, "the best go straight through it")),
)
ONE_LEADS = Reading(
    id="sovereign.door.batter/who",
    question="Several Delvers batter the door. Whose figures count, and how many checks are there?",
    choice="The leader's figures; one extra check each turn, besides a check that is due anyway.",
    because="One pair of figures is asked for, and the check is called extra.",
)
MAGIC_IS_ITS_OWN = Reading(
    id="sovereign.door.batter/magic",
    question="How long does magic need for a door of metal or stone?",
    choice="As long as that magic says; wood and reinforced wood take the turns stated.",
    because="Only mundane means are ruled out, and no figure is given for others.",
)


@rule("sovereign.door.batter", DOORS, readings=(TRIPLE_THE_NET, AT_LEAST_A_TURN, ONE_LEADS, MAGIC_IS_ITS_OWN))
def door_batter(dice: Dice, given: Battering) -> BatteredDown | Impossible | ByMagic:
    """Battering down a wooden door takes 6 turns minus STR and Exert, with a wandering check each turn."""
    if given.material in TOO_HARD:
        return Impossible() if given.breaker is Breaker.MUNDANE else ByMagic()
    times = REINFORCED_TIMES if given.material is Material.REINFORCED else 1
    turns = batter_turns(given.str_mod + given.exert, times, given.reinforced is Tripled.BASE, given.batter_minimum)
    return BatteredDown(Turns(turns), extra_checks=turns)


def batter_turns(strength: int, times: int, times_the_base: bool, minimum: int) -> int:
    """The turns until the door breaks: a multiple of a wooden door's, with strength subtracted after that or before."""
    if times_the_base:
        return max(minimum, WOODEN_DOOR * times - strength)
    return max(minimum, WOODEN_DOOR - strength) * times


# Stuck: force it


class StuckDoor(Given, frozen=True):
    """A stuck door, and the character who forces it."""

    mod: Annotated[SkillModifier, says("STR/Exert of the Delver who rolls; plate takes 3 off")]
    other_mods: Annotated[tuple[SkillModifier, ...], Meta(max_length=100), says("STR/Exert of each helper")] = ()


class FlungOpen(Rolled, frozen=True, tag="open"):
    """It opens at once."""

    seconds: Seconds


class OpensLater(Rolled, frozen=True, tag="opens_later"):
    """It takes some turns."""

    turns: Turns


OPENS_AFTER = D3
"""The turns after which a stuck door opens that was not flung open."""

FORCING_TOGETHER = Reading(
    id="sovereign.door.stuck/together",
    question="May several force a door, and may they give up?",
    choice=(
        "Yes: it is a group check then. The turns after a failure may be broken off; only then does the door stay shut."
    ),
    because="A heavy door forced together is the page's own example of a group check.",
)


@rule("sovereign.door.stuck", DOORS, readings=(FORCING_TOGETHER,))
def door_stuck(dice: Dice, given: StuckDoor) -> FlungOpen | OpensLater:
    """A stuck door is forced open in a round, or opens after a few turns of work."""
    total = dice.total("force the door", TWO_D6) + group_modifier(given.mod, given.other_mods)
    if reaches(total, STUCK):
        return FlungOpen(total, ROUND)
    return OpensLater(total, Turns(dice.total("turns until it opens", OPENS_AFTER)))


# Listening


Sounds = tuple[str, ...]


class Listening(Given, frozen=True):
    """A listener at a door, and what is behind it."""

    loud: Annotated[Sounds, says("everything as loud as talk, or louder")]
    quiet: Annotated[Sounds, says("everything quieter: the sound, not its maker")]
    mod: Annotated[SkillModifier, says("WIS/Notice of the listener")]
    try_quiet: Annotated[bool, says("does the listener try for more than talk?")] = True


class Heard(Outcome, frozen=True, tag="heard"):
    """What the listener hears."""

    heard: Sounds


ROLL_FOR_NOTHING_TOO = Reading(
    id="sovereign.door.listen/roll",
    question="Is the check made when there is nothing quiet to hear?",
    choice="Yes, by the referee, whenever the listener tries for more than talk.",
    because="Otherwise the roll would tell whether the room is empty.",
)
ONE_TRY = Reading(
    id="sovereign.door.listen/again",
    question="How often may a Delver listen at the same door?",
    choice="Each Delver once, until something changes.",
    because="The text mentions no second try; a later version of the game allows one each turn.",
)
PRESENCE_ONLY = Reading(
    id="sovereign.door.listen/presence",
    question="What does a Delver learn about something quiet?",
    choice="That it is there, by its sound; not what it is or how many.",
    because="The page speaks of a presence.",
)


@rule("sovereign.door.listen", DOORS, readings=(ROLL_FOR_NOTHING_TOO, ONE_TRY, PRESENCE_ONLY))
def door_listen(dice: Dice, given: Listening) -> Heard:
    """A round of listening at a door reveals talk automatically, and quieter sounds on a check."""
    if given.try_quiet and reaches(dice.total("listen at the door", TWO_D6) + given.mod, QUIET):
        return Heard((*given.loud, *given.quiet))
    return Heard(given.loud)
