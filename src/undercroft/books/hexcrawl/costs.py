"""Movement: the cost of a hex, and what makes it impassable."""

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl.movement import MOVEMENT
from undercroft.books.hexcrawl.units import Count, TravelPoints, above_nothing, not_negative
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

CAP_FACTOR = 2
"""Movement points in a day, for each of its travel points."""

IMPASSABLE_FACTOR = 2
"""A hex that costs this many days' travel points, or more, is impassable."""

Price = TravelPoints | None
"""The travel points to enter a hex; None means that there is no way in."""


def check_price(cost: Price) -> None:
    """Refuse a price of zero or less."""
    if cost is not None:
        above_nothing(cost=cost)


def in_parts(cost: Price) -> tuple[int, int]:
    """A price as numerator and denominator; no way in is 1 over 0."""
    return (1, 0) if cost is None else cost.as_integer_ratio()


# The cost of a hex


class Yield(Given, frozen=True):
    """The movement points that a travel point yields here."""

    accommodation: Annotated[Fraction, says("multiplier of how the party moves")]
    environment: Annotated[Fraction, says("multiplier of terrain, road and weather")]

    def __post_init__(self) -> None:
        not_negative(accommodation=self.accommodation, environment=self.environment)


class Cost(Outcome, frozen=True, tag="cost"):
    """Travel points to enter the hex."""

    cost: TravelPoints


class NoEntry(Outcome, frozen=True, tag="no_entry"):
    """There is no way in."""


@rule("hexcrawl.entry-cost", MOVEMENT)
def entry_cost(dice: Dice, given: Yield) -> Cost | NoEntry:
    """A hex takes one movement point, so the more a travel point yields, the fewer it costs."""
    return priced(given.accommodation * given.environment)


def priced(factor: Fraction) -> Cost | NoEntry:
    """The cost of a hex where a travel point yields that much."""
    points, of = price(*factor.as_integer_ratio())
    return Cost(TravelPoints(Fraction(points, of))) if of else NoEntry()


def price(factor_n: int, factor_d: int) -> tuple[int, int]:
    """The travel points for one movement point, as numerator and denominator; over 0, there is no way in."""
    return factor_d, factor_n


# Impassable hexes


class Passing(Given, frozen=True):
    """A hex, and the party that would enter it."""

    cost: Annotated[Price, says("travel points to enter the hex; leave it out if there is no way in")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]

    def __post_init__(self) -> None:
        check_price(self.cost)
        above_nothing(tp_max=self.tp_max)


class Passable(Outcome, frozen=True, tag="passable"):
    """The hex can be entered."""

    cost: TravelPoints


class Barrier(StrEnum):
    """Why a hex is impassable."""

    ZERO = "zero"
    TOO_DEAR = "too_dear"


class Impassable(Outcome, frozen=True, tag="impassable"):
    """The hex cannot be entered, unless the party changes how it travels or the weather changes."""

    reason: Barrier


class Bar(IntEnum):
    """The barrier as a number."""

    NOTHING = 0
    NO_WAY_IN = 1
    PRICE = 2


FULL_PRICE_COUNTS = Reading(
    id="hexcrawl.passability/full",
    question="Do points already put into a move make an expensive hex passable?",
    choice="No, the full cost counts; the party may try again when conditions change.",
    because="The text measures what moving into the hex would cost, not what is left to pay.",
)


@rule("hexcrawl.passability", MOVEMENT, readings=(FULL_PRICE_COUNTS,))
def passability(dice: Dice, given: Passing) -> Passable | Impassable:
    """A hex that would cost two whole days of travel points, or more, is impassable."""
    bar = barred(*in_parts(given.cost), *given.tp_max.as_integer_ratio())
    if given.cost is None or bar is Bar.NO_WAY_IN:
        return Impassable(Barrier.ZERO)
    return Impassable(Barrier.TOO_DEAR) if bar is Bar.PRICE else Passable(given.cost)


def barred(cost_n: int, cost_d: int, max_n: int, max_d: int) -> Bar:
    """The barrier, if any, of a hex at that price, for a party with that many points a day."""
    if cost_d == 0:
        return Bar.NO_WAY_IN
    too_dear = cost_n * max_d >= IMPASSABLE_FACTOR * max_n * cost_d
    return Bar.PRICE if too_dear else Bar.NOTHING


class DaySoFar(Given, frozen=True):
    """How far the party has come today."""

    hexes_entered_today: Annotated[Count, says("hexes entered today, including one started yesterday")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]

    def __post_init__(self) -> None:
        above_nothing(tp_max=self.tp_max)


class NotCapped(Outcome, frozen=True, tag="ok"):
    """The party may go on, for that many hexes."""

    left: int


class Capped(Outcome, frozen=True, tag="capped"):
    """The party has reached the day's limit."""


HEXES_ARE_COUNTED = Reading(
    id="hexcrawl.daily-cap/hexes",
    question="What does the limit of twice the travel points count?",
    choice=(
        "Whole hexes, on the day the party enters them, even if started yesterday. Points left may still go into a "
        "search."
    ),
    because="A hex is one movement point, and it is the movement of the day that is limited, not the multiplier.",
)


@rule("hexcrawl.daily-cap", MOVEMENT, readings=(HEXES_ARE_COUNTED,))
def daily_cap(dice: Dice, given: DaySoFar) -> NotCapped | Capped:
    """A party moves at most twice the day's travel points, eight hexes by land."""
    left = hexes_left(given.hexes_entered_today, *given.tp_max.as_integer_ratio())
    return NotCapped(left) if left else Capped()


def hexes_left(entered: int, max_n: int, max_d: int) -> int:
    """The hexes that the party may still enter today."""
    return max(0, CAP_FACTOR * max_n // max_d - entered)


def stopped(dice: Dice, cost: Price, tp_max: TravelPoints, hexes: int) -> Impassable | Capped | None:
    """What keeps a party out of a hex, whatever it would pay."""
    passing = passability(dice, Passing(cost, tp_max))
    if isinstance(passing, Impassable):
        return passing
    cap = daily_cap(dice, DaySoFar(hexes, tp_max))
    return cap if isinstance(cap, Capped) else None
