"""The key of the server's owner, kept beside the store in a file that only its owner may read."""

import secrets
from pathlib import Path

from undercroft.store import files
from undercroft.store.faults import Storage

KEY_BYTES = 32
_FIX = "remove the file and start again: the server makes a new key, and the owner's old link ends"


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
