"""Doors: opening, closing and spiking them, and which doors a character is at."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import does, have
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did, with_time
from undercroft.table.state.campaign import Campaign, Group, changed_where_known
from undercroft.table.state.ids import DoorId, PersonId, SiteId, ZoneId
from undercroft.table.state.people import Person
from undercroft.table.state.seen_sites import SeenDoor
from undercroft.table.state.sites import Door, DoorState

SHUT = frozenset({DoorState.CLOSED, DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED})
PASSABLE = frozenset({DoorState.OPEN, DoorState.BROKEN, DoorState.NO_DOOR})
SPIKES = Item.IRON_SPIKES_6


class DoorCommand(Command, frozen=True):
    """Something a character does at a door they know of."""

    activity: ClassVar[Activity] = Activity.OTHER

    who: PersonId
    door: DoorId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, self.activity)
        if known_door(known, self.who, self.door) is None:
            yield Reason("no_door", f"{does(known, self.who, 'know', 'knows')} no such door here.")


class ShutDoorCommand(DoorCommand, frozen=True):
    """Something a character does at a shut door."""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        door = known_door(known, self.who, self.door)
        if door is not None and door.state in PASSABLE:
            yield Reason("open_already", f"The {door.name} is already open.")


class OpenDoor(ShutDoorCommand, frozen=True, tag="open_door"):
    """Try a door."""

    ABOUT = About(title="Open a door", icon="door", rank=80, slot=Slot.DOOR)

    def do(self, play: Play) -> None:
        """Open the door, or show what keeps it shut. From the barred side, lift the bar."""
        _, group, door = person_at_door(play, self.who, self.door)
        barred_here = door.state == DoorState.BARRED and door.barred_from == group.zone
        if door.state == DoorState.CLOSED or barred_here:
            change(play, group, door, DoorState.OPEN, self.who)
        else:
            change(play, group, door, door.state, self.who)
        did(play, self.who, Activity.OTHER, f"tried the {door.name}")


class CloseDoor(DoorCommand, frozen=True, tag="close_door"):
    """Close a door."""

    ABOUT = About(title="Close a door", icon="door", rank=210, slot=Slot.DOOR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        door = known_door(known, self.who, self.door)
        if door is not None and door.state != DoorState.OPEN:
            yield Reason("not_open", f"The {door.name} is not open.")

    def do(self, play: Play) -> None:
        _, group, door = person_at_door(play, self.who, self.door)
        change(play, group, door, DoorState.CLOSED, self.who)
        did(play, self.who, Activity.OTHER, f"closed the {door.name}")


class SpikeDoor(DoorCommand, frozen=True, tag="spike_door"):
    """Spike a door so that it stays as it is."""

    ABOUT = About(title="Spike a door")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if known.has(self.who, SPIKES) is None:
            yield Reason("no_spikes", f"{have(known, self.who)} no spikes.")
        door = known_door(known, self.who, self.door)
        if door is not None and door.state in (DoorState.BROKEN, DoorState.NO_DOOR):
            yield Reason("nothing_to_spike", "The door is gone: there is nothing to spike.")

    def do(self, play: Play) -> None:
        _, group, door = person_at_door(play, self.who, self.door)
        play.tell(DoorChanged(play.site_of(group).id, door.id, door.state, True, self.who), to=group_audience(group.id))
        did(play, self.who, Activity.OTHER, f"spiked the {door.name}")


class DoorChanged(Event, frozen=True, tag="table.door-changed"):
    """The new state of a door."""

    site: SiteId
    door: DoorId
    state: DoorState
    spiked: bool
    by: PersonId | None = None
    unlocked: bool = False
    """Whether it was locked before, and is shut without the lock now."""

    def fold(self, campaign: Campaign) -> Campaign:
        changed = changed_where_known(campaign, self.site, "doors", self.door, state=self.state, spiked=self.spiked)
        if self.state not in PASSABLE or not campaign.listened:
            return changed
        listened = {who: tuple(door for door in doors if door != self.door) for who, doors in campaign.listened.items()}
        return replace(changed, listened=listened)

    def say(self, now: Campaign) -> str:
        seen = now.seen.get(self.site)
        name = seen.doors[self.door].name if seen is not None and self.door in seen.doors else "door"
        how = "is unlocked" if self.unlocked else _SAID[self.state]
        return f"The {name} {how}{' and spiked' if self.spiked else ''}."


def change(play: Play, group: Group, door: Door, state: DoorState, by: PersonId | None = None) -> None:
    """Change the state of a door in front of a group."""
    spiked = door.spiked and state == door.state
    unlocked = door.state is DoorState.LOCKED and state is DoorState.CLOSED
    event = DoorChanged(play.site_of(group).id, door.id, state, spiked, by, unlocked)
    play.tell(event, to=group_audience(group.id))


def person_at_door(play: Play, who: PersonId, door: DoorId) -> tuple[Person, Group, Door]:
    """A character, their group, and the door they are at."""
    group = play.group_with(who)
    return play.now.people[who], group, play.site_of(group).doors[door]


def beyond(door: Door | SeenDoor, zone: ZoneId | None) -> ZoneId:
    """The zone on the other side."""
    return door.between[1] if door.between[0] == zone else door.between[0]


def known_door(known: Campaign, who: PersonId, door: DoorId) -> SeenDoor | None:
    """A door that a character is at and knows of."""
    group = known.group_of(who)
    seen = known.seen_by(group)
    found = seen.doors.get(door) if seen is not None else None
    return found if group is not None and found is not None and group.zone in found.between else None


def doors_before(known: Campaign, seat: SeatId) -> Iterable[tuple[Person, SeenDoor]]:
    """The characters a seat may send to a door now, each with every door they are at."""
    for person, group in with_time(known, seat, Activity.OTHER):
        seen = known.seen_by(group)
        if seen is not None:
            yield from ((person, door) for door in seen.doors.values() if group.zone in door.between)


_SAID = {
    DoorState.OPEN: "is open",
    DoorState.CLOSED: "is shut",
    DoorState.STUCK: "is stuck",
    DoorState.LOCKED: "is locked",
    DoorState.BARRED: "is barred",
    DoorState.BROKEN: "is broken down",
    DoorState.NO_DOOR: "is an open way",
}


PART = Part(commands=(OpenDoor, CloseDoor, SpikeDoor), events=(DoorChanged,))
