"""When things happen, for people: the day of the campaign and the time of day."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.kernel.units import DAY, HOUR, MINUTE
from undercroft.table.campaign import Campaign
from undercroft.table.passing import StretchStopped, TimePassed
from undercroft.table.rooms import Event, Words


def moment(campaign: Campaign, at: int) -> str:
    """A time of the campaign's clock: `day 1, 08:10`."""
    day, second = divmod(campaign.day_begins + at, DAY)
    hours, minutes, seconds = second // HOUR, second % HOUR // MINUTE, second % MINUTE
    return f"day {day + 1}, {hours:02}:{minutes:02}{f':{seconds:02}' if seconds else ''}"


def spell(seconds: int) -> str:
    """How long something takes: `1 h 10 min`."""
    left = max(0, seconds)
    parts = ((left // HOUR, "h"), (left % HOUR // MINUTE, "min"), (left % MINUTE, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "no time"


WORDS: Mapping[type[Event], Words] = {
    TimePassed: lambda now, it: f"It is {moment(now, it.time)}.",
    StretchStopped: lambda _, it: f"{it.why.rstrip('.')}: {spell(it.left)} are left over.",
}
