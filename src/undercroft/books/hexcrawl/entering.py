"""Movement into a hex: what it costs, what bars it, and moves that take more than a day."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl.movement import MOVEMENT
from undercroft.books.hexcrawl.units import Count, Hex, TravelPoints, above_nothing, is_enough, not_negative
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

CAP_FACTOR = 2
"""Movement points in a day, for each of its travel points."""

IMPASSABLE_FACTOR = 2
"""Days' worth of travel points that no hex may cost."""

Price = TravelPoints | None
"""Travel points to enter a hex; nothing stands for no way in."""


def check_price(cost: Price) -> None:
    """Refuse a price of nothing or less."""
    if cost is not None:
        above_nothing(cost=cost)


def in_parts(cost: Price) -> tuple[int, int]:
    """A price in two parts; no way in is one part over none."""
    return (1, 0) if cost is None else cost.as_integer_ratio()


# What a hex costs


class Yield(Given, frozen=True):
    """What a travel point yields here."""

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
    """What a hex costs where a travel point yields that much."""
    points, of = price(*factor.as_integer_ratio())
    return Cost(TravelPoints(Fraction(points, of))) if of else NoEntry()


def price(factor_n: int, factor_d: int) -> tuple[int, int]:
    """Travel points for one movement point, in two parts; over nothing, there is no way in."""
    return factor_d, factor_n


# What bars it


class Passing(Given, frozen=True):
    """A hex, and who would enter it."""

    cost: Annotated[Price, says("travel points to enter the hex; none if there is no way in")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]

    def __post_init__(self) -> None:
        check_price(self.cost)
        above_nothing(tp_max=self.tp_max)


class Passable(Outcome, frozen=True, tag="passable"):
    """It can be entered."""

    cost: TravelPoints


class Barrier(StrEnum):
    """Why a hex is impassable."""

    ZERO = "zero"
    TOO_DEAR = "too_dear"


class Impassable(Outcome, frozen=True, tag="impassable"):
    """It cannot be entered, unless they travel otherwise or the weather changes."""

    reason: Barrier


class Bar(IntEnum):
    """What bars the way, as a number."""

    NOTHING = 0
    NO_WAY_IN = 1
    PRICE = 2


FULL_PRICE_COUNTS = Reading(
    id="hexcrawl.passability/full",
    question="Do points already put into a move make a dear hex passable?",
    choice="No, the whole price is measured; it may be tried again when conditions have changed.",
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
    """What bars a hex at that price, for a party with that many points a day."""
    if cost_d == 0:
        return Bar.NO_WAY_IN
    too_dear = is_enough(cost_n, cost_d, IMPASSABLE_FACTOR * max_n, max_d)
    return Bar.PRICE if too_dear else Bar.NOTHING


class DaySoFar(Given, frozen=True):
    """How far they have come today."""

    hexes_entered_today: Annotated[Count, says("hexes entered today, one begun yesterday included")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]

    def __post_init__(self) -> None:
        above_nothing(tp_max=self.tp_max)


class NotCapped(Outcome, frozen=True, tag="ok"):
    """They may go on, for so many hexes."""

    left: int


class Capped(Outcome, frozen=True, tag="capped"):
    """That is as far as anybody gets in a day."""


HEXES_ARE_COUNTED = Reading(
    id="hexcrawl.daily-cap/hexes",
    question="What does the limit of twice the travel points count?",
    choice="Hexes, on the day they are entered, begun yesterday or not. Points left may still go into a search.",
    because="A hex is one movement point, and it is the movement of the day that is limited, not the multiplier.",
)


@rule("hexcrawl.daily-cap", MOVEMENT, readings=(HEXES_ARE_COUNTED,))
def daily_cap(dice: Dice, given: DaySoFar) -> NotCapped | Capped:
    """Nobody moves further in a day than twice its travel points, eight hexes by land."""
    left = hexes_left(given.hexes_entered_today, *given.tp_max.as_integer_ratio())
    return NotCapped(left) if left else Capped()


def hexes_left(entered: int, max_n: int, max_d: int) -> int:
    """Hexes that may still be entered today."""
    return max(0, CAP_FACTOR * max_n // max_d - entered)


# Paying and moving


class Step(Given, frozen=True, kw_only=True):
    """A party about to enter a hex."""

    tp_left: Annotated[TravelPoints, says("travel points left today")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]
    cost: Annotated[Price, says("travel points to enter the hex; none if there is no way in")]
    invested: Annotated[TravelPoints, says("points put into this very move before")] = TravelPoints(Fraction(0))
    hexes_entered_today: Annotated[Count, says("hexes entered today, one begun yesterday included")]
    must_provision: Annotated[bool, says("must they eat or forage before they go on?")]
    adjacent: Annotated[bool, says("does the hex border the one they are in? It must")]

    def __post_init__(self) -> None:
        check_price(self.cost)
        not_negative(tp_left=self.tp_left, invested=self.invested)
        above_nothing(tp_max=self.tp_max)
        if not self.adjacent:
            raise ValueError("only an adjacent hex can be entered")


class Entered(Outcome, frozen=True, tag="entered"):
    """They are in the hex, and see what is overt there."""

    tp_left: TravelPoints
    hexes_entered_today: int


class NotEnough(Outcome, frozen=True, tag="not_enough"):
    """The points left do not pay for it; the move may be started."""

    need: TravelPoints


class BlockedProvision(Outcome, frozen=True, tag="blocked_provision"):
    """First they must eat or forage."""


SURPLUS_IS_LOST = Reading(
    id="hexcrawl.enter-hex/surplus",
    question="What if more is invested than the hex now costs?",
    choice="Entering is free then, and the rest is lost.",
    because="Points count for the movement they were spent on.",
)
NO_STEP_UNFED = Reading(
    id="hexcrawl.enter-hex/provision",
    question="What may a party do that has to eat or forage first?",
    choice="Neither move nor search until that is settled.",
    because="Resources are to be consumed before venturing forth.",
)


@rule("hexcrawl.enter-hex", MOVEMENT, readings=(SURPLUS_IS_LOST, NO_STEP_UNFED))
def enter_hex(dice: Dice, given: Step) -> Entered | NotEnough | Capped | Impassable | BlockedProvision:
    """They pay what the hex costs and are in it; nobody can pay with points they do not have."""
    if given.must_provision:
        return BlockedProvision()
    bar = stopped(dice, given.cost, given.tp_max, given.hexes_entered_today)
    if bar is not None:
        return bar
    need = still_needed(*in_parts(given.cost), *given.invested.as_integer_ratio())
    if not is_enough(*given.tp_left.as_integer_ratio(), *need):
        return NotEnough(TravelPoints(Fraction(*need)))
    return Entered(TravelPoints(given.tp_left - Fraction(*need)), given.hexes_entered_today + 1)


def stopped(dice: Dice, cost: Price, tp_max: TravelPoints, hexes: int) -> Impassable | Capped | None:
    """What keeps a party out of a hex, whatever it would pay."""
    passing = passability(dice, Passing(cost=cost, tp_max=tp_max))
    if isinstance(passing, Impassable):
        return passing
    cap = daily_cap(dice, DaySoFar(hexes_entered_today=hexes, tp_max=tp_max))
    return cap if isinstance(cap, Capped) else None


def still_needed(cost_n: int, cost_d: int, invested_n: int, invested_d: int) -> tuple[int, int]:
    """What is left to pay of a price, in two parts."""
    return max(0, cost_n * invested_d - invested_n * cost_d), cost_d * invested_d


# A move that is started today


class LastPoints(Given, frozen=True, kw_only=True):
    """Points left at the end of a day, and a hex to put them into."""

    tp_left: Annotated[TravelPoints, says("travel points left today")]
    cost: Annotated[Price, says("travel points to enter the hex; none if there is no way in")]
    invested: Annotated[TravelPoints, says("points put into this very move before")]
    amount: Annotated[TravelPoints | None, says("points to put in now; all that are left, if not said")] = None
    target: Annotated[Hex, says("the hex they make for")]
    hexes_entered_today: Annotated[Count, says("hexes entered today, one begun yesterday included")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]

    def __post_init__(self) -> None:
        check_price(self.cost)
        above_nothing(tp_left=self.tp_left, tp_max=self.tp_max, amount=self.spending)
        not_negative(invested=self.invested)
        if self.spending > self.tp_left:
            raise ValueError("amount cannot be above tp_left")

    @property
    def spending(self) -> TravelPoints:
        """Points put in now."""
        return self.tp_left if self.amount is None else self.amount


class Started(Outcome, frozen=True, tag="started"):
    """The move is begun, and goes on first thing the next day."""

    target: Hex
    invested: TravelPoints
    tp_left: TravelPoints


class FinishInstead(Outcome, frozen=True, tag="finish_instead"):
    """The points are enough to enter the hex now."""


BANKED_IN_POINTS = Reading(
    id="hexcrawl.start-move/bank",
    question="Is a started move kept in travel points, or as a share of the way?",
    choice="In points: if the hex becomes dearer, more of them are needed.",
    because="It is the points that are said to count for the first movement of the next day.",
)
TIED_TO_ITS_HEX = Reading(
    id="hexcrawl.start-move/target",
    question="When is a started move lost?",
    choice="When the next day's first move goes elsewhere, or a whole day passes without going on. "
    "A search or foraging in between does no harm, and it may take several days.",
    because="The points count for the first movement of the next day, and movement is into one particular hex.",
)
BROKEN_OFF = Reading(
    id="hexcrawl.start-move/broken",
    question="What of a move that the die interrupts?",
    choice="It counts as started.",
    because="Points were spent on it, and the party is still in the hex it is leaving.",
)


@rule("hexcrawl.start-move", MOVEMENT, readings=(BANKED_IN_POINTS, TIED_TO_ITS_HEX, BROKEN_OFF))
def start_move(dice: Dice, given: LastPoints) -> Started | FinishInstead | Capped | Impassable:
    """Points too few to enter the next hex may be put into the move, which is finished another day."""
    bar = stopped(dice, given.cost, given.tp_max, given.hexes_entered_today)
    if bar is not None:
        return bar
    invested = given.invested + given.spending
    if is_enough(*invested.as_integer_ratio(), *in_parts(given.cost)):
        return FinishInstead()
    return Started(given.target, TravelPoints(invested), TravelPoints(given.tp_left - given.spending))
