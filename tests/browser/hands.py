"""Two ways to work a page: with a mouse, and with nothing but the keyboard."""

from abc import abstractmethod
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

FEW_TABS = 8
MOST_TRIES = 8
"""So often a way by Tab is counted again; so often J is pressed to find someone."""


class Hands(Protocol):
    """What can be done to a control of a page."""

    page: Page
    by_list: bool
    """Is the list of all that can be done quicker than looking for a button?"""

    @abstractmethod
    def near(self, control: Locator) -> bool:
        """Is it reached more easily than the list of all commands?"""

    def press(self, control: Locator) -> None:
        """Use a button or follow a link."""

    def open(self, details: Locator) -> None:
        """Unfold what is folded away."""

    def write(self, field: Locator, text: str) -> None:
        """Put a text in the place of what stands in a field."""

    def pick(self, options: Locator, number: int) -> None:
        """Choose one of several that stand side by side."""

    def tick(self, box: Locator) -> None:
        """Take a chip in, or leave it out."""

    def select(self, field: Locator, number: int) -> None:
        """Choose one of several that hang down from a list."""

    def choose(self, person: Locator) -> None:
        """Look at someone of the party."""

    def take(self, line: Locator, number: int) -> None:
        """Take a line of the list that was searched, the how-manieth that is left."""

    def lay(self, form: Locator, faces: list[int]) -> None:
        """Lay these faces down for the dice that are wanted, and send them."""

    def strike(self, pad: Locator, face: int) -> None:
        """Lay the d20 of a blow down on its pad."""


def faces_of(die: Locator) -> list[int]:
    """The faces that a die has as buttons; none where its number is written."""
    return [int(each) for each in die.locator("input[type=radio]").evaluate_all("all => all.map(each => each.value)")]


class Mouse:
    """Clicks; only texts and numbers are typed."""

    by_list = False

    def __init__(self, page: Page) -> None:
        self.page = page

    def near(self, control: Locator) -> bool:
        """Whatever can be seen is."""
        return control.count() > 0

    def press(self, control: Locator) -> None:
        """Use a button or follow a link."""
        control.click()

    def open(self, details: Locator) -> None:
        """Unfold what is folded away."""
        details.locator("> summary").click()

    def write(self, field: Locator, text: str) -> None:
        """Put a text in the place of what stands in a field."""
        field.click()
        field.fill(text)

    def pick(self, options: Locator, number: int) -> None:
        """Choose one of several that stand side by side."""
        options.nth(number).locator("xpath=..").click()

    def tick(self, box: Locator) -> None:
        """Take a chip in, or leave it out."""
        box.locator("xpath=..").click()

    def select(self, field: Locator, number: int) -> None:
        """Choose one of several that hang down from a list."""
        field.select_option(index=number)

    def take(self, line: Locator, number: int) -> None:  # noqa: ARG002 - it is seen where it is
        """Take a line of the list that was searched."""
        line.click()

    def choose(self, person: Locator) -> None:
        """Look at someone of the party."""
        person.locator("[data-choose]").click()

    def lay(self, form: Locator, faces: list[int]) -> None:
        """Tap a face of every die: the last sends them all. Where a number was written last, a button does."""
        known = list[int]()
        for die, face in zip(form.locator("[data-die]").all(), faces, strict=True):
            known = faces_of(die)
            if known:
                self.pick(die.locator("input[type=radio]"), known.index(face))
            else:
                self.write(die.locator("input"), str(face))
        if not known:
            self.press(form.locator("[data-send]"))

    def strike(self, pad: Locator, face: int) -> None:
        """Tap its face."""
        self.press(pad.locator(f'[data-face="{face}"]'))


class Keyboard:
    """Tabs to a control and presses a key; the mouse is never touched."""

    by_list = True

    def __init__(self, page: Page) -> None:
        self.page = page

    def near(self, control: Locator) -> bool:
        """What has a key of its own is, or lies an arrow or a few Tabs away."""
        if control.get_attribute("data-shortcut") or control.get_attribute("data-direction"):
            return True
        return control.is_visible() and abs(int(control.evaluate(TABS_TO))) <= FEW_TABS

    def press(self, control: Locator) -> None:
        """Use a button or follow a link: by its own key, if it has one."""
        key = control.get_attribute("data-shortcut")
        if key and not self._in_a_form():
            self.key(key)
            return
        if not self._looks_to(control):
            self.reach(control)
        self.key("Enter")

    def open(self, details: Locator) -> None:
        """Unfold what is folded away."""
        self.reach(details.locator("> summary"))
        self.key("Enter")

    def write(self, field: Locator, text: str) -> None:
        """Put a text in the place of what stands in a field."""
        self.reach(field)
        self.key("Control+a")
        self.page.keyboard.type(text)

    def pick(self, options: Locator, number: int) -> None:
        """Choose one of several that stand side by side: Tab finds the group, an arrow goes on from one to the next."""
        checked = options.evaluate_all("all => all.findIndex(each => each.checked)")
        self.reach(options.nth(max(checked, 0)))
        if checked < 0:
            self.key("Space")
        for _ in range(abs(number - max(checked, 0))):
            self.key("ArrowRight" if number > checked else "ArrowLeft")
        expect(options.nth(number)).to_be_checked()

    def tick(self, box: Locator) -> None:
        """Take a chip in, or leave it out: Tab finds it, the space bar taps it."""
        self.reach(box)
        self.key("Space")

    def select(self, field: Locator, number: int) -> None:
        """Choose one of several that hang down from a list, arrow by arrow."""
        self.reach(field)
        away = number - int(field.evaluate("list => list.selectedIndex"))
        for _ in range(abs(away)):
            self.key("ArrowDown" if away > 0 else "ArrowUp")

    def take(self, line: Locator, number: int) -> None:
        """Enter takes the first line that is left; arrows go on to the others."""
        line.wait_for()
        for _ in range(number + 1 if number else 0):
            self.key("ArrowDown")
        self.key("Enter")

    def choose(self, person: Locator) -> None:
        """Look at one after the other until it is them."""
        chosen = self.page.locator("[data-person].is-chosen")
        for _ in range(MOST_TRIES):
            before = chosen.first.get_attribute("data-person")
            if before == person.get_attribute("data-person"):
                return
            self.key("j")
            self.page.locator(f'[data-person].is-chosen:not([data-person="{before}"])').first.wait_for()
        raise AssertionError(f"J never comes to {person}")

    def lay(self, form: Locator, faces: list[int]) -> None:
        """Type the faces; Enter where a digit might be the first of two, and where numbers are written."""
        for die, face in zip(form.locator("[data-die]").all(), faces, strict=True):
            known = faces_of(die)
            if known:
                self.page.keyboard.type(str(face))
            else:
                self.write(die.locator("input"), str(face))
            if not known or any(str(other).startswith(str(face)) for other in known if other != face):
                self.key("Enter")

    def strike(self, pad: Locator, face: int) -> None:
        """Type it anywhere, and Enter."""
        self.page.keyboard.type(str(face))
        expect(pad.locator("[data-pad-field]")).to_have_value(str(face))
        self.key("Enter")

    def _looks_to(self, control: Locator) -> bool:
        """An exit is found by the arrow that points its way, pressed again for the next in that direction."""
        way = control.get_attribute("data-direction")
        if way is None:
            return False
        for _ in range(self.page.locator(f"[data-direction={way}]").count()):
            self.key(ARROWS[way])
            if control.evaluate("here => here === document.activeElement"):
                return True
        return False

    def key(self, key: str) -> None:
        """Press a key, held keys before it."""
        self.page.keyboard.press(key.replace("ctrl", "Control").replace("shift", "Shift"))

    def reach(self, control: Locator) -> None:
        """Press Tab until the focus is there, backwards where it lies behind."""
        control.wait_for()
        for _ in range(MOST_TRIES):
            away = int(control.evaluate(TABS_TO))
            if not away:
                return
            for _ in range(abs(away)):
                self.key("Tab" if away > 0 else "Shift+Tab")
        raise AssertionError(f"Tab never comes to {control}")

    def _in_a_form(self) -> bool:
        return self.page.locator("#sheet[open]").count() > 0


ARROWS = {"north": "ArrowUp", "south": "ArrowDown", "west": "ArrowLeft", "east": "ArrowRight"}
TABS_TO = """here => {
  const now = document.activeElement;
  if (now === here) return 0;
  const stops = "a[href], button:not(:disabled), input, select, textarea, summary, [tabindex='0']";
  const within = document.querySelector("dialog[open]") ?? document;
  const all = [...within.querySelectorAll(stops)].filter((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.tabIndex < 0) return false;
    if (each.type !== "radio" || each === here || each === now) return true;
    const alike = [...document.getElementsByName(each.name)];
    return !alike.includes(here) && !alike.includes(now) && each === (alike.find((one) => one.checked) ?? alike[0]);
  });
  return all.indexOf(here) - all.indexOf(now);
}"""
"""How often Tab must be pressed to come there, backwards if it is less than nothing."""
