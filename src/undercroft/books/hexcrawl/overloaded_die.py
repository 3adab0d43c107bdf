"""Overloaded Encounter Die: one die for encounters, wear and upkeep."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.hexcrawl.units import Count
from undercroft.kernel.dice import D6, Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

OVERLOADED_DIE = Cite("Play Procedures", "Overloaded Encounter Die")


# What falls due


class Due(StrEnum):
    """A resource that runs down."""

    FOOD = "food"
    WATER = "water"
    LIGHT = "light"


class Demand(Given, frozen=True):
    """A resource that falls due."""

    due: Annotated[Due, says("what falls due")]
    stock: Annotated[Count, says("units of it at hand")]
    needed: Annotated[int, Meta(ge=1, le=1_000_000), says("units that fall due")]


class Paid(Outcome, frozen=True, tag="paid"):
    """The resource is used up."""

    stock: int


class Unpaid(Outcome, frozen=True, tag="unpaid"):
    """There is too little; nothing has been taken yet."""

    shortfall: int
    stock: int


NO_NUMBER_FOR_WANT = Reading(
    id="hexcrawl.turn-economy/penalty",
    question="What happens to a group that cannot pay what falls due?",
    choice=(
        "Our proposal: it may only rest or forage until it can; it loses no points. The referee may decide differently."
    ),
    because="The text promises penalties that vary, and gives none.",
)


@rule("hexcrawl.turn-economy", OVERLOADED_DIE, readings=(NO_NUMBER_FOR_WANT,))
def turn_economy(dice: Dice, given: Demand) -> Paid | Unpaid:
    """Food, water and light fall due as turns pass: the group pays, or takes the consequences."""
    left, short = after_use(given.stock, given.needed)
    return Unpaid(short, given.stock) if short else Paid(left)


def after_use(stock: int, needed: int) -> tuple[int, int]:
    """What is left of a stock, and how much was lacking."""
    return max(0, stock - needed), max(0, needed - stock)


# The die


class Event(StrEnum):
    """The event of a face, on either die."""

    ENCOUNTER = "encounter"
    ENVIRONMENT_EFFECT = "environment_effect"
    HIDDEN_SITE = "hidden_site"
    FORCED_REST = "forced_rest"
    CHANGE_OF_WEATHER = "change_of_weather"
    WANING_RESOURCES = "waning_resources"
    FREE_TURN = "free_turn"
    GOOD_ENCOUNTER = "good_encounter"


TEMPLATE = Table("hexcrawl.encounter-die.template", D6, (
    (through(1), Event.ENCOUNTER),
    (through(2), Event.ENVIRONMENT_EFFECT),
    (through(3), Event.FORCED_REST),
    (through(4), Event.WANING_RESOURCES),
    (through(5), Event.FREE_TURN),
    (through(6), Event.GOOD_ENCOUNTER),
))  # fmt: skip

ENCOUNTER, ENVIRONMENT_EFFECT, FORCED_REST, WANING_RESOURCES, FREE_TURN, GOOD_ENCOUNTER = D6.values
"""The faces, by their labels in the book."""

Swaps = FrozenMap[Event]
"""Events by face, `1` to `6`."""


class Milieu(StrEnum):
    """Where a turn is spent."""

    DUNGEON = "dungeon"
    WILD = "wild"
    SEA = "sea"
    OTHER = "other"


class Turn(Given, frozen=True):
    """The start of a turn."""

    milieu: Annotated[Milieu, says("where they are; its own lists settle what the face brings")]
    overlay: Annotated[Swaps, says("faces that mean something else here, by number")] = FrozenMap()

    def __post_init__(self) -> None:
        check_faces(self.overlay)


def check_faces(swaps: Swaps) -> None:
    """Refuse faces that the die does not have."""
    if not set(swaps) <= {str(face) for face in D6.values}:
        raise ValueError(f"only the faces 1 to {D6.sides} can have another meaning")


class Shown(Outcome, frozen=True, tag="event"):
    """The event that the die shows."""

    name: Event
    face: int


BEHIND_THE_SCREEN = Reading(
    id="hexcrawl.encounter-die.template/secret",
    question="Do the players see the die?",
    choice="No; the referee rolls it, and they learn the result.",
    because="The number would give away an omen, or a find that is not there.",
)


@rule("hexcrawl.encounter-die.template", OVERLOADED_DIE, readings=(BEHIND_THE_SCREEN,))
def encounter_die_template(dice: Dice, given: Turn) -> Shown:
    """Every turn opens with a d6 that says what the group must deal with first."""
    face = dice.total("overloaded die", D6)
    return Shown(given.overlay.get(str(face), TEMPLATE.at(face)), face)
