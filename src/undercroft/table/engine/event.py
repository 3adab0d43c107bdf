"""Events: what has happened, how it changes the campaign, and how the log tells it."""

from typing import ClassVar

from msgspec import Struct

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


class SecretEvent(Event, frozen=True):
    """An event for the referee alone."""

    secret: ClassVar[bool] = True
