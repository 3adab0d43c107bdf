"""The SQLite file: its schema, how it is made, opened and recognised, and what its errors mean."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

from undercroft.store import files
from undercroft.store.faults import NoSuchFile, Storage, StoreFault, damaged
from undercroft.store.lock import beside, is_held
from undercroft.store.seals import NOT_SEALED

APPLICATION = int.from_bytes(b"Undc", "big")
SCHEMA = 4
OLDEST_SCHEMA = 1
MOST_SCHEMA = 1000
"""More than there will ever be: a higher number is damage."""
SECRETS_SINCE = 2
PICTURES_SINCE = 3
SEALS_SINCE = 4
PAGE = 2048
"""Small pages, because an append writes a few bytes on each of several pages."""

WANTED = {"synchronous": "full", "fullfsync": "on", "foreign_keys": "on"}
"""The settings of every connection that writes. The file itself uses a write-ahead log."""

PATIENCE = 5.0
"""Seconds to wait for another program that holds the file."""

SECRETS = """
CREATE TABLE secrets (
    number INTEGER PRIMARY KEY REFERENCES tables, secret BLOB NOT NULL, seal INTEGER NOT NULL
) STRICT
"""
PICTURES = """
CREATE TABLE pictures (
    number INTEGER NOT NULL REFERENCES tables, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (number, id)
) STRICT
"""
SEALS = (
    f"ALTER TABLE tables ADD COLUMN seal INTEGER NOT NULL DEFAULT {NOT_SEALED}",
    f"ALTER TABLE pictures ADD COLUMN seal INTEGER NOT NULL DEFAULT {NOT_SEALED}",
    "ALTER TABLE lines ADD COLUMN seal INTEGER",
)
_WITHOUT_SEALS = (
    "CREATE TEMP VIEW tables AS SELECT *, -1 AS seal FROM main.tables",
    "CREATE TEMP VIEW lines AS SELECT *, -1 AS seal FROM main.lines",
)
"""Views that let a store from before the seals be read like one that has them."""

_TABLES = """
CREATE TABLE tables (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created TEXT NOT NULL,
    format INTEGER NOT NULL, origin TEXT
) STRICT;
CREATE TABLE heads (
    number INTEGER PRIMARY KEY REFERENCES tables, version INTEGER NOT NULL, link BLOB NOT NULL, streams TEXT NOT NULL,
    seal INTEGER NOT NULL
) STRICT;
CREATE TABLE lines (
    place INTEGER PRIMARY KEY, act TEXT NOT NULL, at INTEGER NOT NULL, audience TEXT NOT NULL, tag TEXT NOT NULL,
    body BLOB NOT NULL, wall TEXT NOT NULL, link BLOB NOT NULL,
    number INTEGER, key TEXT, fingerprint BLOB, answer BLOB
) STRICT;
CREATE UNIQUE INDEX keys ON lines (number, key) WHERE key IS NOT NULL;
CREATE TABLE snapshots (
    number INTEGER PRIMARY KEY REFERENCES tables, version INTEGER NOT NULL, code TEXT NOT NULL, link BLOB NOT NULL,
    digest BLOB NOT NULL, body BLOB NOT NULL
) STRICT;
CREATE TABLE lease (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL) STRICT;
INSERT INTO lease VALUES (1, 0);
"""
"""A place combines the number of a table and the number of a line in one integer, so that a log is stored together.

The last line of an append also keeps its key and answer. Both are for speed: every page that an append touches is
written once more.
"""


def make(path: Path) -> None:
    """Make an empty database, complete before it gets its name."""
    for left in (beside(path, "-wal"), beside(path, "-journal")):
        if _is_left(left):
            what = f"{left} is left from a database that is gone"
            raise Storage("storage", what, "put the database back, or move this file away")
    try:
        with files.becoming(path) as new, closing(sqlite3.connect(new, isolation_level=None)) as db:
            db.execute(f"PRAGMA page_size = {PAGE}")
            db.execute("PRAGMA journal_mode = MEMORY")
            db.executescript(f"BEGIN; {_TABLES} {SECRETS}; {PICTURES}; {'; '.join(SEALS)}; COMMIT;")
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")
            db.execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error as error:
        raise at_opening(error, path) from None


def copy(db: sqlite3.Connection, to: Path) -> None:
    """Copy a whole database into a file."""
    with closing(sqlite3.connect(to, isolation_level=None)) as target:
        db.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def recognise(path: Path) -> None:
    """Refuse a file that is not one of our stores, without letting SQLite touch it."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            what = "is a directory" if stat.S_ISDIR(mode) else "is not an ordinary file"
            raise Storage("not_a_store", f"{path} {what}", "name the database file")
        with path.open("rb") as file:
            start = file.read(100)
    except FileNotFoundError:
        raise NoSuchFile("not_found", f"there is no {path}", "check the name") from None
    except OSError as fault:
        raise Storage("storage", f"{path}: {fault.strerror}", "make it readable") from None
    if not start.startswith(b"SQLite format 3\0") or start[68:72] != APPLICATION.to_bytes(4, "big"):
        raise Storage("not_a_store", f"{path} was not written by Undercroft", "name another file")


def connect(path: Path, *, writing: bool = False, patience: float = PATIENCE) -> sqlite3.Connection:
    """Open a database that `recognise` has accepted.

    On a full disk SQLite has no room for the index of the write-ahead log; without such a log, none is needed to read.
    """
    frozen = not writing and not os.access(path.parent, os.W_OK) and not beside(path, "-wal").exists()
    try:
        return _connected(path, writing, patience, frozen=frozen)
    except Storage as fault:
        if fault.code != "storage_full" or writing or is_held(path) or _is_left(beside(path, "-wal")):
            raise
    return _connected(path, writing, patience, frozen=True)


def _connected(path: Path, writing: bool, patience: float, *, frozen: bool) -> sqlite3.Connection:
    """A connection; `frozen` if SQLite is to read the database as a file that does not change."""
    options = urlencode({"mode": "rw" if writing else "ro"} | ({"immutable": "1"} if frozen else {}))
    try:
        db = sqlite3.connect(
            f"{path.as_uri()}?{options}", uri=True, isolation_level=None, timeout=patience, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise at_opening(error, path) from None
    try:
        _settle(db, path, writing)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        db.close()
        raise at_opening(error, path) from None
    except StoreFault:
        db.close()
        raise
    return db


def _is_left(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _settle(db: sqlite3.Connection, path: Path, writing: bool) -> None:
    schema = schema_of(db)
    if schema > MOST_SCHEMA:
        raise damaged("", 0, f"{path} is damaged: it says that it is in schema {schema}")
    if schema > SCHEMA:
        raise Storage("newer_schema", f"{path} was written by a newer Undercroft", "update Undercroft")
    if schema < OLDEST_SCHEMA:
        raise Storage("not_a_store", f"{path} is in schema {schema}, which does not exist", "restore a backup")
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    if not writing and schema < SEALS_SINCE:
        for view in _WITHOUT_SEALS:
            db.execute(view)
    if writing:
        if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
            raise Storage("storage", f"{path}: this file system cannot keep a write-ahead log", "choose a local disk")
        _harden(db)
        db.execute("PRAGMA wal_autocheckpoint = 0")


def schema_of(db: sqlite3.Connection) -> int:
    """The number of a database's schema."""
    schema: int = db.execute("PRAGMA user_version").fetchone()[0]
    return schema


def _harden(db: sqlite3.Connection) -> None:
    for name, value in WANTED.items():
        db.execute(f"PRAGMA {name} = {value}")


def in_force(path: Path) -> dict[str, str | int]:
    """The settings in force on a connection that writes, as SQLite reports them, and those stored in the file.

    The query uses a connection that cannot write, so that it changes nothing.
    """
    with closing(connect(path)) as db:
        _harden(db)
        asked = ("journal_mode", *WANTED, "page_size", "user_version")
        found = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked}
    return {name: _WORDS[name][value] if name in _WORDS else value for name, value in found.items()}


_SWITCH = ("off", "on")
_WORDS = {"synchronous": ("off", "normal", "full", "extra"), "fullfsync": _SWITCH, "foreign_keys": _SWITCH}
"""The meaning of the numbers that SQLite reports."""


def primary(error: Exception) -> int | None:
    """The family of an SQLite error, or None if the error is not from SQLite."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


FAILED_SYNCS = (sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC)


def is_failed_sync(error: Exception) -> bool:
    """Whether the disk could not keep what was written, so that nobody knows what is on it."""
    return getattr(error, "sqlite_errorcode", None) in FAILED_SYNCS


def at_opening(error: Exception, path: Path) -> StoreFault:
    """The fault for an error while a database is opened. SQLite calls a full disk an I/O error then."""
    fault = explained(error, path)
    if primary(error) == sqlite3.SQLITE_IOERR and not is_failed_sync(error):
        try:
            files.check_room(path)
        except StoreFault as found:
            fault = found
    if fault.code == "storage_full":
        return Storage(fault.code, f"no room left to open {path}", "make room, then start again")
    return fault


def explained(error: Exception, path: Path, table: str = "", seq: int = 0) -> StoreFault:
    """The fault for an SQLite error, or for bytes in the file that are not text."""
    if is_failed_sync(error):
        what = f"{path}: the disk could not keep what was written ({error})"
        return Storage("sync_failed", what, "check the disk, then start again")
    match primary(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Storage("busy", f"{path} is held by another program", "try again in a moment")
        case sqlite3.SQLITE_FULL:
            return Storage("storage_full", f"no room left for {path}", "make room; nothing needs to be restarted")
        case sqlite3.SQLITE_READONLY:
            return Storage("read_only", f"{path} cannot be written to", "make it writable")
        case sqlite3.SQLITE_NOTADB:
            return Storage("not_a_store", f"{path} is not a database", "restore a backup")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_CONSTRAINT | sqlite3.SQLITE_ERROR | None:
            return damaged(table, seq, f"{path} is damaged: {error}")
        case _:
            return Storage("storage", f"{path}: {error}", "check the disk, then start again")
