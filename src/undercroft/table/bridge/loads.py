"""Encumbrance by the book the house rules name: what a person carries, and how it slows them."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from undercroft.books.neverwhere.encumbrance import Immovable, encumbrance
from undercroft.books.neverwhere.encumbrance import Load as Burden
from undercroft.books.sovereign.encumbrance import (
    BULK_POINTS,
    BULK_POUNDS,
    STEPS,
    USUAL_MOVE,
    load_tier,
    loaded_move,
    overload,
)
from undercroft.kernel.remembering import remembering
from undercroft.kernel.script import Script
from undercroft.kernel.units import KILOGRAMS_IN_A_POUND, Feet, Kilograms, RuleId
from undercroft.table import bridge
from undercroft.table.state.campaign import Campaign, by_bearer
from undercroft.table.state.house_rules import Encumbrance
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.things import Carried, Thing, Worn

TOO_HEAVY = 5
"""The tier of a load that cannot be moved."""

SLOW = Feet(loaded_move(USUAL_MOVE, 1))
"""The Move at which a person cannot run, or move twice in a delve round."""


class Load(Struct, frozen=True):
    """A person's load: readied and stowed points, their limits, and the Move it leaves.

    `move` is None for a load too heavy to move. By Neverwhere, the weight counts instead of the points.
    """

    readied: int
    readied_max: int
    stowed: int
    stowed_max: int
    tier: int
    move: Feet | None
    rule: RuleId
    kilograms: Kilograms | None = None
    ac_mod: int = 0
    strained: bool = False
    """Whether it costs fatigue every round."""

    @property
    def over(self) -> bool:
        """Whether the person is encumbered."""
        return self.tier > 0

    @property
    def slow(self) -> bool:
        """Whether it is too much to run, or to move twice in a delve round."""
        return self.move is None or (self.over and self.move <= SLOW)

    @property
    def says(self) -> str:
        """The load in words."""
        if not self.over:
            return "not encumbered"
        return "too heavy to move" if self.move is None else f"burdened, Move {self.move} ft"


def load(known: Campaign, person: Person, taken: Iterable[Thing] = (), how: Worn = Worn.STOWED) -> Load:
    """A person's load by Sovereign or Neverwhere, now or with `taken` added, carried as `how` says."""
    readied, stowed = _points(known.things, person.id)
    for thing in taken:
        before = known.things.get(thing.id)
        if before is not None and isinstance(before.place, Carried) and before.place.by == person.id:
            readied -= before.points if before.place.how is Worn.READIED else 0
            stowed -= before.points if before.place.how is Worn.STOWED else 0
        readied += thing.points if how is Worn.READIED else 0
        stowed += thing.points if how is Worn.STOWED else 0
    if known.house.encumbrance is Encumbrance.NEVERWHERE:
        return _by_neverwhere(person, readied, stowed)
    return _by_sovereign(person, readied, stowed)


@remembering(1024)
def _points(things: Mapping[ThingId, Thing], bearer: PersonId) -> tuple[int, int]:
    """The points of what a person carries: readied, and stowed."""
    readied, stowed = (by_bearer(things, worn).get(bearer, ()) for worn in (Worn.READIED, Worn.STOWED))
    return sum(thing.points for thing in readied), sum(thing.points for thing in stowed)


@remembering(1024)
def _by_sovereign(person: Person, readied: int, stowed: int) -> Load:
    most_readied, most_stowed = bridge.load_limits(person)
    tier = load_tier(readied - most_readied, stowed - most_stowed)
    move = None if tier > STEPS else Feet(loaded_move(USUAL_MOVE, tier))
    return Load(readied, most_readied, stowed, most_stowed, tier, move, overload.id)


def slowest(known: Campaign, people: Iterable[Person]) -> tuple[Person, Load] | None:
    """The person whose load slows them most, if anybody is slowed."""
    laden = [(person, load(known, person)) for person in people]
    slowed = [(person, burden) for person, burden in laden if burden.over]
    return min(slowed, key=lambda pair: -1 if pair[1].move is None else pair[1].move, default=None)


def weight(points: int) -> Kilograms:
    """The weight of points of load, by Sovereign's table of bulk."""
    return Kilograms(points * BULK_POUNDS * KILOGRAMS_IN_A_POUND / BULK_POINTS)


@remembering(1024)
def _by_neverwhere(person: Person, readied: int, stowed: int) -> Load:
    """The load by Neverwhere: its level is the tier, and its factor reduces Sovereign's Move."""
    most_readied, most_stowed = bridge.load_limits(person)
    kilograms = weight(readied + stowed)
    level = encumbrance(Script(), Burden(kilograms, bridge.neverwhere(person).basic_lift))
    common = (readied, most_readied, stowed, most_stowed)
    if isinstance(level, Immovable):
        return Load(*common, TOO_HEAVY, None, encumbrance.id, kilograms)
    move = Feet(int(USUAL_MOVE * level.move_factor))
    return Load(*common, level.index, move, encumbrance.id, kilograms, level.ac_mod, level.strained)
