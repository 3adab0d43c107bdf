"""The rows that a new table and an append write, and the answer to an append that was written before."""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress

from undercroft.kernel import wire
from undercroft.store import chain, checks, database, rows
from undercroft.store.faults import NoSuchTable, TableTaken, damaged
from undercroft.store.log import (
    FORMAT,
    Batch,
    Known,
    Line,
    ListedTable,
    Mismatch,
    Origin,
    StoredAnswer,
    StoredPicture,
    StoredTable,
)
from undercroft.store.writer import Writer

PAGES_OF_AN_APPEND = 4


def begin(db: sqlite3.Connection | sqlite3.Cursor, table: ListedTable, secret: bytes) -> int:
    """List a new table, keep its secret and return its number."""
    try:
        made: tuple[int] = db.execute(rows.INSERT_TABLE, (table.id, table.name, table.created, FORMAT)).fetchall()[0]
    except sqlite3.IntegrityError:
        raise TableTaken(table.id) from None
    db.execute(rows.SAVE_LISTING, rows.Listing(made[0], table, FORMAT).row)
    rows.keep_secret(db, made[0], secret)
    return made[0]


def recalled(
    db: sqlite3.Connection | sqlite3.Cursor, table: str, number: int, key: str, fingerprint: bytes
) -> Known | Mismatch | None:
    """The answer under a key, or that the key belongs to another command."""
    known = rows.answered(db, table, number, key)
    if known is None:
        return None
    return Known(known[1]) if known[0] == fingerprint else Mismatch()


def append(db: sqlite3.Cursor, table: str, log: rows.LogEnd, batch: Batch, writer: Writer) -> rows.LogEnd | None:
    """Write the lines, the key and answer, and the head with the positions of the dice; return None on a conflict."""
    links = chain.links(table, log.version, log.link, batch.entries)
    number, version, entry = log.number, log.version + len(links), batch.entries[-1]
    now = rows.LogEnd(number, version, links[-1], chain.moved_on(log.streams, batch.streams))
    last = rows.line_row(rows.place(number, version), entry, now.link)
    try:  # the line with the key comes first, so that a known key writes nothing
        kept = rows.answer_row(number, version, batch.key, batch.fingerprint, batch.answer)
        db.execute(rows.APPEND, (*last, *kept, *now.row, writer.epoch))
    except sqlite3.IntegrityError:
        return None
    size = len(entry.body) + len(batch.answer)
    if len(links) > 1:
        places = range(rows.place(number, log.version + 1), rows.place(number, version))
        db.executemany(rows.INSERT_LINE, map(rows.line_row, places, batch.entries, links))
        size += sum(len(earlier.body) for earlier in batch.entries[:-1])
    for picture in batch.pictures:
        db.execute(rows.INSERT_PICTURE, rows.picture_row(number, picture))
        size += len(picture.body)
    writer.pages += PAGES_OF_AN_APPEND + size // database.PAGE
    return now


def adopt(
    db: sqlite3.Cursor,
    table: ListedTable,
    secret: bytes,
    source: str,
    lines: Iterable[Line],
    was: str | None,
    pictures: Iterable[StoredPicture],
) -> rows.LogEnd:
    """Write a table from lines that were written elsewhere."""
    log = rows.LogEnd(begin(db, table, secret), 0, chain.first_link(table), {})
    for line in chain.adopted(table, lines):
        db.execute(rows.INSERT_LINE, rows.line_row(rows.place(log.number, line.seq), line, line.link))
        log = rows.LogEnd(log.number, line.seq, line.link, {})
    origin = wire.encode(Origin(source, log.version, log.link.hex(), was)).decode()
    db.execute(rows.SAVE_LISTING, rows.Listing(log.number, table, FORMAT, origin).row)
    db.execute(rows.INSERT_HEAD, log.row)
    for picture in pictures:
        checks.picture(picture)
        db.execute(rows.INSERT_PICTURE, rows.picture_row(log.number, picture))
    return log


def put(db: sqlite3.Cursor | sqlite3.Connection, whole: StoredTable) -> None:
    """Write everything of a table, instead of one that was moved away from here."""
    table, head = whole.table, whole.head
    with suppress(NoSuchTable):
        before = rows.log_of(db, table.id)
        for part in rows.REMOVE if chain.is_away(before.streams) else ():
            db.execute(part, (before.number,))
    number = begin(db, table, whole.secret)
    if table.origin is not None:
        origin = wire.encode(table.origin).decode()
        db.execute(rows.SAVE_LISTING, rows.Listing(number, table, FORMAT, origin).row)
    db.execute(rows.INSERT_HEAD, rows.LogEnd(number, head.version, head.link, dict(head.streams)).row)
    for line in whole.lines:
        db.execute(rows.INSERT_LINE, rows.line_row(rows.place(number, line.seq), line, line.link))
    for kept in whole.answers:
        answer = rows.answer_row(number, kept.seq, kept.key, kept.fingerprint, kept.answer)
        db.execute(rows.ADD_ANSWER, (number, *answer, rows.place(number, kept.seq)))
    for picture in whole.pictures:
        db.execute(rows.INSERT_PICTURE, rows.picture_row(number, picture))


def answers(db: sqlite3.Connection, table: str, number: int) -> tuple[StoredAnswer, ...]:
    """Every stored answer of a table, each still what was written."""
    kept: list[StoredAnswer] = []
    for row in db.execute(rows.ALL_ANSWERS, (rows.place(number, 0), rows.place(number, rows.MOST_LINES))):
        at, _, key, fingerprint, answer, _ = row
        seq = at & rows.MOST_LINES
        if not rows.is_sealed(row):
            raise damaged(table, seq, "its stored answer was changed")
        kept.append(StoredAnswer(seq, key, fingerprint, answer))
    return tuple(kept)
