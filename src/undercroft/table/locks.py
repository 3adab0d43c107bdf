"""Locks: picked, once at each level, or opened with their key."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.doors import Lock, LockHolds, Unlocked, door_pick
from undercroft.books.sovereign.equipment import Item
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.doors import at_a_door, at_a_shut_door, change, standing_at
from undercroft.table.names import DoorId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.sites import Door, DoorState
from undercroft.table.telling import group as group_audience

TOOLS = Item.THIEVES_TOOLS


class PickLock(Command, frozen=True, tag="pick_lock"):
    """Try a lock."""

    who: PersonId
    door: DoorId


class Unlock(Command, frozen=True, tag="unlock"):
    """Turn a key."""

    who: PersonId
    door: DoorId


class LockBeat(Event, frozen=True, tag="table.lock-beat"):
    """A lock was too much for somebody, at that level."""

    door: DoorId
    who: PersonId
    level: int


def _beat(campaign: Campaign, event: LockBeat) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    return with_person(campaign, replace(person, locks={**person.locks, event.door: event.level}))


def lock(known: Campaign, person: Person, door: Door | None, door_id: DoorId) -> Lock:
    """What a lock asks of somebody; a lock nobody knows better is the book's usual one."""
    given = Lock(
        mod=bridge.check(person, Attribute.DEX, Skill.SNEAK),
        has_tools=known.has(person.id, TOOLS) is not None,
        level=person.sheet.level,
        failed_at_level=person.locks.get(door_id),
    )
    return given if door is None or door.lock_dc is None else replace(given, dc=door.lock_dc)


def _pick(play: Play, act: PickLock) -> None:
    """One try at each level; it is what somebody does with their time, well or badly."""
    person, group, door = standing_at(play, act.who, act.door)
    to = group_audience(group.id)
    if door.state != DoorState.LOCKED:
        change(play, group, door, door.state, act.who)
    else:
        match play.settle(door_pick, lock(play.now, person, door, door.id), by=person.seat, who=person.id, to=to):
            case Unlocked():
                change(play, group, door, DoorState.CLOSED, act.who)
            case LockHolds():
                play.tell(LockBeat(door.id, act.who, person.sheet.level), to=to)
            case _:
                pass
    did(play, act.who, Activity.PICK, f"worked at the lock of the {door.name}")


def _unlock(play: Play, act: Unlock) -> None:
    _, group, door = standing_at(play, act.who, act.door)
    fits = door.state == DoorState.LOCKED and any(thing.id == door.key for thing in play.now.carried_by(act.who))
    change(play, group, door, DoorState.CLOSED if fits else door.state, act.who)


def may_pick(known: Campaign, seat: SeatId, act: PickLock) -> Iterable[Reason]:
    """Why somebody cannot try a lock."""
    yield from busy(known, seat, act.who, Activity.PICK)
    yield from at_a_shut_door(known, act.who, act.door)
    person, rule = known.people.get(act.who), door_pick.id
    if person is not None and known.has(act.who, TOOLS) is None:
        yield Reason("no_tools", f"{person.name} has no thieves' tools.", rule)
    if person is not None and person.locks.get(act.door, 0) >= person.sheet.level:
        yield Reason("barred", f"This lock has beaten {person.name}: not again before the next level.", rule)


def _may_unlock(known: Campaign, seat: SeatId, act: Unlock) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.OTHER)
    yield from at_a_door(known, act.who, act.door)


ROOM = Room(
    arms={LockBeat: _beat},
    steps={PickLock: _pick, Unlock: _unlock},
    refusals={PickLock: may_pick, Unlock: _may_unlock},
    words={LockBeat: lambda now, it: f"The lock has beaten {now.people[it.who].name}."},
)
