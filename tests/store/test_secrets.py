"""A table's secret is kept, and kept to the store."""

import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from tests.store.conftest import Vandal
from tests.store.making import BARROW, MILL, SECRET, batch, filled
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.backup import backup, restore
from undercroft.store.faults import Conflict, Integrity, NoSuchTable
from undercroft.store.log import Appended, Broken, Clean, Secret
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

OTHER = bytes(range(101, 133))


def test_each_table_has_its_own(store: Store) -> None:
    """As it was handed in, however much is written; there is none of a table that is not."""
    store.create(MILL, OTHER)
    filled(store, 3)
    assert (SECRET, OTHER) == (store.secret("barrow"), store.secret("mill"))
    with pytest.raises(NoSuchTable):
        store.secret("mound")


def test_it_is_written_once(store: Store) -> None:
    """Who comes second with the id changes nothing."""
    store.create(BARROW, SECRET)
    with pytest.raises(Conflict):
        store.create(BARROW, OTHER)
    with pytest.raises(Conflict):
        import_table(store, BytesIO(exported(store)), "file", OTHER)
    assert SECRET == store.secret("barrow")


def test_it_is_there_again(tmp_path: Path) -> None:
    """After closing, also for who only reads, and from a backup."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 1)
    backup(tmp_path / "store.db", tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "again.db")
    for name in ("store.db", "again.db"):
        with closing(SQLiteStore(tmp_path / name, readonly=True)) as store:
            assert SECRET == store.secret("barrow")


@pytest.mark.parametrize("length", [0, 16, 31, 1025])
def test_it_cannot_be_guessed(store: Store, length: int) -> None:
    """Too few bytes are refused, and far too many; nothing is begun, and the message does not show them."""
    for begin in (
        lambda: store.create(BARROW, b"x" * length),
        lambda: import_table(store, BytesIO(exported(filled(MemoryStore(), 2))), "file", b"x" * length),
    ):
        with pytest.raises(BadInput) as caught:
            begin()
        assert ("bad_secret", f"a secret of {length} bytes") == (caught.value.code, caught.value.what)
    assert () == store.tables()


@pytest.mark.parametrize("length", [32, 1024])
def test_it_may_be_long(store: Store, length: int) -> None:
    """From one key to a small bunch of them."""
    store.create(BARROW, b"x" * length)
    assert b"x" * length == store.secret("barrow")


def test_it_does_not_show(store: Store) -> None:
    """Neither printed nor written as JSON; it is still bytes to who asks for them."""
    store.create(BARROW, SECRET)
    secret = store.secret("barrow")
    assert isinstance(secret, Secret)
    assert ("<secret>", "<secret>", "[<secret>]") == (str(secret), f"{secret!r}", str([secret]))
    for write in (wire.encode, wire.shown):
        with pytest.raises((TypeError, NotImplementedError)):
            write({"secret": secret})
    assert SECRET.hex() == secret.hex()


def exported(store: Store) -> bytes:
    """The barrow as a file."""
    out = BytesIO()
    export_table(store, "barrow", out)
    return out.getvalue()


def test_it_leaves_by_no_door(store: Store) -> None:
    """Not with the list of tables, the head, the lines, a snapshot or an export, in any spelling."""
    marked = b"0123456789abcdef0123456789ABCDEF"
    store.create(BARROW, marked)
    store.append("barrow", batch(0, streams={"public": 3}))
    told = repr((store.tables(), store.head("barrow"), list(store.read("barrow")), store.verify("barrow")))
    for spelling in (marked.decode(), marked.hex(), marked.hex().upper()):
        assert spelling not in told
        assert spelling.encode() not in exported(store)
    if isinstance(store, MemoryStore):
        assert marked.decode() not in repr(vars(store))


def test_an_imported_table_has_another(store: Store) -> None:
    """What was rolled elsewhere tells nothing of what is rolled here: a new secret, and every stream from its start."""
    home = MemoryStore()
    home.create(BARROW, SECRET)
    home.append("barrow", batch(0, streams={"public": 40, "referee": 7}))
    import_table(store, BytesIO(exported(home)), "file", OTHER)
    assert OTHER == store.secret("barrow")
    assert FrozenMap() == store.head("barrow").streams
    assert Appended(2) == store.append("barrow", batch(1, streams={"public": 5}))
    assert FrozenMap({"public": 5}) == store.head("barrow").streams


@pytest.mark.parametrize("changed", [bytes(32), b"", SECRET[:-1] + b"\0"])
def test_another_secret_is_noticed(store: Store, vandal: Vandal, changed: bytes) -> None:
    """Else other dice would fall: nothing is written on top, the lines can be read, other tables are untouched."""
    filled(store, 2)
    filled(store, 1, MILL)
    vandal.secret(changed)
    why = "its secret was changed"
    assert Broken(0, why) == store.verify("barrow")
    with pytest.raises(Integrity) as caught:
        store.secret("barrow")
    assert f"table “barrow”: {why}" == caught.value.what
    assert [1, 2] == [line.seq for line in store.read("barrow")]
    with pytest.raises(Integrity):
        store.append("barrow", batch(2))
    assert (SECRET, Appended(2)) == (store.secret("mill"), store.append("mill", batch(1)))
    assert isinstance(store.verify("mill"), Clean)


def test_a_lost_secret_is_noticed(tmp_path: Path) -> None:
    """A table without one is damaged."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 1)
        with closing(sqlite3.connect(tmp_path / "store.db")) as db:
            db.execute("DELETE FROM secrets")
            db.commit()
        assert Broken(0, "its secret was changed") == store.verify("barrow")
