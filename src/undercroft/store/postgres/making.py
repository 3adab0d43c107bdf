"""Writing a whole table in one transaction."""

from collections.abc import Sequence
from zlib import crc32

import psycopg
from msgspec.structs import replace
from psycopg import Connection

from undercroft.kernel import wire
from undercroft.store import chain
from undercroft.store.faults import NoSuchTable, TableTaken, unfit
from undercroft.store.log import FORMAT, Batch, ListedTable, StoredTable
from undercroft.store.postgres import rows
from undercroft.store.rows import answer_row


def create(table: ListedTable, secret: bytes, batches: Sequence[Batch], db: Connection) -> None:
    """Write a new table with its first batches."""
    log = rows.LogEnd(_begin(db, replace(table, origin=None), secret), 0, chain.first_link(table), {})
    db.execute(rows.INSERT_HEAD, rows.head_row(log))
    for batch in batches:
        if batch.expected != log.version:
            raise unfit(table.id)
        sent = rows.append(table.id, log, batch)
        try:
            db.execute(sent.statement, sent.values)
        except psycopg.errors.UniqueViolation:
            raise unfit(table.id) from None
        log = sent.now


def put(whole: StoredTable, db: Connection) -> None:
    """Write everything of a table, instead of one that was moved away from here."""
    try:
        rows.hold(db, whole.table.id)
        before = rows.end_of(db, whole.table.id).log
        if chain.is_away(before.streams):
            put_away(db, before.number)
    except NoSuchTable:
        pass
    add(whole, db)


def add(whole: StoredTable, db: Connection) -> None:
    """Write everything of a table whose id is free."""
    number, head = _begin(db, whole.table, whole.secret), whole.head
    log = rows.LogEnd(number, head.version, head.link, dict(head.streams))
    db.execute(rows.INSERT_HEAD, rows.head_row(log))
    kept = {
        answer.seq: answer_row(number, answer.seq, answer.key, answer.fingerprint, answer.answer)
        for answer in whole.answers
    }
    with db.cursor() as cursor:
        lines = [rows.stored_line(number, line, *kept.get(line.seq, ())) for line in whole.lines]
        cursor.executemany(rows.INSERT_LINE, lines)
        cursor.executemany(rows.INSERT_PICTURE, [rows.stored_picture(number, each) for each in whole.pictures])


def put_away(db: Connection, number: int) -> None:
    """Show and write nothing more of a table. Its head gets a version below nought, on which no append builds."""
    db.execute("UPDATE heads SET version = -1 - version WHERE number = %s AND version >= 0", (number,))
    db.execute("DELETE FROM codes WHERE number = %s", (number,))
    db.execute("UPDATE tables SET removed = now() WHERE number = %s", (number,))


def _begin(db: Connection, table: ListedTable, secret: bytes) -> int:
    """List a new table, keep its secret and return its number."""
    try:
        made = db.execute(rows.INSERT_TABLE, (table.id, table.name, table.created, FORMAT)).fetchone()
    except psycopg.errors.UniqueViolation:
        raise TableTaken(table.id) from None
    number: int = made[0] if made else 0
    origin = None if table.origin is None else wire.encode(table.origin).decode()
    db.execute(rows.SAVE_LISTING, rows.Listing(number, table, FORMAT, origin).row)
    db.execute(rows.KEEP_KEY, (number, secret, crc32(secret)))
    return number
