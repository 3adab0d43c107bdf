"""Fills in the forms of commands: every shape of value by the control that it has on the page."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from playwright.sync_api import Locator

from tests.browser.hands import Hands

Plain = Mapping[str, Any]


def unfold(hands: Hands, control: Locator) -> None:
    """Open whatever a control is folded away in, from without."""
    over = control.locator("xpath=ancestor::*[@popover]")
    if over.count() and not control.is_visible():
        hands.press(hands.page.locator(f"[popovertarget={over.first.get_attribute('id')}]").first)
    folded = control.locator("xpath=ancestor::details[not(@open)]")
    while folded.count():
        hands.open(folded.first)


class Filling:
    """An open form and the hands that fill it in, whatever in it is not yet as it should be."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._sheet = hands.page.locator("#sheet")

    def all_of(self, plain: Plain) -> None:
        """Every field that the form has."""
        for name, value in plain.items():
            field = self._sheet.locator(f"[data-field={name}]")
            if name != "kind" and field.count():
                self._enter(field.locator("[data-shape]").first, value)

    def _enter(self, control: Locator, value: Any) -> None:
        match control.get_attribute("data-shape"):
            case "whole" | "exact" | "text":
                self._write(control, "" if value is None else str(value))
            case "measured":
                self._measure(control, value)
            case "numbers":
                self._write(control, " ".join(map(str, value)))
            case "chips":
                self._take(control, value)
            case "many":
                self._rows(control, value)
            case "oneof" | "flag":
                self._choose(control, value)
            case "several":
                for number, part in enumerate(value):
                    self._enter(control.locator("> [data-shape]").nth(number), part)
            case "record":
                for name, part in value.items():
                    self._enter(control.locator(f"[data-part={name}] [data-shape]").first, part)
            case "maybe":
                self._give(control, value)
            case shape:
                raise AssertionError(f"no hand for {shape}")

    def _write(self, control: Locator, text: str) -> None:
        if control.input_value() != text:
            unfold(self._hands, control)
            self._hands.write(control, text)

    def _measure(self, control: Locator, amount: int | None) -> None:
        """In the smallest unit; nothing where there is none."""
        unfold(self._hands, control)
        units = control.locator("option").evaluate_all("all => all.map(each => each.value)")
        self._hands.select(control.locator("select"), units.index("1"))
        self._write(control.locator("input"), "" if amount is None else str(amount))

    def _choose(self, control: Locator, value: Any) -> None:
        wanted = json.dumps(value)
        if control.evaluate("each => each.matches('select')"):
            options = control.locator("option").evaluate_all("all => all.map(each => each.value)")
            if control.input_value() != wanted:
                unfold(self._hands, control)
                self._hands.select(control, options.index(wanted))
            return
        values = control.locator("input").evaluate_all("all => all.map(each => each.value)")
        if not control.locator("input").nth(values.index(wanted)).is_checked():
            unfold(self._hands, control)
            self._hands.pick(control.locator("input"), values.index(wanted))

    def _take(self, control: Locator, values: Iterable[Any]) -> None:
        """Leave everything out, then take these in, in their order."""
        boxes = control.locator("input")
        known = boxes.evaluate_all("all => all.map(each => each.value)")
        taken = [place for place in range(len(known)) if boxes.nth(place).is_checked()]
        wanted = [known.index(json.dumps(value)) for value in values]
        if taken == wanted:
            return
        unfold(self._hands, control)
        for place in (*taken, *wanted):
            self._hands.tick(boxes.nth(place))

    def _give(self, control: Locator, value: Any) -> None:
        """Say that something is given, and what; or that nothing is."""
        given = control.locator("> label [data-given]")
        if given.is_checked() != (value is not None):
            unfold(self._hands, control)
            self._hands.pick(given, 0)
        if value is not None:
            self._enter(control.locator("> [data-when-given] > [data-shape]").first, value)

    def _rows(self, control: Locator, values: Iterable[Any]) -> None:
        rows = control.locator("> [data-row]")
        wanted = list(values)
        if len(wanted) == rows.count() == 0:
            return
        unfold(self._hands, control)
        while rows.count() < len(wanted):
            self._hands.press(control.locator("> [data-add]"))
        while rows.count() > len(wanted):
            self._hands.press(rows.last.locator("> [data-remove]"))
        for number, value in enumerate(wanted):
            self._enter(rows.nth(number).locator("> [data-shape]").first, value)
