"""A searchable log: narrowed to words and to a person, and cut into pages, the newest first."""

from collections.abc import Sequence
from unicodedata import normalize

from msgspec import Struct

from undercroft.faces.views.log.folding import folded
from undercroft.faces.views.log.lines import LogFilter, LogLine, filtered

A_PAGE = 100
MOST_AT_ONCE = 5000
"""The most lines of a log that is shown whole."""
MOST_SOUGHT = 200


class LogSearch(Struct, frozen=True):
    """A search: lines of one kind, with exactly these words, about a person."""

    kind: LogFilter = LogFilter.ALL
    words: str = ""
    about: str = ""
    page: int | None = 1
    """None means the whole log."""


class LogPage(Struct, frozen=True):
    """One page, the newest line first: its number, the number of pages, and of lines."""

    entries: tuple[tuple[LogLine, tuple[LogLine, ...]], ...]
    """Each line, with the undone lines to fold away under it."""
    number: int
    pages: int
    found: int

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """Every line, those that are folded away after the line of their undo."""
        return tuple(line for first, under in self.entries for line in (first, *under))


def sought_in(given: dict[str, str]) -> LogSearch:
    """The search a reader asks for; nonsense gives the default."""
    kind, page = given.get("show", ""), given.get("page", "")
    return LogSearch(
        LogFilter(kind) if kind in set(LogFilter) else LogFilter.ALL,
        given.get("q", "")[:MOST_SOUGHT].strip(),
        given.get("about", "")[:MOST_SOUGHT],
        None if page == "all" else max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
    )


def log_page(lines: Sequence[LogLine], sought: LogSearch) -> LogPage:
    """The page of a log; a number beyond the last gives the last page."""
    wanted = tuple(_plain(words) for words in (sought.words, sought.about) if words)
    found = [line for line in filtered(lines, sought.kind) if all(word in _of(line) for word in wanted)][::-1]
    entries = tuple(folded(found))
    if sought.page is None:
        return LogPage(entries[:MOST_AT_ONCE], 1, 1, len(found))
    pages = max(1, -(-len(entries) // A_PAGE))
    number = min(sought.page, pages)
    return LogPage(entries[(number - 1) * A_PAGE : number * A_PAGE], number, pages, len(found))


def _of(line: LogLine) -> str:
    return _plain(f"{line.time} {line.text} {line.cite}")


def _plain(text: str) -> str:
    return normalize("NFC", text).casefold()
