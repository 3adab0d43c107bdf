"""Rules of the five books in a browser: forms of every kind filled in, settled with their dice, and their odds."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.browsing import PATIENCE
from tests.settled_rules import check_odds, longest, odds_shown, one_of_each_kind
from undercroft.books import SHELF
from undercroft.faces.shared.library import say
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


@pytest.mark.parametrize("book", [pytest.param(book, id=book.id) for book in SHELF])
def test_every_kind_of_field_and_dice_is_filled_in_and_settled(page: Page, book: Book) -> None:
    """What is typed into the form arrives as the situation; fractions and sentence are the engine's."""
    for rule in one_of_each_kind(book.rules):
        example, odds = longest(rule), odds_shown(rule)
        assert example.ruling
        if odds is not None:
            opened(page, rule, odds[0])
            check_odds(rule, odds[1], page.evaluate(ODDS))
        if odds is None or odds[0] != example.ruling.given:
            opened(page, rule, example.ruling.given)
        expected = [example.ruling.outcome.kind, say(example.ruling), 0]
        assert expected == page.evaluate(SETTLE, [example.case.dice, PATIENCE]), rule.id


def opened(page: Page, rule: AnyRule, given: Any) -> None:
    """Open the form of a rule, filled in."""
    page.goto(f"/rules/{rule.id}?given={quote(json.dumps(plain(given)))}")


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
