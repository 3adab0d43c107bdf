"""Finding a rule by its id, with a suggestion if there is none."""

from collections.abc import Sequence
from difflib import get_close_matches

from undercroft.books import BOOKS, RULES
from undercroft.kernel.faults import NotFound
from undercroft.kernel.rules import AnyRule, Book

LONGEST = 100
"""Names longer than this are not typing slips, and are slow to compare."""


def rule_named(rule_id: str) -> AnyRule:
    """The rule of that id."""
    if rule_id in RULES:
        return RULES[rule_id]
    raise NotFound(
        "no_such_rule", f"there is no rule “{rule_id[:60]}”", _suggestion(rule_id, RULES, "undercroft rules")
    )


def book_named(book_id: str) -> Book:
    """The book of that id."""
    if book_id in BOOKS:
        return BOOKS[book_id]
    raise NotFound("no_such_book", f"there is no book “{book_id[:60]}”", f"there are {', '.join(BOOKS)}")


def speaks_of(rule: AnyRule, words: Sequence[str]) -> bool:
    """Does the rule's own text contain all these words?"""
    return has_words(f"{rule.id} {rule.title} {rule.summary} {rule.cite.heading} {rule.cite.beyond}", words)


def has_words(text: str, words: Sequence[str]) -> bool:
    """Does a text contain all these words or parts of words?"""
    return all(word.lower() in text.lower() for word in words)


def _suggestion(name: str, names: dict[str, AnyRule], listing: str) -> str:
    if len(name) > LONGEST:
        return f"“{listing}” lists them all"
    close = get_close_matches(name, names, n=1, cutoff=0.5) or [known for known in names if name in known][:1]
    return f"did you mean {close[0]}?" if close else f"“{listing}” lists them all"
