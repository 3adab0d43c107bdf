"""A character made on a phone: dice, choices, gear, and the referee who lets them in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from tests import known_ids
from tests.browser.browsing import COVERED, overflow, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.table.small_site import ONE, TWO, begin
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.characters.characters import QuickCharacter
from undercroft.table.gear.money import coins
from undercroft.table.state.ids import PersonId

ISOLDES = SeatId("seat-1")
WENNA = PersonId("wenna-lark-seat-1")
HILD = PersonId("hild-one")


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
    expect(title).to_have_text("Raise one to 14")
    assert not overflow(page)
    expect(page.locator("[data-option=keep] .detail")).to_have_text("Leave all five as rolled")
    expect(page.locator("[data-option]").nth(1)).to_contain_text(re.compile(r"\d to 14, modifier"))
    page.locator("[data-option]").nth(1).tap()
    for number, skill in enumerate(("Notice", "Stab", "Heal", "Sneak"), start=1):
        expect(title).to_contain_text(f"Improvement {number} of 4")
        expect(page.locator(".options-list")).to_contain_text("DEX/Sneak against 10: ")
        expect(title).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.locator(f"[data-option={skill}]").tap()
    go_back(page, title)
    expect(page.locator(".options-list")).to_contain_text("with your CON")
    page.locator("[data-option=mage]").tap()
    expect(title).to_have_text("Feat 1 of 1")
    page.locator("[data-option=Alert]").tap()
    expect(title).to_have_text("Skill that comes with feat 1 (Alert)")
    page.locator("[data-option=none]").tap()

    card = page.get_by_label("Wenna Lark", exact=True)
    expect(card.get_by_role("button", name="Ready to play")).to_be_visible()
    expect(card.locator(".btn-primary")).to_have_text("Buy gear")
    expect(card.locator(".btn-primary")).to_be_in_viewport(ratio=1)
    card.get_by_role("link", name="Buy gear").tap()
    buy_and_hand_back(hall, page)

    banner = referee.get_by_role("alert", name="Wenna Lark waits to join the party")
    expect(banner).to_have_count(0)
    page.get_by_role("button", name="Ready to play").tap()
    expect(page.get_by_text("Wenna Lark waits for the referee")).to_be_visible()
    expect(banner).to_contain_text("saves Physical")
    banner.get_by_role("button", name="Send back with a word").click()
    referee.get_by_label("What the player should change").fill("Two Warriors already: a Mage needs a lantern.")
    referee.locator("#sheet .btn-primary").click()
    expect(banner).to_have_count(0)
    page.goto(f"{hall.address}/t/{TABLE}")
    back = page.get_by_role("alert", name="The referee sent Wenna Lark back")
    expect(back).to_contain_text("a Mage needs a lantern")
    back.get_by_role("button", name="Ready to play").tap()
    expect(back).to_have_count(0)
    banner.get_by_role("button", name="Let them in").click()
    expect(banner).to_have_count(0)
    assert WENNA in hall.table.now.present


def go_back(page: Page, title: Locator) -> None:
    """Go back from the class to the last improvement, and make the same choice again."""
    expect(title).to_have_text("Class")
    expect(page.locator(".newcomer-stage")).to_contain_text("Class and feats 3 of 4")
    page.get_by_role("button", name="Back").tap()
    expect(title).to_contain_text("Improvement 4 of 4")
    page.wait_for_timeout(A_DOUBLE_TAP)
    page.locator("[data-option=Sneak]").tap()
    expect(title).to_have_text("Class")


def buy_and_hand_back(hall: Hall, page: Page) -> None:
    """Buy two torches, once by a double tap, and hand them back at their price."""
    before = coins(hall.table.now, WENNA)
    expect(page.locator(".banner-result")).to_be_visible()
    page.evaluate("scrollTo(0, 600)")
    expect(page.locator(".shop-purse")).to_be_in_viewport(ratio=1)
    assert [] == page.evaluate(COVERED, ".shop-purse")
    page.get_by_label("Find gear").fill("torch")
    page.get_by_role("button", name="Find").tap()
    buy = page.get_by_role("button", name="Stow: buy 2 torches")
    buy.evaluate("(button) => { button.click(); button.click(); }")
    expect(page.locator(".shop-list")).to_contain_text("has 2")
    assert 10 == before - coins(hall.table.now, WENNA)
    assert not overflow(page)
    assert [] == violations(page)
    page.get_by_role("button", name="Hand gear back: 2 torches").tap()
    expect(page.locator(".shop-list")).not_to_contain_text("has 2")
    assert before == coins(hall.table.now, WENNA)


A_DOUBLE_TAP = 450
"""Milliseconds within which a second tap at the same place does nothing."""
BOOKS = ("sovereign", "delving", "violence", "neverwhere")
EMPTY = replace(begin(), people=(), things=(), party=())


@pytest.fixture(scope="module")
def desk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A table with two seats and nobody in the party."""
    with hall_in(browser, tmp_path_factory.mktemp("desk"), EMPTY) as opened:
        yield opened


def answer_all(page: Page, card: Locator) -> None:
    """Answer every question by taps: the last option, or the lowest face of each die, the last of which sends."""
    main, asked = page.locator("main"), page.locator("#panel-wanted form").first
    for _ in range(60):
        expect(card.or_(asked).first).to_be_visible()
        if card.count():
            return
        cursor = main.get_attribute("data-cursor") or ""
        if asked.locator("[data-option]").count():
            asked.locator("[data-option]").last.tap()
        else:
            faces, fields = asked.locator("[data-die]:has(.face)"), asked.locator("[data-die]:not(:has(.face))")
            for number in range(fields.count()):
                fields.nth(number).locator("input").fill("1")
            for number in range(faces.count()):
                faces.nth(number).locator(".face").first.tap()
            if fields.count():
                asked.locator("[data-send]").tap()
        expect(main).not_to_have_attribute("data-cursor", cursor)
        page.wait_for_timeout(A_DOUBLE_TAP)


@pytest.mark.parametrize("book", BOOKS)
def test_each_books_way_leads_into_the_party_with_gear(desk: Hall, book: str) -> None:
    """With typed dice on a phone: every question is answered by a tap, torches are bought, and the load shows it."""
    seat = ONE if book in BOOKS[:2] else TWO
    page = desk.sit(seat, PHONE, has_touch=True, is_mobile=True)
    page.goto(f"{desk.address}/t/{TABLE}/people/new?book={book}&after={len(desk.table.now.people)}")
    own = page.get_by_role("button", name="Roll my own dice")
    if own.count():
        own.tap()
    expect(page.get_by_role("button", name="Let Undercroft roll")).to_be_visible()
    name = f"{book.capitalize()} Lark"
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make the character").tap()
    card = page.get_by_label(name, exact=True)
    answer_all(page, card)
    card.get_by_role("link", name="Buy gear").tap()
    page.get_by_label("Find gear").fill("torch")
    page.get_by_role("button", name="Find").tap()
    page.get_by_role("button", name="Stow: buy 2 torches").tap()
    expect(page.locator(".shop-list")).to_contain_text("has 2")
    person = next(each for each in desk.table.now.people.values() if each.name == name)
    assert 2 == sum(thing.count for thing in desk.table.now.carried_by(person.id) if thing.item == "torch")
    assert person.id not in desk.table.now.present
    page.get_by_role("button", name="Ready to play").tap()
    expect(page.get_by_text(f"{name} waits for the referee")).to_be_visible()
    assert desk.table.now.people[person.id].waits


def test_a_sheet_gets_powers_and_is_copied_retired_and_replaced(browser: Browser, tmp_path: Path) -> None:
    """The player writes and uses a spell; the referee sets a number, copies and retires; the player makes another."""
    with hall_in(browser, tmp_path, EMPTY) as hall:
        hall.act(QuickCharacter(ONE, "Hild"))
        page = hall.sit(ONE, PHONE, has_touch=True, is_mobile=True)
        page.goto(f"/t/{TABLE}/people/{known_ids.person(hall.table, ONE, HILD)}")
        write_a_spell(page)
        expect(page.locator(".running")).to_contain_text("Light")
        assert [(6, 1, 1)] == [
            (power.count, power.used, power.strain) for power in hall.table.now.people[HILD].sheet.powers
        ]
        assert not overflow(page)

        referee = hall.sit()
        referee.goto(f"/t/{TABLE}/people/{HILD}")
        form = referee.locator("#sheet form")
        referee.get_by_role("button", name="Set numbers").click()
        form.get_by_role("group", name="numbers set by hand").get_by_role("button", name="Add").click()
        form.locator("[data-name]").select_option("Delving: CHA modifier")
        form.locator("[data-row] .input-number").fill("2")
        form.get_by_role("button", name="Change a character sheet").click()
        expect(form).to_be_hidden()
        assert {"delving_cha": 2} == hall.table.now.people[HILD].sheet.overrides
        referee.get_by_role("button", name="Copy", exact=True).click()
        form.get_by_label("name of the copy").fill("Hilda")
        form.get_by_role("button", name="Copy a character").click()
        expect(form).to_be_hidden()
        copy = next(each for each in hall.table.now.people.values() if each.name == "Hilda")
        assert (["Light"], [0]) == (
            [each.name for each in copy.sheet.powers],
            [each.used for each in copy.sheet.powers],
        )

        referee.get_by_role("button", name="Retire", exact=True).click()
        form.get_by_role("button", name="Retire a character").click()
        expect(referee.get_by_role("button", name="Bring back")).to_be_visible()
        page.goto(f"/t/{TABLE}/people/{known_ids.person(hall.table, ONE, HILD)}")
        page.get_by_role("link", name="Make another character").tap()
        page.get_by_role("link", name="Neverwhere").tap()
        page.get_by_label("Name").fill("Ida")
        page.get_by_role("button", name="Make the character").tap()
        expect(page.get_by_label("Ida", exact=True)).to_contain_text("Buy gear")
        assert [] == [*hall.table.now.present]
        referee.get_by_role("button", name="Bring back").click()
        expect(referee.get_by_role("button", name="Retire", exact=True)).to_be_visible()
        assert not hall.table.now.people[HILD].retired


def write_a_spell(page: Page) -> None:
    """Write a spell of six turns once a day, and use it."""
    page.get_by_text("Write a spell or power").tap()
    form = page.get_by_role("form", name="Write a spell or power")
    form.get_by_label("Name").fill("Light")
    form.get_by_label("What it does").fill("Shines like a torch.")
    form.get_by_label("Lasts").select_option("turns")
    form.get_by_label("How many").fill("6")
    form.get_by_label("Uses per day").fill("1")
    form.get_by_text("Target, dice, save and cost").tap()
    form.get_by_label("Costs strain").fill("1")
    form.get_by_role("button", name="Write it on the sheet").tap()
    use = page.get_by_role("button", name="Use Light", exact=True)
    use.tap()
    page.locator("#sheet").get_by_role("button", name="Use anyway").click()
    expect(page.get_by_text("0 of 1 today")).to_be_visible()
    expect(use).to_be_disabled()
