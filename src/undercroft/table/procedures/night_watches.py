"""Who sleeps and who is on watch at which hour of a night in camp."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.kernel.units import DAY, HOUR, Seconds
from undercroft.table.bridge_clock import SLEEP_HOURS
from undercroft.table.campaign import Campaign
from undercroft.table.daytime import ROAD, next_dawn
from undercroft.table.house import Watchkeeping
from undercroft.table.journeys import Camp
from undercroft.table.names import PersonId

SLEEP = Seconds(SLEEP_HOURS * HOUR)
"""What anybody sleeps of a night, if nothing keeps them from it."""


NIGHT = Seconds(DAY - ROAD)
"""From the end of a day on the road to the next dawn: the time that watches share."""


def asleep(campaign: Campaign, camp: Camp, who: PersonId, began: Seconds, until: Seconds) -> Seconds:
    """How long somebody has slept by the end of that stretch, never longer than a night's sleep."""
    dawn = next_dawn(campaign, camp.since)
    evening = campaign.house.watchkeeping is Watchkeeping.EVENING
    bedtime = Seconds(max(camp.since, dawn - (NIGHT if evening else SLEEP)))
    start = max(began, bedtime)
    on_watch = sum(_overlap(start, until, *span) for span in _watches_of(camp, dawn, who))
    return Seconds(min(SLEEP, camp.slept.get(who, 0) + max(0, until - start) - on_watch))


def _watches_of(camp: Camp, dawn: Seconds, who: PersonId) -> Iterable[tuple[int, int]]:
    """The hours in which somebody is on watch."""
    begins = max(camp.since, dawn - NIGHT)
    for number, those in enumerate(camp.watches):
        if who in those:
            length = dawn - begins
            yield begins + length * number // len(camp.watches), begins + length * (number + 1) // len(camp.watches)


def _overlap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(0, min(end, other_end) - max(start, other_start))


def awake_at(campaign: Campaign, camp: Camp, at: Seconds) -> tuple[PersonId, ...]:
    """Who is on watch then."""
    dawn = next_dawn(campaign, camp.since)
    those = dict.fromkeys(who for watch in camp.watches for who in watch)
    return tuple(who for who in those if any(one <= at < other for one, other in _watches_of(camp, dawn, who)))
