"""Pages on a bad line: never old without a word, dice sent once, one connection for all windows of a browser."""

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.bad_line import BadLine, bad_line
from tests.browser.chapel import begin
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.http.test_streams import soon
from tests.serving import same_dice
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import RollRest, Withdraw
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.seating import RenewLink
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.ids import DoorId, GroupId, PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.light import LightUp

MILL = "mill"
INITIATIVES = (5,) * 4
"""What the party rolls at the start of a fight."""
PARTY, CHAPEL, MAUD = GroupId("party"), SiteId("chapel"), PersonId("maud")
PRIYA = SeatId("priya")
NO_WORKER = "delete globalThis.SharedWorker;"
ASKS = f"{NO_WORKER} delete globalThis.BroadcastChannel;"


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The table, with nobody at it."""
    with hall_in(browser, tmp_path) as opened:
        yield opened


@pytest.fixture
def line(hall: Hall) -> Iterator[BadLine]:
    """A line to it that can be bad."""
    with bad_line(hall.address) as opened:
        yield opened


def through(hall: Hall, line: BadLine, seat: SeatId) -> Page:
    """A phone on that line."""
    page = hall.sit(seat, PHONE, has_touch=True)
    page.goto(f"{line.address}/join/{TABLE}/{link(hall, TABLE, seat)}")
    return page


def link(hall: Hall, table: str, seat: SeatId) -> str:
    """The secret part of a seat's link."""
    return hall.lobby.keys(table).link(seat, hall.lobby.editions(hall.lobby.open(table))[seat])


def says(page: Page) -> Locator:
    """The bar under the header."""
    return page.locator("#lost-line")


def told(hall: Hall, what: str) -> None:
    """Everybody hears a note."""
    hall.act(WriteNote(what, everybody=True))


def asked(hall: Hall) -> None:
    """Maud's player has to throw the dice of a search."""
    entered(hall)
    hall.act(Search(MAUD))


def entered(hall: Hall) -> None:
    """The party is in the nave, with a torch."""
    hall.act(EnterSite(PARTY, CHAPEL))
    hall.act(LightUp(PersonId("tam"), ThingId("torches")))
    hall.act(Move(PARTY, DoorId("stair-nave")))


def throw(page: Page) -> None:
    """Two sixes."""
    for die in (0, 1):
        page.locator("fieldset").nth(die).locator(".face", has_text="6").click()


def test_a_line_that_dies_without_a_word(hall: Hall, line: BadLine) -> None:
    """The page says that it is old and keeps the dice; when the line is back it is current, and they went up once."""
    asked(hall)
    page = through(hall, line, PRIYA)
    expect(page.locator("form[data-answer]")).to_be_visible()
    line.fall_silent()
    told(hall, "The tide turns.")
    expect(says(page)).to_contain_text(re.compile(r"Not connected since \d\d:\d\d\. Trying\."))
    throw(page)
    expect(page.locator(".kept")).to_contain_text("Kept on this device, not sent")
    expect(page.locator(".kept h2")).to_have_text(re.compile("6 and 6"))
    expect(says(page)).not_to_contain_text("were sent")
    expect(page.locator("form[data-answer]")).to_be_hidden()
    assert 1 == len(hall.table.now.wanted)
    line.mend()
    expect(says(page)).to_contain_text("Your dice were sent.")
    expect(page.locator("#panel-log")).to_contain_text("6 + 6")
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")
    expect(page.locator(".kept")).to_have_count(0)
    expect(says(page).locator("[data-state]")).to_be_hidden()
    assert not hall.table.now.wanted


@pytest.mark.parametrize("without", [NO_WORKER, ASKS], ids=["leader", "asking"])
def test_a_line_that_is_mended_without_a_worker(hall: Hall, line: BadLine, without: str) -> None:
    """Where the hub is in the window itself, what it answers is not heard while the window still speaks to it."""
    entered(hall)
    page = hall.sit(PRIYA, PHONE, has_touch=True)
    page.add_init_script(without)
    page.goto(f"{line.address}/join/{TABLE}/{link(hall, TABLE, PRIYA)}")
    line.cut()
    expect(says(page)).to_contain_text("Not connected since")
    told(hall, "The tide turns.")
    line.mend()
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")
    expect(says(page)).to_contain_text("Connected again.")
    page.close()


def test_dice_that_are_no_longer_wanted(hall: Hall, line: BadLine) -> None:
    """The referee rolled meanwhile: the player is told that their dice were not used, and never that they were sent."""
    asked(hall)
    page = through(hall, line, PRIYA)
    line.cut()
    expect(says(page)).to_contain_text("Not connected since")
    throw(page)
    expect(page.locator(".kept")).to_be_visible()
    hall.act(RollRest(next(iter(hall.table.now.wanted))))
    line.mend()
    expect(says(page)).to_contain_text("were not used.")
    expect(says(page)).not_to_contain_text("were sent")
    expect(page.locator(".kept")).to_have_count(0)


def test_a_seat_that_was_closed(hall: Hall, line: BadLine) -> None:
    """A phone whose seat was closed while it was away says so; its dice are neither kept nor sent."""
    asked(hall)
    page = through(hall, line, PRIYA)
    line.cut()
    expect(says(page)).to_contain_text("Not connected since")
    throw(page)
    expect(page.locator(".kept")).to_be_visible()
    hall.act(Withdraw(next(iter(hall.table.now.wanted))))
    hall.act(RenewLink(PRIYA))
    line.mend()
    expect(says(page)).to_contain_text("You no longer have this seat. This seat has a new link or another player.")
    expect(page.get_by_role("button", name="Join again")).to_be_visible()
    expect(page.locator(".live-banners")).to_be_hidden()
    expect(says(page)).to_contain_text("Your dice were not sent.")
    expect(page.locator(".kept")).to_have_count(0)


def test_panels_that_fail_are_fetched_again(hall: Hall) -> None:
    """Once: nobody notices. For longer: the page says that it is not up to date, and is when they come."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = hall.sit(PRIYA, PHONE)
    page.route("**/panels/all*", lambda route: route.abort(), times=1)
    told(hall, "The tide turns.")
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")
    page.route("**/panels/all*", lambda route: route.abort())
    told(hall, "The tide turns again.")
    expect(says(page)).to_contain_text(re.compile(r"Not up to date since \d\d:\d\d\. Trying\."))
    page.unroute("**/panels/all*")
    expect(page.locator("#panel-log")).to_contain_text("The tide turns again.")
    expect(says(page)).to_be_hidden()


def test_what_happens_while_another_screen_is_fetched(hall: Hall) -> None:
    """The page of a fight is on its way when the next thing happens: the new screen shows that too."""
    entered(hall)
    page = hall.sit(PRIYA, PHONE)
    hall.settled(page)
    page.evaluate("globalThis.heard = 0; document.addEventListener('table-changed', () => { heard += 1; });")

    def late(route: Route) -> None:
        answer = route.fetch()
        told(hall, "The tide turns.")
        page.wait_for_function("globalThis.heard > 1")
        route.fulfill(response=answer)

    page.route(re.compile(rf"/t/{TABLE}(\?[^/]*)?$"), late, times=1)
    hall.throw(AddFoes(PARTY, "orc HD 1 AC 3 1d6 hp 6"), *INITIATIVES)
    expect(page.locator("main[data-screen=fight]")).to_be_attached()
    hall.settled(page)
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")


def test_answers_that_overtake_each_other(hall: Hall, line: BadLine) -> None:
    """However late and in whatever order they come, the turn never goes back, and the last one is shown."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = through(hall, line, PRIYA)
    expect(page.locator("#panel-log")).to_be_attached()
    page.evaluate(
        """() => {
          const lines = () => Number(document.querySelector("main").dataset.cursor.split("-")[0]);
          const shown = (globalThis.shown = [lines()]);
          new MutationObserver(() => shown.push(lines())).observe(document.querySelector("main"), { attributes: true });
        }"""
    )
    line.slow(cycle((0.4, 0.0, 0.9, 0.1, 0.6)))
    for number in range(8):
        told(hall, f"Wave {number}.")
    hall.settled(page)
    expect(page.locator("#panel-log")).to_contain_text("Wave 7.")
    shown = page.evaluate("globalThis.shown")
    assert sorted(shown) == shown


def test_a_phone_that_slept(hall: Hall, line: BadLine) -> None:
    """Frozen while the line died and others played on: awake it is current at once, and says so if it cannot be."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = through(hall, line, PRIYA)
    phone = page.context.new_cdp_session(page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    told(hall, "The tide turns.")
    line.cut()
    line.mend()
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.fall_silent()
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(says(page)).to_contain_text("Not connected since")


@pytest.mark.parametrize("without", ["", NO_WORKER], ids=["shared worker", "leader"])
def test_twelve_windows_with_two_seats(hall: Hall, without: str) -> None:
    """A player at one table and the referee at another: every window is current, by one connection for all of them.

    The first window, which leads the others where there is no worker, is closed before.
    """
    hall.lobby.tables.begin(MILL, begin(), secret=same_dice)
    page = hall.sit(PRIYA)
    context = page.context
    context.add_init_script(without)
    page.goto(f"/join/{MILL}/{link(hall, MILL, REFEREE)}")
    windows = [page, *(opened(context, table) for table in (TABLE, MILL) for _ in range(6))][1:]
    assert 12 == len(windows)
    page.close()
    told(hall, "The tide turns.")
    mill = hall.lobby.open(MILL)
    mill.act(REFEREE, WriteNote("The wheel turns.", everybody=True), key="wheel")
    for window in windows[:6]:
        expect(window.locator("#panel-log")).to_contain_text("The tide turns.")
    for window in windows[6:]:
        expect(window.locator("#panel-log")).to_contain_text("The wheel turns.")
    assert soon(lambda: (1, 1) == (hall.lobby.streams.count(TABLE), hall.lobby.streams.count(MILL)))


def opened(context: BrowserContext, table: str) -> Page:
    """One more window of a browser."""
    window = context.new_page()
    window.goto(f"/t/{table}")
    return window


def test_a_browser_without_streams_asks(hall: Hall) -> None:
    """Neither a worker nor a channel between windows: the page asks, and is current all the same."""
    page = hall.sit(PRIYA)
    page.add_init_script(ASKS)
    page.goto(f"/t/{TABLE}")
    told(hall, "The tide turns.")
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")
    assert 0 == hall.lobby.streams.count(TABLE)
    page.close()


def test_a_page_of_another_seat_draws_nothing(hall: Hall) -> None:
    """The browser took another seat in another window: this one says so, and shows nothing of that seat."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = hall.sit(PRIYA)
    other = page.context.new_page()
    other.goto(f"/join/{TABLE}/{link(hall, TABLE, REFEREE)}")
    hall.act(WriteNote("The organ still plays."))
    told(hall, "The tide turns.")
    expect(says(page)).to_contain_text("This browser has another seat at this table now.")
    assert "The organ still plays." not in page.content()


@pytest.mark.parametrize("place", ["/rules", f"/t/{TABLE}/log", f"/t/{TABLE}/report"])
def test_pages_beside_the_table_know_it_too(hall: Hall, line: BadLine, place: str) -> None:
    """Every page with the bar of a table says when it is old, and is kept up."""
    entered(hall)
    page = through(hall, line, PRIYA)
    page.goto(f"{line.address}{place}")
    line.cut()
    expect(says(page)).to_contain_text("Not connected since")
    line.mend()
    expect(says(page)).to_contain_text("Connected again.")
    hall.act(Search(MAUD))
    expect(page.locator("#panel-banners .banner")).to_be_visible()
