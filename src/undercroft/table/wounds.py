"""Wounds: hit points lost."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import PersonId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room
from undercroft.table.telling import Audience


class Hurt(Event, frozen=True, tag="table.hurt"):
    """Somebody has so many hit points left."""

    who: PersonId
    hp: int
    cause: str


def _hurt(campaign: Campaign, event: Hurt) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, hp=event.hp))


def hurt(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Somebody loses hit points."""
    play.tell(Hurt(who, max(0, play.now.people[who].hp - amount), cause), to=to)


ROOM = Room(
    arms={Hurt: _hurt},
    words={Hurt: lambda now, it: f"{now.people[it.who].name} has {it.hp} hit points left: {it.cause}."},
)
