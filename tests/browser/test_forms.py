"""The referee's forms in a browser: dice in their fields, names instead of ids, faults in people's words."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import brawl
from tests.browser.brawl import ANSGAR, PARTY
from tests.browser.tabling import TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.state.seats import REFEREE, Throwing


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table, with the party in the ossuary."""
    with hall_in(browser, tmp_path, demo()) as opened:
        opened.act(EnterSite(PARTY, brawl.OSSUARY))
        yield opened


def opened(page: Page, tag: str) -> None:
    """Open a form from the list of commands."""
    page.keyboard.press("Control+k")
    page.locator(f"#sheet [data-form={tag}]").first.click()
    page.wait_for_selector(f"[data-command-form={tag}]")


def send(page: Page) -> None:
    """Press the form's own button, and see the form close once its command was answered."""
    with page.expect_response("**/commands"):
        page.locator("#sheet .btn-primary").click()
    expect(page.locator("#sheet form")).to_be_hidden()


def drawn_again(page: Page, choose: Callable[[], object]) -> None:
    """Choose something on which the form depends, and see the form come again."""
    page.evaluate("document.querySelector('#sheet form').id = 'drawn-before'")
    choose()
    expect(page.locator("#sheet form:not(#drawn-before)")).to_be_visible()


def fault(page: Page, field: str) -> str:
    """What is reported at a field."""
    place = page.locator(f"#sheet [data-field={field}] [data-fault]:visible")
    expect(place).to_be_visible()
    return place.inner_text()


def test_damage_in_dice_in_a_fight(hall: Hall) -> None:
    """T, a person, 2d6: two dice are asked for, and what they show is dealt; it never reads 26."""
    hall.throw(AddFoes(PARTY, "2 votaries HD 1 AC 5 1d8 hp 5"), 9, 4, 17, 19)
    hall.act(UseDice(REFEREE, Throwing.TYPED))
    before = hall.table.now.people[ANSGAR].hp
    page = hall.sit()
    page.keyboard.press("t")
    page.locator("#sheet label", has_text="Brother Ansgar").click()
    page.locator("#sheet [data-field=amount] input").press_sequentially("2d6")
    send(page)
    expect(page.locator("#panel-wanted")).to_contain_text("damage")
    for place, face in enumerate((1, 2)):
        page.locator("#panel-wanted [data-die]").nth(place).locator(f"input[value='{face}']").click(force=True)
    expect(page.locator("#panel-log")).to_contain_text("Damage 2d6: 1 + 2 = 3.")
    assert before - 3 == hall.table.now.people[ANSGAR].hp
    page.keyboard.press("t")
    page.locator("#sheet").get_by_role("button", name="Votary A").click()
    expect(page.locator("#sheet [data-command-form=wound_foe] [aria-pressed=true]").last).to_contain_text("Votary A")
    page.locator("#sheet [data-field=amount] input").press_sequentially("2")
    send(page)
    expect(page.locator("#panel-log")).to_contain_text("Votary A takes 2 damage.")


def test_what_is_no_number_is_refused_at_its_field(hall: Hall) -> None:
    """In people's words, and nothing has happened."""
    page = hall.sit()
    version = hall.table.version
    opened(page, "wound")
    page.locator("#sheet [data-field=amount] input").fill("2q6")
    page.locator("#sheet .btn-primary").click()
    assert fault(page, "amount") == (
        "“2q6” is neither a number nor dice; enter a number such as 7, or dice such as 2d6+1."
    )
    page.locator("#sheet [data-field=amount] input").fill("")
    page.locator("#sheet .btn-primary").click()
    assert "Enter damage." == fault(page, "amount")
    assert version == hall.table.version


def test_dice_where_a_plain_number_is_needed(hall: Hall) -> None:
    """Hours of rest are no dice: the field keeps what was typed, and says so."""
    page = hall.sit()
    version = hall.table.version
    opened(page, "sleep")
    page.locator("#sheet [data-field=hours] input").press_sequentially("2d6")
    page.locator("#sheet .btn-primary").click()
    assert "is not a whole number; enter 1 to 24" in fault(page, "hours")
    assert version == hall.table.version


def test_a_die_is_added_by_a_tap(hall: Hall) -> None:
    """d6, d6 and d4 are 2d6+1d4; a number stays behind the dice."""
    page = hall.sit()
    opened(page, "heal")
    field = page.locator("#sheet [data-field=amount] input")
    field.fill("1")
    for die in ("d6", "d6", "d4"):
        page.locator("#sheet [data-field=amount]").get_by_role("button", name=f"Add a {die}").click()
    expect(field).to_have_value("2d6+1d4+1")


def test_a_person_is_added_by_name(hall: Hall) -> None:
    """Name, role, hit points in dice; nobody asks for an id, and the party has a new member."""
    page = hall.sit()
    opened(page, "add_person")
    assert 0 == page.locator("#sheet").get_by_text(re.compile(r"\bid\b", re.IGNORECASE)).count()
    page.locator("#sheet [data-part=name] input").fill("Odd the Digger")
    page.locator("#sheet [data-field=hp] input").fill("1d6+1")
    send(page)
    expect(page.locator("#panel-party")).to_contain_text("Odd the Digger")
    odd = next(person for person in hall.table.now.people.values() if person.name == "Odd the Digger")
    assert odd.id in hall.table.now.groups[PARTY].members
    assert 2 <= odd.hp == odd.hp_max <= 7


def test_a_quick_character_is_in_the_party(hall: Hall) -> None:
    """The plus under the party makes one, and the list shows them at once."""
    page = hall.sit()
    page.get_by_role("button", name="New character").click()
    page.locator("#sheet [data-field=name] input").fill("Edda")
    send(page)
    while hall.table.now.wanted:
        hall.settled(page)
        with page.expect_response("**/commands"):
            page.get_by_role("button", name=re.compile("rolls?", re.IGNORECASE)).first.click()
    expect(page.locator("#panel-party")).to_contain_text("Edda")


def test_a_thing_with_dice_lies_here(hall: Hall) -> None:
    """2d6 pearls worth 3d6 gold: thrown, and on the floor."""
    page = hall.sit()
    opened(page, "put_here")
    page.locator("#sheet [data-field=name] input").fill("pearls")
    page.locator("#sheet [data-field=count] input").fill("2d6")
    page.locator("#sheet [data-field=worth] input").fill("3d6")
    send(page)
    pearls = next(thing for thing in hall.table.now.things.values() if thing.name == "pearls")
    assert 2 <= pearls.count <= 12
    assert pearls.worth is not None
    assert 300 <= pearls.worth <= 1800


def test_time_passes_by_a_tap(hall: Hall) -> None:
    """Three turns by their chip; what runs out is told before."""
    page = hall.sit()
    began = hall.table.now.groups[PARTY].time
    page.keyboard.press("b")
    page.get_by_role("button", name="3 turns").click()
    expect(page.locator("#sheet [data-foretold]")).to_contain_text("30 min")
    send(page)
    assert began < hall.table.now.groups[PARTY].time


def test_a_ruling_with_what_failure_brings(hall: Hall) -> None:
    """1 in 2 for everybody, and 1d4 damage to those who fail."""
    page = hall.sit()
    page.keyboard.press("r")
    page.locator("#sheet [data-part=what] input").fill("cross the rotten bridge")
    page.locator("#sheet label", has_text="X in Y").click()
    page.locator("#sheet [data-part=x] input:visible").fill("0")
    page.locator("#sheet [data-part=y] input:visible").fill("2")
    failure = page.locator("#sheet [data-part=failure]")
    failure.locator("[data-add]").click()
    failure.locator("select[data-either]").select_option(label="Damage")
    failure.locator("[data-part=dice] input:visible").fill("2q")
    page.get_by_role("button", name="Roll now").click()
    expect(failure.locator("[data-fault]:visible")).to_contain_text("neither a number nor dice")
    failure.locator("[data-part=dice] input:visible").fill("1d4")
    page.get_by_role("button", name="Roll now").click()
    expect(page.locator("#sheet form")).to_be_hidden()
    expect(page.locator("#panel-log")).to_contain_text("cross the rotten bridge")
    expect(page.locator("#panel-log")).to_contain_text("Damage: cross the rotten bridge")


def test_the_stakes_are_told_first(hall: Hall) -> None:
    """The second button proposes the same ruling instead of rolling."""
    page = hall.sit()
    page.keyboard.press("r")
    page.locator("#sheet [data-part=what] input").fill("leap the chasm")
    page.locator("#sheet label", has_text="Percent").click()
    page.locator("#sheet [data-part=percent] input:visible").fill("60")
    page.get_by_role("button", name="Tell the stakes first").click()
    expect(page.locator("#sheet form")).to_be_hidden()
    assert ["leap the chasm"] == [proposal.what for proposal in hall.table.now.proposals.values()]


def test_a_value_is_set_by_its_name(hall: Hall) -> None:
    """Whom, which value, and the value it has now; another choice draws the form again."""
    page = hall.sit()
    opened(page, "adjust")
    drawn_again(page, lambda: page.locator("#sheet [data-again-with]").select_option(label="Isolde Fenn"))
    expect(page.locator("#sheet [data-again-with] option:checked")).to_have_text("Isolde Fenn")
    drawn_again(page, lambda: page.locator("#sheet [data-field=field] select").select_option(label="strain"))
    expect(page.locator("#sheet [data-field=value] input")).to_have_value("0")
    page.locator("#sheet [data-field=value] input").fill("2d6")
    page.locator("#sheet .btn-primary").click()
    expect(page.locator("#sheet [data-fault-of-all]")).to_contain_text("“2d6” is not a whole number")
    page.locator("#sheet [data-field=value] input").fill("3")
    send(page)
    isolde = next(person for person in hall.table.now.people.values() if person.name == "Isolde Fenn")
    assert 3 == isolde.strain


def test_a_form_on_its_way_takes_no_input_and_the_last_choice_counts(hall: Hall) -> None:
    """Answers that come late and out of order never put the value of one person into another."""
    page = hall.sit()
    opened(page, "adjust")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/forms/adjust?*", hold)
    page.evaluate(
        """() => {
            const target = document.querySelector("#sheet [data-again-with]");
            for (const name of ["Isolde Fenn", "Brother Ansgar"]) {
                target.value = [...target.options].find((option) => option.label === name).value;
                target.dispatchEvent(new Event("change", { bubbles: true }));
            }
        }"""
    )
    page.wait_for_function("document.querySelector('#sheet form').inert")
    while len(held) < 2:
        page.wait_for_timeout(10)
    for late in reversed(held):
        late.continue_()
        late.request.response()
    expect(page.locator("#sheet form:not([inert])")).to_be_visible()
    expect(page.locator("#sheet [data-again-with] option:checked")).to_have_text("Brother Ansgar")


def test_the_marching_order_by_taps(hall: Hall) -> None:
    """Start over, and tap everybody in their new order."""
    page = hall.sit()
    members = hall.table.now.groups[PARTY].members
    names = [hall.table.now.people[who].name for who in reversed(members)]
    page.get_by_role("button", name="Reorder").click()
    page.get_by_role("button", name="Start over").click()
    for name in names:
        page.locator("#sheet [data-shape=chips] label", has_text=name).click()
    send(page)
    assert tuple(reversed(members)) == hall.table.now.groups[PARTY].members
    assert 200 == page.request.get(f"/t/{TABLE}/forms/parley").status
