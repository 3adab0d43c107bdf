"""The die on the road: who comes, what is found, the weather, waning food, and luck."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.happenings import of as told
from tests.table.journeying import FOOD, TIRELESS, on_the_road, the_day
from tests.table.small_lands import DOWN, FORD, SCARP, WELL, WOLVES, lands
from tests.table.small_site import MAUD, ONE, TWO, ULF
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.hexcrawl.wilderness import Provision
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.overloaded_turns import LuckHad
from undercroft.table.road.bearings import TakeBearings
from undercroft.table.road.encounter_die import ProvisionsDue, SomethingMet
from undercroft.table.road.supplies import Provide
from undercroft.table.road.travel import TravelTo
from undercroft.table.state.campaign import with_person
from undercroft.table.state.house_rules import HouseRules, Supplies
from undercroft.table.state.ids import HexId, RegionId, ThingId
from undercroft.table.state.journeys import Begun, Leg, Spent
from undercroft.table.state.lands import Lands, Region
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.sites import EncounterRow
from undercroft.table.state.things import ThingKind
from undercroft.table.world.country import LandFeatureFound, WeatherTurned
from undercroft.table.world.groups import MAIN

F = Fraction


def test_an_encounter_is_met_and_the_march_waits() -> None:
    """Face 1, the first line, seven wolves, seventy yards: the hex they leave is where it happens."""
    table = on_the_road(hex=DOWN)
    table.do(TravelTo(MAIN, SCARP), 1, 1, 3, 4, 3, 4)
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert (scene.met.name, scene.met.count, scene.met.distance_ft) == ("wolves", 7, 210)
    assert table.now.groups[MAIN].hex == DOWN
    shown = table.known(ONE).groups[MAIN].scene
    assert isinstance(shown, EncounterScene)
    assert shown.others is None
    (said,) = table.why_not(TakeBearings(MAIN))
    assert "The party is in an encounter: end it first." == said.what
    table.do(EndEncounter(MAIN))
    assert the_day(table).begun == Begun(SCARP, F(1), 1)
    table.do(TravelTo(MAIN, SCARP))
    assert table.now.groups[MAIN].hex == SCARP
    assert the_day(table).spent == F(3, 2)


def test_who_is_stopped_on_the_march_is_tired() -> None:
    """An hour's march costs everybody a point, where Neverwhere's points are counted."""
    table = on_the_road(hex=DOWN, house=HouseRules())
    before = {who: table.now.people[who].fp for who in (MAUD, ULF)}
    table.do(TravelTo(MAIN, SCARP), 1, 1, 3, 4, 3, 4)
    assert {who: before[who] - table.now.people[who].fp for who in before} == {MAUD: 1, ULF: 1}


def test_a_single_creature_is_met_in_the_singular() -> None:
    """The line of the table says wolves, and its dice may show one."""
    lines = {"marches": (EncounterRow("wolves", WOLVES, "1d4"), EncounterRow("a burnt wagon"))}
    events = on_the_road(replace(lands(), tables=lines), DOWN).do(TravelTo(MAIN, SCARP), 1, 1, 1, 4, 3)
    assert told(events, SomethingMet) == [SomethingMet(MAIN, "1 wolf")]


def test_a_line_without_creatures_is_told() -> None:
    """The second line of the table is a burnt wagon, and nobody is met."""
    table = on_the_road(hex=DOWN)
    events = table.do(TravelTo(MAIN, SCARP), 1, 2)
    assert told(events, SomethingMet) == [SomethingMet(MAIN, "a burnt wagon")]
    assert the_day(table).begun == Begun(SCARP, F(1), 1)


def test_a_hidden_site_is_stumbled_upon() -> None:
    """Face 2 finds the old well, and never the drovers' cache; found, it is on everybody's map."""
    table = on_the_road(hex=DOWN)
    events = table.do(TravelTo(MAIN, SCARP), 2)
    assert [event.feature.id for event in told(events, LandFeatureFound)] == [WELL]
    assert set(table.known(TWO).seen_lands.hexes[DOWN].features) == {WELL}
    assert table.now.lands.hexes[DOWN].features[WELL].found
    assert table.now.groups[MAIN].hex == SCARP


def test_the_weather_turns_and_the_rest_is_paid_at_the_new_price() -> None:
    """Rain doubles the scarp to three points in the middle of the move: one is paid, two are owed."""
    table = on_the_road(hex=DOWN)
    events = table.do(TravelTo(MAIN, SCARP), 3)
    assert told(events, WeatherTurned) == [WeatherTurned(Weather.RAIN, Weather.CLEAR)]
    assert table.known(ONE).seen_lands.weather is Weather.RAIN
    assert the_day(table).spent == F(3)
    assert table.now.groups[MAIN].hex == SCARP


def test_weather_by_the_list_of_the_season() -> None:
    """Autumn has its own list; what stands there twice comes twice as often, and what is now is left out."""
    marches = lands(weathers={"autumn": (Weather.CLEAR, Weather.RAIN, Weather.RAIN, Weather.LIGHT_SNOW)})
    table = on_the_road(marches, DOWN)
    table.do(TravelTo(MAIN, SCARP), 3, 3)
    assert table.now.lands.weather is Weather.LIGHT_SNOW


def test_the_die_for_new_weather_says_what_its_faces_bring() -> None:
    """One by one, or all at once where they bring the same."""
    rain, snow = Weather.RAIN, Weather.LIGHT_SNOW
    for others, says in (
        ((rain, rain, snow), "1 is rain, 2 is rain and 3 is light snow"),
        ((rain, rain), "every face is rain"),
    ):
        table = on_the_road(lands(weathers={"autumn": (Weather.CLEAR, *others)}), DOWN)
        table.typed = True
        table.do(TravelTo(MAIN, SCARP), 3)
        (wanted,) = table.now.wanted.values()
        assert [says] == [question.cause for question in wanted.questions]


MOOR, HILLS = (
    Region(RegionId("moor"), "The moor", "bogs", weathers={"autumn": (Weather.RAIN,)}),
    Region(RegionId("hills"), "The hills", "folk", "luck", dict.fromkeys(("autumn", "winter"), (Weather.LIGHT_SNOW,))),
)


def regions(**of_the_down: object) -> Lands:
    """The marches with a moor, hills that are a region of their own, and a table for each."""
    bare = lands()
    named = {"bogs": "a lantern far off", "folk": "a shepherd", "luck": "a dry barn"}
    return replace(
        bare,
        hexes={**bare.hexes, DOWN: replace(bare.hexes[DOWN], **of_the_down)},
        weathers={"autumn": (Weather.RAIN,)},
        tables={**bare.tables, **{name: (EncounterRow(what),) for name, what in named.items()}},
        regions={region.id: region for region in (MOOR, HILLS)},
        terrains={Terrain.HILLS: HILLS.id},
    )


@pytest.mark.parametrize(
    "hex, season, weather",
    [
        (DOWN, "autumn", Weather.RAIN),
        (DOWN, "winter", Weather.LIGHT_SNOW),
        (SCARP, "autumn", Weather.LIGHT_SNOW),
        (FORD, "autumn", Weather.RAIN),
    ],
    ids=["the hex's region", "no list there: the terrain's", "the terrain's region", "the land's"],
)
def test_weather_comes_from_the_region_where_they_are(hex: HexId, season: str, weather: Weather) -> None:
    """The down is on the moor, the scarp is among the hills, and the ford has the land's weather."""
    table = on_the_road(replace(regions(region=MOOR.id), season=season), hex)
    table.do(TravelTo(MAIN, {DOWN: SCARP, SCARP: DOWN, FORD: DOWN}[hex]), 3)
    assert table.now.lands.weather is weather


def test_a_region_has_a_climate_of_its_own() -> None:
    """It counts before the land's list and the land's climate; the region's own list counts before it."""
    cold = regions(region=MOOR.id)
    moor = replace(MOOR, climate=Climate.POLAR, weathers={})
    cold = replace(cold, climate=Climate.WARM, season="autumn", regions={**cold.regions, MOOR.id: moor})
    table = on_the_road(cold, DOWN)
    table.do(TravelTo(MAIN, SCARP), 3, 2, 5)
    assert table.now.lands.weather is Weather.HEAVY_SNOW
    listed = replace(moor, weathers={"autumn": (Weather.RAIN,)})
    assert (Weather.RAIN,) == replace(cold, regions={MOOR.id: listed}).weathers_in(cold.hexes[DOWN])


@pytest.mark.parametrize(
    "down, met",
    [
        ({"region": MOOR.id, "encounters": "folk"}, "a shepherd"),
        ({"region": MOOR.id}, "a lantern far off"),
        ({}, "a shepherd"),
    ],
    ids=["the hex's table", "its region's", "its terrain's"],
)
def test_encounters_come_from_the_hex_then_its_region_then_its_terrain(down: dict[str, object], met: str) -> None:
    """The nearest of the tables that are named."""
    events = on_the_road(regions(**down), DOWN).do(TravelTo(MAIN, SCARP), 1)
    assert told(events, SomethingMet) == [SomethingMet(MAIN, met)]


def test_good_encounters_come_from_the_terrain_where_the_region_has_none() -> None:
    """The moor has no table of good encounters, the hills have a dry barn."""
    events = on_the_road(regions(region=MOOR.id), DOWN).do(TravelTo(MAIN, SCARP), 6)
    assert [event.what for event in told(events, LuckHad)] == ["a dry barn"]


def test_cold_climates_have_more_weathers() -> None:
    """Without a list the climate's are drawn from."""
    table = on_the_road(lands(climate=Climate.COLD), DOWN)
    table.do(TravelTo(MAIN, SCARP), 3, 3, 5)
    assert table.now.lands.weather is Weather.HEAVY_SNOW
    assert the_day(table).begun == Begun(SCARP, F(4), 1)


def test_waning_resources_hold_them_until_they_eat() -> None:
    """Face 4: no step before a ration and a water each, which takes no point."""
    table = on_the_road(hex=DOWN, things=FOOD)
    events = table.do(TravelTo(MAIN, SCARP), 4)
    assert told(events, ProvisionsDue) == [ProvisionsDue(MAIN)]
    assert the_day(table, ONE).must_provision
    assert [why.code for why in table.why_not(TravelTo(MAIN, SCARP))] == ["must_provision"]
    table.do(Provide(MAIN, Provision.SPEND))
    assert {id: table.now.things[id].count for id in (ThingId("food"), ThingId("water"))} == {"food": 1, "water": 1}
    assert the_day(table).spent == F(1)
    assert not the_day(table).must_provision
    table.do(TravelTo(MAIN, SCARP))
    assert table.now.groups[MAIN].hex == SCARP


def test_who_has_nothing_forages() -> None:
    """Then the next point goes into food, and the move that was begun stays begun."""
    table = on_the_road(hex=DOWN)
    assert (
        "not_due",
        "No meal is due: the party eats or forages when the overloaded die shows “supplies run low”.",
    ) in [(why.code, why.what) for why in table.why_not(Provide(MAIN, Provision.FORAGE))]
    table.do(TravelTo(MAIN, SCARP), 4)
    (why,) = table.why_not(Provide(MAIN, Provision.SPEND))
    assert why.what == (
        "There is not enough food and water for everybody, 0 rations and 0 waterskins for 2 people: forage."
    )
    table.do(Provide(MAIN, Provision.FORAGE))
    assert (the_day(table).spent, the_day(table).begun) == (F(2), Begun(SCARP, F(1), 1))
    assert the_day(table).legs[-1] == Leg(Spent.FORAGED, DOWN, F(1))


def test_supplies_by_another_book_do_not_wane() -> None:
    """Where meals are counted by Neverwhere, face 4 is a free turn, and players cannot tell the two apart."""
    heard = []
    for face in (4, 5):
        table = on_the_road(hex=DOWN, house=replace(TIRELESS, supplies=Supplies.NEVERWHERE))
        table.do(TravelTo(MAIN, SCARP), face)
        heard.append(table.bytes_for(ONE))
    assert heard[0] == heard[1]


def test_luck_on_the_road() -> None:
    """Face 6, resources: a ration and a water for each of two."""
    table = on_the_road(hex=DOWN)
    events = table.do(TravelTo(MAIN, SCARP), 6, 3)
    assert len(told(events, LuckHad)) == 1
    found = {thing.kind: thing.count for thing in table.now.carried_by(MAUD) if thing.id.startswith("found")}
    assert found == {ThingKind.FOOD: 2, ThingKind.WATER: 2}
    assert table.now.groups[MAIN].hex == SCARP


def test_what_is_found_on_the_road_goes_to_the_living() -> None:
    """Maud, who marched in front, is dead and is carried along: Ulf takes the ration and the water."""
    table = on_the_road(hex=DOWN)
    table.truth.now = with_person(table.now, replace(table.now.people[MAUD], alive=False))
    table.do(TravelTo(MAIN, SCARP), 6, 3)
    found = {thing.kind: thing.count for thing in table.now.carried_by(ULF) if thing.id.startswith("found")}
    assert found == {ThingKind.FOOD: 1, ThingKind.WATER: 1}


def test_luck_by_a_list_of_the_lands() -> None:
    """A good table of their own; the person who stands on it is met."""
    marches = lands(
        good="kind",
        tables={"kind": (EncounterRow("shepherds", WOLVES, "1"), EncounterRow("a dry cave"))},
        encounters="",
    )
    table = on_the_road(marches, DOWN)
    events = table.do(TravelTo(MAIN, SCARP), 6, 2)
    assert told(events, LuckHad) == [LuckHad(MAIN, "a dry cave")]
    table = on_the_road(marches, DOWN)
    table.do(TravelTo(MAIN, SCARP), 6, 1, 3, 3)
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)


def test_a_free_turn_and_a_hex_that_hides_nothing_are_the_same_to_players() -> None:
    """Face 2 where nothing is hidden, and face 5, give the same bytes."""
    heard = []
    for face in (2, 5):
        marches = lands()
        bare = replace(marches, hexes={**marches.hexes, DOWN: replace(marches.hexes[DOWN], features={})})
        table = on_the_road(bare, DOWN)
        table.do(TravelTo(MAIN, SCARP), face)
        heard.append(table.bytes_for(ONE))
    assert heard[0] == heard[1]
