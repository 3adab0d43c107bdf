"""Conversion between rows of the database and values."""

from functools import cache
from itertools import chain as chained
from typing import Any
from zlib import crc32

from msgspec import Struct
from psycopg import Connection

from undercroft.kernel import wire
from undercroft.store import chain
from undercroft.store.faults import Integrity, NoSuchTable, damaged
from undercroft.store.log import FORMAT, Batch, Known, Line, Mismatch, Secret, StoredPicture
from undercroft.store.rows import (
    DAMAGE,
    MOST_LINES,
    Listing,
    LogEnd,
    answer_row,
    is_sealed,
    line_row,
    listing_of,
    picture_row,
    place,
)
from undercroft.store.rows import line_of as _line_of

TABLES = """
SELECT number, id, name, created, format, origin, seal FROM tables WHERE removed IS NULL ORDER BY id"""
TABLE = """
SELECT number, id, name, created, format, origin, seal FROM tables WHERE id = %s AND removed IS NULL"""
VERSION = "SELECT version FROM tables JOIN heads USING (number) WHERE id = %s AND removed IS NULL"
LOG = """
SELECT number, id, name, created, format, origin, tables.seal, version, heads.link, streams, heads.seal,
    (SELECT seq FROM lines WHERE lines.number = tables.number AND seq > version ORDER BY seq LIMIT 1),
    (SELECT lines.link FROM lines WHERE lines.number = tables.number AND seq = %s)
FROM tables LEFT JOIN heads USING (number) WHERE id = %s AND removed IS NULL"""
"""All about the end of a log at one moment: its listing, its head, the first line beyond it, and the link of a line."""

INSERT_TABLE = "INSERT INTO tables (id, name, created, format, seal) VALUES (%s, %s, %s, %s, -1) RETURNING number"
SAVE_LISTING = "UPDATE tables SET name = %s, origin = %s, seal = %s WHERE number = %s"
INSERT_HEAD = "INSERT INTO heads (version, link, streams, seal, number) VALUES (%s, %s, %s, %s, %s)"
KEEP_KEY = "INSERT INTO secrets (number, secret, seal) VALUES (%s, %s, %s)"
KEY = """
SELECT number, secret, secrets.seal FROM tables LEFT JOIN secrets USING (number)
WHERE id = %s AND removed IS NULL"""
LINES = """
SELECT act, at, audience, tag, body, wall, seq, link FROM lines
WHERE number = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s"""
LINES_AND_ANSWERS = """
SELECT act, at, audience, tag, body, wall, seq, link, key, fingerprint, answer, seal FROM lines
WHERE number = %s AND seq > %s ORDER BY seq LIMIT %s"""
INSERT_LINE = """
INSERT INTO lines (number, act, at, audience, tag, body, wall, link, seq, key, fingerprint, answer, seal)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
INSERT_PICTURE = "INSERT INTO pictures (number, id, body, seal) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
MOVE_HEAD = """
WITH moved AS (
    UPDATE heads SET version = %s, link = %s, streams = %s, seal = %s
    WHERE number = %s AND version = %s AND link = %s AND seal = %s RETURNING number)"""
"""The beginning of an append. All of it is one statement: it is there whole, or no row comes back and nothing was
written.

The second of two writers waits for the row of the head, finds another version there, and writes nothing.
"""
_WRITE_LINES = """,
written AS (
    INSERT INTO lines (number, act, at, audience, tag, body, wall, link, seq, key, fingerprint, answer, seal)
    SELECT moved.number, new.* FROM moved, """
_MANY_LINES = """unnest(
        %s::text[], %s::bigint[], %s::text[], %s::text[], %s::bytea[], %s::text[], %s::bytea[], %s::bigint[],
        %s::text[], %s::bytea[], %s::bytea[], %s::bigint[]) AS new),
drawn AS (
    INSERT INTO pictures (number, id, body, seal)
    SELECT moved.number, new.* FROM moved, unnest(%s::text[], %s::bytea[], %s::bigint[]) AS new
    ON CONFLICT DO NOTHING)"""
_A_LINE = "%s, %s::bigint, %s, %s, %s::bytea, %s, %s::bytea, %s::bigint"
_FEW_LINES = "(VALUES {earlier}({line}, %s, %s::bytea, %s::bytea, %s::bigint)) AS new)"
_DONE = "\nSELECT 1 FROM moved"
FEW = 4
"""Lines that are sent one by one: arrays take the library longer, and more than fifty values it does not remember."""
SET_HEAD = "UPDATE heads SET version = %s, link = %s, streams = %s, seal = %s WHERE number = %s"
ANSWER = "SELECT seq, key, fingerprint, answer, seal FROM lines WHERE number = %s AND key = %s"
ANSWERS = """
SELECT seq, key, fingerprint, answer, seal FROM lines
WHERE number = %s AND num_nonnulls(key, fingerprint, answer, seal) > 0 ORDER BY seq"""
PICTURES = "SELECT id FROM pictures WHERE number = %s ORDER BY id"
PICTURE = "SELECT body FROM pictures WHERE number = %s AND id = %s"
SNAPSHOT = """
SELECT version, code, body, digest, snapshots.link,
    (SELECT lines.link FROM lines WHERE lines.number = snapshots.number AND seq = version)
FROM snapshots WHERE number = %s AND code = %s"""
SAVE_SNAPSHOT = """
INSERT INTO snapshots (number, version, code, link, digest, body) VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (number, code) DO UPDATE SET version = excluded.version, link = excluded.link, digest = excluded.digest,
    body = excluded.body, taken = now() WHERE snapshots.version <= excluded.version"""

CHUNK = 1000
"""The lines that are fetched at once."""


class End(Struct, frozen=True):
    """The end of a log: what its head says, the first line beyond it, and the link of the line that was asked for."""

    listing: Listing
    log: LogEnd
    beyond: int | None
    link: bytes | None


def listed(row: tuple[Any, ...]) -> Listing:
    """The listing in a row."""
    number, id, name, created, form, origin, seal = row
    return listing_of((number, id.encode(), name.encode(), created.encode(), form, origin and origin.encode(), seal))


def listing(db: Connection, table: str) -> Listing:
    """A table's listing, whether or not it is sound."""
    row = db.execute(TABLE, (table,)).fetchone() if table.isprintable() else None
    if row is None:
        raise NoSuchTable(table)
    return listed(row)


def sound_listing(db: Connection, table: str) -> Listing:
    """A table's listing, if it is still what was written."""
    found = listing(db, table)
    if not found.sound:
        raise chain.unsound(table, "listing")
    return found


def end_of(db: Connection, table: str, at: int = 0) -> End:
    """The end of a table's log, if it is still what was written, and the link of one line."""
    row = db.execute(LOG, (at, table), binary=True).fetchone() if table.isprintable() else None
    if row is None:
        raise NoSuchTable(table)
    found = listed(row[:7])
    if not found.sound:
        raise chain.unsound(table, "listing")
    if found.form != FORMAT:
        raise Integrity(table, 0, f"it is in format {found.form}", "update Undercroft", code="newer_format")
    version, link, streams, seal, beyond, asked = row[7:]
    try:
        sound = chain.seal(version, link, streams) == seal
        positions: dict[str, int] = wire.decode(dict[str, int], streams)
    except (wire.Unreadable, *DAMAGE):
        raise chain.unsound(table, "head") from None
    if not sound:
        raise chain.unsound(table, "head")
    return End(found, LogEnd(found.number, version, link, positions), beyond, asked)


def link_at(end: End, version: int) -> bytes:
    """The link that was asked for, or the link that the first line builds on."""
    if not version:
        return chain.first_link(end.listing.table)
    if end.link is None:
        raise chain.missing(end.listing.table.id, version)
    return end.link


def head_row(log: LogEnd) -> tuple[object, ...]:
    """What a head is set to: version, link, positions of the dice, seal; and its table's number."""
    version, link, streams, seal, number = log.row
    return (version, link, str(streams).encode(), seal, number)


class Append(Struct, frozen=True):
    """An append as it is sent, and the log after it."""

    now: LogEnd
    statement: bytes
    values: tuple[object, ...]


def append(table: str, log: LogEnd, batch: Batch) -> Append:
    """The append of a batch."""
    links = chain.links(table, log.version, log.link, batch.entries)
    number, version = log.number, log.version + len(links)
    now = LogEnd(number, version, links[-1], chain.moved_on(log.streams, batch.streams))
    kept = answer_row(number, version, batch.key, batch.fingerprint, batch.answer)
    head = (*head_row(now), log.version, log.link, head_row(log)[3])
    lines = [
        (*line_row(seq, entry, link)[1:], seq)
        for seq, (entry, link) in enumerate(zip(batch.entries, links, strict=True), log.version + 1)
    ]
    if len(lines) <= FEW and not batch.pictures:
        return Append(now, _few_lines(MOVE_HEAD, len(lines)), (*head, *chained.from_iterable(lines), *kept))
    nothing: tuple[object, ...] = (None,) * len(kept)
    whole = [(*line, *(kept if line is lines[-1] else nothing)) for line in lines]
    drawn = [picture_row(number, picture)[1:] for picture in batch.pictures]
    pictures = [list(column) for column in zip(*drawn, strict=True)] or [[], [], []]
    columns = [list(column) for column in zip(*whole, strict=True)]
    return Append(now, _many_lines(MOVE_HEAD), (*head, *columns, *pictures))


@cache
def _few_lines(move: str, lines: int) -> bytes:
    earlier = f"({_A_LINE}, NULL, NULL, NULL, NULL), " * (lines - 1)
    return f"{move}{_WRITE_LINES}{_FEW_LINES.format(earlier=earlier, line=_A_LINE)}{_DONE}".encode()


@cache
def _many_lines(move: str) -> bytes:
    return f"{move}{_WRITE_LINES}{_MANY_LINES}{_DONE}".encode()


def answered(table: str, number: int, row: tuple[Any, ...] | None, fingerprint: bytes) -> Known | Mismatch | None:
    """What is stored under a key, if it is still what was written."""
    if row is None:
        return None
    if not is_answer(number, row):
        raise damaged(table, row[0], "its stored answer was changed")
    return Known(row[3]) if row[2] == fingerprint else Mismatch()


def is_answer(number: int, row: tuple[Any, ...]) -> bool:
    """Whether a stored answer is still what was written."""
    seq, key, *kept = row
    return is_sealed((place(number, seq), number, key, *kept))


def secret_in(table: str, row: tuple[Any, ...] | None) -> Secret:
    """A table's secret, if it is still what was written."""
    if row is None:
        raise NoSuchTable(table)
    _, secret, seal = row
    if secret is None or crc32(secret) != seal:
        raise chain.unsound(table, "secret")
    return Secret(secret)


def line_of(table: str, row: tuple[Any, ...]) -> Line:
    """The line in a row."""
    return _line_of(table, row)


def stored_line(number: int, line: Line, *kept: object) -> tuple[object, ...]:
    """The row of a line with its answer, if it has one."""
    return (number, *line_row(line.seq, line, line.link)[1:], line.seq, *(kept or (None,) * 4))


def hold(db: Connection, table: str) -> None:
    """Let nobody else write to a table until the transaction ends."""
    number = listing(db, table).number
    db.execute("SELECT 1 FROM heads WHERE number = %s FOR UPDATE", (number,))


def stored_picture(number: int, picture: StoredPicture) -> tuple[object, ...]:
    """The row of a picture."""
    return picture_row(number, picture)


__all__ = ["MOST_LINES", "Listing", "LogEnd"]
