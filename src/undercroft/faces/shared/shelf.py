"""Finding a rule by its id, with a suggestion if there is none."""

from collections.abc import Sequence

from undercroft.books import BOOKS, RULES
from undercroft.faces.shared.manual import text_of
from undercroft.kernel.faults import NotFound, shortened
from undercroft.kernel.near_names import LONGEST, meant
from undercroft.kernel.rules import AnyRule, Book

FEW = 6
"""The most ids that a message lists."""


def rule_named(name: str) -> AnyRule:
    """The rule of that id, or the one rule whose id has this part.

    >>> rule_named("hazard-die").id
    'delving.hazard-die'
    """
    if name in RULES:
        return RULES[name]
    found = rules_with_part(name)
    if len(found) == 1:
        return RULES[found[0]]
    if found:
        listed = ", ".join(found[:FEW]) + (f" and {len(found) - FEW} more" if len(found) > FEW else "")
        raise NotFound("several_rules", f"several rules are called “{shortened(name)}”", f"name one of {listed}")
    near = rule_meant(name)
    fix = f"did you mean {near}?" if near else "“undercroft rules” lists them all"
    raise NotFound("no_such_rule", f"there is no rule “{name[:60]}”", fix)


def rules_with_part(name: str) -> list[str]:
    """The ids that end with this part; if none does, those that have it between dots and hyphens.

    >>> rules_with_part("hazard-die"), rules_with_part("hazard die")
    (['delving.hazard-die'], ['delving.hazard-die'])
    """
    part = name.strip().casefold().replace(" ", "-")
    if not part or len(part) > LONGEST:
        return []
    ends = [id for id in RULES if id.endswith(f".{part}")]
    within = f".{part}.".replace("-", ".")
    return ends or [id for id in RULES if within in f".{id}.".replace("-", ".")]


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
    """Does the rule's own text, or what the manual says of it, contain all these words?"""
    return has_words(text_of(rule), words)


def has_words(text: str, words: Sequence[str]) -> bool:
    """Does a text contain all these words or parts of words?"""
    return all(word.lower() in text.lower() for word in words)
