"""Universal VTT: walls, portals, lights and a picture on squared paper. Rooms are found between the walls."""

import base64
import binascii
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import ceil, cos, floor, sin
from typing import Any, NamedTuple

from msgspec.structs import replace

from undercroft.exchange.foreign.grid import SQUARE_FT, place_id, secret_doors, site_id
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.own_plan import OWN, own_site
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_PARTS, SourceFile, entries, fields, refuse, size
from undercroft.exchange.foreign.wall_squares import (
    MOST_SIDE,
    MapSquare,
    WallEdge,
    around,
    beside,
    box_around,
    drawn_shapes,
    edges_of,
    far,
)
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.pictures import PictureFile, read_picture
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.sites import Door, DoorState, Shape, Site, Zone

WHAT = "a Universal VTT map"
FEWEST_SQUARES = 2
"""Fewer squares than this between walls are no room."""


class _Portal(NamedTuple):
    """A door, a window or an opening in a wall: its middle, and all it closes."""

    number: int
    middle: WallEdge
    edges: frozenset[WallEdge]
    closed: bool
    locked: bool
    secret: bool


def recognises(source: SourceFile) -> bool:
    """A resolution, and lines of sight or portals."""
    keys = fields(source.json).keys()
    return "resolution" in keys and bool({"line_of_sight", "portals"} & keys)


def read(source: SourceFile, notes: Notes) -> Imported:
    """A site with the rooms that its walls enclose, and a door for each portal between two of them."""
    file = fields(source.json)
    title = source.title or "A map"
    picture = _picture(file, notes)
    site = own_site(file, title)
    if site is not None:
        title = site.name
        notes.keep(
            f"{counted(len(site.zones), 'room')} and {counted(len(site.doors), 'door')}, as Undercroft noted them", OWN
        )
    else:
        site = _Plan(file, notes).site(title, picture)
    return Imported(WHAT, title, (Outlined(site),), pictures=(picture,) if picture is not None else ())


def _picture(file: dict[str, Any], notes: Notes) -> PictureFile | None:
    packed = file.get("image")
    if not isinstance(packed, str) or not packed:
        return None
    try:
        data = packed.partition(";base64,")[2] if packed.startswith("data:") else packed
        picture = read_picture(base64.b64decode("".join(data.split()), validate=True))
    except (BadInput, binascii.Error, ValueError) as fault:
        notes.drop(f"its picture: {fault}", "image")
        return None
    notes.keep("its picture, as the paper map of the site; players see it when you show it", "image")
    return picture


class _Plan:
    def __init__(self, file: dict[str, Any], notes: Notes) -> None:
        self.file, self.notes = file, notes
        resolution = fields(file.get("resolution"))
        origin, extent = fields(resolution.get("map_origin")), fields(resolution.get("map_size"))
        self.left, self.top = _number(origin.get("x")) or 0.0, _number(origin.get("y")) or 0.0
        self.wide, self.high = ceil(_number(extent.get("x")) or 0), ceil(_number(extent.get("y")) or 0)
        if not (1 <= self.wide <= MOST_SIDE and 1 <= self.high <= MOST_SIDE):
            refuse(f"its map is not between 1 and {MOST_SIDE} squares wide and high", "export a smaller map")
        for name in ("line_of_sight", "portals", "lights"):
            if size(file.get(name)) > MOST_PARTS:
                refuse(f"it has more than {MOST_PARTS} {name.replace('_', ' ')}", "export a smaller map")
        self.walls = {edge for line in self._lines() for edge in line}
        self.portals = [*self._portals()]
        self.walls |= {edge for portal in self.portals for edge in portal.edges}

    def _lines(self) -> Iterator[Iterator[WallEdge]]:
        steps = 0
        for name in ("line_of_sight", "objects_line_of_sight"):
            for line in entries(self.file.get(name)):
                points = [spot for point in entries(line) if (spot := self._spot(point)) is not None]
                for one, other in pairwise(points):
                    steps += 1
                    if steps > 20 * MOST_PARTS:
                        refuse("it has too many walls", "export a smaller map")
                    yield edges_of(one, other)

    def _spot(self, point: object) -> tuple[float, float] | None:
        x, y = _number(fields(point).get("x")), _number(fields(point).get("y"))
        return None if x is None or y is None else (x - self.left, y - self.top)

    def _portals(self) -> Iterator[_Portal]:
        for number, entry in enumerate(entries(self.file.get("portals"))):
            portal = fields(entry)
            bounds = [spot for point in entries(portal.get("bounds")) if (spot := self._spot(point)) is not None]
            at = self._spot(portal.get("position")) or (_between(*bounds[:2]) if len(bounds) > 1 else None)
            if at is None:
                self.notes.drop("a portal without a place", f"portals[{number}]")
                continue
            upright = self._upright(at, bounds, _number(portal.get("rotation")))
            middle = (
                WallEdge(round(at[0]), floor(at[1]), True) if upright else WallEdge(floor(at[0]), round(at[1]), False)
            )
            wide = [edge for edge in edges_of(*bounds[:2]) if edge.upright is upright] if len(bounds) > 1 else []
            middle = min(wide, key=partial(far, at=at), default=middle)
            shut, locked, secret = (portal.get(name) is True for name in ("closed", "locked", "secret"))
            closed = shut or "closed" not in portal
            yield _Portal(number, middle, frozenset({middle, *wide}), closed, locked, secret)

    def _upright(self, at: tuple[float, float], bounds: list[tuple[float, float]], rotation: float | None) -> bool:
        """Whether a portal stands upright on the map: by its ends, the walls it continues, or how it is turned."""
        if len(bounds) > 1 and bounds[0] != bounds[1]:
            return abs(bounds[0][0] - bounds[1][0]) < abs(bounds[0][1] - bounds[1][1])
        x, y = round(at[0]), floor(at[1])
        across, down = floor(at[0]), round(at[1])
        standing = sum(WallEdge(x, row, True) in self.walls for row in (y - 1, y, y + 1))
        lying = sum(WallEdge(column, down, False) in self.walls for column in (across - 1, across, across + 1))
        if standing != lying:
            return standing > lying
        return rotation is not None and abs(sin(rotation)) > abs(cos(rotation))

    def _rooms(self) -> list[set[MapSquare]]:
        """The squares that walls enclose, room by room from the top left; what is open to the edge is outside."""
        left = {MapSquare(x, y): None for y in range(self.high) for x in range(self.wide)}
        found = list[set[MapSquare]]()
        while left:
            start = next(iter(left))
            del left[start]
            room, waiting, outside = {start}, [start], False
            while waiting:
                for square, edge in around(waiting.pop()):
                    if edge in self.walls:
                        continue
                    if not (0 <= square.x < self.wide and 0 <= square.y < self.high):
                        outside = True
                    elif square in left:
                        del left[square]
                        room.add(square)
                        waiting.append(square)
            if not outside and len(room) >= FEWEST_SQUARES:
                found.append(room)
        return found

    def site(self, title: str, picture: PictureFile | None) -> Site:
        """The whole site."""
        id = site_id(title, "map")
        rooms = self._entered(self._rooms())
        if rooms:
            self.notes.guess(
                f"{counted(len(rooms), 'room')} found between the walls: the format has none of its own",
                "line_of_sight",
            )
        else:
            self.notes.guess("no walls enclose a room: the whole map is one", "line_of_sight")
            rooms = [{MapSquare(x, y) for y in range(self.high) for x in range(self.wide)}]
        named = {ZoneId(place_id("room", *min(room))): room for room in rooms}
        at = {square: zone for zone, room in named.items() for square in room}
        shapes = drawn_shapes(named)
        zones = {
            zone: self._zone(room, zone, number, shapes[zone]) for number, (zone, room) in enumerate(named.items(), 1)
        }
        self.notes.guess(f"a square counts as {SQUARE_FT} ft: the file does not say", "resolution", about="square")
        doors = {door.id: door for door in self._doors(id, at)}
        for number, light in enumerate(entries(self.file.get("lights"))):
            spot = self._spot(fields(light).get("position"))
            zone = at.get(MapSquare(floor(spot[0]), floor(spot[1]))) if spot is not None else None
            if zone is None:
                self.notes.drop("a light outside every room", f"lights[{number}]")
            else:
                zones[zone] = replace(zones[zone], lit=True)
                self.notes.guess(f"{zones[zone].name} is lit", f"lights[{number}]")
        entrance = self._entrance(at)
        outside = Counter(sides[0] for portal in self.portals if len(sides := self._sides(portal, at)) == 1)
        zones = {
            zone: replace(room, glance=_ways_out(outside[zone], entrance=zone == entrance))
            for zone, room in zones.items()
        }
        others = [portal.number for portal in self.portals if len(self._sides(portal, at)) == 1][1:]
        for number in others:
            self.notes.guess("another door that leads outside is only in its room's text", f"portals[{number}]")
        pictures = {1: picture.picture.id} if picture is not None else {}
        hiding = secret_doors(doors.values())
        return Site(id, title, entrance, zones=zones, doors=doors, features=hiding, pictures=pictures)

    def _entered(self, rooms: list[set[MapSquare]]) -> list[set[MapSquare]]:
        """The spaces that a door or a light is in. Others are rock between rooms, unless no room has a door."""
        doors = [(portal.middle, portal.number) for portal in self.portals]
        lights = {
            MapSquare(floor(spot[0]), floor(spot[1]))
            for light in entries(self.file.get("lights"))
            if (spot := self._spot(fields(light).get("position"))) is not None
        }
        reached = lights | {square for edge, _ in doors for square in beside(edge)}
        found = [room for room in rooms if not reached.isdisjoint(room)]
        if not any(square in room for edge, _ in doors for square in beside(edge) for room in found):
            return rooms
        for room in rooms:
            if room not in found:
                x, y = min(room)
                rock = f"{counted(len(room), 'square')} from column {x}, row {y} on: rock, since no door leads there"
                self.notes.drop(rock, "line_of_sight")
        return found

    def _zone(self, room: set[MapSquare], id: ZoneId, number: int, shape: Shape) -> Zone:
        box = box_around(room)
        long, broad = SQUARE_FT * max(box.width, box.height), SQUARE_FT * min(box.width, box.height)
        return Zone(id, f"Room {number}", shape=shape, length_ft=long, width_ft=broad)

    def _sides(self, portal: _Portal, at: dict[MapSquare, ZoneId]) -> list[ZoneId]:
        """The rooms at both sides of a portal."""
        return [at[square] for square in beside(portal.middle) if square in at]

    def _entrance(self, at: dict[MapSquare, ZoneId]) -> ZoneId:
        """The room with a portal that leads outside, or the first."""
        for portal in self.portals:
            sides = self._sides(portal, at)
            if len(sides) == 1:
                self.notes.guess(
                    "a door that leads outside counts as the entrance", f"portals[{portal.number}]", about="entrance"
                )
                return sides[0]
        self.notes.guess("the first room counts as the entrance: no door leads outside", about="entrance")
        return next(iter(at.values()))

    def _doors(self, site: str, at: dict[MapSquare, ZoneId]) -> Iterator[Door]:
        for portal in self.portals:
            sides, path = self._sides(portal, at), f"portals[{portal.number}]"
            edge = portal.middle
            if len(set(sides)) == 2:
                way = place_id("across" if edge.upright else "down", edge.x, edge.y, site)
                state = DoorState.CLOSED if portal.closed else DoorState.OPEN
                state = DoorState.LOCKED if portal.locked else state
                yield Door(DoorId(way), (sides[0], sides[1]), state, hidden=portal.secret)
                kind = "a secret door" if portal.secret else "a locked door" if portal.locked else "a door"
                self.notes.keep(f"{kind} between two rooms", path)
            elif len(sides) != 1:
                self.notes.drop("a door that joins no two rooms: add it by hand if you need it", path)


def _ways_out(doors: int, *, entrance: bool) -> str:
    """What everybody sees of the ways outside in a room with so many doors to it.

    >>> _ways_out(1, entrance=True), _ways_out(3, entrance=True), _ways_out(1, entrance=False)
    ('The way out is here.', 'The way out is here. 2 more doors lead outside.', 'A door leads outside here.')
    """
    if not entrance:
        return {0: "", 1: "A door leads outside here."}.get(doors, f"{doors} doors lead outside here.")
    more = {0: "", 1: " Another door leads outside."}.get(max(0, doors - 1), f" {doors - 1} more doors lead outside.")
    return f"The way out is here.{more}"


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        return None
    return float(value)
