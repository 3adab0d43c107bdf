"""What was acknowledged survives; what was not never half-happens."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import sleep

import pytest

from tests.figures import ACKS, CALLS, KILLS, SEED, soak, spread
from tests.requiring import need
from tests.store.making import BARROW, SECRET, following
from tests.store.processes import ENVIRONMENT, WRITER, acks, traced
from tests.store.surviving import survived
from tests.store.test_migrations import exports, old
from undercroft.store import database
from undercroft.store.log import Clean
from undercroft.store.sqlite import SQLiteStore


@soak(KILLS)
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """What was acknowledged is there, and nothing half."""
    chance, acknowledged = Random(SEED), 0
    for number in range(KILLS):
        path = tmp_path / f"store-{number // 50}.db"
        acknowledged = acknowledged if number % 50 else 0
        writer = subprocess.Popen([*WRITER, str(path), "barrow", "100000"], stdout=subprocess.PIPE, env=ENVIRONMENT)
        assert writer.stdout
        assert b"open\n" == writer.stdout.readline()
        sleep(chance.uniform(0, 0.05))
        writer.kill()
        said = acks(writer.stdout.read().decode())
        writer.stdout.close()
        writer.wait()
        acknowledged = survived(path, max([acknowledged, *said]))
        assert number % 50 < acknowledged


CHANGING = (
    "write,pwrite64,fdatasync,fsync,ftruncate,"
    "?fallocate,?rename,?renameat,?renameat2,?link,?linkat,?unlink,?unlinkat,?mkdir,?mkdirat"
)
"""The system calls that change a file, a folder, or what others heard."""


def killed_at_each_call(tmp_path: Path, *arguments: str) -> Iterator[tuple[Path, str]]:
    """A copy of the store in `tmp_path / "before"` for each call at which the writer was killed, and what it said."""
    before = tmp_path / "before"
    _, trace = traced(shutil.copytree(before, tmp_path / "whole") / "store.db", CHANGING, *arguments)
    calls = re.findall(r"^[0-9]+ +([a-z0-9]+)\(", trace, re.MULTILINE)
    nth = [(call, calls[: at + 1].count(call)) for at, call in enumerate(calls)]
    assert len(nth) > 10
    for at in spread(len(nth), CALLS):
        path = shutil.copytree(before, tmp_path / f"killed-{at}") / "store.db"
        call, number = nth[at]
        said, trace = traced(path, CHANGING, *arguments, inject=f"{call}:signal=SIGKILL:when={number}")
        assert "+++ killed by SIGKILL +++" in trace
        yield path, said


@soak(CALLS)
def test_killed_at_each_system_call_of_an_append(tmp_path: Path) -> None:
    """From opening the store to closing it: the line is there or it is not, and it is if anybody heard of it."""
    (tmp_path / "before").mkdir()
    with closing(SQLiteStore(tmp_path / "before" / "store.db")) as store:
        store.create(BARROW, SECRET)
        for version in range(3):
            store.append("barrow", following(version))
    heard = [survived(path, max([3, *acks(said)])) for path, said in killed_at_each_call(tmp_path, "1", "pages=1")]
    assert {4, 5} == set(heard)


@soak(CALLS)
def test_killed_at_each_system_call_of_making_a_store(tmp_path: Path) -> None:
    """There is none, or a whole one without the table, or with it; the next to come finishes it."""
    (tmp_path / "before").mkdir()
    found: set[str] = set()
    for path, said in killed_at_each_call(tmp_path, "0"):
        found.add("file" if path.exists() else "nothing")
        with closing(SQLiteStore(path)) as store:
            made = [table.id for table in store.tables()]
            assert made == ["barrow"] or (made == [] and said == "")
            if not made:
                store.create(BARROW, SECRET)
        survived(path, 0)
    assert {"file", "nothing"} == found


@soak(CALLS)
def test_killed_at_each_system_call_of_a_migration(tmp_path: Path) -> None:
    """The old store or the new one; a backup is whole or not there; opening it again finishes it."""
    (tmp_path / "before").mkdir()
    with closing(SQLiteStore(old(tmp_path / "before" / "store.db"), readonly=True)) as store:
        files = exports(store)
    schemas: set[object] = set()
    for path, _ in killed_at_each_call(tmp_path, "0"):
        schema = database.in_force(path)["user_version"]
        schemas.add(schema)
        kept = path.with_name("store.db.schema-1")
        assert schema == 1 or kept.exists()
        for copy in (kept, path) if kept.exists() else (path,):
            with closing(SQLiteStore(copy, readonly=True)) as store:
                assert files == exports(store)
        with closing(SQLiteStore(path)) as store:
            assert files == exports(store)
            assert 2 == len({store.secret("barrow"), store.secret("mill")})
    assert {1, database.SCHEMA} == schemas


def barrow(tmp_path: Path) -> Path:
    """A store with an empty barrow."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        store.create(BARROW, SECRET)
    return tmp_path / "store.db"


def watched(tmp_path: Path, *arguments: str, inject: str = "") -> str:
    """How the writer wrote and synced, and what it said, in order."""
    return traced(barrow(tmp_path), "write,pwrite64,fdatasync,fsync", *arguments, inject=inject)[1]


def unsynced(trace: str) -> tuple[int, int]:
    """How many acks there are, and how many before the write-ahead log was synced."""
    count = early = 0
    clean = True
    for line in trace.splitlines():
        if "store.db-wal>" in line and "pwrite64(" in line:
            clean = False
        elif "store.db-wal>" in line and "sync(" in line and line.endswith("= 0"):
            clean = True
        elif '"ack ' in line:
            count, early = count + 1, early + (not clean)
    return count, early


@soak(ACKS)
def test_an_ack_follows_the_sync(tmp_path: Path) -> None:
    """Every byte of the append is on the disk before anybody hears of it."""
    assert (ACKS, 0) == unsynced(watched(tmp_path, str(ACKS)))


def test_without_full_sync_the_trace_would_show(tmp_path: Path) -> None:
    """The test above can fail."""
    count, early = unsynced(watched(tmp_path, "20", "sync=NORMAL"))
    assert 20 == count
    assert 15 < early


def said(trace: str) -> list[str]:
    """What the writer said, in order."""
    return re.findall(r'write\(1<[^>]*>, "([a-z]+ [a-z0-9_]+)\\n"', trace)


def test_after_a_failed_sync_nothing_more_is_written(tmp_path: Path) -> None:
    """Once is enough, although the next would succeed; reading goes on; opened again, all that was acked is there."""
    trace = watched(tmp_path, "6", inject="fdatasync:error=EIO:when=9")
    lines = said(trace)
    good = [line for line in lines if line.startswith("ack")]
    failed = lines[len(good) :]
    assert 0 < len(good) < 6
    assert {"fault sync_failed"} == {line for line in failed if line.startswith("fault")}
    assert {f"read {len(good)}"} == {line for line in failed if line.startswith("read")}
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert len(good) <= store.head("barrow").version <= len(good) + 1
        assert isinstance(store.verify("barrow"), Clean)


@pytest.mark.parametrize("call", ["pwrite64:error=EIO:when=30", "pwrite64:error=EIO:when=31+"])
def test_a_failed_write_is_not_acknowledged(tmp_path: Path, call: str) -> None:
    """As many lines as acks, and no traceback."""
    lines = said(watched(tmp_path, "12", inject=call))
    good = [line for line in lines if line.startswith("ack")]
    assert 0 < len(good) < 12
    assert "fault storage" in lines
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert len(good) == store.head("barrow").version
        assert isinstance(store.verify("barrow"), Clean)


@pytest.mark.parametrize("error", ["ENOSPC", "EDQUOT"])
@pytest.mark.parametrize("when", ["30", "30..33"])
def test_no_room_for_a_moment(tmp_path: Path, error: str, when: str) -> None:
    """On the disk or in the owner's quota: refused while there is none, written again when there is."""
    if (error, when) == ("EDQUOT", "30"):
        when = "30..31"  # the look at the disk that tells a quota from a broken disk fails as well
    lines = said(watched(tmp_path, "12", inject=f"pwrite64:error={error}:when={when}"))
    assert "fault storage_full" in lines
    assert lines[-1].startswith("ack")
    good = [line for line in lines if line.startswith("ack")]
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert len(good) == store.head("barrow").version
        assert isinstance(store.verify("barrow"), Clean)


def test_a_write_that_failed_once_is_tried_again(tmp_path: Path) -> None:
    """Nothing of it was kept, so that it does no harm: only a failed sync ends it."""
    lines = said(watched(tmp_path, "12", inject="pwrite64:error=EIO:when=30"))
    assert 1 == lines.count("fault storage")
    assert 11 == len([line for line in lines if line.startswith("ack")])


FULL = """
import os, sys
from contextlib import closing
from pathlib import Path
from tests.store.making import BARROW, SECRET, batch
from undercroft.store.faults import Storage
from undercroft.store.log import Appended, Clean
from undercroft.store.sqlite import SQLiteStore

folder = Path(sys.argv[1])
store = SQLiteStore(folder / "store.db")
store.create(BARROW, SECRET)
(folder / "ballast").write_bytes(bytes(600_000))
try:
    for version in range(10_000):
        assert store.append("barrow", batch(version)) == Appended(version + 1)
except Storage as fault:
    assert fault.code == "storage_full", fault
for _ in range(3):
    try:
        store.append("barrow", batch(version))
    except Storage as fault:
        assert fault.code == "storage_full", fault
assert len(list(store.read("barrow"))) == store.head("barrow").version == version
try:
    store.ready()
except Storage as fault:
    print("not ready:", fault.code)
(folder / "ballast").unlink()
store.ready()
for more in range(version, version + 50):
    assert store.append("barrow", batch(more)) == Appended(more + 1)
assert isinstance(store.verify("barrow"), Clean)
store.close()
with closing(SQLiteStore(folder / "store.db")) as store:
    assert store.head("barrow").version == version + 50
    assert isinstance(store.verify("barrow"), Clean)
print("went on", version > 50)
"""


def on_a_small_disk(folder: Path, script: str) -> str:
    """What a script prints that has two megabytes of disk to itself; they are gone with it."""
    mount = 'mount -t tmpfs -o size=2m tmpfs "$0"'
    unshare = ["unshare", "-m", "sh", "-c"]
    works = shutil.which("unshare") and not subprocess.call([*unshare, mount, str(folder)], stderr=subprocess.DEVNULL)
    need("mount", bool(works))
    command = [*unshare, f'{mount} && exec "$1" -c "$2" "$0"', str(folder), sys.executable, script]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


def test_a_full_disk(tmp_path: Path) -> None:
    """Filled, refused, freed, and on without opening it again."""
    assert "not ready: storage_full\nwent on True\n" == on_a_small_disk(tmp_path, FULL)


STARTED = """
import subprocess, sys
from contextlib import closing
from pathlib import Path
from tests.store.making import filled
from undercroft.store.sqlite import SQLiteStore

folder = Path(sys.argv[1])

def ran(*words, data="store.db"):
    command = [sys.executable, "-m", "undercroft", *words, "--data", str(folder / data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    print(words[0], done.returncode, (done.stderr or done.stdout).strip().splitlines()[-1].replace(str(folder), ""))

with closing(SQLiteStore(folder / "store.db")) as store:
    filled(store, 3)
try:
    (folder / "ballast").write_bytes(bytes(4_000_000))
except OSError:
    pass
ran("serve", "--port", "0")
ran("serve", "--port", "0", data="new.db")
ran("table", "verify", "barrow")
ran("table", "rename", "barrow", "The Hill")
(folder / "ballast").unlink()
ran("table", "rename", "barrow", "The Hill")
"""


def test_a_start_on_a_full_disk(tmp_path: Path) -> None:
    """The server ends with the code for storage and says what to do; what is there can be read; then there is room."""
    started = on_a_small_disk(tmp_path, STARTED).splitlines()
    full = "error: storage_full: no room left to open /{} (make room, then start again)"
    assert [f"serve 6 {full.format('store.db')}", f"serve 6 {full.format('new.db')}"] == started[:2]
    assert ["table 0", f"table 6 {full.format('store.db')}", "table 0"] == [started[2][:7], started[3], started[4][:7]]


READ_ONLY = """
import subprocess, sys
from contextlib import closing
from pathlib import Path
from tests.store.making import SECRET, filled
from undercroft.store.backup import backup
from undercroft.store.faults import Storage
from undercroft.store.log import Clean
from undercroft.store.sqlite import SQLiteStore

folder = Path(sys.argv[1])
with closing(SQLiteStore(folder / "store.db")) as store:
    filled(store, 3)
subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
try:
    SQLiteStore(folder / "store.db")
except Storage as fault:
    print(fault.code)
with closing(SQLiteStore(folder / "store.db", readonly=True)) as store:
    print(isinstance(store.verify("barrow"), Clean), len(list(store.read("barrow"))))
try:
    backup(folder / "store.db", folder / "backup.db")
except Storage as fault:
    print(fault.code)
"""


def test_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    """The log on it can be read; writing to it is refused."""
    assert "storage\nTrue 3\nstorage\n" == on_a_small_disk(tmp_path, READ_ONLY)
