"""A table is called otherwise, or removed with all that belongs to it; the others stay as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from undercroft.kernel.faults import BadInput
from undercroft.store import rows
from undercroft.store.faults import NoSuchTable, StoreFault, WentOn
from undercroft.store.log import Batch, Clean, Entry, ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

SECRET = bytes(32)
LINE = Entry("act-1", 0, ("referee",), "table.note", b"{}", "2026-01-01T00:00:00Z")


@pytest.fixture(params=("memory", "sqlite"))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """A store of each kind, with two tables of a line each."""
    make: Callable[[], Store] = MemoryStore if request.param == "memory" else lambda: SQLiteStore(tmp_path / "a.db")
    made = make()
    for id in ("barrow", "crypt"):
        made.create(ListedTable(id, id.title(), "2026-01-01T00:00:00Z"), SECRET)
        made.append(id, Batch(0, "begin", bytes(32), (LINE,), b"{}"))
    return made


def test_another_name_leaves_the_log_as_it_was(store: Store) -> None:
    """The chain does not know the name."""
    before = store.head("barrow")
    store.rename("barrow", "The Long Barrow")
    assert ["The Long Barrow", "Crypt"] == [table.name for table in store.tables()]
    assert before == store.head("barrow")
    assert isinstance(store.verify("barrow"), Clean)


def test_a_name_no_table_may_have_is_refused(store: Store) -> None:
    """As when it begins."""
    with pytest.raises(BadInput):
        store.rename("barrow", "")
    assert "Barrow" == store.tables()[0].name


def test_what_is_removed_is_gone_and_its_id_is_free(store: Store) -> None:
    """Lines, key and answer with it; the other table goes on."""
    store.remove("barrow")
    assert ["crypt"] == [table.id for table in store.tables()]
    with pytest.raises(NoSuchTable):
        store.head("barrow")
    store.create(ListedTable("barrow", "Barrow", "2026-01-02T00:00:00Z"), SECRET)
    assert [] == list(store.read("barrow"))
    assert store.recall("barrow", "begin", bytes(32)) is None
    assert 1 == store.head("crypt").version
    assert isinstance(store.verify("crypt"), Clean)


def test_nobody_removes_or_renames_what_is_not_there(store: Store) -> None:
    """A fault each, and nothing changes."""
    with pytest.raises(NoSuchTable):
        store.remove("nowhere")
    with pytest.raises(NoSuchTable):
        store.rename("nowhere", "Here")
    assert 2 == len(store.tables())


def test_a_table_that_went_on_is_not_removed(store: Store) -> None:
    """Who knew an older version of it is told so."""
    with pytest.raises(WentOn):
        store.remove("barrow", 0)
    assert 1 == store.head("barrow").version
    store.remove("barrow", 1)
    assert ["crypt"] == [table.id for table in store.tables()]


def test_a_table_is_removed_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever part cannot be removed, all of them stay."""
    for number, part in enumerate(rows.REMOVE):
        store = SQLiteStore(tmp_path / f"{number}.db")
        store.create(
            ListedTable("barrow", "Barrow", "2026-01-01T00:00:00Z"), SECRET, [Batch(0, "k", b"k", (LINE,), b"{}")]
        )
        with monkeypatch.context() as patch:
            patch.setattr(rows, "REMOVE", (*rows.REMOVE[:number], f"no such {part}"))
            with pytest.raises(StoreFault):
                store.remove("barrow")
        assert isinstance(store.verify("barrow"), Clean)
        assert 1 == len(list(store.read("barrow")))
        store.close()
