"""Marching Order: who goes first, and who meets the danger."""

from typing import Annotated

from undercroft.books.delving.units import each_once
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

MARCHING_ORDER = Cite("Delving", "Marching Order")


class Order(Given, frozen=True):
    """The party, and its proposed order."""

    members: Annotated[tuple[Name, ...], says("everybody who is here, conscious or not")]
    order: Annotated[tuple[Name, ...], says("the same people, front to rear")]

    def __post_init__(self) -> None:
        each_once(self.members)
        if sorted(self.order) != sorted(self.members):
            raise ValueError("the marching order must name every member exactly once")


class Accepted(Outcome, frozen=True, tag="accepted"):
    """The order is accepted."""

    order: tuple[str, ...]


BETWEEN_ROUNDS = Reading(
    id="delving.marching-order.set/when",
    question="May the order change once it is set?",
    choice="Yes between rounds, never during one; helpless delvers keep their place and are skipped.",
    because="The order says whose turn is next, so it cannot change during a round.",
)


@rule("delving.marching-order.set", MARCHING_ORDER, readings=(BETWEEN_ROUNDS,))
def set_marching_order(dice: Dice, given: Order) -> Accepted:
    """When delving begins, the party settles its marching order."""
    return Accepted(given.order)


class Approach(Given, frozen=True):
    """The delvers present where a danger appears."""

    order: Annotated[tuple[Name, ...], says("the marching order, front to rear")]
    present: Annotated[tuple[Name, ...], says("the delvers in the zone, or entering it")]
    from_rear: Annotated[bool, says("is the danger behind them?")] = False

    def __post_init__(self) -> None:
        each_once(self.order, self.present)
        if not set(self.present) <= set(self.order):
            raise ValueError("everybody present must be in the marching order")


class FirstExposed(Outcome, frozen=True, tag="first_exposed"):
    """The delver who meets the danger, if there is one."""

    pc: str | None


BEHIND = Reading(
    id="delving.marching-order.first-exposed/rear",
    question="Who faces a danger from behind?",
    choice="The last in the order; behind means 5, 6 or 7 o'clock.",
    because="The text has danger strike in marching order, and from behind that order is reversed.",
)


@rule("delving.marching-order.first-exposed", MARCHING_ORDER, readings=(BEHIND,))
def first_exposed(dice: Dice, given: Approach) -> FirstExposed:
    """The foremost delver present meets the trap or the monster."""
    present = [pc for pc in given.order if pc in given.present]
    if not present:
        return FirstExposed(None)
    return FirstExposed(present[-1] if given.from_rear else present[0])
