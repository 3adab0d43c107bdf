"""Travelling: exact costs, the die at its moments, what carries over, and marching on until something happens."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.happenings import of as told
from tests.table.journeying import TIRELESS, on_the_road, the_day
from tests.table.small_lands import CARROW, DOWN, FEN, FORD, PEAK, SCARP, WOOD, lands, setting_out
from tests.table.small_site import CRYPT, MAUD, ONE, ULF
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.costs import Barrier
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.hexcrawl.movement import Mode
from undercroft.books.hexcrawl.weather import Climate
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.referee.weather import SetWeather
from undercroft.table.road.camp import BreakCamp, CampMade, MakeCamp, PassNight
from undercroft.table.road.hex_search import Comb
from undercroft.table.road.route import find_route, plan
from undercroft.table.road.travel import MarchOn, MoveBegun, TravelTo, WayBarred
from undercroft.table.road.travel_day import SetCourse, SetOut, points_in_words
from undercroft.table.road.travel_points import points_left, thresholds_of
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.house_rules import HouseRules, Sleep, Wilderness
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import Begun, Caravan, Leg, Spent, TravelDay
from undercroft.table.state.lands import Lands
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.country import HexEntered
from undercroft.table.world.groups import MAIN
from undercroft.table.world.travel_costs import cost_known, hex_cost, travellers

HALF, F = Fraction(1, 2), Fraction


def test_setting_out_at_dawn_gives_a_whole_day() -> None:
    """Four points by land, none of them spent."""
    table = on_the_road()
    assert the_day(table) == TravelDay(1)
    assert the_day(table, ONE) == TravelDay(1)


def test_setting_out_late_costs_the_hours_that_are_gone() -> None:
    """At half past ten a point and a half of the day is over."""
    table = on_the_road(day_begins=10 * HOUR + HOUR // 2)
    assert the_day(table).spent == F(3, 2)
    assert the_day(table).legs == (Leg(Spent.LATE, CARROW, F(3, 2)),)


def test_a_short_act_at_dawn_costs_no_point() -> None:
    """A minute of first aid, or 40 of packing, leaves a whole day and its search; 50 cost their share."""
    for minutes, spent in ((1, F(0)), (40, F(0)), (50, F(5, 18))):
        table = on_the_road(day_begins=6 * HOUR + minutes * MINUTE)
        assert the_day(table).spent == spent
        assert [why.code for why in table.why_not(Comb(MAIN))] == (["too_late"] if spent else [])


@pytest.mark.parametrize(
    "here, there, weather, cost",
    [
        (CARROW, FORD, Weather.CLEAR, F(1, 2)),
        (FORD, DOWN, Weather.CLEAR, F(1)),
        (DOWN, SCARP, Weather.CLEAR, F(3, 2)),
        (SCARP, WOOD, Weather.CLEAR, F(2)),
        (WOOD, FEN, Weather.CLEAR, F(4, 3)),
        (DOWN, SCARP, Weather.RAIN, F(3)),
        (DOWN, HexId("0504"), Weather.CLEAR, F(4)),
    ],
)
def test_what_a_hex_costs(here: HexId, there: HexId, weather: Weather, cost: Fraction) -> None:
    """Ground, road and weather multiply, and the cost is one over that."""
    table = on_the_road(lands(weather=weather), here)
    people = travellers(table.now, table.now.groups[MAIN], the_day(table))
    price = hex_cost(table.now.lands, people, the_day(table), here, there)
    assert price is not None
    assert price.cost == cost
    assert price.barred is None


def test_mounts_double_and_carriages_halve() -> None:
    """On ground that suits the mounts; in the marsh riders are on foot."""
    table = Tabletop()
    table.do(replace(setting_out(), house=TIRELESS))
    table.do(SetOut(MAIN, Caravan(mounted=True)))
    price = cost_known(table.now, table.now.groups[MAIN], FORD)
    assert price is not None
    assert (price.accommodation, price.cost) == (F(2), F(1, 4))


def test_rain_can_make_mountains_impassable() -> None:
    """Eight points are two days and more; high mountains let nobody through at all."""
    table = on_the_road(lands(weather=Weather.RAIN), DOWN)
    price = cost_known(table.now, table.now.groups[MAIN], HexId("0504"))
    assert price is not None
    assert (price.cost, price.barred) == (F(8), Barrier.TOO_DEAR)
    assert [why.code for why in table.why_not(TravelTo(MAIN, HexId("0504")))] == ["impassable"]


def test_a_hex_is_entered_and_the_hours_pass() -> None:
    """Half a point along the road is an hour and a half, and they see where they are."""
    table = on_the_road()
    events = table.do(TravelTo(MAIN, FORD))
    assert [event.hex for event in told(events, HexEntered)] == [FORD]
    assert table.now.groups[MAIN].hex == FORD
    assert table.now.groups[MAIN].time == 3 * HOUR // 2
    assert the_day(table).spent == HALF
    assert the_day(table).entered == 1
    assert table.known(ONE).seen_lands.hexes[FORD].visited


def test_explorers_meet_the_die_at_their_first_point_and_travellers_at_half() -> None:
    """By road to the ford and by trail to the down: a point and a half are past the first, and not half the day."""
    table = on_the_road()
    table.do(TravelTo(MAIN, FORD))
    table.do(TravelTo(MAIN, DOWN), 5)
    assert the_day(table).fired == (F(1),)
    table = on_the_road(hex=SCARP)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(SetCourse(MAIN, CARROW))
    table.do(MarchOn(MAIN), 5)
    assert the_day(table).fired == (F(1), F(2))


def test_the_die_cuts_a_payment_at_its_moment() -> None:
    """Explorers in the hills: a point in the down, the die, and half a point more into the scarp."""
    table = on_the_road(hex=DOWN)
    events = table.do(TravelTo(MAIN, SCARP), 5)
    times = [each.at for each in table.log if isinstance(each.event, HexEntered)]
    assert times[-1] == 9 * HOUR // 2
    settled = [each.at for each in table.log if getattr(each.event, "rule", "") == "hexcrawl.encounter-die.wilderness"]
    assert settled == [3 * HOUR]
    assert [event.hex for event in told(events, HexEntered)] == [SCARP]
    assert the_day(table).legs == (Leg(Spent.ENTERED, SCARP, F(3, 2)),)


def test_what_went_into_a_hex_before_they_left_it_again_stays_by_itself() -> None:
    """By road to the ford, home, and to the ford once more: three legs of half a point each."""
    table = on_the_road()
    table.do(TravelTo(MAIN, FORD))
    table.do(TravelTo(MAIN, CARROW), 5)
    table.do(TravelTo(MAIN, FORD))
    assert the_day(table).legs == tuple(Leg(Spent.ENTERED, hex, HALF) for hex in (FORD, CARROW, FORD))
    assert the_day(table).spent == sum(leg.points for leg in the_day(table).legs) == F(3, 2)


def test_what_the_day_does_not_pay_carries_over() -> None:
    """Two hexes of hills and a wood: half a point of two is paid in the evening, and the day is spent."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    events = table.do(TravelTo(MAIN, WOOD), 5)
    assert told(events, MoveBegun) == [MoveBegun(MAIN, WOOD, F(3, 2), F(2))]
    assert [
        "The day ends ½ point short of hex 0704: 1½ of 2 points paid.",
        "The day ends just short of hex 0704.",
    ] == [MoveBegun(MAIN, WOOD, paid, F(2)).say(table.now) for paid in (F(3, 2), F(17, 9))]
    assert the_day(table).begun == Begun(WOOD, F(3, 2), 1)
    assert table.now.groups[MAIN].hex == SCARP
    assert the_day(table).left == 0
    assert [why.code for why in table.why_not(TravelTo(MAIN, WOOD))] == ["day_spent"]


def test_rain_with_the_last_point_makes_the_rest_dearer_in_log_plan_and_camp() -> None:
    """Half a point short of a wood under a clear sky; the die brings rain: of 4 points 1½ stay paid and 2½ are left."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    events = table.do(TravelTo(MAIN, WOOD), 3)
    assert table.now.lands.weather is Weather.RAIN
    (begun,) = told(events, MoveBegun)
    assert begun.say(table.now) == "The day ends 2½ points short of hex 0704: 1½ of 4 points paid."
    group = table.now.groups[MAIN]
    price = cost_known(table.now, group, WOOD)
    assert price is not None
    assert price.cost is not None
    assert the_day(table).owed(WOOD, price.cost) == begun.cost - begun.invested == F(5, 2)
    assert [stage.owed for stage in plan(table.now, group, (WOOD,)).stages] == [F(5, 2)]
    (camp,) = told(table.do(MakeCamp(MAIN)), CampMade)
    assert camp.say(table.now) == "The party makes camp in hex 0604, on the way to hex 0704."


def test_snow_with_the_last_point_can_bar_a_hex_that_is_paid_in_part() -> None:
    """In heavy snow a wood would take two days: the log says so, and the points stay where they are."""
    table = on_the_road(lands(climate=Climate.COLD), FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    events = table.do(TravelTo(MAIN, WOOD), 3, 3)
    assert table.now.lands.weather is Weather.HEAVY_SNOW
    assert [event.why for event in told(events, WayBarred)] == ["it would take two days or more"]
    assert the_day(table).begun == Begun(WOOD, F(3, 2), 1)


def test_a_begun_move_is_lost_by_going_elsewhere() -> None:
    """Points count for the hex they were spent on."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(SetWeather(Weather.RAIN))
    table.do(TravelTo(MAIN, WOOD), 5)
    assert the_day(table).begun == Begun(WOOD, F(3, 2), 1)


def test_marching_on_until_something_happens() -> None:
    """Hex by hex along the route; when the weather turns they still get into the hex they are about to enter."""
    table = on_the_road(hex=DOWN)
    beacon = HexId("0605")
    table.do(SetCourse(MAIN, beacon, (SCARP, beacon), Mode.EXPLORING))
    table.do(MarchOn(MAIN), 3)
    assert (table.now.groups[MAIN].hex, the_day(table).spent) == (SCARP, F(3))
    assert (the_day(table).route, the_day(table).marching) == ((beacon,), False)


def test_marching_on_through_quiet_dice_until_the_day_is_spent() -> None:
    """A quiet die stops nobody; the last point of the day does."""
    table = on_the_road()
    table.do(SetCourse(MAIN, HexId("0506"), (FORD, DOWN, SCARP, HexId("0605"), HexId("0506"))))
    table.do(MarchOn(MAIN), 5, 5)
    assert (table.now.groups[MAIN].hex, the_day(table).begun) == (SCARP, Begun(HexId("0605"), F(1), 1))
    assert (the_day(table).left, the_day(table).marching) == (F(0), False)
    assert [why.code for why in table.why_not(MarchOn(MAIN))] == ["day_spent"]


def test_a_march_is_one_act_and_is_undone_whole() -> None:
    """All the hexes of it, and the hours."""
    table = on_the_road(hex=FORD)
    table.do(SetCourse(MAIN, SCARP, (DOWN, SCARP)))
    table.do(MarchOn(MAIN), 5)
    assert table.now.groups[MAIN].hex == SCARP
    table.undo()
    assert table.now.groups[MAIN].hex == FORD
    assert table.now.groups[MAIN].time == 0
    assert the_day(table).spent == 0
    table.redo()
    assert table.known(ONE).groups[MAIN].hex == SCARP


def test_a_plan_tells_the_day_of_arrival() -> None:
    """From the down to the fen: the wood is begun on the first day, and the fen is reached on the second."""
    charted = {id: replace(hex, charted=True) for id, hex in lands().hexes.items()}
    table = on_the_road(lands(hexes=charted), DOWN)
    group = table.now.groups[MAIN]
    route = find_route(table.now, group, FEN)
    assert route == (SCARP, WOOD, FEN)
    stages = [
        (stage.day, stage.price.hex, stage.owed, stage.paid, stage.spent)
        for stage in plan(table.now, group, route).stages
    ]
    assert stages == [
        (1, SCARP, F(3, 2), F(3, 2), F(3, 2)),
        (1, WOOD, F(2), F(2), F(7, 2)),
        (1, FEN, F(4, 3), F(1, 2), F(4)),
        (2, FEN, F(5, 6), F(5, 6), F(5, 6)),
    ]
    assert plan(table.now, group, route).arrives == 2


def test_a_known_place_is_travelled_to() -> None:
    """Carrow is on the map, so they travel: the die comes at half the day, not at its first point."""
    table = on_the_road(hex=DOWN)
    table.do(SetCourse(MAIN, CARROW))
    assert (the_day(table).mode, the_day(table).route) == (Mode.TRAVELING, (FORD, CARROW))
    table.do(MarchOn(MAIN))
    assert (table.now.groups[MAIN].hex, the_day(table).spent) == (CARROW, F(7, 6))
    assert the_day(table).fired == ()


def test_nobody_enters_what_they_cannot() -> None:
    """A hex nobody has seen is tried, and barred; what they then see of it is on the map."""
    table = on_the_road(hex=HexId("0504"))
    assert [why.code for why in table.why_not(TravelTo(MAIN, PEAK))] == ["impassable"]
    assert [why.code for why in table.why_not(TravelTo(MAIN, WOOD))] == ["not_adjacent"]
    events = table.do(TravelTo(MAIN, HexId("0603")))
    assert told(events, WayBarred) == [WayBarred(MAIN, HexId("0603"), "the map ends there")]
    assert the_day(table).spent == 0


def test_eight_hexes_a_day_are_the_most() -> None:
    """Twice the day's points, however cheap the hexes are."""
    row = [HexId(f"{column:02}01") for column in range(1, 12)]
    plains = {id: replace(lands().hexes[FORD], id=id, name="") for id in row}
    table = Tabletop()
    table.do(replace(setting_out(Lands("Plain", hexes=plains), row[0]), house=TIRELESS))
    table.do(SetOut(MAIN, Caravan(mounted=True)))
    for number, hex in enumerate(row[1:9], start=1):
        table.do(TravelTo(MAIN, hex), *((5,) if number in (2, 8) else ()))
    assert the_day(table).entered == 8
    assert [why.code for why in table.why_not(TravelTo(MAIN, row[9]))] == ["day_spent", "capped"]


def test_a_site_is_entered_from_its_hex_and_left_into_it() -> None:
    """The day on the road waits beneath, with its points; time in the site is time of the day."""
    table = on_the_road(hex=WOOD)
    assert [why.code for why in table.why_not(SetOut(MAIN))] == ["on_the_road"]
    table.do(EnterSite(MAIN, CRYPT))
    assert len(table.now.groups[MAIN].scenes) == 2
    table.do(LeaveSite(MAIN))
    assert (table.now.groups[MAIN].hex, table.now.groups[MAIN].site) == (WOOD, None)
    assert the_day(table).left == F(4)


def test_a_site_that_lies_elsewhere_is_not_entered() -> None:
    """On the road one must be there."""
    table = on_the_road()
    assert [why.code for why in table.why_not(EnterSite(MAIN, CRYPT))] == ["not_there"]


def test_the_road_is_the_referees() -> None:
    """Players say what they want; the referee moves the group."""
    table = on_the_road()
    for command in (SetOut(MAIN), SetCourse(MAIN, FORD), TravelTo(MAIN, FORD), MarchOn(MAIN)):
        assert "referee_only" in [why.code for why in table.why_not(command, ONE)]


def test_other_houses_travel_otherwise() -> None:
    """Travel points belong to one book."""
    table = Tabletop()
    command: Begin = replace(setting_out(), house=HouseRules(wilderness=Wilderness.SOVEREIGN))
    table.do(command)
    assert [why.code for why in table.why_not(SetOut(MAIN))] == ["other_book"]


def test_what_is_offered_on_the_road() -> None:
    """Each known hex around with its cost, and the odds of the die for a march."""
    table = on_the_road(hex=FORD)
    labels = {offer.label for offer in offers(table.now, REFEREE)}
    assert "The party: go to Carrow (0306), ½ point" in labels
    assert "The party: go to hex 0505, 1 point" in labels
    assert "The party: set out for Carrow (0306)" in labels
    assert "The party: make camp" in labels


def test_terrain_is_told_from_afar() -> None:
    """The ground of the next hexes is known before anybody goes there."""
    table = on_the_road(hex=FORD)
    assert table.known(ONE).seen_lands.hexes[DOWN].terrain is Terrain.HILLS
    assert not table.known(ONE).seen_lands.hexes[DOWN].visited


def test_the_moments_of_a_day() -> None:
    """Half the day for travellers, the first and the last point for explorers."""
    assert thresholds_of(TravelDay(1, Mode.TRAVELING)) == (F(2),)
    assert thresholds_of(TravelDay(1, Mode.EXPLORING, spent=F(3), fired=(F(1),))) == (F(1), F(4))


def test_when_the_hours_are_over_the_points_lapse() -> None:
    """A day in the crypt spends none of them, and at six in the evening there is no road left to go."""
    table = on_the_road(hex=WOOD, house=replace(TIRELESS, sleep=Sleep.OFF))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(LeaveSite(MAIN))
    table.do(TravelTo(MAIN, SCARP), 5)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 5)
    table.do(BreakCamp(MAIN))
    assert (the_day(table).day, the_day(table).left) == (2, F(4))
    late = replace(table.now.groups[MAIN], time=Seconds(DAY + 12 * HOUR))
    assert points_left(table.now, late) == 0


def test_strangers_the_referee_brings_stop_a_march_too() -> None:
    """An hour of it is missing, and the road is there when they are gone."""
    table = on_the_road(house=HouseRules(), people=fresh())
    table.do(TravelTo(MAIN, FORD))
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    assert {who: table.now.people[who].fp for who in (MAUD, ULF)} == {MAUD: 9, ULF: 9}
    table.do(EndEncounter(MAIN, "they go on"))
    assert the_day(table).left == F(7, 2)


def test_a_day_that_was_slept_through_is_begun_again() -> None:
    """A night in the crypt: out again the next day, they set out with what the hours leave of it."""
    table = on_the_road(hex=WOOD, house=replace(TIRELESS, sleep=Sleep.OFF))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(RestNight(MAIN, hours=26, fed=True), *(6,) * 52)
    table.do(LeaveSite(MAIN))
    assert [why.code for why in table.why_not(TravelTo(MAIN, SCARP))] == ["day_spent"]
    table.do(SetOut(MAIN))
    assert the_day(table).day == 2
    assert F(0) < the_day(table).left < F(4)


def fresh() -> tuple[Person, ...]:
    """Maud and Ulf with all their strength."""
    return tuple(replace(person, fp=10) for person in setting_out().people)


@pytest.mark.parametrize(
    "points, words",
    [
        (Fraction(1, 2), "½ point"),
        (Fraction(2), "2 points"),
        (Fraction(599, 1080), "about ½ point"),
        (Fraction(2000, 999), "about 2 points"),
    ],
)
def test_points_in_words(points, words):
    """Parts that nobody could picture are rounded, and said to be."""
    assert words == points_in_words(points)


def test_who_sets_out_for_a_place_has_its_course_at_once() -> None:
    """One command instead of two; a place nobody knows is refused before the day begins."""
    table, by_hand = Tabletop(), on_the_road()
    table.do(replace(setting_out(), house=TIRELESS))
    assert ["not_known"] == [why.code for why in table.why_not(SetOut(MAIN, destination=HexId("9999")))]
    table.do(SetOut(MAIN, destination=FORD))
    by_hand.do(SetCourse(MAIN, FORD))
    assert by_hand.now.groups[MAIN].scene == table.now.groups[MAIN].scene
