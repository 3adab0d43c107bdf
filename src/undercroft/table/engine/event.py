"""Events: what has happened, how it changes the campaign, and how the log tells it."""

from typing import ClassVar

from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened, with the resulting values."""

    secret: ClassVar[bool] = False
    """Only the referee may be told."""

    def fold(self, campaign: Campaign, /) -> Campaign:
        """Return the campaign after this event. By default it changes nothing."""
        return campaign

    def say(self, _now: Campaign, /) -> str:
        """Return a sentence for the log, or nothing for an event that has no line of its own."""
        return ""

    def as_told_to(self, _seat: SeatId, _now: Campaign, /) -> "Event | None":
        """Return this event as a player's seat is told it, by what the house lets players see; None for nothing.

        People, things and foes in it are veiled beforehand; an event with other numbers about them veils those itself.
        """
        return self


class SecretEvent(Event, frozen=True):
    """An event for the referee alone."""

    secret: ClassVar[bool] = True
