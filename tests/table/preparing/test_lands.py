"""Changes of the lands in mid-play: what is on the chart and in the sky is seen, the rest only if it is told."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.preparing.crypt import play_in
from tests.table.small_lands import CARROW, DOWN, FEN, FORD, WELL, WOLVES, WOOD, lands, setting_out
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.table.preparing.draft import ChangeNow, PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.parts import lands_head
from undercroft.table.referee.reveal_map import ShowFeature
from undercroft.table.referee.weather import SetWeather
from undercroft.table.state.changes import (
    AnyChange,
    HexChange,
    LandCreaturesChange,
    LandsChange,
    RegionChange,
    TableChange,
    WayChange,
    WeathersChange,
    part_of,
)
from undercroft.table.state.ids import CreaturesId, FeatureId, HexId, RegionId
from undercroft.table.state.lands import LandFeature, LandHex, LandWay, Path, Region
from undercroft.table.state.markets import BY_THE_BOOK, Goods, Market, Post, Service
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import EncounterRow
from undercroft.table.town.town import ComeToTown, LeaveTown
from undercroft.table.world.groups import MAIN
from undercroft.table.world.markets import market_of

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


def _market(market: Market) -> LandHex:
    """Carrow's hex with a market in the town."""
    town = HERE.features[FeatureId("carrow")]
    return replace(HERE, features={town.id: replace(town, market=market)})


QUIET: dict[str, AnyChange] = {
    "hex": HexChange(after=LandHex(NEW, Terrain.FOREST, CANARY, CANARY)),
    "place": HexChange(HERE, replace(HERE, features={**HERE.features, TOWER.id: TOWER})),
    "secret": HexChange(HERE, replace(HERE, secret=CANARY, glance=CANARY)),
    "market": HexChange(HERE, _market(Market(services={"bath": Service(CANARY, 5)}))),
    "way": WayChange(after=LandWay((DOWN, HexId("0605")), Path.TRAIL, CANARY)),
    "table": TableChange("marches", lands().tables["marches"], (EncounterRow(CANARY),)),
    "weathers": WeathersChange("winter", None, (Weather.HEAVY_SNOW, Weather.CLEAR)),
    "region": RegionChange(after=Region(RegionId("fens"), CANARY, weathers={"winter": (Weather.RAIN,)})),
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


# Markets


def test_people_in_town_see_a_new_market_at_once():
    """Without being told, since prices are on the boards; undo takes it back."""
    table = _in_carrow()
    table.do(ComeToTown(MAIN, "Carrow"))
    market = Market(percent=200)
    play_in(table, HexChange(HERE, _market(market)))
    assert market == market_of(table.known(ONE), table.known(ONE).groups[MAIN]).market
    table.undo()
    assert BY_THE_BOOK == market_of(table.known(ONE), table.known(ONE).groups[MAIN]).market


def test_a_market_that_sold_something_meanwhile_keeps_its_stock():
    """The draft changes a price, play sold a ware: both count."""
    stocked = Market(goods={"rope_50ft": Goods(left=3), "lantern": Goods()})
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out(replace(lands(), hexes={**lands().hexes, CARROW: _market(stocked)})))
    table.do(ComeToTown(MAIN, "Carrow"))
    dear = replace(stocked, goods={**stocked.goods, "lantern": Goods(price=5000)})
    table.do(Prepare((HexChange(_market(stocked), _market(dear)),)))
    assert "0306 Carrow: Carrow: new market" == not_in_play_yet(table.now)[0].says
    sold = replace(stocked, goods={**stocked.goods, "rope_50ft": Goods(left=1)})
    table.do(ChangeNow((HexChange(_market(stocked), _market(sold)),)))
    table.do(PlayIt())
    market = market_of(table.known(ONE), table.known(ONE).groups[MAIN]).market
    assert {"rope_50ft": Goods(left=1), "lantern": Goods(price=5000)} == market.goods


def test_what_cannot_be_used_of_a_market_is_left_out_with_the_reason():
    """A ware without a price, a job that no book has, a number out of bounds."""
    table = _in_carrow()
    market = Market(
        percent=0,
        goods={"eel-pie": Goods(name="eel pie"), "lantern": Goods(price=-1), "rope_50ft": Goods(left=2)},
        hirelings={"bard": Post()},
    )
    table.do(Prepare((HexChange(HERE, _market(market)),)))
    left = not_in_play_yet(table.now)[0].left
    for words in ("eel pie is not on the price list", "no job “bard”", "Enter 0 to 1,000,000,000", "Percent: 0 is out"):
        assert words in left
    table.do(PlayIt())
    found = table.now.lands.hexes[CARROW].features[FeatureId("carrow")].market
    assert Market(goods={"rope_50ft": Goods(left=2)}) == found


def test_absent_people_keep_the_market_they_remember_unless_they_are_told():
    table = _in_carrow()
    table.do(ComeToTown(MAIN, "Carrow"))
    play_in(table, HexChange(HERE, _market(Market(percent=200))))
    table.do(LeaveTown(MAIN))

    def remembered() -> int:
        market = table.known(ONE).seen_lands.hexes[CARROW].features[FeatureId("carrow")].market
        return 0 if market is None else market.percent

    now = table.now.lands.hexes[CARROW]
    play_in(table, HexChange(now, _market(Market(percent=300))))
    assert 200 == remembered()
    now = table.now.lands.hexes[CARROW]
    change = HexChange(now, _market(Market(percent=400)))
    table.do(ChangeNow((change,), tell=(part_of(change),)))
    assert 400 == remembered()


FENS = Region(RegionId("fens"), "The fens", encounters="marches", weathers={"autumn": (Weather.RAIN,)})


def test_region_that_is_removed_leaves_its_hexes_and_its_terrain():
    table = _in_carrow()
    head, fen = lands_head(table.now.lands), table.now.lands.hexes[FEN]
    play_in(
        table,
        RegionChange(after=FENS),
        HexChange(fen, replace(fen, region=FENS.id)),
        LandsChange(head, replace(head, terrains={Terrain.MARSH: FENS.id})),
    )
    assert [FENS] == list(table.now.lands.regions_of(table.now.lands.hexes[FEN]))

    play_in(table, RegionChange(FENS, None))

    left = table.now.lands
    assert ({}, {}, None) == (left.regions, left.terrains, left.hexes[FEN].region)
    table.undo()
    assert FENS.id == table.now.lands.hexes[FEN].region


def test_hex_of_a_region_that_is_not_there_waits_in_the_draft():
    table = _in_carrow()
    fen = table.now.lands.hexes[FEN]
    table.do(Prepare((HexChange(fen, replace(fen, region=FENS.id)),)))

    (line,) = not_in_play_yet(table.now)

    assert "there is no region “fens”" == line.left


def test_draft_calls_a_region_by_its_name():
    table = _in_carrow()
    fen = table.now.lands.hexes[FEN]
    table.do(Prepare((RegionChange(after=FENS), HexChange(fen, replace(fen, region=FENS.id)))))

    assert {"Region The fens added", "0803 Gallows Fen: region “The fens”"} == {
        line.says for line in not_in_play_yet(table.now)
    }


def test_two_screens_change_a_region_at_once():
    table = _in_carrow()
    play_in(table, RegionChange(after=FENS))
    winter = replace(FENS, weathers={**FENS.weathers, "winter": (Weather.LIGHT_SNOW,)})
    table.do(Prepare((RegionChange(FENS, winter),)))
    table.do(Prepare((RegionChange(FENS, replace(FENS, name="Gallows Fens")),)))
    table.do(PlayIt())

    assert replace(winter, name="Gallows Fens") == table.now.lands.regions[FENS.id]
