"""Books that other packages bring, by entry points of the group `undercroft.books`.

A book that cannot be used is left out with its reason, and never keeps the others from being used.
"""

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import TypeGuard

from msgspec import Struct

from undercroft.books.guidance import guidance_problems
from undercroft.kernel.rules import AnyRule, Book, Given, Outcome, Reading, Rule
from undercroft.kernel.shape import record

GROUP = "undercroft.books"
RESERVED = frozenset({"bridge", "table"})
"""Ids that begin the table's own rules."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NAME = re.compile(rf"{_ID.pattern}(\.{_ID.pattern})*")
MOST_ID = 40


class LeftOut(Struct, frozen=True):
    """A book that cannot be used, the package that brings it, and why not."""

    entry: str
    package: str
    why: str


class Outside(Struct, frozen=True, eq=False):
    """The books from outside, each with its package, and those that were left out."""

    books: tuple[tuple[Book, str], ...]
    left_out: tuple[LeftOut, ...]


def found(ours: Sequence[Book]) -> Outside:
    """The books that installed packages bring, in the order of their entry points' names."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, _package(entry)))
    return gathered(ours, entries)


def gathered(ours: Sequence[Book], entries: Sequence[EntryPoint]) -> Outside:
    """The books of these entry points, and why some cannot be used."""
    books, left_out = list[tuple[Book, str]](), list[LeftOut]()
    for entry in entries:
        package = _package(entry)
        try:
            book: object = entry.load()
            why = next(problems(book, [*ours, *(book for book, _ in books)]), None)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - it is not ours, and may fail in any way
            book, why = None, f"{type(fault).__name__}: {fault}"
        if isinstance(book, Book) and why is None:
            books.append((book, package))
        else:
            left_out.append(LeftOut(entry.name, package, why or "not a book"))
    return Outside(tuple(books), tuple(left_out))


def _package(entry: EntryPoint) -> str:
    """The package and version that an entry point comes from."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.value


def problems(book: object, others: Sequence[Book]) -> Iterator[str]:
    """Why a book cannot be used beside others."""
    if not isinstance(book, Book):
        yield f"not a Book: {type(book).__name__}"
        return
    if not _ID.fullmatch(book.id) or len(book.id) > MOST_ID or book.id in RESERVED:
        yield f"“{book.id[:MOST_ID]}” cannot be its id: use small letters, digits and hyphens"
    if book.id in {other.id for other in others}:
        yield f"another book has the id “{book.id}”"
    if not book.rules:
        yield "it has no rules"
    names = {name for other in others for name in _tables(other)}
    for name in _tables(book):
        if name in names or not _NAME.fullmatch(name) or not name.startswith(f"{book.id}."):
            yield f"the table “{name}” needs a name of its own that begins with “{book.id}.”"
        names.add(name)
    ids = set[str]()
    for rule in book.rules:
        yield from _rule_problems(rule, book, ids)
        ids.add(rule.id)
    if book.manual and all(map(_is_rule, book.rules)):
        yield from guidance_problems(book, others)


def _is_rule(rule: object) -> TypeGuard[AnyRule]:
    return isinstance(rule, Rule)


def _tables(book: Book) -> list[str]:
    """The names of its tables, of those that no dice decide too."""
    return [*(table.name for table in book.tables), *(listing.name for listing in book.listings)]


def _rule_problems(rule: object, book: Book, ids: set[str]) -> Iterator[str]:
    if not _is_rule(rule):
        yield f"not a rule: {type(rule).__name__}"
        return
    if not _NAME.fullmatch(rule.id) or rule.book != book.id or not rule.name or rule.id in ids:
        yield f"the rule “{rule.id}” needs an id of its own that begins with “{book.id}.”"
    if not rule.summary:
        yield f"{rule.id} has no docstring that says what it does"
    if rule.cite.book != book.title:
        yield f"{rule.id} cites “{rule.cite.book}”, and the book is called “{book.title}”"
    if rule.cite.heading not in book.headings and (rule.cite.heading or not rule.cite.beyond):
        yield f"{rule.id} cites the heading “{rule.cite.heading}”, which is not among the book's headings"
    yield from _type_problems(rule, book)
    for reading in rule.readings:
        yield from _reading_problems(reading, rule, book)


def _type_problems(rule: AnyRule, book: Book) -> Iterator[str]:
    if not issubclass(rule.given, Given):
        yield f"the input of {rule.id} must be a Given"
        return
    record(rule.given)
    for kind in rule.outcomes:
        if not issubclass(kind, Outcome) or kind.__struct_config__.tag is None:
            yield f"{rule.id} can end in {kind.__name__}, which must be an Outcome with a tag"
        elif kind not in book.words:
            yield f"{rule.id} can end in {kind.__name__}, which has no words"
    tags = [kind.__struct_config__.tag for kind in rule.outcomes]
    if len(set(tags)) < len(tags):
        yield f"two outcomes of {rule.id} have the same tag"


def _reading_problems(reading: Reading, rule: AnyRule, book: Book) -> Iterator[str]:
    if not reading.id.startswith(f"{book.id}."):
        yield f"the reading “{reading.id}” needs an id that begins with “{book.id}.”"
    if reading.switch is not None:
        defaults = [field.default for field in record(rule.given).fields if field.name == reading.switch]
        if not any(option.value == default for option in reading.options for default in defaults):
            yield f"the reading “{reading.id}” has no option for the default of “{reading.switch}”"


def said(left_out: Sequence[LeftOut]) -> list[str]:
    """For people: which books were left out, and why."""
    return [f"the book “{book.entry}” of {book.package} is left out: {book.why}" for book in left_out]
