"""The clock in words: time of day, day of the campaign."""

from __future__ import annotations

from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table.campaign import Campaign

_PARTS = ((5, "night"), (11, "morning"), (13, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))


def time_of_day(known: Campaign, at: Seconds) -> str:
    """Such as 11:10."""
    hours, rest = divmod((known.day_begins + at) % DAY, HOUR)
    return f"{hours:02}:{rest // MINUTE:02}"


def day(known: Campaign, at: Seconds) -> str:
    """Such as Day 2, morning."""
    number, within = divmod(known.day_begins + at, DAY)
    part = next(name for until, name in _PARTS if within < until * HOUR)
    return f"Day {number + 1}, {part}"
