"""A store of an older schema: read as it is, and renewed when it is opened for writing."""

import sqlite3
import stat
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from tests.store.making import BARROW, MILL, SECRET, batch
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import database, migrations
from undercroft.store.backup import backup, restore
from undercroft.store.faults import Storage
from undercroft.store.log import Appended, Clean, Known, ListedTable, Snapshot
from undercroft.store.portable import export_table
from undercroft.store.sqlite import SQLiteStore

SCHEMAS = Path(__file__).with_name("schemas")


def old(path: Path) -> Path:
    """A store as schema 1 left it."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript((SCHEMAS / "1.sql").read_text(encoding="utf-8"))
        db.execute("PRAGMA journal_mode = WAL")
    path.chmod(0o600)
    return path


def exports(store: SQLiteStore) -> list[bytes]:
    """Every table as a file."""
    files: list[bytes] = []
    for table in store.tables():
        out = BytesIO()
        export_table(store, table.id, out)
        files.append(out.getvalue())
    return files


def test_an_old_store_can_be_read(tmp_path: Path) -> None:
    """Everything that was there then, without a change; there was no secret then, and that is reported."""
    path = old(tmp_path / "store.db")
    before = path.read_bytes()
    with closing(SQLiteStore(path, readonly=True)) as store:
        assert (BARROW, MILL) == store.tables()
        assert Clean(3, store.head("barrow").link) == store.verify("barrow")
        assert FrozenMap({"public": 7}) == store.head("barrow").streams
        assert Snapshot(2, "fold", b"state") == store.snapshot("barrow", "fold")
        assert 2 == len(exports(store))
        with pytest.raises(Storage) as caught:
            store.secret("barrow")
        assert ("old_schema", "open it for writing once") == (caught.value.code, caught.value.fix)
    assert before == path.read_bytes()


def test_an_old_store_is_renewed(tmp_path: Path) -> None:
    """Lines, links, keys, dice and snapshots stay, every table has a secret of its own, and it goes on from there."""
    path = old(tmp_path / "store.db")
    with closing(SQLiteStore(path, readonly=True)) as store:
        files = exports(store)
    with closing(SQLiteStore(path)) as store:
        assert files == exports(store)
        assert Clean(3, store.head("barrow").link) == store.verify("barrow")
        assert FrozenMap({"public": 7}) == store.head("barrow").streams
        assert Snapshot(2, "fold", b"state") == store.snapshot("barrow", "fold")
        assert Known(batch(2).answer) == store.append("barrow", batch(2))
        assert Appended(4) == store.append("barrow", batch(3))
        given = [store.secret("barrow"), store.secret("mill")]
        store.create(ListedTable("well", "The Well", "2026-01-31T19:00:00Z"), SECRET)
    assert [32, 32] == [len(secret) for secret in given]
    assert 2 == len(set(given))
    assert database.SCHEMA == database.in_force(path)["user_version"]
    with closing(SQLiteStore(path)) as store:
        assert given == [store.secret("barrow"), store.secret("mill")]
    assert {"store.db", "store.db.lock", "store.db.schema-1"} == {file.name for file in tmp_path.iterdir()}


def test_it_is_backed_up_first(tmp_path: Path) -> None:
    """In one file beside it, for the owner alone, that holds all that was there; an earlier one stays."""
    path = old(tmp_path / "store.db")
    with closing(SQLiteStore(path, readonly=True)) as store:
        files = exports(store)
    (tmp_path / "store.db.schema-1").write_bytes(b"kept earlier")
    SQLiteStore(path).close()
    kept = tmp_path / "store.db.schema-1-1"
    assert 0o600 == stat.S_IMODE(kept.stat().st_mode)
    assert b"kept earlier" == (tmp_path / "store.db.schema-1").read_bytes()
    restore(kept, tmp_path / "again.db")
    assert 1 == database.in_force(tmp_path / "again.db")["user_version"]
    with closing(SQLiteStore(tmp_path / "again.db")) as store:
        assert files == exports(store)


def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is all or nothing, the lock is let go, and the next opening finishes it."""
    path = old(tmp_path / "store.db")

    def half(db: sqlite3.Connection) -> None:
        db.execute(database.SECRETS)
        db.execute("INSERT INTO lease VALUES (1, 1)")

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", {1: half})
        with pytest.raises(Exception, match="damaged: UNIQUE constraint failed"):
            SQLiteStore(path)
    assert 1 == database.in_force(path)["user_version"]
    with closing(SQLiteStore(path)) as store:
        assert 32 == len(store.secret("mill"))


def test_every_older_schema_has_a_step_and_an_example() -> None:
    """An edit that raises the number writes both."""
    older = set(range(database.OLDEST_SCHEMA, database.SCHEMA))
    assert older == set(migrations.STEPS)
    assert {f"{number}.sql" for number in older} == {file.name for file in SCHEMAS.iterdir()}


def test_a_backup_of_an_old_store_is_an_old_store(tmp_path: Path) -> None:
    """Copying renews nothing."""
    path = old(tmp_path / "store.db")
    backup(path, tmp_path / "backup.db")
    assert 1 == database.in_force(tmp_path / "backup.db")["user_version"]
    assert 1 == database.in_force(path)["user_version"]


@pytest.mark.parametrize("schema", [0, -1])
@pytest.mark.parametrize("readonly", [False, True])
def test_a_schema_that_never_was(tmp_path: Path, schema: int, readonly: bool) -> None:
    """Is no store of ours."""
    path = old(tmp_path / "store.db")
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {schema}")
    with pytest.raises(Storage) as caught:
        SQLiteStore(path, readonly=readonly)
    assert "not_a_store" == caught.value.code
