"""The process that plays runs for a server: of low priority, asked through its input, and gone when that ends.

Every question and every answer is MessagePack behind its length in four bytes. The first runs are played in plain
Python; compiled code takes over as soon as it is loaded, and is made once so many runs were asked for that it pays.
"""

import os
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from struct import pack, unpack
from threading import Thread
from typing import IO, TypeAlias

import msgspec
from msgspec import Struct

from undercroft.foresight import compiled
from undercroft.foresight.codes import Counts
from undercroft.foresight.compare import MEASURES, Sums, add_pairs
from undercroft.foresight.courses import RunCourse, RunWatcher, StoryLine
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.plans import Plan
from undercroft.foresight.runs import (
    COMPILED,
    LOADING,
    MAKING,
    PLAIN,
    RunTask,
    WrongSimulator,
    has_numba,
    own_digest,
    played,
    warm,
)
from undercroft.kernel import wire
from undercroft.kernel.faults import UndercroftError
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId

NICENESS = 10
"""How far the process steps back behind others."""
PLAINLY = "--plain"
"""The argument of a worker that leaves Numba alone."""
FEW = 2048
"""So many runs are played in plain Python before compiled code is made."""
MOST_FRAME = 64_000_000
"""The most bytes of a question or an answer."""


class Piece(Struct, frozen=True, tag="piece"):
    """Some runs of a plan, or of two plans on the same dice: few in plain Python, more if compiled."""

    plans: tuple[RunTask, ...]
    counts: Counts
    seed: int
    first: int
    few: int
    many: int
    courses: bool = False
    """Whether the course of each run of the first plan is noted; such runs are played in plain Python."""


class Counted(Struct, frozen=True, tag="counted"):
    """What was counted of the runs of each plan, and how two plans differ."""

    tallies: tuple[list[int], ...]
    sums: dict[str, Sums]
    courses: tuple[RunCourse, ...]
    how: str


class Courses(Struct, frozen=True, tag="courses"):
    """Which runs went how?"""

    plan: RunTask
    counts: Counts
    seed: int
    runs: tuple[int, ...]


class PlayedCourses(Struct, frozen=True, tag="went"):
    """The courses of runs."""

    courses: tuple[RunCourse, ...]


class Open(Struct, frozen=True, tag="open"):
    """A run to be played at a copy of the table."""

    known: bytes
    """The campaign as JSON."""
    group: GroupId
    plan: Plan
    seed: int
    run: int


class Log(Struct, frozen=True, tag="log"):
    """A run as a real log: its lines, and its facts as JSON."""

    lines: tuple[StoryLine, ...]
    told: tuple[bytes, ...]


class Wrong(Struct, frozen=True, tag="wrong"):
    """Why a question has no answer."""

    what: str


Question: TypeAlias = Piece | Courses | Open
Answer: TypeAlias = Counted | PlayedCourses | Log | Wrong
_QUESTIONS = msgspec.msgpack.Decoder(Piece | Courses | Open)
_ANSWERS = msgspec.msgpack.Decoder(Counted | PlayedCourses | Log | Wrong)


class Compiler:
    """Compiled code: loaded beside the runs if it is kept, and made by another process when it would pay."""

    def __init__(self, *, plain: bool = False) -> None:
        self._ready = False
        self._plain = plain or not has_numba()
        self._asked = 0
        self._making: subprocess.Popen[bytes] | None = None
        self._loading: Thread | None = None

    def look(self, runs: int) -> str:
        """How the next runs are played; from the second piece on, begins to load compiled code, or to make it.

        Beside the first piece, loading would take time from the runs that the referee waits for.
        """
        is_first = not self._asked
        self._asked += runs
        if self._ready:
            return COMPILED
        if self._plain:
            return PLAIN
        if self._loading is not None:
            return LOADING
        if self._making is not None and self._making.poll() is None:
            return MAKING
        if compiled.is_kept(own_digest()):
            if not is_first:
                self._loading = Thread(target=self._load, daemon=True)
                self._loading.start()
            return LOADING
        if self._making is None and self._asked > FEW:
            with suppress(OSError):
                self._making = subprocess.Popen(
                    [sys.executable, "-m", "undercroft.foresight.compiled"],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                return MAKING
        self._plain = self._making is not None
        return PLAIN

    def _load(self) -> None:
        try:
            warm()
            self._ready = True
        except Exception:  # noqa: BLE001 - whatever is wrong with compiled code, plain Python plays the same runs
            self._plain = True


class Worker:
    """Answers questions one after the other."""

    def __init__(self, *, plain: bool = False) -> None:
        self._compiler = Compiler(plain=plain)

    def answer(self, asked: Question) -> Answer:
        """The answer to a question."""
        match asked:
            case Piece():
                return self._counted(asked)
            case Courses():
                _check(asked.plan)
                watcher = _watcher(asked.counts)
                found = (watcher.played(asked.plan, asked.seed, run, 1)[1] for run in asked.runs)
                return PlayedCourses(tuple(course for each in found for course in each))
            case Open():
                from undercroft.foresight.opening import run_from  # noqa: PLC0415 - only opened runs need all commands

                known: Campaign = wire.decode(Campaign, asked.known)
                opened = run_from(known, asked.group, asked.plan, asked.seed, asked.run)
                return Log(opened.lines, tuple(wire.kept(told) for told in opened.told))

    def _counted(self, asked: Piece) -> Counted:
        for plan in asked.plans:
            _check(plan)
        how = self._compiler.look(asked.few)
        plain = how != COMPILED or asked.courses
        count = asked.few if plain else asked.many
        courses: list[RunCourse] = []
        if asked.courses:
            first, courses = _watcher(asked.counts).played(asked.plans[0], asked.seed, asked.first, count)
            found = [first]
        else:
            found = [played(asked.plans[0], asked.seed, asked.first, count, plain=plain)]
        found += [played(plan, asked.seed, asked.first, count, plain=plain) for plan in asked.plans[1:]]
        sums = {measure: Sums() for measure in MEASURES}
        if len(found) > 1:
            add_pairs(sums, found[0].measures, found[1].measures)
        return Counted(tuple(each.tally for each in found), sums, tuple(courses), how)


@lru_cache
def _watcher(counts: Counts) -> RunWatcher:
    return RunWatcher(counts)


def _check(plan: RunTask) -> None:
    if plan.digest != own_digest():
        raise WrongSimulator("Undercroft has changed since this server was started: start it again.")


def write_frame(out: IO[bytes], frame: Question | Answer) -> None:
    """Write a question or an answer behind its length."""
    body = msgspec.msgpack.encode(frame)
    out.write(pack(">I", len(body)) + body)
    out.flush()


def _read(source: IO[bytes]) -> bytes | None:
    head = source.read(4)
    if len(head) < 4:
        return None
    (length,) = unpack(">I", head)
    body = source.read(length) if length <= MOST_FRAME else b""
    return body if len(body) == length else None


def read_answer(source: IO[bytes]) -> Answer | None:
    """The next answer; None if there is no more."""
    body = _read(source)
    return None if body is None else _ANSWERS.decode(body)


def serve(source: IO[bytes], out: IO[bytes], *, plain: bool = False) -> None:
    """Answer questions until there are no more."""
    worker = Worker(plain=plain)
    while (body := _read(source)) is not None:
        try:
            answer = worker.answer(_QUESTIONS.decode(body))
        except Exception as fault:  # noqa: BLE001 - a question that cannot be answered ends no other
            answer = Wrong(_why(fault))
        write_frame(out, answer)


def _why(fault: Exception) -> str:
    """A fault of what was asked, in its own words; any other is ours, and is named so that it can be reported."""
    if isinstance(fault, UndercroftError | NotSimulated | WrongSimulator):
        return str(fault)
    return f"Undercroft could not play this: a mistake of ours, {type(fault).__name__}. Please report it"


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(NICENESS)
    serve(sys.stdin.buffer, sys.stdout.buffer, plain=PLAINLY in sys.argv)
