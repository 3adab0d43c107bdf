"""Work that takes longer than a turn: who is at it, and how."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from undercroft.books.neverwhere.digging import Role
from undercroft.kernel.units import Seconds
from undercroft.table.names import PersonId, SiteId, TimerId


class Hand(Struct, frozen=True):
    """Somebody at work: what part they have in it, how many per cent more they give, what the stretch will cost."""

    who: PersonId
    role: Role | None = None
    effort: int = 0
    fp: int = 0


class Job(Struct, frozen=True):
    """What is being done, since when, by whom. `rate` is in litres an hour where something is dug."""

    id: TimerId
    what: str
    since: Seconds
    hands: tuple[Hand, ...]
    about: str = ""
    site: SiteId | None = None
    rate: Fraction = Fraction(0)

    @property
    def workers(self) -> tuple[PersonId, ...]:
        """Everybody who is at it."""
        return tuple(hand.who for hand in self.hands)
