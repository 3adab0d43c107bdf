"""Conversion between the database's rows and values."""

import sqlite3
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain, seals
from undercroft.store.faults import Integrity, NoSuchTable, damaged
from undercroft.store.log import FORMAT, Entry, Head, Line, ListedTable, Origin, Secret, StoredPicture

DAMAGE = (AttributeError, OverflowError, TypeError, UnicodeDecodeError)
"""The errors of a damaged row: a column without a value, or with a value of another type."""

TABLES = """
SELECT number, CAST(id AS BLOB), CAST(name AS BLOB), CAST(created AS BLOB), format, CAST(origin AS BLOB), seal
FROM tables ORDER BY +id"""
LISTED = (
    """
SELECT number, CAST(id AS BLOB), CAST(name AS BLOB), CAST(created AS BLOB), format, CAST(origin AS BLOB), seal
FROM tables WHERE id = ?""",
    """
SELECT number, CAST(id AS BLOB), CAST(name AS BLOB), CAST(created AS BLOB), format, CAST(origin AS BLOB), seal
FROM tables WHERE +id = ?""",
)
"""By the index; and row by row, in case the index is damaged. As bytes, since a damaged text cannot be read as one."""
INSERT_TABLE = "INSERT INTO tables (id, name, created, format) VALUES (?, ?, ?, ?) RETURNING number"
SAVE_LISTING = "UPDATE tables SET name = ?, origin = ?, seal = ? WHERE number = ?"

HEAD = "SELECT version, link, streams, seal FROM heads WHERE number = ?"
INSERT_HEAD = "INSERT INTO heads (version, link, streams, seal, number) VALUES (?, ?, ?, ?, ?)"
HEADS = "SELECT number, version, link, streams, seal FROM heads"
UPDATE_HEAD = "UPDATE heads SET version = ?, link = ?, streams = ?, seal = ? WHERE number = ?"
LINES = """
SELECT act, at, audience, tag, body, wall, place, link FROM lines WHERE place > ? AND place <= ? ORDER BY place"""
LINK = "SELECT link FROM lines WHERE place = ?"
INSERT_LINE = """
INSERT INTO lines (place, act, at, audience, tag, body, wall, link) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
APPENDS = """
CREATE TEMP VIEW appends AS
SELECT place, act, at, audience, tag, body, wall, lines.link, key, fingerprint, answer, lines.seal AS answer_seal,
    version, heads.link AS head, streams, heads.seal, number, epoch
FROM lines JOIN heads USING (number) JOIN lease;
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends BEGIN
    INSERT INTO lines (place, act, at, audience, tag, body, wall, link, number, key, fingerprint, answer, seal) VALUES (
        new.place, new.act, new.at, new.audience, new.tag, new.body, new.wall, new.link,
        new.number, new.key, new.fingerprint, new.answer, new.answer_seal);
    UPDATE heads SET version = new.version, link = new.head, streams = new.streams, seal = new.seal
    WHERE number = new.number AND new.epoch = (SELECT epoch FROM lease);
    SELECT raise(ABORT, 'not the head, or not the lease') WHERE changes() <> 1;
END
"""
"""The last line of an append with its key and answer, the new head and the lease, all in one row.

So one statement writes them, and SQLite is called once instead of four times.
"""
APPEND = "INSERT INTO appends VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ANSWER = "UPDATE lines SET number = ?, key = ?, fingerprint = ?, answer = ?, seal = ? WHERE place = ?"
ANSWERS = "SELECT place, number, key, fingerprint, answer, seal FROM lines WHERE number = ? AND key = ?"

ALL_ANSWERS = """
SELECT place, number, key, fingerprint, answer, seal FROM lines
WHERE place > ? AND place <= ? AND key IS NOT NULL ORDER BY place"""

SNAPSHOT = "SELECT version, code, body, digest, link FROM snapshots WHERE number = ?"
SAVE_SNAPSHOT = """
INSERT OR REPLACE INTO snapshots (number, version, code, link, digest, body) VALUES (?, ?, ?, ?, ?, ?)"""

PICTURES = "SELECT id FROM pictures WHERE number = ? ORDER BY id"
PICTURE = "SELECT body FROM pictures WHERE number = ? AND id = ?"
INSERT_PICTURE = "INSERT OR IGNORE INTO pictures (number, id, body, seal) VALUES (?, ?, ?, ?)"

REMOVE = (
    "DELETE FROM lines WHERE place BETWEEN ?1 << 32 AND ((?1 + 1) << 32) - 1",
    "DELETE FROM snapshots WHERE number = ?1",
    "DELETE FROM secrets WHERE number = ?1",
    "DELETE FROM pictures WHERE number = ?1",
    "DELETE FROM heads WHERE number = ?1",
    "DELETE FROM tables WHERE number = ?1",
)
"""Everything that belongs to a table, with rows that refer to others first."""

MOST_LINES = 2**32 - 1


def place(number: int, seq: int) -> int:
    """The position of a line of a table among all lines."""
    return number << 32 | seq


_encode = msgspec.json.Encoder(order="sorted").encode


class LogEnd(Struct, frozen=True):
    """A table's number and the end of its log."""

    number: int
    version: int
    link: bytes
    streams: dict[str, int]

    @property
    def head(self) -> Head:
        """The end of the log as a store returns it."""
        return Head(self.version, self.link, FrozenMap(self.streams))

    @property
    def row(self) -> tuple[object, ...]:
        """The row in `heads`."""
        streams = _encode(self.streams)
        return (self.version, self.link, streams.decode(), chain.seal(self.version, self.link, streams), self.number)


class Listing(Struct, frozen=True):
    """A table's row in `tables`, as far as it can be read, and whether it is what was written."""

    number: int
    table: ListedTable
    form: int
    origin: str | None = None
    sound: bool = True

    @property
    def row(self) -> tuple[object, ...]:
        """What a change writes: the name, the origin and the seal."""
        table = self.table
        seal = seals.of_listing(self.number, table.id, table.name, table.created, self.form, self.origin)
        return (table.name, self.origin, seal, self.number)


@lru_cache(1024)
def listing_of(row: tuple[Any, ...]) -> Listing:
    """The listing in a row. A damaged one is read as far as possible, so that the other tables can be listed."""
    number, *texts, form, origin_text, seal = row
    id, name, created = (_text(text) or "" for text in texts)
    origin_text = _text(origin_text)
    try:
        origin = wire.decode(Origin, origin_text.encode()) if origin_text else None
        sound = seal in (seals.NOT_SEALED, seals.of_listing(number, id, name, created, form, origin_text))
    except wire.Unreadable:
        origin, sound = None, False
    return Listing(number, ListedTable(id, name, created, origin), form, origin_text, sound)


def _text(stored: bytes | None) -> str | None:
    return None if stored is None else stored.decode(errors="replace")


def listed(db: sqlite3.Connection | sqlite3.Cursor, table: str) -> Listing:
    """A table's listing, whether or not it is sound."""
    for query in LISTED if table.isprintable() else ():
        for row in db.execute(query, (table,)).fetchall():
            listing = listing_of(row)
            if listing.table.id == table:
                return listing
    raise NoSuchTable(table)


def sound_listing(db: sqlite3.Connection | sqlite3.Cursor, table: str) -> Listing:
    """A table's listing, if it is still what was written."""
    listing = listed(db, table)
    if not listing.sound:
        raise chain.unsound(table, "listing")
    return listing


def log_of(db: sqlite3.Connection | sqlite3.Cursor, table: str) -> LogEnd:
    """The end of a table's log, if it is still what was written."""
    listing = sound_listing(db, table)
    if listing.form != FORMAT:
        raise Integrity(table, 0, f"it is in format {listing.form}", "update Undercroft", code="newer_format")
    row = db.execute(HEAD, (listing.number,)).fetchone()
    try:
        version, link, streams, seal = row
        written = streams.encode()
        sound = chain.seal(version, link, written) == seal
        positions: dict[str, int] = wire.decode(dict[str, int], written)
    except (wire.Unreadable, *DAMAGE):
        raise chain.unsound(table, "head") from None
    if not sound:
        raise chain.unsound(table, "head")
    return LogEnd(listing.number, version, link, positions)


def answered(db: sqlite3.Connection | sqlite3.Cursor, table: str, number: int, key: str) -> tuple[bytes, bytes] | None:
    """The fingerprint and the answer under a key, if they are still what was written.

    An entry of a damaged index may lead to a row of another key or another table, which is passed over.
    """
    for row in db.execute(ANSWERS, (number, key)).fetchall():
        at, stored_number, stored_key, fingerprint, answer, _ = row
        if at >> 32 != number:
            continue
        if not is_sealed(row):
            raise damaged(table, at & MOST_LINES, "its stored answer was changed")
        if (stored_number, stored_key) == (number, key):
            return fingerprint, answer
    return None


def is_sealed(stored: tuple[Any, ...]) -> bool:
    """Whether the columns of `ANSWERS` are still what was written. A line without an answer has none of them."""
    place, number, key, fingerprint, answer, seal = stored
    if key is None or seal is None:
        return stored[1:] == (None,) * 5
    try:
        return seal in (seals.NOT_SEALED, seals.of_answer(place, number, key, fingerprint, answer))
    except DAMAGE:
        return False


def keep_secret(db: sqlite3.Connection | sqlite3.Cursor, number: int, secret: bytes) -> None:
    """Write a table's secret, once."""
    row = (number, secret, crc32(secret))
    db.execute("INSERT INTO secrets (number, secret, seal) VALUES (?, ?, ?)", row)


def secret_of(db: sqlite3.Connection, table: str, number: int) -> Secret:
    """A table's secret, if it is still what was written."""
    row = db.execute("SELECT secret, seal FROM secrets WHERE number = ?", (number,)).fetchone()
    try:
        if row and crc32(row[0]) == row[1]:
            return Secret(row[0])
    except DAMAGE:
        pass
    raise chain.unsound(table, "secret")


def link_at(db: sqlite3.Connection | sqlite3.Cursor, table: str, number: int, version: int) -> bytes:
    """The link of a line, or the link that the first line builds on."""
    if not version:
        return chain.first_link(listed(db, table).table)
    found = db.execute(LINK, (place(number, version),)).fetchone()
    if not found:
        raise chain.missing(table, version)
    link: bytes = found[0]
    return link


def line_of(table: str, row: tuple[Any, ...]) -> Line:
    act, at, audience, tag, body, wall, position, link = row
    if not isinstance(body, bytes):
        raise TypeError(body)
    return Line(act, at, _seats(audience), tag, body, wall, table, position & MOST_LINES, link)


def line_row(place: int, line: Entry, link: bytes) -> tuple[object, ...]:
    return (place, line.act, line.at, _written(line.audience), line.tag, line.body, line.wall, link)


def answer_row(number: int, seq: int, key: str, fingerprint: bytes, answer: bytes) -> tuple[object, ...]:
    """What the last line of an append keeps: key, fingerprint, answer and their seal."""
    return (key, fingerprint, answer, seals.of_answer(place(number, seq), number, key, fingerprint, answer))


def picture_row(number: int, picture: StoredPicture) -> tuple[object, ...]:
    """The row in `pictures`."""
    return (number, picture.id, picture.body, seals.of_picture(number, picture.id))


@lru_cache(maxsize=1024)
def _written(seats: tuple[str, ...]) -> str:
    return wire.encode(seats).decode()


@lru_cache(maxsize=1024)
def _seats(audience: str) -> tuple[str, ...]:
    """The seats as they were written. Unreadable text gives no seats, and the link then shows the damage."""
    try:
        seats: tuple[str, ...] = wire.decode(tuple[str, ...], audience.encode())
    except wire.Unreadable:
        return ()
    return seats
