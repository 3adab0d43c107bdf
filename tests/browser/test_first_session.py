"""The first session of a stranger, with the browser alone: from the start page to the end of the tenth turn."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.tabling import PHONE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.faces.web.base.guide_texts import guides
from undercroft.kernel.dice import Choice
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.world.groups import MAIN

(CELLAR,) = re.findall(r"```outline\n(.*?)```", guides()["prepare-a-dungeon"].text, re.DOTALL)
"""The rooms of the guide, as a stranger copies them."""
NOTHING, ENCOUNTER = 6, 1
TURNS = 10


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The server as make run starts it, with the demo."""
    with hall_in(browser, tmp_path, demo()) as running:
        yield running


class Referee:
    """The referee's browser at the new table: each step waits until the table has taken it."""

    def __init__(self, hall: Hall, page: Page) -> None:
        self.page = page
        self.table = hall.lobby.open("the-salt-cellar")

    def press(self, control: Locator) -> None:
        """Press a control, and wait for what it does."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            control.click()

    def lay(self, face: int) -> None:
        """Tap this face on every die that is wanted first; of a choice, take the first."""
        wanted = next(iter(self.table.now.wanted.values()))
        form = self.page.locator(f"#dice-{wanted.id}-{wanted.questions[0].ruling}")
        if isinstance(wanted.questions[0].question, Choice):
            self.press(form.locator("[data-option]").first)
            return
        expect(form.locator("[data-die]").first).to_be_visible()
        *rest, last = form.locator(f"[data-die] label:has(input[value='{face}'])").all()
        for die in rest:
            die.click()
        self.press(last)

    @property
    def turn(self) -> int:
        """The turn that the party is in."""
        scene = self.table.now.groups[MAIN].scene
        assert isinstance(scene, SovereignTurn)
        return scene.turn

    def end_turn(self, check: int) -> None:
        """End the turn; a check for wandering monsters falls as given, and everything else shows 1."""
        self.press(self.page.get_by_role("button", name=f"End turn {self.turn}"))
        face = check
        while self.table.now.wanted:
            self.lay(face)
            face = 1

    def fight(self) -> None:
        """Kill the only raker: each of the party acts before it, and the first blow is enough."""
        self.press(self.page.get_by_role("button", name="Start encounter").first)
        while self.table.now.wanted:
            self.lay(1)
        self.press(self.page.get_by_role("button", name="Fight", exact=True).first)
        while self.table.now.wanted:
            self.lay(1)
        self.press(self.page.locator("[data-pad] [data-face='2']"))
        while self.table.now.wanted:
            self.lay(3)


def joined(hall: Hall, browser: Browser, code: str) -> Page:
    """A phone of a player who types the code as one word, and taps a seat."""
    phone = browser.new_context(base_url=hall.address, viewport=PHONE, reduced_motion="reduce").new_page()
    phone.goto("/")
    phone.get_by_label("The code your referee shows").fill(code.replace(" ", "").lower())
    phone.keyboard.press("Enter")
    seat = phone.locator(".join-card", has_text="Vera")
    seat.get_by_label("Your name at the table").fill("Vera")
    seat.get_by_role("button", name="Play").click()
    return phone


def prepared(page: Page) -> None:
    """A campaign with six typed rooms, a new monster, an encounter table and two characters."""
    page.goto("/")
    page.get_by_role("link", name="Outline").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("The Salt Cellar")
    page.get_by_label("Type or paste the numbered rooms").fill(CELLAR)
    for name in ("Vera", "Rob"):
        page.get_by_label("A player's name").fill(name)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Open the table").click()

    first = page.locator(".first-steps")
    expect(first).to_contain_text("6 rooms · no encounter table yet")
    expect(first.get_by_role("button", name="Enter The Salt Cellar")).to_be_disabled()
    first.get_by_role("link", name="Monsters of your own").click()
    page.get_by_placeholder("HD 2 AC 5").fill("salt raker HD 1/2 AC 9 1d3")
    page.get_by_role("button", name="Old, 9 is no armour").click()
    page.get_by_role("button", name="Keep in the bestiary").click()
    expect(page.get_by_role("link", name="Salt raker")).to_contain_text("AC 0")
    expect(page.locator("#line-read")).to_contain_text("in the bestiary")
    expect(page.get_by_role("button", name="Old, 9 is no armour", pressed=True)).to_be_visible()

    page.get_by_role("link", name="Sites").first.click()
    page.get_by_text("Type an encounter table").click()
    expect(page.get_by_label("One encounter on each line")).to_be_focused()
    page.keyboard.insert_text("1 1d3 salt rakers\n2 1d6 giant rats\n3. 1d6 giant rats")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".strip-rows")).to_contain_text("1d3 salt rakers")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#site-draft")).to_contain_text("Everything is in play")

    page.get_by_role("link", name="Dungeon").click()
    expect(first).to_contain_text("encounter table with 3 rows")
    for name in ("Oda Kell", "Brand"):
        first.get_by_role("button", name="Quick character").click()
        page.get_by_label("Name").fill(name)
        page.keyboard.press("Enter")
        expect(first).to_contain_text(name)


def test_from_the_start_page_to_the_end_of_turn_ten(hall: Hall, browser: Browser) -> None:
    """The campaign is prepared, a phone joins by the code, and ten turns are played, with a fight."""
    page = hall.own()
    prepared(page)
    first = page.locator(".first-steps")
    first.get_by_role("link", name="Invite players").click()
    code = page.locator(".code").inner_text()
    for group in page.get_by_role("group", name=re.compile("^Dice of")).all():
        group.get_by_role("button", name="Types dice").click()
        expect(group.get_by_role("button", name="Types dice")).to_have_attribute("aria-pressed", "true")
    phone = joined(hall, browser, code)

    page.get_by_role("link", name="Dungeon").click()
    referee = Referee(hall, page)
    referee.press(first.get_by_role("button", name="Enter The Salt Cellar"))
    expect(phone.locator("main")).to_contain_text("Wet steps down from the quay")
    fights = 0
    while referee.turn <= TURNS:
        referee.end_turn(NOTHING if fights else ENCOUNTER)
        if any(scene.pending for scene in referee.table.now.groups[MAIN].scenes):
            referee.fight()
            fights += 1
    expect(page.get_by_role("button", name=f"End turn {TURNS + 1}")).to_be_visible()
    expect(phone.locator("main")).to_contain_text(f"Turn {TURNS + 1}")
    phone.context.close()
    now = referee.table.now
    assert (1, ["Oda Kell", "Brand"]) == (fights, [now.people[who].name for who in now.groups[MAIN].members])
    assert [6] == [len(site.zones) for site in now.sites.values()]
