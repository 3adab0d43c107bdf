"""Rooms and exits that the referee adds while talking: those who are there see them at once."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.preparing.changes_in_play import play_in
from undercroft.table.preparing.draft import unusable
from undercroft.table.preparing.layout import Direction, lay_out
from undercroft.table.preparing.outcome import outcome
from undercroft.table.preparing.parts import all_made
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.changes import AnyChange, DoorChange, ZoneChange, part_of
from undercroft.table.state.ids import DoorId, GroupId, Label, SiteId, Text, ZoneId
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState, Site, Zone

ShortName = Annotated[str, Meta(max_length=64)]

_CALLED = {Direction.UP: "stairs up", Direction.DOWN: "stairs down"}
_OPENING = "opening"
_FIRST = 1
_LEVELS: Mapping[Direction | None, int] = {Direction.UP: -1, Direction.DOWN: 1}
"""Levels are counted downwards from the first; nothing is above it."""


class _Here(Command, frozen=True):
    """A command about the room that a group is in."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        """It is for the referee, and for a group in a site."""
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
        elif group.site is None:
            yield Reason(
                "not_exploring",
                f"{are(known, known.groups.get(self.group))} not in a site: enter one, or start an unmapped place.",
            )
        elif seat == REFEREE:
            yield from self.not_fit(known, group)

    def not_fit(self, known: Campaign, group: Group, /) -> Iterable[Reason]:
        """The reasons against it in this room."""
        return unusable(known, self.changes(known, group))

    def changes(self, known: Campaign, group: Group, /) -> tuple[AnyChange, ...]:
        """What it changes."""
        raise NotImplementedError

    def do(self, play: Play) -> None:
        """Make the changes at once, and tell those who are there."""
        changes = self.changes(play.now, group := play.group(self.group))
        found = outcome(play.now, (*changes, *_numbers_kept(play.now, group, changes)))
        play_in(play, found, [part_of(change) for change in changes], drafted=False)


class AddRoom(_Here, frozen=True, tag="add_room"):
    """Add a room, with an exit to it from the room the group is in. Those who are there see the exit."""

    name: Label
    direction: Direction | None = None
    door: DoorState = DoorState.NO_DOOR
    exit: ShortName = ""
    """What the exit is called; an opening, a door or stairs if empty."""
    glance: Text = ""
    lit: bool = False
    corridor: bool = False
    ABOUT = About(title="Add a room", deed="a new room", icon="plus", words="room map dungeon build prepare exit door")

    def changes(self, known: Campaign, group: Group) -> tuple[AnyChange, ...]:
        site, here = _site(known, group), group.zone or ZoneId("")
        id = ZoneId(new_id(self.name, site.zones, "room"))
        level = max(_FIRST, site.zones[here].level + _LEVELS.get(self.direction, 0))
        room = Zone(id, self.name, self.glance, lit=self.lit, corridor=self.corridor, level=level)
        door = Door(_door_id(known, here, id), (here, id), self.door, self.exit or called(self.door, self.direction))
        plan = replace(site, zones={**site.zones, id: room}, doors={**site.doors, door.id: door})
        ways = {} if self.direction is None else {door.id: self.direction}
        room = lay_out(plan, site.zones, ways).zones[id]
        return ZoneChange(site.id, after=room), DoorChange(site.id, after=_barred(door, id))


class AddExit(_Here, frozen=True, tag="add_exit"):
    """Add an exit from the room the group is in to another room of the site. Those who are there see it."""

    to: ZoneId
    door: DoorState = DoorState.NO_DOOR
    exit: ShortName = ""
    one_way: bool = False
    """Whether it leads only from here to there."""
    ABOUT = About(title="Add an exit", deed="a new exit", icon="door", words="door exit way passage build prepare")

    def not_fit(self, known: Campaign, group: Group) -> Iterable[Reason]:
        site = _site(known, group)
        if self.to not in site.zones:
            yield Reason("no_zone", "The site has no such room.")
        else:
            yield from super().not_fit(known, group)

    def changes(self, known: Campaign, group: Group) -> tuple[AnyChange, ...]:
        site, here = _site(known, group), group.zone or ZoneId("")
        name = self.exit or called(self.door, _level(site, here, self.to))
        way = here if self.one_way else None
        door = Door(_door_id(known, here, self.to), (here, self.to), self.door, name, one_way=way)
        return (DoorChange(site.id, after=_barred(door, self.to)),)


class DescribeRoom(_Here, frozen=True, tag="describe_room"):
    """Name or describe the room a group is in; those who are there are told."""

    name: ShortName = ""
    glance: Text = ""
    senses: Text = ""
    secret: Text = ""
    lit: bool | None = None
    ABOUT = About(title="Describe this room", deed="a room described", icon="note", words="room text name read aloud")

    def not_fit(self, known: Campaign, group: Group) -> Iterable[Reason]:
        if not any(change.before != change.after for change in self.changes(known, group)):
            yield Reason("nothing_new", "Enter a name or a text.")

    def changes(self, known: Campaign, group: Group) -> tuple[AnyChange, ...]:
        site = _site(known, group)
        room = site.zones[group.zone or ZoneId("")]
        said = {name: getattr(self, name) for name in ("name", "glance", "senses", "secret")}
        lit = room.lit if self.lit is None else self.lit
        told = replace(room, lit=lit, **{name: text for name, text in said.items() if text})
        return (ZoneChange(site.id, room, told),)


def _numbers_kept(known: Campaign, group: Group, changes: Iterable[AnyChange]) -> tuple[ZoneChange, ...]:
    """Every room without a label gets its number as one, if a new room or exit would number the rooms afresh."""
    site = _site(known, group)
    numbers, then = room_numbers(site), room_numbers(all_made(known, changes).sites[site.id])
    if all(then[id] == number for id, number in numbers.items()):
        return ()
    return tuple(
        ZoneChange(site.id, zone, replace(zone, label=numbers[id])) for id, zone in site.zones.items() if not zone.label
    )


def _site(known: Campaign, group: Group) -> Site:
    return known.sites[group.site or SiteId("")]


def called(state: DoorState, direction: Direction | None = None) -> str:
    """What an exit without a name is called."""
    if direction is not None and direction in _CALLED:
        return _CALLED[direction]
    return _OPENING if state is DoorState.NO_DOOR else "door"


def _level(site: Site, here: ZoneId, there: ZoneId) -> Direction | None:
    """Whether an exit leads up or down."""
    deeper = site.zones[there].level - site.zones[here].level
    return None if not deeper else Direction.DOWN if deeper > 0 else Direction.UP


def _door_id(known: Campaign, here: ZoneId, there: ZoneId) -> DoorId:
    taken = {id for site in known.sites.values() for id in site.doors}
    return DoorId(new_id(f"{here}-{there}", taken, "exit"))


def _barred(door: Door, side: ZoneId) -> Door:
    """A barred door is barred from the other side."""
    return replace(door, barred_from=side) if door.state is DoorState.BARRED else door


PART = Part(commands=(AddRoom, AddExit, DescribeRoom))
