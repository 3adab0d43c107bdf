"""The start page in a browser: a campaign from one page, house rules by tap, files that go out and come in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import noting
from tests.browser.tabling import TABLE, Hall, hall_in
from tests.table.small_site import begin
from undercroft.demo import campaign as demo
from undercroft.demo.bookmark_scripts import BOOKMARKS
from undercroft.exchange import campaignfile
from undercroft.table.state.house_rules import Dying, Reaction
from undercroft.table.world.groups import MAIN

MILL = Path(__file__).parents[1] / "pages" / "mill.toml"


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server with one table, where the demo is played."""
    with hall_in(browser, tmp_path, demo()) as running:
        yield running


def test_a_campaign_from_one_page(hall: Hall) -> None:
    """A name, a preset, one answer changed, two players; the next page is the table, with a seat for each."""
    page = hall.own()
    opened: list[str] = []
    page.goto("/")
    page.get_by_role("link", name="Turn tracker").click()
    page.wait_for_url("**/new?with=tracker")
    with noting(page, "framenavigated", lambda frame: opened.append(frame.url)):
        page.get_by_role("textbox", name="Name", exact=True).fill("The Mill")
        page.get_by_role("radio", name="Violence Scars and Watches").check(force=True)
        expect(page.locator("[data-changes]")).to_have_text("as Violence has them")
        page.locator(".house-fold > summary").click()
        page.locator("[name=house-reaction][value*=sovereign]").check(force=True)
        expect(page.locator("[data-changes]")).to_have_text("1 change from Violence")
        page.get_by_text("Read as prose").click()
        expect(page.locator("[data-prose]")).to_contain_text(
            "What happens at 0 hit points? One more Scar; the character lives if 2d6 is above their Scars."
        )
        expect(page.locator("[data-sum=players]")).to_have_text("none named yet: four seats")
        for name in ("Priya", "Dan", "Rob"):
            page.get_by_label("A player's name").fill(name)
            page.keyboard.press("Enter")
        page.get_by_role("button", name="Remove Dan").click()
        expect(page.locator("[data-sum=players]")).to_have_text("Priya, Rob")
        page.keyboard.press("Control+Enter")
        page.wait_for_url("**/t/the-mill")
    assert [f"{hall.address}/t/the-mill"] == opened
    now = hall.lobby.open("the-mill").now
    assert (Reaction.SOVEREIGN, Dying.VIOLENCE, ["Priya", "Rob"], {}) == (
        now.house.reaction,
        now.house.dying,
        [seat.name for seat in now.seats.values()],
        now.sites,
    )


def test_the_ready_scenes_of_the_demo_are_seen_without_scrolling(hall: Hall) -> None:
    """All five, beside a campaign whose players join, on a laptop's screen."""
    page = hall.own()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/")
    cards = page.locator("[data-bookmark]")
    expect(cards).to_have_count(len(BOOKMARKS))
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)


def test_a_nameless_campaign_is_not_begun(hall: Hall) -> None:
    """A name of blanks is answered in place."""
    page = hall.own()
    page.goto("/new")
    page.get_by_role("textbox", name="Name", exact=True).fill("  ")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-new-table] [data-fault-of-all]")).to_contain_text("A name has 1 to 64 characters")
    assert [TABLE] == [each.id for each in hall.lobby.all()]


def test_the_demo_is_a_tap_away(hall: Hall) -> None:
    """It has its own seats, so nobody is asked for them."""
    page = hall.own()
    page.goto("/")
    page.get_by_role("button", name="Try the demo").click()
    page.wait_for_url("**/t/carrow-marches")
    page.goto("/new?with=demo")
    expect(page.get_by_label("A player's name")).to_be_hidden()


def test_a_table_goes_out_and_in_again(hall: Hall, tmp_path: Path) -> None:
    """Its log and its campaign file are refused while the table is there, and opened beside it on request."""
    page = hall.own()
    page.goto("/")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export the log of Carrow Marches").click()
    log = tmp_path / "chapel.jsonl"
    saved.value.save_as(log)
    page.locator("[data-table-file] input").set_input_files(log)
    expect(page.locator("[data-table-file] .fault")).to_contain_text("There is already a table “chapel”.")
    page.get_by_role("button", name="Open it beside that one, as chapel-2").click()
    page.wait_for_url("**/t/chapel-2")
    page.goto("/")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export Carrow Marches as a campaign file").first.click()
    file = tmp_path / "chapel.toml"
    saved.value.save_as(file)
    page.locator("[data-table-file] input").set_input_files(file)
    expect(page.locator("[data-table-file] .fault")).to_contain_text("choose Prepare, then File")
    page.get_by_role("button", name="Open it beside that one").click()
    page.wait_for_url("**/t/chapel-*")

    page.goto(f"/t/{TABLE}/prepare/file")
    file.write_text(file.read_text(encoding="utf-8") + '\n# mine\n[bestiary.ghoul]\nname = "Ghoul"\nhd = 2\n')
    page.get_by_label("Read a changed file").set_input_files(file)
    expect(page.locator("#file-read")).to_contain_text("Ghoul in the bestiary added")
    page.get_by_role("button", name="Keep in the draft").click()
    expect(page.locator(".draft-line")).to_contain_text("Ghoul in the bestiary added")
    expect(page.get_by_role("textbox", name="Campaign file")).to_have_value(re.compile(r"# mine\n\[bestiary\.ghoul\]"))
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".lore-draft")).to_contain_text("Everything is in play.")


def test_everything_to_mend_in_a_file_is_listed(hall: Hall, tmp_path: Path) -> None:
    """With line and path, in place; nothing was taken in."""
    text = MILL.read_text(encoding="utf-8").replace('seat = "', 'seat = "nobody-').replace("hp = ", "hp = -")
    found = campaignfile.problems(text)
    file = tmp_path / "mill.toml"
    file.write_text(text, encoding="utf-8")
    page = hall.own()
    page.goto("/")
    page.locator("[data-table-file] input").set_input_files(file)
    expect(page.locator(".mending li")).to_have_count(len(found))
    expect(page.locator(".mending")).to_contain_text(f"Line {found[0].line}, {found[0].path}")
    expect(page.locator("[data-table-file] .fault")).to_contain_text("Nothing was imported.")
    assert [TABLE] == [each.id for each in hall.lobby.all()]


def test_a_campaign_from_a_file(hall: Hall, tmp_path: Path) -> None:
    """It keeps the file's house rules and seats; the name on the page counts."""
    file = tmp_path / "crypt.toml"
    file.write_text(campaignfile.write(begin()), encoding="utf-8")
    page = hall.own()
    page.goto("/new?with=file")
    page.locator("[name=file]").set_input_files(file)
    expect(page.locator("[data-file-name]")).to_have_text("crypt.toml")
    page.get_by_role("textbox", name="Name", exact=True).fill("My own crypt")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/my-own-crypt")
    now = hall.lobby.open("my-own-crypt").now
    assert (begin().house, len(begin().seats), "My own crypt") == (now.house, len(now.seats), now.name)


def test_no_map_just_turns(hall: Hall) -> None:
    """A name, a quick character, a place without a map: turn 1 runs, and a room is there as soon as it has a name."""
    page = hall.own()
    page.goto("/new")
    page.get_by_role("textbox", name="Name", exact=True).fill("The Tallow Winter")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/t/the-tallow-winter")
    for tag, name in (("quick_character", "Maud"), ("start_place", "The Old Mine"), ("add_room", "Guard post")):
        page.locator(f"#panel-map [data-form={tag}]").click()
        page.locator("#sheet [data-field=name] input").fill(name)
        page.locator("#sheet .btn-primary").click()
        expect(page.locator("#sheet form")).to_be_hidden()
        expect(page.locator("main")).to_contain_text(name)
    page.locator("#panel-strip [data-shortcut=n]").click()
    now = hall.lobby.open("the-tallow-winter").now
    (site,) = now.sites.values()
    assert ("The Old Mine", ["Somewhere in The Old Mine", "Guard post"]) == (
        site.name,
        [room.name for room in site.zones.values()],
    )
    assert ["Maud"] == [now.people[who].name for who in now.groups[MAIN].members]
