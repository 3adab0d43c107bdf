"""The key of the server's owner: beside the store's file, in one that only its owner may read; else in the store."""

import secrets
from pathlib import Path

from undercroft.faces.shared.store_path import DatabasePlace, Place
from undercroft.store import files
from undercroft.store.faults import Storage
from undercroft.store.store import Store

KEY_BYTES = 32
_FIX = "remove the file and start again: the server makes a new key, and the owner's old link ends"


_SETTING = "owner"


class OwnerKey:
    """The key of a store's owner, wherever the store is."""

    def __init__(self, store: Store, where: Place) -> None:
        self._store = store
        self._where = where

    def found(self) -> bytes:
        """The key; every process on a store makes the same one."""
        if isinstance(self._where, DatabasePlace) and self._store.shared is not None:
            return self._store.shared.setting(_SETTING, secrets.token_bytes(KEY_BYTES))
        return owner_key(self._file())

    def renewed(self) -> bytes:
        """A new key instead of the old; every link and cookie made with the old one ends."""
        if isinstance(self._where, DatabasePlace) and self._store.shared is not None:
            made = secrets.token_bytes(KEY_BYTES)
            self._store.shared.keep_setting(_SETTING, made)
            return made
        return renewed_key(self._file())

    def _file(self) -> Path:
        if isinstance(self._where, DatabasePlace):
            raise Storage("storage", "the store keeps no keys")
        return self._where.path


def owner_key(store: Path) -> bytes:
    """The key, made when there is none; whole and durable before anybody gets a link made with it."""
    place = store.with_suffix(".key")
    try:
        found = place.read_bytes()
    except FileNotFoundError:
        found = secrets.token_bytes(KEY_BYTES)
        with files.written(place) as file:
            file.write(found)
    except OSError as fault:
        raise Storage("storage", f"{place}: {fault.strerror}", "make it readable") from None
    if len(found) != KEY_BYTES:
        raise Storage("bad_key_file", f"{place} is not a key: it has {len(found)} bytes, not {KEY_BYTES}", _FIX)
    return found


def renewed_key(store: Path) -> bytes:
    """A new key instead of the old; every link and cookie made with the old one ends."""
    made = secrets.token_bytes(KEY_BYTES)
    with files.written(store.with_suffix(".key"), replace=True) as file:
        file.write(made)
    return made
