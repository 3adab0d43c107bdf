"""Finding a rule by its id, with a suggestion if there is none."""

from collections.abc import Sequence

from undercroft.books import BOOKS, RULES
from undercroft.kernel.faults import NotFound
from undercroft.kernel.near_names import meant
from undercroft.kernel.rules import AnyRule, Book


def rule_named(rule_id: str) -> AnyRule:
    """The rule of that id."""
    if rule_id in RULES:
        return RULES[rule_id]
    near = rule_meant(rule_id)
    fix = f"did you mean {near}?" if near else "“undercroft rules” lists them all"
    raise NotFound("no_such_rule", f"there is no rule “{rule_id[:60]}”", fix)


def rule_meant(name: str) -> str | None:
    """The id of the rule that was probably meant: by the end of its id, by a slip, or by some of its words.

    >>> rule_meant("hazard-die"), rule_meant("delving.hazrd-die"), rule_meant("2d6")
    ('delving.hazard-die', 'delving.hazard-die', None)
    """
    name = name.casefold()
    ends = [id for id in RULES if id.endswith(f".{name}")]
    parts = {part: id for id in RULES for part in (id, id.partition(".")[2])}
    near = meant(name, parts, 0.75)
    within = [id for id in RULES if len(name) > 3 and name.replace(" ", "-") in id]
    return next(iter((*ends, *([parts[near]] if near else []), *within)), None)


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
