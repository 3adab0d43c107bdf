"""What somebody carries comes to: points at hand and packed away, and what too many of them do."""

from __future__ import annotations

from msgspec import Struct

from undercroft.books.sovereign.encumbrance import USUAL_MOVE, Burden, Carried, overload
from undercroft.kernel.script import Script
from undercroft.kernel.units import Feet
from undercroft.table import bridge
from undercroft.table.campaign import Campaign
from undercroft.table.people import Person
from undercroft.table.things import Worn


class Load(Struct, frozen=True):
    """Points at hand and packed away, how many there may be, and how fast that leaves somebody.

    `move` is None for whoever cannot take a step with it.
    """

    readied: int
    readied_max: int
    stowed: int
    stowed_max: int
    tier: int
    move: Feet | None

    @property
    def over(self) -> bool:
        """More than they can carry with ease."""
        return self.tier > 0

    @property
    def says(self) -> str:
        """What it means, in words."""
        if not self.over:
            return "carried with ease"
        return "too heavy to move" if self.move is None else f"burdened, Move {self.move} ft"


def load(known: Campaign, person: Person) -> Load:
    """What somebody carries, by Sovereign."""
    readied = sum(thing.points for thing in known.carried_by(person.id, Worn.READIED))
    stowed = sum(thing.points for thing in known.carried_by(person.id, Worn.STOWED))
    most_readied, most_stowed = bridge.load_limits(person)
    outcome = overload(Script(), Burden(person.sheet.strength, readied, stowed, USUAL_MOVE))
    if isinstance(outcome, Carried):
        return Load(readied, most_readied, stowed, most_stowed, outcome.tier, outcome.move)
    return Load(readied, most_readied, stowed, most_stowed, TOO_HEAVY, None)


TOO_HEAVY = 3
"""Beyond the second push of one's limits."""
