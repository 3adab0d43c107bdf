"""Places made up in play: turns without a map, and rooms and exits as the referee describes them."""

import pytest
from msgspec.structs import replace

from tests.table.bots import RandomTable, any_kind, in_turn, opening
from tests.table.happenings import of
from tests.table.invariants import holds_anywhere
from tests.table.preparing.crypt import in_the_hall
from tests.table.small_lands import lands, setting_out
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TORCHES, TWO, begin, site
from tests.table.tabletop import Tabletop, codes
from undercroft.exchange.outline import outlined, read_outline, write_outline
from undercroft.kernel.units import HOUR
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Place
from undercroft.table.preparing.changes_in_play import PlayedIn
from undercroft.table.preparing.layout import Direction
from undercroft.table.preparing.places import SOMEWHERE, AddLands, AddSite, StartPlace, TakeOutLands, TakeOutSite
from undercroft.table.preparing.rooms import AddExit, AddRoom, DescribeRoom
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.ids import CreaturesId, DoorId, SiteId, ThingId, ZoneId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.sites import Clock, Door, DoorState, EncounterRow, Zone
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut

BARN = SiteId("the-old-barn")


def _no_site() -> Tabletop:
    """Two delvers at a table whose campaign has no site at all."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(begin(), sites=()))
    return table


def _pending(table: Tabletop) -> tuple[CreaturesId, ...]:
    scene = table.now.groups[MAIN].scene
    return scene.pending if scene is not None else ()


def test_the_log_names_a_new_place_once():
    """Its only room goes without saying."""
    table = _no_site()
    played = of(table.do(StartPlace(MAIN, "The Old Barn", encounters=("the rafters creak",))), PlayedIn)
    assert ["New in play: The Old Barn."] == [event.say(table.now) for event in played]


def test_unmapped_place_keeps_turns_light_and_checks():
    table = _no_site()
    table.do(LightUp(MAUD, TORCHES))
    table.do(StartPlace(MAIN, "The Old Barn", encounters=("2d4 rats HD 1/2 1d3", "the rafters creak")))

    barn = table.now.sites[BARN]
    assert ({SOMEWHERE}, Clock.SOVEREIGN) == (set(barn.zones), barn.clock)
    assert (EncounterRow("rats", CreaturesId("rats"), "2d4"), EncounterRow("the rafters creak")) == barn.encounters
    assert "Somewhere in The Old Barn" == table.known(ONE).seen[BARN].zones[SOMEWHERE].name

    happened = []
    for turn in range(1, 7):
        dice = {2: (5,), 5: (1, 1, 3, 2)}.get(turn, ())
        happened += table.do(EndStep(MAIN, postpone=True), *dice)
    assert HOUR == table.now.groups[MAIN].time
    assert of(happened, WentOut)
    (rats,) = _pending(table)
    assert 5 == table.now.sites[BARN].creatures[rats].count


def test_encounter_comes_in_an_unmapped_place():
    table = _no_site()
    table.do(StartPlace(MAIN, "The Old Barn", lit=True, encounters=("2d4 rats HD 1/2 1d3",)))
    for dice in ((), (1, 1, 3, 2)):
        table.do(EndStep(MAIN, postpone=True), *dice)
    (rats,) = _pending(table)

    table.do(Place(MAIN, rats), 4)

    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)


@pytest.mark.parametrize("clock", Clock)
def test_hours_of_play_in_an_unmapped_place(clock):
    """Whatever the referee is offered there works by every clock: checks, encounters, fights, rests, light.

    The delvers are hardy enough to live through all of it.
    """
    table = RandomTable(in_turn())
    bare = opening(clock)
    hardy = tuple(replace(person, hp=60, hp_max=60) for person in bare.people)
    things = tuple(thing for thing in bare.things if thing.name != "crown")[:2]
    table.try_out(replace(bare, sites=(), people=hardy, things=things))
    table.try_out(StartPlace(MAIN, "The Old Barn", clock, encounters=("1d4 rats HD 1/2 1d3", "a cold wind")))
    done, before = set[str](), table.now
    wanted = {"attack", "end_step", "face", "rest_together"}
    for tries in range(600):
        if tries >= 120 and wanted <= done:
            break
        command = any_kind(table, done)
        if command is None or command.tag in ("leave_site", "end_evening"):
            command = EndStep(MAIN, postpone=True)
        if table.why_not(command):
            continue
        table.try_out(command)
        done.add(command.tag)
        holds_anywhere(before, table.now)
        before = table.now
    assert table.now.groups[MAIN].time >= HOUR
    assert wanted <= done


def test_place_without_a_table_of_encounters_lets_the_referee_choose():
    table = _no_site()
    table.do(StartPlace(MAIN, "The Old Barn", lit=True))
    for dice in ((), (1,)):
        table.do(EndStep(MAIN, postpone=True), *dice)

    (pending,) = _pending(table)
    assert "an encounter of your choice" == table.now.sites[BARN].creatures[pending].name


def test_rooms_and_exits_grow_from_an_unmapped_place():
    """Those who are there see the exit, and the room when they go there."""
    table = _no_site()
    table.do(StartPlace(MAIN, "The Old Barn", lit=True))

    table.do(AddRoom(MAIN, "Hay loft", direction=Direction.UP, glance="Dust and swallows.", lit=True))

    way, loft = DoorId("somewhere-hay-loft"), ZoneId("hay-loft")
    seen = table.known(ONE).seen[BARN]
    assert ("stairs up", False) == (seen.doors[way].name, loft in seen.zones)
    table.do(Move(MAIN, way))
    assert "Dust and swallows." == table.known(ONE).seen[BARN].zones[loft].glance
    table.do(AddRoom(MAIN, "Owl's nest", direction=Direction.NORTH, door=DoorState.LOCKED, exit="hatch"))
    nest = table.now.sites[BARN].zones[ZoneId("owl-s-nest")]
    assert nest.shape.y < table.now.sites[BARN].zones[loft].shape.y
    assert DoorState.CLOSED is table.known(ONE).seen[BARN].doors[DoorId("hay-loft-owl-s-nest")].state
    table.do(AddExit(MAIN, ZoneId("owl-s-nest"), exit="gap in the boards"))
    gap = table.known(ONE).seen[BARN].doors[DoorId("hay-loft-owl-s-nest-2")]
    assert ("gap in the boards", DoorState.NO_DOOR) == (gap.name, gap.state)
    for _ in range(2):
        table.undo()
    assert {way} == set(table.known(ONE).seen[BARN].doors)


def test_rooms_keep_their_numbers_when_an_exit_is_added():
    """The referee's key on paper stays true: the new way to the last room makes it no nearer on the map."""
    ends = [(HALL, CELL), (CELL, ZoneId("shaft")), (ZoneId("shaft"), ZoneId("vault")), (HALL, ZoneId("porch"))]
    crypt = replace(
        site(),
        zones={id: Zone(id, id.title(), lit=True) for id in dict.fromkeys(zone for pair in ends for zone in pair)},
        doors={DoorId(f"way-{at}"): Door(DoorId(f"way-{at}"), pair) for at, pair in enumerate(ends)},
    )
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(replace(crypt, creatures={}, features={}, obstacles={}, traps={})))
    table.do(EnterSite(MAIN, CRYPT))
    before = room_numbers(table.now.sites[CRYPT])

    happened = table.do(AddExit(MAIN, ZoneId("vault"), DoorState.LOCKED))

    assert before == room_numbers(table.now.sites[CRYPT])
    (played,) = of(happened, PlayedIn)
    assert "New in play: 1 Hall to 5 Vault, locked door." == played.say(table.now)
    table.do(AddRoom(MAIN, "Alcove"))
    numbers = room_numbers(table.now.sites[CRYPT])
    assert "6" == numbers.pop(ZoneId("alcove"))
    assert before == numbers


def test_room_is_named_and_described_to_those_who_are_there():
    table = _no_site()
    table.do(StartPlace(MAIN, "The Old Barn", lit=True))
    before = table.known(ONE)

    table.do(DescribeRoom(MAIN, name="Threshing floor", glance="Chaff, and a flail.", secret="The flail is silver."))

    seen = table.known(ONE).seen[BARN].zones[SOMEWHERE]
    assert ("Threshing floor", "Chaff, and a flail.") == (seen.name, seen.glance)
    assert b"silver" not in table.bytes_for(ONE)
    assert ["nothing_new"] == codes(table, DescribeRoom(MAIN))
    table.undo()
    assert before == table.known(ONE)


def test_new_rooms_do_not_overlap():
    table = in_the_hall()
    for number in range(12):
        table.do(AddRoom(MAIN, f"Room {number}", direction=(Direction.NORTH, Direction.EAST, None)[number % 3]))
    shapes = [zone.shape for id, zone in table.now.sites[CRYPT].zones.items() if id != CELL]

    for number, shape in enumerate(shapes):
        for other in shapes[:number]:
            across = shape.x < other.x + other.width and other.x < shape.x + shape.width
            down = shape.y < other.y + other.height and other.y < shape.y + shape.height
            assert not (across and down), (shape, other)


@pytest.mark.parametrize("direction", [None, *(each for each in Direction if each not in ("up", "down"))])
def test_a_room_described_in_play_goes_where_a_typed_room_goes(direction):
    table = in_the_hall()
    before = outlined(table.now.sites[CRYPT], ())

    table.do(AddRoom(MAIN, "Loft", direction=direction, door=DoorState.CLOSED, exit="hatch"))

    way = f"{direction} " if direction is not None else ""
    typed = write_outline(before).replace("  > 2", f"  > {way}9 hatch\n  > 2", 1)
    loft = read_outline(f"{typed}\n\n9 Loft\n", before).whole.site.zones[ZoneId("loft")]
    here = table.now.sites[CRYPT].zones[ZoneId("loft")]
    assert (loft.shape, loft.level) == (here.shape, here.level)


def test_rooms_are_added_only_where_a_group_is():
    table = _no_site()

    assert ["not_exploring"] == codes(table, AddRoom(MAIN, "Loft"))
    assert ["referee_only"] == codes(table, StartPlace(MAIN, "Barn"), ONE)
    assert ["bad_foes"] == codes(table, StartPlace(MAIN, "Barn", encounters=("2d4 rats HD many",)))
    table.do(StartPlace(MAIN, "Barn"))
    assert ["in_a_site"] == codes(table, StartPlace(MAIN, "Barn"))
    assert ["no_zone"] == codes(table, AddExit(MAIN, ZoneId("attic")))
    assert ["unusable"] == codes(table, AddExit(MAIN, SOMEWHERE))


def test_unmapped_place_on_the_road_is_found_again_in_its_hex():
    table = Tabletop()
    table.do(setting_out())
    here = table.now.groups[MAIN].hex

    table.do(StartPlace(MAIN, "The Old Barn", lit=True))
    table.do(LeaveSite(MAIN))

    assert here == table.now.lands.hex_of(BARN)
    assert [] == codes(table, EnterSite(MAIN, BARN))


def test_site_is_added_to_a_running_campaign_and_taken_out_again():
    """Ids that are taken become free ones, wherever the site names them; nobody is told anything."""
    table = in_the_hall()
    heard, before = table.bytes_for(ONE), table.now
    cup = Thing(ThingId("torches"), "a cup", ThingKind.TREASURE, Lying(CRYPT, CELL))

    table.do(AddSite(site(name="Another crypt"), (cup,)))

    new = table.now.sites[SiteId("crypt-2")]
    assert ("Another crypt", {HALL, CELL}) == (new.name, set(new.zones))
    assert {"oak-2", "slab-2"} == set(new.doors)
    assert "slab-2" == next(feature.door for feature in new.features.values() if feature.door)
    assert Lying(new.id, CELL) == table.now.things[ThingId("torches-2")].place
    assert (heard, before.sites[CRYPT]) == (table.bytes_for(ONE), table.now.sites[CRYPT])
    table.do(TakeOutSite(new.id))
    assert (before.sites, before.things) == (table.now.sites, table.now.things)


def test_site_with_a_group_inside_stays():
    table = in_the_hall()

    (why,) = table.why_not(TakeOutSite(CRYPT))

    assert ("in_use", "The Crypt cannot be removed: the party is there.") == (why.code, why.what)
    table.do(LeaveSite(MAIN))
    table.do(TakeOutSite(CRYPT))
    assert ({}, {}) == (table.now.sites, table.known(ONE).seen)
    table.undo()
    assert ({CRYPT}, {CRYPT}) == (set(table.now.sites), set(table.known(ONE).seen))


def test_lands_are_added_to_a_running_campaign_and_taken_out_again():
    table = _no_site()
    marches = lands()
    before = table.now

    table.do(AddLands(marches))

    assert marches.hexes.keys() == table.now.lands.hexes.keys()
    charted = {id for id, hex in marches.hexes.items() if hex.charted}
    assert charted == set(table.known(ONE).seen_lands.hexes)
    assert ["has_lands"] == codes(table, AddLands(marches))
    table.do(TakeOutLands())
    assert before.lands == table.now.lands
    assert {} == table.known(ONE).seen_lands.hexes


def test_map_with_a_group_on_it_stays():
    table = Tabletop()
    table.do(setting_out())

    assert ["in_use"] == codes(table, TakeOutLands())
