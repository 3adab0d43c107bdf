"""Every rule of the five books in a browser: its form filled in, settled with its dice, and its odds."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.browsing import PATIENCE
from tools.manual.examples import Example, examples, situations
from undercroft.books import SHELF
from undercroft.faces.shared.library import said, say
from undercroft.interpret.odds import of_rule
from undercroft.kernel.faults import NeedsPolicy, OddsTooWide
from undercroft.kernel.rules import AnyRule, Book
from undercroft.kernel.wire import plain

SETTLE = """
async ([dice, patience]) => {
  const place = document.getElementById("settling");
  const change = (act) => new Promise((done, fail) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done(); });
    watch.observe(place, { childList: true });
    const complaint = () => document.querySelector("[role=alert]:not([hidden])")?.innerText ?? "nothing came";
    setTimeout(() => fail(new Error(complaint())), patience);
    act();
  });
  const left = [...dice];
  await change(() => document.querySelector("button[name=settle]").click());
  for (let form; (form = place.querySelector("form.wanted")); ) {
    const row = form.querySelector("[data-dice-row]");
    const fields = [...form.querySelectorAll("[data-die]")];
    const now = left.splice(0, row ? parseInt(row.closest("label").innerText) : fields.length || 1);
    await change(() => {
      if (form.querySelector("[data-answer]")) return form.querySelector(`[data-answer="${now[0]}"]`).click();
      if (row) row.value = now.join(" ");
      fields.forEach((die, at) => {
        const field = die.querySelector("input[type=number]");
        if (field) field.value = now[at];
        else die.querySelector(`input[value="${now[at]}"]`).checked = true;
      });
      form.requestSubmit();
    });
  }
  const outcome = place.querySelector("[data-outcome]");
  return [outcome.dataset.outcome, outcome.querySelector(".sentence").innerText, left.length];
}
"""
ODDS = """
() => new Promise((done) => {
  const place = document.getElementById("odds");
  new MutationObserver(() => done([...place.querySelectorAll("tbody tr")].map(
    (row) => [row.querySelector(".what").textContent, row.querySelector(".number").textContent],
  ))).observe(place, { childList: true });
  document.querySelector("[data-into='#odds']").click();
})
"""
MOST_SENTENCES = 12
MOST_SHORT = 24


def every_book() -> list[object]:
    """Each book of the shelf."""
    return [pytest.param(book, id=book.id) for book in SHELF]


def longest(rule: AnyRule) -> Example:
    """The case of a rule with the most answers."""
    return max((of for of in examples(rule) if of.ruling), key=lambda of: (len(of.case.dice), len(of.case.given)))


def opened(page: Page, rule: AnyRule, given: Any) -> None:
    """Open the form of a rule, filled in."""
    page.goto(f"/rules/{rule.id}?given={quote(json.dumps(plain(given)))}")


def by_sentence(rule: AnyRule, given: Any) -> Mapping[str, Fraction] | None:
    """The engine's odds of each sentence; None where there are none, too many, or someone has to choose."""
    if given is None:
        return None
    try:
        found = of_rule(rule, given).by(lambda outcome: said(rule.id, outcome))
    except (NeedsPolicy, OddsTooWide):
        return None
    return found if len(found) <= MOST_SENTENCES else None


@pytest.mark.parametrize("book", every_book())
def test_every_rule_shows_its_odds_and_is_settled_with_its_own_dice(page: Page, book: Book) -> None:
    """What is typed into the form arrives as the situation; fractions and sentence are the engine's."""
    for rule in book.rules:
        example = longest(rule)
        assert example.ruling
        situation = next(iter(situations(rule).values()), None)
        own, other = (by_sentence(rule, given) for given in (example.ruling.given, situation))
        if own is None and other is not None:
            opened(page, rule, situation)
            shows_odds(page, rule, other)
        opened(page, rule, example.ruling.given)
        if own is not None:
            shows_odds(page, rule, own)
        expected = [example.ruling.outcome.kind, say(example.ruling), 0]
        assert expected == page.evaluate(SETTLE, [example.case.dice, PATIENCE]), rule.id


def shows_odds(page: Page, rule: AnyRule, expected: Mapping[str, Fraction]) -> None:
    """The fraction of each outcome, as it is."""
    rows = page.evaluate(ODDS)
    shown = {label: Fraction(exact) for label, exact in rows if not exact.startswith("about")}
    short = {label: chance for label, chance in expected.items() if len(f"{chance}") <= MOST_SHORT}
    assert {label: chance for label, chance in short.items() if label in shown} == shown, rule.id
    assert len(expected) == len(rows), rule.id


def test_choices_are_settled_by_a_policy_one_can_pick(page: Page) -> None:
    """Declined by default; the page says which, and offers the others."""
    given = quote(json.dumps({"attribute": 20, "ac": 4, "scars": 1}))
    page.goto(f"/rules/violence.attack?given={given}")
    page.locator("[data-into='#odds']").click()
    choices = page.locator("select[name=policy]")
    assert "never" == choices.input_value()
    assert ["never", "always down", "always up"] == choices.locator("option").evaluate_all(
        "all => all.map(o => o.value)"
    )
    before = page.locator("#odds tbody").inner_text()
    with page.expect_response("**/odds"):
        choices.select_option("always down")
    page.wait_for_function("(before) => document.querySelector('#odds tbody').innerText !== before", arg=before)
    assert "always down" == page.locator("select[name=policy]").input_value()
