"""Every rule of the five books over the network: its form, filled in; settled with its dice; and its odds."""

import html
import json
import re

import httpx
import pytest

from tests.settled_rules import check_odds, longest, odds_shown
from undercroft.books import SHELF
from undercroft.faces.shared.library import say
from undercroft.kernel.rules import Book
from undercroft.kernel.wire import plain

ROW = re.compile(r'class="what"[^>]*>(.*?)</t[dh]>.*?class="number"[^>]*>(.*?)</', re.DOTALL)
OUTCOME = re.compile(r'data-outcome="(\w+)".*?<p class="sentence"[^>]*>(.*?)</p>', re.DOTALL)
PAGE = {"accept": "text/html"}


@pytest.mark.parametrize("book", [pytest.param(book, id=book.id) for book in SHELF])
def test_every_rule_shows_its_odds_and_is_settled_with_its_own_dice(client: httpx.Client, book: Book) -> None:
    """The form opens with the situation in it; fractions and sentence are the engine's."""
    for rule in book.rules:
        example, odds = longest(rule), odds_shown(rule)
        assert example.ruling
        given = plain(example.ruling.given)
        page = client.get(f"/rules/{rule.id}", params={"given": json.dumps(given)}, headers=PAGE)
        assert 200 == page.status_code, rule.id
        settled = client.post(f"/rules/{rule.id}/settle", json={"given": given, "dice": example.case.dice})
        assert [(example.ruling.outcome.kind, say(example.ruling))] == [
            _read(of) for of in OUTCOME.findall(settled.text)
        ]
        if odds is not None:
            shown = client.post(f"/rules/{rule.id}/odds", json={"given": plain(odds[0])})
            check_odds(rule, odds[1], [_read(row) for row in ROW.findall(shown.text)])


def _read(found: tuple[str, str]) -> tuple[str, str]:
    """Two pieces of a page as a browser shows them."""
    first, second = (" ".join(html.unescape(re.sub(r"<[^>]+>", "", each)).split()) for each in found)
    return first, second
