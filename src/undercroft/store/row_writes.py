"""The rows that a new table and an append write, and the answer to an append that was written before."""

import sqlite3

from undercroft.store import chain, database, rows
from undercroft.store.faults import TableTaken
from undercroft.store.log import FORMAT, Batch, Known, Mismatch, Table
from undercroft.store.writer import Writer

PAGES_OF_AN_APPEND = 4


def begin(db: sqlite3.Connection | sqlite3.Cursor, table: Table, secret: bytes) -> int:
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


def append(db: sqlite3.Cursor, table: str, log: rows.Log, batch: Batch, writer: Writer) -> rows.Log | None:
    """Write the lines, the key and answer, and the head with the positions of the dice; return None on a conflict."""
    links = chain.links(table, log.version, log.link, batch.entries)
    number, version, entry = log.number, log.version + len(links), batch.entries[-1]
    now = rows.Log(number, version, links[-1], chain.moved_on(log.streams, batch.streams))
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
