"""Backups, taken while others write, and back."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.figures import BACKUPS, soak
from tests.store.making import BARROW, MILL, batch, filled
from tests.store.processes import ENVIRONMENT, WRITER
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.backup import backup, restore
from undercroft.store.database import PAGE
from undercroft.store.faults import Conflict, Integrity, StoreFault
from undercroft.store.log import RESTORED, Appended, Clean, Head, Known, Snapshot
from undercroft.store.sqlite import SQLiteStore


def unmarked(head: Head) -> Head:
    """A head without the mark of a restore, which must be there."""
    streams = dict(head.streams)
    assert 0 < streams.pop(RESTORED)
    return replace(head, streams=FrozenMap(streams))


def test_a_backup_is_the_whole_store(tmp_path: Path) -> None:
    """Lines, heads, keys, answers, dice and snapshots, in one file, and the store stays open."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 3)
        filled(store, 2, MILL)
        store.append("mill", batch(2, streams={"public": 4}))
        store.save_snapshot("mill", Snapshot(3, "fold", b"state"))
        backup(tmp_path / "store.db", tmp_path / "backup.db")
        head = store.head("mill")
        store.append("mill", batch(3))
    restore(tmp_path / "backup.db", tmp_path / "again.db")
    with closing(SQLiteStore(tmp_path / "again.db")) as again:
        assert (BARROW, MILL) == again.tables()
        assert head == unmarked(again.head("mill"))
        assert Snapshot(3, "fold", b"state") == again.snapshot("mill", "fold")
        assert Known(batch(0).answer) == again.append("barrow", batch(0))
        assert Appended(4) == again.append("mill", batch(3))
    left = {file.name for file in tmp_path.iterdir()}
    assert {"store.db", "store.db.lock", "backup.db", "again.db", "again.db.lock"} == left


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """Neither by a backup nor by a restored one, and an open store least of all."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 1)
        backup(path, tmp_path / "backup.db")
        before = (tmp_path / "backup.db").read_bytes()
        for copy in (
            lambda: backup(path, tmp_path / "backup.db"),
            lambda: backup(path, path),
            lambda: restore(tmp_path / "backup.db", path),
        ):
            with pytest.raises(StoreFault) as caught:
                copy()
            assert caught.value.code in ("conflict", "already_open")
    with pytest.raises(Conflict):
        restore(tmp_path / "backup.db", path)
    assert before == (tmp_path / "backup.db").read_bytes()


def test_a_damaged_store_is_backed_up_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    """The fault names table and line, and the other table is there whole. The same for restoring."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 5)
        filled(store, 2, MILL)
        held = store.head("mill"), store.secret("mill"), store.secret("barrow")
    backup(path, tmp_path / "backup.db")
    for spoilt in (path, tmp_path / "backup.db"):
        with closing(sqlite3.connect(spoilt)) as db:
            db.execute("UPDATE lines SET at = 1 WHERE place & 15 = 3")
            db.commit()
    for copied, target in (
        (backup(path, tmp_path / "second.db"), tmp_path / "second.db"),
        (restore(tmp_path / "backup.db", tmp_path / "third.db"), tmp_path / "third.db"),
    ):
        assert copied is not None
        assert isinstance(copied.fault, Integrity)
        assert ("barrow", 3) == (copied.fault.table, copied.fault.seq)
        assert [("barrow", 2, 3), ("mill", 2, 0)] == [(of.table.id, len(of.lines), of.lost) for of in copied.found]
        with closing(SQLiteStore(target)) as store:
            assert Clean(2, store.head("barrow").link) == store.verify("barrow")
            assert held == (unmarked(store.head("mill")), store.secret("mill"), store.secret("barrow"))
            assert Known(batch(1).answer) == store.append("mill", batch(1))
            assert Appended(3) == store.append("barrow", batch(2))


def test_a_backup_can_be_written_to_though_its_store_cannot(tmp_path: Path) -> None:
    """Two bytes of a page that no reader looks at say where it has room; the copy is made of what was read."""
    path, saved = tmp_path / "store.db", tmp_path / "saved.db"
    with closing(filled(SQLiteStore(path), 5)) as store:
        lines = list(store.read("barrow"))
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'lines'").fetchone()
    whole, at = path.read_bytes(), (page - 1) * PAGE
    path.write_bytes(whole[: at + 1] + b"\0\x40" + whole[at + 3 :])
    with closing(SQLiteStore(path)) as store:
        assert isinstance(store.verify("barrow"), Clean)
        with pytest.raises(Integrity):
            store.append("barrow", batch(5))
    copied = backup(path, saved)
    assert copied is not None
    assert [0] == [of.lost for of in copied.found]
    with closing(SQLiteStore(saved)) as store:
        assert lines == list(store.read("barrow"))
        assert Appended(6) == store.append("barrow", batch(5))


def test_a_listing_with_another_number_costs_no_line(tmp_path: Path) -> None:
    """One bit of its number: the table is found by its lines, and what is left of the listing is no second table."""
    path, saved = tmp_path / "store.db", tmp_path / "saved.db"
    with closing(filled(SQLiteStore(path), 5)) as store:
        lines = list(filled(store, 2, MILL).read("mill"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE tables SET number = 10 WHERE number = 2")
    copied = backup(path, saved)
    assert copied is not None
    assert [("barrow", 5, 0), ("mill", 2, 0)] == [(of.table.id, len(of.lines), of.lost) for of in copied.found]
    with closing(SQLiteStore(saved)) as store:
        assert lines == list(store.read("mill"))


def test_what_is_left_beside_a_lost_store_is_removed(tmp_path: Path) -> None:
    """A stale write-ahead log would be poured into the restored file."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 2)
        backup(path, tmp_path / "backup.db")
        for version in range(2, 30):
            store.append("barrow", batch(version))
        wal = Path(f"{path}-wal").read_bytes()
    path.unlink()
    Path(f"{path}-wal").write_bytes(wal)
    restore(tmp_path / "backup.db", path)
    with closing(SQLiteStore(path)) as store:
        assert Clean(2, store.head("barrow").link) == store.verify("barrow")


def test_only_stores_are_backed_up(tmp_path: Path) -> None:
    """Another program's database is not even opened; a missing one is missing."""
    (tmp_path / "text").write_bytes(b"hello")
    for source, code in (("text", "not_a_store"), ("missing", "not_found")):
        with pytest.raises(StoreFault) as caught:
            backup(tmp_path / source, tmp_path / "backup.db")
        assert code == caught.value.code
    assert not (tmp_path / "backup.db").exists()


@soak(BACKUPS)
def test_backups_during_play(tmp_path: Path) -> None:
    """Each holds everything acknowledged before it began, and verifies."""
    path = tmp_path / "store.db"
    writer = subprocess.Popen([*WRITER, str(path), "barrow", "100000"], stdout=subprocess.PIPE, env=ENVIRONMENT)
    assert writer.stdout
    assert b"open\n" == writer.stdout.readline()
    try:
        for number in range(BACKUPS):
            acknowledged = max(int(writer.stdout.readline().split()[1]) for _ in range(20))
            copy = tmp_path / f"backup-{number}.db"
            backup(path, copy)
            with closing(SQLiteStore(copy, readonly=True)) as store:
                head = store.head("barrow")
                assert acknowledged <= head.version
                assert Clean(head.version, head.link) == store.verify("barrow")
    finally:
        writer.kill()
        writer.stdout.close()
        writer.wait()
