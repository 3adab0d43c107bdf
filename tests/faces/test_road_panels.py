"""The panels of the road: what the main button says when a meal is due or the day is spent, and the forms they open."""

import re
from html import unescape

from msgspec.structs import replace

from tests.table.journeying import FOOD, TIRELESS, on_the_road, the_day
from tests.table.small_lands import DOWN, FORD, SCARP, WOOD
from tests.table.small_site import MAUD, ULF
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.wilderness import Provision
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.panels.panel_drawing import drawn
from undercroft.faces.web.live.panels.road import CAMP, DAY, HERE, ROUTE
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.referee.weather import SetWeather
from undercroft.table.road.camp import MakeCamp, SetWatches, Watch
from undercroft.table.road.supplies import Provide
from undercroft.table.road.travel import TravelTo
from undercroft.table.state.house_rules import Fatigue, Lost
from undercroft.table.state.ids import HexId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

WANING = 4
MEAL_DUE = "Food and water are due: eat and drink, or forage, before they march, search or sleep"


def shown(table: Tabletop, panel: Panel, goal: HexId | None = None) -> str:
    """The text of a panel as the referee reads it, without its mark-up."""
    viewer = Viewer("table", REFEREE, table.now, table.log, table.now.groups[MAIN], None, goal=goal)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", drawn(panel, viewer))).split())


def main_button(table: Tabletop, goal: HexId | None = None) -> str:
    """The label of the main button of the day."""
    viewer = Viewer("table", REFEREE, table.now, table.log, table.now.groups[MAIN], None, goal=goal)
    (button,) = re.findall(r"data-next>(.*?)</button>", drawn(DAY, viewer), re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", button).split()).removesuffix(" N")


def test_a_meal_that_is_due_comes_before_a_course() -> None:
    """Without supplies foraging is the main button; the day says what waits for it, and the course is set beside it."""
    table = on_the_road(hex=DOWN)
    table.do(TravelTo(MAIN, SCARP), WANING)
    assert main_button(table, FORD) == "Forage 3 h"
    assert "Foraging feeds everybody once and fills no waterskin" in shown(table, HERE)
    day = shown(table, DAY, FORD)
    assert MEAL_DUE in day
    assert "Set course for The Ford nobody moves yet" in day


def test_with_enough_for_all_foraging_is_beside_the_meal() -> None:
    """The supplies cost no point and come first."""
    table = on_the_road(hex=DOWN, things=FOOD)
    table.do(TravelTo(MAIN, SCARP), WANING)
    assert main_button(table) == "Eat and drink from the supplies"
    assert "Forage 3 h" in shown(table, DAY)


def test_in_camp_the_choice_to_forage_ends_the_notice() -> None:
    """With no point left they forage in the morning, and the head of the screen says so too."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), WANING)
    table.do(MakeCamp(MAIN))
    assert MEAL_DUE in shown(table, DAY)
    table.do(Provide(MAIN, Provision.FORAGE))
    day = shown(table, DAY)
    assert MEAL_DUE not in day
    assert "First thing on the road: forage" in day


def test_a_spent_day_ends_in_camp_even_with_a_hex_picked() -> None:
    """The course can still be set, beside the camp."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), 5)
    assert the_day(table).left == 0
    assert main_button(table, FORD) == "Make camp"
    assert "Set course for The Ford nobody moves yet" in shown(table, DAY, FORD)


def test_a_hex_paid_in_part_says_so_in_the_plan() -> None:
    """A wood of two points with one and a half paid; in rain it costs four, and two and a half are left."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), 5)
    assert "forest, 1½ of 2 paid ½ ½ more" in shown(table, ROUTE, WOOD)
    table.do(SetWeather(Weather.RAIN))
    assert "forest, 1½ of 4 paid ½ \N{MULTIPLICATION SIGN} ½ 2½ more" in shown(table, ROUTE, WOOD)


def test_other_weather_names_the_place_and_the_day() -> None:
    """The first hex has its cost, the goal its day, the same or another."""
    table = on_the_road(hex=FORD)
    rain = (
        f"In rain \N{MULTIPLICATION SIGN}½: {DOWN} would cost 2 points, and they would reach {DOWN} on day 1, as now."
    )
    assert rain in shown(table, ROUTE, DOWN)


def test_what_keeps_them_from_getting_lost_is_named_and_what_decides_it() -> None:
    """A road by its name; elsewhere the die, its number and why; after the first move, that it is settled."""
    table = on_the_road(hex=FORD, house=replace(TIRELESS, lost=Lost.HEXCRAWL))
    assert "The Carrow road keeps them from getting lost." in shown(table, ROUTE, HexId("0306"))
    table.do(TravelTo(MAIN, HexId("0306")))
    assert "Getting lost is decided once a day, before the first move: that is settled for today." in shown(
        table, ROUTE, FORD
    )


def test_the_cost_of_an_interrupted_march_is_that_of_its_last_hour() -> None:
    """On travel points the party rests as it goes."""
    table = on_the_road(house=replace(TIRELESS, fatigue=Fatigue.NEVERWHERE))
    assert "If something interrupts the march, its last hour costs everybody 1 FP ; before that" in shown(
        table, ROUTE, DOWN
    )


def test_the_form_to_set_the_watches_begins_with_those_that_are_set() -> None:
    """Maud, then Ulf, as the camp shows them."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, (Watch((MAUD,)), Watch((ULF,)))))
    drew = drawn(CAMP, Viewer("table", REFEREE, table.now, table.log, table.now.groups[MAIN], None))
    (given,) = re.findall(r"data-form=\"set_watches\" data-given='([^']*)'", drew)
    assert '"watches":[{"who":["maud"]},{"who":["ulf"]}]' in given
