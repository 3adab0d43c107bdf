"""Doors: opened, closed and spiked, and who stands before which."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group, with_seen, with_site
from undercroft.table.names import DoorId, PersonId, SiteId, ZoneId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.seen import SeenDoor
from undercroft.table.sites import Door, DoorState
from undercroft.table.telling import group as group_audience

SHUT = frozenset({DoorState.CLOSED, DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED})
PASSABLE = frozenset({DoorState.OPEN, DoorState.BROKEN, DoorState.NO_DOOR})
SPIKES = Item.IRON_SPIKES_6


class OpenDoor(Command, frozen=True, tag="open_door"):
    """Try a door."""

    who: PersonId
    door: DoorId


class CloseDoor(Command, frozen=True, tag="close_door"):
    """Pull a door shut."""

    who: PersonId
    door: DoorId


class SpikeDoor(Command, frozen=True, tag="spike_door"):
    """Wedge a door so that it stays as it is."""

    who: PersonId
    door: DoorId


class DoorChanged(Event, frozen=True, tag="table.door-changed"):
    """A door stands so now."""

    site: SiteId
    door: DoorId
    state: DoorState
    spiked: bool
    by: PersonId | None = None


def _changed(campaign: Campaign, event: DoorChanged) -> Campaign:
    site, seen = campaign.sites.get(event.site), campaign.seen.get(event.site)
    if site is not None:
        door = replace(site.doors[event.door], state=event.state, spiked=event.spiked)
        campaign = with_site(campaign, replace(site, doors={**site.doors, door.id: door}))
    if seen is not None and event.door in seen.doors:
        known = replace(seen.doors[event.door], state=event.state, spiked=event.spiked)
        campaign = with_seen(campaign, replace(seen, doors={**seen.doors, known.id: known}))
    return campaign


def change(play: Play, group: Group, door: Door, state: DoorState, by: PersonId | None = None) -> None:
    """A door stands otherwise, in the sight of a group."""
    spiked = door.spiked and state == door.state
    play.tell(DoorChanged(play.site_of(group).id, door.id, state, spiked, by), to=group_audience(group.id))


def standing_at(play: Play, who: PersonId, door: DoorId) -> tuple[Person, Group, Door]:
    """Somebody, their group, and the door before them."""
    group = play.group_with(who)
    return play.now.people[who], group, play.site_of(group).doors[door]


def _open(play: Play, act: OpenDoor) -> None:
    """A door that will not open shows by that what keeps it shut; from the barred side the bar is lifted."""
    _, group, door = standing_at(play, act.who, act.door)
    barred_here = door.state == DoorState.BARRED and door.barred_from == group.zone
    if door.state == DoorState.CLOSED or barred_here:
        change(play, group, door, DoorState.OPEN, act.who)
    else:
        change(play, group, door, door.state, act.who)
    did(play, act.who, Activity.OTHER, f"tried the {door.name}")


def _close(play: Play, act: CloseDoor) -> None:
    _, group, door = standing_at(play, act.who, act.door)
    change(play, group, door, DoorState.CLOSED, act.who)
    did(play, act.who, Activity.OTHER, f"closed the {door.name}")


def _spike(play: Play, act: SpikeDoor) -> None:
    _, group, door = standing_at(play, act.who, act.door)
    play.tell(DoorChanged(play.site_of(group).id, door.id, door.state, True, act.who), to=group_audience(group.id))
    did(play, act.who, Activity.OTHER, f"spiked the {door.name}")


def beyond(door: Door | SeenDoor, zone: ZoneId | None) -> ZoneId:
    """The zone on the other side."""
    return door.between[1] if door.between[0] == zone else door.between[0]


def known_door(known: Campaign, who: PersonId, door: DoorId) -> SeenDoor | None:
    """A door that somebody stands before and knows of."""
    group = known.group_of(who)
    seen = known.seen_by(group)
    there = seen.doors.get(door) if seen is not None else None
    return there if group is not None and there is not None and group.zone in there.between else None


def at_a_door(known: Campaign, who: PersonId, door: DoorId) -> Iterable[Reason]:
    """Why there is nothing to be done about a door."""
    if known_door(known, who, door) is None:
        yield Reason("no_door", "They know of no such door here.")


def at_a_shut_door(known: Campaign, who: PersonId, door: DoorId) -> Iterable[Reason]:
    """Why a door is none that keeps anybody out."""
    yield from at_a_door(known, who, door)
    there = known_door(known, who, door)
    if there is not None and there.state in PASSABLE:
        yield Reason("open_already", "It stands open.")


def _may_open(known: Campaign, seat: SeatId, act: OpenDoor) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.OTHER)
    yield from at_a_shut_door(known, act.who, act.door)


def _may_close(known: Campaign, seat: SeatId, act: CloseDoor) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.OTHER)
    yield from at_a_door(known, act.who, act.door)
    door = known_door(known, act.who, act.door)
    if door is not None and door.state != DoorState.OPEN:
        yield Reason("not_open", "It does not stand open.")


def _may_spike(known: Campaign, seat: SeatId, act: SpikeDoor) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.OTHER)
    yield from at_a_door(known, act.who, act.door)
    if known.has(act.who, SPIKES) is None:
        yield Reason("no_spikes", "They have no spikes.")
    door = known_door(known, act.who, act.door)
    if door is not None and door.state in (DoorState.BROKEN, DoorState.NO_DOOR):
        yield Reason("nothing_to_spike", "There is no door left to wedge.")


def doors_before(known: Campaign, seat: SeatId) -> Iterable[tuple[Person, SeenDoor]]:
    """Whoever a seat may send to a door now, and every door before them."""
    for who in known.present:
        if any(busy(known, seat, who, Activity.OTHER)):
            continue
        group = known.group_of(who)
        seen = known.seen_by(group)
        if group is None or seen is None:
            continue
        yield from ((known.people[who], door) for door in seen.doors.values() if group.zone in door.between)


_SAID = {
    DoorState.OPEN: "is open",
    DoorState.CLOSED: "is shut",
    DoorState.STUCK: "is stuck",
    DoorState.LOCKED: "is locked",
    DoorState.BARRED: "is barred",
    DoorState.BROKEN: "is broken down",
    DoorState.NO_DOOR: "is an open way",
}


def _door_words(now: Campaign, it: DoorChanged) -> str:
    seen = now.seen.get(it.site)
    name = seen.doors[it.door].name if seen is not None and it.door in seen.doors else "door"
    return f"The {name} {_SAID[it.state]}{' and spiked' if it.spiked else ''}."


ROOM = Room(
    arms={DoorChanged: _changed},
    steps={OpenDoor: _open, CloseDoor: _close, SpikeDoor: _spike},
    refusals={OpenDoor: _may_open, CloseDoor: _may_close, SpikeDoor: _may_spike},
    words={DoorChanged: _door_words},
)
