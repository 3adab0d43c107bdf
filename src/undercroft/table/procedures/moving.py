"""Moving on: a group goes through a door, carefully or with a crash, and finds out what keeps it from going.

A group moves as one. In delve rounds it goes at delve speed to the next zone, or walks or runs through as many as it
knows the doors of, until a trap, a shut door or somebody in its way stops it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.exposure import Explored, mapping
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import encounters, traps
from undercroft.table.campaign import Campaign, Group
from undercroft.table.doors import PASSABLE, beyond, change
from undercroft.table.entering import enter
from undercroft.table.loads import slowest
from undercroft.table.names import DoorId, GroupId, ZoneId
from undercroft.table.play import Play
from undercroft.table.procedures import pacing
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity, Clockwork
from undercroft.table.procedures.exploring import arrive, did, held_back
from undercroft.table.procedures.paths import SHUT_FAST, barring, paths
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenSite
from undercroft.table.sightings import ObstacleSeen, obstacle_as_seen
from undercroft.table.sites import Door, DoorState, Zone
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only
from undercroft.table.working import at_work

_ACTIVITY = {Speed.DELVE: Activity.MOVE, Speed.WALK: Activity.WALK, Speed.RUN: Activity.RUN}
_DID = {Speed.DELVE: "moved on", Speed.WALK: "walked", Speed.RUN: "ran"}


class Move(Command, frozen=True, tag="move"):
    """A group goes through a door, or an open way; softly and at delve speed unless said otherwise.

    Whoever walks or runs may go on through further doors.
    """

    group: GroupId
    door: DoorId
    style: Style = Style.SOFT
    speed: Speed = Speed.DELVE
    then: Annotated[tuple[DoorId, ...], Meta(max_length=200)] = ()


class NoWayThrough(Event, frozen=True, tag="table.no-way-through"):
    """This way leads nowhere from this side."""

    group: GroupId
    door: DoorId


def _move(play: Play, act: Move) -> None:
    """They go as far as they get; who finds the first door shut has not moved, and has lost no time."""
    movers = tuple(person.id for person in play.now.able_in(act.group))
    passed, sprung = 0, list[int]()
    for id in (act.door, *act.then):
        clock = clock_of(play.group(act.group))
        door = _opened(play, act.group, id)
        if door is None:
            break
        if not passed:
            for who in movers:
                did(play, who, _ACTIVITY[act.speed], _DID[act.speed])
        passed += 1
        _go_through(play, act, door)
        if traps.on_entering(play, act.group, id, act.style, act.speed):
            sprung.append(passed)
        if sprung or _met(play, act.group) or clock_of(play.group(act.group)) is not clock:
            break
    if passed and act.speed is Speed.WALK:
        pacing.walked(play, passed, tuple(sprung))
    elif passed and act.speed is Speed.RUN:
        pacing.ran(play, act.group, movers, passed, tuple(sprung))


def _opened(play: Play, group: GroupId, id: DoorId) -> Door | None:
    """The door if one can go through it now: a closed one is opened, and what bars the way is found out."""
    there = play.group(group)
    if there.site is None or there.zone is None:
        return None
    site, to = play.now.sites[there.site], group_audience(group)
    door = site.doors[id]
    if door.one_way not in (None, there.zone) or there.zone not in door.between:
        play.tell(NoWayThrough(group, id), to=to)
        return None
    obstacle = barring(site.obstacles.values(), there.zone, beyond(door, there.zone))
    if obstacle is not None:
        play.tell(ObstacleSeen(site.id, obstacle_as_seen(obstacle)), to=to)
        return None
    if door.state in PASSABLE:
        return door
    opens = door.state is DoorState.CLOSED or (door.state is DoorState.BARRED and door.barred_from == there.zone)
    change(play, there, door, DoorState.OPEN if opens else door.state)
    return play.now.door(site.id, id) if opens else None


def _go_through(play: Play, act: Move, door: Door) -> None:
    """They are on the other side; a door that closes by itself does so behind them unless it is spiked."""
    before = play.group(act.group)
    zone = beyond(door, before.zone)
    explored = play.now.house.applied(mapping, Explored(((zone, act.speed),)))
    enter(play, act.group, act.style)
    arrive(play, act.group, zone, mapped=zone in mapping(Script(), explored).mapped)
    _head(play, act.group, play.now.zone_of(before), play.now.zone_of(play.group(act.group)))
    if door.closes_itself and not door.spiked and door.state is DoorState.OPEN:
        change(play, play.group(act.group), door, DoorState.CLOSED)


def _head(play: Play, group: GroupId, before: Zone | None, after: Zone | None) -> None:
    """Remember which way they were going: what comes in delve rounds comes from a side of that."""
    scene = play.group(group).scene
    if not isinstance(scene, DelveRound) or before is None or after is None or before.level != after.level:
        return
    facing = heading(before, after)
    if facing != scene.facing:
        play.go_on(group, replace(scene, facing=facing))


def heading(before: Zone, after: Zone) -> int:
    """The direction from one zone to another as they are drawn, in degrees from north."""
    (x, y), (further_x, further_y) = _middle(before), _middle(after)
    return round(degrees(atan2(further_x - x, y - further_y))) % 360


def _middle(zone: Zone) -> tuple[int, int]:
    """Twice the middle of a zone, so that it is whole."""
    shape = zone.shape
    return 2 * shape.x + shape.width, 2 * shape.y + shape.height


def _met(play: Play, group: GroupId) -> bool:
    """Whether somebody stands in their way; who went too fast is not ready for them."""
    there = play.group(group)
    if there.site is None:
        return False
    here = play.now.sites[there.site].creatures.values()
    met = any(one.zone == there.zone and not one.ambush for one in here)
    if met:
        encounters.catch_off_guard(play, group)
    return met


def _may_move(known: Campaign, seat: SeatId, act: Move) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    clock = clock_of(group) if group is not None else None
    if group is None or clock is None:
        yield Reason("not_exploring", "They are not exploring a site.")
        return
    yield from dict.fromkeys((*_along(known, group, act), *_in_time(known, group, clock, act)))


def _along(known: Campaign, group: Group, act: Move) -> Iterable[Reason]:
    """What is known to bar the way."""
    seen, zone = known.seen_by(group), group.zone
    for id in (act.door, *act.then):
        door = seen.doors.get(id) if seen is not None else None
        if seen is None or door is None or zone not in door.between:
            yield Reason("no_door", "They know of no such way here.")
            return
        if door.state in SHUT_FAST:
            yield Reason("door_shut", f"The {door.name} is {door.state}.")
        there = beyond(door, zone)
        obstacle = barring(seen.obstacles.values(), zone, there)
        if obstacle is not None:
            yield Reason("obstacle", f"The {obstacle.name} is in the way.")
        zone = there


def _in_time(known: Campaign, group: Group, clock: Clockwork, act: Move) -> Iterable[Reason]:
    """Who has no time left for it, and who cannot go so far or so fast."""
    yield from held_back(known, group)
    if not isinstance(group.scene, DelveRound) and (act.speed is not Speed.DELVE or act.then):
        yield Reason("one_room", f"In a {clock.called} they go from one room to the next.")
        return
    for person in known.able_in(group.id):
        yield from at_work(known, person.id)
        yield from clock.hindrances(known, group, person.id, _ACTIVITY[act.speed])
        far = pacing.too_far(known, person, act.speed, 1 + len(act.then))
        yield from (reason for reason in (far, pacing.burdened(known, group, person, act.speed)) if reason is not None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        clock = clock_of(group)
        seen = known.seen_by(group)
        if clock is None or seen is None or group.zone is None:
            continue
        delving = isinstance(group.scene, DelveRound)
        for door in seen.doors.values():
            if group.zone in door.between:
                where = _named(seen, beyond(door, group.zone))
                act = Move(group.id, door.id)
                step = None if delving else clock.step
                yield _offer(known, act, f"{group.name}: through the {door.name}{where}", step)
        if delving:
            yield from _fast_offers(known, group, seen, group.zone)


def _fast_offers(known: Campaign, group: Group, seen: SeenSite, zone: ZoneId) -> Iterable[Offer]:
    """Every zone they have been in and can get back to, at a walk and at a run."""
    for there, doors in paths(seen, zone).items():
        if there in seen.zones:
            for speed, how in ((Speed.WALK, "walk"), (Speed.RUN, "run")):
                act = Move(group.id, doors[0], speed=speed, then=doors[1:])
                yield _offer(known, act, f"{group.name}: {how}{_named(seen, there)}", None)


def _named(seen: SeenSite, zone: ZoneId) -> str:
    return f" to {seen.zones[zone].name}" if zone in seen.zones else ""


def _offer(known: Campaign, act: Move, label: str, seconds: Seconds | None) -> Offer:
    """A way on; whoever is slowest under their load is named with it."""
    slow = slowest(known, known.able_in(act.group))
    pace = f" ({slow[0].name}: {slow[1].says})" if slow is not None else ""
    return Offer(act, f"{label}{pace}", seconds=seconds, refused=tuple(_may_move(known, REFEREE, act)))


ROOM = Room(
    arms={NoWayThrough: unchanged},
    steps={Move: _move},
    refusals={Move: _may_move},
    offers=_offers,
    words={NoWayThrough: lambda _, __: "There is no way through from this side."},
)
