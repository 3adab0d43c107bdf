"""The choices in a form: names, suggestions, and units for times and sums."""

from collections.abc import Callable, Iterable, Mapping

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER, in_coins
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.shape import Maybe, OneOf, Shape, Text, Whole
from undercroft.kernel.units import DAY, HOUR, MINUTE
from undercroft.table.body.condition import EndCondition, GiveCondition, spoken
from undercroft.table.engine.part import Command
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.prices import ITEMS, WARES
from undercroft.table.referee.placing import PutHere
from undercroft.table.referee.reveal_map import SetSeason
from undercroft.table.state.people import State
from undercroft.table.town.cures import BuyCure


class NameList(OneOf, frozen=True):
    """Names to choose from, each with its label."""

    shown: Mapping[str, str] = {}


class Suggestions(Text, frozen=True):
    """Free text, with common words as suggestions."""

    words: tuple[str, ...] = ()


class Measure(Whole, frozen=True):
    """A whole number of a small unit, entered in a larger unit."""

    units: tuple[tuple[str, int], ...] = (("", 1),)

    def unit_of(self, amount: int | None) -> int:
        """The largest unit that divides the value; the usual unit if there is no value yet."""
        fitting = [unit for _, unit in self.units if amount and amount % unit == 0]
        return max(fitting, default=self.units[0][1])


TIMES = (("minutes", int(MINUTE)), ("hours", int(HOUR)), ("days", int(DAY)), ("seconds", 1))
MONEY = (("gold", COPPER_A_GOLD), ("silver", COPPER_A_SILVER), ("copper", 1))
UNITS: Mapping[str, tuple[tuple[str, int], ...]] = {
    **dict.fromkeys(("seconds", "ago", "left"), TIMES),
    **dict.fromkeys(("coppers", "worth"), MONEY),
}
"""By the name of the field, the usual unit first."""


def _conditions(viewer: Viewer) -> Mapping[str, str]:
    """The conditions of the group's members."""
    people = [viewer.known.people[who] for who in viewer.members if who in viewer.known.people]
    return {condition.name: spoken(condition.name) for person in people for condition in person.conditions}


LISTED: Mapping[tuple[type[Command], str], Callable[[Viewer], Mapping[str, str]]] = {
    (Equip, "ware"): lambda _: {name: f"{ware.name}, {in_coins(ware.price_c)}" for name, ware in WARES.items()},
    (PutHere, "item"): lambda _: {"": "nothing of the lists", **{item: ware.name for item, ware in ITEMS.items()}},
    (BuyCure, "condition"): _conditions,
    (EndCondition, "name"): _conditions,
}
"""By command and field: only the names on the list are allowed."""
SUGGESTED: Mapping[tuple[type[Command], str], Callable[[Viewer], Iterable[str]]] = {
    (GiveCondition, "name"): lambda _: map(spoken, State),
    (SetSeason, "season"): lambda viewer: viewer.known.lands.weathers,
}
"""By command and field: any text is allowed, and these are common."""


def listed(kind: type[Command], name: str, shape: Shape, viewer: Viewer) -> Shape:
    """The shape of a field of a command, with its choices."""
    place = (kind, name)
    if place in LISTED and (known := LISTED[place](viewer)):
        return NameList(tuple(known), known)
    if place in SUGGESTED and isinstance(shape, Text):
        return Suggestions(shape.least, shape.most, shape.pattern, tuple(SUGGESTED[place](viewer)))
    return _measured(UNITS[name], shape) if name in UNITS else shape


def _measured(units: tuple[tuple[str, int], ...], shape: Shape) -> Shape:
    match shape:
        case Whole(least=least, most=most):
            return Measure(least, most, units)
        case Maybe(of=of):
            return Maybe(_measured(units, of))
        case _:
            return shape
