"""Changes of the lands in mid-play: what is on the chart and in the sky is seen, the rest only if it is told."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.preparing.crypt import play_in
from tests.table.small_lands import CARROW, DOWN, FEN, FORD, WELL, WOLVES, WOOD, lands, setting_out
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.parts import lands_head
from undercroft.table.referee.reveal_map import SetWeather, ShowFeature
from undercroft.table.state.changes import (
    AnyChange,
    HexChange,
    LandCreaturesChange,
    LandsChange,
    TableChange,
    WayChange,
    WeathersChange,
)
from undercroft.table.state.ids import CreaturesId, FeatureId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, LandWay, Path
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import EncounterRow
from undercroft.table.world.groups import MAIN

CANARY = "sorrowful heron"
HERE = lands().hexes[CARROW]
NEW = HexId("0307")
TOWER = LandFeature(FeatureId("tower"), CANARY, CANARY)


def _in_carrow() -> Tabletop:
    """Two delvers in the town of Carrow."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out())
    return table


def _wolves(**fields: Any) -> LandCreaturesChange:
    before = lands().creatures[WOLVES]
    return LandCreaturesChange(before, replace(before, **fields))


QUIET: dict[str, AnyChange] = {
    "hex": HexChange(after=LandHex(NEW, Terrain.FOREST, CANARY, CANARY)),
    "place": HexChange(HERE, replace(HERE, features={**HERE.features, TOWER.id: TOWER})),
    "secret": HexChange(HERE, replace(HERE, secret=CANARY, glance=CANARY)),
    "way": WayChange(after=LandWay((DOWN, HexId("0605")), Path.TRAIL, CANARY)),
    "table": TableChange("marches", lands().tables["marches"], (EncounterRow(CANARY),)),
    "weathers": WeathersChange("winter", None, (Weather.HEAVY_SNOW, Weather.CLEAR)),
    "creatures": LandCreaturesChange(after=replace(lands().creatures[WOLVES], id=CreaturesId("owls"), name=CANARY)),
    "wolves": _wolves(name=CANARY),
}


@pytest.mark.parametrize("kind", list(QUIET))
def test_changes_of_the_lands_reach_no_player_and_are_undone(kind):
    table = _in_carrow()
    heard, before = [table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)], table.now

    play_in(table, QUIET[kind])

    assert before.lands != table.now.lands
    assert heard == [table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)]
    table.undo()
    assert before.lands == table.now.lands


def test_charted_hexes_and_the_ways_between_them_are_on_the_map_at_once():
    table = _in_carrow()
    road = LandWay((CARROW, NEW), Path.MAINTAINED, "the new road")

    play_in(table, HexChange(after=LandHex(NEW, Terrain.PLAINS, "Newmarch", charted=True)), WayChange(after=road))

    seen = table.known(ONE).seen_lands
    assert ("Newmarch", True) == (seen.hexes[NEW].name, road in seen.ways)
    table.undo()
    assert NEW not in table.known(ONE).seen_lands.hexes
    assert road not in table.known(ONE).seen_lands.ways


def test_players_are_told_of_a_new_place_where_they_are():
    table = _in_carrow()

    play_in(table, QUIET["place"], tell=True)

    assert CANARY == table.known(ONE).seen_lands.hexes[CARROW].features[TOWER.id].name


def test_place_that_is_removed_leaves_the_map():
    table = _in_carrow()
    table.do(ShowFeature(MAIN, DOWN, WELL))
    down = table.now.lands.hexes[DOWN]

    play_in(table, HexChange(down, replace(down, features={})))

    assert {} == table.known(ONE).seen_lands.hexes[DOWN].features
    play_in(table, HexChange(table.now.lands.hexes[DOWN], None))
    assert DOWN not in table.known(ONE).seen_lands.hexes
    assert not any(DOWN in way.between for way in table.now.lands.ways)
    table.undo()
    assert DOWN in table.known(ONE).seen_lands.hexes


def test_hex_with_the_party_in_it_stays():
    table = _in_carrow()
    table.do(Prepare((HexChange(HERE, None),)))

    (line,) = not_in_play_yet(table.now)
    table.do(PlayIt())

    assert "The party is there" == line.left
    assert CARROW in table.now.lands.hexes


def test_weather_of_play_stays_and_the_sky_is_plain_to_all():
    table = _in_carrow()
    head = lands_head(table.now.lands)
    table.do(Prepare((LandsChange(head, replace(head, name="The Old Marches", season="winter")),)))
    table.do(SetWeather(Weather.RAIN))

    table.do(PlayIt())

    now, seen = table.now.lands, table.known(ONE).seen_lands
    assert ("The Old Marches", "winter", Weather.RAIN) == (now.name, now.season, now.weather)
    assert ("The Marches", "winter", Weather.RAIN) == (seen.name, seen.season, seen.weather)


def test_parts_of_the_lands_that_cannot_be_used_are_left_out():
    table = _in_carrow()
    far = WayChange(after=LandWay((CARROW, WOOD), Path.TRAIL))
    fen = table.now.lands.hexes[FEN]
    odd = HexChange(fen, replace(fen, encounters="no such table"))
    table.do(Prepare((far, odd)))

    assert ["these two hexes do not border each other", "there is no table “no such table”"] == [
        line.left for line in not_in_play_yet(table.now)
    ]
    table.do(PlayIt())
    assert (lands().hexes, lands().ways) == (table.now.lands.hexes, table.now.lands.ways)


def test_changes_of_the_lands_in_words():
    table = _in_carrow()
    table.do(Prepare((*(QUIET[kind] for kind in ("way", "table", "weathers")), _wolves(count=3))))
    ford = table.now.lands.hexes[FORD]
    table.do(Prepare((HexChange(ford, replace(ford, terrain=Terrain.MARSH)),)))

    assert [
        f"0505 to 0605, {CANARY} added",
        "Table marches: 2 rows, now 1 row",
        "Weather in winter added",
        "wolves: number 1, now 3",
        "0405 The Ford: terrain plains, now marsh",
    ] == [line.says for line in not_in_play_yet(table.now)]
