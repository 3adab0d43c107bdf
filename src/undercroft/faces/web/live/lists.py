"""What stands to choose from in a form: names, words to begin from, and units for times and sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER, in_coins
from undercroft.faces.web.live.panels import Looking
from undercroft.kernel.shape import Maybe, OneOf, Shape, Text, Whole
from undercroft.kernel.units import DAY, HOUR, MINUTE
from undercroft.table.bodies import State, spoken
from undercroft.table.wares import ITEMS, WARES


class Offered(OneOf, frozen=True):
    """Names to choose from, each with what people call it."""

    shown: Mapping[str, str] = {}


class Suggested(Text, frozen=True):
    """A text that may be anything, with words that are wanted often."""

    words: tuple[str, ...] = ()


class Measured(Whole, frozen=True):
    """A whole number of something small, entered as a number of something larger."""

    units: tuple[tuple[str, int], ...] = (("", 1),)

    def unit_of(self, amount: int | None) -> int:
        """The largest unit of which it is a whole number; the usual one, where there is nothing yet."""
        fitting = [unit for _, unit in self.units if amount and amount % unit == 0]
        return max(fitting, default=self.units[0][1])


TIMES = (("minutes", int(MINUTE)), ("hours", int(HOUR)), ("days", int(DAY)), ("seconds", 1))
MONEY = (("gold", COPPER_A_GOLD), ("silver", COPPER_A_SILVER), ("copper", 1))
UNITS: Mapping[str, tuple[tuple[str, int], ...]] = {
    **dict.fromkeys(("seconds", "ago", "left"), TIMES),
    **dict.fromkeys(("coppers", "worth"), MONEY),
}
"""By the name of the field, the usual unit first."""
Listing: TypeAlias = Callable[[Looking], Mapping[str, str]]


def _wares(_: Looking) -> Mapping[str, str]:
    return {name: f"{ware.name}, {in_coins(ware.price_c)}" for name, ware in WARES.items()}


def _items(_: Looking) -> Mapping[str, str]:
    return {"": "nothing of the lists", **{item: ware.name for item, ware in ITEMS.items()}}


def _conditions(look: Looking) -> Mapping[str, str]:
    """What somebody of the group suffers from."""
    members = look.group.members if look.group is not None else ()
    people = [look.known.people[who] for who in members if who in look.known.people]
    return {one.name: spoken(one.name) for person in people for one in person.conditions}


def _states(_: Looking) -> Mapping[str, str]:
    return {spoken(state): state.value for state in State}


def _seasons(look: Looking) -> Mapping[str, str]:
    return {season: season for season in look.known.lands.weathers}


LISTED: Mapping[tuple[str, str], Listing] = {
    ("equip", "ware"): _wares,
    ("put_here", "item"): _items,
    ("buy_cure", "condition"): _conditions,
    ("end_condition", "name"): _conditions,
}
"""By command and field: nothing but what is on the list will do."""
SUGGESTED: Mapping[tuple[str, str], Listing] = {("give_condition", "name"): _states, ("set_season", "season"): _seasons}
"""By command and field: anything will do, and these are wanted often."""


def listed(tag: str, name: str, shape: Shape, look: Looking) -> Shape:
    """The shape of a field of a command, with what there is to choose from."""
    place = (tag, name)
    if place in LISTED and (known := LISTED[place](look)):
        return Offered(tuple(known), known)
    if place in SUGGESTED and isinstance(shape, Text):
        return Suggested(shape.least, shape.most, shape.pattern, tuple(SUGGESTED[place](look)))
    return _measured(UNITS[name], shape) if name in UNITS else shape


def _measured(units: tuple[tuple[str, int], ...], shape: Shape) -> Shape:
    match shape:
        case Whole(least=least, most=most):
            return Measured(least, most, units)
        case Maybe(of=of):
            return Maybe(_measured(units, of))
        case _:
            return shape
