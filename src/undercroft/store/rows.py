"""Rows of the database as values, and values as rows."""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from typing import Any

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain
from undercroft.store.faults import Integrity, NoSuchTable
from undercroft.store.log import FORMAT, Head, Line, Origin, Table

DAMAGE = (AttributeError, OverflowError, TypeError)
"""What comes of a damaged row: a column without its value, or with one of another type."""

HEAD = """
SELECT format, version, link, streams, seal FROM tables LEFT JOIN heads ON table_id = id WHERE id = ?"""
LINES = """
SELECT act, at, audience, tag, body, wall, table_id, seq, link FROM lines
WHERE table_id = ? AND seq > ? AND seq <= ? ORDER BY seq"""
TABLES = "SELECT id, name, created, origin FROM tables ORDER BY id"
TABLE = "SELECT id, name, created, origin FROM tables WHERE id = ?"
INSERT_TABLE = "INSERT INTO tables (id, name, created, format) VALUES (?, ?, ?, ?)"
ANSWER = "SELECT fingerprint, answer FROM answers WHERE table_id = ? AND key = ?"
INSERT_ANSWER = "INSERT INTO answers (table_id, key, fingerprint, answer) VALUES (?, ?, ?, ?)"
SNAPSHOT = "SELECT version, code, body, digest, link FROM snapshots WHERE table_id = ?"
SAVE_SNAPSHOT = """
INSERT OR REPLACE INTO snapshots (table_id, version, code, link, digest, body) VALUES (?, ?, ?, ?, ?, ?)"""
LINK = "SELECT link FROM lines WHERE table_id = ? AND seq = ?"
INSERT_LINE = """
INSERT INTO lines (act, at, audience, tag, body, wall, table_id, seq, link) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
UPDATE_HEAD = "UPDATE heads SET version = ?, link = ?, streams = ?, seal = ? WHERE table_id = ?"
INSERT_HEAD = "INSERT INTO heads (version, link, streams, seal, table_id) VALUES (?, ?, ?, ?, ?)"


def head_of(db: sqlite3.Connection, table: str) -> Head:
    """Where a table's log ends, if that is still what was written."""
    row = db.execute(HEAD, (table,)).fetchone() if table.isprintable() else None
    if not row:
        raise NoSuchTable(table)
    format_number, version, link, streams, seal = row
    if format_number != FORMAT:
        raise Integrity(table, 0, f"it is in format {format_number}", "update Undercroft", code="newer_format")
    try:
        positions: dict[str, int] = wire.decode(dict[str, int], streams.encode())
        return chain.unsealed(table, Head(version, link, FrozenMap(positions)), seal)
    except (wire.Unreadable, *DAMAGE):
        raise Integrity(table, 0, "its head cannot be read", "restore a backup") from None


def head_row(table: str, head: Head) -> tuple[object, ...]:
    return (head.version, head.link, wire.encode(head.streams).decode(), chain.sealed(head), table)


def link_at(db: sqlite3.Connection, table: str, version: int) -> bytes:
    """The link of a line; before the first, the one it builds on."""
    if not version:
        row = db.execute(TABLE, (table,)).fetchone()
        return chain.first_link(table_of(row))
    found = db.execute(LINK, (table, version)).fetchone()
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


def line_of(row: tuple[Any, ...]) -> Line:
    act, at, audience, tag, body, wall, table, seq, link = row
    return Line(act, at, seats(audience), tag, body, wall, table, seq, link)


def line_row(line: Line) -> tuple[object, ...]:
    audience = wire.encode(line.audience).decode()
    return (line.act, line.at, audience, line.tag, line.body, line.wall, line.table, line.seq, line.link)


@lru_cache(maxsize=1024)
def seats(audience: str) -> tuple[str, ...]:
    """The seats as they were written; what cannot be read is nobody, and the link will tell."""
    try:
        found: tuple[str, ...] = wire.decode(tuple[str, ...], audience.encode())
    except wire.Unreadable:
        return ()
    return found
