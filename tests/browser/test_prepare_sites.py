"""A dungeon typed in the browser, played in, and entered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from tests.browser.browsing import press_while_waiting, unsound
from tests.browser.tabling import TABLE, Hall, hall_in
from tests.table.small_site import begin
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.sites import Shape
from undercroft.table.world.groups import MAIN

SITE = SiteId("the-drowned-mill")
MILL = """\
# The Drowned Mill

1 Mill yard, lit
  > 2 plank door

2 Grinding floor
  > 3 arch, no door
  > 4 iron door, locked, iron key
  6 rats HD 1/2 1d3

3 Wheel room
  ?> 5 loose boards
  ! wet stones: fall 10 ft, evasion

4 Strong room
  $ silver cup 40 gp

5 Race
  > 6 grating, stuck

6 Outfall
"""


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server with one table: two delvers, and nowhere to go."""
    with hall_in(browser, tmp_path, replace(begin(), sites=())) as running:
        yield running


def test_a_dungeon_is_typed_played_in_and_entered(hall: Hall) -> None:
    """Six rooms come onto the map while they are typed; what is missing is mended by a button; two turns are played."""
    page = hall.sit()
    page.get_by_role("link", name="Type a dungeon").click()
    outline = page.get_by_role("textbox", name="Outline")
    expect(outline).to_be_focused()
    page.keyboard.insert_text(MILL)
    rooms = page.locator("#site-map .room[data-zone]")
    expect(rooms).to_have_count(6)
    expect(outline).to_be_focused()
    assert len(MILL) == outline.evaluate("field => field.selectionStart")

    expect(page.locator("#site-head")).to_contain_text("to mend")
    page.get_by_role("button", name="Write it").first.click()
    expect(page.locator("#site-card h2")).to_contain_text("Mill yard")
    expect(page.get_by_label("Read aloud")).to_be_focused()
    page.keyboard.insert_text("Nettles to the waist.")
    page.keyboard.press("Tab")
    expect(page.locator("#site-draft")).to_contain_text("1 Mill yard added")

    yard = page.locator('.room[data-zone="mill-yard"]')
    expect(yard).to_have_class("room is-unseen is-chosen is-new")
    expect(yard).to_have_attribute("data-place", "0 0 5 4")
    page.locator("#site-map [data-map]").focus()
    press_while_waiting(
        page,
        "**/prepare/sites/write",
        lambda: page.keyboard.press("ArrowUp"),
        ("ArrowUp", "Shift+ArrowRight", "ArrowLeft", "Shift+ArrowDown"),
        ("ArrowUp", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "ArrowRight"),
    )
    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    expect(yard).to_have_attribute("data-place", "1 -3 8 5")
    expect(page.locator("#site-map [data-map]")).to_be_focused()
    floor = yard.locator(".room-floor").bounding_box()
    assert floor is not None
    page.mouse.move(floor["x"] + 30, floor["y"] + 30)
    page.mouse.down()
    page.mouse.move(floor["x"] + 30, floor["y"] + 30 - floor["height"] * 2 / 5, steps=3)
    page.mouse.up()
    expect(yard).to_have_attribute("data-place", "1 -5 8 5")
    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    assert [] == unsound(page)
    page.set_viewport_size({"width": 1440, "height": 900})

    outline.focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play")
    site = hall.table.now.sites[SITE]
    assert 6 == len(site.zones)
    room = site.zones[ZoneId("mill-yard")]
    assert ("Nettles to the waist.", Shape(1, -5, 8, 5)) == (room.glance, room.shape)

    page.goto(f"/t/{TABLE}")
    page.locator(".first-steps").get_by_role("button", name="Enter The Drowned Mill").click()
    expect(page.get_by_role("button", name="End turn 1")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="End turn 2")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="End turn 3")).to_be_visible()
    assert SITE == hall.table.now.groups[MAIN].site
