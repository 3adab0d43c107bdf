"""When something was written, as people say it: by how long ago it is, while that is easily said."""

from __future__ import annotations

from datetime import UTC, datetime

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


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
    if seconds < _MINUTE:
        return "just now"
    if seconds < _HOUR:
        return _counted(seconds // _MINUTE, "minute")
    if seconds < _DAY:
        return _counted(seconds // _HOUR, "hour")
    return "yesterday" if seconds < 2 * _DAY else wall[:10]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'} ago"
