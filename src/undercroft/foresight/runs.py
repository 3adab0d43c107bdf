"""Playing runs: in plain Python at once, compiled as soon as that is ready, on threads or any other executor."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from undercroft.foresight import columns as c
from undercroft.foresight import compiled
from undercroft.foresight.encode import Encoded
from undercroft.foresight.tallies import MEASURES, RUNS, TALLY, Played, added, many

CHUNK = 8192
"""Runs of a chunk of compiled code."""
PLAIN_CHUNK = 64
"""Runs of a chunk in plain Python."""

Tally: TypeAlias = list[int]
Engine: TypeAlias = Any
"""Compiled code, where Numba is installed."""


class RunTask(Struct, frozen=True):
    """What a worker needs to play runs of a scenario: the numbers, and the digest of the simulator that made them."""

    setup: list[int]
    start: list[int]
    digest: str


class WrongSimulator(Exception):
    """A worker has another version of the simulator."""


def has_numba() -> bool:
    """Whether runs can be compiled here."""
    return find_spec("numba") is not None


@lru_cache
def own_digest() -> str:
    """The digest of this simulator."""
    return compiled.digest()


def pays(runs: int) -> bool:
    """Whether so many runs are played sooner by compiled code: it is on disk, or they are worth compiling for."""
    return has_numba() and (runs > FEW or compiled.is_kept(own_digest()))


@lru_cache
def _engine() -> Engine:
    return import_module("undercroft.foresight.numba_engine").Engine(own_digest())


def task_of(encoded: Encoded) -> bytes:
    """A scenario for workers."""
    return msgspec.msgpack.encode(RunTask(encoded.setup, encoded.start, own_digest()))


def tally(task: bytes, seed: int, first: int, count: int, plain: bool = False) -> bytes:
    """Play some runs, in this process or in a worker anywhere; a worker of another version refuses."""
    given = msgspec.msgpack.decode(task, type=RunTask)
    if given.digest != own_digest():
        raise WrongSimulator("This worker has another version of Undercroft: install the same one everywhere.")
    slow = plain or not has_numba()
    return msgspec.msgpack.encode(played(given, seed, first, count, plain=slow, measured=False).tally)


def played(task: RunTask, seed: int, first: int, count: int, *, plain: bool, measured: bool = True) -> Played:
    """Some runs, played here, with the measures of each unless they are not wanted."""
    if plain:
        counted, each = [0] * TALLY, [0] * (count * MEASURES)
        many([0] * c.WORLD, task.start, task.setup, counted, each, seed, first, count)
        return Played(counted, each)
    found: Played = _engine().played(task.setup, task.start, seed, first, count, measured=measured)
    return found


def warm() -> None:
    """Compile, and keep the compiled code."""
    task = RunTask([0] * (c.KINDS + c.KIND), [0] * c.WORLD, own_digest())
    played(task, 0, 0, 0, plain=False)


class Progress(Struct, frozen=True):
    """How far a simulation has come."""

    tally: Tally
    how: str
    """How the last runs were played: compiled, or in plain Python."""

    @property
    def runs(self) -> int:
        """The runs so far."""
        return self.tally[RUNS]


class Runner:
    """Plays runs of a scenario chunk by chunk, in plain Python until compiled code is ready.

    The numbers of the runs decide their dice, so that the tally does not depend on chunks, threads or workers.
    """

    def __init__(self, encoded: Encoded, seed: int, executor: Executor | None = None, *, plain: bool = False) -> None:
        self._task = task_of(encoded)
        self._seed = seed
        self._executor = executor
        self._plain = plain or not has_numba()
        self._first = 0
        self._compiling: subprocess.Popen[bytes] | None = None
        self.tally: Tally = [0] * TALLY

    def play(self, runs: int) -> Iterator[Progress]:
        """Play that many more runs, and tell how far it has come now and then."""
        end = self._first + runs
        self._plain = self._plain or (runs <= FEW and not self._kept())
        if not self._ready() and self._executor is None:
            self._compile_beside()
            while self._first < end and not self._ready():
                count = min(PLAIN_CHUNK, end - self._first)
                yield self._take(tally(self._task, self._seed, self._first, count, plain=True), count, PLAIN)
        if self._first < end:
            yield from self._with_workers(end)

    def _with_workers(self, end: int) -> Iterator[Progress]:
        chunk = PLAIN_CHUNK if self._plain else CHUNK
        own = self._executor is None
        executor = self._executor or ThreadPoolExecutor(1 if self._plain else os.cpu_count() or 1)
        how = PLAIN if self._plain else COMPILED
        try:
            waiting: list[tuple[Future[bytes] | None, int, int]] = []
            at, broken = self._first, False
            while at < end or waiting:
                while at < end and len(waiting) < AHEAD:
                    count = min(chunk, end - at)
                    submitted = None if broken else self._submitted(executor, at, count)
                    waiting.append((submitted, at, count))
                    at += count
                future, first, count = waiting.pop(0)
                counted = None if future is None else _counted(future)
                broken = broken or counted is None
                yield self._take(counted or self._here(first, count), count, how)
        finally:
            if own:
                executor.shutdown(cancel_futures=True)

    def _submitted(self, executor: Executor, first: int, count: int) -> Future[bytes] | None:
        """Some runs handed to a worker; None where no worker is left."""
        try:
            return executor.submit(tally, self._task, self._seed, first, count, self._plain)
        except BrokenExecutor:
            return None

    def _here(self, first: int, count: int) -> bytes:
        """Some runs played here, because their worker is gone; they are the same runs."""
        return tally(self._task, self._seed, first, count, self._plain)

    def _take(self, counted: bytes, count: int, how: str) -> Progress:
        self._first += count
        self.tally = added(self.tally, msgspec.msgpack.decode(counted, type=list[int]))
        return Progress(self.tally, how)

    def _ready(self) -> bool:
        """Whether the way these runs are to be played is ready."""
        if self._plain or compiled.is_kept(own_digest()):
            return self._plain or self._compiling is None or self._compiling.poll() is not None
        if self._compiling is not None and self._compiling.poll() is not None:
            self._plain = self._compiling.returncode != 0
            return True
        return False

    def _kept(self) -> bool:
        return self._compiling is not None or compiled.is_kept(own_digest())

    def _compile_beside(self) -> None:
        """Let another process compile, so that plain Python has the first results meanwhile."""
        if self._compiling is None and not self._plain:
            with suppress(OSError):
                self._compiling = subprocess.Popen(
                    [sys.executable, "-m", "undercroft.foresight.compiled"],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )


FEW = 5000
"""So many runs are played in plain Python before compiling would pay."""


def _counted(future: Future[bytes]) -> bytes | None:
    """What a worker counted; None if it was killed, which each executor says in its own way.

    The runs are then played here, where a real fault shows.
    """
    try:
        return future.result()
    except WrongSimulator:
        raise
    except Exception:  # noqa: BLE001 - Dask's, a process pool's or another executor's own
        return None


AHEAD = 8
"""Chunks handed out before their turn."""
PLAIN, COMPILED = "in plain Python", "compiled"
LOADING = "in plain Python until the fast version is loaded"
MAKING = "in plain Python while the fast version is prepared"
"""How runs are played."""
