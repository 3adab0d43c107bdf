"""What a phone does besides showing: it vibrates, marks its title and icon, stays awake, and asks before it spends."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.brawl import ISOLDE, OSSUARY, PARTY
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.known_ids import person
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.body.powers import WritePower
from undercroft.table.engine.wanted_dice import RollRest, UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.whispers import Whisper
from undercroft.table.site.search import Search
from undercroft.table.state.people import Duration, Power, Target
from undercroft.table.state.seats import REFEREE, Throwing

ISOLDES = SeatId("seat-1")
SENSES = """
globalThis.felt = [];
const note = (what) => (value) => { felt.push([what, value ?? null]); return Promise.resolve(); };
navigator.vibrate = (pattern) => { felt.push(["vibrates", pattern]); return true; };
navigator.setAppBadge = note("badge");
navigator.clearAppBadge = note("no badge");
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request: async () => {
  felt.push(["stays awake", null]);
  return { released: false, release() { this.released = true; felt.push(["may sleep", null]); } };
} } });
"""
"""A phone that notes what its pages ask of it."""


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table in the ossuary; Isolde's player types dice."""
    with hall_in(browser, tmp_path, demo()) as opened:
        opened.act(EnterSite(PARTY, OSSUARY))
        opened.act(UseDice(ISOLDES, Throwing.TYPED))
        yield opened


def phone(hall: Hall, *, moves: bool = True) -> Page:
    """Isolde's phone, with senses, touched once, as browsers want it before a page may vibrate.

    No other test gets its window, which keeps them.
    """
    page = hall.sit(ISOLDES, PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(SENSES)
    page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
    page.reload()
    page.locator("[data-tab-to=map]").tap()
    return page


def felt(page: Page, what: str) -> list[Any]:
    """What the page asked of that sense, in order."""
    return [value for sense, value in page.evaluate("globalThis.felt") if sense == what]


def test_a_phone_vibrates_and_marks_what_is_wanted(hall: Hall) -> None:
    """Twice for dice, once and short for a whisper; title and icon count both, and are plain when nothing is wanted.

    The log keeps the whisper closed.
    """
    page = phone(hall)
    expect(page).to_have_title(re.compile(r"^[^(]"))
    hall.ask(Search(ISOLDE), ISOLDES)
    expect(page).to_have_title(re.compile(r"^\(1\) Dice wanted · "))
    assert [[100, 80, 100]] == felt(page, "vibrates")
    assert 1 == felt(page, "badge")[-1]
    hall.act(Whisper(REFEREE, ISOLDES, "The font is warm."))
    expect(page).to_have_title(re.compile(r"^\(2\) Dice wanted · "))
    assert [[100, 80, 100], [50]] == felt(page, "vibrates")
    assert 2 == felt(page, "badge")[-1]
    hall.act(RollRest(next(iter(hall.table.now.wanted))))
    page.locator("[data-tab-to=log]").tap()
    whisper = page.locator("#panel-log .log-closed")
    expect(whisper).to_contain_text("A whisper: Referee to Seat 1")
    expect(whisper.get_by_text("The font is warm.")).to_be_hidden()
    page.get_by_role("link", name="Read").tap()
    expect(page).to_have_url(re.compile("/notes#whispers-"))
    thread = page.locator(f"#thread-{ISOLDES}")
    if thread.get_attribute("open") is None:
        thread.locator("summary").tap()
    expect(thread.locator("summary")).not_to_contain_text("new")
    expect(page).to_have_title(re.compile(r"^[^(]"))
    assert felt(page, "no badge")


def test_a_phone_that_shall_be_still_does_not_vibrate(hall: Hall) -> None:
    """By the switch on the sheet, and for people who want no motion; the title still says what is wanted."""
    page = phone(hall)
    page.goto(f"/t/{TABLE}/people/{person(hall.table, ISOLDES, 'isolde')}")
    page.locator("label.vibrates").tap()
    page.goto(f"/t/{TABLE}")
    page.locator("[data-tab-to=map]").tap()
    still = phone(hall, moves=False)
    hall.ask(Search(ISOLDE), ISOLDES)
    for each in (page, still):
        expect(each).to_have_title(re.compile(r"^\(1\) Dice wanted · "))
        assert [] == felt(each, "vibrates")


def test_a_phone_stays_awake_while_something_is_wanted(hall: Hall) -> None:
    """Two minutes after the last touch it may sleep; not while dice are wanted of its player."""
    page = hall.sit(ISOLDES, PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(SENSES)
    page.clock.install()
    page.reload()
    expect(page.locator("[data-tab-to=map]")).to_be_visible()
    assert [None] == felt(page, "stays awake")
    page.clock.run_for(119_000)
    assert [] == felt(page, "may sleep")
    page.clock.run_for(2_000)
    assert [None] == felt(page, "may sleep")
    page.locator("[data-tab-to=map]").tap()
    assert [None, None] == felt(page, "stays awake")
    hall.ask(Search(ISOLDE), ISOLDES)
    page.clock.run_for(5_000)
    expect(page.locator(".banner-dice")).to_be_attached()
    page.clock.run_for(300_000)
    assert [None] == felt(page, "may sleep")


def test_what_spends_is_confirmed(hall: Hall) -> None:
    """The first tap asks and spends nothing; No leaves it so, Yes spends."""
    light = Power("Candlelight", "A small flame.", lasts=Duration.INSTANT, target=Target.SELF, per_day=1)
    hall.act(WritePower(ISOLDE, light))
    page = phone(hall)
    isolde = person(hall.table, ISOLDES, "isolde")
    page.goto(f"/t/{TABLE}/people/{isolde}")
    use = page.locator('[data-command*="use_power"]').first
    assert use.get_attribute("data-confirms")
    use.tap()
    ask = page.locator("dialog[open]")
    expect(ask).to_contain_text("This spends a use of the power.")
    ask.get_by_role("button", name="Go back").tap()
    expect(ask).to_have_count(0)
    assert 0 == hall.table.now.people[ISOLDE].sheet.powers[0].used
    use.tap()
    ask.get_by_role("button", name=re.compile("anyway$")).tap()
    expect(ask).to_have_count(0)
    hall.settled(page)
    assert 1 == hall.table.now.people[ISOLDE].sheet.powers[0].used


def test_dice_that_are_wanted_while_notes_are_read(hall: Hall) -> None:
    """The banner comes to the page of notes too, and goes when the dice are thrown."""
    page = phone(hall)
    page.goto(f"/t/{TABLE}/notes")
    expect(page.locator(".banner-dice")).to_have_count(0)
    hall.ask(Search(ISOLDE), ISOLDES)
    expect(page.locator(".banner-dice")).to_contain_text("Dice wanted: 2d6")
    expect(page).to_have_title(re.compile(r"^\(1\) Dice wanted · "))
    hall.act(RollRest(next(iter(hall.table.now.wanted))))
    expect(page.locator(".banner-dice")).to_have_count(0)
