"""The tour of the table: it comes once by itself, points at each part, can be left, and comes again when asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import box_of, violations
from tests.browser.tabling import PHONE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite

STEPS = (
    ("Time", ".table-strip"),
    ("The next step", "#panel-strip [data-shortcut=n]"),
    ("Actions with their odds", "#panel-actions"),
    ("Dice wanted", "#panel-wanted"),
    ("The party", "#panel-party"),
    ("Log and undo", "#panel-log"),
    ("Invite the players", ".top-link-players"),
)


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo, its party in the dungeon."""
    with hall_in(browser, tmp_path, demo()) as running:
        now = running.table.now
        running.act(EnterSite(next(iter(now.groups)), next(iter(now.sites))))
        yield running


def ringed(page: Page, part: str) -> bool:
    """Does the ring lie round that part, and the card outside of it and inside the window?"""
    ring, at, card = (box_of(page.locator(each)) for each in ("[data-tour-ring]", part, "[data-tour]"))
    round_it = all(abs(ring[side] - at[side]) <= 1 for side in ("x", "y", "width", "height"))
    window = page.viewport_size
    assert window is not None
    inside = card["x"] >= 0 and card["y"] >= 0 and card["x"] + card["width"] <= window["width"]
    return round_it and inside and card["y"] + card["height"] <= window["height"]


def test_the_referee_takes_the_tour_once(hall: Hall) -> None:
    """Seven steps by keyboard; after the last it is gone for good, until the help brings it back."""
    page = hall.sit(toured=False)
    tour = page.get_by_role("region", name="Tour of the table")
    for number, (title, part) in enumerate(STEPS, start=1):
        expect(tour.get_by_role("heading", name=title)).to_be_visible()
        expect(tour).to_contain_text(f"{number} of {len(STEPS)}")
        assert ringed(page, part), title
        if number == 1:
            assert [] == violations(page)
        tour.get_by_role("button", name="Done" if number == len(STEPS) else "Next").press("Enter")
    expect(tour).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name="End turn 1")).to_be_visible()
    expect(tour).to_be_hidden()

    page.keyboard.press("?")
    page.get_by_role("link", name="Take the tour").click()
    expect(tour).to_be_focused()
    tour.get_by_role("button", name="Next").click()
    page.keyboard.press("Escape")
    expect(tour).to_be_hidden()


def test_a_phone_has_a_tour_of_three_steps_that_can_be_left(hall: Hall) -> None:
    """It stands above the tabs, and what is left does not come again."""
    phone = hall.sit(SeatId("seat-1"), PHONE, toured=False, has_touch=True)
    tour = phone.get_by_role("region", name="Tour of the table")
    expect(tour).to_contain_text("1 of 3")
    assert ringed(phone, "#panel-me")
    tour.get_by_role("button", name="Next").tap()
    expect(tour.get_by_role("heading", name="What you can do")).to_be_visible()
    tour.get_by_role("button", name="Leave the tour").tap()
    phone.reload()
    expect(phone.locator("#panel-me")).to_be_visible()
    expect(tour).to_be_hidden()
