"""What lies outside the hash chain cannot change unnoticed either: answers, keys, names, pictures, and the indexes."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.store.making import BARROW, MILL, SECRET, batch, drawn, filled
from tests.store.test_migrations import SCHEMAS
from undercroft.store.database import PAGE
from undercroft.store.faults import Integrity
from undercroft.store.log import Appended, Broken, Clean, Known, Snapshot
from undercroft.store.sqlite import SQLiteStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with two tables and a picture, closed."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 5)
        store.append("barrow", replace(batch(5, lines=2), pictures=drawn(1)))
        filled(store, 2, MILL)
    return path


def changed(path: Path, statement: str) -> None:
    """Change the file with plain SQL, behind the back of the store."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def in_index(path: Path, text: bytes, change: bytes, name: str = "keys") -> None:
    """Change a text in the index of the keys, or another, and leave the rows as they are."""
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    whole = path.read_bytes()
    at = whole.index(text, (page - 1) * PAGE, page * PAGE)
    path.write_bytes(whole[:at] + change + whole[at + len(text) :])


ANSWERS = {
    "answer": """answer = CAST('{"told":4}' AS BLOB)""",
    "fingerprint": "fingerprint = x'00'",
    "key": "key = 'key-9'",
    "number": "number = 2",
    "seal": "seal = seal + 1",
    "no answer": "answer = NULL",
    "no key": "key = NULL",
    "no seal": "seal = NULL",
}


@pytest.mark.parametrize("change", ANSWERS.values(), ids=ANSWERS)
def test_a_changed_answer_is_found_at_its_line(file: Path, change: str) -> None:
    """It is never given to a client who tries again; the other table is not touched."""
    changed(file, f"UPDATE lines SET {change} WHERE place = (1 << 32) + 3")
    with closing(SQLiteStore(file)) as store:
        found = store.verify("barrow")
        assert isinstance(found, Broken)
        assert (3, True) == (found.seq, "stored answer" in found.why)
        assert isinstance(store.verify("mill"), Clean)
        assert Appended(3) == store.append("mill", batch(2, key="new"))


def test_a_changed_answer_is_not_given_to_a_client_who_tries_again(file: Path) -> None:
    """The retry fails, and from then on nothing is written to the table."""
    changed(file, f"UPDATE lines SET {ANSWERS['answer']} WHERE place = (1 << 32) + 3")
    with closing(SQLiteStore(file)) as store:
        with pytest.raises(Integrity, match="stored answer"):
            store.recall("barrow", "key-2", b"key-2")
        with pytest.raises(Integrity):
            store.append("barrow", batch(7))
        assert Known(batch(1).answer) == store.recall("barrow", "key-1", b"key-1")


def test_an_answer_that_its_index_hides_is_found(file: Path) -> None:
    """A retry would not find its key and would roll again."""
    in_index(file, b"key-2", b"key-6")
    with closing(SQLiteStore(file)) as store:
        assert Broken(3, "its stored answer cannot be found by its key") == store.verify("barrow")
        assert store.recall("barrow", "key-6", b"key-2") is None


ONE, NONE = b"\x09", b"\x08"
"""In an entry of an index: the number 1, and 0, which differ in one bit."""


def test_an_entry_that_only_a_search_would_miss_is_found(file: Path) -> None:
    """One bit makes the entry of a key one of table 0; who reads the index from end to end meets it."""
    in_index(file, ONE + b"\x17\x05key-2", NONE + b"\x17\x05key-2")
    with closing(SQLiteStore(file)) as store:
        assert store.recall("barrow", "key-2", b"key-2") is None
        assert Broken(3, "its stored answer cannot be found by its key") == store.verify("barrow")
        store.mend("barrow")
        assert isinstance(store.verify("barrow"), Clean)


def test_a_picture_that_only_a_search_would_miss_is_found(tmp_path: Path) -> None:
    """The same in the index of the pictures, between two others."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 1)
        store.append("barrow", replace(batch(1), pictures=drawn(1) + drawn(2) + drawn(3)))
        ids = sorted(store.pictures("barrow"))
    id, whole = ids[1].encode(), path.read_bytes()
    length = bytes((0x80 | (13 + 2 * len(id)) >> 7, (13 + 2 * len(id)) & 0x7F))
    entry = next(ONE + length + row for row in (b"\x01", b"\x09") if ONE + length + row + id in whole)
    in_index(path, entry + id, NONE + entry[1:] + id, "sqlite_autoindex_pictures_1")
    with closing(SQLiteStore(path)) as store:
        assert isinstance(store.verify("barrow"), Broken)


def test_an_answer_that_its_index_hides_is_found_again_when_its_table_is_opened(file: Path) -> None:
    """The index is made again from the lines, so that a retry rolls no second time."""
    in_index(file, b"key-2", b"key-6")
    with closing(SQLiteStore(file)) as store:
        store.mend("mill")
        assert store.recall("barrow", "key-2", b"key-2") is None
        store.mend("barrow")
        assert Known(batch(2).answer) == store.recall("barrow", "key-2", b"key-2")
        assert isinstance(store.verify("barrow"), Clean)


def test_an_index_that_cannot_be_made_again_stops_its_table(file: Path) -> None:
    """Two lines have one key: nothing more is written to that table, and the other goes on."""
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"key-2", b"key-1"))
    with closing(SQLiteStore(file)) as store:
        with pytest.raises(Integrity, match="cannot be found by its key"):
            store.mend("barrow")
        with pytest.raises(Integrity):
            store.append("barrow", batch(7))
        assert Appended(3) == store.append("mill", batch(2, key="new"))


def test_an_entry_that_leads_to_another_table_is_no_answer(file: Path) -> None:
    """A table has no fault because of what was changed in another."""
    changed(file, "UPDATE lines SET number = 2, key = 'key-7' WHERE place = (1 << 32) + 3")
    with closing(SQLiteStore(file)) as store:
        assert store.recall("mill", "key-7", b"key-2") is None
        assert isinstance(store.verify("mill"), Clean)
        assert isinstance(store.verify("barrow"), Broken)


LISTINGS = ("name = 'The Barsow'", "created = '2026-01-31T19:00:01Z'", "format = 2", "origin = '{}'", "seal = 7")


@pytest.mark.parametrize("change", LISTINGS)
def test_a_changed_listing_is_found(file: Path, change: str) -> None:
    """The table is listed still, and so is the other, which can be played."""
    changed(file, f"UPDATE tables SET {change} WHERE id = 'barrow'")
    with closing(SQLiteStore(file)) as store:
        assert ["barrow", "mill"] == [table.id for table in store.tables()]
        assert Broken(0, "its listing was changed") == store.verify("barrow")
        with pytest.raises(Integrity):
            store.rename("barrow", "The Barrow")
        assert Appended(3) == store.append("mill", batch(2))


def test_a_name_that_is_no_text_any_more_does_not_hide_the_other_tables(file: Path) -> None:
    """It is listed as far as it can be read."""
    changed(file, "UPDATE tables SET name = CAST(x'54ff' AS TEXT) WHERE id = 'barrow'")
    with closing(SQLiteStore(file)) as store:
        assert ["T\ufffd", MILL.name] == [table.name for table in store.tables()]
        assert isinstance(store.verify("barrow"), Broken)
        assert isinstance(store.verify("mill"), Clean)


@pytest.mark.parametrize("change", ["number = 2", "id = id || '0'", "seal = 0"])
def test_a_picture_that_changed_its_place_is_found(file: Path, change: str) -> None:
    """In the table it was taken from, or not at all."""
    changed(file, f"UPDATE pictures SET {change}")
    with closing(SQLiteStore(file)) as store:
        found = {table: store.verify(table) for table in ("barrow", "mill")}
    assert any(isinstance(state, Broken) for state in found.values())


def test_an_older_store_is_sealed_when_it_is_opened_for_writing(tmp_path: Path) -> None:
    """Its answers stay; from then on a change is noticed, and a name can be changed by a person."""
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((SCHEMAS / "3.sql").read_text(encoding="utf-8"))
    with closing(SQLiteStore(path, readonly=True)) as store:
        assert (BARROW, MILL) == store.tables()
        assert Known(batch(2).answer) == store.recall("barrow", "key-2", b"key-2")
        assert isinstance(store.verify("barrow"), Clean)
    with closing(SQLiteStore(path)) as store:
        assert Known(batch(2).answer) == store.recall("barrow", "key-2", b"key-2")
        assert (SECRET, drawn(1)[0].body) == (store.secret("barrow"), store.picture("barrow", drawn(1)[0].id))
        store.rename("mill", "The Mill")
        assert [Clean, Clean] == [type(store.verify(table)) for table in ("barrow", "mill")]
    changed(path, "UPDATE lines SET answer = x'00' WHERE place = (1 << 32) + 3")
    with closing(SQLiteStore(path)) as store:
        assert Broken(3, "its stored answer was changed") == store.verify("barrow")


def test_a_body_that_became_text_is_found(file: Path) -> None:
    """One bit of a row tells bytes from text. The chain reads both alike, but only bytes were written."""
    with closing(sqlite3.connect(file)) as db:
        (body,) = db.execute("SELECT body FROM lines WHERE place = (1 << 32) + 4").fetchone()
    whole, kind = bytearray(file.read_bytes()), 12 + 2 * len(body)
    kinds = bytes((0x80 | kind >> 7, kind & 0x7F, 13 + 2 * len("2026-01-31T19:04:00Z")))
    for found in re.finditer(re.escape(body), bytes(whole)):  # each line has the same
        whole[whole.rindex(kinds, 0, found.start()) + 1] ^= 1
    file.write_bytes(whole)
    with closing(SQLiteStore(file)) as store:
        assert Broken(1, "it cannot be read") == store.verify("barrow")


def test_a_snapshot_that_cannot_be_read_is_none(file: Path) -> None:
    """It is a cache: the log is read instead."""
    with closing(SQLiteStore(file)) as store:
        store.save_snapshot("mill", Snapshot(2, "fold", b"state"))
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'snapshots'").fetchone()
    whole = bytearray(file.read_bytes())
    whole[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    file.write_bytes(whole)
    with closing(SQLiteStore(file)) as store:
        assert store.snapshot("mill", "fold") is None
        assert Appended(3) == store.append("mill", batch(2))
