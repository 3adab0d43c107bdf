"""Copying a whole store while it is in use, and restoring it. Copying the file by hand may tear it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from undercroft.store import database, files
from undercroft.store.faults import Conflict, StoreFault, damaged
from undercroft.store.lock import Lock, beside
from undercroft.store.log import Broken
from undercroft.store.rescue import Rescue, rescue
from undercroft.store.sqlite import SQLiteStore

_DAMAGE = ("integrity", "not_a_store")
"""The codes of faults behind which readable tables may lie."""


def backup(source: Path | str, target: Path | str) -> Rescue | None:
    """Copy the store as it is now, verified and durable, into a new file. Others may go on writing to it.

    From a damaged store everything that can be read is taken, and the result says what that is.
    """
    source, target = Path(source).resolve(), Path(target).resolve()
    return _copy(source, target)


def restore(source: Path | str, target: Path | str) -> Rescue | None:
    """Make a store from a backup, and remove files left beside the target by a database that is gone.

    From a damaged backup everything that can be read is taken, and the result says what that is.
    """
    source, target = Path(source).resolve(), Path(target).resolve()
    if not source.is_file():
        database.recognise(source)
    with closing(Lock(target)):
        if target.exists():
            raise Conflict("conflict", f"{target} is already there", "move it away first")
        for ending in ("-wal", "-shm", "-journal"):
            beside(target, ending).unlink(missing_ok=True)
        return _copy(source, target)


def _copy(source: Path, target: Path) -> Rescue | None:
    if target.exists():
        raise files.there_already(target)
    try:
        _copy_pages(source, target)
    except StoreFault as fault:
        if fault.code not in _DAMAGE or not source.is_file():
            raise
        rescued = rescue(source, target, fault)
        if rescued is None:
            raise
        return rescued
    return None


def _copy_pages(source: Path, target: Path) -> None:
    database.recognise(source)
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
                raise damaged(table.id, found.seq, f"{source} is damaged: {found.why}")
