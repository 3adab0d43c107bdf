"""Files of other programs in a browser: dropped, looked at, corrected by tapping, taken, and played."""

import zipfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.world.groups import MAIN

FILES = Path(__file__).parents[1] / "exchange" / "foreign" / "files"
HEN, COAST = (FILES / name for name in ("grey-hen.watabou.json", "grey-coast.text-mapper.txt"))
SITE, WELL = SiteId("cellar-of-the-grey-hen"), ZoneId("room-m1-m4")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server with one table, where the demo is played."""
    with hall_in(browser, tmp_path, demo()) as running:
        yield running


def dropped(page: Page, place: str, file: Path) -> None:
    """Drop a file there, as from a window of the desktop."""
    making = """([name, packed]) => {
        const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)), all = new DataTransfer();
        all.items.add(new File([bytes], name));
        return all;
    }"""
    held = page.evaluate_handle(making, [file.name, b64encode(file.read_bytes()).decode()])
    page.locator(place).dispatch_event("drop", {"dataTransfer": held})


def test_a_dropped_dungeon_is_corrected_and_its_first_turn_is_played(hall: Hall) -> None:
    """The map and the report before anything is kept, three taps, a campaign, a character, and the end of turn 1."""
    page = hall.own()
    page.goto("/")
    dropped(page, "[data-table-file]", HEN)
    report = page.locator(".import-report")
    expect(report).to_contain_text("Nobody can stand here.")
    expect(report).to_contain_text("notes[3]")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Try the demo")).to_be_visible()
    assert [TABLE] == [each.id for each in hall.lobby.all()]

    dropped(page, "[data-table-file]", HEN)
    page.locator(f"[data-zone={WELL}]").click()
    page.locator(".import-card").get_by_label("Name").fill("Dry well")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-zone={WELL}]")).to_contain_text("Dry well")
    page.get_by_role("button", name="5 ft").click()
    expect(page.get_by_role("button", name="5 ft", pressed=True)).to_be_visible()
    name = page.locator(".import-head").get_by_label("Name")
    name.fill("The Drowned Cellars of the Grey Hen beneath Carrow Weir Mill")
    assert name.evaluate("field => field.scrollWidth <= field.clientWidth")
    name.fill("The Grey Hen")
    page.keyboard.press("Tab")
    expect(page.locator(".import-drawing svg")).to_have_attribute("aria-label", "Map of The Grey Hen, level 1.")
    page.get_by_role("button", name="Start a campaign").click()
    page.wait_for_url("**/t/the-grey-hen")
    table = hall.lobby.open("the-grey-hen")
    site = table.now.sites[SITE]
    assert ("Dry well", 20) == (site.zones[WELL].name, site.zones[WELL].length_ft)

    first = page.locator(".first-steps")
    first.get_by_role("button", name="Quick character").click()
    page.get_by_label("Name").fill("Oda Kell")
    page.keyboard.press("Enter")
    first.get_by_role("button", name="Enter The Grey Hen").click()
    page.get_by_role("button", name="End turn 1").click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="End turn 1 anyway").click()
    while wanted := next(iter(table.now.wanted.values()), None):
        form = page.locator(f"#dice-{wanted.id}-{wanted.questions[0].ruling}")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            form.locator("[data-die] label:has(input[value='6'])").first.click()
    expect(page.get_by_role("button", name="End turn 2")).to_be_visible()
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, SovereignTurn)
    assert 2 == scene.turn


def test_a_vault_is_dropped_beside_the_form_and_a_bad_file_leaves_it_shown(hall: Hall, tmp_path: Path) -> None:
    """A ZIP file of notes with a map, anywhere on the start page; what cannot be read is told above the preview."""
    vault, broken = tmp_path / "vault.zip", tmp_path / "broken.yml"
    with zipfile.ZipFile(vault, "w") as archive:
        for name in ("grey-hen.watabou.json", "tin-scar.obsidian.md", "tin-imp.foundry.yml"):
            archive.writestr(f"vault/{name}", (FILES / name).read_bytes())
    broken.write_text("_key: '!tables!a'\nname: Finds\nformula: &x 1d6\nresults: []\n", encoding="utf-8")
    page = hall.own()
    page.goto("/")
    dropped(page, "body", vault)
    report = page.locator(".import-report")
    expect(report).to_contain_text("vault/tin-scar.obsidian.md")
    expect(page.locator(".import-drawing svg")).to_be_visible()
    dropped(page, "body", broken)
    fault = page.locator("[data-import-place] [data-fault-of-all]")
    expect(fault).to_contain_text("a fault in line 3: it has anchors or aliases")
    expect(report).to_contain_text("vault/tin-scar.obsidian.md")
    page.get_by_role("button", name="Start a campaign").click()
    page.wait_for_url("**/t/*")
    table = hall.lobby.open(page.url.rsplit("/", 1)[1])
    assert SITE in table.now.sites
    assert {"Tin Archer", "Tin Imp"} <= {monster.name for monster in table.now.bestiary.values()}
    assert any(each.name.endswith("encounters") for each in table.now.roll_tables.values())


def test_a_hex_map_and_a_dungeon_come_into_a_table_that_plays(hall: Hall) -> None:
    """Both are shown, on a phone too; into the draft, and the second time there is nothing left to take."""
    page = hall.own()
    page.goto(f"/t/{TABLE}/prepare/file")
    page.get_by_label("Bring in maps, tables or notes").set_input_files([HEN, COAST])
    expect(page.locator(".import-report")).to_contain_text("What changes")
    page.get_by_role("button", name="Hexes").click()
    page.set_viewport_size(PHONE)
    page.locator("[data-hex-at='0101']").dispatch_event("click")
    expect(page.locator(".import-card")).to_contain_text("Hex 0101")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Put in the draft").click()
    expect(page.locator(".lore-draft")).to_contain_text("Cellar of the Grey Hen")
    assert SITE not in hall.table.now.sites
    page.get_by_label("Bring in maps, tables or notes").set_input_files([HEN, COAST])
    expect(page.locator(".import-report")).to_contain_text("Nothing: the campaign has all of it.")
    expect(page.get_by_role("button", name="Put in the draft")).to_be_disabled()


def test_taps_at_a_table_correct_the_file_and_place_its_site(hall: Hall) -> None:
    """A secret door gets its clue, a guess another answer, players' eyes see no secret, and the site gets its hex.

    The file is dropped in the middle of play, and the page is loaded again before it is taken.
    """
    page = hall.own()
    sent: list[int] = []
    page.on("request", lambda made: sent.append(len(made.post_data_buffer or b"")) if "look" in made.url else None)
    page.goto(f"/t/{TABLE}")
    dropped(page, "main", HEN)
    page.wait_for_url("**/prepare/file")
    door = page.locator(f"[data-door={SITE}-door-10-m4]")
    door.first.dispatch_event("click")
    page.get_by_label("First clue").fill("The plaster sounds hollow.")
    page.keyboard.press("Enter")
    page.locator(".import-report").get_by_role("button", name="400 kg").click()
    expect(page.get_by_role("button", name="400 kg", pressed=True)).to_be_visible()
    page.locator("[data-import-as=players]").click()
    expect(door).to_have_count(0)
    place = page.locator(".import-place-in select").first
    place.select_option(index=1)
    expect(page.locator(".import-place-in select").nth(1)).to_be_enabled()
    page.reload()
    expect(page.get_by_role("button", name="400 kg", pressed=True)).to_be_visible()
    expect(page.locator(".import-place-in select").nth(1)).to_be_enabled()
    expect(page.locator("[data-import-as=players]")).to_have_attribute("aria-pressed", "true")
    assert 0 < max(sent[1:]) < HEN.stat().st_size // 2
    page.get_by_role("button", name="Put into play now").click()
    page.wait_for_url(f"**/t/{TABLE}")
    page.goto(f"/t/{TABLE}/prepare/file")
    expect(page.get_by_label("Bring in maps, tables or notes")).to_be_attached()
    expect(page.locator(".import-report")).to_have_count(0)
    now = hall.lobby.open(TABLE).now
    site = now.sites[SITE]
    assert "The plaster sounds hollow." in {clue for feature in site.features.values() for clue in feature.clues}
    assert {400} == {each.kilograms for each in site.obstacles.values()}
    assert min(now.lands.hexes) == now.lands.hex_of(SITE)
