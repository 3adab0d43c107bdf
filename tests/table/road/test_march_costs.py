"""A march that is stopped costs what was walked since the last stop, an hour of it at most, and never twice."""

from msgspec.structs import replace

from tests.table.road.test_hike import hiking
from tests.table.small_lands import CARROW, FORD, setting_out
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop
from undercroft.books.neverwhere.hunger import Climate
from undercroft.table.body.needs import SetClimate
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.foes import AddFoes
from undercroft.table.road.hex_search import CastAbout
from undercroft.table.road.hike import HikeOn
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetOut
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import HouseRules, Sleep
from undercroft.table.state.ids import HexId
from undercroft.table.world.groups import MAIN

PILGRIMS = "3 pilgrims HD 1"


def set_out(hex: HexId = CARROW) -> Tabletop:
    """On the road at dawn, with ten fatigue points each and nobody to mind sleep."""
    table = Tabletop()
    table.sit(ONE, TWO)
    begin = setting_out(hex=hex)
    people = tuple(replace(person, fp=10) for person in begin.people)
    table.do(replace(begin, people=people, house=HouseRules(sleep=Sleep.OFF)))
    table.do(SetOut(MAIN))
    return table


def tired(table: Tabletop) -> tuple[int, int]:
    """The fatigue points of both."""
    return table.now.people[MAUD].fp, table.now.people[ULF].fp


def test_a_person_who_is_stopped_misses_an_hour_of_the_march() -> None:
    """An hour and a half on the road is as an hour: the day by points has its rests in it."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
    assert (9, 9) == tired(table)


def test_in_the_heat_the_same_hour_costs_more() -> None:
    """One point for the hour and one for the heat, where nobody wears heavy clothes."""
    table = set_out()
    table.do(SetClimate(Climate.HOT))
    table.do(TravelTo(MAIN, FORD))
    table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
    assert (8, 8) == tired(table)


def test_a_person_who_has_not_gone_a_step_misses_nothing() -> None:
    """Someone is met where they broke camp."""
    table = set_out()
    table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
    assert (10, 10) == tired(table)


def test_a_second_stop_on_the_spot_costs_nothing_more() -> None:
    """The same hour is not paid twice; the next one is."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    for _ in range(2):
        table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
        table.do(EndEncounter(MAIN, "they pass"))
        assert (9, 9) == tired(table)
    table.do(TravelTo(MAIN, CARROW), 5)
    table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
    assert (8, 8) == tired(table)


def test_a_person_who_looks_about_a_hex_is_not_on_the_march() -> None:
    """They walked in at half past seven and have cast about since."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    table.do(CastAbout(MAIN), 5)
    table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
    assert (10, 10) == tired(table)


def test_a_person_who_has_stood_still_is_not_on_the_march() -> None:
    """An hour by the wayside, and then someone comes."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    table.do(PassTime(MAIN, Span.HOUR))
    table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
    assert (10, 10) == tired(table)


def test_an_ambush_and_a_fight_at_once_are_stops_too() -> None:
    """The book's own case: who is fallen upon on the march begins the fight tired."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    table.do(MeetStrangers(MAIN, PILGRIMS, ambush=True), *[3] * 7)
    assert (9, 9) == tired(table)
    other = set_out()
    other.do(TravelTo(MAIN, FORD))
    other.do(AddFoes(MAIN, "2 wolves HD 1"), *[3] * 4)
    assert (9, 9) == tired(other)


def test_the_hours_of_a_hike_are_paid_once() -> None:
    """Two hours, stopped, and stopped again on the spot."""
    table = hiking()
    table.do(HikeOn(MAIN, 2))
    for _ in range(2):
        table.do(MeetStrangers(MAIN, PILGRIMS), 3, 4)
        table.do(EndEncounter(MAIN, "they pass"))
        assert (8, 8) == tired(table)
