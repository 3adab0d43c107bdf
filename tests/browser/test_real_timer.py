"""Delving's real timer in the browser: every screen counts down, a reload keeps the time, and running out is loud."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from tests.browser.browsing import overflow, violations
from tests.browser.chapel import begin
from tests.browser.tabling import PHONE, Hall, hall_in
from tests.browser.test_table import CHAPEL, PARTY, PRIYA
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.exploration.real_timer import StartTimer, TimeLight
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Carried
from undercroft.table.world.light import LightUp


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A delve by Delving's clock, with hazard dice that bring nobody."""
    opening = begin()
    opening = replace(opening, sites=tuple(replace(site, clock=Clock.DELVING) for site in opening.sites))
    with hall_in(browser, tmp_path, opening) as opened:
        opened.act(EnterSite(PARTY, CHAPEL))
        opened.act(LayTray((5, 5, 5)))
        yield opened


def starts(hall: Hall, monkeypatch: pytest.MonkeyPatch, act: StartTimer | TimeLight, ago: timedelta) -> None:
    """Start a timer that was started so long ago by the wall clock of the server."""
    with monkeypatch.context() as earlier:
        then = (datetime.now(UTC) - ago).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        earlier.setattr(hall.table, "_wall", lambda: then)
        hall.act(act)


def test_every_screen_counts_down_and_a_reload_keeps_the_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five of ten minutes have gone by, for the referee and for a player, before and after a reload."""
    referee, phone = hall.sit(), hall.sit(PRIYA, PHONE)
    starts(hall, monkeypatch, StartTimer(PARTY), timedelta(minutes=5, seconds=1))
    for page in (referee, phone):
        expect(page.locator(".banner-timer")).to_contain_text("Real timer: delve round 1")
        expect(page.locator("[data-left]")).to_contain_text("4:")
        page.reload()
        expect(page.locator("[data-left]")).to_contain_text("4:")
        assert 0 == overflow(page)
    expect(phone.locator(".banner-timer button")).to_have_count(0)
    assert [] == violations(referee)


def test_running_out_is_loud_and_the_referee_ends_the_round(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players read it too; the button settles the rule, and the next round starts the timer again."""
    referee, phone = hall.sit(), hall.sit(PRIYA, PHONE)
    starts(hall, monkeypatch, StartTimer(PARTY), timedelta(minutes=10))
    for page in (referee, phone):
        expect(page.locator(".banner-timer.is-up")).to_contain_text("Time is up for this delve round")
        expect(page.locator(".banner-timer")).to_be_in_viewport()
        expect(page.locator("#said")).to_have_text("Time is up for this delve round")
    expect(referee.get_by_text("the Dungeon Turn follows")).to_be_visible()
    expect(phone.get_by_text("the Dungeon Turn follows")).to_have_count(0)
    referee.get_by_role("button", name="Time is up: end the delve round").click()
    expect(referee.locator(".strip-number")).to_have_text("2")
    expect(referee.locator(".banner-timer:not(.is-up)")).to_contain_text("Real timer: delve round 2")
    referee.get_by_role("button", name="Stop the real timer").click()
    for page in (referee, phone):
        expect(page.locator(".banner-timer")).to_have_count(0)


def test_after_the_delve_a_torch_goes_on_by_the_game_clock(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty minutes after it was put on the real timer, forty are left of its hour."""
    table = hall.table
    carried = (thing for who in table.now.groups[PARTY].members for thing in table.now.carried_by(who))
    torch = next(thing for thing in carried if thing.item == "torch")
    assert isinstance(torch.place, Carried)
    who = torch.place.by
    hall.act(LightUp(who, torch.id))
    (lit,) = table.now.lights
    starts(hall, monkeypatch, TimeLight(lit), timedelta(minutes=20, seconds=1))
    page = hall.sit()
    expect(page.locator(".banner-timer")).to_contain_text("Burns in real time while you delve.")
    hall.act(LeaveSite(PARTY))
    expect(page.locator(".banner-timer")).to_contain_text("The delve is over")
    page.get_by_role("button", name="Put the light on the game clock").click()
    expect(page.locator(".banner-timer")).to_have_count(0)
    until = table.now.lights[lit].until
    assert until is not None
    assert 39 * 60 < until - table.now.now_of(who) < 40 * 60
