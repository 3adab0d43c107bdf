"""Processes that write to one table of one database, and note what they were told."""

import os
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec

from tests.postgres.histories import Op, Outcome
from tests.store.making import batch
from undercroft.store.faults import Storage
from undercroft.store.log import Appended, Known, Stale, Store
from undercroft.store.postgres.store import PostgresStore

TABLE = "barrow"


def child(work: Callable[[], None]) -> int:
    """A process that does some work and ends; its number. It shares nothing but files with this one."""
    process = os.fork()
    if process:
        return process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001 - nobody else hears of it
        traceback.print_exc()
    finally:
        os._exit(code)


def ended(process: int) -> int:
    """Wait for a process; its exit code."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def written(store: Store, who: str, many: int, note: Callable[[Op], None], chance: Random) -> None:
    """Append so many lines, each under a key of its own, and try again until each is there."""
    version = 0
    for number in range(many):
        key = f"{who}-{number}"
        while True:
            asked = time.monotonic_ns()
            try:
                told = store.append(TABLE, batch(version, key=key))
            except Storage:
                note(Op(asked, time.monotonic_ns(), Outcome.UNSURE, 0, key))
                time.sleep(0.01 * chance.random())
                continue
            answered = time.monotonic_ns()
            match told:
                case Appended(version=version):
                    note(Op(asked, answered, Outcome.APPENDED, version, key))
                    break
                case Stale(version=version):
                    note(Op(asked, answered, Outcome.STALE, version, key))
                case Known():
                    note(Op(asked, answered, Outcome.KNOWN, 0, key))
                    break
                case _:
                    raise AssertionError(told)
        if chance.random() < 0.1:
            asked = time.monotonic_ns()
            try:
                version = store.version(TABLE)
            except Storage:
                continue
            note(Op(asked, time.monotonic_ns(), Outcome.READ, version))


def writer(url: str, who: str, many: int, file: Path, seed: int) -> int:
    """A process that appends so many lines, and writes down what it was told."""

    def work() -> None:
        ops: list[Op] = []
        with closing(PostgresStore(url)) as store:
            written(store, who, many, ops.append, Random(seed))
        file.write_bytes(msgspec.json.encode(ops))

    return child(work)


def noted(file: Path) -> list[Op]:
    """What a process wrote down."""
    return msgspec.json.decode(file.read_bytes(), type=list[Op])
