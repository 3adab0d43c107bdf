"""Two ways to work a page: with a mouse, and with nothing but the keyboard."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

MOST_TABS = 400
"""Whoever presses Tab more often than this has been round the page."""


class Hands(Protocol):
    """What can be done to a control of a page."""

    page: Page

    def press(self, control: Locator) -> None:
        """Use a button or follow a link."""

    def open(self, details: Locator) -> None:
        """Unfold what is folded away."""

    def write(self, field: Locator, text: str) -> None:
        """Put a text in the place of what stands in a field."""

    def pick(self, options: Locator, number: int) -> None:
        """Choose one of several that stand side by side."""

    def select(self, field: Locator, number: int) -> None:
        """Choose one of several that hang down from a list."""


class Mouse:
    """Clicks; only texts and numbers are typed."""

    def __init__(self, page: Page) -> None:
        self.page = page

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

    def select(self, field: Locator, number: int) -> None:
        """Choose one of several that hang down from a list."""
        field.select_option(index=number)


class Keyboard:
    """Tabs to a control and presses a key; the mouse is never touched."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, control: Locator) -> None:
        """Use a button or follow a link: by its own key, if it has one."""
        key = control.get_attribute("data-shortcut")
        if key and not self._in_a_form():
            self.key(key)
        else:
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
        group = options.first.locator("xpath=ancestor::*[@role='radiogroup' or self::fieldset][1]")
        self._tab_into(group)
        for _ in range(options.count()):
            if options.nth(number).is_checked():
                break
            self.key("ArrowRight" if options.nth(number).evaluate(AFTER_FOCUS) else "ArrowLeft")
        if not options.nth(number).is_checked():
            self.key("Space")
        expect(options.nth(number)).to_be_checked()

    def select(self, field: Locator, number: int) -> None:
        """Choose one of several that hang down from a list, arrow by arrow."""
        self.reach(field)
        away = number - int(field.evaluate("list => list.selectedIndex"))
        for _ in range(abs(away)):
            self.key("ArrowDown" if away > 0 else "ArrowUp")

    def key(self, key: str) -> None:
        """Press a key, held keys before it."""
        self.page.keyboard.press(key.replace("ctrl", "Control").replace("shift", "Shift"))

    def reach(self, control: Locator) -> None:
        """Press Tab until the focus is there, backwards where it lies behind."""
        control.wait_for()
        for _ in range(MOST_TABS):
            if control.evaluate("here => here === document.activeElement"):
                return
            self.key("Tab" if control.evaluate(AFTER_FOCUS) else "Shift+Tab")
        raise AssertionError(f"Tab never comes to {control}")

    def _tab_into(self, group: Locator) -> None:
        for _ in range(MOST_TABS):
            if group.evaluate("here => here.contains(document.activeElement)"):
                return
            self.key("Tab" if group.evaluate(AFTER_FOCUS) else "Shift+Tab")
        raise AssertionError(f"Tab never comes into {group}")

    def _in_a_form(self) -> bool:
        return self.page.locator("#sheet[open]").count() > 0


AFTER_FOCUS = """here => {
  const now = document.activeElement;
  return now === document.body || Boolean(now.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
