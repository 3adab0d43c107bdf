"""Times of day and lengths of time in words."""

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Timer


def time_of_day(campaign: Campaign, at: int) -> str:
    """The time of day to the minute, rounded down, such as 11:10."""
    hours, rest = divmod((campaign.day_begins + at) % DAY, HOUR)
    return f"{hours:02}:{rest // MINUTE:02}"


def moment(campaign: Campaign, at: int) -> str:
    """A time of the campaign's clock: `day 1, 08:10`."""
    return f"day {(campaign.day_begins + at) // DAY + 1}, {time_of_day(campaign, at)}"


def spell(seconds: int) -> str:
    """A length of time in words; seconds are left out from an hour on.

    >>> spell(50), spell(4200), spell(36_001), spell(604_800), spell(90_000), spell(0)
    ('50 s', '1 h 10 min', '10 h', '7 days', '1 day 1 h', 'no time')
    """
    left = max(0, seconds)
    days, hours, minutes = left // DAY, left % DAY // HOUR, left % HOUR // MINUTE
    parts = [counted(days, "day")] if days else []
    parts += [f"{hours} h"] if hours else []
    parts += [f"{minutes} min"] if minutes else []
    parts += [f"{left % MINUTE} s"] if left % MINUTE and left < HOUR else []
    return " ".join(parts) or "no time"


def time_left(timer: Timer, now: Seconds) -> str:
    """How long a timer still runs: `20 min`, `2 uses`, or `until ended`."""
    if not timer.endless:
        return spell(Seconds(max(0, timer.due - now)))
    return "until ended" if timer.uses is None else counted(timer.uses, "use")
