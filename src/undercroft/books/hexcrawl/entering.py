"""Movement into a hex: paying for it today, or starting today and finishing another day."""

from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl.costs import Capped, Impassable, Price, check_price, in_parts, stopped
from undercroft.books.hexcrawl.movement import MOVEMENT
from undercroft.books.hexcrawl.units import Count, Hex, TravelPoints, above_nothing, is_enough, not_negative
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

# Paying and moving


class Step(Given, frozen=True, kw_only=True):
    """A party about to enter a hex."""

    tp_left: Annotated[TravelPoints, says("travel points left today")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]
    cost: Annotated[Price, says("travel points to enter the hex; leave it out if there is no way in")]
    invested: Annotated[TravelPoints, says("points already put into this move")] = TravelPoints(Fraction(0))
    hexes_entered_today: Annotated[Count, says("hexes entered today, including one started yesterday")]
    must_provision: Annotated[bool, says("must they eat or forage before they go on?")]
    adjacent: Annotated[bool, says("is the hex next to the one they are in? It must be")]

    def __post_init__(self) -> None:
        check_price(self.cost)
        not_negative(tp_left=self.tp_left, invested=self.invested)
        above_nothing(tp_max=self.tp_max)
        if not self.adjacent:
            raise ValueError("the party can only enter an adjacent hex")


class Entered(Outcome, frozen=True, tag="entered"):
    """They are in the hex, and see its overt features."""

    tp_left: TravelPoints
    hexes_entered_today: int


class NotEnough(Outcome, frozen=True, tag="not_enough"):
    """The points left do not pay for it, but the move may be started."""

    need: TravelPoints


class BlockedProvision(Outcome, frozen=True, tag="blocked_provision"):
    """The party must eat or forage first."""


SURPLUS_IS_LOST = Reading(
    id="hexcrawl.enter-hex/surplus",
    question="What if the party has put in more than the hex now costs?",
    choice="Entering is free then, and the rest is lost.",
    because="Points count for the movement they were spent on.",
)
NO_STEP_UNFED = Reading(
    id="hexcrawl.enter-hex/provision",
    question="What may a party do while it still has to eat or forage?",
    choice="Neither move nor search until that is settled.",
    because="The text has supplies used up before the party goes on.",
)


@rule("hexcrawl.enter-hex", MOVEMENT, readings=(SURPLUS_IS_LOST, NO_STEP_UNFED))
def enter_hex(dice: Dice, given: Step) -> Entered | NotEnough | Capped | Impassable | BlockedProvision:
    """The party pays the cost of the hex and enters it; it cannot pay with points it does not have."""
    if given.must_provision:
        return BlockedProvision()
    bar = stopped(dice, given.cost, given.tp_max, given.hexes_entered_today)
    if bar is not None:
        return bar
    need = still_needed(*in_parts(given.cost), *given.invested.as_integer_ratio())
    if not is_enough(*given.tp_left.as_integer_ratio(), *need):
        return NotEnough(TravelPoints(Fraction(*need)))
    return Entered(TravelPoints(given.tp_left - Fraction(*need)), given.hexes_entered_today + 1)


def still_needed(cost_n: int, cost_d: int, invested_n: int, invested_d: int) -> tuple[int, int]:
    """What is left to pay of a price, as numerator and denominator."""
    return max(0, cost_n * invested_d - invested_n * cost_d), cost_d * invested_d


# A move that is started today


class LastPoints(Given, frozen=True, kw_only=True):
    """Points left at the end of a day, and a hex to spend them on."""

    tp_left: Annotated[TravelPoints, says("travel points left today")]
    cost: Annotated[Price, says("travel points to enter the hex; leave it out if there is no way in")]
    invested: Annotated[TravelPoints, says("points already put into this move")]
    amount: Annotated[TravelPoints | None, says("points to put in now; all that are left if you give none")] = None
    target: Annotated[Hex, says("the hex they are heading for")]
    hexes_entered_today: Annotated[Count, says("hexes entered today, including one started yesterday")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]
    must_provision: Annotated[bool, says("must they eat or forage before they go on?")] = False

    def __post_init__(self) -> None:
        check_price(self.cost)
        above_nothing(tp_left=self.tp_left, tp_max=self.tp_max, amount=self.spending)
        not_negative(invested=self.invested)
        if self.spending > self.tp_left:
            raise ValueError("the points to put in cannot be more than are left")

    @property
    def spending(self) -> TravelPoints:
        """The points spent now."""
        return self.tp_left if self.amount is None else self.amount


class Started(Outcome, frozen=True, tag="started"):
    """The move is started, and goes on first thing the next day."""

    target: Hex
    invested: TravelPoints
    tp_left: TravelPoints


class FinishInstead(Outcome, frozen=True, tag="finish_instead"):
    """The points are enough to enter the hex now."""


BANKED_IN_POINTS = Reading(
    id="hexcrawl.start-move/bank",
    question="Is a started move kept in travel points, or as a share of the way?",
    choice="In points: if the hex becomes more expensive, it takes more of them.",
    because="The text says that the points count for the first movement of the next day.",
)
TIED_TO_ITS_HEX = Reading(
    id="hexcrawl.start-move/target",
    question="When is a started move lost?",
    choice="When the next day's first move goes elsewhere, or a whole day passes without going on. A search or "
    "foraging in between does no harm, and the move may take several days.",
    because="The points count for the first movement of the next day, and movement is into one particular hex.",
)
BROKEN_OFF = Reading(
    id="hexcrawl.start-move/broken",
    question="Does a move that the die interrupts count as started?",
    choice="Yes.",
    because="Points were spent on it, and the party is still in the hex it is leaving.",
)


@rule("hexcrawl.start-move", MOVEMENT, readings=(BANKED_IN_POINTS, TIED_TO_ITS_HEX, BROKEN_OFF, NO_STEP_UNFED))
def start_move(dice: Dice, given: LastPoints) -> Started | FinishInstead | Capped | Impassable | BlockedProvision:
    """A party with too few points to enter the next hex can put them into the move and finish it another day."""
    if given.must_provision:
        return BlockedProvision()
    bar = stopped(dice, given.cost, given.tp_max, given.hexes_entered_today)
    if bar is not None:
        return bar
    invested = given.invested + given.spending
    if is_enough(*invested.as_integer_ratio(), *in_parts(given.cost)):
        return FinishInstead()
    return Started(given.target, TravelPoints(invested), TravelPoints(given.tp_left - given.spending))
