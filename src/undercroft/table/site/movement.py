"""Moving through doors, carefully or with a crash.

A group moves as one. In delve rounds it goes at delve speed to the next zone, or walks or runs through several known
doors until a trap, a shut door or a creature stops it.
"""

from collections.abc import Iterable, Mapping
from math import atan2, degrees
from typing import Annotated, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.exposure import Explored, mapping
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.kernel.remembering import remembering
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.loads import slowest
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import does
from undercroft.table.exploration import first_sight, pace
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.jobs import at_work
from undercroft.table.exploration.site_entry import arrive
from undercroft.table.exploration.spare_time import did, held_back
from undercroft.table.exploration.splitting import stray
from undercroft.table.exploration.turns import ends_by_itself
from undercroft.table.site import traps
from undercroft.table.site.doors import PASSABLE, beyond, change
from undercroft.table.site.entry_style import enter
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import DoorId, GroupId, PersonId, ZoneId
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.seen_sites import SeenObstacle, SeenSite
from undercroft.table.state.sites import Door, DoorState, Obstacle, Zone
from undercroft.table.world.darkness import is_blind
from undercroft.table.world.sight import in_view, obstacle_as_seen
from undercroft.table.world.sightings import ObstacleSeen

ACTIVITY = {Speed.DELVE: Activity.MOVE, Speed.WALK: Activity.WALK, Speed.RUN: Activity.RUN}
NO_MAP = Reason("too_dark", "In the dark a map is of no use: go on room by room.", mapping.id)
_DID = {Speed.DELVE: "moved", Speed.WALK: "walked", Speed.RUN: "ran"}


class Move(Command, frozen=True, tag="move"):
    """Move a group through a door or an open way.

    A group that walks or runs may go on through further doors. In delve rounds `who` are the delvers who go, if not all
    do; they form a group of their own until they meet the others again.
    """

    group: GroupId
    door: DoorId
    style: Style = Style.SOFT
    speed: Speed = Speed.DELVE
    then: Annotated[tuple[DoorId, ...], Meta(max_length=200)] = ()
    who: Annotated[tuple[PersonId, ...], Meta(max_length=200)] = ()
    ABOUT = About(title="Go through a door", place=Section.MAP, also=Section.TAP)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        clock = clock_of(group)
        if group is None or clock is None:
            yield not_exploring(group)
            return
        if self.who and not isinstance(group.scene, DelveRound):
            yield Reason("together", f"In a {clock.called} a group moves together: split the party first.")
        elif not set(self.who) <= set(group.members):
            yield Reason("not_the_members", "Choose members of the group.")
        time = _out_of_time(known, group.id, self.speed, 1 + len(self.then), self.who)
        yield from dict.fromkeys((*_way_barred(known, group, self), *time))

    def do(self, play: Play) -> None:
        """Go as far as possible; a group that finds the first door shut has not moved and loses no time."""
        if self.who and set(self.who) != set(play.group(self.group).members):
            replace(self, group=stray(play, self.group, self.who), who=()).do(play)
            return
        movers = tuple(person.id for person in play.now.able_in(self.group))
        passed, sprung = 0, list[int]()
        for id in (self.door, *self.then):
            clock = clock_of(play.group(self.group))
            door = _passable_door(play, self.group, id)
            if door is None:
                break
            if not passed:
                for who in movers:
                    did(play, who, ACTIVITY[self.speed], _DID[self.speed])
            passed += 1
            _go_through(play, self, door)
            if traps.on_entering(play, self.group, id, self.style, self.speed):
                sprung.append(passed)
            if sprung or _met(play, self.group) or clock_of(play.group(self.group)) is not clock:
                break
        if passed and self.speed is Speed.WALK:
            pace.walked(play, passed, tuple(sprung))
        elif passed and self.speed is Speed.RUN:
            pace.ran(play, self.group, movers, passed, tuple(sprung))


class NoWayThrough(Event, frozen=True, tag="table.no-way-through"):
    """It does not open from this side."""

    group: GroupId
    door: DoorId

    def say(self, _now: Campaign) -> str:
        return "It does not open from this side."


def _passable_door(play: Play, group: GroupId, id: DoorId) -> Door | None:
    """The door, if the group can go through it now. Opens a closed door and shows what bars the way."""
    party = play.group(group)
    if party.site is None or party.zone is None:
        return None
    site, to = play.now.sites[party.site], group_audience(group)
    door = site.doors[id]
    if door.one_way not in (None, party.zone) or party.zone not in door.between:
        play.tell(NoWayThrough(group, id), to=to)
        return None
    obstacle = barring(site.obstacles.values(), party.zone, beyond(door, party.zone))
    if obstacle is not None:
        play.tell(ObstacleSeen(site.id, obstacle_as_seen(obstacle)), to=to)
        return None
    if door.state in PASSABLE:
        return door
    opens = door.state is DoorState.CLOSED or (door.state is DoorState.BARRED and door.barred_from == party.zone)
    change(play, party, door, DoorState.OPEN if opens else door.state)
    return play.now.door(site.id, id) if opens else None


def _go_through(play: Play, move: Move, door: Door) -> None:
    """Put the group on the other side; a door that closes itself falls shut behind it unless spiked."""
    before = play.group(move.group)
    zone = beyond(door, before.zone)
    explored = play.now.house.applied(mapping, Explored(((zone, move.speed),)))
    enter(play, move.group, move.style)
    arrive(play, move.group, zone, mapped=zone in mapping(Script(), explored).mapped, through=door.name)
    _head(play, move.group, play.now.zone_of(before), play.now.zone_of(play.group(move.group)))
    if door.closes_itself and not door.spiked and door.state is DoorState.OPEN:
        change(play, play.group(move.group), door, DoorState.CLOSED)


def _head(play: Play, group: GroupId, before: Zone | None, after: Zone | None) -> None:
    """Remember the group's heading: in delve rounds, monsters come from a side relative to it."""
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
    """The middle of a zone, doubled so that it is a whole number."""
    shape = zone.shape
    return 2 * shape.x + shape.width, 2 * shape.y + shape.height


def _met(play: Play, group: GroupId) -> bool:
    """Whether creatures are in the way; they catch a group off guard that went too fast."""
    party = play.group(group)
    if party.site is None:
        return False
    nearby = play.now.sites[party.site].creatures.values()
    met = any(in_view(play.now, party, creatures) for creatures in nearby)
    if met:
        first_sight.catch_off_guard(play, group)
    return met


def _way_barred(known: Campaign, group: Group, move: Move) -> Iterable[Reason]:
    """What bars the way, as far as the group knows."""
    seen, zone = known.seen_by(group), group.zone
    for id in (move.door, *move.then):
        door = seen.doors.get(id) if seen is not None else None
        if seen is None or door is None or zone not in door.between:
            here = [door.name for door in seen.doors.values() if zone in door.between] if seen is not None else []
            exits = f" Exits here: {', '.join(here)}." if here else ""
            yield Reason("no_door", f"{does(known, group, 'know', 'knows')} no such exit here.{exits}")
            return
        if door.state in SHUT_FAST:
            yield Reason("door_shut", f"The {door.name} is {door.state}.")
        beyond_door = beyond(door, zone)
        obstacle = barring(seen.obstacles.values(), zone, beyond_door)
        if obstacle is not None:
            yield Reason("obstacle", f"The {obstacle.name} is in the way.")
        zone = beyond_door


@remembering(256)
def _out_of_time(
    known: Campaign, id: GroupId, speed: Speed, rooms: int, who: tuple[PersonId, ...]
) -> tuple[Reason, ...]:
    """Why members have no time left for a move, or cannot go so far or so fast: the same for every way."""
    return tuple(_hindrances(known, known.groups[id], speed, rooms, who))


def _hindrances(known: Campaign, group: Group, speed: Speed, rooms: int, who: tuple[PersonId, ...]) -> Iterable[Reason]:
    clock = clock_of(group)
    if clock is None:
        return
    yield from held_back(known, group)
    if not isinstance(group.scene, DelveRound) and (speed is not Speed.DELVE or rooms > 1):
        yield Reason("one_room", f"In a {clock.called} a group goes only to the next room.")
        return
    if rooms > 1 and is_blind(known, group):
        yield NO_MAP
    for person in known.able_in(group.id):
        if who and person.id not in who:
            continue
        yield from at_work(known, person.id)
        yield from clock.hindrances(known, group, person.id, ACTIVITY[speed])
        far = pace.too_far(known, person, speed, rooms)
        yield from (reason for reason in (far, pace.burdened(known, group, person, speed)) if reason is not None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        clock = clock_of(group)
        seen = known.seen_by(group)
        if clock is None or seen is None or group.zone is None:
            continue
        delving, slowed = isinstance(group.scene, DelveRound), _slowed(known, group)
        going = {person.id: ACTIVITY[Speed.DELVE] for person in known.able_in(group.id)}
        ends = clock.called if not delving and ends_by_itself(known, group, going) else ""
        for door in seen.doors.values():
            if group.zone in door.between:
                where, step = _named(seen, beyond(door, group.zone)), None if delving else clock.step
                act, what = Move(group.id, door.id), f"the {door.name}{where}"
                yield Offer(act, "through", what, group.name, note=slowed, ends=ends, seconds=step)
        for there, doors in paths(seen, group.zone).items() if delving else ():
            for speed in (Speed.WALK, Speed.RUN) if there in seen.zones else ():
                act = Move(group.id, doors[0], speed=speed, then=doors[1:])
                yield Offer(act, speed.value, _named(seen, there).strip(), group.name, note=slowed)


def _named(seen: SeenSite, zone: ZoneId) -> str:
    return f" to {seen.zones[zone].name}" if zone in seen.zones else ""


def _slowed(known: Campaign, group: Group) -> str:
    """The slowest of a group under their load; empty if nobody is slowed."""
    slow = slowest(known, known.able_in(group.id))
    return f"{slow[0].name}: {slow[1].says}" if slow is not None else ""


PART = Part(commands=(Move,), events=(NoWayThrough,), offers=_offers)


SHUT_FAST = frozenset({DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED})
"""States in which a group cannot just walk through."""

InTheWay = TypeVar("InTheWay", Obstacle, SeenObstacle)


def barring(obstacles: Iterable[InTheWay], here: ZoneId | None, there: ZoneId) -> InTheWay | None:
    """The obstacle between two zones that has not been cleared."""
    ends = {here, there}
    uncleared = (obstacle for obstacle in obstacles if obstacle.to is not None and not obstacle.cleared)
    return next((obstacle for obstacle in uncleared if {obstacle.zone, obstacle.to} == ends), None)


def paths(seen: SeenSite, start: ZoneId) -> Mapping[ZoneId, tuple[DoorId, ...]]:
    """The shortest known way from a zone to every other, as a list of doors."""
    found: dict[ZoneId, tuple[DoorId, ...]] = {start: ()}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for door in seen.doors.values():
            if here not in door.between or door.state in SHUT_FAST:
                continue
            there = beyond(door, here)
            if there not in found and barring(seen.obstacles.values(), here, there) is None:
                found[there] = (*found[here], door.id)
                edge.append(there)
    return {zone: doors for zone, doors in found.items() if doors}
