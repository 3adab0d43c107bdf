"""A picture of a paper map: uploaded on the page of a site, pinned, played by, and shown to a phone."""

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.browsing import WIDE, box_of, unsound
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.paper_maps import picture
from tests.table.small_site import CELL, CRYPT, HALL, ONE, begin
from undercroft.exchange.campaign_bundle import write_bundle
from undercroft.exchange.pictures import read_picture
from undercroft.faces.shared.campaign_text import campaign_text
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.pictures import Pin
from undercroft.table.world.groups import MAIN

NEAR = 120
"""How far a pin may be from where the pointer was: a pixel of the drawing is a few steps."""


def paper_map() -> bytes:
    """A map as a scanner makes it: two rooms and a door, on yellowed paper."""
    image = Image.new("RGB", (1200, 800), "#efe6cf")
    draw = ImageDraw.Draw(image)
    for box in ((120, 160, 520, 560), (700, 240, 1060, 640)):
        draw.rectangle(box, outline="#332a1c", width=10)
    draw.line((520, 380, 700, 380), fill="#332a1c", width=10)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def across(picture: Locator, part: float) -> tuple[float, float]:
    """A point at half the height of the picture, so far across it."""
    box = box_of(picture)
    return box["x"] + box["width"] * part, box["y"] + box["height"] / 2


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server with one table: two delvers in the hall of the crypt."""
    with hall_in(browser, tmp_path, begin()) as running:
        running.act(EnterSite(MAIN, CRYPT))
        yield running


def drop_picture(page: Page) -> None:
    """Drop the picture on the map, which shows it, and remove it again."""
    made = """(raw) => {
        const held = new DataTransfer();
        const body = Uint8Array.from(atob(raw), (each) => each.charCodeAt(0));
        held.items.add(new File([body], "crypt.png", { type: "image/png" }));
        return held;
    }"""
    held = page.evaluate_handle(made, b64encode(paper_map()).decode())
    page.dispatch_event("#site-map [data-map]", "dragover", {"dataTransfer": held})
    expect(page.locator("main")).to_have_attribute("data-dropping", "map")
    page.dispatch_event("#site-map [data-map]", "drop", {"dataTransfer": held})
    expect(page.locator("#site-map .picture")).to_be_visible()
    expect(page.locator("#site-draft")).to_contain_text("new picture")
    page.get_by_role("button", name="Remove the picture").click()
    expect(page.locator("#site-map .picture")).to_have_count(0)


def pin_by_hand(page: Page) -> None:
    """Send the picture, pin the hall by a click and move its pin by keys, pin the cell by key and drag its pin."""
    page.goto(f"/t/{TABLE}/prepare/sites?site={CRYPT}&room={HALL}")
    drop_picture(page)
    page.locator("#picture-file").set_input_files({"name": "crypt.png", "mimeType": "image/png", "buffer": paper_map()})
    picture = page.locator("#site-map .picture")
    expect(picture).to_be_visible()
    expect(page.locator("#site-map")).to_contain_text("Click the picture to pin 1 Hall")
    page.mouse.click(*across(picture, 1 / 4))
    expect(page.locator(f'[data-pin="{HALL}"]')).to_be_visible()
    expect(page.locator("#site-map")).to_contain_text("Click the picture to pin 2")
    page.locator("#site-map [data-map]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-pin="{CELL}"]')).to_be_visible()
    page.keyboard.press("Alt+ArrowUp")
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#site-draft")).to_contain_text("new picture")

    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    page.locator(f'[data-pin="{CELL}"] .pin-head').hover()
    page.mouse.down()
    page.mouse.move(*across(picture, 3 / 4), steps=4)
    page.mouse.up()
    pin_by_thumb(page, picture)
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play.")


def pin_by_thumb(page: Page, picture: Locator) -> None:
    """On a phone too a tap pins the chosen room; here the hall's pin is taken off and put back where it was."""
    page.set_viewport_size(PHONE)
    page.locator("[data-writing-to=map]").click()
    page.locator(f'[data-pin="{HALL}"] .pin-head').click()
    page.locator("#site-map [data-map]").focus()
    page.keyboard.press("Delete")
    page.locator(f'[data-unpinned="{HALL}"]').click()
    expect(page.locator("#site-map")).to_contain_text("Click the picture to pin 1 Hall")
    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    picture.scroll_into_view_if_needed()
    page.mouse.click(*across(picture, 27 / 100))
    expect(page.locator(f'[data-pin="{HALL}"]')).to_be_visible()
    page.set_viewport_size(WIDE)


def test_a_paper_map_is_pinned_played_by_and_shown(hall: Hall) -> None:
    """By click, drag and key on the page of the site; at the table its pins open rooms; a phone sees what is shown."""
    page = hall.sit()
    pin_by_hand(page)
    zones = hall.table.now.sites[CRYPT].zones
    for zone, (x, y) in {HALL: (2700, 5020), CELL: (7500, 5000)}.items():
        where = zones[zone].pin or Pin(0, 0)
        assert abs(where.x - x) < NEAR, where
        assert abs(where.y - y) < NEAR, where
    assert [] == unsound(page)

    page.set_viewport_size(WIDE)
    phone = hall.sit(ONE, PHONE)
    phone.goto(f"/t/{TABLE}")
    expect(phone.locator(".picture")).to_have_count(0)
    page.goto(f"/t/{TABLE}")
    expect(page.locator("#panel-map .pin.is-here")).to_have_count(1)
    expect(page.locator("#panel-map .pin")).to_have_count(2)
    page.locator(f'#panel-map [data-sheet="rooms/{CELL}"]').click()
    expect(page.locator("#sheet")).to_contain_text("not explored yet")
    page.keyboard.press("Escape")
    page.locator(f'#panel-map [data-sheet="rooms/{HALL}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_contain_text("the group is here")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show to players").click()
    phone.locator("[data-tab-to=map]").click()
    expect(phone.locator(".picture .pin")).to_have_count(1)
    assert phone.locator(".picture image").evaluate("async (each) => (await fetch(each.href.baseVal)).status") == 200
    assert [] == unsound(phone)
    phone.set_viewport_size(PHONE)
    phone.locator("[data-tab-to=log]").click()
    expect(phone.get_by_role("link", name="a map")).to_be_visible()
    phone.locator("[data-tab-to=map]").click()
    page.get_by_role("button", name="Hide from players").click()
    expect(phone.locator(".picture")).to_have_count(0)
    page.get_by_role("button", name="Drawn").click()
    expect(page.locator("#panel-map .room")).to_have_count(2)
    take_a_zip_file(hall, page)


def take_a_zip_file(hall: Hall, page: Page) -> None:
    """The page of the campaign file reads a ZIP file with another picture, and keeps both in the draft."""
    other = read_picture(picture(), "other.png")
    text = campaign_text(hall.table).replace(hall.table.now.sites[CRYPT].pictures[1], other.picture.id)
    bundle = write_bundle(text, {other.picture.id: other.body})
    page.goto(f"/t/{TABLE}/prepare/file")
    page.get_by_label("Read a changed file").set_input_files(
        {"name": "crypt.zip", "mimeType": "application/zip", "buffer": bundle}
    )
    expect(page.get_by_text("1 new picture comes with this file.")).to_be_visible()
    expect(page.locator("#file-read")).to_contain_text("new picture")
    page.get_by_role("button", name="Keep in the draft").click()
    expect(page.locator(".draft-line")).to_contain_text("new picture")
    assert other.picture.id in hall.table.now.pictures
