"""Locks: picking them, once at each level, or opening them with a key."""

import re
from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.doors import TOO_HARD, Lock, LockHolds, Unlocked, door_pick
from undercroft.books.sovereign.equipment import Item
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import did
from undercroft.table.site.doors import DoorCommand, ShutDoorCommand, change, known_door, person_at_door
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.ids import DoorId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.sites import Door, DoorState

TOOLS = Item.THIEVES_TOOLS


class PickLock(ShutDoorCommand, frozen=True, tag="pick_lock"):
    """Pick a lock."""

    activity: ClassVar[Activity] = Activity.PICK
    ABOUT = About(title="Pick a lock", icon="lock", rank=70, slot=Slot.DOOR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        person, rule = known.people.get(self.who), door_pick.id
        if person is not None and known.has(self.who, TOOLS) is None:
            yield Reason("no_tools", f"{person.name} has no thieves' tools. {_what_helps(known, self)}", rule)
        if person is not None and person.locks.get(self.door, 0) >= person.sheet.level:
            yield Reason(
                "barred", f"{person.name} has failed at this lock and can try again after the next level.", rule
            )

    def do(self, play: Play) -> None:
        """Try the lock, once at each level; the attempt takes the character's turn."""
        person, group, door = person_at_door(play, self.who, self.door)
        to = group_audience(group.id)
        if door.state != DoorState.LOCKED:
            change(play, group, door, door.state, self.who)
        else:
            match play.settle(door_pick, lock(play.now, person, door), by=person.seat, who=person.id, to=to):
                case Unlocked():
                    change(play, group, door, DoorState.CLOSED, self.who)
                case LockHolds():
                    play.tell(LockBeat(door.id, self.who, person.sheet.level), to=to)
                case _:
                    pass
        did(play, self.who, Activity.PICK, f"worked at the lock of the {door.name}")


class Unlock(DoorCommand, frozen=True, tag="unlock"):
    """Unlock a door with its key."""

    ABOUT = About(title="Unlock a door", slot=Slot.DOOR)

    def do(self, play: Play) -> None:
        _, group, door = person_at_door(play, self.who, self.door)
        fits = door.state == DoorState.LOCKED and any(thing.id == door.key for thing in play.now.carried_by(self.who))
        change(play, group, door, DoorState.CLOSED if fits else door.state, self.who)


class LockBeat(Event, frozen=True, tag="table.lock-beat"):
    """A lock defeated a character of that level."""

    door: DoorId
    who: PersonId
    level: int

    def fold(self, campaign: Campaign) -> Campaign:
        person = campaign.people.get(self.who)
        if person is None:
            return campaign
        return with_person(campaign, replace(person, locks={**person.locks, self.door: self.level}))

    def say(self, now: Campaign) -> str:
        return f"The lock defeats {now.people[self.who].name}."


def keys_of(known: Campaign, who: PersonId) -> tuple[str, ...]:
    """What a character carries that is a key by its name; what it fits is seen by trying it."""
    return tuple(thing.name for thing in known.carried_by(who) if _KEY.search(thing.name))


_KEY = re.compile(r"\bkeys?\b", re.IGNORECASE)


def _what_helps(known: Campaign, at: DoorCommand) -> str:
    """What opens a locked door besides picking it."""
    door = known_door(known, at.who, at.door)
    battered = door is None or door.material not in TOO_HARD
    return f"Its key opens the lock{', or batter the door down' if battered else ''}."


def lock(known: Campaign, person: Person, door: Door) -> Lock:
    """The input for picking a lock, at the book's usual difficulty where the lock has none of its own."""
    given = Lock(
        mod=bridge.check(person, Attribute.DEX, Skill.SNEAK),
        has_tools=known.has(person.id, TOOLS) is not None,
        level=person.sheet.level,
        failed_at_level=person.locks.get(door.id),
    )
    return given if door.lock_dc is None else replace(given, dc=door.lock_dc)


PART = Part(commands=(PickLock, Unlock), events=(LockBeat,))
