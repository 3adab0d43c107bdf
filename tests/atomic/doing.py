"""A process whose children each do one operation: to be traced, or killed at a system call.

Reads lines of JSON: the name of an operation, the folder, the file for its output, and the functions of which to note
there whether they are called. For each line a child waits for SIGUSR1 and then does the operation. Says `pid N` for
each child, and `over STATUS` when it is gone. Time stands still, and chance begins from the same place in every child,
so that an operation makes the same system calls each time. What the command line loads on use is loaded once, before
there are children: each of them would load it again.
"""

import ctypes
import gc
import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FrameType

from tests.atomic.chance import CHANCE
from tests.atomic.operations import OPERATIONS, PREPARE
from tests.server.playing import WALL
from undercroft import exchange
from undercroft.faces import cli
from undercroft.server import new_ids

PTRACER = 0x59616D61
"""Lets any process of the same user trace this one."""


class Clock:
    """A clock that stands still."""

    @classmethod
    def now(cls, _zone: object) -> "Clock":
        """The same time always."""
        return cls()

    def isoformat(self, **_: object) -> str:
        """The time as text."""
        return WALL


def say(line: str) -> None:
    """In one system call."""
    os.write(1, f"{line}\n".encode())


def child(operation: str, folder: str, out: str, names: list[str]) -> None:
    """Do an operation and leave."""
    CHANCE.seed(7)
    ctypes.CDLL(None).prctl(PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
    os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    called: set[str] = set()
    last = {name.rpartition(".")[2] for name in names}

    def noted(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name in last:
            called.add(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")

    signal.sigwait({signal.SIGUSR1})
    sys.setprofile(noted if names else None)
    if operation.startswith(PREPARE):
        OPERATIONS[operation.removeprefix(PREPARE)].prepare(Path(folder))
    else:
        OPERATIONS[operation].do(Path(folder))
    sys.setprofile(None)
    sys.stdout.flush()
    say("\n".join(sorted(called)) if names else "done")


def load() -> None:
    """Load what the command line may need."""
    for package in (cli, exchange):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    gc.freeze()


def main() -> None:
    """Have children until the input ends."""
    load()
    for name, value in (("datetime", Clock), ("time_ns", lambda: 0)):
        setattr(new_ids, name, value)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    for line in sys.stdin:
        operation, folder, out, names = json.loads(line)
        pid = os.fork()
        if not pid:
            status = 1
            try:
                child(operation, folder, out, names)
                status = 0
            finally:
                os._exit(status)
        say(f"pid {pid}")
        say(f"over {os.waitpid(pid, 0)[1]}")


if __name__ == "__main__":
    main()
