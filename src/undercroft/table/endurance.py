"""Endurance: how long somebody has been running."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import PersonId
from undercroft.table.rooms import Event, Room


class RunCounted(Event, frozen=True, tag="table.run-counted"):
    """Somebody has run so many rounds without a break."""

    who: PersonId
    run_rounds: int


def _counted(campaign: Campaign, event: RunCounted) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, run_rounds=event.run_rounds))


ROOM = Room(arms={RunCounted: _counted})
