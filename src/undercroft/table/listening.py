"""Listening at a door, for what is behind it."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.sovereign.doors import Heard as Sounds
from undercroft.books.sovereign.doors import Listening, door_listen
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign
from undercroft.table.doors import at_a_shut_door, beyond, standing_at
from undercroft.table.names import DoorId, PersonId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.sites import Noise
from undercroft.table.telling import group as group_audience


class Listen(Command, frozen=True, tag="listen"):
    """Listen at a door."""

    who: PersonId
    door: DoorId


class Heard(Event, frozen=True, tag="table.heard"):
    """What was heard at a door; nothing, if nothing."""

    door: DoorId
    who: PersonId
    sounds: tuple[str, ...]


def _listen(play: Play, act: Listen) -> None:
    person, group, door = standing_at(play, act.who, act.door)
    there = beyond(door, group.zone)
    behind = [one for one in play.site_of(group).creatures.values() if one.zone == there]
    given = Listening(
        loud=tuple(one.activity or one.name for one in behind if one.noise == Noise.LOUD),
        quiet=tuple(one.activity or one.name for one in behind if one.noise == Noise.QUIET),
        mod=bridge.check(person, Attribute.WIS, Skill.NOTICE),
    )
    heard = play.settle(door_listen, given, by=person.seat, who=person.id, to=group_audience(group.id))
    play.tell(Heard(door.id, act.who, heard.heard), to=group_audience(group.id))
    did(play, act.who, Activity.LISTEN, f"listened at the {door.name}")


def _may_listen(known: Campaign, seat: SeatId, act: Listen) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.LISTEN)
    yield from at_a_shut_door(known, act.who, act.door)


def listening(known: Campaign, seat: SeatId, act: Listen, label: str) -> Offer:
    """The chance is that of hearing something quiet, whether or not anything is there."""
    ear = Listening((), ("something",), bridge.check(known.people[act.who], Attribute.WIS, Skill.NOTICE))
    refused = tuple(_may_listen(known, seat, act))
    return Offer(act, label, act.who, rule=door_listen, given=ear, refused=refused, sought=_hears)


def _hears(outcome: Sounds) -> bool:
    return bool(outcome.heard)


def _heard_words(now: Campaign, it: Heard) -> str:
    name = name_of(now, it.who)
    return f"{name} hears {', '.join(it.sounds)}." if it.sounds else f"{name} hears nothing."


ROOM = Room(
    arms={Heard: unchanged},
    steps={Listen: _listen},
    refusals={Listen: _may_listen},
    words={Heard: _heard_words},
)
