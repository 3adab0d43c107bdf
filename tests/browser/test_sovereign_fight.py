"""A fight by Sovereign in a browser, with the referee and two phones: a miss turned by luck, a defence, a retreat."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Route, expect

from tests.browser import brawl
from tests.browser.brawl import ANSGARS, MAUD, PARTY
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.browser.test_fight import face, wanted
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.state.combatants import Stance
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import BandId
from undercroft.table.state.seats import Throwing

MAUDS = SeatId("seat-3")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table, where people fight by Sovereign."""
    opening = demo()
    with hall_in(browser, tmp_path, replace(opening, house=replace(opening.house, combat=Combat.SOVEREIGN))) as opened:
        yield opened


def test_a_fight_by_sovereign_with_two_phones(hall: Hall) -> None:
    """Ansgar's 3 and 5 miss AC 13; his luck makes it a hit for 6 and 3, the votary's 9 hit points. Then they leave."""
    hall.act(EnterSite(PARTY, brawl.OSSUARY))
    hall.throw(AddFoes(PARTY, "5 votaries HD 2 AC [13] 1d6 hp 9"), 8, 1)
    hall.act(AddFoes(PARTY, "the Chandler HD 7 AC [15] 1d8 hp 4711", joins=BandId("votaries")))
    hall.act(UseDice(ANSGARS, Throwing.TYPED))
    referee, ansgar, maud = hall.sit(), hall.sit(ANSGARS, PHONE), hall.sit(MAUDS, PHONE)

    expect(referee.locator("#panel-rounds")).to_contain_text("Initiative: party 8 + DEX 1 = 9, foes 1")
    referee.get_by_role("link", name="Brother Ansgar").click()
    expect(referee.locator(".blow-card.is-hit")).to_contain_text("65 %")
    referee.locator(".or-row").get_by_role("button", name="More actions").click()
    expect(referee.locator("#further-goes").get_by_role("button", name="Total defense")).to_be_in_viewport(ratio=1)

    for width, height in ((1280, 800), (1440, 1000), (1920, 1080), (1440, 900)):
        referee.set_viewport_size({"width": width, "height": height})
        assert referee.locator(".or-row").evaluate("(row) => row.scrollHeight <= row.clientHeight"), (width, height)
    referee.set_viewport_size({"width": 1280, "height": 800})
    expect(referee.get_by_text("Initiative: party 8 + DEX 1 = 9, foes 1")).to_be_in_viewport(ratio=1)
    referee.set_viewport_size({"width": 1440, "height": 900})

    expect(ansgar.locator("#panel-attack h2")).to_have_text("Brother Ansgar strikes Votary A")
    expect(ansgar.get_by_role("group", name="Actions left")).to_have_text(re.compile(r"\s*Main\s+Move\s*"))
    expect(ansgar.get_by_role("group", name="Actions left")).to_be_in_viewport(ratio=1)
    ansgar.locator("[data-face='3']").click()
    expect(ansgar.locator("#panel-wanted .wanted-title").first).to_have_text("Use Veteran's Luck?")
    ansgar.get_by_role("button", name="Turn it into a hit").click()
    ansgar.locator("#panel-wanted [data-die] input[value='6']").click(force=True)
    expect(referee.locator("#panel-peril")).to_contain_text("1 of 6 lost. They leave after 1 more.")

    expect(maud.locator("#panel-attack h2")).to_have_text("Maud Tarrow strikes Votary B")
    for name in ("rounds", "order", "attack", "peril", "log", "actions"):
        text = maud.request.get(f"/t/{TABLE}/panels/{name}", headers={"Accept": "text/html"}).text()
        assert not [secret for secret in ("4711", "HD 7", "HD 2", "leave after") if secret in text], name
    maud.locator(".or-row").get_by_role("button", name="Total defense").click()
    expect(referee.locator("[data-person=maud]")).to_contain_text("total defense")
    assert Stance.DEFENDING is brawl.of(hall, MAUD).stance

    referee.get_by_role("button", name="retreats now").click()
    expect(referee.locator("#panel-log")).to_contain_text("The fight is won.")
    assert fight_of(hall.table.now.groups[PARTY]) is None


STARTED = {
    Combat.VIOLENCE: ("2 votaries HD 2 AC 3 1d6 hp 30", (9, 4, 17, 19)),
    Combat.SOVEREIGN: ("2 votaries HD 2 AC 13 1d6 hp 30", (8, 1)),
}


@pytest.mark.parametrize("combat", Combat)
def test_the_keys_are_the_same_by_either_book(browser: Browser, tmp_path: Path, combat: Combat) -> None:
    """F aims, minus takes a hit point, J looks at the next, digits and Enter attack, A and N ask first; D rolls."""
    opening, (line, dice) = demo(), STARTED[combat]
    with hall_in(browser, tmp_path, replace(opening, house=replace(opening.house, combat=combat))) as hall:
        hall.act(EnterSite(PARTY, brawl.OSSUARY))
        hall.throw(AddFoes(PARTY, line), *dice)
        page, title = hall.sit(), "#panel-attack h2"
        expect(page.locator(title)).to_have_text("Maud Tarrow strikes Votary A")
        page.locator("#main").focus()
        page.keyboard.press("f")
        expect(page.locator(title)).to_have_text("Maud Tarrow strikes Votary B")
        page.keyboard.press("-")
        expect(page.locator(".fighter.is-target .fighter-hp b")).to_have_text("29")
        page.keyboard.press("j")
        expect(page.locator(title)).to_have_text("Brother Ansgar strikes Votary B")
        page.keyboard.press("k")
        expect(page.locator(title)).to_have_text("Maud Tarrow strikes Votary B")
        page.locator("#main").focus()
        page.keyboard.press("2")
        page.keyboard.press("0")
        expect(page.locator("[data-pad-field]")).to_have_value("20")
        page.keyboard.press("Enter")
        if combat is Combat.SOVEREIGN:
            wanted(page, "damage")
            face(page, 1)
        expect(page.locator(title)).to_have_text("Brother Ansgar strikes Votary B")
        assert brawl.of(hall, MAUD).attacked
        page.keyboard.press("Escape")
        page.keyboard.press("a")
        expect(page.locator("#sheet [data-command-form=add_foes]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#sheet")).to_be_hidden()
        page.keyboard.press("n")
        expect(page.locator("#sheet .asking-what")).to_contain_text(re.compile(r"Ending round \d skips "))
        page.keyboard.press("Escape")
        expect(page.locator("[data-shortcut=d]")).to_contain_text("Undercroft rolls")


def test_a_late_answer_leaves_a_sheet_that_was_opened_meanwhile(browser: Browser, tmp_path: Path) -> None:
    """A hit point is counted down while the line is slow; the form that was opened since then stays."""
    line, dice = STARTED[Combat.VIOLENCE]
    with hall_in(browser, tmp_path, demo()) as hall:
        hall.act(EnterSite(PARTY, brawl.OSSUARY))
        hall.throw(AddFoes(PARTY, line), *dice)
        page, held = hall.sit(), list[Route]()
        page.route("**/commands", lambda route: held.append(route))  # noqa: PLW0108 - Playwright reads its parameters
        page.locator("#main").focus()
        with page.expect_request("**/commands"):
            page.keyboard.press("-")
        page.keyboard.press("a")
        form = page.locator("#sheet [data-command-form=add_foes]")
        expect(form).to_be_visible()
        with page.expect_response("**/commands"):
            held[0].continue_()
        expect(page.locator(".fighter.is-target .fighter-hp b")).to_have_text("29")
        page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
        expect(form).to_be_visible()


def test_a_form_that_comes_late_leaves_the_question_alone(browser: Browser, tmp_path: Path) -> None:
    """A asked for a form, N for the end of the round: the question that came last stands, and is not drawn over."""
    opening, (line, dice) = demo(), STARTED[Combat.VIOLENCE]
    with hall_in(browser, tmp_path, replace(opening, house=replace(opening.house, combat=Combat.VIOLENCE))) as hall:
        hall.act(EnterSite(PARTY, brawl.OSSUARY))
        hall.throw(AddFoes(PARTY, line), *dice)
        page, held = hall.sit(), list[Route]()
        page.route("**/forms/add_foes*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function
        page.locator("#main").focus()
        with page.expect_request("**/forms/add_foes*"):
            page.keyboard.press("a")
        page.keyboard.press("n")
        question = page.locator("#sheet .asking-what")
        expect(question).to_be_visible()
        with page.expect_response("**/forms/add_foes*") as came:
            page.unroute("**/forms/add_foes*")
        came.value.finished()
        page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
        expect(question).to_be_visible()


def test_a_key_just_after_a_form_has_closed_is_taken(browser: Browser, tmp_path: Path) -> None:
    """The browser leaves the focus in the form's field until it draws again: N pressed before that still asks."""
    line, dice = STARTED[Combat.VIOLENCE]
    with hall_in(browser, tmp_path, demo()) as hall:
        hall.act(EnterSite(PARTY, brawl.OSSUARY))
        hall.throw(AddFoes(PARTY, line), *dice)
        page = hall.sit()
        page.locator("#main").focus()
        page.keyboard.press("a")
        field = page.locator("#sheet [data-command-form=add_foes] input:focus")
        expect(field).to_be_visible()
        field.evaluate("""field => {
            field.closest("dialog").close();
            field.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true }));
        }""")
        expect(page.locator("#sheet .asking-what")).to_be_visible()
