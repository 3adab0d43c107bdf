"""Losing the way: the referee knows where they are, and they believe otherwise until something sets them right."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.happenings import of as told
from tests.table.journeying import TIRELESS, on_the_road, the_day
from tests.table.small_lands import CARROW, DOWN, FORD, lands
from tests.table.small_site import ONE
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.faces.views.road.day_track import day_track
from undercroft.faces.views.road.route import StrayingView, route_view
from undercroft.table.referee.weather import SetWeather
from undercroft.table.road.bearings import BearingsTaken, TakeBearings
from undercroft.table.road.lost import SetRight
from undercroft.table.road.travel import TravelTo
from undercroft.table.state.house_rules import Lost
from undercroft.table.state.ids import FeatureId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, Lands
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

F = Fraction
LOST = replace(TIRELESS, lost=Lost.HEXCRAWL)
HERE, NORTH, NORTH_EAST, NORTH_WEST = (HexId(id) for id in ("0505", "0504", "0604", "0404"))


def wilds(**terrains: Terrain) -> Lands:
    """Plains without a road or a landmark, except those given."""
    ids = [HexId(f"{column:02}{row:02}") for column in range(3, 8) for row in range(2, 8)]
    return Lands("The Wilds", hexes={id: LandHex(id, terrains.get(f"h{id}", Terrain.PLAINS)) for id in ids})


def astray(marches: Lands | None = None) -> Tabletop:
    """They set out north on a throw of 1, and stray to the right on a 4."""
    table = on_the_road(marches or wilds(), HERE, LOST)
    table.do(TravelTo(MAIN, NORTH), 1, 4, 5)
    return table


def test_they_go_wrong_and_do_not_know_it() -> None:
    """They make for the north and come north-east; on their map they are where they wanted to be."""
    table = astray(wilds(h0604=Terrain.PLAINS))
    assert table.now.groups[MAIN].hex == NORTH_EAST
    assert table.known(ONE).groups[MAIN].hex == NORTH
    assert (the_day(table).lost, the_day(table).believed) == (1, NORTH)
    assert (the_day(table, ONE).lost, the_day(table, ONE).believed) == (0, None)
    assert table.known(ONE).seen_lands.hexes[NORTH].visited
    assert NORTH_EAST in table.known(ONE).seen_lands.hexes
    assert not table.known(ONE).seen_lands.hexes[NORTH_EAST].visited


def test_their_next_step_is_turned_as_well() -> None:
    """They ask for the hex north of where they believe to be, and come to the one north-east of where they are."""
    table = astray()
    assert [why.code for why in table.why_not(TravelTo(MAIN, HexId("0605")))] == ["not_adjacent"]
    table.do(TravelTo(MAIN, HexId("0503")))
    assert table.now.groups[MAIN].hex == HexId("0704")
    assert table.known(ONE).groups[MAIN].hex == HexId("0503")


def test_a_throw_above_the_chance_keeps_the_course() -> None:
    """On plains only a 1 strays, and it is thrown once a day."""
    table = on_the_road(wilds(), HERE, LOST)
    table.do(TravelTo(MAIN, NORTH), 2, 5)
    assert table.now.groups[MAIN].hex == NORTH
    table.do(TravelTo(MAIN, HexId("0503")))
    assert the_day(table).spent == F(2)


def test_a_road_or_a_landmark_leads_them() -> None:
    """Along the road nothing is thrown for; nor in sight of the beacon."""
    table = on_the_road(lands(), CARROW, LOST)
    table.do(TravelTo(MAIN, FORD))
    table = on_the_road(lands(), DOWN, LOST)
    table.do(TravelTo(MAIN, FORD))
    assert table.now.groups[MAIN].hex == FORD


def test_to_the_other_side_if_the_first_is_barred() -> None:
    """High mountains to the right turn them left."""
    table = on_the_road(wilds(h0604=Terrain.HIGH_MOUNTAINS), HERE, LOST)
    table.do(TravelTo(MAIN, NORTH), 1, 4, 5)
    assert table.now.groups[MAIN].hex == NORTH_WEST


def test_with_nowhere_to_turn_they_notice() -> None:
    """Both sides barred: they know that they have lost the way, and nothing is spent."""
    barred = wilds(h0604=Terrain.HIGH_MOUNTAINS, h0404=Terrain.HIGH_MOUNTAINS)
    table = on_the_road(barred, HERE, LOST)
    table.do(TravelTo(MAIN, NORTH), 1, 4)
    assert (table.now.groups[MAIN].hex, the_day(table).lost, the_day(table).spent) == (HERE, 0, F(0))


def test_bearings_set_them_right() -> None:
    """A point, and a throw above the chance: their map is mended, and they know where they are."""
    table = astray()
    events = table.do(TakeBearings(MAIN), 2)
    assert told(events, BearingsTaken) == [BearingsTaken(MAIN, sure=True)]
    assert [(event.hex, set(event.wiped)) for event in told(events, SetRight)] == [(NORTH_EAST, {"0503", "0403"})]
    assert table.known(ONE).groups[MAIN].hex == NORTH_EAST
    assert not table.known(ONE).seen_lands.hexes[NORTH].visited
    assert table.known(ONE).seen_lands.hexes[NORTH_EAST].visited
    assert (the_day(table).lost, the_day(table).believed, the_day(table).spent) == (0, None, F(2))


def test_bearings_may_fail() -> None:
    """On a 1 they cannot make out more, lost or not."""
    table = astray()
    events = table.do(TakeBearings(MAIN), 1, 4)
    assert told(events, BearingsTaken) == [BearingsTaken(MAIN, sure=False)]
    assert the_day(table).believed == NORTH


def test_a_place_that_they_know_sets_them_right() -> None:
    """They stray into a hex with a tower that is on their map, and see where they are."""
    tower = LandFeature(FeatureId("tower"), "a tower", "A grey tower.")
    known = wilds()
    there = replace(known.hexes[NORTH_EAST], charted=True, features={tower.id: tower})
    table = astray(replace(known, hexes={**known.hexes, NORTH_EAST: there}))
    assert (the_day(table).lost, the_day(table).believed) == (0, None)
    assert table.known(ONE).groups[MAIN].hex == NORTH_EAST


def test_a_place_that_they_do_not_know_tells_them_nothing() -> None:
    """The same tower, that nobody has heard of."""
    tower = LandFeature(FeatureId("tower"), "a tower", "A grey tower.")
    known = wilds()
    there = replace(known.hexes[NORTH_EAST], features={tower.id: tower})
    table = astray(replace(known, hexes={**known.hexes, NORTH_EAST: there}))
    assert (the_day(table).lost, the_day(table).believed) == (1, NORTH)


def test_a_hex_they_had_never_drawn_is_wiped() -> None:
    """What they drew beyond the edge of what they had seen is off the map again."""
    table = astray()
    table.do(TravelTo(MAIN, HexId("0503")))
    assert HexId("0503") in table.known(ONE).seen_lands.hexes
    table.do(TakeBearings(MAIN), 2)
    assert HexId("0503") not in table.known(ONE).seen_lands.hexes
    assert table.known(ONE).groups[MAIN].hex == HexId("0704")


def test_players_hear_the_same_lost_or_not() -> None:
    """In a country that looks the same all over, what they hear is the same to the byte."""
    heard = []
    for faces in ((1, 4, 5), (2, 5)):
        table = on_the_road(wilds(), HERE, LOST)
        table.do(TravelTo(MAIN, NORTH), *faces)
        heard.append(table.bytes_for(ONE))
    assert heard[0] == heard[1]


def test_without_the_switch_nobody_is_lost() -> None:
    """The usual house throws for nothing."""
    table = on_the_road(wilds(), HERE, TIRELESS)
    table.do(TravelTo(MAIN, NORTH), 5)
    assert table.now.groups[MAIN].hex == NORTH


def test_the_day_reads_where_each_leg_really_led() -> None:
    """The referee reads it at once, the party once it knows; the hex it believed in stays beside it."""
    table = astray()

    def read(seat: str) -> list[str]:
        known = table.known(seat)
        return [part.note for part in day_track(known, known.groups[MAIN], None).parts if part.spent and part.note]

    assert (["0504, really 0604"], ["0504"]) == (read(REFEREE), read(ONE))
    assert [NORTH_EAST] == [leg.led_to for leg in the_day(table).walked]
    assert [NORTH] == [leg.led_to for leg in the_day(table, ONE).walked]
    table.do(TakeBearings(MAIN), 2)
    assert ["0504, really 0604", "took bearings"] == read(REFEREE) == read(ONE)
    assert NORTH_EAST == the_day(table, ONE).walked[0].led_to


def test_the_chance_is_shown_before_the_first_move_and_no_longer_after_it() -> None:
    """By the terrain, the weather, and what guides them: as the referee knows it, and as the party's map has it."""
    table = on_the_road(wilds(h0505=Terrain.HILLS), HERE, LOST)

    def chances() -> list[Fraction | None]:
        known = (table.now, table.known(ONE))
        views = [route_view(each, each.groups[MAIN], NORTH, odds=True) for each in known]
        return [view.astray.chance if view is not None and view.astray is not None else None for view in views]

    assert [F(1, 5), F(1, 5)] == chances()
    picked = route_view(table.now, table.now.groups[MAIN], NORTH, odds=True)
    assert picked is not None
    assert picked.astray is not None
    assert picked.astray.roll == "a d10 of 2 or less: hills, clear"
    table.do(SetWeather(Weather.HEAVY_SNOW))
    assert [F(2, 5), F(2, 5)] == chances()
    table.do(TravelTo(MAIN, NORTH), 10, 5, 5)
    shown = route_view(table.now, table.now.groups[MAIN], HexId("0503"), odds=True)
    assert shown is not None
    assert shown.astray == StrayingView(
        "Getting lost is decided once a day, before the first move: that is settled for today."
    )


def test_the_chance_is_shown_only_where_one_can_get_lost() -> None:
    """A road keeps them on course; by house rules without the rule, or without odds, nothing is shown."""
    for marches, at, to, house, odds, straying in (
        (lands(), FORD, CARROW, LOST, True, StrayingView("The Carrow road keeps them from getting lost.")),
        (wilds(), HERE, NORTH, TIRELESS, True, None),
        (wilds(), HERE, NORTH, LOST, False, None),
    ):
        table = on_the_road(marches, at, house)
        shown = route_view(table.now, table.now.groups[MAIN], to, odds=odds)
        assert shown is not None
        assert straying == shown.astray
