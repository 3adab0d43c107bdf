"""What the manual says of a rule in plain words: when it is used, how it goes, what the referee decides, an example."""

from collections.abc import Mapping
from functools import cache

from undercroft.books import BOOKS, RULES, guidance
from undercroft.books.guidance import Guidance
from undercroft.kernel.rules import AnyRule


def guidance_of(rule: AnyRule) -> Guidance | None:
    """What the manual says of the rule; nothing where its book has no words for it."""
    return guidance_in(rule.book).get(rule.name)


@cache
def guidance_in(book_id: str) -> Mapping[str, Guidance]:
    """All that the manual of a book says, by the names of its rules."""
    return guidance.guidance_in(BOOKS[book_id])


def title_of(rule: AnyRule) -> str:
    """The heading of a rule for people."""
    found = guidance_of(rule)
    return found.title if found else rule.title[:1].upper() + rule.title[1:]


def paragraphs_of(rule: AnyRule) -> tuple[tuple[str, str], ...]:
    """What the manual says of the rule, each paragraph below its heading."""
    found = guidance_of(rule)
    if found is None:
        return ()
    said = (
        ("When", found.when),
        ("How", found.how),
        ("The referee decides", found.decides),
        ("For example", found.example),
    )
    return tuple((heading, text) for heading, text in said if text)


def seen_with(rule: AnyRule) -> tuple[AnyRule, ...]:
    """The rules that a reader of this one may want next."""
    found = guidance_of(rule)
    names = found.see if found else ()
    return tuple(RULES[name] if name in RULES else RULES[f"{rule.book}.{name}"] for name in names)


def looked_up_by(rule: AnyRule) -> str:
    """The words of the hobby and the questions at the table that lead to the rule."""
    found = guidance_of(rule)
    return " ".join((*found.words, *(asks for asked in found.asks.values() for asks in asked))) if found else ""


def text_of(rule: AnyRule) -> str:
    """Everything that a search through the rules may find a rule by."""
    found = guidance_of(rule)
    told = (found.title, found.when, found.how, *found.words) if found else ()
    return " ".join((rule.id, rule.title, rule.summary, rule.cite.heading, rule.cite.beyond, *told))
