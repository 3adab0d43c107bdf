"""Banners in the browser: one place on every screen until they are dealt with; N asks before it passes over one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import overflow, violations
from tests.browser.tabling import PHONE, Hall, hall_in
from tests.browser.test_table import CHAPEL, PARTY, PRIYA, SAM
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, PersonId

MAUD = PersonId("maud")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The table, with nobody at it."""
    with hall_in(browser, tmp_path) as opened:
        yield opened


def titles(page: Page) -> list[str]:
    return page.locator(".banner-words b").all_inner_texts()


def test_the_dark_is_reported_on_every_screen_and_a_light_ends_it(hall: Hall) -> None:
    """The party comes in without a light: referee and phones read it, and a tap lights a torch."""
    hall.act(EnterSite(PARTY, CHAPEL))
    referee, phone = hall.sit(), hall.sit(PRIYA, PHONE)
    for page in (referee, phone):
        expect(page.locator(".banner-dark")).to_contain_text("It is dark: no light burns")
        expect(page.locator(".banner")).to_be_in_viewport()
        assert 0 == overflow(page)
    assert [] == violations(referee)
    expect(referee.locator("#panel-room")).to_contain_text("It is dark. Nobody can see.")
    phone.locator('[data-tab-to="log"]').click()
    expect(phone.locator(".banner-dark")).to_be_visible()
    assert "Forty steps" not in phone.content()
    assert "Forty steps" in referee.content()
    referee.locator(".banner-dark .btn-primary").click()
    expect(referee.locator(".banner")).to_have_count(0)
    expect(phone.locator(".banner")).to_have_count(0)
    assert "Forty steps" in phone.content()


def test_n_asks_before_it_passes_over_the_dark(hall: Hall) -> None:
    """Going back leaves the turn; going on in the dark lets N end it without a word."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = hall.sit()
    expect(page.locator(".strip-number")).to_have_text("1")
    page.keyboard.press("n")
    expect(page.locator("#sheet")).to_contain_text("It is dark: no light burns")
    page.get_by_role("button", name="Go back").click()
    expect(page.locator(".strip-number")).to_have_text("1")
    page.keyboard.press("n")
    page.get_by_role("button", name="anyway").click()
    expect(page.locator(".strip-number")).to_have_text("2")
    page.get_by_role("button", name="Go on in the dark").click()
    expect(page.locator(".banner")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".strip-number")).to_have_text("3")


def test_the_dying_are_in_the_same_place_in_the_dungeon_and_in_a_fight(hall: Hall) -> None:
    """With the time they have; the banner stays through the change of screens, and leaving the field asks first."""
    hall.act(EnterSite(PARTY, CHAPEL))
    hall.act(Move(PARTY, DoorId("stair-nave")))
    page, phone = hall.sit(), hall.sit(SAM, PHONE)
    hall.act(Wound(MAUD, 99, "a fall"))
    for each in (page, phone):
        expect(each.locator(".banner-dying")).to_contain_text("Maud is dying")
    top = page.locator("#panel-banners").bounding_box()
    hall.throw(AddFoes(PARTY, "1 rat HD 1 AC 0 hp 3"), *([3] * 3))
    expect(page.locator("[data-screen=fight]")).to_be_visible()
    expect(phone.locator("#said")).to_have_text(re.compile(r"^Now: fight\. .* Your turn\.$"))
    expect(page.locator(".banner-dying")).to_contain_text("Maud is dying")
    after = page.locator("#panel-banners").bounding_box()
    assert top is not None
    assert after is not None
    assert (top["x"], top["y"], top["width"]) == (after["x"], after["y"], after["width"])
    hall.act(Adjust(Adjustable.FOE, "rat-1", "health", 0, "by hand"))
    expect(page.locator(".rounds-next .btn").first).to_contain_text("tabilise Maud")
    page.get_by_role("button", name="Leave the field and the dying").first.click()
    expect(page.locator("#sheet")).to_contain_text("Leaving the field lets them die.")
    page.get_by_role("button", name="Go back").click()
    expect(page.locator("[data-screen=fight]")).to_be_visible()
    assert hall.table.now.people[MAUD].alive
    page.keyboard.press("n")
    expect(page.locator("#sheet .asking-what")).to_contain_text("It is dark")
    expect(page.locator("#sheet .asking-what")).not_to_contain_text("Maud is dying")
