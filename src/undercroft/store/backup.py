"""Copying a whole store while it is in use, and restoring it. Copying the file by hand may tear it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from undercroft.store import database, files
from undercroft.store.faults import Conflict, Integrity
from undercroft.store.lock import Lock, beside
from undercroft.store.log import Broken
from undercroft.store.sqlite import SQLiteStore


def backup(source: Path | str, target: Path | str) -> None:
    """Copy the store as it is now, verified and durable, into a new file. Others may go on writing to it."""
    source, target = Path(source).resolve(), Path(target).resolve()
    database.recognise(source)
    _copy(source, target)


def restore(source: Path | str, target: Path | str) -> None:
    """Make a store from a backup, and remove files left beside the target by a database that is gone."""
    source, target = Path(source).resolve(), Path(target).resolve()
    database.recognise(source)
    with closing(Lock(target)):
        if target.exists():
            raise Conflict("conflict", f"{target} is already there", "move it away first")
        for ending in ("-wal", "-shm", "-journal"):
            beside(target, ending).unlink(missing_ok=True)
        _copy(source, target)


def _copy(source: Path, target: Path) -> None:
    if target.exists():
        raise files.there_already(target)
    try:
        with files.becoming(target) as new:
            with closing(database.connect(source)) as db:
                database.copy(db, new)
            _verify(new, source)
    except sqlite3.Error as error:
        raise database.explained(error, target) from None


def _verify(copy: Path, source: Path) -> None:
    with closing(SQLiteStore(copy, readonly=True)) as store:
        for table in store.tables():
            if isinstance(found := store.verify(table.id), Broken):
                raise Integrity(table.id, found.seq, f"{source} is damaged: {found.why}", "export the other tables")
