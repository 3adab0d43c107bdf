"""Lands over HTTP: a new land, edits that go into the draft, and what two screens write at the same time."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import ONE
from undercroft.books.hexcrawl.discovery import Channel, Visibility
from undercroft.books.hexcrawl.encounters import THREE_EXAMPLES
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.demo import campaign as demo
from undercroft.faces.views.prepare.land_view import met_on_a_day
from undercroft.table.preparing.draft import PlayIt
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import FeatureId, HexId, RegionId
from undercroft.table.state.lands import Lands, Path, Region
from undercroft.table.state.markets import Goods, Market, Post, Service
from undercroft.table.state.seats import REFEREE

PAGE = f"/t/{TABLE}/prepare/land"
HTML = {"accept": "text/html"}
CAMP = HexId("0704")
FENS = RegionId("the-fens")


@pytest.fixture
def host() -> Iterator[Host]:
    """A server with one table that has no land."""
    with hosting() as running:
        yield running


@pytest.fixture
def marches() -> Iterator[Host]:
    """A server with the demo's table, in the Carrow Marches."""
    with hosting(demo()) as running:
        yield running


def write(host: Host, *edits: dict[str, str], **more: Any) -> dict[str, Any]:
    """The answer to edits of the referee."""
    answer = host.seated(REFEREE).post(f"{PAGE}/write", json={"edits": edits, **more})
    assert 200 == answer.status_code, answer.text
    found: dict[str, Any] = answer.json()
    return found


def edit(deed: str, id: str = "", field: str = "", value: str = "", seen: str = "", **more: str) -> dict[str, str]:
    """One edit as a browser sends it."""
    return {"deed": deed, "id": id, "field": field, "value": value, "seen": seen, **more}


def lands(host: Host) -> Lands:
    """The lands of the draft."""
    return with_draft(host.table.now).lands


def new_land(host: Host, **more: Any) -> dict[str, Any]:
    """A land of six hexes of plains."""
    land = {"name": "The Fells", "columns": 3, "rows": 2, "miles": "6", "terrain": "plains"}
    return write(host, new={**land, **more})


def test_a_land_is_for_the_referee(marches: Host) -> None:
    """A player sees neither the page nor what it answers."""
    seat = next(iter(marches.table.now.seats))
    for who, status in ((REFEREE, 200), (seat, 403)):
        assert status == marches.seated(who).get(PAGE, headers=HTML).status_code
    assert 403 == marches.seated(seat).post(f"{PAGE}/write", json={}).status_code


def test_a_table_without_a_land_makes_one(host: Host) -> None:
    """All its hexes are alike, they wait in the draft, and Play it puts them in play."""
    assert 403 == host.seated(ONE).get(PAGE, headers=HTML).status_code
    assert "Make the land" in host.seated(REFEREE).get(PAGE, headers=HTML).text
    assert "6 hexes added" in new_land(host)["parts"]["draft"]
    assert {} == host.table.now.lands.hexes
    host.act(PlayIt())
    made = host.table.now.lands
    assert ["0101", "0102", "0201", "0202", "0301", "0302"] == sorted(made.hexes)
    assert ("The Fells", Fraction(6), {Terrain.PLAINS}) == (
        made.name,
        made.hex_miles,
        {hex.terrain for hex in made.hexes.values()},
    )
    assert "has a map already" in new_land(host)["faults"][0]


@pytest.mark.parametrize("field, value, says", [("name", " ", "no name"), ("miles", "far", "not a number")])
def test_a_land_that_cannot_be_made_says_why(host: Host, field: str, value: str, says: str) -> None:
    """And nothing is drafted."""
    assert says in new_land(host, **{field: value})["faults"][0]
    assert {} == host.table.now.draft


def test_the_map_has_every_hex_with_the_cost_that_the_road_has(marches: Host) -> None:
    """Hills cost 1½ off the road, 1 by trail and 3 in rain; in rain nobody crosses mountains."""
    page = marches.seated(REFEREE).get(PAGE, params={"hex": CAMP}, headers=HTML).text
    for words in (
        "Hex 0704",
        "2 points, 1⅓ by trail",
        "The burners",
        "Charcoal burners",
        "1d4+1 fen wolves",
        "44.4\xa0%",
    ):
        assert words in page
    rows = page.partition("By terrain")[2].partition("</table>")[0]
    hills = rows.partition(">hills<")[2].partition("</tr>")[0]
    for words in (">19<", ">1½<", ">1<", ">3<"):
        assert words in hills
    assert "no entry" in rows.partition(">mountains<")[2].partition("</tr>")[0]


@pytest.mark.parametrize(
    "house, says, hills",
    [
        (Wilderness.HEXCRAWL, "points to enter a hex", ("1\u00bd", "1", "3")),
        (Wilderness.NEVERWHERE, "times the usual pace", ("1", "1", "\u00bd")),
        (Wilderness.VIOLENCE, "Watches to cross into a hex", ("1", "1", "1")),
        (Wilderness.SOVEREIGN, "miles across a hex", ("6", "6", "6")),
    ],
)
def test_costs_are_those_of_the_house(house: Wilderness, says: str, hills: tuple[str, ...]) -> None:
    """Points; rolling hills are average ground and rain halves the pace; a Watch for every hex; its miles."""
    begin = demo()
    begin = replace(
        begin,
        house=replace(begin.house, wilderness=house),
        lands=replace(begin.lands, hex_miles=Fraction(6)),
    )
    with hosting(begin) as running:
        page = running.seated(REFEREE).get(PAGE, params={"hex": "0202"}, headers=HTML).text
    rows = page.partition("By terrain")[2].partition("</table>")[0]
    assert says in rows
    row = rows.partition(">hills<")[2].partition("</tr>")[0]
    assert hills == tuple(re.findall(r"<td class=\"fx\">([^<]*)</td>", row)[1:])


def test_the_chance_to_meet_something_is_as_the_house_reads_the_die(marches: Host) -> None:
    """A 2 in camp is an encounter, 4/9 a day; where it is a hidden site, 11/36."""
    known = marches.table.now
    plain = {THREE_EXAMPLES.id: False}
    house = replace(known.house, readings={**known.house.readings, **plain})
    assert (Fraction(4, 9), Fraction(11, 36)) == (met_on_a_day(known), met_on_a_day(replace(known, house=house)))


def test_painting_and_drawing_wait_in_the_draft(marches: Host) -> None:
    """A road takes the place of a trail; drawn away, the way is gone."""
    write(
        marches,
        edit("hex", CAMP, "terrain", "hills", "forest"),
        edit("way", CAMP, "maintained", "yes", to="0604"),
        edit("way", "0101", "river", "yes", to="0201"),
    )
    ways = {(way.path, *sorted(way.between)) for way in lands(marches).ways}
    assert Terrain.HILLS is lands(marches).hexes[CAMP].terrain
    assert Terrain.FOREST is marches.table.now.lands.hexes[CAMP].terrain
    assert (Path.MAINTAINED, "0604", "0704") in ways
    assert (Path.TRAIL, "0604", "0704") not in ways
    assert (Path.RIVER, "0101", "0201") in ways
    write(marches, edit("way", "0604", "maintained", "", to=CAMP), edit("hex", CAMP, "terrain", "forest", "hills"))
    assert not any(way.other(CAMP) == "0604" for way in lands(marches).ways)
    assert "do not border" in write(marches, edit("way", "0101", "trail", "yes", to="0909"))["faults"][0]


def test_a_hex_holds_features_of_every_grade(host: Host) -> None:
    """A town and a secret with its hints; each field is written by itself."""
    new_land(host)
    write(host, edit("add_feature", "0101", "town", "Grey Ford"), edit("add_feature", "0101", "secret", "Old shrine"))
    town, shrine = (FeatureId(id) for id in ("grey-ford", "old-shrine"))
    write(
        host,
        edit("feature", "0101", "what", "Twelve roofs.", feature=town),
        edit("feature", "0101", "hints", "sign: a bell at dusk\nthey say it drowned", feature=shrine),
        edit("hex", "0101", "tags", "civilised"),
        edit("hex", "0101", "charted", "yes"),
    )
    hex = lands(host).hexes[HexId("0101")]
    assert ("grey-ford", "Twelve roofs.", Visibility.OVERT) == (
        hex.features[town].town,
        hex.features[town].what,
        hex.features[town].grade,
    )
    hints = hex.features[shrine].hints
    assert [(Channel.SIGN, "a bell at dusk"), (Channel.RUMOUR, "they say it drowned")] == [
        (each.channel, each.text) for each in hints
    ]
    assert hex.charted
    write(
        host,
        edit("feature", "0101", "grade", "hidden", "secret", feature=shrine),
        edit("drop_feature", "0101", feature=town),
    )
    features = lands(host).hexes[HexId("0101")].features
    assert [Visibility.HIDDEN] == [feature.grade for feature in features.values()]


def test_tables_and_weather_are_typed(host: Host) -> None:
    """Rows of the bestiary, with creatures of their own, and events; a season says how often each weather comes."""
    new_land(host)
    text = "2d4 goblins\n1d3 corpse-lights HD 1/2 1d4; omen: a light that flickers\na washed-out bridge"
    answer = write(host, edit("table", "fells", value=text), edit("add_season", value="autumn"))
    assert [] == answer["faults"]
    rows = lands(host).tables["fells"]
    assert [("goblins", "2d4"), ("corpse-lights", "1d3"), ("a washed-out bridge", "1")] == [
        (row.name, row.count) for row in rows
    ]
    assert ["goblin", "corpse-lights", None] == [row.creatures for row in rows]
    assert "a light that flickers" == rows[1].omen
    assert ("fells", "autumn") == (lands(host).encounters, lands(host).season)
    write(
        host, edit("weather", "autumn", "rain", "2", "0"), edit("table", "fells", value=f"{text}\n2 wolves", seen=text)
    )
    assert (Weather.CLEAR, Weather.RAIN, Weather.RAIN) == lands(host).weathers["autumn"]
    assert 4 == len(lands(host).tables["fells"])
    write(host, edit("ground", "plains", "encounters", "fells"))
    assert {"fells"} == {hex.encounters for hex in lands(host).hexes.values()}
    write(host, edit("drop_table", "fells"))
    assert ({}, "", {""}) == (
        lands(host).tables,
        lands(host).encounters,
        {hex.encounters for hex in lands(host).hexes.values()},
    )


def test_two_screens_do_not_lose_a_word(marches: Host) -> None:
    """Other fields go together; the same field shows what the other screen wrote, until one says to use theirs."""
    write(marches, edit("hex", CAMP, "name", "Smoke wood"))
    assert [] == write(marches, edit("hex", CAMP, "secret", "They know."))["clashes"]
    answer = write(marches, edit("hex", CAMP, "name", "Alder wood"), hex=CAMP)
    assert "Smoke wood" in answer["clashes"][0]
    assert "Smoke wood" in answer["parts"]["card"]
    assert "Smoke wood" == lands(marches).hexes[CAMP].name
    write(marches, edit("hex", CAMP, "name", "Alder wood"), mine=True)
    assert ("Alder wood", "They know.") == (lands(marches).hexes[CAMP].name, lands(marches).hexes[CAMP].secret)


def test_an_edit_that_cannot_be_used_takes_no_other_with_it(marches: Host) -> None:
    """Each is named; the rest of what was sent is kept."""
    answer = write(
        marches,
        edit("hex", CAMP, "terrain", "lava", "forest"),
        edit("way", CAMP, "canal", "yes", to="0604"),
        edit("head", field="hex_miles", value="far", seen="6"),
        edit("hex", CAMP, "name", "Smoke wood"),
    )
    assert 3 == len(answer["faults"])
    assert ("Smoke wood", Terrain.FOREST) == (lands(marches).hexes[CAMP].name, lands(marches).hexes[CAMP].terrain)


def test_a_land_grows_and_loses_a_hex(host: Host) -> None:
    """A column is as the one beside it; a hex goes with its ways."""
    new_land(host)
    write(host, edit("way", "0101", "trail", "yes", to="0102"), edit("grow", field="column"))
    assert 8 == len(lands(host).hexes)
    write(host, edit("drop_hex", "0101"))
    assert (7, ()) == (len(lands(host).hexes), lands(host).ways)


def test_a_region_gets_its_tables_hex_by_hex(marches: Host) -> None:
    """The six hexes around have the tables of the one in the middle; the others keep theirs."""
    before = lands(marches).hexes
    write(marches, edit("table", "the beeches", value="an owl"), edit("hex", CAMP, "encounters", "the beeches"))
    answer = write(marches, edit("around", CAMP))
    assert [] == answer["faults"] + answer["clashes"]
    changed = {id for id, hex in lands(marches).hexes.items() if hex.encounters != before[id].encounters}
    assert {CAMP, "0703", "0803", "0804", "0705", "0604", "0603"} == changed | {CAMP}


def test_a_region_is_made_painted_and_given_tables_and_weather(host: Host) -> None:
    """A hex by its card, a terrain by its row; played in and undone like every change."""
    new_land(host)
    table, season = edit("table", "fen folk", value="a heron"), edit("add_season", value="autumn")
    write(host, edit("add_region", value="The Fens"), table, season)
    answer = write(
        host,
        edit("region", "the-fens", "encounters", "fen folk"),
        edit("region", "the-fens", "good", "fen folk"),
        edit("region_weather", "the-fens", "rain", "3", "0", to="autumn"),
        edit("region_weather", "the-fens", "clear", "1", "0", to="autumn"),
        edit("hex", "0101", "region", "the-fens"),
        edit("terrain", "plains", value="the-fens"),
        hex="0101",
    )
    assert [] == answer["faults"] + answer["clashes"]
    assert "Weather in autumn" in answer["parts"]["regions"]
    assert "rain 3/4" in answer["parts"]["regions"]
    assert "all plains, 1 hex" in answer["parts"]["regions"]
    assert 'data-region="the-fens"' in answer["parts"]["map"]
    host.act(PlayIt())
    made = host.table.now.lands
    weather = (Weather.CLEAR, Weather.RAIN, Weather.RAIN, Weather.RAIN)
    assert {"the-fens": Region(FENS, "The Fens", "fen folk", "fen folk", {"autumn": weather})} == made.regions
    assert (FENS, {Terrain.PLAINS: FENS}) == (made.hexes[HexId("0101")].region, made.terrains)
    write(host, edit("region_weather", "the-fens", "rain", "", "3", to="autumn"))
    write(host, edit("region_weather", "the-fens", "clear", "0", "1", to="autumn"), edit("drop_table", "fen folk"))
    assert Region(FENS, "The Fens") == lands(host).regions[FENS]
    write(host, edit("drop_region", "the-fens"))
    assert ({}, {}, None) == (lands(host).regions, lands(host).terrains, lands(host).hexes[HexId("0101")].region)


@pytest.mark.parametrize(
    "wrong, says",
    [
        (edit("add_region", value=" "), "has no name"),
        (edit("region", "nowhere", "name", "Fens"), "no longer in this land"),
        (edit("terrain", "hills", value="nowhere"), "no longer in this land"),
        (edit("region_weather", "fens", "rain", "many", "0", to="autumn"), "not a number"),
        (edit("region_weather", "fens", "rain", "1", "0"), "not the name of a season"),
        (edit("region", "fens", "name", " ", "Fens"), "a region has a name"),
        (edit("ground", "hills", "secret", "x"), "nothing called"),
    ],
)
def test_what_cannot_be_written_of_a_region_says_why(marches: Host, wrong: dict[str, str], says: str) -> None:
    """And changes nothing."""
    write(marches, edit("add_region", value="Fens"))
    before = lands(marches)
    (fault,) = write(marches, wrong)["faults"]
    assert says in fault.replace("A region", "a region")
    assert before == lands(marches)


def test_two_screens_write_in_the_same_region(marches: Host) -> None:
    """Different seasons and fields are both kept; the same field is asked about again."""
    write(marches, edit("add_region", value="Fens"))
    rain = edit("region_weather", "fens", "rain", "2", "0", to="autumn")
    snow = edit("region_weather", "fens", "light_snow", "1", "0", to="winter")
    assert [] == write(marches, rain)["clashes"] + write(marches, snow)["clashes"]
    assert {"autumn", "winter"} == set(lands(marches).regions[RegionId("fens")].weathers)
    assert [] == write(marches, edit("region", "fens", "name", "Low Fens", "Fens"))["clashes"]
    assert "Low Fens" in write(marches, edit("region", "fens", "name", "High Fens", "Fens"))["clashes"][0]


def test_good_encounters_are_given_to_a_whole_terrain(marches: Host) -> None:
    """Every hex of it has the table; the hexes of other terrains keep theirs."""
    write(marches, edit("table", "luck", value="a dry barn"), edit("ground", "hills", "good", "luck"))
    good = {hex.terrain for hex in lands(marches).hexes.values() if hex.good == "luck"}
    assert {Terrain.HILLS} == good
    assert "good encounters of 19 hexes" in write(marches)["parts"]["tables"]


# Markets

TOWN, WHERE = FeatureId("carrow"), HexId("0206")


def market_edit(deed: str, field: str = "", value: str = "", seen: str = "", to: str = "") -> dict[str, str]:
    """An edit of Carrow's market."""
    return edit(deed, WHERE, field, value, seen, feature=TOWN, to=to)


def market_of(host: Host) -> Market:
    """Carrow's market in the draft."""
    return lands(host).hexes[WHERE].features[TOWN].market


def test_a_town_gets_a_market_from_its_card(host: Host) -> None:
    """Its prices, wares, hirelings and services, each field by itself; the card then shows them."""
    new_land(host)
    write(host, edit("add_feature", "0101", "town", "Grey Ford"))
    town = {"id": "0101", "feature": "grey-ford"}

    def one(deed: str, field: str = "", value: str = "", to: str = "") -> dict[str, str]:
        ticked = field in ("sold", "offered", "healers")
        return {**edit(deed, field=field, value=value, seen="yes" if ticked else "", to=to), **town}

    answer = write(
        host,
        one("market", "percent", "120"),
        one("market", "dearest", "20 gold"),
        one("add_goods", value="Lantern"),
        one("goods", "sold", "", "lantern"),
        one("add_goods", value="eel pie"),
        one("goods", "price", "5c", "eel-pie"),
        one("goods", "left", "12", "eel-pie"),
        one("post", "wage", "3s", "guide"),
        one("post", "offered", "", "sellsword"),
        one("market", "healers", ""),
        one("add_service", value="The surgeon"),
        {**one("service", "price", "40g", "the-surgeon"), "seen": "0"},
        one("service", "cures", "Frail, knocked out", "the-surgeon"),
        one("service", "heals", "yes", "the-surgeon"),
        hex="0101",
    )
    assert () == tuple(answer["faults"]) + tuple(answer["clashes"])
    assert (
        Market(
            percent=120,
            dearest=2000,
            goods={"lantern": Goods(sold=False), "eel-pie": Goods(price=5, left=12, name="eel pie")},
            hirelings={"guide": Post(wage=30), "sellsword": Post(offered=False)},
            healers=False,
            services={"the-surgeon": Service("The surgeon", 4000, ("frail", "knocked_out"), heals=True)},
        )
        == lands(host).hexes[HexId("0101")].features[FeatureId("grey-ford")].market
    )
    for words in (
        "eel pie",
        "120\xa0% of the listed prices, nothing dearer than 20g",
        "no cure for diseases; 1 service",
    ):
        assert words in answer["parts"]["card"]


def test_what_a_market_does_not_name_any_more_is_by_the_books(marches: Host) -> None:
    """Wares and services are taken out, and hirelings are as the book has them again."""
    write(marches, *(market_edit("drop_goods", to=id) for id in market_of(marches).goods))
    write(marches, *(market_edit("drop_service", to=id) for id in market_of(marches).services))
    for job, wage, left in (("guide", "3s", "1"), ("sellsword", "12s", "2")):
        write(marches, market_edit("post", "wage", "", wage, job), market_edit("post", "left", "", left, job))
    assert Market() == market_of(marches)


@pytest.mark.parametrize(
    "wrong, says",
    [
        (market_edit("goods", "price", "two", to="plate"), "“two” is not a price: write it in coins, such as 2g 5s."),
        (market_edit("goods", "left", "-1", to="plate"), "“-1” is not a whole number: enter a number such as 3."),
        (
            market_edit("goods", "price", "2g", to="moon"),
            "That is no longer in the market: look at the card of the town.",
        ),
        (market_edit("add_service", value=" "), "The service has no name: enter a name."),
        (market_edit("add_goods"), "The ware has no name: enter a name."),
        (market_edit("post", "wage", "2s", to="bard"), "There is no job “bard”: reload the page."),
        (market_edit("market", "colour", "x"), "There is nothing called “colour” here: reload the page."),
    ],
)
def test_what_cannot_be_written_of_a_market_says_why(marches: Host, wrong: dict[str, str], says: str) -> None:
    before = market_of(marches)
    assert [says] == write(marches, wrong)["faults"]
    assert before == market_of(marches)


def test_two_screens_write_in_the_same_market(marches: Host) -> None:
    """Other wares merge; the same price clashes, and the words name it."""
    write(marches, market_edit("goods", "price", "4g", "3g", "oil_military_pint"))
    assert [] == write(marches, market_edit("goods", "left", "1", "2", "healers_kit"))["clashes"]
    clashes = write(marches, market_edit("goods", "price", "5g", "3g", "oil_military_pint"))["clashes"]
    assert ["0206 Carrow: price was changed meanwhile to 400. Look at it, then change it again."] == clashes
    assert (400, 1) == (
        market_of(marches).goods["oil_military_pint"].price,
        market_of(marches).goods["healers_kit"].left,
    )
