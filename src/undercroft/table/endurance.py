"""Endurance: how long somebody has been running, and when that was too long."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import PersonId
from undercroft.table.people import Condition
from undercroft.table.rooms import Event, Room

EXHAUSTED = "exhausted"
"""The condition of whoever ran too long."""


class RunCounted(Event, frozen=True, tag="table.run-counted"):
    """Somebody has run so many rounds without a break."""

    who: PersonId
    run_rounds: int


class RanTooLong(Event, frozen=True, tag="table.ran-too-long"):
    """Somebody is Exhausted: no fatigue points are left, and none come back before a long rest."""

    who: PersonId
    since: Seconds


def _counted(campaign: Campaign, event: RunCounted) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, run_rounds=event.run_rounds))


def _too_long(campaign: Campaign, event: RanTooLong) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    others = tuple(one for one in person.conditions if one.name != EXHAUSTED)
    exhausted = Condition(EXHAUSTED, event.since)
    return with_person(campaign, replace(person, fp=0, conditions=(*others, exhausted)))


def _name(now: Campaign, who: PersonId) -> str:
    return now.people[who].name if who in now.people else who


ROOM = Room(
    arms={RunCounted: _counted, RanTooLong: _too_long},
    words={RanTooLong: lambda now, it: f"{_name(now, it.who)} is Exhausted."},
)
