"""What `undercroft doctor` checks: the machine, the place of the store, and the store itself."""

import os
import platform
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter_ns

from undercroft.books import OUTSIDE
from undercroft.books.outside import said
from undercroft.faces.shared import port, store_path
from undercroft.faces.shared.database_checkup import findings
from undercroft.faces.shared.findings import Finding, FindingGrade, fine, graded, poor
from undercroft.faces.shared.store_path import DatabasePlace, Place, StorePlace
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.extras import LIBRARIES, to_install
from undercroft.store import database
from undercroft.store.faults import Storage, StoreFault, damaged
from undercroft.store.lock import is_held
from undercroft.store.log import Broken
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

LEAST_FREE = 100 * 1024 * 1024
"""Bytes; the log of a session has a few hundred thousand."""

SLOW_SYNC = 50_000
"""Microseconds; every command at the table waits for one sync."""

SYNCS = 15
OLDEST_SQLITE = (3, 37, 0)
"""The first version with strict tables."""

EARLIEST, LATEST = datetime(2026, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
_ALLOWANCE = timedelta(minutes=5)


def checkup(place: Place) -> tuple[Finding, ...]:
    """Check everything, and change nothing."""
    if isinstance(place, DatabasePlace):
        return _checkup_of_database(place)
    return tuple(found for look in CHECKS for found in _guarded(look, place))


def _checkup_of_database(place: DatabasePlace) -> tuple[Finding, ...]:
    """What can be checked of a store in a database, from here."""
    elsewhere = StorePlace(Path(), named=True)
    here = (*python(elsewhere), *books(elsewhere), *server(elsewhere))
    return (*here, *_guarded_database(place), *clock(elsewhere), *ports(elsewhere))


def _guarded_database(place: DatabasePlace) -> list[Finding]:
    try:
        with closing(store_path.database(place)) as opened:
            from undercroft.store.postgres.condition import condition

            opened.ready()
            tables = [table.id for table in opened.tables()]
            lines = sum(_whole(opened, table) for table in tables)
            says = f"{opened.named}: {counted(len(tables), 'table')}, {counted(lines, 'line')}, as written"
            found = [fine("store", says, tables=len(tables), lines=lines), *_ahead(_newest(opened, tables))]
        return [*found, *findings(condition(place.url))]
    except StoreFault as fault:
        return [Finding("store", FindingGrade.FAULT, fault.what, fault=fault)]


def _guarded(look: Callable[[StorePlace], list[Finding]], place: StorePlace) -> list[Finding]:
    try:
        return look(place)
    except StoreFault as fault:
        return [Finding(look.__name__, FindingGrade.FAULT, fault.what, fault=fault)]


def python(_place: StorePlace) -> list[Finding]:
    version = platform.python_version()
    return [fine("python", f"{version} on {platform.system()}", version=version)]


def books(_place: StorePlace) -> list[Finding]:
    """The books of other packages, and why some are left out."""
    found = [fine("books", f"{book.title}, of {package}") for book, package in OUTSIDE.books]
    return [*found, *(poor("books", words) for words in said(OUTSIDE.left_out))]


def server(_place: StorePlace) -> list[Finding]:
    """Whether the libraries of the server are there; nothing if they are."""
    missing = [library for library in LIBRARIES["table"] if find_spec(library) is None]
    if not missing:
        return []
    says = f"“undercroft serve” needs {series(missing)}, which {'are' if missing[1:] else 'is'} not installed"
    return [poor("server", f"{says}: {to_install('table')}")]


def sqlite(_place: StorePlace) -> list[Finding]:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise Storage("storage", f"SQLite {version} is too old to keep a store", "use a newer Python")
    return [fine("sqlite", version, version=version)]


def store(place: StorePlace) -> list[Finding]:
    """Is the store one of ours, and is every line unchanged?"""
    path = str(place.path)
    if not place.named and not place.path.exists():
        return [fine("store", f"none yet; it will be {path}", path=path, tables=0, lines=0)]
    with closing(SQLiteStore(place.path, readonly=True)) as opened:
        tables = [table.id for table in opened.tables()]
        lines = sum(_whole(opened, table) for table in tables)
        late = _newest(opened, tables)
    says = f"{path}: {counted(len(tables), 'table')}, {counted(lines, 'line')}, as written"
    return [fine("store", says, path=path, tables=len(tables), lines=lines), *_ahead(late)]


def _whole(opened: Store, table: str) -> int:
    found = opened.verify(table)
    if isinstance(found, Broken):
        raise damaged(table, found.seq, found.why)
    return found.version


def _newest(opened: Store, tables: list[str]) -> datetime | None:
    """When the newest line was written, as far as that can be read."""
    ends = [(table, opened.head(table).version) for table in tables]
    walls = [line.wall for table, end in ends if end for line in opened.read(table, after=end - 1)]
    return max((when for wall in walls if (when := _read(wall))), default=None)


def _read(wall: str) -> datetime | None:
    try:
        when = datetime.fromisoformat(wall)
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _ahead(newest: datetime | None) -> list[Finding]:
    """Check that the log was not written later than now."""
    if newest is None or newest <= now() + _ALLOWANCE:
        return []
    return [poor("clock", f"the newest line was written at {newest:%Y-%m-%d %H:%M} UTC: set the clock right")]


def pragmas(place: StorePlace) -> list[Finding]:
    """The settings of SQLite for a connection that writes to this file."""
    if not _is_store(place):
        return []
    found = database.in_force(place.path)
    says = ", ".join(f"{name} {found[name]}" for name in ("journal_mode", *database.WANTED))
    if any(found[name] != value for name, value in database.WANTED.items()):
        raise Storage("storage", f"SQLite ignores a setting: {says}", "use another Python")
    schema = found["user_version"]
    new = schema == database.SCHEMA and found["journal_mode"] == "wal"
    return [fine("pragmas", f"{says}; schema {schema}{'' if new else ', renewed when next written to'}", **found)]


def _is_store(place: StorePlace) -> bool:
    """Is there a store to query? The check of the store reports anything else found there."""
    try:
        with closing(SQLiteStore(place.path, readonly=True)):
            return True
    except StoreFault:
        return False


def disk(place: StorePlace) -> list[Finding]:
    free = shutil.disk_usage(_folder(place)).free
    says = f"{free // (1024 * 1024):,} MB free"
    return [graded("disk", free >= LEAST_FREE, says, "make room", free_bytes=free)]


def sync(place: StorePlace) -> list[Finding]:
    """How long the disk takes to confirm a write."""
    try:
        with tempfile.TemporaryFile(dir=_folder(place)) as file:
            microseconds = median(_synced(file.fileno()) for _ in range(SYNCS)) // 1000
    except OSError as fault:
        return [poor("sync", f"nothing can be written in {_folder(place)}: {fault.strerror}")]
    says = f"{microseconds / 1000:.1f} ms for a write to reach the disk"
    fix = "choose a faster disk"
    return [graded("sync", microseconds <= SLOW_SYNC, says, fix, microseconds=int(microseconds))]


def _synced(descriptor: int) -> int:
    os.write(descriptor, bytes(4096))
    began = perf_counter_ns()
    os.fsync(descriptor)
    return perf_counter_ns() - began


def clock(_place: StorePlace) -> list[Finding]:
    says = f"{now():%Y-%m-%d %H:%M} UTC"
    return [graded("clock", EARLIEST <= now() <= LATEST, says, "set the clock right")]


def now() -> datetime:
    """The machine's present time."""
    return datetime.now(UTC)


def permissions(place: StorePlace) -> list[Finding]:
    """Who else could read or change the store?"""
    found: list[Finding] = []
    folder = _folder(place)
    if getattr(os, "geteuid", lambda: 1)() == 0:
        found.append(poor("permissions", "you are root: run Undercroft as a user with fewer rights"))
    if os.name == "posix" and folder.stat().st_mode & 0o002:
        found.append(poor("permissions", f"anybody may write in {folder}: chmod o-w, or choose another"))
    if os.name == "posix" and _is_store(place) and place.path.stat().st_mode & 0o077:
        found.append(poor("permissions", f"others may read or change {place.path}: chmod 600"))
    if _is_store(place) and not (os.access(place.path, os.W_OK) and os.access(folder, os.W_OK)):
        found.append(poor("permissions", f"you may not write to {place.path}: you can only read it"))
    return found or [fine("permissions", "only its owner can read or change the store")]


def lock(place: StorePlace) -> list[Finding]:
    held = is_held(place.path)
    return [fine("lock", "a process has the store open for writing" if held else "nobody is writing", held=held)]


def ports(_place: StorePlace) -> list[Finding]:
    free = port.is_free(port.PORT)
    says = f"{port.PORT} is {'free' if free else 'taken'}"
    return [graded("port", free, says, "serve with --port", port=port.PORT, free=free)]


CHECKS = (python, books, server, sqlite, store, pragmas, disk, sync, clock, permissions, lock, ports)


def _folder(place: StorePlace) -> Path:
    """The folder of the store; if there is none yet, the folder where it would be made."""
    return next(parent for parent in place.path.parents if parent.is_dir())
