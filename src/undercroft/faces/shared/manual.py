"""What the manual says of a rule in plain words: when it is used, how it goes, what the referee decides, an example."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from undercroft.books import BOOKS, RULES
from undercroft.kernel.rules import AnyRule

MANUAL_FILE = "manual.toml"


class Guidance(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule for people. `case` is the line of the rule's case file that the example tells."""

    title: str
    when: str
    how: str
    decides: str
    example: str
    case: int
    see: tuple[str, ...] = ()
    """The names of rules of the same book, or whole ids of rules of other books."""
    words: tuple[str, ...] = ()
    """Words by which the hobby looks for it, beyond those of its text."""


def guidance_of(rule: AnyRule) -> Guidance | None:
    """What the manual says of the rule; nothing where its book has no manual."""
    return guidance_in(rule.book).get(rule.name)


@cache
def guidance_in(book_id: str) -> Mapping[str, Guidance]:
    """All that the manual of a book says, by the names of its rules."""
    from msgspec import toml

    package = BOOKS[book_id].manual
    if not package:
        return {}
    return toml.decode(files(package).joinpath(MANUAL_FILE).read_bytes(), type=dict[str, Guidance])


def title_of(rule: AnyRule) -> str:
    """The heading of a rule for people."""
    found = guidance_of(rule)
    return found.title if found else rule.title[:1].upper() + rule.title[1:]


def seen_with(rule: AnyRule) -> tuple[AnyRule, ...]:
    """The rules that a reader of this one may want next."""
    found = guidance_of(rule)
    names = found.see if found else ()
    return tuple(RULES[name] if name in RULES else RULES[f"{rule.book}.{name}"] for name in names)


def text_of(rule: AnyRule) -> str:
    """Everything that a search through the rules may find a rule by."""
    found = guidance_of(rule)
    told = (found.title, found.when, found.how, *found.words) if found else ()
    return " ".join((rule.id, rule.title, rule.summary, rule.cite.heading, rule.cite.beyond, *told))
