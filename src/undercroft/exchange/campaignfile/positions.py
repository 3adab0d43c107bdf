"""Positions in a TOML text: the line of every key and list item, and the keys that occur twice.

The standard library's reader gives values without positions. This reader gives positions without values: it follows
keys, tables, lists and strings far enough to know where each begins, and stops where the text is not TOML, since the
other reader reports that better.
"""

import re
import tomllib
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from math import inf

from msgspec import Struct

from undercroft.exchange.campaignfile.problems import Path

MOST_DEPTH = 20

_BLANK = re.compile(r"[ \t]*")
_BLANK_LINES = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_IN_LONG_BASIC = re.compile(r'\\.|"{3,5}', re.DOTALL)
_IN_LONG_LITERAL = re.compile(r"'{3,5}")
_SCALAR = re.compile(r"[^\s,\]}#\"'][^\s,\]}#]*(?:[ \t]+[0-9][^\s,\]}#]*)?")
"""A number, a boolean or a date; a date may contain a blank."""


class Extent(Struct, frozen=True):
    """The extent of a value: from its first line to its last."""

    path: Path
    first: int
    last: float


class Again(Struct, frozen=True):
    """A key or a heading that occurs again: its first line, and the line of the repetition."""

    path: Path
    first: int
    line: int


class TableHeading(Struct, frozen=True):
    """The heading of a table: its path, and its characters from the first to the one after the last."""

    path: Path
    start: int
    end: int


class KeyPlace(Struct, frozen=True):
    """A key with its value, or an item of a list: where it begins, where its value begins, and where that ends."""

    table: Path
    """The table or the list that it is written in."""
    start: int
    value: int
    end: int


class Places(Struct, frozen=True):
    """The positions of everything in a text, as far as it can be followed."""

    lines: Mapping[Path, int]
    headings: tuple[TableHeading, ...]
    settings: Mapping[Path, KeyPlace]
    spans: tuple[Extent, ...]
    again: tuple[Again, ...]
    lost: bool
    """Whether the text could not be followed to its end."""

    def around(self, line: int) -> Extent:
        """The smallest value that the line belongs to."""
        return next(span for span in reversed(self.spans) if span.first <= line <= span.last)

    @property
    def unclosed(self) -> Extent | None:
        """The smallest value without an end, if there is one."""
        return next(span for span in reversed(self.spans) if span.last == inf) if self.lost else None


class TooDeep(ValueError):
    """Tables are nested deeper than in any campaign."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


class _Lost(Exception):
    """The text is not TOML from here on."""


def places_in(text: str) -> Places:
    r"""The line of each key and each list item, as far as the text can be followed.

    >>> places_in('[[doors]]\nto = "hall"\nsize = { wide = [1, 2] }').lines[("doors", 0, "size", "wide", 1)]
    3
    """
    follower = _Follower(text.replace("\r\n", "\n"))
    try:
        follower.document()
    except _Lost:
        return follower.places(lost=True)
    return follower.places(lost=False)


class _Follower:
    """Follows a text from top to bottom."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: dict[Path, int] = {}
        self._at = 0
        self._line, self._counted = 1, 0
        self._items: dict[Path, int] = {}
        """How many tables each list of tables has so far."""
        self._implied: set[Path] = set()
        """Tables that only the heading of a deeper table has named so far."""
        self._values: set[Path] = set()
        """Keys with a value, which can have no keys below them."""
        self._spans = [Extent((), 1, inf)]
        self._again: list[Again] = []
        self._headings: list[TableHeading] = []
        self._settings: dict[Path, KeyPlace] = {}

    def places(self, *, lost: bool) -> Places:
        """Everything that was found."""
        spans, again = tuple(self._spans), tuple(self._again)
        return Places(self.lines, tuple(self._headings), self._settings, spans, again, lost)

    def document(self) -> None:
        table: Path = ()
        while True:
            self._skip(_BLANK_LINES)
            if self._at >= len(self.text):
                return
            start = self._at
            if self._take("[["):
                table = self._header(listed=True)
                self._headings.append(TableHeading(table, start, self._at))
            elif self._take("["):
                table = self._header(listed=False)
                self._headings.append(TableHeading(table, start, self._at))
            else:
                self._pair(table)
            self._skip(_BLANK)
            if not self._next_is("\n") and not self._next_is("#") and self._at < len(self.text):
                raise _Lost

    def _header(self, *, listed: bool) -> Path:
        """The path of a table; within a list of tables it belongs to the last of them."""
        keys = self._dotted()
        self._expect("]]" if listed else "]")
        path: Path = ()
        for key in keys[:-1]:
            path = self._within((*path, key))
        path = (*path, keys[-1])
        if path in self.lines and path not in (self._items if listed else self._implied):
            self._note_again(path)
        if listed:
            number = self._items.get(path, 0)
            self._items[path] = number + 1
            self._mark(path)
            path = (*path, number)
        if path in self._implied:
            self._implied.remove(path)
            del self.lines[path]
        self._mark(path)
        self._spans.append(Extent(path, self._line_here(), inf))
        return path

    def _within(self, path: Path) -> Path:
        if path not in self.lines:
            self._implied.add(path)
        if path in self._values:
            self._note_again(path)
        self._mark(path)
        return (*path, self._items[path] - 1) if path in self._items else path

    def _pair(self, table: Path) -> None:
        path, start = table, self._at
        keys = self._dotted()
        for number, key in enumerate(keys, start=1):
            path = (*path, key)
            if path in self._values or (number == len(keys) and path in self.lines):
                self._note_again(path)
            self._mark(path)
        self._values.add(path)
        with self._span(path):
            self._expect("=")
            self._skip(_BLANK)
            value = self._at
            self._value(path)
            self._settings[path] = KeyPlace(table, start, value, self._at)

    def _dotted(self) -> list[str]:
        keys = [self._key()]
        self._skip(_BLANK)
        while self._take("."):
            keys.append(self._key())
            self._skip(_BLANK)
            if len(keys) > MOST_DEPTH:
                raise TooDeep(self._line_here())
        return keys

    def _key(self) -> str:
        self._skip(_BLANK)
        for pattern in (_BARE, _LITERAL, _BASIC):
            if found := pattern.match(self.text, self._at):
                self._at = found.end()
                return _unescaped(found[0]) if pattern is _BASIC else found[0].strip("'")
        raise _Lost

    def _value(self, path: Path) -> None:
        if self._take('"""'):
            self._long(_IN_LONG_BASIC)
        elif self._take("'''"):
            self._long(_IN_LONG_LITERAL)
        elif self._take("["):
            self._list(path)
        elif self._take("{"):
            self._inline(path)
        else:
            found = next((found for pattern in _SHORT if (found := pattern.match(self.text, self._at))), None)
            if found is None:
                raise _Lost
            self._at = found.end()

    def _long(self, inside: re.Pattern[str]) -> None:
        """Skip the rest of a multi-line string; an escaped quotation mark does not end it."""
        while found := inside.search(self.text, self._at):
            self._at = found.end()
            if not found[0].startswith("\\"):
                return
        raise _Lost

    def _list(self, path: Path) -> None:
        number = 0
        self._skip(_BLANK_LINES)
        while not self._take("]"):
            if self._at >= len(self.text):
                raise _Lost
            item = (*path, number)
            self._mark(item)
            with self._span(item):
                start = self._at
                self._value(item)
                self._settings[item] = KeyPlace(path, start, start, self._at)
            number += 1
            self._skip(_BLANK_LINES)
            if not self._take(",") and not self._next_is("]"):
                raise _Lost
            self._skip(_BLANK_LINES)

    def _inline(self, path: Path) -> None:
        self._skip(_BLANK)
        while not self._take("}"):
            self._pair(path)
            self._skip(_BLANK)
            if not self._take(",") and not self._next_is("}"):
                raise _Lost
            self._skip(_BLANK)

    def _mark(self, path: Path) -> None:
        """Record the first position of a path, or the heading of a table that was only implied before."""
        if len(path) > MOST_DEPTH:
            raise TooDeep(self._line_here())
        self.lines.setdefault(path, self._line_here())

    @contextmanager
    def _span(self, path: Path) -> Generator[None]:
        """Record the extent of what is followed meanwhile; if it has no end, it extends to the end of the text."""
        first, number = self._line_here(), len(self._spans)
        self._spans.append(Extent(path, first, inf))
        yield
        self._spans[number] = Extent(path, first, self._line_here())

    def _note_again(self, path: Path) -> None:
        self._again.append(Again(path, self.lines[path], self._line_here()))

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _skip(self, what: re.Pattern[str]) -> None:
        if found := what.match(self.text, self._at):
            self._at = found.end()

    def _next_is(self, sign: str) -> bool:
        return self.text.startswith(sign, self._at)

    def _take(self, sign: str) -> bool:
        if not self._next_is(sign):
            return False
        self._at += len(sign)
        return True

    def _expect(self, sign: str) -> None:
        self._skip(_BLANK)
        if not self._take(sign):
            raise _Lost


_SHORT = (_BASIC, _LITERAL, _SCALAR)


def _unescaped(quoted: str) -> str:
    """A quoted key, read as the standard library reads a string."""
    try:
        plain: str = tomllib.loads(f"key = {quoted}")["key"]
    except tomllib.TOMLDecodeError:
        raise _Lost from None
    return plain
