"""Doors: listened at, opened, picked, closed and spiked, by Sovereign under every clock."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.doors import (
    Heard as Sounds,
)
from undercroft.books.sovereign.doors import (
    Listening,
    Lock,
    LockHolds,
    Unlocked,
    door_listen,
    door_pick,
)
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, Group, with_person, with_seen, with_site
from undercroft.table.names import DoorId, PersonId, SiteId, ZoneId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seen import SeenDoor
from undercroft.table.sites import Door, DoorState, Noise
from undercroft.table.telling import group as group_audience

SHUT = frozenset({DoorState.CLOSED, DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED})
PASSABLE = frozenset({DoorState.OPEN, DoorState.BROKEN, DoorState.NO_DOOR})
TOOLS = "thieves_tools"
SPIKES = "iron_spikes_6"


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


class Listen(Command, frozen=True, tag="listen"):
    """Listen at a door."""

    who: PersonId
    door: DoorId


class PickLock(Command, frozen=True, tag="pick_lock"):
    """Try a lock."""

    who: PersonId
    door: DoorId


class Unlock(Command, frozen=True, tag="unlock"):
    """Turn a key."""

    who: PersonId
    door: DoorId


class DoorChanged(Event, frozen=True, tag="table.door-changed"):
    """A door stands so now."""

    site: SiteId
    door: DoorId
    state: DoorState
    spiked: bool
    by: PersonId | None = None


class LockBeat(Event, frozen=True, tag="table.lock-beat"):
    """A lock was too much for somebody, at that level."""

    door: DoorId
    who: PersonId
    level: int


class Heard(Event, frozen=True, tag="table.heard"):
    """What was heard at a door; nothing, if nothing."""

    door: DoorId
    who: PersonId
    sounds: tuple[str, ...]


def _changed(campaign: Campaign, event: DoorChanged) -> Campaign:
    site, seen = campaign.sites.get(event.site), campaign.seen.get(event.site)
    if site is not None:
        door = replace(site.doors[event.door], state=event.state, spiked=event.spiked)
        campaign = with_site(campaign, replace(site, doors={**site.doors, door.id: door}))
    if seen is not None and event.door in seen.doors:
        known = replace(seen.doors[event.door], state=event.state, spiked=event.spiked)
        campaign = with_seen(campaign, replace(seen, doors={**seen.doors, known.id: known}))
    return campaign


def _beat(campaign: Campaign, event: LockBeat) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    return with_person(campaign, replace(person, locks={**person.locks, event.door: event.level}))


def change(play: Play, group: Group, door: Door, state: DoorState, by: PersonId | None = None) -> None:
    """A door stands otherwise, in the sight of a group."""
    spiked = door.spiked and state == door.state
    play.tell(DoorChanged(site_of(group), door.id, state, spiked, by), to=group_audience(group.id))


def site_of(group: Group) -> SiteId:
    """The site a group is in."""
    if group.site is None:
        raise ValueError("the group is in no site")
    return group.site


def standing_at(play: Play, who: PersonId, door: DoorId) -> tuple[Person, Group, Door]:
    """Somebody, their group, and the door before them."""
    group = play.now.group_of(who)
    if group is None:
        raise ValueError("nobody is there")
    return play.now.people[who], group, play.now.door(site_of(group), door)


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
    play.tell(DoorChanged(site_of(group), door.id, door.state, True, act.who), to=group_audience(group.id))
    did(play, act.who, Activity.OTHER, f"spiked the {door.name}")


def beyond(door: Door | SeenDoor, zone: ZoneId | None) -> ZoneId:
    """The zone on the other side."""
    return door.between[1] if door.between[0] == zone else door.between[0]


def _listen(play: Play, act: Listen) -> None:
    person, group, door = standing_at(play, act.who, act.door)
    there = beyond(door, group.zone)
    behind = [one for one in play.now.sites[site_of(group)].creatures.values() if one.zone == there]
    given = Listening(
        loud=tuple(one.activity or one.name for one in behind if one.noise == Noise.LOUD),
        quiet=tuple(one.activity or one.name for one in behind if one.noise == Noise.QUIET),
        mod=bridge.check(person, Attribute.WIS, Skill.NOTICE),
    )
    heard = play.settle(door_listen, given, by=person.seat, who=person.id, to=group_audience(group.id))
    play.tell(Heard(door.id, act.who, heard.heard), to=group_audience(group.id))
    did(play, act.who, Activity.LISTEN, f"listened at the {door.name}")


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


def known_door(known: Campaign, who: PersonId, door: DoorId) -> SeenDoor | None:
    """A door that somebody stands before and knows of."""
    group = known.group_of(who)
    seen = known.seen.get(group.site) if group is not None and group.site is not None else None
    there = seen.doors.get(door) if seen is not None else None
    return there if group is not None and there is not None and group.zone in there.between else None


def at_a_door(known: Campaign, who: PersonId, door: DoorId) -> Iterable[Reason]:
    """Why there is nothing to be done about a door."""
    if known_door(known, who, door) is None:
        yield Reason("no_door", "They know of no such door here.")


def _may_open(known: Campaign, seat: SeatId, act: OpenDoor | Listen) -> Iterable[Reason]:
    activity = Activity.LISTEN if isinstance(act, Listen) else Activity.OTHER
    yield from busy(known, seat, act.who, activity)
    yield from at_a_door(known, act.who, act.door)
    door = known_door(known, act.who, act.door)
    if door is not None and door.state in PASSABLE:
        yield Reason("open_already", "It stands open.")


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


def _may_pick(known: Campaign, seat: SeatId, act: PickLock) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.PICK)
    yield from at_a_door(known, act.who, act.door)
    person, rule = known.people.get(act.who), door_pick.id
    if person is not None and known.has(act.who, TOOLS) is None:
        yield Reason("no_tools", f"{person.name} has no thieves' tools.", rule)
    if person is not None and person.locks.get(act.door, 0) >= person.sheet.level:
        yield Reason("barred", f"This lock has beaten {person.name}: not again before the next level.", rule)
    door = known_door(known, act.who, act.door)
    if door is not None and door.state in PASSABLE:
        yield Reason("open_already", "It stands open.")


def _may_unlock(known: Campaign, seat: SeatId, act: Unlock) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.OTHER)
    yield from at_a_door(known, act.who, act.door)


def doors_before(known: Campaign, seat: SeatId) -> Iterable[tuple[Person, SeenDoor]]:
    """Whoever a seat may send to a door now, and every door before them."""
    for who in known.present:
        if any(busy(known, seat, who, Activity.OTHER)):
            continue
        group = known.group_of(who)
        seen = known.seen.get(group.site) if group is not None and group.site is not None else None
        if group is None or seen is None:
            continue
        yield from ((known.people[who], door) for door in seen.doors.values() if group.zone in door.between)


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
        yield _listening(known, seat, Listen(who, door.id), f"{name}: listen at the {what}")
    if door.state == DoorState.LOCKED:
        pick = PickLock(who, door.id)
        refused = tuple(_may_pick(known, seat, pick))
        truth = _true_door(known, person, door.id)
        given = lock(known, person, truth, door.id) if truth is not None else None
        yield Offer(pick, f"{name}: pick the lock of the {what}", who, step, door_pick, given, refused, ("open",))


def _listening(known: Campaign, seat: SeatId, act: Listen, label: str) -> Offer:
    """The chance is that of hearing something quiet, whether or not anything is there."""
    ear = Listening((), ("something",), bridge.check(known.people[act.who], Attribute.WIS, Skill.NOTICE))
    refused = tuple(ROOM.refusals[Listen](known, seat, act))
    return Offer(act, label, act.who, rule=door_listen, given=ear, refused=refused, sought=_hears)


def _hears(outcome: Sounds) -> bool:
    return bool(outcome.heard)


def _simply(known: Campaign, seat: SeatId, act: OpenDoor | CloseDoor, label: str) -> Offer:
    """Something that takes no time of its own."""
    return Offer(act, label, act.who, refused=tuple(ROOM.refusals[type(act)](known, seat, act)))


def _true_door(known: Campaign, person: Person, door: DoorId) -> Door | None:
    """The door itself, for whoever knows the site."""
    group = known.group_of(person.id)
    site = known.sites.get(group.site) if group is not None and group.site is not None else None
    return site.doors.get(door) if site is not None else None


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


def _heard_words(now: Campaign, it: Heard) -> str:
    name = name_of(now, it.who)
    return f"{name} hears {', '.join(it.sounds)}." if it.sounds else f"{name} hears nothing."


ROOM = Room(
    arms={DoorChanged: _changed, LockBeat: _beat, Heard: unchanged},
    steps={
        OpenDoor: _open,
        CloseDoor: _close,
        SpikeDoor: _spike,
        Listen: _listen,
        PickLock: _pick,
        Unlock: _unlock,
    },
    refusals={
        OpenDoor: _may_open,
        CloseDoor: _may_close,
        SpikeDoor: _may_spike,
        Listen: _may_open,
        PickLock: _may_pick,
        Unlock: _may_unlock,
    },
    offers=_offers,
    words={
        DoorChanged: _door_words,
        LockBeat: lambda now, it: f"The lock has beaten {now.people[it.who].name}.",
        Heard: _heard_words,
    },
)
