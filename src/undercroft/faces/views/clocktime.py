"""The clock in words: time of day, day of the campaign, spans in the units of a book."""

from __future__ import annotations

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign

_DAY = 86_400
_PARTS = ((5, "night"), (11, "morning"), (13, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))


def time_of_day(known: Campaign, at: Seconds) -> str:
    """Such as 11:10."""
    hours, rest = divmod((known.day_begins + at) % _DAY, 3600)
    return f"{hours:02}:{rest // 60:02}"


def day(known: Campaign, at: Seconds) -> str:
    """Such as Day 2, morning."""
    number, within = divmod(known.day_begins + at, _DAY)
    part = next(name for until, name in _PARTS if within < until * 3600)
    return f"Day {number + 1}, {part}"


def span(seconds: int) -> str:
    """Such as 1 h 20 min."""
    hours, rest = divmod(max(0, seconds), 3600)
    minutes, left = divmod(rest, 60)
    parts = [f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes) + [f"{left} s"] * bool(left)
    return " ".join(parts) or "no time"
