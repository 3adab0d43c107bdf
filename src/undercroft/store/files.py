"""Files that are complete before they get their name, and durable once they have it."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EACCES, EDQUOT, ENOSPC, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from undercroft.store.faults import Conflict, NoSuchFile, Storage, StoreFault
from undercroft.store.lock import beside

LEAST_ROOM = 1 << 18
"""The free bytes below which a disk counts as full."""
PROBE = 1 << 16
"""The bytes that are written for a moment to see whether there is room."""
PRIVATE, COMMON = 0o600, 0o666
"""Who may read a new file: its owner alone, or those whom the system lets read files."""
_ENTER = {PRIVATE: 0o100, COMMON: 0o111}
"""Who may enter a folder that is made for them."""
_NO_LINKS = (EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP)
"""The errors of a file system that has no hard links."""


def _empty(path: Path, mode: int) -> Path:
    """A new empty file beside the future one."""
    new = beside(path, ".new")
    try:
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    except OSError as fault:
        raise unwritable(fault, path) from None
    return new


@contextmanager
def becoming(path: Path, *, replace: bool = False, mode: int = PRIVATE) -> Generator[Path]:
    """A new empty file that gets its name once it is finished, or vanishes if anything fails."""
    new = _empty(path, mode)
    try:
        yield new
        put(new, path, replace=replace)
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def written(path: Path, *, replace: bool = False, mode: int = PRIVATE) -> Generator[BinaryIO]:
    """A new file to write, which gets its name once it is finished; if writing fails, nothing is left of it."""
    with becoming(path, replace=replace, mode=mode) as new:
        try:
            with new.open("wb") as file:
                yield file
        except OSError as fault:
            raise unwritable(fault, path) from None


def folder(path: Path, *, mode: int = PRIVATE) -> None:
    """Make a folder, durably, if it is missing, with the folders above it; by default for its owner alone."""
    try:
        make_folder(path, mode=mode)
    except OSError as fault:
        raise unwritable(fault, path) from None


def make_folder(path: Path, *, mode: int = PRIVATE) -> None:
    """The same, with the operating system's own errors."""
    if path.is_dir():
        return
    if not path.parent.is_dir():
        make_folder(path.parent, mode=mode)
    path.mkdir(mode=mode | _ENTER[mode], exist_ok=True)
    sync_folder(path.parent)


def drop(path: Path) -> None:
    """Remove a file, durably, if it is there and can be removed."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        sync_folder(path.parent)


def drop_unfinished(path: Path) -> None:
    """Remove what a crash left of making a file that is there."""
    with suppress(OSError):
        beside(path, ".new").unlink(missing_ok=True)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    if os.name == "posix":
        _synced(path, os.O_RDONLY)


def put(new: Path, path: Path, *, replace: bool = False) -> None:
    """Give a finished file its name, durably; replace another file only if asked to."""
    try:
        _synced(new, os.O_RDWR)
        if replace:
            new.replace(path)
        else:
            _named(new, path)
        sync_folder(path.parent)
    except FileExistsError:
        raise there_already(path) from None
    except OSError as fault:
        raise unwritable(fault, path) from None


def _named(new: Path, path: Path) -> None:
    try:
        os.link(new, path)
    except OSError as fault:
        if fault.errno not in _NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError from None
        new.rename(path)


def _synced(path: Path, mode: int) -> None:
    descriptor = os.open(path, mode)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check_room(beside: Path) -> None:
    """Refuse to go on if there is no room for more in the folder of a file, or the owner may use no more of it."""
    try:
        _check_free(beside.parent)
        with TemporaryFile(dir=beside.parent) as probe:
            if os.name == "posix":
                os.pwrite(probe.fileno(), bytes(PROBE), 0)
            else:
                os.write(probe.fileno(), bytes(PROBE))
    except OSError as fault:
        raise unwritable(fault, beside) from None


def _check_free(folder: Path) -> None:
    found = os.statvfs(folder) if os.name == "posix" else None
    if found is not None and found.f_blocks and found.f_bavail * found.f_frsize < LEAST_ROOM:
        raise OSError(ENOSPC, os.strerror(ENOSPC))


def there_already(path: Path) -> Conflict:
    """The fault for a file name that is already taken."""
    return Conflict("conflict", f"{path} is already there", "choose another name")


def no_folder(path: Path) -> NoSuchFile:
    """The fault for a missing folder."""
    return NoSuchFile("not_found", f"there is no folder {path.parent}", "make it first")


def unwritable(fault: OSError, path: Path) -> StoreFault:
    """The fault for the operating system's refusal to write."""
    if fault.errno in (ENOSPC, EDQUOT):
        return Storage("storage_full", f"{path}: {fault.strerror}", "make room")
    if isinstance(fault, FileNotFoundError):
        return no_folder(path)
    fix = "choose a place you can write to" if fault.errno in (EACCES, EPERM) else ""
    return Storage("storage", f"{path}: {fault.strerror}", fix)
