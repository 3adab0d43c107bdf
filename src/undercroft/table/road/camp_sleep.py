"""Sleep in a camp: who is on watch when, how long each character sleeps, and what breaks their sleep."""

from collections.abc import Iterable

from undercroft.kernel.units import DAY, HOUR, Seconds
from undercroft.table.bridge.time_units import ROAD, SLEEP_HOURS, next_dawn
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Watchkeeping
from undercroft.table.state.ids import PersonId
from undercroft.table.state.journeys import Camp

SLEEP = Seconds(SLEEP_HOURS * HOUR)
"""A full night's sleep."""


NIGHT = Seconds(DAY - ROAD)
"""From the end of a day on the road to the next dawn: the time that the watches divide."""


def asleep(campaign: Campaign, camp: Camp, who: PersonId, began: Seconds, until: Seconds) -> Seconds:
    """How long a character has slept by then, at most a full night's sleep."""
    dawn = next_dawn(campaign, camp.since)
    start = max(began, _bedtime(campaign, camp))
    on_watch = sum(overlap(start, until, *span) for span in _watches_of(camp, dawn, who))
    return Seconds(min(SLEEP, camp.slept.get(who, 0) + max(0, until - start) - on_watch))


def _bedtime(campaign: Campaign, camp: Camp) -> Seconds:
    """When a camp goes to sleep."""
    evening = campaign.house.watchkeeping is Watchkeeping.EVENING
    return Seconds(max(camp.since, next_dawn(campaign, camp.since) - (NIGHT if evening else SLEEP)))


def stretches_of(
    campaign: Campaign, camp: Camp, who: PersonId, began: Seconds, until: Seconds
) -> tuple[tuple[Seconds, Seconds], ...]:
    """The stretches that a character has slept by then: their watches break the night, and so does the night's die.

    After an encounter at midnight sleep begins again, however short the encounter was.
    """
    before, start = list(camp.stretches.get(who, ())), Seconds(max(began, _bedtime(campaign, camp)))
    found: list[tuple[Seconds, Seconds]] = []
    for awake, back in sorted(_watches_of(camp, next_dawn(campaign, camp.since), who)):
        if start < (ends := Seconds(min(awake, until))):
            found.append((start, ends))
        start = max(start, Seconds(min(back, until)))
    if start < until:
        found.append((start, until))
    if before and found and before[-1][1] == found[0][0] and not camp.woken:
        found[0] = (before.pop()[0], found[0][1])
    return (*before, *found)


def _watches_of(camp: Camp, dawn: Seconds, who: PersonId) -> Iterable[tuple[int, int]]:
    """When a character is on watch."""
    begins, count = max(camp.since, dawn - NIGHT), len(camp.watches)
    for number, keepers in enumerate(camp.watches):
        if who in keepers:
            yield watch_begins(begins, dawn, number, count), watch_begins(begins, dawn, number + 1, count)


def watch_begins(begins: int, dawn: int, number: int, count: int) -> int:
    """When one of the watches that divide a night begins, or the last of them ends."""
    return begins + (dawn - begins) * number // count


def overlap(start: int, end: int, other_start: int, other_end: int) -> int:
    """How long two stretches of time have in common."""
    return max(0, min(end, other_end) - max(start, other_start))


def turns_of_the_night(campaign: Campaign, camp: Camp, began: Seconds, until: Seconds) -> tuple[Seconds, ...]:
    """When people go to bed or get up for a watch between two times, and the later of these times."""
    dawn, keepers = next_dawn(campaign, camp.since), {who for watch in camp.watches for who in watch}
    turns = {Seconds(at) for who in keepers for span in _watches_of(camp, dawn, who) for at in span}
    return (*sorted(at for at in {*turns, _bedtime(campaign, camp)} if began < at < until), until)


def is_in_bed(campaign: Campaign, camp: Camp, who: PersonId, at: Seconds) -> bool:
    """Whether a camp sleeps at a time, and a character does not keep watch then."""
    return at >= _bedtime(campaign, camp) and who not in awake_at(campaign, camp, at)


def awake_at(campaign: Campaign, camp: Camp, at: Seconds) -> tuple[PersonId, ...]:
    """Who is on watch at a time."""
    dawn = next_dawn(campaign, camp.since)
    keepers = dict.fromkeys(who for watch in camp.watches for who in watch)
    return tuple(who for who in keepers if any(start <= at < end for start, end in _watches_of(camp, dawn, who)))
