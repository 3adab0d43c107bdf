"""The live table in a browser: by mouse, by keyboard, by phone, through a restart, for every eye."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import known_ids
from tests.browser.browsing import noting, unsound, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.faces.views.banners import banners
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.book_numbers import book_numbers
from undercroft.table.odds import chance_of
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.ids import DoorId, GroupId, PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.light import LightUp

PARTY, CHAPEL = GroupId("party"), SiteId("chapel")
PRIYA, SAM = SeatId("priya"), SeatId("sam")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The table, with nobody at it."""
    with hall_in(browser, tmp_path) as opened:
        yield opened


def entered(hall: Hall) -> None:
    """The party is in the chapel, with a torch."""
    hall.act(EnterSite(PARTY, CHAPEL))
    hall.act(LightUp(PersonId("tam"), ThingId("torches")))


def number(page: Page) -> str:
    """The number of the turn that is shown."""
    return page.locator(".strip-number").inner_text()


def ended(page: Page, turn: int) -> None:
    """The turn is over, whatever came in it."""
    expect(page.locator(".strip-number")).to_have_text(str(turn + 1))


def dealt_with(hall: Hall, page: Page) -> None:
    """What a banner asks for before a turn may end is done: an encounter is dismissed, another torch is lit."""
    for kind, button in (("encounter", "Dismiss"), ("dark", "torch")):
        if kind in {banner.kind for banner in banners(hall.table.now, REFEREE, ())}:
            page.locator(f".banner-{kind}").get_by_role("button", name=re.compile(button)).first.press("Enter")
            expect(page.locator(f".banner-{kind}")).to_have_count(0)


def test_ten_turns_by_clicking(hall: Hall) -> None:
    """From the beach into the chapel, torches, and ten turns: nothing but the button and the banners is needed."""
    page = hall.sit()
    page.get_by_role("button", name=re.compile("Enter The Salt Chapel")).first.click()
    expect(page.locator("#panel-map h2")).to_have_text("The Salt Chapel")
    page.get_by_role("link", name="Tam").click()
    page.get_by_role("button", name=re.compile("Light a torch")).click()
    expect(page.locator("[data-person=tam]")).to_contain_text("turns")
    for turn in range(1, 11):
        dealt_with(hall, page)
        page.get_by_role("button", name=re.compile(f"^End turn {turn}")).click()
        ended(page, turn)
    assert 11 == hall.table.now.groups[PARTY].scene.turn  # type: ignore[union-attr]


def test_ten_turns_by_keyboard_alone(hall: Hall) -> None:
    """N ends a turn, an arrow finds the way east and Enter takes it, Ctrl+Z undoes it."""
    entered(hall)
    page = hall.sit()
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("arch to 2 Nave"))
    page.keyboard.press("Enter")
    expect(page.locator("#panel-room h2")).to_have_text("Nave")
    for turn in range(2, 11):
        dealt_with(hall, page)
        page.keyboard.press("n")
        ended(page, turn)
    page.keyboard.press("Control+z")
    expect(page.locator(".strip-number")).to_have_text("10")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator(".strip-number")).to_have_text("11")


def test_focus_stays_through_what_changes(hall: Hall) -> None:
    """The focus stays on its button when the panel is drawn again."""
    entered(hall)
    page = hall.sit()
    button = page.get_by_role("button", name=re.compile("^End turn"))
    button.focus()
    page.keyboard.press("Enter")
    ended(page, 1)
    expect(page.get_by_role("button", name=re.compile("^End turn 2"))).to_be_focused()
    page.get_by_role("button", name="Maud loses a hit point").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-person=maud] .stat-value").first).to_have_text("6/9")
    assert "maud" in str(page.evaluate("document.activeElement.dataset.command"))


def test_the_odds_are_the_engines(hall: Hall) -> None:
    """What stands on the button is the exact chance of the rule that will be settled."""
    entered(hall)
    offer = next(each for each in hall.table.offers(REFEREE) if each.command == Search(PersonId("maud")))
    assert Fraction(1, 6) == chance_of(offer)
    page = hall.sit()
    search = page.locator("#panel-actions .action", has_text="Search")
    expect(search.locator(".percent")).to_have_text("16.7 %")
    expect(search.locator(".fraction")).to_have_text("1/6")


def test_dice_are_typed_by_key(hall: Hall) -> None:
    """A player's dice that the referee types: six and six find what is hidden, and the log says they were typed."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    page = hall.sit()
    page.locator("#panel-actions .action", has_text="Search").click()
    expect(page.locator("#panel-wanted .wanted-title")).to_have_text("Skill check")
    page.keyboard.press("6")
    page.keyboard.press("6")
    expect(page.locator("#panel-wanted")).to_contain_text("none")
    expect(page.locator("#panel-log")).to_contain_text("6 + 6")
    expect(page.locator("#panel-log")).to_contain_text("typed")
    expect(page.locator("#panel-room .fact", has_text="hollow pew")).not_to_have_class(re.compile("secret"))


def test_a_phone_is_asked_and_answers(hall: Hall) -> None:
    """The dice go to their owner's phone; the last face sends them once, and the referee sees the answer at once."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    referee, phone = hall.sit(), hall.sit(PRIYA, PHONE)
    other = hall.sit(SAM, PHONE)
    referee.locator("#panel-actions .action", has_text="Search").click()
    expect(phone.locator(".wanted-title")).to_have_text("Skill check")
    expect(other.locator("form[data-answer]")).to_have_count(0)
    face = phone.locator(".face", has_text="3").first
    assert 44 <= (face.bounding_box() or {"height": 0})["height"]
    face.click()
    expect(phone.locator("[data-send]")).to_have_text("Send 3, roll the rest")
    sent = list[str]()
    with noting(phone, "request", lambda request: sent.append(request.url) if request.method == "POST" else None):
        phone.locator("fieldset").nth(1).locator(".face", has_text="2").dblclick()
        expect(phone.locator("form[data-answer]")).to_have_count(0)
        expect(referee.locator("#panel-log")).to_contain_text("3 + 2")
    assert 1 == len(sent)


def test_two_browsers_see_each_other(hall: Hall) -> None:
    """What one does the other sees without asking."""
    entered(hall)
    one, other = hall.sit(), hall.sit()
    one.get_by_role("button", name=re.compile("^End turn")).click()
    ended(other, 1)
    other.get_by_role("button", name="Undo", exact=True).click()
    expect(one.locator(".strip-number")).to_have_text("1")


def test_a_reload_and_a_restart_lose_nothing(hall: Hall) -> None:
    """The page says that the line is lost, goes on when the server is back, and is the same after a reload."""
    entered(hall)
    page = hall.sit()
    page.keyboard.press("n")
    ended(page, 1)
    hall.stop()
    expect(page.locator("#lost-line")).to_contain_text("Not connected since")
    hall.start()
    expect(page.locator("#lost-line")).to_contain_text("Connected again.")
    page.keyboard.press("n")
    ended(page, 2)
    page.reload()
    assert "3" == number(page)


def test_a_panel_that_did_not_come_holds_nothing_up(hall: Hall) -> None:
    """A line that breaks while a panel is fetched costs that fetch; the next change is shown all the same."""
    entered(hall)
    page = hall.sit()
    page.route("**/panels/*", lambda route: route.abort())
    with page.expect_event("requestfailed"), page.expect_response("**/commands"):
        page.keyboard.press("n")
    expect(page.locator(f'main[data-cursor="{hall.table.cursor(REFEREE)}"]')).to_be_attached()
    page.unroute("**/panels/*")
    page.keyboard.press("n")
    ended(page, 2)


def test_a_secret_is_shown_by_one_tap(hall: Hall) -> None:
    """The referee shows a hidden thing; the player's card has it then, and had nothing of it before."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    referee, player = hall.sit(), hall.sit(SAM)
    assert "hollow pew" not in player.content()
    referee.get_by_role("button", name="Show players: a hollow pew").click()
    expect(player.locator("#panel-room")).to_contain_text("hollow pew")


def test_keys_can_be_bound_again_and_switched_off(hall: Hall) -> None:
    """Another key ends the turn, the old one does not; with keys off neither does. The browser remembers."""
    entered(hall)
    page = hall.sit()
    hall.settled(page)
    page.keyboard.press("?")
    page.get_by_label("Key for: End the turn").fill("m")
    page.get_by_label("Key for: End the turn").press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("n")
    page.keyboard.press("m")
    ended(page, 1)
    page.reload()
    hall.settled(page)
    page.keyboard.press("m")
    ended(page, 2)
    page.keyboard.press("?")
    page.get_by_label("Turn off single keys").check()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    sent: list[str] = []
    with noting(page, "request", lambda request: sent.append(request.url)):
        page.keyboard.press("m")
        page.get_by_role("button", name="Maud loses a hit point").click()
        expect(page.locator("[data-person=maud] .stat-value").first).to_have_text("6/9")
    assert 1 == sum(each.endswith("/commands") for each in sent)
    assert "3" == number(page)


def test_time_in_bulk_is_foretold(hall: Hall) -> None:
    """Before an hour is let pass: how long, which light goes out, when checks fall."""
    entered(hall)
    page = hall.sit()
    page.keyboard.press("b")
    expect(page.locator("[data-foretold]")).to_contain_text("1 h")
    expect(page.locator("[data-foretold]")).to_contain_text("10:00")
    expect(page.locator("[data-foretold]")).to_contain_text("Checks in turns 3, 6")


def test_house_rules_are_changed_by_a_tap(hall: Hall) -> None:
    """The choice is pressed then, and the table plays by it. Other numbers in fights are shown before they count."""
    page = hall.sit()
    page.goto(f"/t/{TABLE}/house")
    choice = page.get_by_role("button", name="automatically, one thing with each search")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    assert "delving" == hall.table.now.house.search
    fights = page.get_by_role("button", name="Sovereign's: a d20 and bonuses against armour class")
    fights.click()
    page.get_by_role("button", name="Keep Violence").click()
    fights.click()
    changed = page.get_by_role("table", name="What everybody will fight with")
    expect(changed.get_by_role("row")).to_have_count(1 + len(book_numbers(hall.table.now)))
    assert "violence" == hall.table.now.house.combat
    page.get_by_role("button", name="Fight by Sovereign", exact=True).click()
    expect(fights).to_have_attribute("aria-pressed", "true")
    assert "sovereign" == hall.table.now.house.combat


SCREENS = {
    "table": f"/t/{TABLE}",
    "everybody": f"/t/{TABLE}?who=everybody",
    "sheet": f"/t/{TABLE}/people/MAUD",
    "house": f"/t/{TABLE}/house",
    "log": f"/t/{TABLE}/log",
    "report": f"/t/{TABLE}/report",
    "evening": f"/t/{TABLE}/evening",
    "players": f"/t/{TABLE}/players",
    "start": "/",
}


@pytest.mark.parametrize("seat", [REFEREE, PRIYA])
def test_every_screen_for_every_eye_at_every_width(hall: Hall, seat: SeatId) -> None:
    """Axe finds nothing in the light and the dark, wide and on a phone, and nothing reaches beyond the edge."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    hall.act(Search(PersonId("maud")))
    page = hall.sit(seat)
    if seat == REFEREE:
        page.goto(f"/enter/{hall.lobby.owner_link()}")
    for name, path in SCREENS.items():
        if seat != REFEREE and name in ("house", "evening", "players", "start"):
            continue
        page.goto(path.replace("MAUD", known_ids.person(hall.table, seat, "maud")))
        assert [] == unsound(page), name


def test_every_command_has_a_form_that_opens(hall: Hall) -> None:
    """Each is fetched as the page does it, and every field of it has a name."""
    entered(hall)
    page = hall.sit()
    for tag in sorted(BY_TAG):
        answer = page.request.get(f"/t/{TABLE}/forms/{tag}", headers={"Accept": "text/html"})
        assert 200 == answer.status, f"{tag}: {answer.text()[:200]}"
        assert f'data-command-form="{tag}"' in answer.text()


def test_forms_for_every_eye(hall: Hall) -> None:
    """Axe finds nothing in the forms that are used most."""
    entered(hall)
    page = hall.sit()
    for tag in ("make_ruling", "pass_time", "quick_character", "march", "adjust", "begin_evening"):
        page.keyboard.press("Control+k")
        page.locator(f"#sheet [data-form={tag}]").click()
        page.wait_for_selector(f"[data-command-form={tag}]")
        assert [] == violations(page), tag
        page.locator("#sheet [data-close]").first.click()
        expect(page.locator("#sheet[open]")).to_have_count(0)
