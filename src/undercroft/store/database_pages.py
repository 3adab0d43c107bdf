"""The rows of a database, read from the pages of its files without SQLite.

SQLite refuses a page that does not fit its index, and with it everything that lies behind. Here each page is read by
itself, so that one damaged page costs only its own rows. Rows that were replaced or deleted may turn up too, and so may
nonsense: the caller checks every row, lines by the hash chain.

The format is that of https://www.sqlite.org/fileformat2.html, as far as our stores use it.
"""

from collections.abc import Iterator
from itertools import chain as joined
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from undercroft.store.database import PAGE
from undercroft.store.lock import beside
from undercroft.store.log_frames import frames_in

Value: TypeAlias = int | bytes | str | None


class StoredRow(Struct, frozen=True):
    """A row's number and its columns. Bytes that are not text keep their place in it as surrogates."""

    number: int
    columns: tuple[Value, ...]
    current: bool
    """Whether its page counts it and is the newest version of that page, or the newest that is sound."""


_FIRST_PAGE_STARTS = 100
_LEAF, _LEAF_HEAD = 13, 8
"""The kind of a page that holds rows, and the length of its head."""
_WIDTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
_NOUGHT, _ONE, _FIRST_BLOB = 8, 9, 12
_LOCAL = PAGE - 35
"""The most bytes of a row that are not moved to pages of their own."""
_LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
MOST_ROW = 1 << 24
_CELL_HEAD = 48
"""About how many bytes at the start of a row say how long it is and what its columns are."""
_NEAR = 64
"""How far apart the numbers of rows on one page may be."""


def rows_in(path: Path) -> Iterator[StoredRow]:
    """Every row of the database and of its write-ahead log that can be read."""
    pages, latest, sound = _pages(path)
    for number, page in pages:
        start = _start(number)
        newest = page is latest.get(number) or page is sound.get(number)
        counted = int.from_bytes(page[start + 3 : start + 5], "big")
        for position, cell in enumerate(_cells(page, start)):
            found = _row(page, cell, latest)
            if found is not None:
                yield StoredRow(*found, position < counted and newest)


def rows_near(path: Path, number: int, first: int = 0) -> Iterator[StoredRow]:
    """What a row of that number may be, if one bit was flipped in the part of its page that tells where and how it is.

    Looks at the first pages, if so many are given, else at the pages with rows of similar numbers.
    """
    pages, latest, _ = _pages(path)
    for of, page in pages:
        cells = _cells(page, _start(of))
        found = (_row(page, cell, latest) for cell in cells)
        if of <= first or (not first and any(row is not None and abs(row[0] - number) <= _NEAR for row in found)):
            for row in _rows_near(page, cells, latest):
                if row[0] == number:
                    yield StoredRow(*row, current=False)


def _rows_near(page: bytes, cells: list[int], latest: dict[int, bytes]) -> Iterator[tuple[int, tuple[Value, ...]]]:
    for cell in cells:
        moved = ((page, cell ^ 1 << bit) for bit in range(16))
        heads = (
            (page[:at] + bytes((page[at] ^ 1 << bit,)) + page[at + 1 :], cell)
            for at in range(cell, min(cell + _CELL_HEAD, len(page)))
            for bit in range(8)
        )
        for other, at in joined(moved, heads):
            row = _row(other, at, latest)
            if row is not None:
                yield row


def _pages(path: Path) -> tuple[list[tuple[int, bytes]], dict[int, bytes], dict[int, bytes]]:
    """Every version of every page, the newest of each, and the newest that is sound."""
    whole = _bytes(path)
    pages = [(number, whole[at : at + PAGE]) for number, at in enumerate(range(0, len(whole), PAGE), 1)]
    frames = frames_in(_bytes(beside(path, "-wal")))
    latest, sound = dict(pages), dict(pages)
    latest.update((frame.number, frame.page) for frame in frames if frame.is_new)
    sound.update((frame.number, frame.page) for frame in frames if frame.is_sound)
    return [*pages, *((frame.number, frame.page) for frame in frames)], latest, sound


def _start(number: int) -> int:
    return _FIRST_PAGE_STARTS if number == 1 else 0


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _cells(page: bytes, start: int) -> list[int]:
    """Where the rows of a page begin, if it is a page with rows, save for a flipped bit in its kind or its count."""
    if len(page) <= start or (page[start] ^ _LEAF).bit_count() > 1:
        return []
    at, first, found = start + _LEAF_HEAD, len(page), dict[int, None]()
    counted = at + 2 * min(int.from_bytes(page[start + 3 : start + 5], "big"), PAGE // 8)
    while at + 2 <= max(first, min(counted, len(page))):
        cell = int.from_bytes(page[at : at + 2], "big")
        at += 2
        if cell or at <= counted:
            found[cell] = None
        if start + _LEAF_HEAD < cell < len(page):
            first = min(first, cell)
    return list(found)


def _row(page: bytes, at: int, pages: dict[int, bytes]) -> tuple[int, tuple[Value, ...]] | None:
    """The number and the columns of the row that begins there, if it is one."""
    try:
        size, at = _number(page, at)
        number, at = _number(page, at)
        return number, _columns(_payload(page, at, size, pages)) if size <= MOST_ROW else ()
    except (IndexError, KeyError, ValueError):
        return None


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
