"""Conversion between the database's rows and values."""

import sqlite3
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain
from undercroft.store.faults import Integrity, NoSuchTable
from undercroft.store.log import FORMAT, Entry, Head, Line, Origin, Secret, Table

DAMAGE = (AttributeError, OverflowError, TypeError, UnicodeDecodeError)
"""The errors of a damaged row: a column without a value, or with a value of another type."""

TABLES = "SELECT id, name, created, origin FROM tables ORDER BY id"
TABLE = "SELECT id, name, created, origin FROM tables WHERE number = ?"
INSERT_TABLE = "INSERT INTO tables (id, name, created, format) VALUES (?, ?, ?, ?) RETURNING number"
UPDATE_ORIGIN = "UPDATE tables SET origin = ? WHERE number = ?"

HEAD = """
SELECT number, format, version, link, streams, seal FROM tables LEFT JOIN heads USING (number) WHERE id = ?"""
INSERT_HEAD = "INSERT INTO heads (version, link, streams, seal, number) VALUES (?, ?, ?, ?, ?)"
LINES = """
SELECT act, at, audience, tag, body, wall, place, link FROM lines WHERE place > ? AND place <= ? ORDER BY place"""
LINK = "SELECT link FROM lines WHERE place = ?"
INSERT_LINE = """
INSERT INTO lines (place, act, at, audience, tag, body, wall, link) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
APPENDS = """
CREATE TEMP VIEW appends AS
SELECT place, act, at, audience, tag, body, wall, lines.link, key, fingerprint, answer,
    version, heads.link AS head, streams, seal, number, epoch
FROM lines JOIN heads USING (number) JOIN lease;
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends BEGIN
    INSERT INTO lines (place, act, at, audience, tag, body, wall, link, number, key, fingerprint, answer) VALUES (
        new.place, new.act, new.at, new.audience, new.tag, new.body, new.wall, new.link,
        new.number, new.key, new.fingerprint, new.answer);
    UPDATE heads SET version = new.version, link = new.head, streams = new.streams, seal = new.seal
    WHERE number = new.number AND new.epoch = (SELECT epoch FROM lease);
    SELECT raise(ABORT, 'not the head, or not the lease') WHERE changes() <> 1;
END
"""
"""The last line of an append with its key and answer, the new head and the lease, all in one row.

So one statement writes them, and SQLite is called once instead of four times.
"""
APPEND = "INSERT INTO appends VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ANSWER = "SELECT fingerprint, answer FROM lines WHERE number = ? AND key = ?"

SNAPSHOT = "SELECT version, code, body, digest, link FROM snapshots WHERE number = ?"
SAVE_SNAPSHOT = """
INSERT OR REPLACE INTO snapshots (number, version, code, link, digest, body) VALUES (?, ?, ?, ?, ?, ?)"""

PICTURES = "SELECT id FROM pictures WHERE number = ? ORDER BY id"
PICTURE = "SELECT body FROM pictures WHERE number = ? AND id = ?"
INSERT_PICTURE = "INSERT OR IGNORE INTO pictures (number, id, body) VALUES (?, ?, ?)"

LISTED = "SELECT number, id, name, created, origin FROM tables WHERE id = ?"
RENAME = "UPDATE tables SET name = ? WHERE number = ?"
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


class Log(Struct, frozen=True):
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


def log_of(db: sqlite3.Connection | sqlite3.Cursor, table: str) -> Log:
    """The end of a table's log, if it is still what was written."""
    row = db.execute(HEAD, (table,)).fetchone() if table.isprintable() else None
    if not row:
        raise NoSuchTable(table)
    number, format_number, version, link, streams, seal = row
    if format_number != FORMAT:
        raise Integrity(table, 0, f"it is in format {format_number}", "update Undercroft", code="newer_format")
    try:
        written = streams.encode()
        sound = chain.seal(version, link, written) == seal
        positions: dict[str, int] = wire.decode(dict[str, int], written)
    except (wire.Unreadable, *DAMAGE):
        sound, positions = False, {}
    if not sound:
        raise chain.unsound(table, "head")
    return Log(number, version, link, positions)


def listed(db: sqlite3.Connection | sqlite3.Cursor, table: str) -> tuple[int, Table]:
    """A table's number and its listing, whether or not its log is sound."""
    row = db.execute(LISTED, (table,)).fetchone() if table.isprintable() else None
    if not row:
        raise NoSuchTable(table)
    return row[0], Table(row[1], row[2], row[3])


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
        return chain.first_link(table_of(db.execute(TABLE, (number,)).fetchone()))
    found = db.execute(LINK, (place(number, version),)).fetchone()
    if not found:
        raise chain.missing(table, version)
    link: bytes = found[0]
    return link


def table_of(row: tuple[Any, ...]) -> Table:
    id, name, created, origin = row
    try:
        return Table(id, name, created, wire.decode(Origin, origin.encode()) if origin else None)
    except (wire.Unreadable, *DAMAGE):
        raise Integrity(id, 0, "its origin cannot be read", "restore a backup") from None


def line_of(table: str, row: tuple[Any, ...]) -> Line:
    act, at, audience, tag, body, wall, position, link = row
    return Line(act, at, _seats(audience), tag, body, wall, table, position & MOST_LINES, link)


def line_row(place: int, line: Entry, link: bytes) -> tuple[object, ...]:
    return (place, line.act, line.at, _written(line.audience), line.tag, line.body, line.wall, link)


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
