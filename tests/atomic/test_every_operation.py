"""Every operation that writes is killed at each system call, and the power fails after each: whole, or not at all.

Afterwards the folder is as it was before or as it should be, whatever was said was done, and the same operation again
leads to the same end.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from tests.atomic.changing import operations
from tests.atomic.operations import OPERATIONS, PREPARE
from tests.figures import OPERATION_CUTS, OPERATION_KILLS, SEED, soak, spread
from tests.requiring import need
from tests.store.powercut import CALLS, Disk, Kept
from tests.store.processes import ENVIRONMENT, traces
from undercroft.kernel import wire
from undercroft.server.open_table import OpenTable
from undercroft.store.faults import Integrity, StoreFault
from undercroft.store.log import LEAVING, MOVED
from undercroft.store.portable import export_table
from undercroft.store.sqlite import SQLiteStore

PASSING = ("-wal", "-shm", "-journal", ".lock", ".new")
"""The ends of names of files that come and go."""
State = dict[str, object]
STATES: dict[bytes, str] = {}
"""The state of the campaign in each log that was met, as a digest; it is empty if none can be folded from it."""
TRIES = 5
"""How often a call is waited for that need not come each time."""
_OPENINGS = re.compile(rb'\{"columns":\[null,[0-9]+\],"row":1\}\n')
"""In the raw rows of a damaged store: how often it was opened for writing."""


class Doing:
    """The process whose children do operations."""

    def __init__(self, folder: Path) -> None:
        self._out = folder / "out"
        command = [sys.executable, "-m", "tests.atomic.doing"]
        environment = {**ENVIRONMENT, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True)

    def prepare(self, name: str, folder: Path) -> None:
        """Make the folder that an operation begins with; what several of them begin with is made once."""
        prepare = OPERATIONS[name].prepare
        place = self._out.with_name(prepare.__name__)
        if not place.exists():
            place.mkdir()
            assert self.do(f"{PREPARE}{name}", place).endswith("done\n")
            for file in place.rglob("*"):
                if file.name.endswith(PASSING):
                    file.unlink()
        shutil.copytree(place, folder)

    def do(self, name: str, folder: Path, *tracing: str, names: Iterable[str] = ()) -> str:
        """Do an operation in a child, traced if asked for; what it said."""
        asked, said = self._process.stdin, self._process.stdout
        assert asked
        assert said
        self._out.write_text("", encoding="utf-8")  # a child killed at its first call says nothing
        asked.write(f"{json.dumps([name, str(folder), str(self._out), list(names)])}\n")
        asked.flush()
        pid = int(said.readline().removeprefix("pid "))
        tracer = _attached(pid, tracing) if tracing else None
        os.kill(pid, signal.SIGUSR1)
        assert said.readline().startswith("over ")
        if tracer:
            tracer.communicate()
        return self._out.read_text(encoding="utf-8")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def _attached(pid: int, options: tuple[str, ...]) -> subprocess.Popen[str]:
    tracer = subprocess.Popen(["strace", "-f", *options, "-p", str(pid)], stderr=subprocess.PIPE, text=True)
    assert tracer.stderr
    assert "attached" in tracer.stderr.readline()
    return tracer


@pytest.fixture(scope="module")
def doing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doing]:
    """One process for all."""
    need("strace", traces())
    with closing(Doing(tmp_path_factory.mktemp("doing"))) as process:
        yield process


def content_of(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, and in those within it."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def found(folder: Path) -> State:
    """What the next start finds: the tables of every store, and all other files. A store without tables is none."""
    state: State = {}
    for name, content in content_of(folder).items():
        if name.endswith(PASSING):
            continue
        is_store = content.startswith(b"SQLite format 3\0")
        state[name] = tables_of(folder / name) if is_store else _OPENINGS.sub(b"", content)
    return {name: kept for name, kept in state.items() if kept != {}}


def tables_of(path: Path) -> State:
    """Every table of a store; the one that is played is opened for writing, which mends what can be mended."""
    with closing(SQLiteStore(path, readonly=path.name != "store.db")) as store:
        return {table.id: _table_of(store, table.id, table.name) for table in store.tables()}


def _table_of(store: SQLiteStore, id: str, name: str) -> tuple[object, ...]:
    out, state = BytesIO(), ""
    try:
        export_table(store, id, out)
    except Integrity as fault:
        return (name, str(fault))
    whole = out.getvalue()
    if whole not in STATES:
        with suppress(StoreFault):
            state = sha256(wire.encode(OpenTable(store, id).now)).hexdigest()
        STATES[whole] = state
    streams = {stream: at for stream, at in store.head(id).streams.items() if (stream, at) != (MOVED, LEAVING)}
    return (name, whole, streams, STATES[whole])


class Tried:
    """An operation that was done once to its end: what is there before it and after it, and its system calls."""

    def __init__(self, name: str, folder: Path, doing: Doing) -> None:
        self.name, self._folder, self._doing = name, folder, doing
        self._before, self._whole = folder / "before", folder / "played"
        for place in (self._before, self._whole):
            doing.prepare(name, place)
        trace = folder / "trace"
        options = ("-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-o", str(trace))
        assert doing.do(name, self._whole, *options).endswith("done\n")
        self.trace = trace.read_text(encoding="utf-8")
        self.content, self._left = content_of(self._before), content_of(self._whole)
        self.before, self.after = self._found(self._before), self._found(self._whole)
        self.may_be = [self.before, self.after]
        if OPERATIONS[name].in_two:
            self.may_be += [{**self.after, **self.before}]
            raw = {file: of for file, of in self.after.items() if file.endswith(".rows")}
            self.may_be += [{**raw, **self.before}]

    def _found(self, folder: Path) -> State:
        copied = shutil.copytree(folder, self._folder / "looked at")
        state = found(copied)
        shutil.rmtree(copied)
        return state

    def disk(self) -> Disk:
        """The disk before it."""
        return Disk(self._whole, self.content)

    def moments(self) -> int:
        """How many times it changed something or said something, if the disk has seen all of it."""
        disk = self.disk()
        count = sum(1 for _ in disk.play(self.trace))
        seen, left = disk.files, self._left
        for files in (seen, left):
            files.pop("store.db-shm", None)  # which is written without a call, and made again from the other files
        assert left == seen, "the disk missed something"
        return count

    def calls(self) -> list[tuple[str, int]]:
        """The calls that change the folder or say something: name, and number among those of the name."""
        counts: dict[str, int] = {}
        ours, place = [], "".join(f"\\x{byte:02x}" for byte in str(self._whole).encode())
        for line in self.trace.splitlines():
            call = re.match(r"[0-9]+ +([a-z0-9]+)\(", line)
            if call:
                counts[call[1]] = counts.get(call[1], 0) + 1
                changes = call[1] != "lseek" and (call[1] != "openat" or "O_CREAT" in line or "O_TRUNC" in line)
                if changes and (place in line or "write(1<" in line):
                    ours.append((call[1], counts[call[1]]))
        return ours

    def killed(self, call: str, number: int) -> None:
        """Kill it at a call, look at what is there, and do it again. One that needs a call less comes through whole."""
        inject = ("-e", f"trace={CALLS}", "-e", f"inject={call}:signal=SIGKILL:when={number}", "-o", os.devnull)
        for _ in range(TRIES):
            self._moved(shutil.copytree(self._before, self._folder / "played again"))
            said = self._doing.do(self.name, self._whole, *inject)
            self.check(self._whole, said)
            if not said.endswith("done\n"):
                return
        pytest.fail("it was not killed")

    def _moved(self, folder: Path) -> None:
        """The same path each time, so that the calls are the same."""
        shutil.rmtree(self._whole)
        folder.rename(self._whole)

    def check(self, folder: Path, said: str) -> None:
        """Whole or not at all, all of it if it was said; and done again, it comes to the same end."""
        state = found(folder)
        assert state in self.may_be, (self.name, said, summary(state), summary(self.before), summary(self.after))
        assert not said or state == self.after, (self.name, said, summary(state))
        if state != self.after:
            self._doing.do(self.name, folder)
            state = found(folder)
            assert {file: state.get(file) for file in self.after} == self.after, (self.name, summary(state))
            assert not [file for file in content_of(folder) if file.endswith(".new")]


def summary(state: State) -> list[str]:
    """The names of what is there, short."""
    return [f"{name}: {sorted(kept)}" if isinstance(kept, dict) else name for name, kept in sorted(state.items())]


def test_every_operation_that_writes_is_tried(doing: Doing, tmp_path: Path) -> None:
    """Each function of Undercroft that changes the disk is called by one of the operations below."""
    called: set[str] = set()
    for name in OPERATIONS:
        if name not in ("demo", "bookmark"):  # which call what `new` calls
            doing.prepare(name, tmp_path / name)
            called |= set(doing.do(name, tmp_path / name, names=operations()).splitlines())
    assert set() == operations() - called


@pytest.fixture(scope="module", params=list(OPERATIONS))
def tried(request: pytest.FixtureRequest, doing: Doing, tmp_path_factory: pytest.TempPathFactory) -> Tried:
    """Each operation, done once."""
    return Tried(request.param, tmp_path_factory.mktemp("tried"), doing)


@soak(OPERATION_KILLS)
def test_killed_at_each_system_call(tried: Tried, record_property: Callable[[str, object], None]) -> None:
    """From the first change of the disk to the last word."""
    calls = tried.calls()
    chosen = spread(len(calls), OPERATION_KILLS)
    for at in chosen:
        tried.killed(*calls[at])
    record_property("kills", len(chosen))


@soak(OPERATION_CUTS)
def test_the_power_fails_after_each_change(
    tried: Tried, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Whatever of the unsynced the disk has kept."""
    moments = tried.moments()
    wanted, chance = set(spread(moments, OPERATION_CUTS)), Random(SEED)
    disk = tried.disk()
    for moment, _ in enumerate(disk.play(tried.trace)):
        for kept in Kept if moment in wanted else ():
            folder = tmp_path / f"cut-{moment}-{kept.value}"
            folder.mkdir()
            for file, content in disk.after_a_cut(kept, chance).items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_bytes(content)
            tried.check(folder, disk.said)
            shutil.rmtree(folder)
    record_property("cuts", len(wanted) * len(Kept))
