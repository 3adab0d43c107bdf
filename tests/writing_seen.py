"""What changes the disk while tests run, told by Python itself: none of it may be missing in the list of writers.

`tests/atomic/changing.py` reads that list from the source, by the names of calls. A call that it does not know would
be left out there; here it is seen, whatever it is called.
"""

import os
import sys
from types import FrameType

from tests.atomic.changing import BLOCKS, writers

CHANGES = frozenset({"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"})
"""What Python tells of besides files that are opened."""
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
NOWHERE = ("/dev/", "/proc/")
PASSED_ON = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<locals>"})

_SEEN: set[str] = set()
_TOLD: set[str] = set()


def watch() -> None:
    """Note from now on which functions of Undercroft change the disk."""
    sys.addaudithook(_hear)


def unknown() -> set[str]:
    """Those that changed the disk since this was asked, and are not in the list."""
    new = _SEEN - _TOLD
    _TOLD.update(new)
    return new - writers() if new else new


def _hear(event: str, args: tuple[object, ...]) -> None:
    if event == "open":
        path, _, flags = args
        if not isinstance(flags, int) or not flags & WRITES or not isinstance(path, str) or path.startswith(NOWHERE):
            return
    elif event not in CHANGES:
        return
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(("tests.", "importlib.", "_pytest.", "numba.")) or frame.f_code.co_filename.startswith(
            "<frozen importlib"
        ):
            return
        if module.startswith("undercroft.") and not f"{module}.".startswith(BLOCKS):
            _SEEN.add(f"{module}.{named(frame.f_code.co_qualname)}")
            return
        frame = frame.f_back


def named(qualified: str) -> str:
    """A function by the functions and classes that it is in.

    >>> named("kept.<locals>.<lambda>")
    'kept'
    """
    return ".".join(part for part in qualified.split(".") if part not in PASSED_ON)
