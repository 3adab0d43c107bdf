"""A store that is ready takes writes, and its logs end where their heads say."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.making import MILL, batch, filled
from undercroft.store.faults import Storage
from undercroft.store.log import Appended
from undercroft.store.sqlite import SQLiteStore


def test_a_store_for_reading_only_is_not_ready(tmp_path: Path) -> None:
    """One that writes is."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 3)
        store.ready()
    with closing(SQLiteStore(tmp_path / "store.db", readonly=True)) as store, pytest.raises(Storage, match="reading"):
        store.ready()


def test_a_log_that_was_cut_is_told_and_the_others_are_ready(tmp_path: Path) -> None:
    """Its head says that it goes on."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        filled(store, 3)
        filled(store, 2, MILL)
    with closing(sqlite3.connect(tmp_path / "store.db")) as db:
        db.execute("DELETE FROM lines WHERE place & 15 > 2")
        db.commit()
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        assert ["barrow"] == [fault.table for fault in store.ready()]
        assert Appended(3) == store.append("mill", batch(2))
