"""A file that only its owner may read, and that takes its name only once it is complete."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from undercroft.store import files
from undercroft.store.faults import Conflict, NoSuchFile


@contextmanager
def written(name: str, *, force: bool) -> Generator[BinaryIO]:
    """A file to write; if writing fails, nothing is left of it and an older file is unchanged."""
    with files.written(_target(name, force=force), replace=force) as file:
        yield file


def _target(name: str, *, force: bool) -> Path:
    """The path to write; only an ordinary file is ever replaced."""
    try:
        path = Path(name).resolve()
    except (OSError, RuntimeError, ValueError):
        raise NoSuchFile("not_found", f"there is no place {name[:80]}", "choose another name") from None
    if os.path.lexists(path) and not (force and path.is_file()):
        fix = "choose another name, or add --force" if path.is_file() else "choose another name"
        raise Conflict("conflict", f"{path} is already there", fix)
    return path
