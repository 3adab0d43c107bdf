"""The country: what a map may be, and what is plain of it to whom."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.small_lands import BEACON, CARROW, DOWN, FORD, PEAK, WELL, WOOD, lands, setting_out
from tests.table.small_site import CRYPT, ONE, TWO
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.hexes import apart, coordinates, hex_at, neighbours
from undercroft.table.state.ids import CreaturesId, HexId, RegionId, SiteId
from undercroft.table.state.lands import Lands, LandWay, Path, Region
from undercroft.table.state.seen_lands import SeenHex, SeenLandFeature
from undercroft.table.state.sites import EncounterRow
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.country import HexesSeen, LandsPlaced, view
from undercroft.table.world.groups import MAIN


@pytest.fixture
def table() -> Tabletop:
    """A table with two players' seats."""
    table = Tabletop()
    table.sit(ONE, TWO)
    return table


def test_hexes_by_column_and_row() -> None:
    """Even columns stand half a hex lower, so the hexes right of 0505 are 0604 and 0605."""
    assert neighbours(HexId("0505")) == ("0504", "0604", "0605", "0506", "0405", "0404")
    assert neighbours(HexId("0101")) == ("0201", "0102")
    assert neighbours(HexId("0605")) == ("0604", "0705", "0706", "0606", "0506", "0505")
    assert apart(CARROW, DOWN) == 2
    assert all(hex_at(coordinates(HexId(f"{c:02}{r:02}"))) == f"{c:02}{r:02}" for c in range(1, 9) for r in range(1, 9))


def test_a_charted_hex_is_on_every_map_and_no_other(table: Tabletop) -> None:
    """A map shows what is overt of the hexes on it, the road between them, and not a word of the rest."""
    table.do(setting_out(hex=None))
    known = table.known(ONE).seen_lands
    assert (known.name, known.season, known.weather) == ("The Marches", "autumn", Weather.CLEAR)
    assert set(known.hexes) == {CARROW, FORD}
    assert known.hexes[FORD] == SeenHex(FORD, Terrain.PLAINS, name="The Ford")
    assert known.road(FORD, CARROW) is Road.MAINTAINED
    assert known.destinations == (CARROW,)
    assert table.known(ONE).lands == Lands()


def test_the_party_begins_in_a_hex_and_sees_the_ground_around(table: Tabletop) -> None:
    """Being there shows what is overt; the hexes around show their ground alone."""
    table.do(setting_out(hex=DOWN))
    assert table.now.groups[MAIN].hex == DOWN
    assert table.known(TWO).groups[MAIN].hex == DOWN
    hexes = table.known(TWO).seen_lands.hexes
    assert hexes[DOWN] == SeenHex(DOWN, Terrain.HILLS, visited=True, glance="Short turf and larks.")
    assert hexes[HexId("0504")] == SeenHex(HexId("0504"), Terrain.MOUNTAINS)
    assert PEAK not in hexes
    beacon = SeenLandFeature(BEACON, "old beacon", "a roofless tower", landmark=True)
    assert hexes[HexId("0605")] == SeenHex(HexId("0605"), Terrain.HILLS, features={BEACON: beacon})
    assert b"well" not in table.bytes_for(ONE)
    assert b"cache" not in table.bytes_for(ONE)


def test_a_landmark_is_seen_from_two_hexes_off() -> None:
    """The ford is two hexes from the beacon and has open ground between; the wood's canopy hides all but itself."""
    sighted = {hex.id: set(hex.features) for hex in view(lands(), FORD).hexes}
    assert sighted[HexId("0605")] == {BEACON}
    assert [hex.id for hex in view(lands(), WOOD).hexes] == [WOOD]


def test_what_was_seen_stays_when_it_is_seen_again_from_afar(table: Tabletop) -> None:
    """A look from the next hex takes nothing off the map."""
    table.do(setting_out(hex=CARROW))
    event = next(told.event for told in reversed(table.log) if isinstance(told.event, HexesSeen))
    assert event == view(lands(), CARROW)
    assert table.known(ONE).seen_lands.hexes[CARROW].visited
    assert table.known(ONE).seen_lands.hexes[FORD].name == "The Ford"


def test_entering_a_site_brings_the_group_to_its_hex(table: Tabletop) -> None:
    """The crypt lies in the wood: the person who goes in is there, and comes out there."""
    table.do(setting_out())
    table.do(EnterSite(MAIN, CRYPT))
    assert (table.now.groups[MAIN].hex, table.now.groups[MAIN].site) == (WOOD, CRYPT)
    assert table.known(ONE).groups[MAIN].hex == WOOD


def test_the_truth_of_the_lands_is_for_the_referee(table: Tabletop) -> None:
    """Nobody else is ever told of the lands as they are."""
    table.do(setting_out())
    placed = [told for told in table.log if isinstance(told.event, LandsPlaced)]
    assert [told.to for told in placed] == [("referee",)]
    assert table.now.lands == lands()
    assert table.now.lands.hex_of(CRYPT) == WOOD


def changed(hex: HexId, **changes: Any) -> Lands:
    """The lands with one hex otherwise."""
    marches = lands()
    return replace(marches, hexes={**marches.hexes, hex: replace(marches.hexes[hex], **changes)})


MOOR = RegionId("moor")
WELL_SEEN = replace(lands().hexes[DOWN].features[WELL], landmark=True)


@pytest.mark.parametrize(
    "marches, code",
    [
        (lands(ways=(LandWay((CARROW, DOWN), Path.TRAIL),)), "no_way"),
        (lands(ways=(LandWay((CARROW, HexId("0307")), Path.TRAIL),)), "no_hex"),
        (changed(FORD, id=HexId("999")), "bad_hex"),
        (changed(FORD, tags=frozenset(Tag)), "both_tags"),
        (changed(FORD, encounters="nowhere"), "no_table"),
        (lands(good="nowhere"), "no_table"),
        (lands(tables={"marches": (EncounterRow("ghosts", CreaturesId("ghosts")),)}), "no_creatures"),
        (lands(weathers={"autumn": ()}), "no_weather"),
        (lands(regions={MOOR: Region(MOOR, "The moor", weathers={"autumn": ()})}), "no_weather"),
        (lands(regions={MOOR: Region(MOOR, "The moor", good="nowhere")}), "no_table"),
        (lands(regions={MOOR: Region(RegionId("fen"), "The moor")}), "bad_region"),
        (lands(terrains={Terrain.HILLS: MOOR}), "no_region"),
        (changed(FORD, region=MOOR), "no_region"),
        (changed(DOWN, features={WELL: WELL_SEEN}), "hidden_landmark"),
        (
            changed(
                DOWN,
                features={WELL: replace(WELL_SEEN, landmark=False, grade=Visibility.OVERT, site=SiteId("nowhere"))},
            ),
            "no_site",
        ),
    ],
)
def test_a_map_that_cannot_be_is_refused(table: Tabletop, marches: Lands, code: str) -> None:
    """Each fault by its own code, before anything is told."""
    command: Begin = setting_out(marches, hex=None)
    assert [reason.code for reason in table.why_not(command)] == [code]


def test_the_party_must_begin_on_the_map(table: Tabletop) -> None:
    """A hex that is not there is nowhere to begin."""
    assert [reason.code for reason in table.why_not(setting_out(hex=HexId("0101")))] == ["no_hex"]
