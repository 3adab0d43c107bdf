"""The big screen follows play by itself, and a player's phone stands beside the referee's screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.brawl import ANSGARS, OSSUARY, PARTY, TAM
from tests.browser.browsing import box_of, overflow
from tests.browser.tabling import TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.big_screen import ShowCode
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, ThingId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.light import LightUp

TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
SMALL_PRINT = """() => {
  const walker = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT);
  const small = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node.parentElement;
    if (!node.textContent.trim() || place.closest(".unseen, .tv-full, title, defs")) continue;
    const scale = place.ownerSVGElement ? place.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(place).fontSize) * scale;
    if (size < 23.9) small.push(`${node.textContent.trim()}: ${size}`);
  }
  return small;
}"""
"""Letters that are smaller than 24 pixels."""


SMALLEST: ViewportSize = {"width": 1280, "height": 800}
BELOW_THE_PHONE = """() => {
  const { left } = document.querySelector(".phone-beside").getBoundingClientRect();
  const below = (each) => each.checkVisibility() && each.getBoundingClientRect().right > left;
  return [...document.querySelectorAll("main *, .top *, .live-banners *")]
    .filter((each) => below(each) && !each.closest(".scrolls, svg, .unseen, nav"))
    .map((each) => each.outerHTML.slice(0, 90));
}"""
"""What of a page reaches under the phone beside it."""


def ends(what: Locator) -> float:
    """Where the lower edge of something is on the screen."""
    box = box_of(what)
    return box["y"] + box["height"]


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The demo's party on the stair of its dungeon, with a torch."""
    with hall_in(browser, tmp_path_factory.mktemp("screen"), demo()) as opened:
        opened.act(LightUp(TAM, ThingId("tam-torch")))
        opened.act(EnterSite(PARTY, OSSUARY))
        yield opened


def test_a_television_follows_play_in_letters_that_can_be_read_from_a_chair(hall: Hall) -> None:
    """Nobody touches it: another room, another turn and the code come by themselves."""
    pages = [hall.sit(seat, TELEVISION) for seat in (SPECTATORS, REFEREE)]
    for page in pages:
        page.goto(f"/t/{TABLE}/screen")
        expect(page.locator(".tv-map header")).to_contain_text("Lychgate stair")
        assert [] == page.evaluate(SMALL_PRINT)
    hall.throw(Move(PARTY, DoorId("lych-door")), 6)
    hall.act(ShowCode())
    for page in pages:
        expect(page.locator(".tv-map header")).to_contain_text("Nave of skulls")
        expect(page.locator(".tv-code")).to_be_visible()
        assert [] == page.evaluate(SMALL_PRINT)
        assert 1080 >= page.evaluate("document.documentElement.scrollHeight")
    hall.act(MeetStrangers(PARTY, "4 pilgrims HD 1 AC 3 1d6 hp 4"))
    for page in pages:
        expect(page.locator(".tv-now")).to_contain_text("4 pilgrims")
        expect(page.locator(".tv-order li")).to_have_count(6)
        assert ends(page.locator(".tv-order li").last) <= ends(page.locator(".tv-order"))
    hall.act(EndEncounter(PARTY))


def test_a_players_phone_stands_beside_the_referees_screen(hall: Hall) -> None:
    """It is live, cannot act, and stays while the referee goes from page to page."""
    page = hall.sit()
    page.locator("#view-as summary").click()
    page.locator(f'[data-phone-beside="{ANSGARS}"]').click()
    phone = page.frame_locator(".phone-beside iframe")
    expect(phone.locator(".me-name")).to_contain_text("Brother Ansgar")
    phone.locator("[data-tab-to=map]").click()
    phone.locator(".way-out[data-direction]").first.click()
    assert () == hall.table.now.declared
    page.goto(f"/t/{TABLE}/log")
    expect(phone.locator(".me-name")).to_contain_text("Brother Ansgar")
    page.locator("[data-phone-close]").click()
    page.goto(f"/t/{TABLE}")
    expect(page.locator(".phone-beside")).to_have_count(0)


def test_the_phone_beside_covers_nothing_on_the_smallest_screen_with_room(hall: Hall) -> None:
    """The page is laid out for the width that the phone leaves, on every kind of page, and back when it is closed."""
    page = hall.sit(REFEREE, SMALLEST)
    wide = box_of(page.locator("main"))["width"]
    page.locator("#view-as summary").click()
    page.locator(f'[data-phone-beside="{ANSGARS}"]').click()
    for path in (f"/t/{TABLE}", f"/t/{TABLE}/log", f"/t/{TABLE}/prepare/sites"):
        page.goto(path)
        expect(page.locator("body")).to_have_css("padding-right", "416px")
        assert ([], 0) == (page.evaluate(BELOW_THE_PHONE), overflow(page)), path
    page.goto(f"/t/{TABLE}")
    page.locator("[data-phone-close]").click()
    expect(page.locator("body")).to_have_css("padding-right", "0px")
    assert wide == box_of(page.locator("main"))["width"]
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator("#view-as summary").click()
    page.locator(f'[data-phone-beside="{ANSGARS}"]').click()
    expect(page.locator(".phone-beside")).to_be_visible()
    expect(page.locator("body")).to_have_css("padding-right", "0px")
