"""Processes that write to one table of one database, and note what they were told."""

import os
import signal
import time
import traceback
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import msgspec
import psycopg

from tests.postgres.histories import Op, Outcome
from tests.store.making import batch
from undercroft.store.faults import Storage
from undercroft.store.log import Appended, Known, Stale
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.store import Store

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

        def note(op: Op) -> None:
            ops.append(op)
            if op.outcome is Outcome.UNSURE:
                unsure(file).touch()

        with closing(PostgresStore(url)) as store:
            written(store, who, many, note, Random(seed))
        file.write_bytes(msgspec.json.encode(ops))

    return child(work)


def unsure(file: Path) -> Path:
    """The file that is there once a process does not know what became of its append."""
    return file.with_suffix(".unsure")


@contextmanager
def heads_held(url: str) -> Generator[Callable[[], int]]:
    """Every append waits in the middle of its statement meanwhile; how many do."""
    with psycopg.connect(url) as holding, psycopg.connect(url, autocommit=True) as watching:
        holding.execute("SELECT number FROM heads FOR UPDATE")
        yield lambda: len(watching.execute(_WAITING).fetchall())
        with suppress(psycopg.Error):
            holding.rollback()


def soon(state: Callable[[], bool]) -> None:
    """Wait for a state, however long it takes."""
    while not state():
        time.sleep(0.01)


def at_rest(url: str) -> None:
    """Wait until nothing is being written, by processes that are gone either."""
    with psycopg.connect(url, autocommit=True) as watching:
        soon(lambda: not watching.execute(_BUSY).fetchall())


_ALIVE = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_WAITING = f"{_ALIVE} AND wait_event_type = 'Lock'"
_BUSY = f"{_ALIVE} AND backend_type = 'client backend' AND state <> 'idle'"


def noted(file: Path) -> list[Op]:
    """What a process wrote down."""
    return msgspec.json.decode(file.read_bytes(), type=list[Op])
