"""Each kind of page: for every eye, every width, the keyboard alone, and with nothing hostile getting in."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import Watched, faint, overflow, violations

ATTACK = "/rules/violence.attack?given=" + quote('{"attribute": 12, "ac": 4, "scars": 1}')


def as_it_is(_: Page) -> None:
    """Nothing is done."""


def dice_wanted(page: Page) -> None:
    """A rule asks for its dice."""
    page.locator("button[name=settle]").click()
    page.wait_for_selector("form.wanted [data-die]")


def choice_wanted(page: Page) -> None:
    """A rule asks someone to choose."""
    dice_wanted(page)
    page.locator(".face", has_text=re.compile("^13$")).click()
    page.locator("[data-send]").click()
    page.wait_for_selector("[data-answer]")


def ruled(page: Page) -> None:
    """A rule has been settled."""
    choice_wanted(page)
    page.locator("[data-answer=down]").click()
    page.wait_for_selector("[data-outcome]")


def with_odds(page: Page) -> None:
    """The odds of a rule are shown."""
    page.locator("[data-into='#odds']").click()
    page.wait_for_selector("[data-odds]")


def table_rolled(page: Page) -> None:
    """A table has been rolled on."""
    page.locator("[data-post^='/tables/']", has_text="Roll").first.click()
    page.wait_for_selector(".is-rolled")


def faulted(page: Page) -> None:
    """Something is missing in a form."""
    page.locator("button[name=settle]").click()
    page.wait_for_selector("[data-fault]:not([hidden])")


def rolled(page: Page) -> None:
    """A roll has been made and kept."""
    page.locator("[data-roll-now]").click()
    page.wait_for_selector("#rolls li")


KINDS: Mapping[str, tuple[str, Callable[[Page], None]]] = {
    "components": ("/components", as_it_is),
    "start": ("/", as_it_is),
    "all rules": ("/rules", as_it_is),
    "search": ("/rules?q=hazard", as_it_is),
    "questions": ("/questions", as_it_is),
    "question": ("/rules?q=who+goes+first%3F", as_it_is),
    "nothing found": ("/rules?q=zzz", as_it_is),
    "book": ("/books/violence", as_it_is),
    "chapter": ("/books/violence/reactions", table_rolled),
    "long chapter": ("/books/sovereign/advancement-benefits", as_it_is),
    "wide tables": ("/books/violence/elsewhere-in-the-game", as_it_is),
    "rule": (ATTACK, as_it_is),
    "rule with lists": ("/rules/delving.round", as_it_is),
    "dice wanted": (ATTACK, dice_wanted),
    "choice wanted": (ATTACK, choice_wanted),
    "ruling": (ATTACK, ruled),
    "odds of a rule": ("/rules/sovereign.fall.damage?given=" + quote('{"feet": 60}'), with_odds),
    "fault in a form": ("/rules/violence.attack", faulted),
    "odds": ("/odds?roll=2d6%2B3&least=10", rolled),
    "odds of many": ("/odds?roll=100d6", as_it_is),
    "guides": ("/guides", as_it_is),
    "guide": ("/guides/prepare-a-dungeon", as_it_is),
    "odds that cannot be": ("/odds?roll=2d6%2B", as_it_is),
}


def every_kind() -> list[object]:
    """Each kind of page, by name."""
    return [pytest.param(path, prepare, id=name) for name, (path, prepare) in KINDS.items()]


@pytest.mark.parametrize("path, prepare", every_kind())
def test_for_every_eye_at_every_width(page: Page, path: str, prepare: Callable[[Page], None]) -> None:
    """Axe finds nothing, in the light and in the dark; on no screen does anything reach beyond the edge."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(path)
    prepare(page)
    assert [] == violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert [] == faint(page)
    for width in (320, 360, 390, 430, 600, 768, 1024, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert 0 == overflow(page), width


def test_twice_as_large_is_still_readable(browser: Browser, address: str) -> None:
    """Text at 200 % in a window of 1280: nothing is lost beyond the edge."""
    context = browser.new_context(base_url=address, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    watched = Watched(context)
    for path, _ in KINDS.values():
        watched.page.goto(path)
        assert 0 == overflow(watched.page), path
    context.close()
    assert [] == watched.errors


def test_a_rule_is_settled_by_keyboard_alone(page: Page) -> None:
    """Tab to the button, digits for the faces, Enter to send."""
    page.goto("/rules/delving.encounter.reaction")
    page.locator("[data-field=front_cha] input").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "settle":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("form.wanted")
    assert "die-0" == page.evaluate("document.activeElement.name")
    page.keyboard.press("5")
    page.keyboard.press("6")
    expect(page.locator("[data-send]")).to_have_text("Send 5 + 6 = 11")
    expect(page.locator("[data-send]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome=neutral] .sentence")).to_be_focused()


def test_arrows_walk_over_the_faces_of_one_die(page: Page) -> None:
    """They choose, and do not hop to the next die."""
    page.goto("/rules/delving.encounter.reaction")
    page.locator("button[name=settle]").click()
    page.locator("[name=die-0]").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert ("die-0", "4") == tuple(page.evaluate("[document.activeElement.name, document.activeElement.value]"))


def test_d_lets_the_server_roll(page: Page) -> None:
    """While dice are wanted, one key is enough; both dice say where they came from."""
    page.goto("/rules/delving.encounter.reaction")
    page.locator("button[name=settle]").click()
    page.wait_for_selector("form.wanted")
    page.keyboard.press("d")
    page.wait_for_selector("[data-outcome]")
    assert "Undercroft rolled" in page.locator("#settling .log").inner_text()


def test_one_die_is_typed_and_the_other_rolled(page: Page) -> None:
    """The button says so, and so does the record."""
    page.goto("/rules/delving.encounter.reaction")
    page.locator("button[name=settle]").click()
    page.locator("[name=die-1][value='6']").check(force=True)
    expect(page.locator("[data-send]")).to_have_text("Send 6, roll the rest")
    page.locator("[data-send]").click()
    page.wait_for_selector("[data-outcome]")
    assert "partly rolled" in page.locator("#settling .log").inner_text()
    assert "6" == page.locator("#settling .die").nth(1).inner_text()


def test_the_faces_say_what_they_would_bring(page: Page) -> None:
    """Before anybody throws: which faces, how likely, exactly."""
    page.goto("/rules/delving.hazard-die?given=" + quote('{"danger": "risky"}'))
    page.locator("button[name=settle]").click()
    rows = page.locator("form.wanted tbody tr")
    expect(rows).to_have_count(2)
    shown = [row.locator("th, td").all_inner_texts() for row in rows.all()]
    assert ["1", "Something comes: a random encounter.", "", "1/12", "8.3\xa0%"] == shown[0]
    assert ["2\N{EN DASH}12", "Nothing comes.", "", "11/12", "91.7\xa0%"] == shown[1]


def test_slash_finds_a_rule(page: Page) -> None:
    """The key leads to the search, and the search to the rule."""
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.type("hazard die")
    page.keyboard.press("Enter")
    page.get_by_role("link", name=re.compile("^The hazard die")).first.click()
    expect(page.locator("h1")).to_have_text("The hazard die")


def test_a_chip_rolls_where_it_stands(page: Page) -> None:
    """What came is shown on it, and said to those who listen."""
    page.goto("/books/violence/reactions")
    chip = page.locator("button.roll").first
    chip.click()
    expect(chip.locator("output")).to_have_text(re.compile(r"^([2-9]|1[0-2])$"))
    expect(page.locator("#said")).to_have_text(re.compile(r"^2d6: \d+$"))


def test_a_table_takes_the_dice_one_types(page: Page) -> None:
    """Six and three are nine: hostile, and its row is the one that is washed."""
    page.goto("/books/violence/reactions")
    page.get_by_role("button", name="Type dice").click()
    page.locator("[name=die-0][value='6']").check(force=True)
    page.locator("[name=die-1][value='3']").check(force=True)
    page.locator("[data-send]").click()
    expect(page.locator(".is-rolled .what")).to_have_text("Hostile")
    expect(page.locator("figure .panel-foot")).to_have_text(re.compile(r"6\s*3\s*Typed 9: Hostile\."))


def test_a_rule_of_which_nothing_is_told_is_rolled_in_its_chapter(page: Page) -> None:
    """Without leaving the page."""
    page.goto("/books/violence/reactions")
    page.get_by_role("button", name="Settle it here").click()
    page.wait_for_selector("[id='at-violence.reaction'] [data-outcome]")
    page.get_by_role("button", name="Again").click()
    page.wait_for_selector("[id='at-violence.reaction'] form.wanted")


def test_dice_answer_while_they_are_typed(page: Page) -> None:
    """The odds follow, the field keeps the focus, and the address can be shared."""
    page.goto("/odds")
    page.locator("[name=roll]").fill("3d6")
    page.locator("[name=least]").fill("11")
    expect(page.locator("#answer .sentence")).to_have_text("3d6 comes to 11 or more half the time.")
    assert "least" == page.evaluate("document.activeElement.name")
    assert page.url.endswith("/odds?roll=3d6&least=11")
    page.reload()
    expect(page.locator(".percent-figure")).to_have_text("50 %")


def test_a_roll_is_kept_in_the_list(page: Page) -> None:
    """Every die of it, the newest first."""
    page.goto("/odds?roll=4d6kh3")
    for _ in range(2):
        page.locator("h1").focus()
        page.keyboard.press("d")
    expect(page.locator("#rolls li")).to_have_count(2)
    assert 4 == page.locator("#rolls li").first.locator(".die").count()
    assert 1 == page.locator("#rolls li").first.locator(".die-dropped").count()


def test_lists_grow_and_shrink(page: Page) -> None:
    """Rows are added by the button and by Enter; what is removed is not sent."""
    page.goto("/rules/delving.marching-order.set")
    for name in ("members", "order"):
        field = page.locator(f"[data-field={name}]")
        field.get_by_role("button", name="Add").click()
        page.keyboard.type("Maud")
        page.keyboard.press("Enter")
        page.keyboard.type("Tam")
        page.keyboard.press("Enter")
        field.get_by_role("button", name=re.compile("^Remove")).last.click()
    page.locator("button[name=settle]").click()
    expect(page.locator("[data-outcome=accepted] .sentence")).to_contain_text("Maud, Tam")


def test_what_is_missing_is_shown_at_its_field(page: Page) -> None:
    """With the focus on it; mended, the complaint is gone."""
    page.goto("/rules/delving.hazard-die")
    page.locator("button[name=settle]").click()
    field = page.locator("[data-field=danger]")
    expect(field.locator("[data-fault]")).to_have_text("Choose how dangerous the place is.")
    assert page.evaluate("document.activeElement.closest('[data-field]').dataset.field") == "danger"
    field.locator("label", has_text="deadly").click()
    page.locator("button[name=settle]").click()
    page.wait_for_selector("form.wanted")
    expect(field.locator("[data-fault]")).to_be_hidden()


@pytest.mark.parametrize("typed", ["1e3", "12,5", "--", "99999999999999999999"])
def test_what_is_no_number_is_reported_to_be_none(page: Page, typed: str) -> None:
    """It is neither taken for another number nor left out silently."""
    page.goto(ATTACK)
    box = page.locator("[data-field=ac] input")
    box.fill("")
    box.press_sequentially(typed)
    page.locator("button[name=settle]").click()
    expect(page.locator("[data-field=ac] [data-fault]")).to_be_visible()


def test_dark_or_light_is_remembered(page: Page) -> None:
    """The switch turns the page round at once, and the next page comes as it was left."""
    page.emulate_media(color_scheme="light")
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert "rgb(233, 226, 210)" == page.evaluate(ground)
    page.locator("[data-theme-switch]").click()
    assert "rgb(19, 18, 16)" == page.evaluate(ground)
    page.goto("/rules")
    assert "rgb(19, 18, 16)" == page.evaluate(ground)
    page.emulate_media(media="print")
    assert "rgb(255, 255, 255)" == page.evaluate(ground)


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    '"><iframe srcdoc="<script>alert(1)</script>">',
    "<style>@import 'https://evil.example'</style>",
    "{{7*7}}${7*7}",
    "javascript:alert(1)",
    "' onfocus='alert(1)' autofocus='",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_text(page: Page, text: str) -> None:
    """In a search, in dice, in a form, in what comes of it: nothing runs, nothing loads, nothing is styled."""
    page.goto(f"/rules?q={quote(text)}")
    page.goto(f"/odds?roll={quote(text)}")
    expect(page.locator("[name=roll]")).to_have_value(text)
    given: Any = '{"members": [%s], "order": [%s]}' % ((_quoted(text),) * 2)
    page.goto(f"/rules/delving.marching-order.set?given={quote(given)}")
    page.locator("button[name=settle]").click()
    expect(page.locator("[data-outcome] .sentence")).to_contain_text(text)
    assert 0 == page.locator("main img, main iframe, main script, main style").count()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


INTRUSION = """() => {
  const place = document.querySelector("main");
  const framed = '<iframe srcdoc="<script>alert(2)</script>"></iframe>';
  place.innerHTML = `<img src=x onerror="alert(1)"><p style="color:red">x</p>${framed}`;
  const script = document.createElement("script");
  script.textContent = "alert(3)";
  place.append(script);
}"""
REFUSED = 4
"""The handler, the style, the frame and the script."""


def test_the_policy_holds_though_the_sanitiser_fails(browser: Browser, address: str) -> None:
    """Hostile markup put straight into a page does nothing: the browser itself refuses it."""
    context = browser.new_context(base_url=address)
    watched = Watched(context)
    watched.page.goto("/")
    watched.page.on("dialog", lambda dialog: dialog.dismiss())
    watched.page.evaluate(INTRUSION)
    dialogs, refused = list[str](), list[str]()
    while not dialogs and len(refused) < REFUSED:
        watched.page.wait_for_timeout(20)
        dialogs = [error for error in watched.errors if error.startswith("a dialog")]
        refused = [error for error in watched.errors if "violates" in error]
    context.close()
    assert [] == dialogs


def test_a_lost_server_is_reported(page: Page) -> None:
    """Where the answer would stand; what was filled in stays."""
    page.goto(ATTACK)
    page.route("**/settle", lambda route: route.abort())
    page.locator("button[name=settle]").click()
    expect(page.locator("[data-fault-of-all]").first).to_have_text("The server does not answer (is it still running?).")
    assert "12" == page.locator("[data-field=attribute] input").input_value()
