"""Pictures: stored in the append that names them, read back whole, carried in the file and gone with their table."""

import json
import sqlite3
from base64 import b64encode
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.store.making import BARROW, SECRET, batch, filled
from tests.store.test_migrations import SCHEMAS
from undercroft.kernel.faults import BadInput
from undercroft.store import checks, rows
from undercroft.store.backup import backup, restore
from undercroft.store.faults import Integrity
from undercroft.store.log import Appended, Broken, Clean, Known, Stale, StoredPicture
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store


def picture(number: int, size: int = 100) -> StoredPicture:
    """A picture of so many bytes, as far as a store looks at it."""
    body = b"RIFF\0\0\0\0WEBP" + bytes([number]) * size
    return StoredPicture(sha256(body).hexdigest(), body)


MAP, PORTRAIT = picture(1), picture(2, 2_000_000)


def exported(store: Store) -> bytes:
    """The table as a file."""
    out = BytesIO()
    export_table(store, "barrow", out)
    return out.getvalue()


def pictured(store: Store) -> Store:
    """The store with a table of three lines and two pictures."""
    filled(store, 1)
    assert Appended(2) == store.append("barrow", replace(batch(1), pictures=(MAP,)))
    assert Appended(3) == store.append("barrow", replace(batch(2), pictures=(MAP, PORTRAIT)))
    return store


def test_a_picture_is_stored_with_the_line_that_names_it(store: Store) -> None:
    """And with no other: a known key, a late append and a refused picture store nothing."""
    filled(store, 1)
    assert () == store.pictures("barrow")
    assert isinstance(store.append("barrow", replace(batch(0), pictures=(MAP,))), Known)
    assert isinstance(store.append("barrow", replace(batch(5), pictures=(MAP,))), Stale)
    assert () == store.pictures("barrow")
    assert Appended(2) == store.append("barrow", replace(batch(1), pictures=(MAP,)))
    assert (MAP.id,) == store.pictures("barrow")
    assert MAP.body == store.picture("barrow", MAP.id)
    assert store.picture("barrow", PORTRAIT.id) is None
    assert Clean(2, store.head("barrow").link) == store.verify("barrow")


@pytest.mark.parametrize(
    "bad, code",
    [
        (StoredPicture(MAP.id, PORTRAIT.body), "bad_picture"),
        (StoredPicture(sha256(b"<svg/>").hexdigest(), b"<svg/>"), "bad_picture"),
        (picture(3, checks.MOST_PICTURE), "too_long"),
    ],
)
def test_what_is_no_picture_is_refused_whole(store: Store, bad: StoredPicture, code: str) -> None:
    """Another hash, another sort of file, too many bytes: the line is not written either."""
    filled(store, 1)
    with pytest.raises(BadInput) as caught:
        store.append("barrow", replace(batch(1), pictures=(bad,)))
    assert code == caught.value.code
    assert (1, ()) == (store.head("barrow").version, store.pictures("barrow"))


def test_neither_line_nor_picture_without_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append that stops between the line and the picture has written neither, also after opening it again."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 1)
        monkeypatch.setattr(rows, "INSERT_PICTURE", "INSERT INTO no_such_table VALUES (?, ?, ?)")
        with pytest.raises(Exception, match="no_such_table"):
            store.append("barrow", replace(batch(1), pictures=(MAP,)))
        monkeypatch.undo()
    with closing(SQLiteStore(path)) as store:
        assert (1, ()) == (store.head("barrow").version, store.pictures("barrow"))
        assert Appended(2) == store.append("barrow", replace(batch(1), pictures=(MAP,)))
    with closing(SQLiteStore(path)) as store:
        assert (2, MAP.body) == (store.head("barrow").version, store.picture("barrow", MAP.id))


def test_pictures_go_with_their_table(store: Store) -> None:
    """A table made under the same id has none."""
    pictured(store)
    store.remove("barrow")
    store.create(BARROW, SECRET)
    assert () == store.pictures("barrow")
    assert store.picture("barrow", MAP.id) is None


def test_a_file_carries_the_pictures(store: Store) -> None:
    """There and back, under the same id and another; the file is the same again."""
    file = exported(pictured(MemoryStore()))
    assert (2, 2) == ((head := json.loads(file.splitlines()[0])["log"])["format"], head["pictures"])
    import_table(store, BytesIO(file), "file", SECRET)
    moved = import_table(store, BytesIO(file), "file", SECRET, id="mound")
    assert (3, 0, 0) == (moved.version, moved.dropped, moved.pictures_dropped)
    assert sorted((MAP.id, PORTRAIT.id)) == [*store.pictures("barrow")] == [*store.pictures("mound")]
    assert PORTRAIT.body == store.picture("mound", PORTRAIT.id)
    assert file.splitlines()[1:] == exported(store).splitlines()[1:]


def test_a_file_without_pictures_is_as_before(store: Store) -> None:
    """In format 1, without a word of pictures, so that an older version reads it."""
    filled(store, 2)
    head = json.loads(exported(store).splitlines()[0])["log"]
    assert 1 == head["format"]
    assert "pictures" not in head


def spoilt(how: str) -> bytes:
    """A file with pictures that is not as it was written."""
    lines = exported(pictured(MemoryStore())).splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"picture"'))
    match how:
        case "missing":
            del lines[at]
        case "changed":
            lines[at] = lines[at].replace(b"AQEB", b"AQEC", 1)
        case "twice":
            lines.insert(at, lines[at])
        case "written otherwise":
            lines[at] = lines[at].replace(b'{"picture":', b'{"picture": ')
        case "not base64":
            lines[at] = lines[at].replace(b"AQEB", b"%%%%", 1)
        case "no picture":
            body = b64encode(b"<html>").decode()
            id = sha256(b"<html>").hexdigest()
            lines[at] = f'{{"picture":{{"body":"{body}","id":"{id}"}}}}\n'.encode()
        case _:
            lines = lines[: at + 1]
    return b"".join(lines)


@pytest.mark.parametrize(
    "how", ["missing", "changed", "twice", "written otherwise", "not base64", "no picture", "cut off"]
)
def test_a_spoilt_file_is_refused_whole(store: Store, how: str) -> None:
    """No line and no picture of it is taken."""
    with pytest.raises(Integrity):
        import_table(store, BytesIO(spoilt(how)), "file", SECRET)
    assert () == store.tables()


def test_the_complete_lines_of_a_file_that_was_cut_off(store: Store) -> None:
    """On request the lines and the complete pictures are taken, and it says what is missing."""
    found = import_table(store, BytesIO(spoilt("cut off")), "file", SECRET, allow_truncated_tail=True)
    assert (3, 0, 1) == (found.version, found.dropped, found.pictures_dropped)
    assert 1 == len(store.pictures("barrow"))


def test_a_backup_has_the_pictures(tmp_path: Path) -> None:
    """And so has the store that is restored from it."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        pictured(store)
    backup(tmp_path / "store.db", tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "again.db")
    with closing(SQLiteStore(tmp_path / "again.db", readonly=True)) as store:
        assert PORTRAIT.body == store.picture("barrow", PORTRAIT.id)


def test_a_picture_that_was_changed_on_the_disk(tmp_path: Path) -> None:
    """It is not handed out, and verifying the table finds it."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        pictured(store)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE pictures SET body = ? WHERE id = ?", (PORTRAIT.body, MAP.id))
    with closing(SQLiteStore(path)) as store:
        with pytest.raises(Integrity, match="its picture was changed"):
            store.picture("barrow", MAP.id)
        assert Broken(0, "its picture was changed") == store.verify("barrow")


def test_a_store_from_before_there_were_pictures(tmp_path: Path) -> None:
    """It has none while it is read, and takes them once it is opened for writing; everything else stays."""
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((SCHEMAS / "2.sql").read_text(encoding="utf-8"))
    with closing(SQLiteStore(path, readonly=True)) as store:
        assert () == store.pictures("barrow")
        assert store.picture("barrow", MAP.id) is None
        before = exported(store)
    with closing(SQLiteStore(path)) as store:
        assert before == exported(store)
        assert SECRET == store.secret("barrow")
        assert Appended(4) == store.append("barrow", replace(batch(3), pictures=(MAP,)))
        assert MAP.body == store.picture("barrow", MAP.id)
