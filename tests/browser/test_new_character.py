"""A character made on a phone: dice, choices, gear, and the referee who lets them in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import overflow, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.gear.money import coins
from undercroft.table.state.ids import PersonId

ISOLDES = SeatId("seat-1")
WENNA = PersonId("wenna-lark-seat-1")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table, with nobody at it."""
    with hall_in(browser, tmp_path, demo()) as opened:
        yield opened


def test_a_character_is_made_on_a_phone_and_let_in(hall: Hall) -> None:
    """Each choice is one tap with its meaning, gear is bought from the list, and the referee has a button."""
    referee = hall.sit()
    page = hall.sit(ISOLDES, PHONE, has_touch=True, is_mobile=True)
    page.goto(f"{hall.address}/t/{TABLE}/people/new")
    page.get_by_label("Name").fill("Wenna Lark")
    page.get_by_role("button", name="Make the character").tap()

    title = page.locator(".wanted-title.serif").first
    expect(title).to_have_text("Which becomes 14")
    assert not overflow(page)
    page.locator("[data-option]").nth(1).tap()
    for number, skill in enumerate(("Notice", "Stab", "Heal", "Sneak"), start=1):
        expect(title).to_contain_text(f"Improvement {number} of 4")
        page.locator(f"[data-option={skill}]").tap()
    expect(title).to_have_text("Class")
    expect(page.locator(".options-list")).to_contain_text("Hit points 1d6+2")
    page.locator("[data-option=mage]").tap()
    expect(title).to_have_text("Feat 1 of 1")
    page.locator("[data-option=Alert]").tap()
    expect(title).to_have_text("Skill that comes with Alert")
    page.locator("[data-option=none]").tap()

    card = page.get_by_label("Wenna Lark", exact=True)
    expect(card).to_contain_text("waits until the referee lets them in")
    card.get_by_role("link", name="Buy gear").tap()
    before = coins(hall.table.now, WENNA)
    page.get_by_label("Find gear").fill("torch")
    page.get_by_role("button", name="Find").tap()
    page.get_by_role("button", name="Pack: buy 2 torches").tap()
    expect(page.locator(".shop-list")).to_contain_text("has 2")
    assert 10 == before - coins(hall.table.now, WENNA)
    assert not overflow(page)
    assert [] == violations(page)

    banner = referee.get_by_role("alert", name="Wenna Lark waits to join the party")
    expect(banner).to_contain_text("saves Physical")
    banner.get_by_role("button", name="Send back with a word").click()
    referee.get_by_label("What the player should change").fill("Two Warriors already: a Mage needs a lantern.")
    referee.locator("#sheet .btn-primary").click()
    expect(banner).to_have_count(0)
    page.goto(f"{hall.address}/t/{TABLE}")
    back = page.get_by_role("alert", name="The referee sent Wenna Lark back")
    expect(back).to_contain_text("a Mage needs a lantern")
    back.get_by_role("button", name="Send again").tap()
    expect(back).to_have_count(0)
    banner.get_by_role("button", name="Let them in").click()
    expect(banner).to_have_count(0)
    assert WENNA in hall.table.now.present
