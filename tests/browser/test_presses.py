"""No press is lost, whatever comes by itself before the button is let go; what was answered is not asked again."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.browser.test_bad_line import CHAPEL, INITIATIVES, MAUD, PARTY, PRIYA, asked, entered, says, throw, told
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.session.seating import RenewLink
from undercroft.table.site.search import Search
from undercroft.table.state.ids import PersonId

COUNT = "each => { globalThis.clicks = 0; each.addEventListener('click', () => { clicks += 1; }); }"
STAY = "each => each.addEventListener('click', (event) => event.preventDefault())"
A_MOMENT = "() => new Promise((done) => setTimeout(done, 150))"
PANELS, COMMANDS = "**/panels/all*", "**/commands"
ASKING = "form[data-answer][data-wanted]:not([data-wanted=''])"


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The table, with nobody at it."""
    with hall_in(browser, tmp_path) as opened:
        yield opened


def held(
    page: Page, button: Locator, happens: Callable[[], None], fetches: str | re.Pattern[str] = PANELS, key: str = ""
) -> None:
    """Something happens while a button is held down, by mouse or key; it is let go once the page could draw it."""
    button.evaluate(COUNT)
    if key:
        button.focus()
        page.keyboard.down(key)
    else:
        button.hover()
        page.mouse.down()
        assert button.evaluate("each => each.matches(':active')")
    with page.expect_response(fetches) as came:
        happens()
    came.value.finished()
    page.evaluate(A_MOMENT)
    if key:
        page.keyboard.up(key)
    else:
        page.mouse.up()
    assert 1 == page.evaluate("clicks")


@pytest.mark.parametrize("key", ["", " "], ids=["mouse", "space bar"])
def test_a_button_that_is_drawn_again(hall: Hall, key: str) -> None:
    """Its panel comes again meanwhile: the press counts, and what came is drawn when the button is let go."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = hall.sit()
    button = page.get_by_role("button", name="Maud loses a hit point")

    def happens() -> None:
        told(hall, "The tide turns.")
        hall.act(GiveCondition(MAUD, "cursed"))

    held(page, button, happens, key=key)
    expect(page.locator("[data-person=maud] .stat-value").first).to_have_text("6/9")
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")


def test_a_button_below_something_that_grows(hall: Hall) -> None:
    """Corvin falls meanwhile, and the banner moves all that is below it, but not from under the mouse."""
    entered(hall)
    page = hall.sit()
    button = page.get_by_role("button", name="Maud loses a hit point")
    held(page, button, lambda: hall.act(Wound(PersonId("corvin"), 11)))
    expect(page.locator("#panel-banners .banner")).to_be_visible()
    expect(page.locator("[data-person=maud] .stat-value").first).to_have_text("6/9")


def test_a_button_of_a_screen_that_goes(hall: Hall) -> None:
    """A fight begins meanwhile: its screen comes when the button is let go."""
    entered(hall)
    page = hall.sit()
    button = page.get_by_role("button", name="Maud loses a hit point")
    page.route(PANELS, lambda route: route.continue_())  # once all dice are thrown
    screen = re.compile(rf"/t/{TABLE}(\?[^/]*)?$")
    held(page, button, lambda: hall.throw(AddFoes(PARTY, "orc HD 1 AC 3 1d6 hp 6"), *INITIATIVES), screen)
    expect(page.locator("main[data-screen=fight]")).to_be_attached()


def test_a_button_below_the_bar_of_the_line(hall: Hall) -> None:
    """The seat is closed meanwhile: the bar that says so waits until the person lets go."""
    entered(hall)
    page = hall.sit(PRIYA)
    button = page.locator("#panel-log a").first
    button.evaluate(COUNT)
    button.evaluate(STAY)
    button.hover()
    page.mouse.down()
    with page.expect_event("console", lambda said: said.text == "closed"):
        page.evaluate("document.addEventListener('seat-closed', () => console.info('closed'))")
        hall.act(RenewLink(PRIYA))
    page.evaluate(A_MOMENT)
    page.mouse.up()
    assert 1 == page.evaluate("clicks")
    expect(says(page)).to_contain_text("You no longer have this seat.")


def test_a_link_of_a_page_beside_the_table(hall: Hall) -> None:
    """A banner comes to a page of the rules meanwhile."""
    entered(hall)
    page = hall.sit(PRIYA)
    page.goto("/rules")
    link = page.locator("#main a").first
    link.evaluate(STAY)
    held(page, link, lambda: hall.ask(Search(MAUD)), "**/rules")
    expect(page.locator("#panel-banners .banner-dice")).to_be_visible()


@pytest.mark.parametrize("first", [PANELS, COMMANDS], ids=["panels first", "answer first"])
def test_what_was_answered_is_not_asked_again(hall: Hall, first: str) -> None:
    """Panels that were drawn before the answer come while it goes up, or after: the question does not come back."""
    asked(hall)
    page, late = hall.sit(PRIYA, PHONE), dict[str, Callable[[], None]]()

    def hold(route: Route) -> None:
        if PANELS not in late:
            answer = route.fetch()
            late[PANELS] = lambda: route.fulfill(response=answer)

    page.route(COMMANDS, lambda route: late.__setitem__(COMMANDS, route.continue_))
    with page.expect_request(COMMANDS):
        throw(page)
    page.route(PANELS, hold)
    with page.expect_request(PANELS):
        told(hall, "The tide turns.")
    while PANELS not in late:
        page.wait_for_timeout(10)
    for address in (first, *({PANELS, COMMANDS} - {first})):
        with page.expect_response(address) as came:
            late[address]()
        came.value.finished()
        page.evaluate(A_MOMENT)
        expect(page.locator(ASKING)).to_have_count(0, timeout=1)
    page.unroute(PANELS)
    assert not hall.table.now.wanted


UNSURE = '{"code": "unsure", "detail": "the server does not know yet whether that was done", "fix": "send it again"}'


@pytest.mark.parametrize(
    "status, headers, body",
    [
        (502, {"content-type": "text/html"}, "<h1>502 Bad Gateway</h1>"),
        (503, {"content-type": "application/problem+json", "retry-after": "1"}, UNSURE),
    ],
    ids=["from a proxy", "from a server without its store"],
)
def test_a_press_that_was_done_without_a_sure_answer(
    hall: Hall, status: int, headers: dict[str, str], body: str
) -> None:
    """It goes up again by itself under the same key, and happens once."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = hall.sit()
    before = hall.table.now.people[MAUD].hp

    def lost(route: Route) -> None:
        route.fetch()
        route.fulfill(status=status, headers=headers, body=body)

    page.route(COMMANDS, lost, times=1)
    with page.expect_response(lambda answer: answer.url.endswith("/commands") and answer.ok):
        page.get_by_role("button", name="Maud loses a hit point").click()
    hall.settled(page)
    assert 1 == before - hall.table.now.people[MAUD].hp
