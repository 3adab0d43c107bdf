"""What are our chances? The page of forecasts, for the referee and on a player's phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import AXE
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.world.groups import MAIN

PRIYA = SeatId("priya")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The chapel, entered."""
    with hall_in(browser, tmp_path) as opened:
        opened.act(EnterSite(MAIN, next(iter(opened.table.now.sites))))
        yield opened


def test_the_referee_asks_and_changes_the_plan(hall: Hall) -> None:
    """The list has chances and exactness; the answer a sentence, a picture and a table; a plan changes it."""
    page = hall.sit()
    page.get_by_role("link", name="Odds", exact=True).click()
    expect(page.get_by_role("heading", name="What are our chances?")).to_be_visible()
    met = page.locator(".forecast-list a", has_text="Met by then").first
    met.click()
    expect(page.locator(".forecast-answer .chip-verd")).to_have_text("exact")
    expect(page.locator(".forecast-picture svg")).to_be_visible()
    before = page.locator(".forecast-short").inner_text()
    page.locator("[name=location]").select_option("unknown_chamber")
    page.get_by_role("button", name="Forecast again").click()
    expect(page.locator(".forecast-short")).to_have_text("never")
    assert before.endswith("%")
    page.locator("[name=turns]").fill("no number")
    page.get_by_role("button", name="Forecast again").click()
    expect(page.locator(".forecast-answer [role=alert]")).to_be_visible()
    page.locator(".forecast-list a", has_text="Getting away").click()
    expect(page.locator(".forecast-sentence")).to_contain_text("They get away")


def test_a_player_sees_no_checks(hall: Hall) -> None:
    """On a phone the answer comes first; nothing is wider than the screen, and nothing is hard to read."""
    page = hall.sit(PRIYA, PHONE)
    page.goto(f"{page.url.split('/t/')[0]}/t/{TABLE}/odds")
    expect(page.get_by_role("heading", name="What are our chances?")).to_be_visible()
    expect(page.locator(".forecast-list ul").first.locator("a")).to_have_count(1)
    expect(page.locator(".forecast-list ul").first).to_contain_text("Light on the way back")
    page.goto(f"{page.url.split('?')[0]}?q=light&torches=2")
    expect(page.locator(".forecast-sentence")).to_contain_text("12 turns")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run('.forecasts').then((all) => all.violations.map((one) => one.id))")
    assert [] == found
