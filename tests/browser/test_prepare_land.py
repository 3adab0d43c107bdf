"""A land in a browser: made, painted and drawn by mouse and keys, played in, and travelled."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.browsing import WIDE, box_of, press_while_waiting, unsound, violations
from tests.browser.tabling import TABLE, Hall, hall_in
from tests.table.small_site import begin
from undercroft.books.hexcrawl.land import Terrain
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import Path as Way
from undercroft.table.state.markets import Goods, Market, Post, Service
from undercroft.table.world.groups import MAIN


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A table whose party is in no land."""
    with hall_in(browser, tmp_path, begin()) as opened:
        yield opened


def hex_of(page: Page, id: str) -> Locator:
    """A hex of the map."""
    return page.locator(f"[data-hex-at='{id}']")


def middle(place: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = box_of(place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *hexes: str) -> None:
    """Drag the mouse from hex to hex, and hold it there."""
    page.mouse.move(*middle(hex_of(page, hexes[0])))
    page.mouse.down()
    for each in hexes[1:]:
        page.mouse.move(*middle(hex_of(page, each)), steps=5)


def test_a_land_is_made_painted_played_in_and_travelled(hall: Hall) -> None:
    """Forest by drag, hills by key, a trail with its new cost, a town; one Play it, and the party walks the trail."""
    page = hall.sit()
    _new_land(page)
    _paint_and_draw(page)
    _place_a_town(page)
    _fill_its_market(page)
    _paint_a_region(page)
    _play_in_by_the_list(hall, page)
    page.get_by_role("button", name="Open the card of 0302").click()
    expect(page.get_by_role("heading", name="Hex 0302")).to_be_visible()
    page.get_by_role("button", name="Put the party here").click()
    expect(page.get_by_role("button", name="Put the party here")).to_have_count(0)
    hall.throw(SetOut(MAIN))
    hall.act(SetCourse(MAIN, HexId("0301")))
    hall.throw(TravelTo(MAIN, HexId("0301")), 5)
    assert "0301" == hall.table.now.groups[MAIN].hex
    painted = {id for id, hex in hall.table.now.lands.hexes.items() if hex.region == "the-fens"}
    assert {"0402", "0403"} == painted
    assert [] == unsound(page)
    page.set_viewport_size(WIDE)
    page.get_by_role("button", name="Map", exact=True).click()
    assert [] == violations(page)


def _new_land(page: Page) -> None:
    page.goto(f"/t/{TABLE}/prepare/land")
    page.get_by_label("Name of the land").fill("The Fells")
    page.get_by_label("Hexes across").fill("4")
    page.get_by_label("Hexes down").fill("3")
    page.get_by_label("Players have this map").check()
    page.get_by_role("button", name="Make the land").click()
    expect(page.locator("[data-hex-at]")).to_have_count(12)


def _paint_a_region(page: Page) -> None:
    """By drag; a stroke that begins in the region erases it, and the tool stays in the hand meanwhile."""
    page.get_by_label("Name of a region to add").fill("The Fens")
    page.get_by_role("button", name="Region", exact=True).click()
    brush = page.get_by_role("button", name="Paint its hexes")
    brush.click()
    drag(page, "0401", "0402", "0403")
    page.mouse.up()
    expect(page.locator("#land-regions")).to_contain_text("3 hexes")
    expect(page.locator("[data-region-of='0402']")).to_have_text("The Fens")
    expect(brush).to_have_attribute("aria-pressed", "true")
    drag(page, "0401")
    page.mouse.up()
    expect(page.locator("#land-regions")).to_contain_text("2 hexes")
    brush.click()
    page.locator("#land-weather").get_by_label("New season").fill("autumn")
    page.locator("#new-season").get_by_role("button", name="Add").click()
    page.get_by_text("Weather in autumn: the land's").click()
    page.locator("#rg-the-fens-s1-rain").fill("3")
    expect(page.locator("#rg-the-fens-s1 summary")).to_contain_text("rain 3/3")


def _paint_and_draw(page: Page) -> None:
    """By drag and by key; a way says what it changes before the button is let go."""
    page.keyboard.press("4")
    drag(page, "0101", "0102", "0103")
    page.mouse.up()
    expect(page.locator("#land-ground tr", has_text="forest").locator("td").first).to_have_text("3")
    page.keyboard.press("Escape")
    press_while_waiting(
        page,
        "**/prepare/land/write",
        lambda: hex_of(page, "0202").click(),
        ("2", "ArrowRight", "5", "ArrowUp", "3"),
        ("ArrowLeft", "4", "ArrowLeft", "2", "ArrowDown"),
    )
    expect(page.locator("#land-card h2")).to_have_text("Hex 0102")
    painted = {"0202": "hills", "0302": "mountains", "0301": "marsh", "0201": "forest", "0101": "hills"}
    for id, terrain in painted.items():
        expect(page.locator(f"#land-list [data-id='{id}'][data-field='terrain']")).to_have_attribute(
            "data-seen", terrain
        )
    expect(page.locator("#land-drawing")).to_be_focused()

    page.keyboard.press("t")
    drag(page, "0101", "0102")
    expect(page.locator("#land-tip")).to_have_text("Trail into 0102: 2 becomes 1⅓")
    page.mouse.up()
    expect(page.locator(".road-trail").first).to_be_attached()
    page.locator("#land-drawing").focus()
    for key, at in (("ArrowRight", "0202"), ("ArrowRight", "0302"), ("Shift+ArrowUp", "0301")):
        page.locator("#land-drawing").focus()
        page.keyboard.press(key)
        expect(page.locator("#land-card h2")).to_have_text(f"Hex {at}")
    page.keyboard.press("Escape")


def _place_a_town(page: Page) -> None:
    hex_of(page, "0102").click()
    expect(page.locator("#land-card h2")).to_have_text("Hex 0102")
    page.get_by_role("button", name="Town", exact=True).click()
    name = page.get_by_label("Name of the feature")
    expect(name).to_be_focused()
    name.fill("")
    name.press_sequentially("Grey Ford", delay=90)
    expect(page.locator("#land-map .hex-label")).to_have_text("Grey Ford")


def _fill_its_market(page: Page) -> None:
    """A ware of the list without a price, one of the town's own, a wage and a service; a wrong price says so."""
    page.get_by_text("Market, hirelings and cures").click()
    for ware in ("Lantern", "eel pie"):
        page.get_by_label("Name of a ware to add").fill(ware)
        page.keyboard.press("Enter")
        expect(page.get_by_label(f"{ware.lower()} is sold")).to_be_checked()
        expect(page.get_by_label("Name of a ware to add")).to_be_focused()
    page.get_by_label("lantern is sold").uncheck()
    page.get_by_label("Price of eel pie").fill("five")
    page.keyboard.press("Tab")
    expect(page.locator("#land-clash")).to_have_text("“five” is not a price: write it in coins, such as 2g 5s.")
    page.get_by_label("Price of eel pie").fill("5c")
    page.get_by_label("Daily wage of a guide").fill("3 silver")
    page.get_by_label("Name of a service to add").fill("The surgeon")
    page.keyboard.press("Enter")
    page.get_by_label("Price of The surgeon").fill("40g")
    page.get_by_label("Cures").fill("frail")
    page.get_by_label("restores all hit points").check()
    expect(page.locator(".land-market summary")).to_contain_text("50 wares at the listed prices")


def _play_in_by_the_list(hall: Hall, page: Page) -> None:
    """A name is typed in the list, and Ctrl+Enter plays all of it in, what was typed last as well."""
    page.get_by_role("button", name="List of hexes").click()
    page.get_by_label("Name of 0101").fill("Alder wood")
    expect(page.locator("#land-draft")).to_contain_text("hexes added")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#land-play-words")).to_have_text("Everything is in play.")
    lands = hall.table.now.lands
    assert ("Alder wood", Terrain.HILLS) == (lands.hexes[HexId("0101")].name, lands.hexes[HexId("0202")].terrain)
    assert [("0101", "0102"), ("0302", "0301")] == [way.between for way in lands.ways if way.path is Way.TRAIL]
    (town,) = lands.hexes[HexId("0102")].features.values()
    assert "Grey Ford" == town.name
    assert (
        Market(
            goods={"lantern": Goods(sold=False), "eel-pie": Goods(price=5, name="eel pie")},
            hirelings={"guide": Post(wage=30)},
            services={"the-surgeon": Service("The surgeon", 4000, ("frail",), heals=True)},
        )
        == town.market
    )
