"""The rows of a database, read from the pages of its files without SQLite.

SQLite refuses a page that does not fit its index, and with it everything that lies behind. Here each page is read by
itself, so that one damaged page costs only its own rows. Rows that were replaced or deleted may turn up too, and so may
nonsense: the caller checks every row, lines by the hash chain.

The format is that of https://www.sqlite.org/fileformat2.html, as far as our stores use it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from undercroft.store.database import PAGE
from undercroft.store.lock import beside

Value: TypeAlias = int | bytes | str | None


class Row(Struct, frozen=True):
    """A row's number and its columns. Bytes that are not text keep their place in it as surrogates."""

    number: int
    columns: tuple[Value, ...]
    current: bool
    """Whether its page counts it and is the newest version of that page."""


_FIRST_PAGE_STARTS = 100
_LEAF_HEAD = 8
_NOT_LEAVES = (2, 5, 10)
"""The kinds of pages that hold entries of an index, or lead to other pages."""
_LOG_HEAD, _FRAME_HEAD = 32, 24
_WIDTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
_NOUGHT, _ONE, _FIRST_BLOB = 8, 9, 12
_LOCAL = PAGE - 35
"""The most bytes of a row that are not moved to pages of their own."""
_LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
MOST_ROW = 1 << 24


def rows_in(path: Path) -> Iterator[Row]:
    """Every row of the database and of its write-ahead log that can be read."""
    whole = _bytes(path)
    pages = {number + 1: whole[at : at + PAGE] for number, at in enumerate(range(0, len(whole), PAGE))}
    frames = list(_frames(_bytes(beside(path, "-wal"))))
    latest = pages | dict(frames)
    for number, page in (*pages.items(), *frames):
        start = _FIRST_PAGE_STARTS if number == 1 else 0
        for position, (row, columns) in enumerate(_rows(page, start, latest)):
            counted = position < int.from_bytes(page[start + 3 : start + 5], "big")
            yield Row(row, columns, counted and page is latest[number])


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _frames(log: bytes) -> Iterator[tuple[int, bytes]]:
    """The pages in a write-ahead log, also those behind a damaged one."""
    for at in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE + 1, _FRAME_HEAD + PAGE):
        yield int.from_bytes(log[at : at + 4], "big"), log[at + _FRAME_HEAD : at + _FRAME_HEAD + PAGE]


def _rows(page: bytes, start: int, pages: dict[int, bytes]) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """The rows of a page that holds rows, those behind its count of them too, since the count may be damaged."""
    if len(page) <= start or page[start] in _NOT_LEAVES:
        return
    at, first = start + _LEAF_HEAD, len(page)
    while at + 2 <= first:
        cell = int.from_bytes(page[at : at + 2], "big")
        at += 2
        if start + _LEAF_HEAD < cell < len(page):
            first = min(first, cell)
            try:
                yield _row(page, cell, pages)
            except (IndexError, KeyError, ValueError):
                continue


def _row(page: bytes, at: int, pages: dict[int, bytes]) -> tuple[int, tuple[Value, ...]]:
    size, at = _number(page, at)
    number, at = _number(page, at)
    if size > MOST_ROW:
        raise ValueError(size)
    return number, _columns(_payload(page, at, size, pages))


def _payload(page: bytes, at: int, size: int, pages: dict[int, bytes]) -> bytes:
    if size <= _LOCAL:
        return page[at : at + size]
    local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % (PAGE - 4)
    local = local if local <= _LOCAL else _LEAST_LOCAL
    found = bytearray(page[at : at + local])
    further = int.from_bytes(page[at + local : at + local + 4], "big")
    while len(found) < size:
        more = pages[further]
        if len(more) != PAGE:
            raise ValueError(further)
        found += more[4 : 4 + size - len(found)]
        further = int.from_bytes(more[:4], "big")
    return bytes(found)


def _columns(payload: bytes) -> tuple[Value, ...]:
    end, at = _number(payload, 0)
    kinds: list[int] = []
    while at < end:
        kind, at = _number(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind >= _FIRST_BLOB:
        end = at + (kind - _FIRST_BLOB) // 2
        if end > len(payload):
            raise ValueError(kind)
        raw = payload[at:end]
        return (raw.decode(errors="surrogateescape") if kind % 2 else raw), end
    if kind in (_NOUGHT, _ONE):
        return kind - _NOUGHT, at
    end = at + _WIDTHS[kind]
    return (int.from_bytes(payload[at:end], "big", signed=True) if kind else None), end


def _number(raw: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for count in range(8):
        byte = raw[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | raw[at + 8], at + 9
