"""Moving on: a group goes through a door, carefully or with a crash, and finds out what keeps it from going."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.sovereign.entry import Style
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.doors import PASSABLE, beyond, change
from undercroft.table.names import DoorId, GroupId
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import arrive, did, held_back
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenDoor
from undercroft.table.sites import DoorState
from undercroft.table.whose import referee_only


class Move(Command, frozen=True, tag="move"):
    """A group goes through a door, or an open way; softly unless said otherwise."""

    group: GroupId
    door: DoorId
    style: Style = Style.SOFT


def _move(play: Play, act: Move) -> None:
    """A closed door is opened on the way; one that will not open is found out, and nobody has moved."""
    group = play.group(act.group)
    if group.site is None:
        return
    door = play.now.door(group.site, act.door)
    if door.state not in PASSABLE:
        opens = door.state == DoorState.CLOSED or (door.state == DoorState.BARRED and door.barred_from == group.zone)
        change(play, group, door, DoorState.OPEN if opens else door.state)
        if not opens:
            return
    for person in play.now.able_in(act.group):
        did(play, person.id, Activity.MOVE, "moved on")
    arrive(play, act.group, beyond(door, group.zone))


def _known_way(known: Campaign, group: Group, door: DoorId) -> SeenDoor | None:
    seen = known.seen.get(group.site) if group.site is not None else None
    way = seen.doors.get(door) if seen is not None else None
    return way if way is not None and group.zone in way.between else None


def _may_move(known: Campaign, seat: SeatId, act: Move) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    clock = clock_of(group) if group is not None else None
    if group is None or clock is None:
        yield Reason("not_exploring", "They are not exploring a site.")
        return
    door = _known_way(known, group, act.door)
    if door is None:
        yield Reason("no_door", "They know of no such way here.")
    elif door.state in (DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED):
        yield Reason("door_shut", f"The {door.name} is {door.state}.")
    yield from held_back(known, group)
    for person in known.able_in(group.id):
        yield from clock.hindrances(known, group, person.id, Activity.MOVE)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        clock = clock_of(group)
        seen = known.seen.get(group.site) if group.site is not None else None
        if clock is None or seen is None:
            continue
        for door in seen.doors.values():
            if group.zone in door.between:
                act = Move(group.id, door.id)
                there = seen.zones.get(beyond(door, group.zone))
                label = f"{group.name}: through the {door.name}{f' to {there.name}' if there else ''}"
                yield Offer(act, label, seconds=clock.step, refused=tuple(_may_move(known, seat, act)))


ROOM = Room(steps={Move: _move}, refusals={Move: _may_move}, offers=_offers)
