"""The day by the campaign's clock: its number, its dawn, and what is left of its hours on the road."""

from __future__ import annotations

from fractions import Fraction

from undercroft.kernel.units import DAY, HOUR, Seconds
from undercroft.table.bridge_clock import DAWN, TRAVEL_HOURS
from undercroft.table.campaign import Campaign, Group

ROAD = Seconds(TRAVEL_HOURS * HOUR)
"""How long a day on the road lasts."""


def day_number(campaign: Campaign, at: Seconds) -> int:
    """The campaign's day at that time, the first is 1."""
    return (campaign.day_begins + at) // DAY + 1


def dawn_of(campaign: Campaign, day: int) -> Seconds:
    """When that day's road begins, on the campaign's clock; before the campaign it may be below nothing."""
    return Seconds((day - 1) * DAY + DAWN - campaign.day_begins)


def next_dawn(campaign: Campaign, at: Seconds) -> Seconds:
    """The first dawn after that time."""
    today = dawn_of(campaign, day_number(campaign, at))
    return today if today > at else Seconds(today + DAY)


def midnight_before(dawn: Seconds) -> Seconds:
    """The midnight of the night that ends with that dawn."""
    return Seconds(dawn - DAWN)


def day_is_over(campaign: Campaign, group: Group, day: int) -> bool:
    """Whether the hours of that day on the road are used up."""
    return group.time >= dawn_of(campaign, day) + ROAD


def points_gone(campaign: Campaign, at: Seconds, tp_max: Fraction) -> Fraction:
    """The travel points that the hours since dawn were worth."""
    since = max(0, at - dawn_of(campaign, day_number(campaign, at)))
    return min(tp_max, since * tp_max / ROAD)
