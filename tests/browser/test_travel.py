"""The road in a browser: two hexes by typed dice, a night in camp, Carrow, and the experience shared there."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.browsing import DICE_WANTED, LAPTOPS, box_of, out_of_reach, unsound, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.browser.test_fight import face, wanted
from undercroft.books.hexcrawl.land import Weather
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.referee.weather import SetWeather
from undercroft.table.road.camp import BreakCamp, MakeCamp
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.ids import GroupId, HexId, PersonId
from undercroft.table.state.journeys import Camp, Hour, TravelDay
from undercroft.table.state.scenes import Town
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.town.town import ComeToTown

PARTY = GroupId("party")
SEAT = SeatId("seat-1")
LEAST_COUNTRY = 600
"""Pixels of the country's panel in a window of 900: the party begins below it."""
SMALL: ViewportSize = {"width": 1280, "height": 800}
"""The smallest laptop."""
ONE_LINE = 44
"""The most pixels of a great button with one line of words."""
MOST_GAP = 12
"""Pixels between two panels."""
SECRETS = ("drowned chapel", "low-water landing", "Odo Marl's", "watchmen's tally")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table, with nobody at it."""
    with hall_in(browser, tmp_path, demo()) as opened:
        yield opened


def day_of(hall: Hall) -> TravelDay:
    """The day the party is on the road."""
    scene = hall.table.now.groups[PARTY].scene
    assert isinstance(scene, TravelDay)
    return scene


def great_button(page: Page, says: str) -> None:
    """The button of the next step says that, and N presses it."""
    expect(page.locator("[data-next]")).to_contain_text(says)
    page.locator("#main").focus()
    page.keyboard.press("n")


def test_two_hexes_a_night_and_home(hall: Hall) -> None:
    """A hex is picked, the course set, two hexes marched with the die of the half day typed; camp, Carrow, shares."""
    hall.act(UseDice(REFEREE, Throwing.TYPED))
    page = hall.sit()
    great_button(page, "Take to the road")
    expect(page.locator(".day-big")).to_have_text("3")
    page.locator("[data-hex='0206']").click()
    expect(page.locator("#panel-route h2")).to_have_text("Plan to Carrow")
    expect(page.locator("#panel-route .chip")).to_have_text("would arrive day 2")
    great_button(page, "Set course for Carrow")
    expect(page.locator("#panel-route h2")).to_have_text("Route to Carrow")
    great_button(page, "March to 0406 ⅔ travel point")
    expect(page.locator("[data-next]")).to_contain_text("March to 0306 ⅔ travel point")
    assert Fraction(5, 3) == day_of(hall).spent
    great_button(page, "March to 0306")
    wanted(page, "overloaded die")
    expect(page.locator(".day-moment.is-due")).to_have_text("overloaded die now")
    expect(page.locator("#panel-day .dice-first")).to_have_text("Roll or choose first.")
    expect(page.locator("[data-next]")).to_have_count(0)
    expect(page.locator(".face-card")).to_have_count(6)
    assert [] == out_of_reach(page, DICE_WANTED)
    face(page, 5)
    expect(page.locator("[data-next]")).to_contain_text("March to 0206 ½ travel point")
    assert ("0306", 2, (Fraction(2),)) == (hall.table.now.groups[PARTY].hex, day_of(hall).entered, day_of(hall).fired)
    _a_night(hall, page)
    _carrow(hall, page)


def _a_night(hall: Hall, page: Page) -> None:
    """Everybody keeps watch in turn, the night's die brings rain, and the next day has all its points."""
    page.get_by_role("button", name="Make camp").first.click()
    expect(page.locator("#panel-camp h2")).to_have_text("Camp in hex 0306")
    page.locator("#panel-camp").get_by_role("button", name="Keep watch in turn").click()
    expect(page.locator(".camp-watches li")).to_have_count(6)
    expect(page.locator(".night-watch")).to_have_count(6)
    assert ONE_LINE >= (page.locator("[data-next]").bounding_box() or {"height": 0})["height"] > 0
    great_button(page, "Let the night pass")
    page.get_by_role("button", name="Let the night pass anyway").click()
    wanted(page, "overloaded die")
    face(page, 3)
    wanted(page, "new weather")
    face(page, 1)
    expect(page.locator("#panel-camp .chip").first).to_contain_text("morning")
    camp = hall.table.now.groups[PARTY].scene
    assert isinstance(camp, Camp)
    assert (Hour.MORNING, True, 6) == (camp.hour, camp.thrown, len(camp.watches))
    great_button(page, "Break camp")
    expect(page.locator("#panel-camp")).to_have_count(0)
    expect(page.locator(".day-number")).to_have_text("3")
    assert (3, Fraction(4)) == (day_of(hall).day, day_of(hall).left)


def _carrow(hall: Hall, page: Page) -> None:
    """In Carrow what the referee counts is shared: a fourth for each of four Delvers."""
    great_button(page, "March to 0206 1 travel point")
    page.locator("#panel-here").get_by_role("button", name="Go into Carrow").click()
    expect(page.locator("#panel-town h2")).to_have_text("Carrow")
    before = {who: person.sheet.xp for who, person in hall.table.now.people.items()}
    page.get_by_role("button", name="Add gold or XP").click()
    page.locator("#sheet [data-field=more_xp] input").fill("5040")
    page.locator("#sheet form .btn-primary").click()
    expect(page.locator("#panel-town").get_by_role("button", name="Go up to level 3").first).to_be_visible()
    now = hall.table.now
    gained = {
        who: person.sheet.xp - before[who] for who, person in now.people.items() if person.sheet.xp != before[who]
    }
    assert dict.fromkeys((PersonId("maud"), PersonId("ansgar"), PersonId("isolde"), PersonId("corvin")), 1260) == gained
    assert isinstance(now.groups[PARTY].scene, Town)
    page.locator("#panel-town").get_by_role("button", name="Go up to level 3").first.click()
    expect(page.locator(".growers tr", has_text="Maud Tarrow")).to_contain_text("Expert 3")
    page.get_by_role("button", name=re.compile("^Raise Heal .→0 1 pt$")).first.click()
    expect(page.locator(".rising", has_text="Maud Tarrow")).to_contain_text("3 points to spend")
    assert [] == violations(page)
    assert 3 == hall.table.now.people[PersonId("maud")].sheet.level


def test_a_way_is_planned_by_keys(hall: Hall) -> None:
    """Arrows move the cursor over the map, Enter plans, sets the course and marches; the focus stays on the map."""
    hall.act(SetOut(PARTY))
    page = hall.sit()
    page.locator("[data-hexes]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#said")).to_have_text(re.compile("^0406, plains, on the map, costs"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-route h2")).to_have_text("Plan to 0405")
    expect(page.locator("[data-next]")).to_contain_text("Set course for 0405")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-route h2")).to_have_text("Route to 0405")
    expect(page.locator("[data-next]")).to_contain_text("March to 0406")
    assert ("0406", "0405") == day_of(hall).route
    page.keyboard.press("Enter")
    expect(page.locator("[data-next]")).to_contain_text("March to 0405")
    assert "0406" == hall.table.now.groups[PARTY].hex


def test_ways_from_here_are_buttons(hall: Hall) -> None:
    """Where no course is set the hexes around are listed with their cost; one that is chosen is planned."""
    hall.act(SetOut(PARTY))
    page = hall.sit()
    expect(page.locator("#panel-route h2")).to_have_text("No course set")
    country, party = (page.locator(panel).bounding_box() for panel in ("#panel-lands", "#panel-party"))
    assert country is not None
    assert party is not None
    assert LEAST_COUNTRY <= country["height"] <= party["y"] - country["y"]
    row = page.locator("#panel-route tbody tr", has_text="0406")
    expect(row).to_contain_text("leaves 2⅓")
    expect(page.get_by_role("link", name="Plan a route to 0206, Carrow")).to_be_visible()
    assert [] == violations(page)
    row.get_by_role("link", name="Plan a route to 0406").click()
    expect(page.locator("#panel-route h2")).to_have_text("Plan to 0406")


def test_a_banner_that_comes_with_another_screen_goes_when_it_is_dealt_with(browser: Browser, tmp_path: Path) -> None:
    """The party walks from the road into a dark site; going on in the dark ends the banner that came with it."""
    opening = demo()
    (ossuary,) = opening.sites
    entrance = replace(ossuary.zones[ossuary.entrance], lit=False)
    dark = replace(ossuary, zones={**ossuary.zones, ossuary.entrance: entrance})
    with hall_in(browser, tmp_path, replace(opening, sites=(dark,))) as hall:
        page = hall.sit()
        for _ in range(2):
            hall.act(EnterSite(PARTY, ossuary.id))
            expect(page.locator(".banner-dark")).to_be_visible()
            page.get_by_role("button", name="Go on in the dark", exact=True).click()
            expect(page.locator(".banner")).to_have_count(0)
            hall.act(LeaveSite(PARTY))
            expect(page.locator("[data-screen=travel]")).to_be_visible()


def test_a_phones_map_begins_where_they_are(hall: Hall) -> None:
    """The party is in sight though the map is wider than the window."""
    hall.act(SetOut(PARTY))
    page = hall.sit(REFEREE, PHONE)
    expect(page.locator("[data-party]")).to_have_count(1)
    box = page.locator("[data-party]").bounding_box()
    assert box is not None
    assert 0 <= box["x"] < PHONE["width"] - box["width"]


def test_players_see_their_own_map(hall: Hall) -> None:
    """What nobody has found, and hexes nobody has seen, are nowhere in a player's page; the referee has them."""
    hall.act(SetOut(PARTY))
    player, referee = hall.sit(SEAT), hall.sit()
    expect(player.locator("[data-hex='0407'].is-visited")).to_have_count(1)
    for shown in ("", "?hexes=list"):
        player.goto(f"/t/{TABLE}{shown}")
        text = player.content()
        assert [] == [secret for secret in SECRETS if secret.casefold() in text.casefold()]
    expect(player.locator("#panel-lands tbody tr", has_text="0905")).to_have_count(0)
    expect(player.locator("[data-command*=travel_to], [data-command*=set_course]")).to_have_count(0)
    assert "low-water landing" in referee.content().casefold()
    expect(referee.locator("[data-hex='0905'].is-fog")).to_have_count(1)


def test_the_roads_screens_are_sound(hall: Hall) -> None:
    """Axe finds nothing on the road, its list, in camp and in town, and nothing is wider than its window.

    The day's bar is as high as it needs: no stripe of nothing is under it.
    """
    hall.act(SetOut(PARTY))
    hall.act(SetCourse(PARTY, HexId("0206")))
    page = hall.sit()
    player = hall.sit(SEAT, PHONE)
    for shown in ("", "?hexes=list"):
        page.goto(f"/t/{TABLE}{shown}")
        assert [] == unsound(page)
    assert [] == unsound(player)
    hall.act(MakeCamp(PARTY))
    expect(page.locator("#panel-camp h2")).to_be_visible()
    for size in LAPTOPS:
        page.set_viewport_size(size)
        strip, camp = (box_of(page.locator(part)) for part in ("#panel-day", "#panel-camp"))
        assert camp["y"] - strip["y"] - strip["height"] < MOST_GAP, size
    assert [] == unsound(page)
    hall.act(BreakCamp(PARTY))
    hall.act(ComeToTown(PARTY, "Carrow"))
    expect(page.locator("#panel-town h2")).to_be_visible()
    assert [] == unsound(page)
    assert page.locator(".town-body").evaluate("(body) => body.scrollHeight <= body.clientHeight")


def test_a_place_nobody_knows_is_put_on_the_map_by_a_tap(hall: Hall) -> None:
    """The gallows lie in the fog: the referee picks them, shows the way, and a course can be set; the map tells it."""
    hall.act(SetOut(PARTY))
    page = hall.sit()
    page.locator("[data-hex='0903']").click()
    expect(page.locator("#panel-route h2")).to_have_text("No known way to 0903")
    page.get_by_role("button", name="Show the route").click()
    expect(page.locator("#panel-route h2")).to_have_text("Plan to Gallows Fen")
    great_button(page, "Set course for Gallows Fen")
    expect(page.locator(".lands-news")).to_contain_text("The party travels towards Gallows Fen (0903).")


def test_the_party_stays_in_sight_on_a_map_that_keeps_its_size(hall: Hall) -> None:
    """On the smallest laptop each step, in the south of the country, leaves the party's hex where one can see it."""
    hall.act(SetOut(PARTY))
    page = hall.sit(viewport=SMALL)
    sizes = {_in_sight(page)}
    page.locator("[data-hex='0508']").click()
    expect(page.locator("#panel-route h2")).to_have_text("Plan to 0508")
    sizes.add(_in_sight(page))
    hall.act(Split(PARTY, (PersonId("ansgar"),), name="Scouts"))
    expect(page.locator("#panel-day [data-group]")).to_have_count(2)
    sizes.add(_in_sight(page))
    hall.act(TravelTo(PARTY, HexId("0508")))
    hall.act(SetWeather(Weather.RAIN))
    expect(page.locator("[data-hexes][data-here='0508']")).to_be_visible()
    expect(page.locator(".group-name")).to_have_text("Scouts")
    sizes.add(_in_sight(page))
    page.mouse.move(1000, 600)
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(200)
    page.locator("[data-hex='0608']").click()
    expect(page.locator("#panel-route h2")).to_contain_text("0608")
    expect(page.locator("#panel-route h2")).to_be_in_viewport()
    sizes.add(_in_sight(page))
    assert 1 == len(sizes)


def _in_sight(page: Page) -> tuple[int, int]:
    """The size in pixels of the hex of the party, all of which is in the window and in the map's frame."""
    hex, frame = (box_of(page.locator(part)) for part in (".hex-here", "[data-hexes]"))
    assert frame["y"] <= hex["y"], (hex, frame)
    assert hex["y"] + hex["height"] <= min(frame["y"] + frame["height"], SMALL["height"]), (hex, frame)
    return round(hex["width"]), round(hex["height"])
