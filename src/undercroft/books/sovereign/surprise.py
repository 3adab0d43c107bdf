"""Encounters and Surprise: who is surprised, and where wanderers appear."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import RolledAgainst, opposed_dc, reaches
from undercroft.books.sovereign.units import Rounds, Situation
from undercroft.kernel.dice import D8, TWO_D6, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Feet, Name

SURPRISE = Cite("Sovereign", "Encounters and Surprise")

STUNNED_FOR = Rounds(1)


# Can the Delvers be surprised?


class Vigilance(Given, frozen=True):
    """What the Delvers are doing, and what awaits them."""

    exploring: Annotated[bool, says("are they exploring a site?")] = True
    set_ambush: Annotated[bool, says("does a set ambush await them?")] = False


class DelverSurprise(Outcome, frozen=True, tag="delver_surprise"):
    """Whether they can be surprised at all."""

    possible: bool


OFF_GUARD = Reading(
    id="sovereign.encounter.delver-surprise/off-guard",
    question="Can Delvers who rest, or are in town, be surprised?",
    choice="The referee may allow it.",
    because="Only those who explore a site are called alert enough.",
)
NO_AMBUSH = Reading(
    id="sovereign.encounter.delver-surprise/ambush",
    question="What is a set ambush?",
    choice="One laid for them; wanderers and the inhabitants of a room are not in ambush.",
    because="The exception would swallow the rule if everybody met by chance lay in ambush.",
)


@rule("sovereign.encounter.delver-surprise", SURPRISE, readings=(OFF_GUARD, NO_AMBUSH))
def delver_surprise(dice: Dice, given: Vigilance) -> DelverSurprise:
    """Exploring Delvers are on their guard: only an ambush set for them can surprise them."""
    return DelverSurprise(can_be_surprised(given.exploring, given.set_ambush))


def can_be_surprised(exploring: bool, set_ambush: bool) -> bool:
    """Whether the Delvers can be surprised: by an ambush always, by anything while they are not exploring."""
    return set_ambush or not exploring


# Surprising others


class Method(StrEnum):
    """How the Delvers approach."""

    BURST = "burst"
    SNEAK = "sneak"


class Coming(Given, frozen=True):
    """A group of Delvers who approach others."""

    method: Annotated[Method, says("do they burst in (STR/Exert) or sneak up (DEX/Sneak)?")]
    group_mod: Annotated[Situation, says("the roller's modifier, with what the others add")]
    watcher_mod: Annotated[Situation, says("the best WIS/Notice among those inside")]
    possible: Annotated[bool, says("does the referee think surprise possible? Never after a soft entry")] = True


class Stunned(Outcome, frozen=True, tag="stunned"):
    """The others lose a round."""

    rounds: Rounds
    total: int
    dc: int


class Alert(RolledAgainst, frozen=True, tag="alert"):
    """They are not surprised."""


class NotPossible(Outcome, frozen=True, tag="not_possible"):
    """Surprise is not possible."""


BEST_WATCHER = Reading(
    id="sovereign.encounter.surprise/watcher",
    question="A group rolls against a group. Whose modifier opposes the roll?",
    choice="That of the best single watcher.",
    because="Only the side that moves is called a group here.",
)
AMBUSHERS_ROLL = Reading(
    id="sovereign.encounter.surprise/ambush",
    question="How do the Delvers notice a set ambush?",
    choice="The ambushers roll, sneaking, against the Delvers' best WIS/Notice.",
    because="An ambush is the same opposed roll with the sides changed; a Delver with the Alert feat is never "
    "surprised.",
)
FREE_ROUND = Reading(
    id="sovereign.encounter.surprise/round",
    question="Do the stunned still react, and when does the fight's order begin?",
    choice="Roll their reaction as usual; the Delvers have a whole round before initiative.",
    because="The game's combat page gives surprise a free round.",
)


@rule("sovereign.encounter.surprise", SURPRISE, readings=(BEST_WATCHER, AMBUSHERS_ROLL, FREE_ROUND))
def encounter_surprise(dice: Dice, given: Coming) -> Stunned | Alert | NotPossible:
    """Delvers who burst in or sneak up may stun those inside, who then lose a round."""
    if not given.possible:
        return NotPossible()
    dc = opposed_dc(given.watcher_mod)
    total = dice.total("surprise", TWO_D6) + given.group_mod
    return Stunned(STUNNED_FOR, total, dc) if reaches(total, dc) else Alert(total, dc)


# Where they appear


class Surroundings(StrEnum):
    """Where the party is when wanderers come."""

    CORRIDOR = "corridor"
    ROOM = "room"


TEN_FEET = Feet(10)
AMPLE = Feet(1000)
Entrances = Annotated[int, Meta(ge=1, le=100)]
Names = Annotated[tuple[Name, ...], Meta(max_length=100)]


class Arriving(Given, frozen=True):
    """A party that wanderers come upon."""

    place: Annotated[Surroundings, says("a corridor or a room")]
    space_ft: Annotated[Feet, Meta(ge=0, le=1_000_000), says("feet of open corridor")] = AMPLE
    entrances: Annotated[Entrances, says("ways into the room")] = 1
    gm_pick: Annotated[Entrances | None, says("the way in the referee chose, counted from 1; rooms only")] = None
    names: Annotated[Names, says("the names of the ways in, to be told by name")] = ()

    def __post_init__(self) -> None:
        if self.names and len(self.names) != self.entrances:
            raise ValueError("name every entrance of the room, or none")
        if self.gm_pick is not None and (self.place is not Surroundings.ROOM or self.gm_pick > self.entrances):
            raise ValueError("choose one of the room's entrances")


class InCorridor(Outcome, frozen=True, tag="in_corridor"):
    """First seen or heard at that distance."""

    distance_ft: Feet


class ByEntrance(Outcome, frozen=True, tag="by_entrance"):
    """They come in by that entrance."""

    entrance: int
    name: str = ""


ANY_ENTRANCE = Reading(
    id="sovereign.encounter.arrival/entrance",
    question="Which entrance do they use?",
    choice="The one the referee picks, or a random one; if none is free, the nearest passage.",
    because="The page says only that it is one of those available.",
)


@rule("sovereign.encounter.arrival", SURPRISE, readings=(ANY_ENTRANCE,))
def encounter_arrival(dice: Dice, given: Arriving) -> InCorridor | ByEntrance:
    """In a corridor wanderers are first noticed 10 to 80 feet away; in a room they come in by one of the entrances."""
    if given.place is Surroundings.CORRIDOR:
        return InCorridor(Feet(first_noticed(dice.total("distance", D8), given.space_ft)))
    number = given.gm_pick
    if number is None:
        number = 1 if given.entrances == 1 else dice.total("which entrance", Roll(1, given.entrances))
    return ByEntrance(number, given.names[number - 1] if given.names else "")


def first_noticed(face: int, space_ft: int) -> int:
    """Ten feet for each point of the die, as far as there is room."""
    return min(face * TEN_FEET, space_ft)
