"""What somebody carries comes to, by the book whose points the house counts, and what too much of it does."""

from __future__ import annotations

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
from undercroft.table.campaign import Campaign, by_bearer
from undercroft.table.house import Encumbrance
from undercroft.table.names import PersonId, ThingId
from undercroft.table.people import Person
from undercroft.table.things import Carried, Thing, Worn

TOO_HEAVY = 5
"""Beyond the heaviest level that can be moved."""

SLOW = Feet(loaded_move(USUAL_MOVE, 1))
"""Nobody who is no faster than this runs, or moves on twice in a delve round."""


class Load(Struct, frozen=True):
    """Points at hand and packed away, how many there may be, and how fast that leaves somebody.

    `move` is None for whoever cannot take a step with it. By Neverwhere it is the weight of all that counts.
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
    """It costs fatigue every round."""

    @property
    def over(self) -> bool:
        """More than they can carry with ease."""
        return self.tier > 0

    @property
    def slow(self) -> bool:
        """Too much for a run, or for a second move in a delve round."""
        return self.move is None or (self.over and self.move <= SLOW)

    @property
    def says(self) -> str:
        """What it means, in words."""
        if not self.over:
            return "carried with ease"
        return "too heavy to move" if self.move is None else f"burdened, Move {self.move} ft"


def load(known: Campaign, person: Person, taken: Iterable[Thing] = (), how: Worn = Worn.STOWED) -> Load:
    """What somebody carries, at once, by Sovereign or Neverwhere; or would carry if they took this, in that way."""
    points = dict(_points(known.things, person.id))
    for thing in taken:
        before = known.things.get(thing.id)
        if before is not None and isinstance(before.place, Carried) and before.place.by == person.id:
            points[before.place.how] -= before.points
        points[how] += thing.points
    readied, stowed = points[Worn.READIED], points[Worn.STOWED]
    if known.house.encumbrance is Encumbrance.NEVERWHERE:
        return _by_neverwhere(person, readied, stowed)
    return _by_sovereign(person, readied, stowed)


@remembering(1024)
def _points(things: Mapping[ThingId, Thing], bearer: PersonId) -> Mapping[Worn, int]:
    """What somebody has about them weighs, by how they carry it."""
    return {worn: sum(thing.points for thing in by_bearer(things, worn).get(bearer, ())) for worn in Worn}


def _by_sovereign(person: Person, readied: int, stowed: int) -> Load:
    most_readied, most_stowed = bridge.load_limits(person)
    tier = load_tier(readied - most_readied, stowed - most_stowed)
    move = None if tier > STEPS else Feet(loaded_move(USUAL_MOVE, tier))
    return Load(readied, most_readied, stowed, most_stowed, tier, move, overload.id)


def slowest(known: Campaign, people: Iterable[Person]) -> tuple[Person, Load] | None:
    """Who of them is slowed most by what they carry, if anybody is slowed."""
    laden = [(person, load(known, person)) for person in people]
    slowed = [(person, burden) for person, burden in laden if burden.over]
    return min(slowed, key=lambda one: -1 if one[1].move is None else one[1].move, default=None)


def weight(points: int) -> Kilograms:
    """What so many points of load weigh, by Sovereign's table of bulk."""
    return Kilograms(points * BULK_POUNDS * KILOGRAMS_IN_A_POUND / BULK_POINTS)


def _by_neverwhere(person: Person, readied: int, stowed: int) -> Load:
    """The level of encumbrance is the tier; Move is the share of a Sovereign stride that Neverwhere leaves."""
    most_readied, most_stowed = bridge.load_limits(person)
    kilograms = weight(readied + stowed)
    level = encumbrance(Script(), Burden(kilograms, bridge.neverwhere(person).basic_lift))
    common = (readied, most_readied, stowed, most_stowed)
    if isinstance(level, Immovable):
        return Load(*common, TOO_HEAVY, None, encumbrance.id, kilograms)
    move = Feet(int(USUAL_MOVE * level.move_factor))
    return Load(*common, level.index, move, encumbrance.id, kilograms, level.ac_mod, level.strained)
