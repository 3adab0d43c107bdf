"""Movement: destination, position, and the travel points of a day."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl.units import Hex, TravelPoints, above_nothing, is_enough, not_negative
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

MOVEMENT = Cite("Play Procedures", "Movement")


# Travel or exploration


class Mode(StrEnum):
    """Travel to a goal, or exploration without one."""

    TRAVELING = "traveling"
    EXPLORING = "exploring"


class Plan(Given, frozen=True):
    """The party's plan."""

    destination: Annotated[Hex | None, says("the hex they are heading for, if any")] = None
    known: Annotated[frozenset[Hex], says("hexes where they know of a destination")] = frozenset()


class Traveling(Outcome, frozen=True, tag="traveling"):
    """They travel to a known place."""


class Exploring(Outcome, frozen=True, tag="exploring"):
    """They explore unknown country."""


DECLARED_AT_DAWN = Reading(
    id="hexcrawl.travel-mode/dawn",
    question="When does the party say whether it travels or explores, and may it change?",
    choice="At dawn. It changes with the destination; a die that the new way would have called for earlier in the day "
    "is not rolled any more.",
    because="The overloaded die is timed by the day, so the day needs one way to begin with.",
)


@rule("hexcrawl.travel-mode", MOVEMENT, readings=(DECLARED_AT_DAWN,))
def travel_mode(dice: Dice, given: Plan) -> Traveling | Exploring:
    """A party that knows its destination travels; otherwise it explores."""
    return Traveling() if given.destination in given.known else Exploring()


class FoundSite(Given, frozen=True):
    """A place that the party discovered."""

    site: Annotated[Name, says("the place")]
    remembered: Annotated[bool, says("do players and characters remember where it is?")]


class ValidDestination(Outcome, frozen=True, tag="valid_destination"):
    """They can travel there."""

    site: str


class Forgotten(Outcome, frozen=True, tag="forgotten"):
    """They must explore until they find it again."""

    site: str


REMEMBERED_UNTIL_SAID = Reading(
    id="hexcrawl.known-destinations/memory",
    question="When is a place forgotten?",
    choice="When the players say so; what is found is remembered. Nobody travels to places that only the referee "
    "knows.",
    because="Players and characters remember, and no rule can measure how well.",
)


@rule("hexcrawl.known-destinations", MOVEMENT, readings=(REMEMBERED_UNTIL_SAID,))
def known_destinations(dice: Dice, given: FoundSite) -> ValidDestination | Forgotten:
    """The party can later travel to a place found while exploring, if it still knows the way."""
    return ValidDestination(given.site) if given.remembered else Forgotten(given.site)


# Where the party is


class Underway(Given, frozen=True):
    """A move, and how much of it is paid."""

    origin: Annotated[Hex, says("the hex they left")]
    target: Annotated[Hex, says("the hex they are heading for")]
    invested: Annotated[TravelPoints, says("travel points put into the move")]
    cost: Annotated[TravelPoints, says("travel points the move takes")]

    def __post_init__(self) -> None:
        not_negative(invested=self.invested)
        above_nothing(cost=self.cost)


class At(Outcome, frozen=True, tag="at"):
    """The hex they are in."""

    hex: Hex


@rule("hexcrawl.position", MOVEMENT)
def position(dice: Dice, given: Underway) -> At:
    """Until a move is paid for, the party is in the hex it left, and then in the next; never between."""
    arrived = is_enough(*given.invested.as_integer_ratio(), *given.cost.as_integer_ratio())
    return At(given.target if arrived else given.origin)


# Travel points


class Milieu(StrEnum):
    """What the party travels on, or through."""

    LAND = "land"
    WATER = "water"
    AIR = "air"


TP_MAX = {
    Milieu.LAND:  TravelPoints(Fraction(4)),
    Milieu.WATER: TravelPoints(Fraction(6)),
    Milieu.AIR:   TravelPoints(Fraction(8)),
}  # fmt: skip


class Day(Given, frozen=True):
    """A day of travel, or the rest of a day after a change of transport."""

    milieu: Annotated[Milieu, says("land, water or air")]
    changed_from: Annotated[Milieu | None, says("what they leave in the middle of the day, if they do")] = None
    tp_left: Annotated[TravelPoints | None, says("travel points left before that change")] = None
    water_air: Annotated[bool, says("are the proposed figures for water and air used?")] = True

    def __post_init__(self) -> None:
        if (self.changed_from is None) != (self.tp_left is None):
            raise ValueError("give both the old way of travel and the points left, or neither")
        if self.changed_from is not None and self.tp_left is not None:
            not_negative(tp_left=self.tp_left)
            if self.tp_left > TP_MAX[self.changed_from]:
                raise ValueError("the points left cannot be more than a whole day's")


class Allowance(Outcome, frozen=True, tag="tp"):
    """The travel points of a whole day, and those to spend now."""

    tp_max: TravelPoints
    tp_left: TravelPoints


class UndefinedMilieu(Outcome, frozen=True, tag="undefined_milieu"):
    """The text gives no figures for this, and the table does not use ours."""


WATER_AND_AIR = Reading(
    id="hexcrawl.travel-points/water-air",
    question="Are there figures for travel by water and by air?",
    choice="Yes, our proposal: 6 points a day by water and 8 by air, with multipliers of our own.",
    because="The text says that figures are still to come; without some, no boat would ever arrive.",
    switch="water_air",
    options=(Option(True, "our figures are used"), Option(False, "only travel by land has rules")),
)
SHARE_OF_THE_DAY = Reading(
    id="hexcrawl.travel-points/change",
    question="What becomes of the day's points when the party boards a ship, or lands?",
    choice="Our proposal: the same share of the day is left as before, and a started move is lost.",
    because="The points of land, water and air each measure the same day.",
)
POINTS_LAPSE = Reading(
    id="hexcrawl.travel-points/fractions",
    question="Can less than a whole point be spent, and can points be saved?",
    choice="Points are spent in exact fractions. At dawn there are new ones; old ones count only in a started move.",
    because="A hex of hills takes a point and a half, and the text lets only a started movement carry over.",
)


@rule("hexcrawl.travel-points", MOVEMENT, readings=(WATER_AND_AIR, SHARE_OF_THE_DAY, POINTS_LAPSE))
def travel_points(dice: Dice, given: Day) -> Allowance | UndefinedMilieu:
    """A day has a number of travel points that depends on the means of travel: four by land."""
    if given.milieu is not Milieu.LAND and not given.water_air:
        return UndefinedMilieu()
    tp_max = TP_MAX[given.milieu]
    if given.changed_from is None or given.tp_left is None:
        return Allowance(tp_max, tp_max)
    share = given.tp_left / TP_MAX[given.changed_from]
    return Allowance(tp_max, TravelPoints(share * tp_max))
