"""The dungeon screen: odds before the tap, a log that can be asked and undone, other eyes, drawers, states."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.browsing import DICE_WANTED, box_of, out_of_reach, overflow, violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.browser.test_table import CHAPEL, PARTY, PRIYA, SAM, ended, entered
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import RollRest
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.locks import PickLock
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.ids import DoorId, PersonId
from undercroft.table.state.seats import REFEREE

MAUD, ANSGAR = PersonId("maud"), PersonId("ansgar")
LAPTOP: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The table, with nobody at it."""
    with hall_in(browser, tmp_path) as opened:
        yield opened


def searching(hall: Hall) -> None:
    """In the nave, Maud searches, and her player's dice are wanted."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    hall.act(Search(MAUD))


def rows(page: Page) -> list[str]:
    """What each face brings, as it stands on the page."""
    return [" ".join(text.split()) for text in page.locator(".meanings tr").all_inner_texts()]


def test_wanted_dice_say_why_and_how_likely(hall: Hall) -> None:
    """Cause, citation, chance and what each total brings, for the referee and on the phone of the person who rolls."""
    searching(hall)
    for page in (referee := hall.sit(), hall.sit(PRIYA, PHONE)):
        wanted = page.locator("#panel-wanted")
        expect(wanted.locator(".wanted-cause")).to_have_text("Maud: search")
        expect(wanted.locator(".wanted-odds .percent")).to_have_text("16.7 %")
        expect(wanted.locator(".wanted-odds .fraction")).to_have_text("1/6")
        expect(wanted.get_by_role("link", name="Sovereign, Skill Checks")).to_be_visible()
        assert ["2\N{EN DASH}9 Failure 83.3 % 5/6", "10\N{EN DASH}12 Success 16.7 % 1/6"] == rows(page)
    assert [] == out_of_reach(referee, DICE_WANTED)
    assert not hall.sit(SAM, PHONE).locator("form[data-answer]").count()


def test_the_last_roll_is_in_sight_while_dice_are_wanted(hall: Hall) -> None:
    """In a low window nothing else is left of the log, and the room keeps its text."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    hall.throw(Search(ANSGAR), 2, 3)
    hall.act(WriteNote("The font is dry."))
    hall.act(Search(MAUD))
    page = hall.sit(viewport=LAPTOP)
    expect(page.locator("#panel-wanted form")).to_be_visible()
    expect(page.locator(".log-rolled")).to_contain_text("2 + 3 = 5")
    expect(page.locator(".log-rolled")).to_be_in_viewport(ratio=1)
    expect(page.locator(".log-live")).to_be_hidden()
    expect(page.locator("#panel-room p").first).to_be_in_viewport(ratio=1)


def test_the_map_keeps_its_height_from_step_to_step(hall: Hall) -> None:
    """Dice that are wanted stand beside it without a banner; what keeps the party from its exits has its line."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    page = hall.sit(viewport=LAPTOP)
    before = box_of(page.locator(".map-drawing"))
    hall.ask(Search(MAUD))
    expect(page.locator("#panel-wanted .wanted-cause")).to_be_visible()
    assert before == box_of(page.locator(".map-drawing"))
    hall.act(RollRest(next(iter(hall.table.now.wanted))))
    expect(page.locator(".exits")).to_contain_text("searched the room")
    assert before == box_of(page.locator(".map-drawing"))


def test_what_a_player_cannot_know_has_no_odds(hall: Hall) -> None:
    """How good the lock is stays the referee's: the phone asks for the dice and tells no chance."""
    entered(hall)
    for door in ("stair-nave", "choir-nave", "choir-font"):
        hall.act(Move(PARTY, DoorId(door)))
        hall.act(EndStep(PARTY))
    hall.act(Move(PARTY, DoorId("font-scales")))
    hall.act(PickLock(MAUD, DoorId("font-scales")))
    phone, referee = hall.sit(PRIYA, PHONE), hall.sit()
    expect(phone.locator(".wanted-title")).to_have_text("Pick the lock")
    assert not phone.locator(".wanted-odds").count()
    assert [] == rows(phone)
    expect(referee.locator(".wanted-odds .percent")).to_be_visible()


def test_the_strip_says_how_likely_someone_comes(hall: Hall) -> None:
    """Two checks lie in the six turns ahead: 11 of 36. A player is told nothing of it."""
    entered(hall)
    page, player = hall.sit(), hall.sit(PRIYA)
    said = "Next check: turn 3. Ends by itself when all have acted. Encounter by turn 7: 30.6 % 11/36"
    expect(page.locator(".strip-next")).to_contain_text(said)
    expect(page.locator(".strip-next")).not_to_contain_text("Torch")
    assert "Encounter by" not in player.content()


def test_the_log_shows_one_kind_of_line(hall: Hall) -> None:
    """Notes alone, then dice alone, and the choice lives through what happens."""
    entered(hall)
    hall.act(WriteNote("The tide turns at noon."))
    page = hall.sit()
    page.locator("[data-show=notes]").click()
    expect(page.locator("#panel-log li")).to_have_count(1)
    expect(page.locator("#panel-log li")).to_contain_text("The tide turns at noon.")
    page.keyboard.press("n")
    ended(page, 1)
    expect(page.locator("[data-show=notes]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-show=dice]").click()
    expect(page.locator("#panel-log li").first).to_contain_text("Nothing like that yet.")


def test_a_line_of_the_last_act_is_undone_where_it_stands(hall: Hall) -> None:
    """Its own button undoes it; the line stays, struck through."""
    entered(hall)
    page = hall.sit()
    page.get_by_role("button", name=re.compile("Undo this: .*lights a torch")).click()
    undone = page.locator("#panel-log li.is-undone").filter(has_text="lights a torch")
    expect(undone).to_contain_text("undone · players had seen it")
    assert {} == hall.table.now.lights


def test_undo_back_to_here_names_what_goes(hall: Hall) -> None:
    """Three acts are listed, the last first, and all of them are gone after one more press."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    hall.act(WriteNote("Weed on the pews."))
    page = hall.sit()
    expect(page.locator("[data-person=tam]")).to_contain_text("turns")
    page.get_by_role("button", name=re.compile("Undo back to here: .*lights a torch")).click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("li > p:first-child b")).to_have_text(
        ["Write a note", "Go through a door", "Light a torch or lantern"]
    )
    sheet.get_by_role("button", name="Undo 3 acts").press("Enter")
    expect(sheet).to_be_hidden()
    expect(page.locator("#panel-room h2")).to_have_text("Tide stair")
    expect(page.locator("[data-person=tam]")).not_to_contain_text("turns")
    now = hall.table.now
    assert ({}, (), "stair") == (now.lights, now.notes, now.groups[PARTY].zone)


def test_undo_back_to_here_stops_where_something_happened_meanwhile(hall: Hall) -> None:
    """What was read is no longer its state: nothing is undone, and the referee is asked to look again."""
    entered(hall)
    hall.act(WriteNote("One."))
    page = hall.sit()
    page.get_by_role("button", name=re.compile("Undo back to here: .*lights a torch")).click()
    expect(page.locator("[data-undo-many]")).to_have_text("Undo 2 acts")
    hall.act(WriteNote("Two."))
    page.locator("[data-undo-many]").click()
    expect(page.locator("#lost-line")).to_contain_text("Another player was faster. Look at what changed")
    assert ["One.", "Two."] == [note.text for note in hall.table.now.notes]


def test_why_and_overrule_by_keyboard(hall: Hall) -> None:
    """The last ruling is asked why and decided otherwise, with its outcome chosen from those the rule has."""
    searching(hall)
    page = hall.sit()
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.locator("#panel-log")).to_contain_text("Maud, skill check 2d6: 1 + 1 = 2, against 10. Failure.")
    ask = page.get_by_role("button", name=re.compile("Why: .*skill check"))
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_contain_text("2d6: 1 + 1 = 2 (typed)")
    page.keyboard.press("Escape")
    expect(ask).to_be_focused()
    page.get_by_role("button", name=re.compile("Change the result: .*skill check")).press("Enter")
    expect(page.locator("#sheet h2")).to_have_text("Change the last result")
    expect(page.locator("#sheet [data-field=ruling]")).to_contain_text("skill check: 1 + 1 = 2, typed")
    page.get_by_role("radio", name="Success with 10.").press("Space")
    page.locator("#sheet [data-field=reason] input").fill("The pew is loose.")
    page.get_by_role("button", name="Change the result", exact=True).press("Enter")
    expect(page.locator("#panel-room .fact", has_text="hollow pew")).not_to_have_class(re.compile("secret"))
    expect(page.locator("#panel-log")).to_contain_text("The pew is loose.")


FITTED = re.compile(r' style="[^"]*"')
"""The size of a map, which follows from the height that the banner leaves."""


def test_the_referee_looks_through_a_players_eyes(hall: Hall) -> None:
    """The player's page but for the banner, as it changes; nothing can be done from there; Alt+W leads back."""
    searching(hall)
    page, player = hall.sit(), hall.sit(PRIYA)
    page.keyboard.press("Alt+w")
    page.get_by_role("link", name=re.compile("^Priya")).click()
    expect(page.locator(".watching")).to_contain_text("You see what Priya sees")
    for name in ("me", "gear", "party", "map", "room", "wanted", "log"):
        own, seen = (each.locator(f"#panel-{name}").inner_html() for each in (player, page))
        assert FITTED.sub("", own).split() == FITTED.sub("", seen).split(), name
    before = hall.table.version
    page.get_by_role("button", name=re.compile("^Stow")).first.click()
    expect(page.locator("#lost-line")).to_contain_text("This is a player's view: you cannot act from here.")
    assert before == hall.table.version
    assert [] == violations(page)
    hall.act(WriteNote("The tide turns.", everybody=True))
    expect(page.locator("#panel-log")).to_contain_text("The tide turns.")
    page.keyboard.press("Alt+w")
    expect(page.get_by_role("button", name=re.compile("^End turn"))).to_be_visible()


def test_only_the_referee_may(hall: Hall) -> None:
    """A player who asks for another's eyes sees with their own, and may ask neither to undo nor for another's lines."""
    searching(hall)
    page = hall.sit(SAM)
    page.goto(f"/t/{TABLE}?as=priya")
    assert not page.locator(".watching").count()
    expect(page.locator("#main")).to_have_attribute("data-seat", "sam")
    assert 403 == page.request.get(f"/t/{TABLE}/undo/anything").status


def test_the_way_they_came_is_drawn(hall: Hall) -> None:
    """A line from the stair through the arch into the nave, on the referee's map and the players'."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    for page in (hall.sit(), hall.sit(SAM)):
        expect(page.locator(".trail")).to_have_count(1)
    referee = hall.sit()
    assert 1 == str(referee.locator(".trail").get_attribute("d")).count("M")


def test_drawers_on_a_tablet(hall: Hall) -> None:
    """Party, room and log lie over the map one at a time; Escape puts them away and the keyboard stays."""
    searching(hall)
    page = hall.sit(REFEREE, {"width": 1024, "height": 768})
    expect(page.locator("#panel-party")).to_be_hidden()
    expect(page.locator("#panel-wanted")).to_be_visible()
    button = page.get_by_role("button", name="Party", exact=True)
    button.press("Enter")
    expect(page.locator("#panel-party")).to_be_visible()
    assert [] == violations(page)
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator("#panel-party")).to_be_hidden()
    expect(page.locator("#panel-log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#panel-log")).to_be_hidden()
    expect(page.get_by_role("button", name="Log", exact=True)).to_be_focused()
    assert 0 == overflow(page)


@pytest.mark.parametrize("width, first", [(768, "map"), (390, "log"), (320, "log")])
def test_tabs_where_it_is_narrow(hall: Hall, width: int, first: str) -> None:
    """Strip, dice and actions, then one part at a time; nothing reaches beyond the edge."""
    searching(hall)
    page = hall.sit(REFEREE, {"width": width, "height": 700})
    expect(page.locator(f"#panel-{first}")).to_be_visible()
    for name in ("party", "room", "log", "map"):
        page.locator(f"[data-drawer-to={name}]").click()
        expect(page.locator(f"#panel-{name}")).to_be_visible()
        assert 0 == overflow(page), name
    assert [] == violations(page)


def test_a_ruling_is_filled_in_field_by_field(hall: Hall) -> None:
    """A check with damage where it fails: no field asks for JSON, and what is sent is what was said."""
    entered(hall)
    page = hall.sit()
    page.keyboard.press("r")
    sheet = page.locator("#sheet")
    sheet.locator("[data-part=what] input").fill("climb the organ")
    by = sheet.locator("[data-part=by]")
    by.get_by_role("radio", name="x in y").check(force=True)
    by.locator("[data-part=x] input").fill("0")
    by.locator("[data-part=y] input").fill("6")
    assert not sheet.locator("textarea").count()
    failure = sheet.locator("[data-part=failure]")
    for condition in ("dizzy", "bruised"):
        failure.get_by_role("button", name="Add").click()
        row = failure.locator("[data-row]").last
        row.locator("[data-either]").select_option(label="Condition")
        row.locator("[data-part=condition] input").fill(condition)
    who = sheet.locator("[data-part=who]")
    who.get_by_label("Maud").uncheck(force=True)
    who.get_by_label("Corvin").check(force=True)
    assert [] == violations(page)
    sheet.get_by_role("button", name="Roll now").click()
    expect(page.locator("#panel-log")).to_contain_text("Climb the organ. Corvin: failure.")
    corvin = hall.table.now.people[PersonId("corvin")]
    assert ["dizzy", "bruised"] == [each.name for each in corvin.conditions]


def test_a_refusal_stands_where_it_was_met(hall: Hall) -> None:
    """The reason is reported in the panel of the button; the focus stays."""
    searching(hall)
    page = hall.sit()
    button = page.get_by_role("button", name=re.compile("^End turn"))
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-strip .refused")).to_contain_text("The table waits for dice")
    expect(button).to_be_focused()
    assert [] == violations(page)


def test_a_person_who_is_second_is_asked_again(hall: Hall) -> None:
    """A press that was meant for another state does nothing; the new one is shown, and a second press is good."""
    entered(hall)
    page = hall.sit()
    page.route("**/panels/all*", lambda route: route.abort())
    hall.act(EndStep(PARTY))
    page.keyboard.press("n")
    expect(page.locator("#lost-line")).to_contain_text("Another player was faster. Look at what changed")
    page.unroute("**/panels/all*")
    ended(page, 1)
    assert 2 == hall.table.now.groups[PARTY].scene.turn  # type: ignore[union-attr]


def test_dice_typed_while_the_line_is_lost_are_sent_afterwards(hall: Hall) -> None:
    """They are kept, and settle the search when the server is back."""
    searching(hall)
    page = hall.sit(PRIYA, PHONE)
    hall.stop()
    expect(page.locator("#lost-line")).to_contain_text("Not connected since")
    for die in (0, 1):
        page.locator("fieldset").nth(die).locator(".face", has_text="6").click()
    expect(page.locator("#lost-line")).to_contain_text("Your dice are kept and will be sent")
    hall.start()
    expect(page.locator("#panel-log")).to_contain_text("6 + 6")
    assert not hall.table.now.wanted


def test_a_fault_says_what_was_kept_and_can_be_copied(hall: Hall) -> None:
    """A server that fails is no lost session: the words say so, a button copies the details, another closes them."""
    entered(hall)
    page = hall.sit()
    body = '{"code": "bug", "detail": "something is wrong with the server", "fix": "try again", "status": 500}'
    page.route("**/commands", lambda route: route.fulfill(status=422, body=body, content_type="application/json"))
    page.keyboard.press("n")
    expect(page.locator("#lost-line")).to_contain_text("Nothing was changed.")
    expect(page.get_by_role("button", name="Copy details")).to_be_visible()
    page.locator("#lost-line").get_by_role("button", name="Close").click()
    expect(page.locator("#lost-line")).to_be_hidden()
    assert 1 == hall.table.now.groups[PARTY].scene.turn  # type: ignore[union-attr]


def test_a_slow_panel_says_so(hall: Hall) -> None:
    """After a fifth of a second the panel says that the log is read; then it is as it should be."""
    entered(hall)
    page = hall.sit()
    page.evaluate(
        """() => {
            const old = window.fetch;
            const late = (all) => (String(all[0]).includes("/panels/all") ? 1500 : 0);
            window.fetch = (...all) => new Promise((go) => setTimeout(() => go(old(...all)), late(all)));
        }"""
    )
    page.keyboard.press("n")
    expect(page.locator("#panel-map")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#panel-map")).not_to_have_attribute("aria-busy", "true")


def test_before_anything_has_happened(hall: Hall) -> None:
    """Every empty panel is a sentence, and one of the actions is the way on."""
    page = hall.sit()
    expect(page.locator("#panel-strip")).to_contain_text("No turns yet.")
    expect(page.locator("#panel-map")).to_contain_text("Where are they?")
    expect(page.locator("#panel-room")).to_contain_text("Nobody is in a room.")
    expect(page.locator("#panel-map").get_by_role("button", name=re.compile("Enter The Salt Chapel"))).to_be_visible()
    assert [] == violations(page)


@pytest.mark.parametrize("seat", [REFEREE, PRIYA])
def test_the_keyboard_reaches_everything(hall: Hall, seat: SeatId) -> None:
    """From the top, Tab comes by every control of every panel that can be pressed."""
    searching(hall)
    page = hall.sit(seat)
    reached = page.evaluate(
        """() => [...document.querySelectorAll("main button, main a[href], main summary, main input, main select")]
            .filter((each) => each.offsetParent !== null && each.tabIndex < 0 && !each.disabled)
            .map((each) => each.outerHTML)"""
    )
    assert [] == reached


def test_hit_points_by_key(hall: Hall) -> None:
    """T and L ask for the person who is chosen, as they do in a fight; J chooses the next."""
    entered(hall)
    page = hall.sit()
    page.keyboard.press("t")
    expect(page.locator("#sheet form[data-command-form=wound]")).to_be_visible()
    page.locator("#sheet [data-field=amount] input").press_sequentially("1")
    page.get_by_role("button", name="Deal damage").last.click()
    expect(page.locator("[data-person=maud] .stat-value").first).to_have_text("6/9")
    page.keyboard.press("j")
    expect(page.locator(".person.is-chosen")).to_contain_text("Brother Ansgar")
    page.keyboard.press("l")
    expect(page.locator("#sheet form[data-command-form=heal]")).to_be_visible()
    page.locator("#sheet [data-field=amount] input").press_sequentially("1")
    page.get_by_role("button", name="Heal", exact=True).last.click()
    expect(page.locator("[data-person=ansgar] .stat-value").first).to_have_text("15/19")


def test_entering_is_the_first_act(hall: Hall) -> None:
    """With nothing before it, the log's only act can be undone where it stands."""
    hall.act(EnterSite(PARTY, CHAPEL))
    page = hall.sit()
    page.locator("#panel-log .log-undo").first.click()
    expect(page.locator("#panel-strip")).to_contain_text("No turns yet.")
    assert None is hall.table.now.groups[PARTY].site


def test_they_may_burst_in(hall: Hall) -> None:
    """The switch beside the exits says how they go through the next door, and stays as it is set."""
    entered(hall)
    page = hall.sit()
    page.get_by_role("button", name="burst in").click()
    expect(page.get_by_role("button", name="burst in")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=re.compile("arch to 2 Nave")).click()
    expect(page.locator("#panel-room h2")).to_have_text("Nave")
    assert "hard" == hall.table.now.groups[PARTY].entered


def height(page: Page, panel: str) -> float:
    """How tall a panel is."""
    box = page.locator(f"#panel-{panel}").bounding_box()
    assert box is not None
    return box["height"]


def test_every_deed_keeps_its_key(hall: Hall) -> None:
    """Search is key 1 before and after, the places stay where they are, and so do the sizes of strip and map.

    Strip and map keep their sizes even where all the words beside the button that ends the turn go.
    """
    entered(hall)
    page = hall.sit()
    keys = page.locator("#panel-actions .tile .action > .action-name > .kbd")
    names = page.locator("#panel-actions .tile .action > .action-name > span:not(.kbd)")
    expect(keys).to_have_text([str(number) for number in range(1, 9)])
    before = height(page, "strip"), height(page, "map")
    page.keyboard.press("n")
    expect(names.first).to_have_text("Search")
    expect(keys).to_have_text([str(number) for number in range(1, 9)])
    assert before == (height(page, "strip"), height(page, "map"))
    gone = page.evaluate("() => [...document.querySelectorAll('.strip-next p')].map(line => line.remove()).length")
    assert gone
    assert before == (height(page, "strip"), height(page, "map"))


def test_everybody_searches_by_one_tap(hall: Hall) -> None:
    """The place of the search does it for all; its list has each of them, closes by itself and takes a digit."""
    entered(hall)
    hall.act(Move(PARTY, DoorId("stair-nave")))
    page = hall.sit()
    page.get_by_role("link", name="everybody").click()
    expect(page.locator("#panel-actions .tile .action").first).to_contain_text("Everybody searches")
    page.get_by_role("button", name="Search: more").click()
    choices = page.locator("#choose-1")
    expect(choices).to_be_visible()
    inside = choices.evaluate(
        """list => list.getBoundingClientRect().bottom <= innerHeight
            && [...list.querySelectorAll('.choice-name')].every(name => name.scrollWidth <= name.clientWidth)"""
    )
    assert inside
    page.keyboard.press("Escape")
    expect(choices).to_be_hidden()
    page.get_by_role("button", name="Search: more").click()
    page.keyboard.press("1")
    expect(page.locator("#panel-wanted .wanted-cause")).to_have_text("Maud: search")
    expect(choices).to_be_hidden()


def test_the_things_of_the_pack_are_behind_one_entry(hall: Hall) -> None:
    """Key 9 opens them; nothing is stowed by a button of its own beside the deeds."""
    entered(hall)
    page = hall.sit()
    assert not page.locator("#panel-actions", has_text="stow").count()
    page.keyboard.press("9")
    gear = page.get_by_role("dialog")
    expect(gear).to_contain_text("Gear of Maud")
    gear.get_by_role("button", name=re.compile("^(Stow|Ready) ")).first.click()
    expect(gear).to_be_hidden()


def test_the_search_knows_the_words_of_the_hobby(hall: Hall) -> None:
    """Commands by other words, rooms, people, rules; dice are thrown, and where nothing is found it says so."""
    entered(hall)
    page = hall.sit()
    page.keyboard.press("Control+k")
    search, found = page.get_by_role("searchbox"), page.locator(".palette-list li:not([hidden])")
    for word in ("encounter", "wandering", "initiative", "monster", "nave", "maud", "morale"):
        search.fill(word)
        expect(found.first).to_be_visible()
        expect(page.locator("[data-nothing]")).to_be_hidden()
    search.fill("hurt")
    expect(found.filter(has_text="Deal damage").first).to_be_visible()
    search.fill("hazard")
    expect(found.filter(has_text="rule: Delving").first).to_be_visible()
    search.fill("camp")
    expect(found.first).to_be_visible()
    expect(found.filter(has_text=re.compile("campaign"))).to_have_count(0)
    search.fill("campaig")
    expect(found.first).to_be_visible()
    search.fill("2d6")
    search.press("Enter")
    expect(page.locator("[data-thrown] .die")).to_have_count(2)
    expect(page.locator("[data-thrown] b")).to_have_text(re.compile(r"^= [0-9]+$"))
    expect(page.locator("[data-loose-dice]")).not_to_contain_text("?")
    expect(page.locator("#panel-log .log-line, #panel-log li").first).to_contain_text("The referee rolls 2d6: ")
    search.fill("2d6>=9")
    search.press("Enter")
    expect(page.locator("#sheet .refused")).to_contain_text("“2d6>=9” is neither a number nor dice.")
    search.fill("nave")
    found.get_by_role("button", name=re.compile("room")).click()
    expect(page.locator("#sheet h2")).to_have_text("Nave")
    page.locator("#sheet [data-close]").click()
    page.keyboard.press("Control+k")
    search.fill("xyzzy")
    expect(page.locator("[data-nothing]")).to_be_visible()
    expect(page.locator("[data-nothing]")).to_contain_text("Nothing found for “xyzzy”")
