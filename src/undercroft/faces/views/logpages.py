"""A log to look things up in: narrowed to words and to somebody, and cut into pages, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from msgspec import Struct

from undercroft.faces.views.logbook import Kept, LogLine, kept

A_PAGE = 100
MOST_AT_ONCE = 5000
"""Lines of a log that is shown whole."""
MOST_SOUGHT = 200


class Sought(Struct, frozen=True):
    """What is looked for: lines of one kind, with these words in them just as they are, about somebody."""

    kind: Kept = Kept.ALL
    words: str = ""
    about: str = ""
    page: int | None = 1
    """None is all of it."""


class LogPage(Struct, frozen=True):
    """Lines of one page, the newest first, which page it is of how many, and how many lines there are."""

    lines: tuple[LogLine, ...]
    number: int
    pages: int
    found: int


def sought_in(given: dict[str, str]) -> Sought:
    """What a reader asks for; whatever makes no sense is what they see first."""
    kind, page = given.get("show", ""), given.get("page", "")
    return Sought(
        Kept(kind) if kind in set(Kept) else Kept.ALL,
        given.get("q", "")[:MOST_SOUGHT].strip(),
        given.get("about", "")[:MOST_SOUGHT],
        None if page == "all" else max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
    )


def log_page(lines: Sequence[LogLine], sought: Sought) -> LogPage:
    """The page of a log that somebody looks for; one beyond the last is the last."""
    wanted = tuple(_plain(words) for words in (sought.words, sought.about) if words)
    found = [line for line in kept(lines, sought.kind) if all(word in _of(line) for word in wanted)][::-1]
    if sought.page is None:
        return LogPage(tuple(found[:MOST_AT_ONCE]), 1, 1, len(found))
    pages = max(1, -(-len(found) // A_PAGE))
    number = min(sought.page, pages)
    return LogPage(tuple(found[(number - 1) * A_PAGE : number * A_PAGE]), number, pages, len(found))


def _of(line: LogLine) -> str:
    return _plain(f"{line.time} {line.text} {line.cite}")


def _plain(text: str) -> str:
    return normalize("NFC", text).casefold()
