"""Known ways into the unknown: a short piece of each is drawn, with a question mark where it leads."""

from collections.abc import Container, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.dungeon.layout import path
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.seen_sites import SeenDoor, SeenSite, WallSpot
from undercroft.table.state.sites import DoorState, Side
from undercroft.table.world.floor_plan import Box, Point, place_on

LONG = 30
"""The length of a stub on the drawing."""
STUB_MARGIN = 64
"""The margin of a map with stubs: a stub, its question mark and the word at its door."""
NEAR, ASIDE = 26, 28
"""Two stubs in a wall that are nearer than this are drawn so far apart."""


class DrawnStub(Struct, frozen=True):
    """The beginning of a way whose other end is unknown: its line, its door, and its question mark."""

    id: DoorId
    name: str
    side: Side
    points: tuple[Point, Point]
    door: Point
    unknown: Point
    state: DoorState

    @property
    def upright(self) -> bool:
        """The mark of the door is upright because the way runs across."""
        return self.side in (Side.EAST, Side.WEST)

    @property
    def path(self) -> str:
        """The stub as an SVG path."""
        return path(self.points)


def leads_away(seen: SeenSite, drawn: Container[ZoneId]) -> bool:
    """Whether a door leads from a drawn room to one that is not drawn."""
    return any(True for _ in _ends(seen, drawn))


def stubs(seen: SeenSite, placed: Mapping[ZoneId, Box]) -> Iterator[DrawnStub]:
    """A stub for each door in the walls of the drawn rooms whose other room is not drawn."""
    taken: list[Point] = []
    for door, zone, spot in _ends(seen, placed):
        start = place_on(placed[zone], spot)
        while any(abs(start.x - other.x) + abs(start.y - other.y) < NEAR for other in taken):
            start = _moved(start, spot.side, 0, ASIDE)
        taken.append(start)
        yield DrawnStub(
            door.id,
            door.name,
            spot.side,
            (start, _moved(start, spot.side, LONG, 0)),
            _moved(start, spot.side, LONG // 2, 0),
            _moved(start, spot.side, LONG + 14, 0),
            door.state,
        )


def unplaced(seen: SeenSite, zone: ZoneId) -> Iterable[SeenDoor]:
    """The ways out of a room to rooms that are not drawn, where the map does not say in which wall they are."""
    return (
        door
        for door in seen.doors.values()
        if zone in door.between and spot_in(door, zone) is None and _leaves(seen, door)
    )


def _ends(seen: SeenSite, placed: Container[ZoneId]) -> Iterator[tuple[SeenDoor, ZoneId, WallSpot]]:
    for door in seen.doors.values():
        drawn = [zone for zone in door.between if zone in placed]
        spot = spot_in(door, drawn[0]) if len(drawn) == 1 else None
        if spot is not None:
            yield door, drawn[0], spot


def _leaves(seen: SeenSite, door: SeenDoor) -> bool:
    """Whether a way leads off the map of its level."""
    rooms = [seen.zones.get(zone) for zone in door.between]
    return None in rooms or len({room.level for room in rooms if room is not None}) > 1


def _moved(point: Point, side: Side, out: int, along: int) -> Point:
    """A point further out of a wall, and further along it."""
    match side:
        case Side.NORTH:
            return replace(point, x=point.x + along, y=point.y - out)
        case Side.SOUTH:
            return replace(point, x=point.x + along, y=point.y + out)
        case Side.WEST:
            return replace(point, x=point.x - out, y=point.y + along)
        case Side.EAST:
            return replace(point, x=point.x + out, y=point.y + along)


def wall_side(door: SeenDoor, zone: ZoneId) -> Side | None:
    """The side of a room on which a door is, if the map says."""
    spot = spot_in(door, zone)
    return spot.side if spot is not None else None


def spot_in(door: SeenDoor, zone: ZoneId) -> WallSpot | None:
    """Where a door is in the walls of a room, if the map says."""
    return door.walls[door.between.index(zone)] if door.walls is not None and zone in door.between else None
