"""Checks of what the database keeps beside the lines of a table: stored answers, pictures, and their indexes.

A damaged index could hide an answer, and a retry would roll twice. So each row must be found through its index, with
all of its entry: a reader who walks along the index also meets an entry that a search for it would miss. An entry that
leads to a sound row of another table counts for that table alone.
"""

import sqlite3
from contextlib import suppress

from undercroft.store import chain, database, rows, seals
from undercroft.store.faults import Integrity, damaged

REBUILD = "REINDEX keys"
LATELY = 1000
"""The lines at the end of a log whose keys are looked for when its table is opened: what clients try again is new."""

_STORED = "SELECT place, number, key, fingerprint, answer, seal FROM lines NOT INDEXED WHERE place > ? AND place <= ?"
_KEYS = "SELECT place, number, key FROM lines INDEXED BY keys WHERE number = ? AND key IS NOT NULL"
_FOUND = "SELECT place FROM lines INDEXED BY keys WHERE number = ? AND key = ? AND key IS NOT NULL"
_HIDDEN = "its stored answer cannot be found by its key"
_PICTURES = "SELECT rowid, id FROM pictures WHERE number = ?"
_PICTURE = "SELECT number, id, seal FROM pictures NOT INDEXED WHERE rowid = ?"
_PICTURE_ROWS = "SELECT rowid, number, id, seal FROM pictures NOT INDEXED WHERE +number = ?"


def check(db: sqlite3.Connection, table: str) -> None:
    """Raise the first fault; a store from before the seals has nothing to check."""
    if database.schema_of(db) < database.SEALS_SINCE:
        return
    db.execute("BEGIN")  # so that nothing is written meanwhile, as far as this reader sees
    try:
        number = rows.sound_listing(db, table).number
        _check_answers(db, table, number)
        _check_pictures(db, table, number)
    finally:
        db.rollback()


def _check_answers(db: sqlite3.Connection, table: str, number: int) -> None:
    found = set(db.execute(_KEYS, (number,)).fetchall())
    for stored in db.execute(_STORED, (rows.place(number, 0), rows.place(number, rows.MOST_LINES))):
        place, stored_number, key, *_ = stored
        seq = place & rows.MOST_LINES
        if not rows.is_sealed(stored) or stored_number not in (None, number):
            raise damaged(table, seq, "its stored answer was changed")
        if key is not None and (place, number, key) not in found:
            raise damaged(table, seq, _HIDDEN)


def hidden_lately(db: sqlite3.Connection, table: str) -> Integrity | None:
    """The first of the last answers of a table that is not found by its key, if any."""
    if database.schema_of(db) < database.SEALS_SINCE:
        return None
    log = rows.log_of(db, table)
    span = (rows.place(log.number, max(0, log.version - LATELY)), rows.place(log.number, log.version))
    for place, number, key, *_ in db.execute(_STORED, span).fetchall():
        found = None
        with suppress(sqlite3.DatabaseError):  # a page of the index that is none
            found = db.execute(_FOUND, (number, key)).fetchone()
        if key is not None and found != (place,):
            return damaged(table, place & rows.MOST_LINES, _HIDDEN)
    return None


def _check_pictures(db: sqlite3.Connection, table: str, number: int) -> None:
    found = db.execute(_PICTURES, (number,)).fetchall()
    for position, id in found:
        row = db.execute(_PICTURE, (position,)).fetchone()
        if row is None or not _is_sealed(*row) or (row[0] == number and row[1] != id):
            raise chain.unsound(table, "picture")
    for position, stored_number, id, seal in db.execute(_PICTURE_ROWS, (number,)).fetchall():
        if _is_sealed(stored_number, id, seal) and (position, id) not in found:
            raise damaged(table, 0, "its picture cannot be found by its id")


def _is_sealed(number: int, id: str, seal: int) -> bool:
    return seal == seals.of_picture(number, id)
