"""Discovery in its three grades: casting about, seeking one thing, combing a hex, hints and landmarks."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.happenings import of as told
from tests.table.journeying import on_the_road, the_day
from tests.table.small_lands import BEACON, CACHE, CARROW, DOOR, DOWN, SCARP, WELL, WOOD, features, lands
from tests.table.small_site import CRYPT, ONE
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.neverwhere.hunger import Climate as Air
from undercroft.table.body.needs import SetClimate
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.referee.reveal_map import GiveHint, PlaceInHex, RollLandmark, ShowFeature, ShowHexes, SpreadWord
from undercroft.table.referee.weather import SetSeason, SetWeather
from undercroft.table.road.hex_search import CastAbout, Comb, HexSearched, SearchBrokenOff, Seek
from undercroft.table.road.travel import TravelTo
from undercroft.table.sentences import says
from undercroft.table.state.ids import FeatureId, HexId
from undercroft.table.state.journeys import Leg, Spent, Task
from undercroft.table.state.lands import LandFeature
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_lands import HeardHint
from undercroft.table.world.country import LandFeatureFound, SeasonTurned
from undercroft.table.world.groups import MAIN

F = Fraction
MINE = LandFeature(FeatureId("mine"), "old mine", "a shaft", Visibility.HIDDEN)


def test_casting_about_finds_one_hidden_thing() -> None:
    """A point, and of two hidden things the die says which; the secret one is never among them."""
    marches = lands()
    more = {**marches.hexes[DOWN].features, **features(MINE)}
    marches = replace(marches, hexes={**marches.hexes, DOWN: replace(marches.hexes[DOWN], features=more)})
    table = on_the_road(marches, DOWN)
    events = table.do(CastAbout(MAIN), 5, 1)
    assert told(events, HexSearched) == [HexSearched(MAIN, DOWN, Spent.CAST_ABOUT, 1)]
    assert [event.feature.id for event in told(events, LandFeatureFound)] == [FeatureId("mine")]
    table.do(CastAbout(MAIN))
    assert set(table.known(ONE).seen_lands.hexes[DOWN].features) == {"mine", WELL}
    events = table.do(CastAbout(MAIN))
    assert told(events, HexSearched) == [HexSearched(MAIN, DOWN, Spent.CAST_ABOUT, 0)]
    assert the_day(table).spent == F(3)
    assert the_day(table).legs == (Leg(Spent.CAST_ABOUT, DOWN, F(3)),)


def test_the_whole_day_brings_every_secret_to_light() -> None:
    """All four points at once, with the dice of an explorer's day; hidden things stay hidden."""
    table = on_the_road(hex=DOWN)
    events = table.do(Comb(MAIN), 5, 5)
    assert [event.feature.id for event in told(events, LandFeatureFound)] == [CACHE]
    assert the_day(table).left == 0
    assert not table.now.lands.hexes[DOWN].features[WELL].found


def test_secrets_take_an_untouched_day() -> None:
    """After a single point it is too late."""
    table = on_the_road(hex=DOWN)
    table.do(CastAbout(MAIN), 5)
    assert [why.code for why in table.why_not(Comb(MAIN))] == ["too_late"]


def test_seeking_what_a_hint_told_of() -> None:
    """The lead is what they know to look for; a lead to a secret thing finds nothing, and so does a false one."""
    table = on_the_road(hex=DOWN)
    assert [why.code for why in table.why_not(Seek(MAIN, "the cut turf"))] == ["no_lead"]
    table.do(GiveHint(DOWN, CACHE))
    assert table.known(ONE).seen_lands.hints == (HeardHint(DOWN, "The turf is cut square here.", "the cut turf"),)
    events = table.do(Seek(MAIN, "the cut turf"), 5)
    assert told(events, HexSearched) == [HexSearched(MAIN, DOWN, Spent.SOUGHT, 0, "the cut turf")]
    table.do(SpreadWord(DOWN, "There is water on the down.", "old well"))
    events = table.do(Seek(MAIN, "old well"), 5)
    assert [event.feature.id for event in told(events, LandFeatureFound)] == [WELL]
    assert [why.code for why in table.why_not(GiveHint(DOWN, CACHE))] == ["no_hint"]


def test_two_points_must_be_left_for_one_thing() -> None:
    """One and a half are not enough, and nothing is spent."""
    table = on_the_road(hex=SCARP)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(SpreadWord(DOWN, "There is water on the down.", "old well"))
    table.do(CastAbout(MAIN))
    assert [why.code for why in table.why_not(Seek(MAIN, "old well"))] == ["too_few_points"]


def test_a_search_that_is_broken_off_goes_on_afterwards() -> None:
    """Wolves come at the first of two points; the second is paid when they are gone."""
    table = on_the_road(hex=DOWN)
    table.do(SpreadWord(DOWN, "There is water on the down.", "old well"))
    events = table.do(Seek(MAIN, "old well"), 1, 1, 1, 1, 2, 3)
    assert told(events, SearchBrokenOff) == [SearchBrokenOff(MAIN, DOWN)]
    table.do(EndEncounter(MAIN))
    assert the_day(table).task == Task(Spent.SOUGHT, F(1), "old well")
    events = table.do(Seek(MAIN, "old well"))
    assert [event.feature.id for event in told(events, LandFeatureFound)] == [WELL]
    assert (the_day(table).spent, the_day(table).task) == (F(2), None)


def test_a_found_site_can_be_entered() -> None:
    """Until the barrow door is found, it is not offered."""
    table = on_the_road(hex=WOOD)
    enter = EnterSite(MAIN, CRYPT)
    assert enter not in [offer.command for offer in offers(table.now, REFEREE)]
    events = table.do(CastAbout(MAIN), 5)
    assert [event.feature.id for event in told(events, LandFeatureFound)] == [DOOR]
    table.now.seen_lands.hexes[WOOD].features[DOOR]
    assert table.known(ONE).seen_lands.hexes[WOOD].features[DOOR].site == CRYPT


def test_the_throw_for_a_landmark() -> None:
    """A 1 makes the town one, and the person who has it on their map hears of it."""
    table = on_the_road()
    carrow = FeatureId("carrow")
    table.do(RollLandmark(CARROW, carrow), 1)
    assert table.now.lands.hexes[CARROW].features[carrow].landmark
    assert table.known(ONE).seen_lands.hexes[CARROW].features[carrow].landmark
    table.do(RollLandmark(CARROW, carrow), 2)
    assert not table.now.lands.hexes[CARROW].features[carrow].landmark
    assert [why.code for why in table.why_not(RollLandmark(DOWN, WELL))] == ["not_overt"]


def test_a_season_turns_and_an_arid_land_dries_the_air() -> None:
    """Everybody knows the season; how much there is to drink follows the land, until the referee changes it."""
    table = on_the_road()
    told = table.do(SetSeason("high summer", Climate.ARID))
    assert SeasonTurned("high summer", Climate.ARID) in told
    assert ("high summer", Air.DESERT) == (table.known(ONE).seen_lands.season, table.now.climate)
    table.do(SetClimate(Air.HOT, plentiful=True))
    assert (Climate.ARID, Air.HOT) == (table.now.lands.climate, table.now.climate)
    table.do(SetSeason("autumn"))
    assert (Climate.ARID, Air.DESERT) == (table.now.lands.climate, table.now.climate)
    assert [why.code for why in table.why_not(SetSeason("autumn"))] == ["same_season"]
    assert "It is autumn." == says(table.now, SeasonTurned("autumn", Climate.ARID))


def test_the_referee_shows_what_they_like() -> None:
    """A chart, a feature on it, and the weather."""
    table = on_the_road()
    fen = HexId("0803")
    table.do(ShowHexes(MAIN, (WOOD, fen)))
    known = table.known(ONE).seen_lands
    assert (known.hexes[fen].name, known.hexes[fen].visited) == ("Gallows Fen", False)
    assert set(known.hexes[WOOD].features) == set()
    table.do(ShowFeature(MAIN, WOOD, DOOR))
    assert set(table.known(ONE).seen_lands.hexes[WOOD].features) == {DOOR}
    assert WOOD in table.known(ONE).seen_lands.destinations
    table.do(SetWeather(Weather.LIGHT_SNOW))
    assert table.known(ONE).seen_lands.weather is Weather.LIGHT_SNOW
    assert [why.code for why in table.why_not(SetWeather(Weather.LIGHT_SNOW))] == ["same_weather"]
    assert [why.code for why in table.why_not(PlaceInHex(MAIN, DOWN))] == ["in_a_scene"]
    assert [why.code for why in table.why_not(ShowFeature(MAIN, WOOD, BEACON))] == ["no_feature"]
    assert [why.code for why in table.why_not(ShowHexes(MAIN, (HexId("0101"),)))] == ["no_hex"]
