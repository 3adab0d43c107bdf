"""Narrative Interaction: plans that need no roll, and searches that do."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import EASIEST, WHEN_IN_DOUBT, reaches
from undercroft.books.sovereign.dungeon_time import ACTIVITY_TURNS, Activity
from undercroft.books.sovereign.units import TURN, Count, SkillModifier, Turns
from undercroft.kernel.dice import THREE_D6, TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Seconds

NARRATIVE_INTERACTION = Cite("Sovereign", "Narrative Interaction")

PIT_DC = 8
PIT_DAMAGE = THREE_D6
FILLING_THE_PIT = Turns(1)


# The spiked pit, 15 feet wide


class Plan(StrEnum):
    """How the party plans to get across."""

    LEAP = "leap"
    FILL = "fill"


class Pit(Given, frozen=True):
    """A Delver at the pit."""

    plan: Annotated[Plan, says("leap over it, or fill it with junk and climb through?")]
    mod: Annotated[SkillModifier, says("STR/Exert of the Delver who leaps")]


class Across(Outcome, frozen=True, tag="across"):
    """On the other side."""


class Fallen(Outcome, frozen=True, tag="fallen"):
    """Among the spikes."""

    damage: int
    stuck: bool


class CrossedSlowly(Outcome, frozen=True, tag="crossed_slowly"):
    """On the other side, safe but later."""

    turns: Turns


ONLY_AN_EXAMPLE = Reading(
    id="sovereign.example.spiked-pit/example",
    question="Is the spiked pit a rule?",
    choice="It is a sample ruling; the referee may rule other pits differently. Filling this one takes a turn.",
    because="The text says what a referee might rule, and only that filling takes some time.",
)


@rule("sovereign.example.spiked-pit", NARRATIVE_INTERACTION, readings=(ONLY_AN_EXAMPLE,))
def spiked_pit(dice: Dice, given: Pit) -> Across | Fallen | CrossedSlowly:
    """Leaping across is a risk at DC 8; filling the pit lets the party cross without a roll."""
    if given.plan is Plan.FILL:
        return CrossedSlowly(FILLING_THE_PIT)
    if reaches(dice.total("leap", TWO_D6) + given.mod, PIT_DC):
        return Across()
    return Fallen(dice.total("fall and spikes", PIT_DAMAGE), stuck=True)


# Searching


class VagueSearch(Given, frozen=True):
    """A character searches the room without saying how."""

    mod: Annotated[SkillModifier, says("WIS/Notice of the searcher")]
    dc: Annotated[int, Meta(ge=EASIEST, le=60), says("how well it is hidden")] = WHEN_IN_DOUBT
    touch_trap: Annotated[bool, says("is there a trap that touching sets off?")] = False


class Found(Outcome, frozen=True, tag="found"):
    """It is found."""


class Nothing(Outcome, frozen=True, tag="nothing"):
    """Nothing is found, whether or not there was something."""


class TrapTriggered(Outcome, frozen=True, tag="nothing_trap_triggered"):
    """Nothing is found, and a trap goes off."""


SEARCH_AT_TEN = Reading(
    id="sovereign.search.unspecified/dc",
    question="How hard is a vague search?",
    choice="DC 10, the game's figure when in doubt.",
    because="The document gives none here.",
)
TRAPS_ON_FAILURE = Reading(
    id="sovereign.search.unspecified/trap",
    question="When does a vague search set off a trap?",
    choice="When the check fails; and players are not told whether anything was there.",
    because="The text says that such a search may trigger traps, so it does not always; and a good search should be "
    "safe.",
)


@rule("sovereign.search.unspecified", NARRATIVE_INTERACTION, readings=(SEARCH_AT_TEN, TRAPS_ON_FAILURE))
def search_unspecified(dice: Dice, given: VagueSearch) -> Found | Nothing | TrapTriggered:
    """A search of the room without details is a WIS/Notice check, and a bad one may touch the wrong thing."""
    if reaches(dice.total("search", TWO_D6) + given.mod, given.dc):
        return Found()
    return TrapTriggered() if given.touch_trap else Nothing()


class ExactSearch(Given, frozen=True):
    """A character says what they search, and how."""

    method_would_find: Annotated[bool, says("would that way of searching find it?")]
    turn_cost: Annotated[Count, says("turns it takes")] = ACTIVITY_TURNS[Activity.SEARCH_ROOM]


class FoundByMethod(Outcome, frozen=True, tag="found"):
    """It is found, after that time."""

    seconds: Seconds


class NothingByMethod(Outcome, frozen=True, tag="nothing"):
    """It is not found, after that time."""

    seconds: Seconds


@rule("sovereign.search.specified", NARRATIVE_INTERACTION)
def search_specified(dice: Dice, given: ExactSearch) -> FoundByMethod | NothingByMethod:
    """A player who says what to search, and how, finds what that would reveal; either way it takes its turns."""
    seconds = Seconds(given.turn_cost * TURN)
    return FoundByMethod(seconds) if given.method_would_find else NothingByMethod(seconds)
