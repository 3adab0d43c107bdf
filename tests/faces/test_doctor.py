"""`undercroft doctor`, through its front door: it warns, and fails only for a fault of the store."""

import os
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.faces.commandline import CommandLine
from tests.store.making import MILL, SECRET, filled
from tests.store.test_migrations import old
from undercroft.faces.shared import checkup, port
from undercroft.store import database
from undercroft.store.backup import backup, restore
from undercroft.store.log import ListedTable
from undercroft.store.sqlite import SQLiteStore

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A well-kept folder on a good machine, whose `store.db` is the store."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(checkup, "now", lambda: NOW)
    monkeypatch.setattr(port, "PORT", free_port())
    monkeypatch.setattr(checkup, "SLOW_SYNC", 10**9)
    monkeypatch.setattr(checkup, "LEAST_FREE", 1)
    tmp_path.chmod(0o700)
    yield tmp_path
    tmp_path.chmod(0o700)


@pytest.fixture
def kept(folder: Path) -> Path:
    """A store with two tables of five lines in all."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        filled(store, 3)
        filled(store, 2, MILL)
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        number: int = probe.getsockname()[1]
        return number


def checks(undercroft: CommandLine, code: int = 0) -> dict[str, Any]:
    """What was found, by name; the last of a name counts."""
    ran = undercroft("doctor", "--json")
    assert (code, "") == (ran.code, ran.err)
    return {check["name"]: check for check in ran.json["checks"]}


def test_all_is_well(undercroft: CommandLine, kept: Path) -> None:
    """A line for each thing looked at, and the facts for programs."""
    ran = undercroft("doctor")
    assert (0, "") == (ran.code, ran.err)
    *lines, last = ran.out.splitlines()
    assert "All is well." == last
    names = ["python", "sqlite", "store", "pragmas", "disk", "sync", "clock", "permissions", "lock", "port"]
    assert [["ok", name] for name in names] == [line.split()[:2] for line in lines]
    assert f"ok  store        {kept / 'store.db'}: 2 tables, 5 lines, as written" in lines
    found = checks(undercroft)
    assert sqlite3.sqlite_version == found["sqlite"]["version"]
    assert (2, 5) == (found["store"]["tables"], found["store"]["lines"])
    assert {
        "journal_mode": "wal",
        "synchronous": "full",
        "foreign_keys": "on",
        "fullfsync": "on",
        "page_size": database.PAGE,
        "user_version": database.SCHEMA,
    }.items() <= found["pragmas"].items()
    assert found["disk"]["free_bytes"] > 0
    assert found["sync"]["microseconds"] > 0


def test_before_there_is_a_store(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is wrong, and nothing is made; a store that was named must be there."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(folder / "deep" / "down" / "store.db"))
    assert undercroft("doctor").out.endswith("All is well.\n")
    assert [] == list(folder.iterdir())
    ran = undercroft("doctor", "--data", "store.db")
    assert (3, f"error: not_found: there is no {folder / 'store.db'} (check the name)\n") == (ran.code, ran.err)


def test_looking_changes_nothing(undercroft: CommandLine, kept: Path) -> None:
    """Not a byte, whether the store lies still, was just restored, or was left by a crash."""
    backup(kept / "store.db", kept / "backup.db")
    restore(kept / "backup.db", kept / "restored.db")
    with closing(SQLiteStore(kept / "store.db")) as store:
        store.create(ListedTable("well", "The Well", "2026-01-31T19:00:00Z"), SECRET)
        for ending in ("", "-wal"):
            shutil.copy(f"store.db{ending}", f"crashed.db{ending}")
    for name in ("store.db", "restored.db", "crashed.db"):
        before = Path(name).read_bytes()
        assert 0 == undercroft("doctor", "--data", name).code
        assert before == Path(name).read_bytes()
    assert "journal_mode delete" in undercroft("doctor", "--data", "restored.db").out


def test_an_old_store(undercroft: CommandLine, folder: Path) -> None:
    """Is looked at as it is, and left so."""
    old(folder / "store.db")
    assert undercroft("doctor").out.endswith("All is well.\n")
    assert "schema 1, renewed when next written to" in checks(undercroft)["pragmas"]["says"]
    assert 1 == checks(undercroft)["pragmas"]["user_version"]


def test_who_else_could_meddle(undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root, a folder for everybody and a file for others are warned of, and the exit code is 0 all the same."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    kept.chmod(0o777)
    (kept / "store.db").chmod(0o644)
    ran = undercroft("doctor")
    assert (0, "") == (ran.code, ran.err)
    warned = [line for line in ran.out.splitlines() if line.startswith("warning")]
    assert [
        "you are root: run Undercroft as a user with fewer rights",
        f"anybody may write in {kept}: chmod o-w, or choose another",
        f"others may read or change {kept / 'store.db'}: chmod 600",
    ] == [line.split(None, 2)[2] for line in warned]
    assert ran.out.endswith("3 warnings.\n")


def test_what_may_go_wrong(undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room, a slow disk and a taken port are warnings."""
    monkeypatch.setattr(checkup, "LEAST_FREE", 1 << 60)
    monkeypatch.setattr(checkup, "SLOW_SYNC", 0)
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        monkeypatch.setattr(port, "PORT", other.getsockname()[1])
        found = checks(undercroft)
    warned = {name for name, check in found.items() if check["grade"] == "warning"}
    assert {"disk", "sync", "port"} == warned
    assert found["port"]["free"] is False
    assert found["disk"]["says"].endswith(" MB free: make room")


@pytest.mark.parametrize(
    "year, grade", [(1970, "warning"), (2025, "warning"), (2026, "ok"), (2099, "ok"), (2101, "warning")]
)
def test_the_clock(undercroft: CommandLine, folder: Path, monkeypatch, year: int, grade: str) -> None:
    """A year that cannot be is warned of."""
    monkeypatch.setattr(checkup, "now", lambda: NOW.replace(year=year))
    assert grade == checks(undercroft)["clock"]["grade"]


def test_a_clock_behind_the_log(undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is ordered by it, but someone should know; a wall time that cannot be read says nothing."""
    monkeypatch.setattr(checkup, "now", lambda: datetime(2026, 1, 30, tzinfo=UTC))
    ran = undercroft("doctor")
    assert "the newest line was written at 2026-01-31 19:03 UTC: set the clock right" in ran.out
    assert 0 == ran.code
    assert checkup._read("at dusk") is None
    assert datetime(2026, 1, 31, tzinfo=UTC) == checkup._read("2026-01-31")


def test_while_others_play(undercroft: CommandLine, kept: Path) -> None:
    """It says that the store is open, looks at it all the same, and leaves the lock to its holder."""
    assert checks(undercroft)["lock"]["held"] is False
    with closing(SQLiteStore(kept / "store.db")) as store:
        assert checks(undercroft)["lock"]["held"] is True
        store.create(ListedTable("well", "The Well", "2026-01-31T19:00:00Z"), SECRET)
        assert 3 == checks(undercroft)["store"]["tables"]
    assert checks(undercroft)["lock"]["held"] is False


def test_a_damaged_store(undercroft: CommandLine, kept: Path) -> None:
    """Exit code 5, naming table and line; everything else is looked at, too."""
    with closing(sqlite3.connect("store.db")) as db:
        db.execute("UPDATE lines SET at = 1 WHERE place = 1 << 32 | 2")
        db.commit()
    ran = undercroft("doctor")
    what = "table “barrow”, line 2: it or its link was changed"
    fix = "“undercroft table recover barrow” saves what can be read; or restore a backup"
    assert (5, f"error: integrity: {what} ({fix})\n") == (ran.code, ran.err)
    assert f"fault  store        {what}" in ran.out.splitlines()
    assert "port" in ran.out
    told = undercroft("doctor", "--json")
    assert (5, "", {"code": "integrity", "detail": what, "fix": fix}) == (told.code, told.err, told.json["error"])
    assert 10 == len(told.json["checks"])


@pytest.mark.parametrize("mark, what", [(0, "not_a_store"), (database.APPLICATION, "newer_schema")])
def test_no_store_of_ours(undercroft: CommandLine, folder: Path, mark: int, what: str) -> None:
    """Exit code 6, said once."""
    with closing(sqlite3.connect("store.db")) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
        db.execute(f"PRAGMA application_id = {mark}")
        db.execute("PRAGMA user_version = 99")
    ran = undercroft("doctor")
    assert (6, f"error: {what}: ") == (ran.code, ran.err[: len(what) + 9])
    assert 1 == ran.out.count("fault ")
    assert "chmod" not in ran.out


def test_an_sqlite_that_is_too_old(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No store could be kept with it: exit code 6."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    assert 6 == undercroft("doctor").code


def test_a_place_that_cannot_be_written(undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store can be read, which is worth a warning and no more."""

    def no_file(*_arguments: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", no_file)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    found = checks(undercroft)
    assert f"nothing can be written in {kept}: Permission denied" == found["sync"]["says"]
    assert f"you may not write to {kept / 'store.db'}: you can only read it" == found["permissions"]["says"]
    assert 5 == found["store"]["lines"]


def test_a_server_without_its_libraries(undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is named before an administrator starts it, with the line that installs them."""
    assert "server" not in checks(undercroft)
    monkeypatch.setattr(checkup, "find_spec", lambda name: None if name == "litestar" else find_spec(name))
    told = checks(undercroft)["server"]
    assert ("warning", True) == (told["grade"], "needs litestar, which is not installed" in told["says"])
    assert "undercroft[table]" in told["says"]
