"""The order of play compiled by Numba, kept on disk under a digest of all that it is made of."""

import hashlib
import os
import platform
import sys
from enum import EnumMeta
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from types import FunctionType, ModuleType

from undercroft.foresight import tallies
from undercroft.foresight.twins import Function, Twins

PREFIX = "simulator-"
CACHE = "UNDERCROFT_CACHE"
"""The environment variable with the folder that compiled code is kept in."""


def digest() -> str:
    """A digest of the simulator: the sources of everything that plays a run and of its compiler, and their numbers."""
    parts: set[bytes] = set()
    files = {str(Path(__file__).with_name("numba_engine.py"))}

    def noted(function: FunctionType) -> Function:
        files.add(function.__code__.co_filename)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType) and value.__file__ is not None:
                files.add(value.__file__)
            elif isinstance(value, int | tuple):
                parts.add(f"{function.__qualname__} {name} {value!r}".encode())
            elif isinstance(value, EnumMeta):
                parts.add(f"{name} {list(value)!r}".encode())
        return function

    Twins(noted).of(tallies.many)
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(Path(file).read_bytes())
    for part in sorted(parts):
        found.update(part)
    return found.hexdigest()


def folder(made_of: str) -> Path:
    """Where the compiled code is kept."""
    shared = os.environ.get(CACHE) or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    whole = f"{made_of} {sys.version_info[:3]} {version('numba')} {platform.machine()} {platform.processor()}"
    return Path(shared) / "undercroft" / f"{PREFIX}{hashlib.sha256(whole.encode()).hexdigest()[:16]}"


def is_kept(made_of: str) -> bool:
    """Whether compiled code of this very simulator is on disk."""
    kept = folder(made_of)
    return kept.is_dir() and any(kept.rglob("*.nbi"))


def remove_others(kept: Path) -> None:
    """Remove compiled code of other versions."""
    for other in kept.parent.glob(f"{PREFIX}*"):
        if other != kept:
            rmtree(other, ignore_errors=True)


if __name__ == "__main__":
    import_module("undercroft.foresight.runs").warm()
