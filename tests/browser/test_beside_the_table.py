"""What stands around a table: the start page with its campaigns, the rulebook one comes to from a table, and phones."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

PRIYA = SeatId("priya")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The chapel, entered."""
    with hall_in(browser, tmp_path) as opened:
        opened.act(EnterSite(MAIN, next(iter(opened.table.now.sites))))
        yield opened


def test_a_phone_shows_one_part_at_a_time(hall: Hall) -> None:
    """The map stands under its own tab alone."""
    page = hall.sit(PRIYA, PHONE)
    for tab, shown in (("me", "me"), ("map", "map"), ("party", "party"), ("gear", "gear"), ("log", "log")):
        page.locator(f"[data-tab-to={tab}]").click()
        expect(page.locator(f"#panel-{shown}")).to_be_visible()
        expect(page.locator("#panel-map")).to_be_visible(visible=tab == "map")


def test_the_map_grows_and_shrinks(hall: Hall) -> None:
    """By its buttons, and by their keys."""
    page = hall.sit()
    drawing = page.locator("[data-map] svg")
    before = drawing.bounding_box()
    page.get_by_role("button", name="Larger map").click()
    after = drawing.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]
    page.keyboard.press("-")
    expect(drawing).to_have_css("width", f"{round(before['width'])}px")


def test_a_rule_is_settled_at_the_table_from_its_page(hall: Hall) -> None:
    """The bar leads back to the table, and the ruling stands in its log."""
    page = hall.sit()
    page.goto("/rules/sovereign.check.skill")
    expect(page.locator(".top nav")).to_contain_text("Log")
    page.locator("[data-field=attr_mod] input").fill("1")
    page.locator("[data-field=skill] input").fill("0")
    page.get_by_role("button", name="Settle it at the table").click()
    page.wait_for_url(f"**/t/{TABLE}")
    expect(page.locator("#panel-log")).to_contain_text("Sovereign, Skill Checks")


def test_a_campaign_is_renamed_and_deleted(hall: Hall) -> None:
    """Deleting asks for the name, and says where the log is kept."""
    page = hall.own()
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Rename ")).click()
    page.locator("#rename input[name=name]").fill("Friday night")
    page.locator("#rename").get_by_role("button", name="Rename").click()
    expect(page.locator(".campaign-name")).to_have_text("Friday night")
    page.get_by_role("button", name="Delete Friday night").click()
    assert [] == violations(page)
    page.locator("#delete input[name=name]").fill("Another")
    page.locator("#delete").get_by_role("button", name="Delete it").click()
    expect(page.locator("#delete [data-fault-of-all]")).to_contain_text("Friday night")
    page.locator("#delete input[name=name]").fill("Friday night")
    page.locator("#delete").get_by_role("button", name="Delete it").click()
    expect(page.locator("#told")).to_contain_text("Its log is kept in")
    assert () == hall.lobby.all()


def test_the_referees_bar_counts_phones_and_shows_the_code(hall: Hall) -> None:
    """Without a reload, as phones come and go, and when the session ends with its code."""
    page = hall.sit(REFEREE)
    expect(page.locator("[data-present]")).to_have_text("0")
    phone = hall.sit(PRIYA, PHONE)
    expect(page.locator("[data-present]")).to_have_text("1")
    phone.close()
    expect(page.locator("[data-present]")).to_have_text("0")
    hall.act(BeginSession("Tonight", hall.table.now.present))
    expect(page.locator("#panel-code")).to_have_text(hall.lobby.code_of(hall.id))
    hall.act(EndSession())
    expect(page.locator("#panel-code")).to_have_text(hall.lobby.code_of(hall.id))
    page.goto(f"/t/{hall.id}/players")
    hall.act(BeginSession("Tomorrow", hall.table.now.present))
    hall.act(EndSession())
    expect(page.locator("#panel-code")).to_have_text(hall.lobby.code_of(hall.id))


def test_one_key_draws_the_curtain_and_opens_it(hall: Hall) -> None:
    """The referee's note is gone at once, also after a reload and on other pages; the key brings it back."""
    hall.act(WriteNote("The abbot is a wolf"))
    page = hall.sit()
    expect(page.locator("#panel-log")).to_contain_text("wolf")
    page.keyboard.press("c")
    expect(page.get_by_label("The curtain", exact=True)).to_be_visible()
    assert "wolf" not in page.content()
    page.reload()
    assert "wolf" not in page.content()
    page.keyboard.press("c")
    expect(page.locator("#panel-log")).to_contain_text("wolf")


def test_a_taken_seat_is_passed_on_by_a_tap(hall: Hall, browser: Browser) -> None:
    """A second phone asks for it and waits; its player taps, and the waiting page goes on by itself.

    Meanwhile the page of seats shows another that is taken, and keeps what was typed.
    """
    phone = hall.sit(PRIYA, PHONE)
    other = browser.new_context(base_url=hall.address, viewport={"width": 320, "height": 568}).new_page()
    other.goto(f"/join?code={hall.lobby.code_of(TABLE).replace(' ', '').lower()}")
    seat = other.locator(".join-card", has_text="Priya")
    seat.locator("summary").click()
    seat.get_by_label("Your name at the table").fill("M")
    hall.sit(SeatId("dan"), PHONE)
    expect(other.locator(".join-card", has_text="Dan").locator(".join-top")).to_contain_text("in use")
    expect(seat.get_by_label("Your name at the table")).to_have_value("M")
    assert [] == violations(other)
    assert 320 == other.evaluate("document.documentElement.scrollWidth")
    seat.get_by_label("Your name at the table").fill("Mo")
    seat.get_by_role("button", name="Ask to be let in").click()
    expect(other.get_by_role("status").first).to_contain_text("You asked for")
    phone.get_by_role("button", name="Let them in").click()
    expect(other).to_have_url(re.compile(rf"/t/{TABLE}$"))
    expect(other.locator("#panel-me")).to_be_visible()
    other.context.close()
