"""What the conformance tests run over: every rule on the shelf, with the situations of its case file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.casefile import Case, read
from undercroft.books import BOOKS, RULES
from undercroft.interpret.ask import settle_typed
from undercroft.interpret.play import Ruling
from undercroft.kernel.rules import AnyRule, Book
from undercroft.kernel.strict import checked

CASES = Path(__file__).parents[1] / "cases"

TOO_WIDE: dict[str, str] = {
    "sovereign.create.attributes": "five scores of 16 values each are a million sheets",
    "violence.character": "a whole character: three scores, health, money, occupation and an extra",
}
"""Rules whose odds are not asked for, and why."""


def book_of(rule: AnyRule) -> Book:
    """The book a rule belongs to."""
    return BOOKS[rule.book]


def cases(rule: AnyRule) -> list[Case]:
    """The rule's case file; none is no cases."""
    path = CASES / f"{rule.id}.cases"
    return read(path) if path.exists() else []


def settled(rule: AnyRule, case: Case) -> Ruling[Any, Any]:
    """The rule settled as a case says."""
    return settle_typed(rule, checked(rule.given, case.given), case.dice)


def rulings(rule: AnyRule) -> list[Ruling[Any, Any]]:
    """Every case of the rule that comes to an outcome."""
    return [settled(rule, case) for case in cases(rule) if case.expect is not None]


def every_rule() -> list[str]:
    """Every id on the shelf."""
    return sorted(RULES)
