"""A lock on a file beside the database, held by the operating system, so that only one process writes."""

import os
import sys
from errno import EDQUOT, ENOSPC
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
    """Held from its creation until it is closed."""

    def __init__(self, database: Path) -> None:
        path = beside(database, ".lock")
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            if fault.errno in (ENOSPC, EDQUOT):
                what = f"no room left to open {database}"
                raise Storage("storage_full", what, "make room, then start again") from None
            raise Storage("storage", f"{path}: {fault.strerror}", "choose a place you can write to") from None
        try:
            _take(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            fix = "stop the other Undercroft, or only read"
            raise Storage("already_open", f"{database} is open in another process", fix) from None

    def close(self) -> None:
        """Let the next process write. The file stays, because removing it would let two processes hold the lock."""
        os.close(self._descriptor)


def is_held(database: Path) -> bool:
    """Whether a process is writing to that database now."""
    if not beside(database, ".lock").exists():
        return False
    try:
        Lock(database).close()
    except Storage as fault:
        return fault.code == "already_open"
    return False


def beside(database: Path, ending: str) -> Path:
    """The file beside a database, with this ending added to its name."""
    return database.with_name(database.name + ending)
