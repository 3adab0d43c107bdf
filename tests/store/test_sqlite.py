"""The file: who may open it, what is not one, and what is in force when it is open."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from tests.store.making import BARROW, MILL, SECRET, batch, filled
from tests.store.processes import ENVIRONMENT
from undercroft.store import database, files
from undercroft.store.faults import Conflict, NoSuchFile, Storage, StoreFault
from undercroft.store.log import Appended, Broken, Clean, Known, Stale
from undercroft.store.sqlite import SQLiteStore

APPENDER = """
import sys
from pathlib import Path
from tests.store.making import SECRET, batch
from undercroft.store.faults import Storage
from undercroft.store.log import Appended
from undercroft.store.sqlite import SQLiteStore

written = 0
while written < 12:
    try:
        store = SQLiteStore(Path(sys.argv[1]))
    except Storage as fault:
        assert fault.code == "already_open", fault
        continue
    for _ in range(3):
        version = store.head("barrow").version
        assert store.append("barrow", batch(version, key=f"{sys.argv[2]}-{written}")) == Appended(version + 1)
        written += 1
    store.close()
"""


def code_of(path: Path, *, readonly: bool = False) -> str:
    """The code of the fault on opening."""
    with pytest.raises(StoreFault) as caught:
        SQLiteStore(path, readonly=readonly)
    assert str(path.name) in caught.value.what or str(path.parent) in caught.value.what
    return caught.value.code


def test_what_is_in_force(tmp_path: Path) -> None:
    """Write-ahead log, full sync, foreign keys, our mark and schema; only the owner may look."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        assert store._writer
        asked = {
            name: store._writer._db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
        }
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert asked == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "application_id": database.APPLICATION,
        "user_version": database.SCHEMA,
    }


def test_it_is_all_there_again(tmp_path: Path) -> None:
    """After closing and opening; a path may have odd characters, or be a link."""
    path = tmp_path / "été #1? 100%.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 3)
        head = store.head("barrow")
    link = tmp_path / "link"
    link.symlink_to(path)
    with closing(SQLiteStore(link)) as store:
        assert head == store.head("barrow")
        assert Stale(3) == store.append("barrow", batch(0, key="new"))
        assert Appended(4) == store.append("barrow", batch(3))


def test_one_process_writes(tmp_path: Path) -> None:
    """A second writer is told so at once, even in the same process; readers are welcome; then it is free again."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 2)
        assert "already_open" == code_of(path)
        with closing(SQLiteStore(path, readonly=True)) as reader:
            assert 2 == reader.head("barrow").version
            store.append("barrow", batch(2))
            assert 3 == reader.head("barrow").version
            assert isinstance(reader.verify("barrow"), Clean)
            with pytest.raises(Storage) as caught:
                reader.append("barrow", batch(3))
            assert "read_only" == caught.value.code
    with closing(SQLiteStore(path)) as store:
        assert Appended(4) == store.append("barrow", batch(3))


class Interrupted:
    """A cursor at which someone presses Ctrl-C just after it has written."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def execute(self, *asked: Any) -> None:
        self._cursor.execute(*asked)
        raise KeyboardInterrupt


def test_interrupted_just_after_writing(tmp_path: Path) -> None:
    """The line stands, its key is known, and the next one follows it."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 2)
        assert store._writer
        cursor = store._writer._cursor
        store._writer._cursor = cast("sqlite3.Cursor", Interrupted(cursor))
        with pytest.raises(KeyboardInterrupt):
            store.append("barrow", batch(2))
        store._writer._cursor = cursor
        assert 3 == store.head("barrow").version
        assert isinstance(store.append("barrow", batch(2)), Known)
        assert Appended(4) == store.append("barrow", batch(3))


def test_where_locks_fail_the_older_writer_stops(tmp_path: Path) -> None:
    """Were two to hold the file, only the later one could write."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as older:
        filled(older, 2)
        with closing(sqlite3.connect(path)) as other:
            other.execute("UPDATE lease SET epoch = epoch + 1")
            other.commit()
        for late in (lambda: older.append("barrow", batch(2)), lambda: older.create(MILL, SECRET)):
            with pytest.raises(Storage) as caught:
                late()
            assert "already_open" == caught.value.code
        with pytest.raises(Storage):
            older.append("barrow", batch(1))
        assert 2 == older.head("barrow").version


def test_four_processes_take_turns(tmp_path: Path) -> None:
    """Each opens, appends and closes; dense in the end, each line once."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        store.create(BARROW, SECRET)
    command = [sys.executable, "-c", APPENDER, str(path)]
    processes = [subprocess.Popen([*command, str(number)], env=ENVIRONMENT) for number in range(4)]
    assert [0, 0, 0, 0] == [process.wait() for process in processes]
    with closing(SQLiteStore(path, readonly=True)) as store:
        assert Clean(48, store.head("barrow").link) == store.verify("barrow")


def test_held_by_another_program(tmp_path: Path) -> None:
    """Writes are told that it is busy when their patience is over; reads go on; then writes do."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path, patience=0.05)) as store, closing(sqlite3.connect(path)) as other:
        filled(store, 1)
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(Storage) as caught:
                store.append("barrow", batch(1))
            assert "busy" == caught.value.code
        assert 1 == len(list(store.read("barrow")))
        other.rollback()
        assert Appended(2) == store.append("barrow", batch(1))
    assert 5.0 == database.PATIENCE


def foreign(path: Path, application: int = 0, schema: int = 1) -> None:
    """A database of someone else's."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
        db.execute(f"PRAGMA application_id = {application}")
        db.execute(f"PRAGMA user_version = {schema}")


@pytest.mark.parametrize("readonly", [False, True])
def test_what_is_not_a_store(tmp_path: Path, readonly: bool) -> None:
    """Refused by name, and left as it was."""
    for name, content in (("empty", b""), ("text", b"SQLite format 4"), ("short", b"SQLite format 3\0")):
        path = tmp_path / name
        path.write_bytes(content)
        assert "not_a_store" == code_of(path, readonly=readonly)
        assert content == path.read_bytes()
    foreign(tmp_path / "bookmarks.db")
    before = (tmp_path / "bookmarks.db").read_bytes()
    assert "not_a_store" == code_of(tmp_path / "bookmarks.db", readonly=readonly)
    assert before == (tmp_path / "bookmarks.db").read_bytes()
    (tmp_path / "folder").mkdir()
    assert "not_a_store" == code_of(tmp_path / "folder", readonly=readonly)
    os.mkfifo(tmp_path / "pipe")
    assert "not_a_store" == code_of(tmp_path / "pipe", readonly=readonly)


@pytest.mark.parametrize("readonly", [False, True])
def test_a_newer_schema_is_left_alone(tmp_path: Path, readonly: bool) -> None:
    """Whether the number is in the file or still in its write-ahead log."""
    foreign(tmp_path / "newer.db", database.APPLICATION, database.SCHEMA + 1)
    before = (tmp_path / "newer.db").read_bytes()
    assert "newer_schema" == code_of(tmp_path / "newer.db", readonly=readonly)
    assert before == (tmp_path / "newer.db").read_bytes()
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 1)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {database.SCHEMA + 1}")
        assert "newer_schema" == code_of(path, readonly=readonly)


def test_what_is_not_there(tmp_path: Path) -> None:
    """To be read; a folder is not made."""
    assert "not_found" == code_of(tmp_path / "store.db", readonly=True)
    assert "not_found" == code_of(tmp_path / "no" / "store.db")
    with pytest.raises(NoSuchFile):
        SQLiteStore(tmp_path / "no" / "store.db", readonly=True)
    assert [] == list(tmp_path.iterdir())


def test_a_half_made_file_is_made_again(tmp_path: Path) -> None:
    """What a crash left under another name is in nobody's way."""
    (tmp_path / "store.db.new").write_bytes(b"half")
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 1)
    assert not (tmp_path / "store.db.new").exists()


def test_a_log_without_its_database(tmp_path: Path) -> None:
    """A left-over write-ahead log would be poured into a new file: refused, unless nothing is in it."""
    (tmp_path / "store.db-wal").write_bytes(b"left")
    assert "storage" == code_of(tmp_path / "store.db")
    assert b"left" == (tmp_path / "store.db-wal").read_bytes()
    assert not (tmp_path / "store.db").exists()
    (tmp_path / "store.db-wal").write_bytes(b"")
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 1)


def crashed(path: Path, lines: int) -> None:
    """A store as a crash leaves it, its last lines only in the write-ahead log."""
    with closing(SQLiteStore(path)) as store:
        filled(store, lines)
        for ending in ("", "-wal"):
            Path(f"{path}.kept{ending}").write_bytes(Path(f"{path}{ending}").read_bytes())
    for ending in ("", "-wal"):
        Path(f"{path}.kept{ending}").rename(f"{path}{ending}")


def test_the_write_ahead_log_of_another_file(tmp_path: Path) -> None:
    """Whatever comes of it is a fault, or a log that is whole; never half of each, and never a traceback."""
    crashed(tmp_path / "one.db", 40)
    crashed(tmp_path / "two.db", 3)
    (tmp_path / "two.db-wal").replace(tmp_path / "one.db-wal")
    try:
        with closing(SQLiteStore(tmp_path / "one.db")) as store:
            found = store.verify("barrow")
    except StoreFault as fault:
        found = Broken(0, fault.what)
    assert isinstance(found, Broken) or found.version in (0, 3, 40)


def test_without_its_write_ahead_log(tmp_path: Path) -> None:
    """What the file alone holds is whole, if older: nothing can tell that more was there."""
    crashed(tmp_path / "store.db", 5)
    (tmp_path / "store.db-wal").unlink()
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert () == store.tables() or isinstance(store.verify("barrow"), Clean)


def test_a_file_is_never_replaced(tmp_path: Path) -> None:
    """Not even by one that is ready."""
    (tmp_path / "new").write_bytes(b"new")
    (tmp_path / "old").write_bytes(b"old")
    with pytest.raises(Conflict):
        files.put(tmp_path / "new", tmp_path / "old")
    assert b"old" == (tmp_path / "old").read_bytes()
