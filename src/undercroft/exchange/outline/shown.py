"""A site as the short form shows it: the lines of each room, and what each line stands for."""

import re
from collections.abc import Iterator

from msgspec import Struct

from undercroft.exchange.outline.creature_lines import write_creatures
from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.exit_lines import write_exit
from undercroft.exchange.outline.hazard_lines import write_feature, write_obstacle, write_trap
from undercroft.exchange.outline.notes import OutlineNotes
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.outline.parsing import parse
from undercroft.exchange.outline.phrases import is_plain, quoted
from undercroft.exchange.outline.room_lines import write_room
from undercroft.exchange.outline.thing_lines import write_thing
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import DoorId, FeatureId, ThingId, ZoneId
from undercroft.table.state.sites import Door, Feature, Obstacle, Site, Trap, Zone
from undercroft.table.state.things import Guarded, Lying, Thing

_STAND_INS = {
    Sort.DOOR: "door",
    Sort.TRAP: "! trap",
    Sort.FEATURE: '? "something"',
    Sort.OBSTACLE: "= rubble",
    Sort.CREATURES: "1 creatures HD 1",
    Sort.THING: '$ "thing"',
}


class ShownLine(Struct, frozen=True):
    """A line, what it stands for, and what stands within it: the feature of an exit, or the things behind one."""

    line: str
    sort: Sort
    part: Zone | Door | Trap | Feature | Obstacle | Creatures | Thing
    inner: tuple[Feature | Thing, ...] = ()


class ShownRoom(Struct, frozen=True):
    """A room's line, and the lines under it."""

    label: str
    line: str
    zone: Zone
    lines: tuple[ShownLine, ...]


class ShownSite(Struct, frozen=True):
    """The short form of a site."""

    rooms: tuple[ShownRoom, ...]
    loose: tuple[ShownLine, ...]
    """Creatures that are nowhere yet, and their things: only the full form writes them."""

    @property
    def everything(self) -> Iterator[ShownLine]:
        """The lines under all rooms."""
        for room in self.rooms:
            yield from room.lines


def shown_site(whole: Outlined, *, full: bool = False) -> ShownSite:
    """The lines of a site. In the full form a thing has a line of its own, wherever it is."""
    return _Showing(whole, full=full).shown()


class _Showing:
    """A site on its way into lines: what is shown already, and the numbers of rooms."""

    def __init__(self, whole: Outlined, *, full: bool) -> None:
        self.site: Site = whole.site
        self.things = whole.things
        self.full = full
        self.numbers = room_numbers(whole.site)
        self.within: set[ThingId] = set()
        self.with_exit: dict[DoorId, Feature] = {}
        for feature in self.site.features.values():
            door = self.site.doors.get(feature.door) if feature.door is not None else None
            if door is not None and door.hidden and door.between[0] == feature.zone:
                self.with_exit.setdefault(door.id, feature)
        self.combined: set[FeatureId] = {feature.id for feature in self.with_exit.values()}

    def shown(self) -> ShownSite:
        """Every room in the order of its number."""
        zones = sorted(self.site.zones.values(), key=lambda zone: _order(self.numbers[zone.id]))
        rooms = tuple(self._room(zone) for zone in zones)
        return ShownSite(rooms, tuple(self._loose()))

    def _room(self, zone: Zone) -> ShownRoom:
        label = self.numbers[zone.id]
        return ShownRoom(label, write_room(zone, label), zone, tuple(map(self._surviving, self._lines(zone.id))))

    def _lines(self, zone: ZoneId) -> Iterator[ShownLine]:
        site = self.site
        for door in site.doors.values():
            if self._home(door.between[0]) == zone:
                yield self._exit(door)
        for creatures in site.creatures.values():
            if not self._unseen(creatures) and creatures.zone is not None and self._home(creatures.zone) == zone:
                yield ShownLine(write_creatures(creatures), Sort.CREATURES, creatures)
        for trap in site.traps.values():
            if self._home(trap.zone) == zone:
                yield ShownLine(write_trap(trap, self._trapped(trap)), Sort.TRAP, trap)
        features = [
            self._feature(feature)
            for feature in site.features.values()
            if self._home(feature.zone) == zone and feature.id not in self.combined
        ]
        obstacles = [
            self._obstacle(obstacle) for obstacle in site.obstacles.values() if self._home(obstacle.zone) == zone
        ]
        for thing in self.things.values():
            if thing.id not in self.within and self._place(thing) == zone:
                yield ShownLine(f"$ {write_thing(thing, self._keeper(thing))}", Sort.THING, thing)
        yield from features
        yield from obstacles

    def _unseen(self, creatures: Creatures) -> bool:
        return creatures.zone is None if self.full else is_unseen(creatures)

    def _home(self, zone: ZoneId) -> ZoneId | None:
        """The room under which something of a zone is written."""
        return zone if zone in self.site.zones else next(iter(self.site.zones), None) if self.full else None

    def _loose(self) -> Iterator[ShownLine]:
        for creatures in self.site.creatures.values():
            if creatures.zone is None:
                line = f"wandering: {write_creatures(creatures)}"
                alone = [entry.sort for entry in parse(line, OutlineNotes()).loose] == [Sort.CREATURES]
                stand_in = f"wandering: {_STAND_INS[Sort.CREATURES]}"
                yield ShownLine(line if alone else stand_in, Sort.CREATURES, creatures)
        for thing in self.things.values():
            if self._place(thing) is None:
                line = f"$ {write_thing(thing)}"
                alone = reads_as(line, Sort.THING, 0)
                yield ShownLine(line if alone else _STAND_INS[Sort.THING], Sort.THING, thing)

    def _exit(self, door: Door) -> ShownLine:
        here, there = door.between
        feature = self.with_exit.get(door.id)
        key = self.things.get(door.key) if door.key is not None else None
        known = {str(zone): self.numbers.get(zone, "") for zone in door.between}
        another = any(other.between == (there, here) for other in self.site.doors.values() if other.id != door.id)
        line = write_exit(
            door,
            known[there] or "0",
            known,
            key.name if key is not None else "",
            feature.grade if feature is not None else None,
            another=another,
        )
        return ShownLine(line, Sort.DOOR, door, () if feature is None else (feature,))

    def _trapped(self, trap: Trap) -> str:
        door = self.site.doors.get(trap.door) if trap.door is not None else None
        if door is not None and trap.zone in door.between:
            there = door.between[1] if door.between[0] == trap.zone else door.between[0]
            return f"the door to {self.numbers.get(there, '')}"
        thing = self.things.get(trap.thing) if trap.thing is not None else None
        if thing is None or not is_plain(thing.name) or re.search(r'[,:"]', thing.name):
            return ""
        return thing.name if thing.name[0].isupper() else f"the {thing.name}"

    def _feature(self, feature: Feature) -> ShownLine:
        things = self._behind(feature.things, feature.zone)
        trap = self.site.traps.get(feature.trap) if feature.trap is not None else None
        reveals = trap.name if trap is not None and is_plain(trap.name) and not re.search(r'[,:"]', trap.name) else ""
        line = write_feature(feature, reveals, [write_thing(thing) for thing in things])
        return ShownLine(line, Sort.FEATURE, feature, things)

    def _obstacle(self, obstacle: Obstacle) -> ShownLine:
        things = self._behind(obstacle.things, obstacle.zone)
        to = self.numbers.get(obstacle.to, "") if obstacle.to is not None else ""
        line = write_obstacle(obstacle, to, [write_thing(thing) for thing in things])
        return ShownLine(line, Sort.OBSTACLE, obstacle, things)

    def _behind(self, ids: tuple[ThingId, ...], zone: ZoneId) -> tuple[Thing, ...]:
        """The things behind or under something that its line shows."""
        if self.full:
            return ()
        found = [self.things[id] for id in dict.fromkeys(ids) if id in self.things and id not in self.within]
        there = tuple(thing for thing in found if isinstance(thing.place, Lying) and thing.place.zone == zone)
        self.within |= {thing.id for thing in there}
        return there

    def _place(self, thing: Thing) -> ZoneId | None:
        match thing.place:
            case Lying(zone=zone):
                return self._home(zone)
            case Guarded(by=by) if by in self.site.creatures:
                kept = self.site.creatures[by]
                return None if self._unseen(kept) or kept.zone is None else self._home(kept.zone)
            case _:
                return None

    def _keeper(self, thing: Thing) -> str:
        if isinstance(thing.place, Guarded) and thing.place.by in self.site.creatures:
            return self.site.creatures[thing.place.by].name
        return ""

    def _surviving(self, shown: ShownLine) -> ShownLine:
        """A line that is read as what it stands for; if its words would be read as something else, a stand-in."""
        if reads_as(shown.line, shown.sort, len(shown.inner)):
            return shown
        stand_in = _STAND_INS[shown.sort]
        if shown.sort is Sort.DOOR:
            mark = shown.line.partition(" ")[0]
            to = shown.line.split(" ")[1]
            return ShownLine(f"{mark} {to} {stand_in}", shown.sort, shown.part, shown.inner)
        things = [part for part in shown.inner if isinstance(part, Thing)]
        tail = ", ".join(f"{quoted('thing')} {number} cp" for number, _ in enumerate(things, 1))
        return ShownLine(f"{stand_in}: {tail}" if tail else stand_in, shown.sort, shown.part, shown.inner)


def is_unseen(creatures: Creatures) -> bool:
    """Whether the short form has no line for creatures: those that are nowhere yet, the dead, and events."""
    return creatures.zone is None or creatures.count < 1 or creatures.is_event


def reads_as(line: str, sort: Sort, inner: int) -> bool:
    """Whether a line under a room is read as one thing of that sort, with so many within it."""
    document = parse(f"1 Room\n  {line}", OutlineNotes())
    if len(document.rooms) != 1 or document.loose or document.site.fields:
        return False
    room = document.rooms[0]
    only = room.entries[0] if len(room.entries) == 1 else OutlineEntry(Sort.SITE, 1)
    return (
        only.sort is sort
        and len(only.inner) == inner
        and room.entry.fields == {"name": "Room"}
        and not room.entry.hints
    )


def _order(label: str) -> tuple[str, int, str]:
    found = re.fullmatch(r"([A-Z]?)([0-9]+)([a-z]?)", label)
    return (found[1], int(found[2]), found[3]) if found else ("~", 0, label)


def short_text(shown: ShownSite, name: str) -> str:
    """The short form."""
    lines = [_title(name)]
    for room in shown.rooms:
        lines += ["", room.line, *(f"  {line.line}" for line in room.lines)]
    return "\n".join(lines) + "\n"


def _title(name: str) -> str:
    """The heading with the name of a site; in quotation marks if it would be read as something else."""
    line = f"# {name}"
    document = parse(line, OutlineNotes())
    read = is_plain(name) and not document.rooms and document.site.fields.get("name") == name
    return line if read else f"# {quoted(name)}"
