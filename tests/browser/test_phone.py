"""Players' phones: all in reach of a thumb, nothing too small to read, no dice missed, a blow without scrolling."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser import brawl
from tests.browser.brawl import ANSGAR, ANSGARS, ISOLDE, OSSUARY, PARTY, TAM, VOTARIES
from tests.browser.browsing import COVERED, box_of, overflow, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.known_ids import person
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.demo import campaign as demo
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.kernel.units import SeatId
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.attack import Attack
from undercroft.table.session.whispers import Whisper
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.ids import DoorId, ThingId
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.world.light import LightUp

ISOLDES = SeatId("seat-1")
NARROW: ViewportSize = {"width": 320, "height": 640}
SMALL: ViewportSize = {"width": 320, "height": 568}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
EMPTY_CARDS = """[...document.querySelectorAll(".result")]
  .filter((card) => card.checkVisibility() && !card.innerText.trim()).length"""
"""How many cards are shown that say nothing."""
TABS_HIGH = 56
THUMB = 44
CRAMPED = """(least) => {
  const wide = (each) => each.getBoundingClientRect().width > 1;
  const shown = (each) => each.checkVisibility() && !each.closest(".unseen, svg") && wide(each);
  const called = (each) => (each.getAttribute("aria-label") ?? each.textContent).trim().slice(0, 40);
  const pressed = "button, select, summary, input:not([type=hidden]), a[href]:not(.skip)";
  const small = [...document.querySelectorAll(pressed)].filter(shown).flatMap((each) => {
    const { width, height } = (each.closest("label") ?? each).getBoundingClientRect();
    return Math.min(width, height) < least - 0.5 ? [`${called(each)}: ${width} by ${height}`] : [];
  });
  const says = (each) => [...each.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim());
  const written = (each) => parseFloat(getComputedStyle(each).fontSize);
  const words = [...document.querySelectorAll("#main *")].filter((each) => shown(each) && says(each));
  return [...small, ...words.filter((each) => written(each) < 10.9).map((each) => `${called(each)}: too small`)];
}"""
"""Whatever can be pressed and is smaller than a thumb, and letters below 11 pixels."""

OUT_OF_ITS_ROW = """[...document.querySelectorAll("#main li")].flatMap((row) => {
  const within = row.getBoundingClientRect();
  return [...row.querySelectorAll(":scope > a")].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    const out = top < within.top - 1 || bottom > within.bottom + 1;
    return out && getComputedStyle(each).display !== "inline" && each.checkVisibility();
  }).map((each) => each.innerText);
})"""
"""Links of a list that lie over the row above or below."""


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table, with nobody at it."""
    with hall_in(browser, tmp_path, demo()) as opened:
        yield opened


def phone(hall: Hall, seat: SeatId, viewport: ViewportSize = PHONE) -> Page:
    """A phone that is touched, at which a seat's player is."""
    return hall.sit(seat, viewport, has_touch=True, is_mobile=True)


def opened(page: Page, tab: str) -> None:
    """One of the parts below."""
    page.locator(f"[data-tab-to={tab}]").tap()
    expect(page.locator(f"[data-tab-to={tab}]")).to_have_attribute("aria-current", "page")


def ends(what: Locator) -> float:
    """Where the lower edge of something is on the screen."""
    box = what.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("scene", ["road", "dungeon", "fight"])
def test_all_is_large_enough_for_a_thumb(hall: Hall, scene: str) -> None:
    """Under every tab whatever can be pressed is 44 pixels high and wide, no letter is below 11, and axe is content."""
    if scene == "dungeon":
        hall.act(EnterSite(PARTY, OSSUARY))
        hall.act(UseDice(ISOLDES, Throwing.TYPED))
        hall.act(Search(ISOLDE), ISOLDES)
    if scene == "fight":
        brawl.fourth_round(hall)
    page = phone(hall, ISOLDES if scene == "dungeon" else ANSGARS)
    for tab in [str(control.get_attribute("data-tab-to")) for control in page.locator("[data-tab-to]").all()]:
        opened(page, tab)
        for viewport in (PHONE, NARROW):
            page.set_viewport_size(viewport)
            assert [] == page.evaluate(CRAMPED, THUMB), tab
            assert 0 == overflow(page), tab
        assert [] == violations(page), tab
    if scene == "dungeon":
        the_dice_and_their_button_are_in_view(page)


def the_dice_and_their_button_are_in_view(page: Page) -> None:
    """Every face of both dice and the button that sends them, on the smallest phone and on its side."""
    opened(page, "me")
    for viewport in (SMALL, ON_ITS_SIDE):
        page.set_viewport_size(viewport)
        page.evaluate("scrollTo(0, 0)")
        assert 2 == page.locator("form[data-answer] [data-die]").count()
        all_faces_are_in_view(page, 12)


def test_every_page_that_a_player_can_open_fits_a_phone(hall: Hall) -> None:
    """Besides the table: whatever can be pressed has the size of a thumb, and nothing is wider than the window.

    Also on its side, and with letters of twice the size; and so is every line of the search.
    """
    isolde, maud = (person(hall.table, ISOLDES, name) for name in ("isolde", "maud"))
    page = phone(hall, ISOLDES)
    code = hall.lobby.code_of(TABLE).replace(" ", "-").lower()
    people = f"/t/{TABLE}/people"
    table = (f"/t/{TABLE}/{each}" for each in ("notes", "log", "report", "dice", "print"))
    sheets = (f"{people}/{each}" for each in (isolde, maud, f"{isolde}/shop", f"{isolde}/throws/Notice"))
    makes = (f"{people}/new?book={book}" for book in ("sovereign", "delving", "violence", "neverwhere"))
    books = ("/", "/rules", "/rules/violence.attack", "/books/violence", "/odds", "/guides")
    devtools = page.context.new_cdp_session(page)
    for path in (*table, *sheets, *makes, *books, f"/join?code={code}"):
        page.goto(path)
        for letters, viewport in ((16, PHONE), (16, SMALL), (16, ON_ITS_SIDE), (32, PHONE)):
            devtools.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
            page.set_viewport_size(viewport)
            assert letters == page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
            cramped = [] if letters == 32 else page.evaluate(CRAMPED, THUMB)
            assert ([], 0) == (cramped, overflow(page)), f"{path} at {viewport}, letters of {letters}"
            assert [] == page.evaluate(OUT_OF_ITS_ROW), path
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    page.goto(f"/t/{TABLE}")
    page.locator("[data-palette]").tap()
    expect(page.locator("#sheet[open] input[type=search]")).to_be_visible()
    assert ([], 0) == (page.evaluate(CRAMPED, THUMB), overflow(page))


def all_faces_are_in_view(page: Page, count: int) -> None:
    """So many faces, and the button that sends them, whole and not below anything."""
    expect(page.locator("form[data-answer] .face")).to_have_count(count)
    expect(page.locator("form[data-answer] [data-send]")).to_be_in_viewport(ratio=1)
    assert [] == page.evaluate(COVERED, "form[data-answer] :is(.face input, [data-send])")
    lowest = max(ends(face) for face in page.locator("form[data-answer] .face").all())
    assert lowest <= page.evaluate("innerHeight")


def test_nothing_is_missed_whatever_is_looked_at(hall: Hall) -> None:
    """On every tab and page a banner says which dice the referee wants; a tap leads to them, and the tabs stay put.

    It stays in sight however far down a player reads, and goes where the dice are, also after a change of screens.
    """
    page = phone(hall, ISOLDES)
    hall.act(EnterSite(PARTY, OSSUARY))
    hall.act(UseDice(ISOLDES, Throwing.TYPED))
    hall.settled(page)
    places = [box_of(tab) for tab in page.locator(".tabs a").all()]
    opened(page, "map")
    wanted = page.locator(".banner-dice")
    expect(wanted).to_have_count(0)
    hall.ask(Search(ISOLDE), ISOLDES)
    expect(wanted).to_contain_text("Dice wanted: 2d6")
    expect(wanted).to_contain_text("Skill check.")
    expect(page.locator("#said")).to_have_text("Dice wanted: Skill check")
    expect(page.locator(".tab-news[data-news-of=me]")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\(1\) Dice wanted · "))
    expect(page.locator("form[data-answer]")).to_be_hidden()
    page.set_viewport_size(NARROW)
    for tab in ("gear", "map", "party", "log", "me"):
        opened(page, tab)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(wanted).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    expect(wanted).to_be_hidden()
    page.evaluate("scrollBy(0, document.getElementById('panel-wanted').getBoundingClientRect().bottom - 30)")
    expect(wanted).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    expect(wanted).to_be_hidden()
    page.set_viewport_size(PHONE)
    hall.act(Whisper(REFEREE, ISOLDES, "The font is warm."))
    expect(page.locator("#said")).to_have_text("A whisper from the referee.")
    isolde = person(hall.table, ISOLDES, "isolde")
    for beside in (
        f"/t/{TABLE}/people/{isolde}",
        f"/t/{TABLE}/log",
        f"/t/{TABLE}/report",
        f"/t/{TABLE}/dice",
        "/rules",
        "/odds",
    ):
        page.goto(beside)
        expect(wanted).to_be_in_viewport()
        expect(page.locator(".banner-message")).to_contain_text("A whisper from the referee")
        expect(page.get_by_text("The font is warm.")).to_have_count(1 if beside.endswith("/log") else 0)
        assert places == [box_of(tab) for tab in page.locator(".tabs a").all()], beside
        assert [] == page.evaluate(CRAMPED, THUMB), beside
        assert 0 == overflow(page), beside
    page.get_by_role("link", name="Roll now").tap()
    expect(page.locator("[data-tab-to=me]")).to_have_attribute("aria-current", "page")
    expect(wanted).to_be_hidden()
    page.get_by_role("button", name="Let Undercroft roll").tap()
    expect(page.locator("form[data-answer]")).to_have_count(0)
    opened(page, "gear")
    expect(wanted).to_have_count(0)
    page.locator("[data-tab-to=log]").tap()
    page.get_by_role("link", name="Read").tap()
    expect(page).to_have_url(re.compile("/notes#whispers-"))


def test_the_next_question_and_the_result_stand_where_the_player_looks(hall: Hall) -> None:
    """On the smallest phone the Scar question takes the focus in view, under the die; the result follows and stays."""
    brawl.fourth_round(hall)
    hall.act(UseDice(ANSGARS, Throwing.TYPED))
    page, other = phone(hall, ANSGARS, SMALL), phone(hall, ISOLDES, SMALL)
    expect(page.locator(".banner-turn")).to_contain_text("Your turn: Brother Ansgar and Bettany")
    hall.act(Attack(ANSGAR, VOTARIES[1]), ANSGARS)
    expect(other.locator(".banner-waiting")).to_have_text("Waiting for Brother Ansgar")
    other.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(other.locator(".banner-dying")).to_be_in_viewport(ratio=1)
    all_faces_are_in_view(page, 20)
    page.locator(".face", has_text="8").first.tap()
    page.locator(".face", has_text="9").first.tap()
    page.get_by_role("button", name="Send 9").tap()
    keep = page.get_by_role("button", name="Keep 9")
    expect(keep).to_be_focused()
    expect(keep).to_be_in_viewport(ratio=1)
    expect(page.locator("#panel-wanted .die-large")).to_be_in_viewport(ratio=1)
    assert ends(keep) <= SMALL["height"] - TABS_HIGH
    keep.tap()
    expect(page.locator(".wanted-title")).to_have_text("Damage")
    page.locator(".face", has_text="4").tap()
    page.get_by_role("button", name="Send 4").tap()
    page.get_by_role("button", name="Keep 5").tap()
    card = page.locator(".result")
    expect(card.locator(".result-says")).to_have_text(
        ["Brother Ansgar hits Votary B (mace, rolled 9).", "Votary B takes 5 damage."]
    )
    expect(card).to_be_in_viewport(ratio=1)
    expect(page.locator("#said")).to_contain_text("Votary B takes 5 damage.")
    assert ends(card) <= SMALL["height"] - TABS_HIGH
    expect(other.locator(".banner-waiting")).to_have_count(0)
    page.goto("/rules")
    expect(page.locator(".banner-result")).to_contain_text("Votary B takes 5 damage.")
    page.get_by_role("link", name="See it").tap()
    expect(page.locator("[data-tab-to=me]")).to_have_attribute("aria-current", "page")
    expect(page.locator("[data-pad]")).to_be_attached()
    assert 0 == page.evaluate(EMPTY_CARDS)
    hall.act(Wound(ANSGAR, 3, "a stone"))
    expect(page.locator(".result-since")).to_contain_text("Brother Ansgar loses 3 hit points (a stone), 16 left.")
    page.get_by_role("button", name="Dismiss: Your roll").tap()
    expect(card).to_be_hidden()
    page.reload()
    expect(card).to_be_hidden()
    hall.act(Wound(ANSGAR, 1, "a splinter"))
    expect(card.locator(":visible:is(p, li)")).to_have_text(re.compile("1 hit point .a splinter., 15 left"))


def test_dice_that_were_kept_are_sent_by_themselves(hall: Hall) -> None:
    """A line that fails for one sending, not for the stream: the page says so, and sends the dice a little later."""
    hall.act(EnterSite(PARTY, OSSUARY))
    hall.act(UseDice(ISOLDES, Throwing.TYPED))
    hall.ask(Search(ISOLDE), ISOLDES)
    page = phone(hall, ISOLDES, NARROW)
    page.route("**/commands", lambda route: route.abort())
    for die, face in ((0, 6), (1, 5)):
        page.locator("[data-die]").nth(die).locator(".face", has_text=str(face)).tap()
    page.get_by_role("button", name="Send 6 + 5").tap()
    expect(page.locator("#lost-line")).to_contain_text("Your dice are kept")
    expect(page.locator("#lost-line")).to_be_in_viewport()
    page.unroute("**/commands")
    expect(page.locator("form[data-answer]")).to_have_count(0)
    expect(page.locator("#lost-line")).to_contain_text("Your dice were sent")
    expect(page.locator("#panel-log")).to_contain_text("6 + 5")


def test_the_sheet_and_ones_other_character_are_a_tap_away(hall: Hall) -> None:
    """Tam is Isolde's player's too: his name shows him; the name on top leads to the sheet, the bar to the rules."""
    hall.act(EnterSite(PARTY, OSSUARY))
    page = phone(hall, ISOLDES, NARROW)
    expect(page.locator(".me-name")).to_have_text("Isolde Fenn")
    page.get_by_role("link", name="Switch to Tam Reddish").tap()
    expect(page.locator(".me-name")).to_have_text("Tam Reddish")
    page.locator(".me-name a").tap()
    page.wait_for_url(f"**/t/{TABLE}/people/{person(hall.table, ISOLDES, 'tam')}")
    page.go_back()
    expect(page.locator(".top nav a:visible")).to_have_text(["Notes", "Report", "Dice", "Rules", "Odds"])


@pytest.mark.parametrize("viewport", [PHONE, NARROW], ids=["390", "320"])
def test_a_blow_needs_no_scrolling(hall: Hall, viewport: ViewportSize) -> None:
    """On his go Ansgar's player finds the odds of the blow and the button that rolls above the tabs."""
    begin_at(hall.lobby.tables, bookmark("fight"), "fight", "The fight")
    page = phone(hall, ANSGARS, viewport)
    link = hall.lobby.keys("fight").link(ANSGARS, hall.lobby.editions(hall.lobby.open("fight"))[ANSGARS])
    page.goto(f"/join/fight/{link}")
    expect(page.locator(".blow-card")).to_have_count(4)
    assert ends(page.locator("[data-pad] [data-shortcut=d]")) <= viewport["height"] - TABS_HIGH
    page.get_by_role("button", name="physical dice").tap()
    page.locator("[data-face='19']").tap()
    page.locator("[data-face='9']").tap()
    expect(page.locator("[data-face='9']")).to_have_css(
        "color", page.evaluate("getComputedStyle(document.body).backgroundColor")
    )
    page.get_by_role("button", name="Send 9").tap()
    expect(page.locator("#panel-wanted .wanted-title")).to_have_text("Damage")
    assert 0 == overflow(page)
    assert ends(page.locator(".tabs")) <= viewport["height"]


def test_the_country_begins_where_the_party_is(hall: Hall) -> None:
    """The map is moved in a window of its own, and its letters are as large as anywhere."""
    page = phone(hall, ANSGARS)
    assert ends(page.locator("#panel-actions")) < ends(page.locator("#panel-log"))
    opened(page, "map")
    window, party = page.locator(".lands-drawing").bounding_box(), page.locator("[data-party]").bounding_box()
    assert window is not None
    assert party is not None
    assert window["y"] <= party["y"] <= window["y"] + window["height"] - party["height"]
    assert window["x"] <= party["x"] <= window["x"] + window["width"] - party["width"]
    letters = page.locator(".hex-number").first.evaluate(
        "(each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a"
    )
    assert letters >= 11
    expect(page.locator("#panel-here")).to_contain_text(re.compile("Orrin's Mouth"))


def test_what_a_player_says_stands_beside_the_name(hall: Hall) -> None:
    """Ansgar's player names one of the seat's own and nothing technical; the referee reads it there, and lets it go."""
    hall.act(EnterSite(PARTY, OSSUARY))
    page, referee = phone(hall, ANSGARS), hall.sit()
    page.get_by_role("button", name="Say what you do").tap()
    form = page.locator("#sheet [data-command-form=declare]")
    expect(form.locator("[data-field=who] .segment")).to_have_text(["Brother Ansgar", "Bettany Roake"])
    expect(form.locator("[data-field=command]")).to_have_count(0)
    form.get_by_label("what you do").fill("I hold the door.")
    form.get_by_role("button", name="Say what you do").tap()
    expect(page.locator(".me-says")).to_contain_text("“I hold the door.”")
    row = referee.locator("[data-person=ansgar]")
    expect(row.locator(".says-what")).to_have_text("“I hold the door.”")
    row.get_by_role("button", name="Never mind what Brother Ansgar said").click()
    expect(page.locator(".me-says")).to_have_count(0)
    expect(row.locator(".says")).to_have_count(0)


def test_a_way_is_proposed_by_a_tap(hall: Hall) -> None:
    """In the list or on the map, and undone by another; the referee reads who meant it, and does it by one tap."""
    hall.act(LightUp(TAM, ThingId("tam-torch")))
    hall.act(EnterSite(PARTY, OSSUARY))
    hall.throw(Move(PARTY, DoorId("lych-door")), 6)
    page, referee = phone(hall, ANSGARS, SMALL), hall.sit()
    opened(page, "map")
    way = page.locator(".way-out[data-direction]").first
    way.tap()
    expect(way).to_have_attribute("aria-pressed", "true")
    expect(referee.locator(".exit.is-backed")).to_contain_text("Brother Ansgar")
    page.locator(".door.is-proposed .door-tap").tap()
    expect(way).to_have_attribute("aria-pressed", "false")
    expect(referee.locator(".exit.is-backed")).to_have_count(0)
    page.locator(".door.is-open-to-taps .door-tap").first.tap()
    expect(page.locator(".way-out[aria-pressed=true]")).to_have_count(1)
    assert [] == page.evaluate(CRAMPED, THUMB)
    assert [] == violations(page)
    before = hall.table.now.groups[PARTY].zone
    referee.get_by_role("button", name="Do what Brother Ansgar said").click()
    expect(page.locator(".way-out[aria-pressed=true]")).to_have_count(0)
    expect(referee.locator(".says")).to_have_count(0)
    assert before != hall.table.now.groups[PARTY].zone


def test_a_stance_is_proposed_above_the_fold(hall: Hall) -> None:
    """On the smallest phone all four stand above the tabs, and the player's own words go into one place."""
    brawl.met(hall)
    page, referee = phone(hall, ANSGARS, SMALL), hall.sit()
    expect(page.locator(".say-row .btn")).to_have_text(["Fight", "Talk", "Run", "Wait and see"])
    assert ends(page.locator(".say-row")) <= SMALL["height"] - TABS_HIGH
    expect(page.get_by_role("button", name="Say what you do")).to_have_count(1)
    page.locator(".say-row").get_by_text("Talk").tap()
    expect(page.locator(".say-row [aria-pressed=true]")).to_have_text("Talk")
    expect(referee.locator(".stance", has_text="Brother Ansgar").locator(".btn")).to_contain_text("Talk")
    assert [] == violations(page)
    for seat in (ANSGARS, ISOLDES):
        hall.act(UseDice(seat, Throwing.TYPED))
    hall.ask(TakeStance(PARTY, Choice.FIGHT, Response.FIGHT))
    hall.settled(page)
    expect(referee.locator(".banner-proposal")).to_have_count(0)
    all_faces_are_in_view(page, 20)


def test_what_is_reported_in_a_fight_stands_in_the_order(hall: Hall) -> None:
    """Isolde waits for her go and says whom she means; the referee reads it beside her name, no other player does."""
    brawl.fourth_round(hall)
    page, other, referee = phone(hall, ISOLDES), phone(hall, ANSGARS), hall.sit()
    page.get_by_role("button", name="Say: I go for").tap()
    said = referee.locator("#panel-order [data-person=isolde] .says-what")
    expect(said).to_contain_text("I go for")
    opened(page, "party")
    isolde = person(hall.table, ISOLDES, "isolde")
    expect(page.locator(f"[data-person={isolde}] .says-what")).to_contain_text("I go for")
    opened(other, "party")
    expect(other.locator("#panel-order .says")).to_have_count(0)
    referee.get_by_role("button", name="Never mind what Isolde Fenn said").click()
    expect(said).to_have_count(0)


def test_a_whisper_is_written_on_a_phone(hall: Hall) -> None:
    """It goes to the referee unless another is chosen; the log says who heard it, and no other phone has it."""
    hall.act(EnterSite(PARTY, OSSUARY))
    page, other, referee = phone(hall, ANSGARS, NARROW), phone(hall, ISOLDES), hall.sit()
    page.get_by_role("button", name="Whisper").tap()
    form = page.locator("#sheet form")
    form.get_by_role("textbox").fill("I keep the ring.")
    assert [] == page.evaluate(CRAMPED, THUMB)
    form.get_by_role("button", name="Whisper").tap()
    expect(page.locator("#sheet")).to_be_hidden()
    opened(page, "log")
    expect(page.locator("#panel-log")).to_contain_text("Seat 2 to Referee: I keep the ring.")
    line = referee.locator("#panel-log li", has_text="I keep the ring.")
    expect(line.locator(".log-why")).to_contain_text("to Seat 2")
    expect(line.locator(".log-why")).not_to_contain_text("public")
    other.reload()
    assert "I keep the ring" not in other.content()


def test_a_player_chooses_whose_dice_are_thrown(hall: Hall) -> None:
    """One tap, and the seat types its dice; the switch says so."""
    page = phone(hall, ISOLDES)
    mine = page.get_by_role("button", name="I type them")
    expect(mine).to_have_attribute("aria-pressed", "false")
    mine.tap()
    expect(mine).to_have_attribute("aria-pressed", "true")
    assert Throwing.TYPED is hall.table.now.seats[ISOLDES].dice


def test_the_names_of_others_lead_to_their_sheets(hall: Hall) -> None:
    """A player who taps Maud's name reads of her, and is still Isolde."""
    page = phone(hall, ISOLDES)
    opened(page, "party")
    page.get_by_role("link", name="Maud Tarrow").tap()
    page.wait_for_url(f"**/t/{TABLE}/people/{person(hall.table, ISOLDES, 'maud')}")
    page.go_back()
    expect(page.locator(".me-name")).to_have_text("Isolde Fenn")


CUT_OFF = """() => [...document.querySelectorAll("#panel-actions .tile .action-name > span:not(.kbd)")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""
"""The names of actions that are not shown whole."""


def test_a_referees_phone_shows_names_whole_and_leaves_the_map_alone(hall: Hall) -> None:
    """No name of an action is cut off, the list of players is on the screen, and a map stays where it was pushed."""
    hall.act(EnterSite(PARTY, OSSUARY))
    hall.act(LightUp(TAM, ThingId("tam-torch")))
    page = phone(hall, REFEREE)
    for viewport in (PHONE, SMALL):
        page.set_viewport_size(viewport)
        assert [] == page.evaluate(CUT_OFF)
        assert 0 == overflow(page)
        page.locator("#view-as summary").tap()
        box = page.locator("#view-as ul").bounding_box()
        assert box is not None
        assert 0 <= box["x"]
        assert box["x"] + box["width"] <= viewport["width"]
        page.locator("#view-as summary").tap()
    page.locator("[data-drawer-to=map]").tap()
    drawing = page.locator("[data-map]")
    expect(drawing).to_be_visible()
    began = drawing.evaluate("(place) => [place.scrollLeft, place.scrollTop]")
    drawing.evaluate("(place) => place.scrollTo(9999, 9999)")
    before = drawing.evaluate("(place) => [place.scrollLeft, place.scrollTop]")
    assert began != before
    hall.act(Search(ISOLDE), ISOLDES)
    expect(page.locator("#panel-party")).to_contain_text("searched")
    assert before == drawing.evaluate("(place) => [place.scrollLeft, place.scrollTop]")
