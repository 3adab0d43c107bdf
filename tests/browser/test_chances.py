"""What are our chances? The page of forecasts, for the referee and on a player's phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import brawl
from tests.browser.browsing import unsound, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.foresight import simulations as of_server
from undercroft.foresight.simulations import Simulations
from undercroft.foresight.simulator import Simulator
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.world.groups import MAIN

PRIYA = SeatId("priya")
PATIENT = 590.0
"""Seconds that a worker of low priority may take on a busy machine."""


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
    met = page.locator(".forecast-list a", has_text="Wandering monsters").first
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
    expect(page.locator(".forecast-sentence")).to_contain_text("Those who flee get away")


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
    assert [] == violations(page)


@pytest.fixture
def brawling(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """The demo's party in the fourth round of a fight, on a server that simulates in small pieces."""
    monkeypatch.setattr(of_server, "FEW", 40)
    monkeypatch.setattr(of_server, "ENOUGH_PLAIN", 80)
    with hall_in(browser, tmp_path, demo()) as opened:
        opened.lobby.simulations = Simulations(Simulator(PATIENT, plain=True))
        brawl.fourth_round(opened)
        yield opened


def test_in_mid_fight_the_referee_sees_changes_the_plan_and_reads_the_worst_run(brawling: Hall) -> None:
    """The picture, when the dying die, another plan on the same dice, and a run as a real log; nothing happens."""
    page, before = brawling.own(), brawling.table.version
    page.goto(f"/t/{TABLE}")
    page.get_by_role("link", name="Odds", exact=True).click()
    answer = page.locator("[data-in=answer]")
    expect(page.locator(".fan")).to_be_visible()
    expect(page.locator(".fan-deadline")).to_have_count(1)
    expect(page.locator(".fan")).to_contain_text(re.compile(r"end of round \d+: Corvin Hale dies unless saved"))
    expect(page.locator("[data-runs='80']")).to_be_attached()
    expect(answer).to_contain_text("Played in plain Python")
    chances = page.locator("[data-in=chances]")
    first = chances.inner_text()
    page.locator("label.segment", has_text="fight on").click()
    expect(page).to_have_url(re.compile("aid=no"))
    expect(chances).not_to_have_text(first, use_inner_text=True)
    expect(page.locator(".fan")).to_be_visible()
    page.get_by_role("button", name="Compare with another plan").click()
    expect(page.get_by_role("heading", name="Two plans")).to_be_visible()
    expect(page.get_by_text("Same dice for both plans.")).to_be_visible()
    assert [] == unsound(page)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_role("link", name=re.compile(r"Open run \d+")).first.click()
    expect(page.get_by_role("heading", name=re.compile(r"Run \d+"))).to_be_visible()
    log = page.locator(".run-log li")
    expect(log.filter(has_text="Violence, Fighting").first).to_be_visible()
    assert 20 < log.count()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_role("link", name="Back to the chances").click()
    expect(page.get_by_role("heading", name="Two plans")).to_be_visible()
    assert before == brawling.table.version
