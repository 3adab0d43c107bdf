"""What can be done about the doors before people, as it is offered."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.sovereign.doors import door_pick
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.doors import ROOM as DOORS
from undercroft.table.doors import SHUT, CloseDoor, OpenDoor, doors_before
from undercroft.table.listening import Listen, listening
from undercroft.table.locks import PickLock, lock, may_pick
from undercroft.table.names import DoorId
from undercroft.table.people import Person
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.rooms import Offer, Room
from undercroft.table.seen import SeenDoor
from undercroft.table.sites import Door, DoorState


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, door in doors_before(known, seat):
        yield from _at(known, seat, person, door)


def _at(known: Campaign, seat: SeatId, person: Person, door: SeenDoor) -> Iterable[Offer]:
    """What can be done about one door."""
    who, name, what = person.id, person.name, door.name
    group = known.group_of(who)
    clock = clock_of(group) if group is not None else None
    step = clock.step if clock is not None else None
    if door.state == DoorState.OPEN:
        yield _simply(known, seat, CloseDoor(who, door.id), f"{name}: close the {what}")
    if door.state in SHUT:
        yield _simply(known, seat, OpenDoor(who, door.id), f"{name}: open the {what}")
        yield listening(known, seat, Listen(who, door.id), f"{name}: listen at the {what}")
    if door.state == DoorState.LOCKED:
        pick = PickLock(who, door.id)
        refused = tuple(may_pick(known, seat, pick))
        truth = _true_door(known, person, door.id)
        given = lock(known, person, truth, door.id) if truth is not None else None
        yield Offer(pick, f"{name}: pick the lock of the {what}", who, step, door_pick, given, refused, ("open",))


def _simply(known: Campaign, seat: SeatId, act: OpenDoor | CloseDoor, label: str) -> Offer:
    """Something that takes no time of its own."""
    return Offer(act, label, act.who, refused=tuple(DOORS.refusals[type(act)](known, seat, act)))


def _true_door(known: Campaign, person: Person, door: DoorId) -> Door | None:
    """The door itself, for whoever knows the site."""
    group = known.group_of(person.id)
    site = known.site_of(group)
    return site.doors.get(door) if site is not None else None


ROOM = Room(offers=_offers)
