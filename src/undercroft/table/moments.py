"""When things happen, for people: the day of the campaign and the time of day."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.passing import StretchStopped, TimePassed
from undercroft.table.rooms import Event, Words

DAY = Seconds(24 * 60 * 60)


def moment(campaign: Campaign, at: int) -> str:
    """A time of the campaign's clock: `day 1, 08:10`."""
    day, second = divmod(campaign.day_begins + at, DAY)
    hours, minutes, seconds = second // 3600, second // 60 % 60, second % 60
    return f"day {day + 1}, {hours:02}:{minutes:02}{f':{seconds:02}' if seconds else ''}"


def spell(seconds: int) -> str:
    """How long something takes: `1 h 10 min`."""
    parts = ((seconds // 3600, "h"), (seconds // 60 % 60, "min"), (seconds % 60, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "no time"


WORDS: Mapping[type[Event], Words] = {
    TimePassed: lambda now, it: f"It is {moment(now, it.time)}.",
    StretchStopped: lambda _, it: f"{it.why.rstrip('.')}: {spell(it.left)} are left over.",
}
