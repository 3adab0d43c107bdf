"""A file that a person keeps: replaced at once, with a backup beside it, and never over a change of their own."""

import shutil
from pathlib import Path

from undercroft.faces.cli.text_file import named
from undercroft.store import files
from undercroft.store.faults import Conflict

BACKUP = ".bak"


def replace_own(name: str, old: str, new: str) -> str:
    """Write a file that had the old text when it was read; return the name of the backup.

    A file that has changed meanwhile is left alone.
    """
    path = Path(name).resolve()
    if path.read_bytes() != old.encode():
        raise Conflict("changed", f"{named(name)} has changed meanwhile", "look at it, and do it again")
    backup = path.with_name(f"{path.name}{BACKUP}")
    with files.becoming(backup, replace=True) as copy:
        copy.write_bytes(old.encode())
    with files.becoming(path, replace=True) as fresh:
        fresh.write_bytes(new.encode())
        shutil.copymode(path, fresh)
    return named(str(Path(name).with_name(backup.name)))
