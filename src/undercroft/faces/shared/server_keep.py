"""What a server keeps beside its tables: a key of its own, and the founders, who may start campaigns beside its owner.

A store in a file has it in a file beside it that only its owner may read; several processes share it in the database.
"""

import secrets
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Protocol

from msgspec import Struct

from undercroft.faces.shared.store_path import DatabasePlace, Place
from undercroft.kernel import wire
from undercroft.store import files
from undercroft.store.faults import Storage
from undercroft.store.sharing import Shared
from undercroft.store.store import Store

KEY_BYTES = 32
SUFFIX = ".founders"
_SETTING = "founders"
_FIX = "remove it and start again: the links of all founders end"


class Founded(Struct, frozen=True):
    """A table that a founder started, and when it was asked for, in seconds."""

    table: str
    since: int


class Founder(Struct, frozen=True):
    """A person or club that may start so many campaigns on this server, by a link."""

    id: str
    name: str
    most: int
    edition: int = 0
    """How often the link was renewed."""
    tables: tuple[Founded, ...] = ()

    def has(self, table: str) -> bool:
        """Whether this founder started that table."""
        return any(started.table == table for started in self.tables)


class Kept(Struct, frozen=True):
    """What a server keeps."""

    key: str
    founders: tuple[Founder, ...] = ()

    @property
    def secret(self) -> bytes:
        """The key as bytes."""
        return bytes.fromhex(self.key)


Change = Callable[[Kept], Kept]


class ServerKeep(Protocol):
    """Where it is kept. Any thread may ask; a change is made alone, on what is kept by then."""

    def read(self) -> Kept:
        """What is kept; made on first use."""
        ...

    def change(self, change: Change) -> Kept:
        """Keep something else; what is kept now."""
        ...


class MemoryKeep:
    """Kept as long as the process runs."""

    def __init__(self) -> None:
        self._kept = _first()
        self._turn = Lock()

    def read(self) -> Kept:
        """What is kept."""
        return self._kept

    def change(self, change: Change) -> Kept:
        """Keep something else."""
        with self._turn:
            self._kept = change(self._kept)
            return self._kept


class FileKeep:
    """Kept in a file beside the store's. Only the process that has the store open writes it."""

    def __init__(self, store: Path) -> None:
        self._file = store.with_suffix(SUFFIX)
        self._turn = Lock()

    def read(self) -> Kept:
        """What is kept."""
        with self._turn:
            return self._read()

    def change(self, change: Change) -> Kept:
        """Keep something else."""
        with self._turn:
            changed = change(self._read())
            self._write(changed)
            return changed

    def _read(self) -> Kept:
        try:
            return _decoded(self._file.read_bytes(), str(self._file))
        except FileNotFoundError:
            first = _first()
            self._write(first)
            return first
        except OSError as fault:
            raise Storage("storage", f"{self._file}: {fault.strerror}", "make it readable") from None

    def _write(self, kept: Kept) -> None:
        with files.written(self._file, replace=True) as file:
            file.write(wire.encode(kept))


class SharedKeep:
    """Kept in the database, for every process on it."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def read(self) -> Kept:
        """What is kept."""
        return _decoded(self._shared.setting(_SETTING, wire.encode(_first())), "the list of founders")

    def change(self, change: Change) -> Kept:
        """Keep something else."""
        self.read()

        def changed(raw: bytes) -> bytes:
            return wire.encode(change(_decoded(raw, "the list of founders")))

        return _decoded(self._shared.change_setting(_SETTING, changed), "the list of founders")


def keep_of(store: Store, where: Place) -> ServerKeep:
    """Where the server of a store keeps what it has beside its tables."""
    return usual_keep(store) if isinstance(where, DatabasePlace) else FileKeep(where.path)


def usual_keep(store: Store) -> ServerKeep:
    """The same for a store that has no file of its own."""
    return MemoryKeep() if store.shared is None else SharedKeep(store.shared)


def _first() -> Kept:
    return Kept(secrets.token_hex(KEY_BYTES))


def _decoded(raw: bytes, named: str) -> Kept:
    fault = Storage("bad_key_file", f"{named} cannot be read", _FIX)
    try:
        kept: Kept = wire.decode(Kept, raw)
        whole = len(kept.secret) == KEY_BYTES
    except ValueError:
        raise fault from None
    if not whole:
        raise fault
    return kept
