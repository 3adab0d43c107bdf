"""What the conformance tests run over: every rule on the shelf, with the situations of its case file."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.casefile import Case, read
from tests.merged import try_each
from undercroft.books import BOOKS, RULES, SHELF
from undercroft.interpret.play import Ruling
from undercroft.interpret.worked_cases import settled
from undercroft.kernel.rules import AnyRule, Book

CASES = Path(__file__).parents[1] / "cases"

TOO_WIDE: dict[str, str] = {
    "sovereign.create.attributes": "five scores of 16 values each are a million sheets",
    "violence.character": "a whole character: three scores, health, money, occupation and an extra",
}
"""Rules that have too many ends to count, and why."""


def book_of(rule: AnyRule) -> Book:
    """The book a rule belongs to."""
    return BOOKS[rule.book]


def of_every_rule(check: Callable[[AnyRule], None]) -> Callable[..., None]:
    """A test of each book: the check of every rule in it, reported under the rule's name where it fails."""

    @pytest.mark.parametrize("book", [pytest.param(book, id=book.id) for book in SHELF])
    def each(book: Book, subtests: pytest.Subtests) -> None:
        try_each(subtests, ((rule.id, rule) for rule in book.rules), check)

    each.__name__, each.__doc__ = check.__name__, check.__doc__
    return each


def cases(rule: AnyRule) -> list[Case]:
    """The rule's case file; none is no cases."""
    return _cases(rule.id)


@cache
def _cases(rule_id: str) -> list[Case]:
    path = CASES / f"{rule_id}.cases"
    return read(path) if path.exists() else []


def rulings(rule: AnyRule) -> list[Ruling[Any, Any]]:
    """Every case of the rule that comes to an outcome."""
    return _rulings(rule.id)


@cache
def _rulings(rule_id: str) -> list[Ruling[Any, Any]]:
    rule = RULES[rule_id]
    return [settled(rule, case) for case in cases(rule) if case.expect is not None]


def every_rule() -> list[str]:
    """Every id on the shelf."""
    return sorted(RULES)
