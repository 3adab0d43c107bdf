"""Nothing in a log can change unnoticed."""

from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from tests.store.conftest import Vandal
from tests.store.making import BARROW, MILL, SECRET, batch, filled
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.faults import Integrity, StoreFault
from undercroft.store.log import Appended, Broken, Clean, Head, Snapshot
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store


def test_what_was_written_is_clean(store: Store) -> None:
    """An empty log is, too."""
    store.create(MILL, SECRET)
    assert Clean(0, store.head("mill").link) == store.verify("mill")
    filled(store, 9)
    assert Clean(9, store.head("barrow").link) == store.verify("barrow")


CHANGES: dict[str, tuple[int, Callable[[Vandal], None]]] = {
    "act": (4, lambda vandal: vandal.change(4, act="act-5")),
    "time": (4, lambda vandal: vandal.change(4, at=0)),
    "audience": (4, lambda vandal: vandal.change(4, audience=("maud",))),
    "tag": (4, lambda vandal: vandal.change(4, tag="table.torch-out")),
    "body": (4, lambda vandal: vandal.change(4, body=b'{"n":4,"text":"a torch is lost"}')),
    "wall": (4, lambda vandal: vandal.change(4, wall="2026-01-31T19:04:01Z")),
    "link": (4, lambda vandal: vandal.change(4, link=b"\0" * 32)),
    "short link": (4, lambda vandal: vandal.change(4, link=b"")),
    "body spaced": (4, lambda vandal: vandal.change(4, body=b'{"n": 4, "text":"a torch is lit"}')),
    "first": (1, lambda vandal: vandal.change(1, at=7)),
    "last": (9, lambda vandal: vandal.change(9, at=7)),
    "deleted": (4, lambda vandal: vandal.delete(4)),
    "first deleted": (1, lambda vandal: vandal.delete(1)),
    "cut": (9, lambda vandal: vandal.delete(9)),
    "swapped": (3, lambda vandal: vandal.swap(3, 6)),
    "doubled": (5, lambda vandal: vandal.copy(4, 5)),
    "one more": (10, lambda vandal: vandal.copy(9, 10)),
    "head behind": (0, lambda vandal: vandal.head(version=8)),
    "head ahead": (0, lambda vandal: vandal.head(version=10)),
    "head's link": (0, lambda vandal: vandal.head(link=b"\1" * 32)),
    "dice": (0, lambda vandal: vandal.head(streams=FrozenMap({"public": 1}))),
}


@pytest.mark.parametrize("seq, change", [pytest.param(*change, id=name) for name, change in CHANGES.items()])
def test_every_change_is_found_at_its_line(
    store: Store, vandal: Vandal, seq: int, change: Callable[[Vandal], None]
) -> None:
    """The lines before can be read, nothing is written on top, and other tables are untouched."""
    filled(store, 9)
    filled(store, 2, MILL)
    change(vandal)
    found = store.verify("barrow")
    assert isinstance(found, Broken)
    assert seq == found.seq
    assert found.why
    good: list[int] = []
    with pytest.raises(Integrity) as caught:
        good.extend(line.seq for line in store.read("barrow"))
    assert seq == caught.value.seq
    if seq:
        reading = store.read("barrow")
        assert list(range(1, seq)) == [next(reading).seq for _ in range(seq - 1)]
        with pytest.raises(Integrity):
            store.append("barrow", batch(9, key="on top"))
    assert Appended(3) == store.append("mill", batch(2))
    assert isinstance(store.verify("mill"), Clean)


def test_a_change_with_its_links_mended_is_found_by_the_head(store: Store, vandal: Vandal) -> None:
    """A forger who recomputes the chain to its end still does not match the head."""
    filled(store, 3)
    lines = list(store.read("barrow"))
    envelope = (
        b'{"act":"act-3","at":7,"audience":["maud","referee"],"body":' + lines[2].body + b',"seq":3,"table":"barrow",'
        b'"tag":"table.note-written","wall":"2026-01-31T19:03:00Z"}'
    )
    vandal.change(3, at=7, link=sha256(lines[1].link + envelope).digest())
    found = store.verify("barrow")
    assert isinstance(found, Broken)
    assert (3, "its link is not the one that the head holds") == (found.seq, found.why)


SNAPSHOTS = {
    "body": Snapshot(2, "fold", b"stale"),
    "code": Snapshot(2, "fold-2", b"state"),
    "version": Snapshot(1, "fold", b"state"),
    "ahead": Snapshot(9, "fold", b"state"),
    "nothing": Snapshot(0, "fold", b"state"),
}


@pytest.mark.parametrize("wrong", [pytest.param(snapshot, id=name) for name, snapshot in SNAPSHOTS.items()])
def test_a_wrong_snapshot_is_no_snapshot(store: Store, vandal: Vandal, wrong: Snapshot) -> None:
    """It is a cache: ignored, and no reason to distrust the log."""
    filled(store, 3)
    store.save_snapshot("barrow", Snapshot(2, "fold", b"state"))
    vandal.snapshot(wrong)
    assert store.snapshot("barrow", "fold") is None
    assert isinstance(store.verify("barrow"), Clean)
    assert Appended(4) == store.append("barrow", batch(3))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store of forty lines, closed."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        filled(store, 40)
        store.append("barrow", batch(40, streams={"public": 12}))
    return path


def test_a_flipped_bit_is_found_or_changes_nothing(file: Path) -> None:
    """All over the file: either what is read is what was written, or a fault says that it is not."""
    with closing(SQLiteStore(file, readonly=True)) as store:
        written, head = list(store.read("barrow")), store.head("barrow")
    whole = file.read_bytes()
    for at in range(100, len(whole), 97):
        _flip(file, whole, at)
        assert _faulty(file) or _same(file, written, head)


def test_every_flipped_bit_of_a_line_is_found(file: Path) -> None:
    """In its body, its tag, its audience, its act and its link."""
    with closing(SQLiteStore(file, readonly=True)) as store:
        lines = list(store.read("barrow"))
    whole = file.read_bytes()
    for line in lines[::4]:
        body = whole.index(line.body)
        for at in (body, body + 10, body - 3, body - 20, body - 37, whole.index(line.link) + line.seq % 32):
            _flip(file, whole, at)
            assert _faulty(file), f"byte {at} of line {line.seq}"


def _flip(path: Path, whole: bytes, at: int) -> None:
    spoilt = bytearray(whole)
    spoilt[at] ^= 1 << at % 8
    path.write_bytes(spoilt)


def _faulty(path: Path) -> bool:
    try:
        with closing(SQLiteStore(path, readonly=True)) as store:
            return [BARROW.id] != [table.id for table in store.tables()] or isinstance(store.verify("barrow"), Broken)
    except StoreFault:
        return True


def _same(path: Path, written: object, head: Head) -> bool:
    with closing(SQLiteStore(path, readonly=True)) as store:
        return (written, head, SECRET) == (list(store.read("barrow")), store.head("barrow"), store.secret("barrow"))
