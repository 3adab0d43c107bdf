"""Hiking, Watches and journeys told in passing: the other ways a house may travel."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import givens
from tests.table.happenings import of as told
from tests.table.small_lands import CARROW, DOOR, DOWN, FORD, WOOD, lands, setting_out
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.violence.timekeeping import Outdoors
from undercroft.faces.views.road.hike import hourly_strain
from undercroft.kernel.units import DAY, HOUR
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.prices import Lot
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight
from undercroft.table.road.hike import BeginHike, EndHike, Hiked, HikeEnded, HikeOn, SitDown, WentInCircles
from undercroft.table.road.hike_pace import hike_of
from undercroft.table.road.hike_throw import LeadHike, MarchThrown, RollHike
from undercroft.table.road.montage import JourneyTold, TellJourney
from undercroft.table.road.six_hour_watches import KeepWatch, WatchKept
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import Fatigue, HouseRules, Lost, Sleep, Supplies, Wilderness
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import Hike, Walker
from undercroft.table.state.open_rulings import Gains, Trial
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import ThingKind
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.country import HexEntered
from undercroft.table.world.groups import MAIN

F = Fraction
WIDE = F(10)


def travelling(wilderness: Wilderness, hex: HexId = CARROW, *, hp: int = 5, **more: Any) -> Tabletop:
    """The party at dawn with all its strength, in a house that travels by that book."""
    table = Tabletop()
    table.sit(ONE, TWO)
    named = {key: more.pop(key) for key in ("lost", "readings") if key in more}
    begin = setting_out(lands(**{"hex_km": WIDE, "hex_miles": F(6), **more}), hex)
    people = tuple(replace(person, fp=10, hp=min(person.hp, hp)) for person in begin.people)
    house = HouseRules(wilderness=wilderness, sleep=Sleep.OFF, **named)
    table.do(replace(begin, house=house, people=people))
    return table


def hiking(hex: HexId = CARROW, route: tuple[HexId, ...] = (FORD, DOWN), **more: Any) -> Tabletop:
    """On the march from dawn on."""
    table = travelling(Wilderness.NEVERWHERE, hex, **more)
    table.do(BeginHike(MAIN, route))
    return table


def the_hike(table: Tabletop) -> Hike:
    """The march."""
    hike = hike_of(table.now.groups[MAIN])
    assert hike is not None
    return hike


def fp(table: Tabletop) -> tuple[int, int]:
    """What strength Maud and Ulf have left."""
    return table.now.people[MAUD].fp, table.now.people[ULF].fp


def test_the_slowest_sets_the_pace() -> None:
    """Ulf makes 80 km a day on a road, two thirds of ten in an hour; the ford is entered on the way."""
    table = hiking()
    events = table.do(HikeOn(MAIN, 2))
    assert told(events, Hiked) == [Hiked(MAIN, F(40, 3), F(2))]
    assert [event.hex for event in told(events, HexEntered)] == [FORD]
    assert (the_hike(table).into, the_hike(table).route) == (F(10, 3), (DOWN,))
    assert table.now.groups[MAIN].time == 2 * HOUR


def test_a_throw_makes_the_march_a_fifth_longer() -> None:
    """Endurance less two against ten: thirteen is enough, twelve is not."""
    table = hiking()
    events = table.do(RollHike(ULF), 13, seat=TWO)
    assert told(events, MarchThrown) == [MarchThrown(ULF, F(1, 5))]
    table.do(RollHike(MAUD), 12, seat=ONE)
    assert the_hike(table).walkers == {ULF: Walker(F(1, 5)), MAUD: Walker()}
    table.do(HikeOn(MAIN))
    assert the_hike(table).km == F(8)
    assert [why.code for why in table.why_not(RollHike(ULF))] == ["too_late"]


@pytest.mark.parametrize("act", [RollHike(ULF), LeadHike(ULF)], ids=["alone", "as leader"])
@pytest.mark.parametrize("tie, chance, gain", [("fails", F(2, 5), 0), ("succeeds", F(9, 20), F(1, 5))])
def test_the_odds_beside_the_march_are_those_of_the_roll(act: Command, tie: str, chance: F, gain: F) -> None:
    """Where a tie succeeds by the house rules, the button says so, and 12 is enough."""
    table = hiking(readings={"neverwhere.check/tie": tie})
    (offer,) = [each for each in offers(table.known(TWO), TWO) if each.command == act]
    assert chance == chance_of(offer)
    assert told(table.do(act, 12, seat=TWO), MarchThrown) == [MarchThrown(ULF, F(gain))]


def test_a_leader_throws_for_all() -> None:
    """The average of their Survival, and one throw."""
    table = hiking()
    table.do(LeadHike(MAUD), 13, seat=ONE)
    assert the_hike(table).together
    assert the_hike(table).walkers == {ULF: Walker(F(1, 5)), MAUD: Walker(F(1, 5))}
    assert [why.code for why in table.why_not(RollHike(ULF))] == ["thrown_already"]


def test_extra_effort_goes_farther_and_costs_two_points_more() -> None:
    """A tenth more for Ulf; stopped after two hours he misses four points, and Maud two."""
    table = hiking()
    table.do(RollHike(ULF, percent=10), 12, 5, seat=TWO)
    assert the_hike(table).walkers == {ULF: Walker(F(1, 10), effort=True)}
    table.do(HikeOn(MAIN, 2))
    assert the_hike(table).km == F(44, 3)
    assert fp(table) == (10, 10)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)
    assert fp(table) == (8, 6)


def test_overdoing_it_is_felt_in_the_evening() -> None:
    """A critical failure: the plain distance all day, and the hit points are gone when they camp."""
    table = hiking(hp=5)
    table.do(RollHike(ULF, percent=10), 1, 15, seat=TWO)
    walker = the_hike(table).walkers[ULF]
    assert walker.gain == 0
    assert walker.injury is not None
    assert table.now.people[ULF].hp == 5
    table.do(HikeOn(MAIN))
    assert the_hike(table).km == F(20, 3)
    table.do(MakeCamp(MAIN))
    assert table.now.people[ULF].hp == 5 - walker.injury.hp
    assert walker.injury.hp > 0


def test_an_interrupted_march_costs_the_hours_since_the_last_rest() -> None:
    """Three hours, ten minutes sitting down, and one more: only the last is missing."""
    table = hiking()
    table.do(HikeOn(MAIN, 3))
    table.do(SitDown(MAIN))
    table.do(HikeOn(MAIN))
    assert table.now.groups[MAIN].time == 4 * HOUR + 600
    assert the_hike(table).unrested == F(1)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    assert fp(table) == (9, 9)


def test_the_fatigue_shown_beside_a_march_is_what_an_hour_costs() -> None:
    """Ulf carries too much: the line says who loses how much, and an encounter after an hour takes that much."""
    table = hiking()
    table.do(Equip(ULF, items=(Lot("rope_50ft", 25),), gift=True))
    shown = {name: cost.fp for cost in hourly_strain(table.now, table.now.groups[MAIN]) for name in cost.names}
    before = dict(zip(("Maud", "Ulf"), fp(table), strict=True))
    table.do(HikeOn(MAIN))
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    lost = {name: before[name] - left for name, left in zip(("Maud", "Ulf"), fp(table), strict=True)}
    assert shown == lost
    assert shown["Ulf"] > shown["Maud"]


def test_no_fatigue_is_shown_where_the_house_counts_none() -> None:
    """The line is left out."""
    table = hiking()
    table.do(ChangeHouse(replace(table.now.house, fatigue=Fatigue.NONE)))
    assert hourly_strain(table.now, table.now.groups[MAIN]) == ()


def test_rain_and_ground_tell_on_the_march() -> None:
    """Into the hills without a road rain halves; on the dirt of the trail it is mud, a fifth of the way."""
    wet = hiking(FORD, (DOWN,), weather=Weather.RAIN)
    wet.do(HikeOn(MAIN))
    assert the_hike(wet).km == F(4, 3)
    rough = hiking(DOWN, (HexId("0506"),), weather=Weather.RAIN)
    rough.do(HikeOn(MAIN))
    assert the_hike(rough).km == F(80, 12) * F(5, 4) / 2


def test_an_hour_astray_is_for_nothing() -> None:
    """In the wood Survival less two must beat fifteen, where the house has it so."""
    table = hiking(WOOD, (HexId("0604"),), lost=Lost.NEVERWHERE, ways=())
    events = table.do(HikeOn(MAIN), 10)
    assert told(events, WentInCircles) == [WentInCircles(MAIN)]
    assert (the_hike(table).km, the_hike(table).hours) == (F(0), F(1))
    table.do(HikeOn(MAIN), 18)
    assert the_hike(table).km == F(80, 12)


def test_the_march_goes_on_the_next_day() -> None:
    """Twelve hours are a day's march; the night has no die by this book, and what was walked of a hex stays walked."""
    table = hiking(FORD, (DOWN,), hex_km=F(100))
    table.do(HikeOn(MAIN, 12))
    assert the_hike(table).into == F(80)
    assert [why.code for why in table.why_not(HikeOn(MAIN))] == ["day_spent"]
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN))
    table.do(BreakCamp(MAIN))
    assert (the_hike(table).day, the_hike(table).into, the_hike(table).hours) == (2, F(80), F(0))
    table.do(HikeOn(MAIN, 3))
    assert table.now.groups[MAIN].hex == DOWN


def test_a_march_is_undone_whole() -> None:
    """Kilometres, hours and hexes."""
    table = hiking()
    table.do(HikeOn(MAIN, 2))
    table.undo()
    assert (the_hike(table).km, table.now.groups[MAIN].hex, table.now.groups[MAIN].time) == (F(0), CARROW, 0)


def test_who_may_march() -> None:
    """Each refusal by its code; a player throws for their own and moves nobody."""
    table = hiking()
    assert [why.code for why in table.why_not(BeginHike(MAIN))] == ["on_the_road"]
    assert [why.code for why in table.why_not(HikeOn(MAIN), ONE)] == ["referee_only"]
    assert [why.code for why in table.why_not(RollHike(ULF), ONE)] == ["not_yours"]
    assert "Ulf: stride out" in {offer.label for offer in offers(table.known(TWO), TWO)}
    other = travelling(Wilderness.HEXCRAWL)
    assert [why.code for why in other.why_not(BeginHike(MAIN))] == ["other_book"]
    assert [why.code for why in other.why_not(HikeOn(MAIN))] == ["not_hiking"]
    assert [why.code for why in other.why_not(KeepWatch(MAIN, Outdoors.CAMP))] == ["other_book"]
    assert [why.code for why in other.why_not(TellJourney(MAIN, 20))] == ["other_book"]


def test_a_watch_crosses_a_hex_whatever_it_costs() -> None:
    """Six hours and a throw; on a 1 someone is met where they have come to."""
    table = travelling(Wilderness.VIOLENCE)
    events = table.do(KeepWatch(MAIN, Outdoors.CROSS_HEX, FORD), 5)
    assert told(events, WatchKept) == [WatchKept(MAIN, Outdoors.CROSS_HEX, FORD)]
    assert (table.now.groups[MAIN].hex, table.now.groups[MAIN].time) == (FORD, 6 * HOUR)
    table.do(KeepWatch(MAIN, Outdoors.CROSS_HEX, DOWN), 1, 1, 1, 1, 2, 3)
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)
    assert table.now.groups[MAIN].hex == DOWN


def test_a_watch_explores_a_hex() -> None:
    """What is hidden is found, all of it, and nothing that is secret."""
    table = travelling(Wilderness.VIOLENCE, WOOD)
    table.do(KeepWatch(MAIN, Outdoors.EXPLORE_HEX), 5)
    assert set(table.known(ONE).seen_lands.hexes[WOOD].features) == {DOOR}
    assert [why.code for why in table.why_not(KeepWatch(MAIN, Outdoors.CROSS_HEX, CARROW))] == ["not_adjacent"]


def test_a_journey_is_told_in_passing() -> None:
    """Twelve miles are a day, forty are three; each night heals."""
    table = travelling(Wilderness.SOVEREIGN, DOWN, hp=2)
    events = table.do(TellJourney(MAIN, hex=CARROW, told="Rain all the way."))
    assert told(events, JourneyTold) == [JourneyTold(MAIN, 1, "Rain all the way.", CARROW)]
    assert (table.now.groups[MAIN].hex, table.now.groups[MAIN].time) == (CARROW, DAY)
    assert table.now.people[MAUD].hp == 3
    table.do(TellJourney(MAIN, 40))
    assert table.now.groups[MAIN].time == 4 * DAY
    assert [why.code for why in table.why_not(TellJourney(MAIN))] == ["how_far"]
    assert [why.code for why in table.why_not(TellJourney(MAIN, hex=HexId("0101")))] == ["no_hex"]


def test_a_site_is_offered_in_its_hex_however_the_house_travels() -> None:
    """The barrow's door is in the wood: in Carrow only the referee's own word leads there."""
    table = travelling(Wilderness.SOVEREIGN)
    entering = EnterSite(MAIN, CRYPT)
    assert [] == list(table.why_not(entering))
    assert entering not in [offer.command for offer in offers(table.now, REFEREE)]
    table.do(TellJourney(MAIN, hex=WOOD))
    assert entering in [offer.command for offer in offers(table.now, REFEREE)]


# Days of rest, and the end of a march


def starving() -> Tabletop:
    """On the march for two hours, meals counted, and nothing to eat or drink until midnight."""
    table = Tabletop()
    table.sit(ONE, TWO)
    house = HouseRules(wilderness=Wilderness.NEVERWHERE, supplies=Supplies.NEVERWHERE, sleep=Sleep.OFF)
    begin = setting_out(lands(hex_km=WIDE), CARROW)
    people = tuple(replace(person, fp=10) for person in begin.people)
    table.do(replace(begin, house=house, people=people))
    table.do(BeginHike(MAIN, (FORD, DOWN)))
    table.do(HikeOn(MAIN, 2))
    table.do(PassTime(MAIN, Span.TILL_MIDNIGHT))
    needs = table.now.needs[ULF]
    assert (needs.hunger, needs.thirst) == (3, 3)
    for kind, item in ((ThingKind.FOOD, "ration_day"), (ThingKind.WATER, "waterskin")):
        table.do(MakeRuling(Trial(MAIN, "a find", None, (ULF,), success=(Gains(item, kind, 9, item=item),))))
    return table


def test_a_day_without_travel_is_rest_also_on_a_march() -> None:
    """They wait for a day where they are, with food and water: hunger and thirst are gone."""
    table = starving()
    table.do(PassTime(MAIN, Span.DAY))
    needs = table.now.needs[ULF]
    assert (needs.hunger, needs.thirst) == (0, 0)


def test_an_hour_of_travel_makes_it_no_rest() -> None:
    """The same day with an hour's march in it, fed as well: nothing is made up for."""
    table = starving()
    before = table.now.needs[ULF]
    table.do(PassTime(MAIN, Span.TILL_MORNING))
    table.do(BeginHike(MAIN))
    table.do(HikeOn(MAIN, 1))
    table.do(PassTime(MAIN, Span.TILL_MIDNIGHT))
    needs = table.now.needs[ULF]
    assert (needs.hunger, needs.thirst) == (before.hunger, before.thirst)


def test_travel_across_midnight_belongs_to_both_days() -> None:
    """A march from 23:30 to 00:30 makes the next day no day of rest either."""
    table = starving()
    table.do(PassTime(MAIN, Span.MINUTE, 23 * 60 + 30))
    table.do(BeginHike(MAIN))
    before = table.now.needs[ULF]
    table.do(HikeOn(MAIN, 1))
    table.do(PassTime(MAIN, Span.TILL_MIDNIGHT))
    assert (table.now.needs[ULF].hunger, table.now.needs[ULF].thirst) == (before.hunger, before.thirst)


def test_a_march_can_end() -> None:
    """It costs its fatigue, and a march later that day goes on with its hours."""
    table = hiking(route=())
    table.do(HikeOn(MAIN, 10))
    strength = fp(table)
    events = table.do(EndHike(MAIN))
    assert told(events, HikeEnded)
    assert table.now.groups[MAIN].scene is None
    assert all(now < before for now, before in zip(fp(table), strength, strict=True))
    assert [why.code for why in table.why_not(EndHike(MAIN))] == ["not_hiking"]
    assert [why.code for why in table.why_not(EndHike(MAIN), ONE)] == ["referee_only", "not_hiking"]
    table.do(BeginHike(MAIN))
    assert (the_hike(table).hours, the_hike(table).unrested) == (F(10), F(0))
    assert [why.code for why in table.why_not(HikeOn(MAIN, 3))] == ["day_spent"]


def test_a_camp_by_day_does_not_give_new_hours() -> None:
    """Ten hours marched stay ten hours marched."""
    table = hiking(route=())
    table.do(HikeOn(MAIN, 10))
    table.do(MakeCamp(MAIN))
    table.do(BreakCamp(MAIN))
    assert the_hike(table).hours == F(10)


def test_people_on_the_march_do_not_nod_off() -> None:
    """Drowsy after 32 hours awake: three hours of marching ask for no throw, two idle ones do."""
    table = Tabletop()
    table.sit(ONE, TWO)
    begin = setting_out(lands(hex_km=WIDE), CARROW)
    people = tuple(replace(person, fp=10) for person in begin.people)
    table.do(replace(begin, house=HouseRules(wilderness=Wilderness.NEVERWHERE), people=people))
    table.do(PassTime(MAIN, Span.HOUR, 33))
    table.do(BeginHike(MAIN))
    table.do(HikeOn(MAIN, 2))
    table.do(PassTime(MAIN, Span.MINUTE, 59))
    events = table.do(PassTime(MAIN, Span.MINUTE), 20, 20)
    assert [given["awake_h"] for given in givens(events, "neverwhere.drowsy-check")] == ["36/1", "36/1"]
