"""What was acknowledged survives; what was not never half-happens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from time import sleep

import pytest

from tests.store.making import BARROW, SECRET, batch
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.log import Appended, Clean, Known
from undercroft.store.sqlite import SQLiteStore

ROOT = Path(__file__).parents[2]
WRITER = [sys.executable, str(Path(__file__).with_name("writing.py"))]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
KILLS = int(os.environ.get("UNDERCROFT_KILLS", "15"))


def need(tool: str, there: bool) -> None:
    """Skip where a tool is missing; fail where it must not be."""
    if not there and tool in os.environ.get("UNDERCROFT_REQUIRE", "").split():
        pytest.fail(f"{tool} is required here, and missing")
    if not there:
        pytest.skip(f"{tool} does not work here: this is left untested")


def acks(output: str) -> list[int]:
    """The versions that were acknowledged; a last line cut by the kill does not count."""
    return [int(number) for number in re.findall(r"^ack (\d+)\n", output, re.MULTILINE)]


@pytest.mark.timeout(max(300, KILLS))
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """No acknowledged line is lost, none is there twice, the dice stand right, and a retry is answered as the first."""
    chance, acknowledged = Random(KILLS), 0
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
        acknowledged = max([acknowledged, *said])
        with closing(SQLiteStore(path)) as store:
            head = store.head("barrow")
            assert acknowledged <= head.version <= acknowledged + 1
            assert Clean(head.version, head.link) == store.verify("barrow")
            assert [f"act-{n + 1}" for n in range(head.version)] == [line.act for line in store.read("barrow")]
            assert FrozenMap({"public": 3 * head.version} if head.version else {}) == head.streams
            last = batch(acknowledged, streams={"public": 3 * acknowledged + 3})
            assert store.append("barrow", last) in (Appended(acknowledged + 1), Known(last.answer))
            acknowledged = store.head("barrow").version
            assert Known(last.answer) == store.append("barrow", last)
        assert number % 50 < acknowledged


def traced(tmp_path: Path, *arguments: str, inject: str = "") -> str:
    """What the writer did and said, system call by system call."""
    need("strace", shutil.which("strace") is not None and _traces(tmp_path))
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        store.create(BARROW, SECRET)
    trace = tmp_path / "trace"
    calls = "trace=write,pwrite64,fdatasync,fsync"
    faults = ["-e", f"inject={inject}"] if inject else []
    command = ["strace", "-f", "-y", "-e", calls, *faults, "-o", str(trace), *WRITER, str(tmp_path / "store.db")]
    subprocess.run([*command, "barrow", *arguments], env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    return trace.read_text(encoding="utf-8")


def _traces(tmp_path: Path) -> bool:
    command = ["strace", "-o", str(tmp_path / "probe"), "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


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


def test_an_ack_follows_the_sync(tmp_path: Path) -> None:
    """Every byte of the append is on the disk before anybody hears of it."""
    assert (60, 0) == unsynced(traced(tmp_path, "60"))


def test_without_full_sync_the_trace_would_show(tmp_path: Path) -> None:
    """The test above can fail."""
    count, early = unsynced(traced(tmp_path, "20", "sync=NORMAL"))
    assert 20 == count
    assert 15 < early


def said(trace: str) -> list[str]:
    """What the writer said, in order."""
    return re.findall(r'write\(1<[^>]*>, "([a-z]+ [a-z0-9_]+)\\n"', trace)


def test_after_a_failed_sync_nothing_more_is_written(tmp_path: Path) -> None:
    """Once is enough, although the next would succeed; reading goes on; opened again, all that was acked is there."""
    trace = traced(tmp_path, "6", inject="fdatasync:error=EIO:when=6")
    lines = said(trace)
    good = [line for line in lines if line.startswith("ack")]
    failed = lines[len(good) :]
    assert 0 < len(good) < 6
    assert {"fault storage"} == {line for line in failed if line.startswith("fault")}
    assert {f"read {len(good)}"} == {line for line in failed if line.startswith("read")}
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert len(good) <= store.head("barrow").version <= len(good) + 1
        assert isinstance(store.verify("barrow"), Clean)


@pytest.mark.parametrize("call", ["pwrite64:error=EIO:when=30", "pwrite64:error=EIO:when=31+"])
def test_a_failed_write_is_not_acknowledged(tmp_path: Path, call: str) -> None:
    """As many lines as acks, and no traceback."""
    lines = said(traced(tmp_path, "12", inject=call))
    good = [line for line in lines if line.startswith("ack")]
    assert 0 < len(good) < 12
    assert "fault storage" in lines
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert len(good) == store.head("barrow").version
        assert isinstance(store.verify("barrow"), Clean)


@pytest.mark.parametrize("call", ["pwrite64:error=ENOSPC:when=30", "pwrite64:error=ENOSPC:when=30..33"])
def test_no_room_for_a_moment(tmp_path: Path, call: str) -> None:
    """Refused while there is none, written again when there is."""
    lines = said(traced(tmp_path, "12", inject=call))
    assert "fault storage_full" in lines
    assert lines[-1].startswith("ack")
    good = [line for line in lines if line.startswith("ack")]
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert len(good) == store.head("barrow").version
        assert isinstance(store.verify("barrow"), Clean)


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
(folder / "ballast").unlink()
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
    assert "went on True\n" == on_a_small_disk(tmp_path, FULL)


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
