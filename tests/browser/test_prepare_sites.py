"""A dungeon typed in the browser, played in, and entered."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, Response, Route, expect

from tests import known_ids
from tests.browser.browsing import box_of, noting, press_while_waiting, unsound
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.http.test_streams import soon
from tests.table.small_site import CELL, CRYPT, HALL, OAK, ONE, TWO, begin, site
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import ChangeNow, Prepare
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.changes import DoorChange
from undercroft.table.state.ids import DoorId, SiteId, ThingId, ZoneId
from undercroft.table.state.sites import DoorState, Shape, Site
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN

DRAWN = f".door[data-door]:not([data-door='{OAK}'], [data-door='slab'])"
"""The door that was drawn."""
SITE = SiteId("the-drowned-mill")
MILL = """\
# The Drowned Mill

1 Mill yard, lit
  > 2 plank door

2 Grinding floor
  > 3 arch, no door
  > 4 iron door, locked, iron key
  6 rats HD 1/2 1d3

3 Wheel room
  ?> 5 loose boards
  ! wet stones: fall 10 ft, evasion

4 Strong room
  $ silver cup 40 gp

5 Race
  > 6 grating, stuck

6 Outfall
"""


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server with one table: two delvers, and nowhere to go."""
    with hall_in(browser, tmp_path, replace(begin(), sites=())) as running:
        yield running


@pytest.fixture
def crypt(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server with one table, whose party is in the crypt."""
    with hall_in(browser, tmp_path, begin()) as running:
        running.act(EnterSite(MAIN, CRYPT))
        yield running


def test_a_dungeon_is_typed_played_in_and_entered(hall: Hall) -> None:
    """Six rooms come onto the map while they are typed; what is missing is mended by a button; two turns are played."""
    page = hall.sit()
    page.get_by_role("link", name="Type a dungeon").click()
    outline = page.get_by_role("textbox", name="Outline")
    expect(outline).to_be_focused()
    page.keyboard.insert_text(MILL)
    rooms = page.locator("#site-map .room[data-zone]")
    expect(rooms).to_have_count(6)
    expect(outline).to_be_focused()
    assert len(MILL) == outline.evaluate("field => field.selectionStart")

    expect(page.locator("#site-head")).to_contain_text("to mend")
    page.get_by_role("button", name="Write it").first.click()
    expect(page.locator("#site-card h2")).to_contain_text("Mill yard")
    expect(page.get_by_label("Read aloud")).to_be_focused()
    page.keyboard.insert_text("Nettles to the waist.")
    page.keyboard.press("Tab")
    expect(page.locator("#site-draft")).to_contain_text("1 Mill yard added")

    yard = page.locator('.room[data-zone="mill-yard"]')
    expect(yard).to_have_class("room is-unseen is-chosen is-new")
    expect(yard).to_have_attribute("data-place", "0 0 5 4")
    page.locator("#site-map [data-map]").focus()
    press_while_waiting(
        page,
        "**/prepare/sites/write",
        lambda: page.keyboard.press("ArrowUp"),
        ("ArrowUp", "Shift+ArrowRight", "ArrowLeft", "Shift+ArrowDown"),
        ("ArrowUp", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowLeft", "ArrowUp"),
    )
    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    expect(yard).to_have_attribute("data-place", "-2 -4 6 5")
    expect(page.locator("#site-map [data-map]")).to_be_focused()
    floor = box_of(yard.locator(".room-floor"))
    page.mouse.move(floor["x"] + 30, floor["y"] + 30)
    page.mouse.down()
    page.mouse.move(floor["x"] + 30, floor["y"] + 30 - floor["height"] * 2 / 5, steps=3)
    page.mouse.up()
    expect(yard).to_have_attribute("data-place", "-2 -6 6 5")
    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    assert [] == unsound(page)
    page.set_viewport_size({"width": 1440, "height": 900})

    outline.focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play")
    site = hall.table.now.sites[SITE]
    assert 6 == len(site.zones)
    room = site.zones[ZoneId("mill-yard")]
    assert ("Nettles to the waist.", Shape(-2, -6, 6, 5)) == (room.glance, room.shape)

    page.goto(f"/t/{TABLE}")
    page.locator(".first-steps").get_by_role("button", name="Enter The Drowned Mill").click()
    expect(page.get_by_role("button", name="End turn 1")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="End turn 2")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="End turn 3")).to_be_visible()
    assert SITE == hall.table.now.groups[MAIN].site


def test_rooms_and_doors_are_drawn_on_the_map(crypt: Hall) -> None:
    """A room is dragged out and named, joined by a door, sized by an edge, and the door slid along its wall."""
    page = crypt.sit()
    page.goto(f"/t/{TABLE}/prepare/sites?site={CRYPT}")
    outline = page.get_by_role("textbox", name="Outline")
    _draw_a_vault(page)
    vault = page.locator(".room[data-number='3']")
    page.keyboard.press("Escape")
    expect(page.locator("#site-map [data-map]")).to_be_focused()

    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Door", exact=True)).to_have_attribute("aria-pressed", "true")
    _drag(
        page, _middle(page, ".room[data-number='1'] .room-floor"), _middle(page, ".room[data-number='3'] .room-floor")
    )
    expect(outline).to_have_value(re.compile("\\n  > 3 door\\n"))
    door = page.locator(DRAWN)
    expect(door).to_have_count(1)
    id = door.get_attribute("data-door")

    page.keyboard.press("v")
    _drag(
        page, _middle(page, ".room[data-number='3'] .room-floor"), _middle(page, ".room[data-number='1'] .room-floor")
    )
    expect(page.locator("#lost-line")).to_contain_text("Room 1 is there. Drop the room on free squares")
    expect(vault).to_have_attribute("data-place", "6 7 4 3")
    x, y = _middle(page, f"{DRAWN} rect")
    _drag(page, (x, y), (x + 90, y + 90))

    box = _box(page, ".room[data-number='3'] .room-floor")
    left, square = (box["x"] + 1, box["y"] + box["height"] / 2), box["width"] / 4
    _drag(page, left, (left[0] + 2 * square, left[1]))
    expect(vault).to_have_attribute("data-place", "8 7 2 3")
    _keys_of_the_outline(page, outline)
    _leave_at_once(page, outline)
    slid = [change.after for change in crypt.table.now.draft.values() if getattr(change.after, "id", "") == id]
    assert [100] == [getattr(each, "along", None) for each in slid]


def _leave_at_once(page: Page, outline: Locator) -> None:
    """More words than a browser sends from a page that is left are there when the page is opened again."""
    rooms = "".join(f"\n{number} Cellar\n  {'Wet stone and a smell of wax. ' * 110}\n" for number in range(10, 32))
    here = page.url
    outline.evaluate(
        """(field, more) => {
            field.value += more;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            location.assign("/");
        }""",
        rooms,
    )
    page.wait_for_url("**/")
    page.goto(here)
    expect(page.locator("#lost-line")).to_contain_text("What you typed last, before the page was left, is kept now.")
    expect(page.locator("#site-draft")).to_contain_text("31 Cellar added")
    expect(page.locator(".ol-note.is-aloud, .ol-note.is-changed").first).to_be_attached()


def _draw_a_vault(page: Page) -> None:
    """Four squares by three, some squares to the right of the hall, with its name typed at once."""
    for _ in range(2):
        page.get_by_role("button", name="Smaller map").click()
    box = _box(page, ".room[data-number='1'] .room-floor")
    square = box["width"] / 4
    page.keyboard.press("r")
    start = box["x"] + 6.5 * square, box["y"] + 0.5 * square
    _drag(page, start, (start[0] + 3 * square, start[1] + 2 * square))
    expect(page.locator(".room[data-number='3']")).to_have_attribute("data-place", "6 7 4 3")
    outline = page.get_by_role("textbox", name="Outline")
    expect(outline).to_be_focused()
    page.keyboard.type("Vault")
    expect(outline).to_have_value(re.compile("\\n3 Vault\\n$"))
    expect(page.locator("#site-draft")).to_contain_text("3 Vault added")


def _keys_of_the_outline(page: Page, outline: Locator) -> None:
    """Tab takes what is suggested or indents, Shift+Tab outdents, F8 and Alt with an arrow lead on."""
    outline.evaluate(
        "(field) => { const at = field.value.indexOf('> 3 door') + 8; field.focus(); field.setSelectionRange(at, at); }"
    )
    page.keyboard.type(", lo")
    expect(page.locator(".ol-ghost")).to_have_text("cked")
    page.keyboard.press("Tab")
    expect(outline).to_have_value(re.compile("\\n  > 3 door, locked\\n"))
    page.keyboard.press("Tab")
    expect(outline).to_have_value(re.compile("\\n    > 3 door, locked\\n"))
    page.keyboard.press("Shift+Tab")
    expect(outline).to_have_value(re.compile("\\n  > 3 door, locked\\n"))
    expect(page.locator(f"{DRAWN}.door-locked")).to_have_count(1)
    page.keyboard.press("F8")
    expect(page.locator("#site-card h2")).to_have_text("3 Vault")
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#site-card h2")).to_have_text("2 Cell")


def _oak_as_known(crypt: Hall) -> str:
    """What a player takes the oak door for."""
    seen = crypt.table.standing(ONE, most=0).known.seen[SiteId(known_ids.site(crypt.table, ONE, CRYPT))]
    return seen.doors[DoorId(known_ids.door(crypt.table, ONE, OAK))].name


def test_two_screens_drop_tell_and_open_files(crypt: Hall) -> None:
    """The second screen is asked, a change is dropped, play's version is overruled and players told, a file opens."""
    page, other = crypt.sit(), crypt.sit()
    outlines = []
    for each in (page, other):
        each.goto(f"/t/{TABLE}/prepare/sites?site={CRYPT}")
        outlines.append(each.get_by_role("textbox", name="Outline"))
    outline, second = outlines

    held: list[Route] = []
    with other.expect_request("**/prepare/sites/write"):
        other.route("**/prepare/sites/write", lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function
        _reworded(second, "1 Hall", "1 Chapel")
    _reworded(outline, "1 Hall", "1 Nave")
    expect(page.locator("#site-draft")).to_contain_text("now “Nave”")
    other.unroute("**/prepare/sites/write")
    other.get_by_role("button", name="Take theirs").click()
    expect(second).to_have_value(re.compile("\\n1 Nave, lit\\n"))
    expect(other.locator("#site-clash")).to_be_hidden()

    page.locator(".draft-line", has_text="now “Nave”").get_by_role("button", name="Drop").click()
    expect(outline).to_have_value(re.compile("\\n1 Hall, lit\\n"))
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play.")

    _reworded(outline, "oak door, locked 9", "iron door, stuck")
    page.get_by_role("button", name="Tell them").click()
    oak = crypt.table.now.sites[CRYPT].doors[OAK]
    crypt.act(ChangeNow((DoorChange(CRYPT, oak, replace(oak, state=DoorState.OPEN)),)))
    page.get_by_role("button", name="Use yours").click()
    expect(page.locator(".ol-note", has_text="now open")).to_have_count(1)
    expect(page.get_by_role("button", name="Tell them")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play.")
    assert DoorState.STUCK is crypt.table.now.sites[CRYPT].doors[OAK].state
    assert "iron door" == _oak_as_known(crypt)

    written = outline.input_value()
    _drop_file(page, "picture.png", "\\u0000")
    expect(page.locator("#lost-line")).to_contain_text("picture.png is not a text")
    assert written == outline.input_value()
    _drop_file(page, "mill.md", "# The Crypt\\n\\n1 Hall, lit\\n\\n2 Cell, lit\\n\\n7 Ossuary\\n  > 1 arch\\n")
    expect(page.locator("#site-map .room[data-number='7']")).to_have_count(1)
    expect(outline).to_be_focused()
    page.keyboard.press("Control+z")
    expect(outline).to_have_value(written)
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play.")
    _play_below_the_creatures(crypt, other)


def _play_below_the_creatures(crypt: Hall, page: Page) -> None:
    """The draft below the creatures has the same choices: players are told, and play's version is overruled."""
    oak = crypt.table.now.sites[CRYPT].doors[OAK]
    crypt.act(Prepare((DoorChange(CRYPT, oak, replace(oak, name="bronze door", state=DoorState.CLOSED)),)))
    crypt.act(ChangeNow((DoorChange(CRYPT, oak, replace(oak, state=DoorState.OPEN)),)))
    page.goto(f"/t/{TABLE}/prepare/creatures")
    for name in ("Tell them", "Use yours"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".lore-draft")).to_contain_text("Everything is in play.")
    assert DoorState.CLOSED is crypt.table.now.sites[CRYPT].doors[OAK].state
    assert "bronze door" == _oak_as_known(crypt)


def test_what_is_typed_before_the_script_comes_is_kept(crypt: Hall) -> None:
    """The text field is there at once; its script may come later on a slow line."""
    page = crypt.sit()
    held: list[Route] = []
    scripts = re.compile(r"\.js\b")
    page.route(scripts, lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function
    page.goto(f"/t/{TABLE}/prepare/sites?site={CRYPT}", wait_until="commit")
    outline = page.get_by_role("textbox", name="Outline")
    _reworded(outline, "1 Hall", "1 Chapel")
    assert held
    page.unroute(scripts)
    expect(page.locator("#site-draft")).to_contain_text("now “Chapel”")


def _reworded(outline: Locator, old: str, new: str) -> None:
    """Type other words in the place of some of the outline."""
    at = outline.input_value().index(old)
    outline.focus()
    outline.evaluate("(field, range) => field.setSelectionRange(...range)", [at, at + len(old)])
    outline.page.keyboard.insert_text(new)


def _drop_file(page: Page, name: str, text: str) -> None:
    """Let a file fall on the page."""
    made = f"() => {{ const held = new DataTransfer(); held.items.add(new File(['{text}'], '{name}')); return held; }}"
    page.dispatch_event("#main", "drop", {"dataTransfer": page.evaluate_handle(made)})


def _box(page: Page, place: str) -> dict[str, float]:
    """Where something on the map is, as soon as the map is drawn and nothing is on its way."""
    expect(page.locator("main:not([aria-busy])")).to_be_visible()
    found = "(place) => [...document.querySelectorAll(place)].map((each) => each.getBoundingClientRect().toJSON())[0]"
    box: dict[str, float] = page.wait_for_function(found, arg=place).json_value()
    return box


def _middle(page: Page, place: str) -> tuple[float, float]:
    box = _box(page, place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


CANARY = "canary"
EDITS: tuple[tuple[str, str], ...] = (
    ("1 Hall, lit", "1 Canary nave, lit"),
    ("  > 2 oak door", "  > 2 oak door\n  *> 3 canary panel"),
    ("6 rats HD 1/2 AC 0 1d6", "8 canaries HD 1 AC 2 1d6"),
    ("  > 2 oak door", "  > 2 oak door, locked 14"),
    ("  $ silver cup 40 gp\n", ""),
)
"""A room renamed, a room behind a secret door, other creatures, a door that is locked now, a treasure removed."""


def test_a_site_is_changed_in_five_ways_while_two_phones_watch(browser: Browser, tmp_path: Path) -> None:
    """Nothing of it is in anything that the phones get; each change is one act, and an undo takes it back."""
    crypt = site(doors={OAK: replace(site().doors[OAK], state=DoorState.CLOSED, lock_dc=None)})
    cup = Thing(ThingId("cup"), "silver cup", ThingKind.TREASURE, Lying(CRYPT, CELL), worth=4000)
    opening = begin(crypt)
    with hall_in(browser, tmp_path, replace(opening, things=(*opening.things, cup))) as hall, ExitStack() as heard:
        hall.act(EnterSite(MAIN, CRYPT))
        got: list[str] = []
        phones = [hall.sit(seat, PHONE) for seat in (ONE, TWO)]
        for phone in phones:
            heard.enter_context(
                noting(phone, "response", lambda answer: got.append(answer.text()) if _is_words(answer) else None)
            )
        page = hall.sit()
        page.goto(f"/t/{TABLE}/prepare/sites?site={CRYPT}")
        outline, draft = page.get_by_role("textbox", name="Outline"), page.locator("#site-draft")
        stood = [_world(hall)]
        for old, new in EDITS:
            text = outline.input_value()
            assert old in text
            outline.fill(text.replace(old, new) + ("\n3 Canary vault\n" if "*>" in new else ""))
            expect(draft.locator("[data-parts]").first).to_be_visible()
            expect(page.locator("main:not([aria-busy])")).to_be_visible()
            if old == EDITS[0][0]:
                page.locator('.room[data-zone="hall"]').click()
                expect(page.locator("#site-card h2")).to_contain_text("Canary nave")
                page.get_by_label("Read aloud").fill("Canary light falls in.")
                page.keyboard.press("Tab")
                expect(draft).to_contain_text("Canary light falls in")
            page.keyboard.press("Control+Enter")
            expect(draft).to_contain_text("Everything is in play")
            stood.append(_world(hall))
        assert 6 == len({repr(world) for world in stood})
        nave, vault = hall.table.now.sites[CRYPT].zones[HALL], hall.table.now.sites[CRYPT].zones
        assert ("Canary nave", "Canary light falls in.", 3) == (nave.name, nave.glance, len(vault))

        page.goto(f"/t/{TABLE}")
        for before in reversed(stood[:-1]):
            page.get_by_role("button", name="Undo", exact=False).first.click()
            assert soon(partial(_is_so, hall, before))
            hall.settled(page)
        hall.act(WriteNote("For everybody.", everybody=True))
        for phone in phones:
            phone.reload()
            got.append(phone.content())
        assert any("Hall" in words for words in got)
        assert [] == [words[:80] for words in got if CANARY in words.lower()]


def _is_words(answer: Response) -> bool:
    kind = answer.headers.get("content-type", "")
    return answer.ok and kind.startswith(("text/html", "application/json")) and answer.status != HTTPStatus.NO_CONTENT


def _is_so(hall: Hall, world: tuple[Site, bool]) -> bool:
    return world == _world(hall)


def _world(hall: Hall) -> tuple[Site, bool]:
    """The crypt as it is, and whether the cup is in it."""
    return hall.table.now.sites[CRYPT], ThingId("cup") in hall.table.now.things
