"""Copying a whole store while it is in use, and restoring it. Copying the file by hand may tear it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from undercroft.kernel import wire
from undercroft.store import chain, database, files, rows, write_ahead
from undercroft.store.faults import Conflict, StoreFault, damaged
from undercroft.store.lock import Lock, beside, is_held
from undercroft.store.log import Broken
from undercroft.store.rescued_store import Rescue, marked, rescue
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

    Every table is marked as restored, so that its dice go on from new keys: those thrown since the backup do not fall
    again. From a damaged backup everything that can be read is taken, and the result says what that is.
    """
    source, target = Path(source).resolve(), Path(target).resolve()
    if not source.is_file():
        database.recognise(source)
    with closing(Lock(target)):
        if target.exists():
            raise Conflict("conflict", f"{target} is already there", "move it away first")
        for ending in ("-wal", "-shm", "-journal"):
            beside(target, ending).unlink(missing_ok=True)
        return _copy(source, target, _mark)


def _mark(copy: Path) -> None:
    """Mark every table of a copy as restored, in one transaction. A damaged head stays as it is and is found later."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("BEGIN")
        for number, version, link, streams, seal in db.execute(rows.HEADS).fetchall():
            with suppress(wire.Unreadable, *rows.DAMAGE):
                if chain.seal(version, link, streams.encode()) == seal:
                    positions: dict[str, int] = wire.decode(dict[str, int], streams.encode())
                    db.execute(rows.UPDATE_HEAD, rows.LogEnd(number, version, link, marked(positions)).row)
        db.execute("COMMIT")


def _copy(source: Path, target: Path, finish: Callable[[Path], None] = lambda _: None) -> Rescue | None:
    if target.exists():
        raise files.there_already(target)
    try:
        _copy_pages(source, target, finish)
    except StoreFault as fault:
        if fault.code not in _DAMAGE or not source.is_file():
            raise
        rescued = rescue(source, target, fault)
        if rescued is None:
            raise
        return rescued
    return None


def _copy_pages(source: Path, target: Path, finish: Callable[[Path], None]) -> None:
    database.recognise(source)
    if not is_held(source):
        write_ahead.check(source)
    try:
        with files.becoming(target) as new:
            with closing(database.connect(source)) as db:
                database.copy(db, new)
            finish(new)
            _verify(new, source)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise database.explained(error, target) from None


def _verify(copy: Path, source: Path) -> None:
    with closing(SQLiteStore(copy, readonly=True)) as store:
        for table in store.tables():
            if isinstance(found := store.verify(table.id), Broken):
                raise damaged(table.id, found.seq, f"{source} is damaged: {found.why}")
    with closing(database.connect(copy)) as db:
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise damaged("", 0, f"{source} is damaged: all of it can be read, but not everywhere written to")
