"""Wounds: harm takes hit points."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import PersonId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room
from undercroft.table.telling import Audience


class Hurt(Event, frozen=True, tag="table.hurt"):
    """Somebody was hurt, by so much, and has so many hit points now."""

    who: PersonId
    hp: int
    amount: int
    cause: str


def _hurt(campaign: Campaign, event: Hurt) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, hp=event.hp))


def hurt(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Somebody is hurt."""
    play.tell(Hurt(who, max(0, play.now.people[who].hp - amount), amount, cause), to=to)


def _words(now: Campaign, it: Hurt) -> str:
    name = now.people[it.who].name if it.who in now.people else it.who
    return f"{name} takes {it.amount} from {it.cause}."


ROOM = Room(arms={Hurt: _hurt}, words={Hurt: _words})
