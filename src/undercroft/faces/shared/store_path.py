"""Where the store is: what `--data` names, else `UNDERCROFT_DATA`, else the user's own folder for data.

A named file is the store itself; in a named folder it is the file `undercroft.db`. An address that begins with
`postgresql://` is a database.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from undercroft.kernel.extras import needs
from undercroft.kernel.faults import BadInput
from undercroft.store import files
from undercroft.store.faults import NoSuchFile, Storage
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

if TYPE_CHECKING:
    from undercroft.store.postgres.store import PostgresStore

VARIABLE = "UNDERCROFT_DATA"
FILE = "undercroft.db"
_ELSEWHERE = f"name a file with --data, or in {VARIABLE}"
_SERVERS = ("postgresql://", "postgres://")


class StorePlace(Struct, frozen=True):
    """Where the store is, or will be, and whether this command named it."""

    path: Path
    named: bool

    @property
    def shown(self) -> str:
        """The place for people."""
        return str(self.path)


class DatabasePlace(Struct, frozen=True):
    """The address of a store in a database. It may hold a password, so that nobody is shown it."""

    url: str

    def __repr__(self) -> str:
        return "<the address of a database>"

    @property
    def shown(self) -> str:
        """The place for people: without the name of a user, and without a password."""
        return f"postgresql://{self.url.partition('://')[2].rpartition('@')[2].partition('?')[0]}"


Place: TypeAlias = StorePlace | DatabasePlace


def place(named: str | None) -> Place:
    """The place that `--data` names, or the default place of the store."""
    if named is not None:
        return DatabasePlace(named) if named.startswith(_SERVERS) else StorePlace(_file(named), named=True)
    if set_to := os.environ.get(VARIABLE):
        return DatabasePlace(set_to) if set_to.startswith(_SERVERS) else StorePlace(_file(set_to), named=False)
    return StorePlace(usual_folder(sys.platform, os.environ) / FILE, named=False)


def usual_folder(platform: str, environment: Mapping[str, str]) -> Path:
    """The folder for a user's data on that platform."""
    match platform:
        case "win32":
            local = environment.get("LOCALAPPDATA")
            return (Path(local) if local else _home() / "AppData" / "Local") / "Undercroft"
        case "darwin":
            return _home() / "Library" / "Application Support" / "Undercroft"
        case _:
            shared = Path(environment.get("XDG_DATA_HOME", ""))
            return (shared if shared.is_absolute() else _home() / ".local" / "share") / "undercroft"


def file_of(where: Place, fix: str) -> StorePlace:
    """The place of a store that must be a file."""
    if isinstance(where, DatabasePlace):
        raise BadInput("not_a_file", "that works with a store in a file", fix)
    return where


def database(where: DatabasePlace, *, readonly: bool = False) -> PostgresStore:
    """The store in a database."""
    with needs("postgres"):
        from undercroft.store.postgres.store import PostgresStore
    return PostgresStore(where.url, readonly=readonly)


def reading(where: Place) -> Store:
    """The store to read from: empty if there is none yet; a fault if the named store is missing."""
    if isinstance(where, DatabasePlace):
        return database(where, readonly=True)
    if not where.named and not where.path.exists():
        return MemoryStore()
    return SQLiteStore(where.path, readonly=True)


def changing(where: Place) -> Store:
    """The store whose tables are changed: empty if there is none yet, a fault if a named store is missing."""
    if isinstance(where, DatabasePlace):
        return database(where)
    if where.path.exists():
        return SQLiteStore(where.path)
    if where.named:
        fix = "check the name after --data; “undercroft table new NAME” with it makes a new store"
        raise NoSuchFile("not_found", f"there is no store {where.path}", fix)
    return MemoryStore()


def writing(where: Place) -> SQLiteStore | PostgresStore:
    """The store to write to; a file is created if there is none."""
    if isinstance(where, DatabasePlace):
        return database(where)
    prepare(where)
    return SQLiteStore(where.path)


def prepare(where: StorePlace) -> None:
    """Make the store's folder, open to its owner only, unless this command named the place."""
    if where.named:
        return
    try:
        files.make_folder(where.path.parent)
    except OSError as fault:
        what = f"{where.path.parent} cannot be made: {fault.strerror}"
        raise Storage("storage", what, _ELSEWHERE) from None


def _file(named: str) -> Path:
    if not named or "\0" in named:
        raise BadInput("not_a_file", "that cannot be the name of a store", "name a file or a folder")
    try:
        path = Path(named).resolve()
    except FileNotFoundError:
        raise NoSuchFile(
            "not_found", "the folder you are in is gone", "go to another, or name the whole path"
        ) from None
    except (OSError, RuntimeError):
        raise BadInput(
            "not_a_file", f"{named[:80]} is a link that leads back to itself", "name a file or a folder"
        ) from None
    return path / FILE if path.is_dir() or named.endswith(_SEPARATORS) else path


_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


def _home() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        home = Path()
    if not home.is_absolute():
        raise BadInput("no_home", "you have no home folder to keep the store in", _ELSEWHERE)
    return home
