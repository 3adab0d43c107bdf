"""The map as a character knows it: every known exit with its direction, and stubs where it leads into the unknown."""

import pytest
from msgspec.structs import replace

from tests.browser.chapel import CHAPEL, begin
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.entry import Style
from undercroft.faces.views.dungeon.zone_map import RoomMark, ZoneMap, zone_map
from undercroft.faces.views.proposals import proposals_of
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import Declare, DropDeclaration
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, PersonId, ThingId, ZoneId
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.seen_sites import WallSpot
from undercroft.table.state.sites import Shape, Side
from undercroft.table.world.floor_plan import Box, Point, middle, wall_spots
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, PutOut

PRIYA = SeatId("priya")
ARCH, LOW, PASSAGE = DoorId("stair-nave"), DoorId("nave-crypt"), DoorId("choir-nave")


def entered(*, light: bool = True) -> Tabletop:
    """The party on the tide stair, with or without a torch."""
    table = Tabletop()
    opening = begin()
    table.sit(*(seat.id for seat in opening.seats))
    table.do(opening)
    if light:
        table.do(LightUp(PersonId("tam"), ThingId("torches")))
    table.do(EnterSite(MAIN, CHAPEL))
    return table


def drawn(table: Tabletop, seat: SeatId = PRIYA) -> ZoneMap:
    """The map of a seat."""
    known = table.known(seat)
    found = zone_map(known, known.groups[MAIN])
    assert found is not None
    return found


def test_an_exit_into_the_unknown_is_drawn_in_its_wall() -> None:
    """The arch leads east from the stair; the nave behind it has no name yet."""
    found = drawn(entered())
    (stub,) = found.stubs
    (room,) = found.rooms
    assert ("arch", Side.EAST) == (stub.name, stub.side)
    assert room.box.x + room.box.width == stub.points[0].x < stub.points[1].x < stub.unknown.x < found.width
    (way,) = found.exits.values()
    assert ("east", "east, arch", "east, an arch", "") == (way.direction, way.says, way.title, way.leads)


def test_known_rooms_are_joined_and_the_rest_are_stubs() -> None:
    """In the nave: the arch back west, a passage north and a low door east, which nobody has gone through."""
    table = entered()
    table.do(Move(MAIN, ARCH))
    for seat in (PRIYA, SPECTATORS):
        found = drawn(table, seat)
        assert ["arch"] == [way.name for way in found.ways]
        assert {("passage", Side.NORTH), ("low door", Side.EAST)} == {(stub.name, stub.side) for stub in found.stubs}
        titles = {way.title: way.leads for way in found.exits.values()}
        assert {"west, an arch": "Tide stair", "north, a passage": "", "east, a low door, closed": ""} == titles


def test_a_door_keeps_its_place_when_the_room_behind_it_is_found() -> None:
    """The stub lies where the way to the room is drawn later."""
    table = entered()
    table.do(Move(MAIN, ARCH))
    site = table.now.sites[CHAPEL]
    seen = table.known(PRIYA).seen[CHAPEL]
    for door in seen.doors.values():
        spots = wall_spots(site, site.doors[_same(table, door.name)]) or (None, None)
        assert door.walls == tuple(
            spot if zone in seen.zones else None for spot, zone in zip(spots, door.between, strict=True)
        )
    assert (WallSpot(Side.EAST, 57), WallSpot(Side.WEST, 50)) == wall_spots(site, site.doors[LOW])


def _same(table: Tabletop, name: str) -> DoorId:
    return next(door.id for door in table.now.sites[CHAPEL].doors.values() if door.name == name)


def test_the_place_of_a_door_tells_nothing_of_other_rooms() -> None:
    """Another room in the way, or none: the door in sight is where it is."""
    site = entered().now.sites[CHAPEL]
    plain = wall_spots(site, site.doors[PASSAGE])
    for id in site.zones.keys() - {ZoneId("nave"), ZoneId("choir")}:
        moved = replace(site.zones[id], shape=Shape(8, 6, 8, 4))
        assert plain == wall_spots(replace(site, zones={**site.zones, id: moved}), site.doors[PASSAGE])


def test_in_the_dark_exits_are_felt_and_keep_the_place_they_were_seen_in() -> None:
    """Only the room they stand in is drawn: with marks for the exits that nobody has seen, and stubs for the others."""
    table = entered(light=False)
    found = drawn(table)
    assert (True, (), ["arch"]) == (found.unread, found.stubs, [mark.label for mark in found.rooms[0].marks])
    assert ["an arch"] == [way.title for way in found.exits.values()]
    table = entered()
    table.do(PutOut(PersonId("tam"), next(iter(table.now.lights))))
    found = drawn(table)
    assert (True, 1, [Side.EAST]) == (found.unread, len(found.rooms), [stub.side for stub in found.stubs])


def test_the_others_read_on_the_map_who_proposes_which_way() -> None:
    """Everybody in the group does, and the sentence goes with the proposal."""
    table = entered()
    isolde = PersonId("isolde")
    seat = table.now.people[isolde].seat
    table.do(Declare(isolde, "go through the arch", wire.plain(Move(MAIN, ARCH))), seat=seat)
    for known in (table.now, *map(table.known, (*table.now.seats, SPECTATORS))):
        assert ["Isolde proposes: go through the arch"] == [*proposals_of(known, known.groups[MAIN])]
        in_any_style = wire.plain(Move(MAIN, ARCH, style=Style.HARD))
        assert [] == [*proposals_of(known, known.groups[MAIN], [in_any_style])]
    table.do(DropDeclaration(isolde), seat=seat)
    assert [] == [*proposals_of(table.known(SPECTATORS), table.known(SPECTATORS).groups[MAIN])]


def test_rooms_that_were_seen_have_their_size() -> None:
    """In light each says how long and wide it is, a passage how long; in the dark nobody can judge it."""
    table = entered()
    table.do(Move(MAIN, ARCH))
    known = table.known(PRIYA)
    zones = known.seen_by(known.groups[MAIN])
    assert zones is not None
    truth = table.now.sites[CHAPEL].zones
    sizes = {zone.name: zone.size for zone in zones.zones.values()}
    assert {
        zone.name: f"{zone.length_ft} by {zone.width_ft} ft" for zone in truth.values() if zone.name in sizes
    } == sizes
    back = next(way for way in drawn(table).exits.values() if way.leads)
    assert sizes[back.leads] == back.size
    assert "" == replace(next(iter(zones.zones.values())), length_ft=0).size
    assert "40 ft long" == replace(next(iter(zones.zones.values())), length_ft=40, corridor=True).size
    dark = entered(light=False)
    unlit = dark.known(PRIYA).seen_by(dark.known(PRIYA).groups[MAIN])
    assert unlit is not None
    assert all(not zone.size for zone in unlit.zones.values() if zone.dark)


def test_the_sign_of_the_group_covers_no_other_mark() -> None:
    """In the middle of a room; in a low one with marks beside it, further left."""
    (room,) = (room for room in drawn(entered()).rooms if room.groups)
    middle = room.box.middle
    bare = replace(room, marks=(), box=replace(room.box, height=60))
    assert middle.x == bare.stands.x
    beside = RoomMark("creatures", "rats", Point(middle.x + 10, bare.stands.y), secret=False)
    assert middle.x - 16 == replace(bare, marks=(beside,)).stands.x
    above = replace(beside, at=Point(middle.x + 10, bare.stands.y - 30))
    assert middle.x == replace(bare, marks=(above,)).stands.x


@pytest.mark.parametrize(
    "around, at",
    [
        ((), Point(50, 0)),
        ((Box(40, -10, 40, 20),), Point(20, 0)),
        ((Box(20, -10, 20, 20), Box(70, -10, 10, 20)), Point(55, 0)),
        ((Box(-10, 5, 200, 20),), Point(50, 0)),
        ((Box(-10, -10, 200, 20),), Point(50, 0)),
    ],
    ids=["nothing between", "a room between", "two rooms between", "a room beside", "a room around"],
)
def test_a_door_is_drawn_outside_the_rooms_that_its_way_runs_through(around: tuple[Box, ...], at: Point) -> None:
    """Half way along the longest stretch that is in no other room."""
    assert (at, True) == middle((Point(0, 0), Point(100, 0)), around)
    down = tuple(Box(box.y, box.x, box.height, box.width) for box in around)
    assert (Point(at.y, at.x), False) == middle((Point(0, 0), Point(0, 100)), down)
