"""Whispers, a handout and the shared page between the referee's screen and a phone; a player's own slips."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, expect

from tests.browser.browsing import overflow
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.known_ids import person
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.session.shared_page import WritePage
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE, Throwing

ISOLDES = SeatId("seat-1")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table."""
    with hall_in(browser, tmp_path, demo()) as opened:
        yield opened


def _ledger(size: tuple[int, int] = (60, 40)) -> bytes:
    written = BytesIO()
    Image.new("RGB", size, "#e6d9b8").save(written, "JPEG")
    return written.getvalue()


def test_whispers_handouts_and_the_page(hall: Hall) -> None:
    """A whisper is closed and new until it is opened; a picture opens full screen; nobody writes over another."""
    phone = hall.sit(ISOLDES, PHONE, has_touch=True, is_mobile=True)
    address = phone.url.partition("?")[0]
    phone.goto(f"{address}/notes")
    hall.act(Whisper(REFEREE, ISOLDES, "The sum is owed to the Chandler."))
    thread = phone.locator("#thread-seat-1")
    expect(thread.locator("summary")).to_contain_text("1 new")
    expect(thread.locator(".whisper-text")).to_be_hidden()
    thread.locator("summary").click()
    expect(thread.locator(".whisper-text")).to_have_text("The sum is owed to the Chandler.")
    expect(thread.locator("summary")).not_to_contain_text("new")
    thread.get_by_role("textbox").fill("Does Maud know?")
    thread.get_by_role("button", name="Send").click()
    expect(thread.locator(".is-mine")).to_contain_text("Does Maud know?")
    expect(thread.get_by_role("textbox")).to_have_value("")

    referee = hall.sit()
    referee.goto(f"{referee.url.partition('?')[0]}/notes")
    expect(referee.locator("#thread-seat-1 summary")).to_contain_text("1 new")
    referee.locator("#new-handout summary").click()
    referee.locator("#handout-title").fill("The prior's ledger")
    picture = FilePayload(name="ledger.jpg", mimeType="image/jpeg", buffer=_ledger())
    referee.locator("[name=picture]").set_input_files(picture)
    referee.locator("#new-handout [name=to]").first.check()
    expect(referee.locator("#new-handout [value=some]")).to_be_checked()
    referee.locator("#new-handout [value=later]").check()
    referee.get_by_role("button", name="Save the handout").click()
    handout = referee.locator("details.handout")
    expect(handout).to_contain_text("prepared")
    expect(phone.locator("details.handout")).to_have_count(0)
    handout.locator("summary").click()
    handout.get_by_role("button", name="the whole table").click()

    shown = phone.locator("details.handout")
    expect(shown.locator("summary")).to_contain_text("new")
    shown.locator("summary").click()
    expect(shown.locator("summary")).not_to_contain_text("new")
    shown.get_by_role("button", name="Look closer", exact=True).click()
    assert 60 == phone.locator("#closer img").evaluate(
        "async (each) => { await each.decode(); return each.naturalWidth; }"
    )
    phone.get_by_role("button", name="Close", exact=True).click()

    phone.locator("#page-edit summary").click()
    phone.locator("#page-text").fill("Mine.")
    hall.act(WritePage("The referee's."))
    expect(phone.locator(".shared-text")).to_contain_text("The referee's.")
    phone.get_by_role("button", name="Save the page").click()
    expect(phone.locator("#page-edit .fault")).to_contain_text("Referee changed the page since you read it")
    expect(phone.locator("#page-text")).to_have_value("Mine.")
    phone.get_by_role("button", name="Save the page").click()
    expect(phone.locator(".shared-text")).to_have_text("Mine.")
    assert not overflow(phone)


def test_a_phone_is_led_to_the_head_of_a_handout(hall: Hall) -> None:
    """On the smallest phone its title and the top of a tall picture are in view, open, and marked as read."""
    phone = hall.sit(ISOLDES, {"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    referee = hall.sit()
    referee.goto(f"{referee.url.partition('?')[0]}/notes")
    referee.locator("#new-handout summary").click()
    referee.locator("#handout-title").fill("The prior's ledger")
    referee.locator("#handout-text").fill("The sum is owed.")
    picture = FilePayload(name="ledger.jpg", mimeType="image/jpeg", buffer=_ledger((600, 800)))
    referee.locator("[name=picture]").set_input_files(picture)
    referee.locator("#new-handout [value=everybody]").check()
    referee.get_by_role("button", name="Save the handout").click()
    phone.get_by_role("link", name="Read", exact=True).tap()
    shown = phone.locator("details.handout[open]")
    expect(shown.locator("summary")).to_be_in_viewport(ratio=1)
    expect(shown.locator("img")).to_be_in_viewport(ratio=0.5)
    expect(shown.locator("summary")).not_to_contain_text("new")


def test_own_slips(hall: Hall) -> None:
    """A double tap is one act; the act can be undone; with no face chosen the button says who rolls."""
    phone = hall.sit(ISOLDES, PHONE, has_touch=True, is_mobile=True)
    address = phone.url.partition("?")[0]
    phone.goto(f"{address}/notes")
    phone.locator("#page-more").fill("Six rooms known.")
    add = phone.get_by_role("button", name="Add", exact=True)
    add.evaluate("(button) => { button.click(); button.click(); }")
    expect(phone.locator(".shared-text")).to_have_text("Six rooms known.")
    hall.act(UseDice(ISOLDES, Throwing.TYPED))
    phone.goto(address)
    undo = phone.locator("[data-command*=undo_own]")
    expect(undo).to_contain_text("Undo")
    undo.click()
    expect(undo).to_have_count(0)
    assert "" == hall.table.now.page.text
    hall.act(ThrowDice("1d6", seat=ISOLDES), ISOLDES)
    send = phone.locator("[data-send]")
    expect(send).to_have_text("Enter your dice")
    expect(send).to_be_disabled()
    phone.locator(".faces .face").nth(2).click()
    expect(phone.locator(".live-wanted form")).to_have_count(0)


def test_a_throw_from_the_sheet_is_told_where_the_skill_was_tapped(hall: Hall) -> None:
    """Far down the page on the smallest phone; the line names the character once, and what was thrown."""
    page = hall.sit(ISOLDES, {"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    page.goto(f"/t/{TABLE}/people/{person(hall.table, ISOLDES, 'isolde')}")
    skill = page.locator('[data-sheet$="/throws/Notice"]')
    skill.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 150)")
    skill.tap()
    page.locator("dialog[open]").get_by_role("button", name="Roll with intelligence, for everybody").tap()
    told = page.locator(".banner-result")
    expect(told).to_be_in_viewport(ratio=1)
    expect(told.locator(".banner-title")).to_have_text(
        re.compile(r"^Isolde Fenn, Notice with Intelligence 2d6\+\d: \d, \d: \d+ in all\.$")
    )
