"""One process at a time: a lock of the operating system's on a file beside the database."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from undercroft.store.faults import Storage

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Held from the moment it is made until it is let go."""

    def __init__(self, database: Path) -> None:
        path = beside(database, ".lock")
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            raise Storage("storage", f"{path}: {fault.strerror}", "choose a place you can write to") from None
        try:
            _take(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            fix = "stop the other Undercroft, or only read"
            raise Storage("already_open", f"{database} is open in another process", fix) from None

    def release(self) -> None:
        """Let the next one have it. The file stays: removing it would let two hold it."""
        os.close(self._descriptor)


def is_held(database: Path) -> bool:
    """Is somebody writing to that database now?"""
    if not beside(database, ".lock").exists():
        return False
    try:
        Lock(database).release()
    except Storage as fault:
        return fault.code == "already_open"
    return False


def beside(database: Path, ending: str) -> Path:
    """The file next to a database whose name goes on with this."""
    return database.with_name(database.name + ending)
