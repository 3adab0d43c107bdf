"""The day of the campaign, and its part, in words."""

from __future__ import annotations

from undercroft.kernel.units import DAY, HOUR, Seconds
from undercroft.table.campaign import Campaign

_PARTS = ((5, "night"), (11, "morning"), (13, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))


def day(known: Campaign, at: Seconds) -> str:
    """Such as Day 2, morning."""
    number, within = divmod(known.day_begins + at, DAY)
    part = next(name for until, name in _PARTS if within < until * HOUR)
    return f"Day {number + 1}, {part}"
