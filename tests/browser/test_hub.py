"""The hub of a browser's line by a clock of its own: when it doubts a stream, and how often it asks.

A page is never old for three seconds while its line lives. So between two requests on a line that may be back there are
1.5 seconds at most, and a stream that says nothing is doubted before two.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.browsing import QUIET_PLACE
from tests.browser.tabling import Hall, hall_in
from undercroft.faces import web

HUB = """() => {
  globalThis.asked = [];
  globalThis.told = [];
  globalThis.streams = [];
  globalThis.line = "dead";
  const began = Date.now();
  const at = { table: "mill", seat: "priya", cursor: "7-x" };
  globalThis.EventSource = class extends EventTarget {
    constructor() { super(); streams.push(this); }
    close() { this.closed = Date.now() - began; }
    says(name, data) { this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) })); }
  };
  globalThis.fetch = (from, { signal }) => new Promise((done, failed) => {
    asked.push(Date.now() - began);
    signal.addEventListener("abort", () => failed(signal.reason));
    if (line === "cut") failed(new TypeError("Failed to fetch"));
    if (line === "refuses") done(new Response("busy", { status: 503 }));
    if (line === "lives") done(Response.json({ at: [at], gone: [] }));
  });
  SCRIPT
  globalThis.hub = hubOf((message) => told.push([message.event, message.alive, Date.now() - began]));
  hub.hear({ event: "follow", id: "a", table: "mill" });
}"""
SCRIPT = Path(web.__file__).with_name("static") / "js" / "line" / "hub.js"
LOST = "(told.find(([event, alive]) => event === 'line' && alive === false) ?? [])[2]"
TOLD = "told.filter(([event]) => event !== 'line').map(([event]) => event)"


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The table, for its scripts."""
    with hall_in(browser, tmp_path) as opened:
        yield opened


@pytest.fixture
def page(hall: Hall) -> Page:
    """A page beside the table, with a clock that stands still and a hub whose line is dead."""
    page = hall.sit()
    page.goto(QUIET_PLACE)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.evaluate(HUB.replace("SCRIPT", SCRIPT.read_text(encoding="utf-8").replace("export ", "")))
    return page


def gaps(page: Page) -> list[float]:
    """The time between each two requests."""
    asked = page.evaluate("asked")
    return [after - before for before, after in pairwise(asked)]


def test_a_stream_that_misses_a_sign_of_life_is_doubted(page: Page) -> None:
    """While it speaks every second nothing is asked; after 1.6 seconds without a word, and not before."""
    for _ in range(5):
        page.evaluate("streams[0].says('here', {})")
        page.clock.run_for(1000)
    assert [] == page.evaluate("asked")
    page.clock.run_for(500)
    assert [] == page.evaluate("asked")
    page.clock.run_for(200)
    assert [5600] == page.evaluate("asked")


@pytest.mark.parametrize("line", ["dead", "cut"])
def test_a_lost_line_is_tried_at_least_every_second_and_a_half(page: Page, line: str) -> None:
    """Quickly at first; never more than one request a second afterwards, whether they hang or fail."""
    page.evaluate("kind => { globalThis.line = kind; }", line)
    page.clock.run_for(60_000)
    between = gaps(page)
    assert 375 <= between[0] <= 501
    assert max(between) <= 1501
    assert min(between[4:]) >= 1100
    assert len(between) <= 60


def test_a_line_that_died_without_a_word_is_lost_before_nine_seconds(page: Page) -> None:
    """A line that is only slow for a moment is not: six seconds of asking go before."""
    page.evaluate("streams[0].says('here', {})")
    page.clock.run_for(7000)
    assert page.evaluate(LOST) is None
    page.clock.run_for(2000)
    assert 7000 < page.evaluate(LOST) < 9000


def test_one_that_fails_is_lost_at_once(page: Page) -> None:
    """The stream ends, and so does the request."""
    page.evaluate("globalThis.line = 'cut'; streams[0].onerror()")
    page.clock.run_for(100)
    assert page.evaluate(LOST) is not None


def test_a_mended_line_is_found_by_the_next_request(page: Page) -> None:
    """Though the others still wait for an answer: pages hear where they stand, and that lost requests are due again."""
    page.clock.run_for(20_000)
    page.evaluate("told.length = 0; globalThis.line = 'lives'")
    page.clock.run_for(1501)
    assert ["renewed", "at"] == page.evaluate(TOLD)
    assert 2 == page.evaluate("streams.length")


def test_a_stream_whose_connection_died_is_opened_again(page: Page) -> None:
    """Its line lives: the second request overtakes the one that went the way of the stream, within 2.2 seconds."""
    page.evaluate("streams[0].says('at', { table: 'mill', seat: 'priya', cursor: '6-x' })")
    page.clock.run_for(1700)
    page.evaluate("told.length = 0; globalThis.line = 'lives'")
    page.clock.run_for(500)
    assert ["renewed", "at"] == page.evaluate(TOLD)
    assert 2 == page.evaluate("streams.length")
    assert 2 == page.evaluate("asked.length")


def test_a_server_that_is_busy_is_left_in_peace(page: Page) -> None:
    """It answers that it cannot: once in two seconds is often enough."""
    page.evaluate("globalThis.line = 'refuses'")
    page.clock.run_for(20_000)
    assert min(gaps(page)) >= 1500
    assert max(gaps(page)) <= 2001


def test_no_more_is_asked_when_every_window_is_closed(page: Page) -> None:
    """The hub rests."""
    page.clock.run_for(5000)
    page.evaluate("hub.hear({ event: 'leave', id: 'a' })")
    page.clock.run_for(5000)
    before = page.evaluate("asked.length")
    page.clock.run_for(20_000)
    assert before == page.evaluate("asked.length")
