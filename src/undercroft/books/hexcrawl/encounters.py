"""Encounters: when to roll the die in the wilderness, and what its faces mean there."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl.movement import Mode
from undercroft.books.hexcrawl.overloaded_die import Event, Shown, Swaps, check_faces
from undercroft.books.hexcrawl.units import TravelPoints, above_nothing, not_negative
from undercroft.kernel.dice import D6, Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

ENCOUNTERS = Cite("Play Procedures", "Encounters")


# When


FIRST_POINT = TravelPoints(Fraction(1))
HALF = Fraction(1, 2)


class Spending(Given, frozen=True):
    """Travel points spent, on anything."""

    mode: Annotated[Mode, says("travelling or exploring")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]
    spent_before: Annotated[TravelPoints, says("spent today before this")]
    spent_after: Annotated[TravelPoints, says("spent today with this")]
    fired: Annotated[frozenset[TravelPoints], says("points spent today at which the die was already rolled")]

    def __post_init__(self) -> None:
        above_nothing(tp_max=self.tp_max)
        not_negative(spent_before=self.spent_before)
        if not self.spent_before <= self.spent_after <= self.tp_max:
            raise ValueError("the points spent after this must be between those spent before and a whole day's")


class DieDue(Outcome, frozen=True, tag="due"):
    """The moments, in points spent, when the die is due now."""

    thresholds: tuple[TravelPoints, ...]


CUT_AT_THE_MOMENT = Reading(
    id="hexcrawl.encounter-timing/cut",
    question="What if one payment passes a moment for the die?",
    choice="It stops there: they pay up to it, arrive if that was enough, roll the die, and pay the rest.",
    because="The die comes after so many points are spent, wherever the party is by then.",
)
ALL_SPENDING_COUNTS = Reading(
    id="hexcrawl.encounter-timing/spending",
    question="Do points spent on searching and foraging call for the die too, and what about moments never reached?",
    choice="All points spent count; moments not reached bring no die, except the camp's, which is always rolled. "
    "With one point a day, the first and last moment are the same.",
    because="The text counts points spent, not hexes crossed.",
)


@rule("hexcrawl.encounter-timing", ENCOUNTERS, readings=(CUT_AT_THE_MOMENT, ALL_SPENDING_COUNTS))
def encounter_timing(dice: Dice, given: Spending) -> DieDue:
    """Travellers roll the die at half the day's points, explorers at the first and the last; all roll it in camp."""
    moments = [given.tp_max * HALF] if given.mode is Mode.TRAVELING else sorted({FIRST_POINT, given.tp_max})
    span = *given.spent_before.as_integer_ratio(), *given.spent_after.as_integer_ratio()
    due = (at for at in moments if at not in given.fired and is_reached(*span, *at.as_integer_ratio()))
    return DieDue(tuple(TravelPoints(at) for at in due))


def is_reached(before_n: int, before_d: int, after_n: int, after_d: int, at_n: int, at_d: int) -> bool:
    """Whether a moment lies after the first number of points and not after the second, each a fraction in two parts."""
    return before_n * at_d < at_n * before_d and at_n * after_d <= after_n * at_d


# What the faces mean


WILDERNESS = Table("hexcrawl.encounter-die.wilderness", D6, (
    (through(1), Event.ENCOUNTER),
    (through(2), Event.HIDDEN_SITE),
    (through(3), Event.CHANGE_OF_WEATHER),
    (through(4), Event.WANING_RESOURCES),
    (through(5), Event.FREE_TURN),
    (through(6), Event.GOOD_ENCOUNTER),
))  # fmt: skip

ENCOUNTER, HIDDEN_SITE, CHANGE_OF_WEATHER, WANING_RESOURCES, FREE_TURN, GOOD_ENCOUNTER = D6.values
"""The faces, by their labels in the book."""


class Tag(StrEnum):
    """Country that changes the die."""

    DESERT = "desert"
    CIVILISED = "civilised"


class Country(Given, frozen=True):
    """Where the die is rolled, and any custom faces."""

    tags: Annotated[frozenset[Tag], says("what the hex is besides its terrain")]
    adapt: Annotated[bool, says("does country or night change the die?")] = True
    night_swap: Annotated[bool, says("does camp have an encounter in place of a hidden site?")] = True
    custom: Annotated[Swaps, says("faces the referee has given another meaning, by number")] = FrozenMap()

    def __post_init__(self) -> None:
        check_faces(self.custom)
        if self.adapt and self.tags == frozenset(Tag) and str(FREE_TURN) not in self.custom:
            raise ValueError(f"desert and civilised land both change face {FREE_TURN}: say what it means")


class Circumstances(Country, frozen=True, kw_only=True):
    """Where and when the die is rolled."""

    at_camp: Annotated[bool, says("is it the night camp?")]


class Adapted(Outcome, frozen=True, tag="table"):
    """The events by face."""

    table: Swaps


SWAPS_ARE_OFFERS = Reading(
    id="hexcrawl.encounter-die.adapt/swaps",
    question="Do desert, civilised land and night always change the die?",
    choice="Yes, unless the referee plays the table as printed; the referee's own changes come first.",
    because="The text wants the table adapted, but gives each example only as a possibility.",
    switch="adapt",
    options=(Option(True, "desert, civilised land and night change it"), Option(False, "the table as printed")),
)
THREE_EXAMPLES = Reading(
    id="hexcrawl.encounter-die.adapt/night",
    question="Is a 2 an encounter in every night camp, whatever the land?",
    choice="Yes: of the three examples the third is any night camp. Civilised luck works at night too.",
    because="Nobody stumbles upon sites while camping, wherever the camp is.",
    switch="night_swap",
    options=(Option(True, "a 2 in camp is an encounter"), Option(False, "a 2 in camp is a hidden site")),
)


@rule("hexcrawl.encounter-die.adapt", ENCOUNTERS, readings=(SWAPS_ARE_OFFERS, THREE_EXAMPLES))
def encounter_die_adapt(dice: Dice, given: Circumstances) -> Adapted:
    """The die suits the country: deserts wear the party down, civilised land is kind, and camps have visitors."""
    return Adapted(FrozenMap({str(face): meaning(face, given) for face in D6.values}))


EMPTY_FINDS_STAY_SECRET = Reading(
    id="hexcrawl.encounter-die.wilderness/secret",
    question="What do players hear about the die?",
    choice="What follows: weather and supplies are announced, a hidden site where none is left looks like a free turn.",
    because="The face alone would tell them whether a hex still hides something.",
)


@rule(
    "hexcrawl.encounter-die.wilderness",
    Cite("Play Procedures", "Overloaded Encounter Die for Wilderness Movement"),
    readings=(SWAPS_ARE_OFFERS, THREE_EXAMPLES, EMPTY_FINDS_STAY_SECRET),
)
def encounter_die_wilderness(dice: Dice, given: Circumstances) -> Shown:
    """On the road a d6 decides what happens to the party."""
    face = dice.total("overloaded die", D6)
    return Shown(meaning(face, given), face)


def meaning(face: int, given: Circumstances) -> Event:
    """The event that a face brings under these circumstances."""
    desert, civilised = (given.adapt and tag in given.tags for tag in Tag)
    night = given.adapt and given.at_camp and given.night_swap
    return given.custom.get(str(face), WILDERNESS.at(read_as(face, desert, civilised, night)))


def read_as(face: int, desert: bool, civilised: bool, night: bool) -> int:
    """The face of the printed table that a face counts as."""
    if face == HIDDEN_SITE and night:
        return ENCOUNTER
    if face == FREE_TURN and desert:
        return WANING_RESOURCES
    if face == FREE_TURN and civilised:
        return GOOD_ENCOUNTER
    return face
