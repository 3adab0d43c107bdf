"""The day of the campaign in words, and how long ago something was written."""

from datetime import UTC, datetime

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table.state.campaign import Campaign

_PARTS = ((5, "night"), (11, "morning"), (13, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))


def day(known: Campaign, at: Seconds) -> str:
    """Such as Day 2, morning."""
    number, within = divmod(known.day_begins + at, DAY)
    part = next(name for until, name in _PARTS if within < until * HOUR)
    return f"Day {number + 1}, {part}"


def is_night(known: Campaign, at: Seconds) -> bool:
    """Whether people are usually asleep at that time of day."""
    return day(known, at).endswith(" night")


def ago(wall: str, now: datetime) -> str:
    """How long ago a moment in UTC was, seen from another.

    >>> noon = datetime(2026, 2, 7, 12, tzinfo=UTC)
    >>> days = ("07T11:59:30", "07T11:56:00", "07T10:00:00", "06T09:00:00", "01T09:00:00")
    >>> [ago(f"2026-02-{day}Z", noon) for day in days]
    ['just now', '4 minutes ago', '2 hours ago', 'yesterday', '2026-02-01']
    >>> ago("long ago", noon)
    'long ago'
    """
    try:
        then = datetime.fromisoformat(wall)
    except ValueError:
        return wall
    seconds = int((now - then.astimezone(UTC)).total_seconds())
    if seconds < MINUTE:
        return "just now"
    if seconds < HOUR:
        return f"{counted(seconds // MINUTE, 'minute')} ago"
    if seconds < DAY:
        return f"{counted(seconds // HOUR, 'hour')} ago"
    return "yesterday" if seconds < 2 * DAY else wall[:10]
