"""When something was written, as people say it: by how long ago it is, while that is easily said."""

from __future__ import annotations

from datetime import UTC, datetime

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import DAY, HOUR, MINUTE


def ago(wall: str, now: datetime) -> str:
    """A moment in UTC, seen from another.

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
