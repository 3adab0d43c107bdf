"""Nothing is cut off: every button shows its words whole, and a screen of the referee all of its parts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser import brawl
from tests.browser.browsing import COVERED, box_of, overflow
from tests.browser.tabling import TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.table.body.wounds import Wound
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

SCREENS: tuple[ViewportSize, ...] = ({"width": 1440, "height": 900}, {"width": 1280, "height": 800})
PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 320, "height": 568})
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
TABS = ("me", "gear", "map", "party", "log")
DUNGEON, DOOR, BANNERS, MET = "torch", "door", "banners", TABLE
SCENES = (DUNGEON, DOOR, "fight", MET, "road", "town")
CUT_OFF = """() => [...document.querySelectorAll("button, a.btn, a.chip, summary")]
  .filter((button) => button.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((button) => (!button.matches(".unseen, :has(.unseen)") && button.scrollWidth > button.clientWidth + 1)
    || [button, ...button.querySelectorAll("*")].some((part) =>
    part instanceof HTMLElement && part.clientWidth > 2 && !part.matches(".unseen")
    && getComputedStyle(part).overflow !== "visible" && getComputedStyle(part).clipPath === "none"
    && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)))
  .map((button) => button.innerText.replaceAll("\\n", " "))"""
"""The words of every visible button that hides a part of them or is too narrow for them."""
SCROLLED = """(parts) => parts.filter((part) => {
  const found = document.querySelector(part);
  return found && (found.scrollHeight > found.clientHeight + 1 || found.scrollWidth > found.clientWidth + 1);
})"""


RUN_TOGETHER = re.compile(r"\w+[.!?;:][A-Z]\w+")
"""The end of a sentence and the beginning of another, with nothing between them."""


@pytest.fixture(scope="module")
def scenes(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The demo in a dungeon, a fight, an encounter, on the road and in town, each at a table of its own."""
    folder: Path = tmp_path_factory.mktemp("scenes")
    with hall_in(browser, folder, demo()) as hall:
        brawl.met(hall)
        for mark in ("torch", "fight", "road", "town"):
            begin_at(hall.lobby.tables, bookmark(mark), mark, mark)
        begin_at(hall.lobby.tables, bookmark("torch"), DOOR, DOOR)
        begin_at(hall.lobby.tables, bookmark("torch"), BANNERS, BANNERS)
        for who in ("maud", "corvin"):
            hall.lobby.open(BANNERS).act(REFEREE, Wound(PersonId(who), 99), key=f"test-{who}")
        by_a_door = Adjust(Adjustable.GROUP, MAIN, "zone", "walk", "carried there")
        hall.lobby.open(DOOR).act(REFEREE, by_a_door, key="test-door")
        yield hall


@pytest.fixture(scope="module")
def referee(scenes: Hall) -> Page:
    """The browser of the owner, who referees every table."""
    page = scenes.sit()
    page.goto(f"/enter/{scenes.lobby.owner_link()}")
    return page


@pytest.mark.parametrize("scene", [DUNGEON, BANNERS])
def test_the_tools_of_the_referee_are_in_reach(scenes: Hall, referee: Page, scene: str) -> None:
    """A new room, a new exit and a fight, also under two banners: nothing is pushed out of its panel."""
    tools = "[data-form=add_room], [data-form=add_exit], .live-actions [data-form=add_foes]"
    for size in SCREENS:
        referee.set_viewport_size(size)
        referee.goto(f"/t/{scene}")
        assert 3 == referee.locator(tools).count()
        assert [] == referee.evaluate(COVERED, tools), size


def test_a_party_that_goes_on_below_the_edge_has_a_shade_there(referee: Page) -> None:
    """Whole in a low window; in a lower one the shade is there until the last row is in sight."""
    referee.set_viewport_size(SCREENS[1])
    referee.goto(f"/t/{DUNGEON}")
    party = referee.locator(".live-party")
    expect(party.locator(".person").last).to_be_in_viewport(ratio=1)
    shade = "(party) => +getComputedStyle(party.querySelector('.panel-foot'), '::before').opacity"
    referee.set_viewport_size({"width": 1280, "height": 700})
    assert 1 == party.evaluate(shade)
    party.evaluate("(party) => { party.scrollTop = party.scrollHeight; return new Promise(requestAnimationFrame); }")
    assert 0 == party.evaluate(shade)


@pytest.mark.parametrize("size", [*SCREENS, {"width": 1360, "height": 768}])
def test_what_an_exit_costs_is_seen(referee: Page, size: ViewportSize) -> None:
    """On every width, with no third line of exits that would take its room from the map."""
    referee.set_viewport_size(size)
    referee.goto(f"/t/{DUNGEON}")
    cost = referee.locator(".exits-word")
    expect(cost).to_have_text(re.compile(r"^Exits \(?10 min each\b"), use_inner_text=True)
    expect(cost).to_be_in_viewport(ratio=1)
    exits, cost_box = box_of(referee.locator(".exits")), box_of(cost)
    assert exits["height"] <= 120
    assert exits["y"] <= cost_box["y"] <= exits["y"] + exits["height"] - cost_box["height"]


def test_a_chip_ends_before_the_buttons_beside_it(referee: Page) -> None:
    """Also for a player of two characters, whose phone has one button more."""
    referee.set_viewport_size(PHONES[0])
    referee.goto(f"/t/{DUNGEON}?as=seat-2")
    chip, foot = (box_of(referee.locator(part)) for part in (".me-chips .chip >> nth=-1", ".me-foot .btn >> nth=0"))
    assert chip["x"] + chip["width"] <= foot["x"]


@pytest.mark.parametrize("size", SCREENS)
def test_secret_dice_stand_beside_the_tabs_of_the_log(referee: Page, size: ViewportSize) -> None:
    """Their button never has a line of its own, however wide the column is."""
    referee.set_viewport_size(size)
    referee.goto(f"/t/{DUNGEON}")
    tabs, button = (box_of(referee.locator(part)) for part in (".log-tabs", ".log-choice [data-form=lay_tray]"))
    assert button["y"] < tabs["y"] + tabs["height"]
    assert tabs["y"] < button["y"] + button["height"]


@pytest.mark.parametrize("scene", SCENES)
def test_every_button_shows_its_words_whole(scenes: Hall, referee: Page, scene: str) -> None:
    """On the referee's screens and on a player's phones, in both directions; no sentence begins without a space."""
    seat = next(person.seat for person in scenes.lobby.open(scene).now.people.values() if person.seat != REFEREE)
    cut: dict[str, list[str]] = {}
    run_together: set[str] = set()
    for query, sizes in (("", (*SCREENS, *PHONES)), (f"?as={seat}", PHONES)):
        for size in sizes:
            referee.set_viewport_size(size)
            referee.goto(f"/t/{scene}{query}")
            if words := referee.evaluate(CUT_OFF):
                cut[f"{size['width']}{query}"] = words
        run_together.update(RUN_TOGETHER.findall(referee.locator("main").inner_text()))
    assert {} == cut
    assert set() == run_together


def player_of(scenes: Hall, scene: str) -> str:
    """The address of a scene as one of its players sees it."""
    seat = next(person.seat for person in scenes.lobby.open(scene).now.people.values() if person.seat != REFEREE)
    return f"/t/{scene}?as={seat}"


@pytest.mark.parametrize("scene", [DUNGEON, "fight", "road", "town"])
def test_letters_of_twice_the_size_push_nothing_off_a_phone(scenes: Hall, referee: Page, scene: str) -> None:
    """Under every tab all of the page stands in the window, and so do the tabs."""
    referee.set_viewport_size(PHONES[0])
    devtools = referee.context.new_cdp_session(referee)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    try:
        for tab in TABS:
            referee.goto(f"{player_of(scenes, scene)}&tab={tab}")
            assert 0 == overflow(referee), tab
            tabs = box_of(referee.locator(".tabs"))
            assert (PHONES[0]["width"], PHONES[0]["height"]) == (tabs["width"], tabs["y"] + tabs["height"]), tab
    finally:
        devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        devtools.detach()


@pytest.mark.parametrize("scene", [DUNGEON, "road", "town"])
def test_a_phone_on_its_side_shows_the_character(scenes: Hall, referee: Page, scene: str) -> None:
    """What stands above them takes no more than a third of the window, nothing is too wide, the tabs are below."""
    referee.set_viewport_size(ON_ITS_SIDE)
    referee.goto(player_of(scenes, scene))
    assert 0 == overflow(referee)
    assert box_of(referee.locator(".me-head"))["y"] <= ON_ITS_SIDE["height"] / 3
    tabs = box_of(referee.locator(".tabs"))
    assert (44, ON_ITS_SIDE["height"]) <= (tabs["height"], tabs["y"] + tabs["height"])


@pytest.mark.parametrize("size", SCREENS)
def test_the_dungeon_fits_into_the_window(referee: Page, size: ViewportSize) -> None:
    """The map, the actions and what only the referee knows of the room are seen without scrolling."""
    referee.set_viewport_size(size)
    referee.goto(f"/t/{DUNGEON}")
    assert [] == referee.evaluate(SCROLLED, ["html", "[data-map]", ".actions-scroll"])
    card = referee.locator("#panel-room").bounding_box()
    secret = referee.locator("#panel-room .fact.secret").first.bounding_box()
    assert card is not None
    assert secret is not None
    assert secret["y"] + secret["height"] <= card["y"] + card["height"]
    buttons = [
        box["y"] for control in referee.locator("#panel-room .panel-head .btn").all() if (box := control.bounding_box())
    ]
    assert 1 == len(set(buttons))


@pytest.mark.parametrize("size", SCREENS)
def test_the_road_fills_the_window_with_its_map(referee: Page, size: ViewportSize) -> None:
    """The map and the hex stand in the window, and nothing below covers them."""
    referee.set_viewport_size(size)
    referee.goto("/t/road")
    parts = [referee.locator(part).bounding_box() for part in ("#panel-lands", "#panel-here", ".table-below")]
    land, here, below = [part for part in parts if part]
    assert land["height"] >= size["height"] / 2
    assert max(land["y"] + land["height"], here["y"] + here["height"]) <= below["y"]
    for button in referee.locator("#panel-here .btn").all():
        button.click(trial=True)


def test_the_rows_of_screens_fit_on_the_narrowest_phone(referee: Page) -> None:
    """No row of tabs is pushed along."""
    referee.set_viewport_size(PHONES[1])
    referee.goto(f"/t/{DUNGEON}")
    assert [] == referee.evaluate(SCROLLED, [".top nav", ".log-tabs"])


def test_the_curtain_has_a_name_and_says_what_it_does(referee: Page) -> None:
    """On the referee's screen, in words."""
    referee.set_viewport_size(SCREENS[1])
    referee.goto(f"/t/{DUNGEON}")
    curtain = referee.get_by_role("button", name="Curtain", exact=True)
    assert "Curtain" == curtain.inner_text().strip()
    assert "Draw the curtain: hide every secret on this screen (C)" == curtain.get_attribute("title")
