"""What every store promises."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from tests.store.making import BARROW, MILL, SECRET, batch, entry, filled
from undercroft.kernel.faults import BadInput
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.faults import Conflict, NoSuchTable, Storage
from undercroft.store.log import Appended, Batch, Clean, Entry, Known, ListedTable, Mismatch, Snapshot, Stale
from undercroft.store.store import Store


def test_tables_are_listed_by_id(store: Store) -> None:
    """As they were made, without an origin."""
    store.create(MILL, SECRET)
    store.create(BARROW, SECRET)
    assert (BARROW, MILL) == store.tables()
    assert store.tables()[0].origin is None


def test_an_id_is_taken_once(store: Store) -> None:
    """A second table of that id is a conflict, and the first stays."""
    filled(store, 1)
    with pytest.raises(Conflict) as caught:
        store.create(ListedTable("barrow", "Another", "2027-01-01T00:00:00Z"), SECRET)
    assert "conflict" == caught.value.code
    assert 1 == store.head("barrow").version
    assert "The Barrow" == store.tables()[0].name


@pytest.mark.parametrize("name", ["mill", "", "barrow ", "\ud800", "x\0", "BARROW"])
def test_there_is_no_such_table(store: Store, name: str) -> None:
    """Whatever is asked of it."""
    store.create(BARROW, SECRET)
    for ask in (
        lambda: store.head(name),
        lambda: store.read(name),
        lambda: store.append(name, batch(0)),
        lambda: store.recall(name, "key", b"fingerprint"),
        lambda: store.snapshot(name, "code"),
        lambda: store.save_snapshot(name, Snapshot(1, "code", b"")),
        lambda: store.verify(name),
    ):
        with pytest.raises(NoSuchTable) as caught:
            ask()
        assert "not_found" == caught.value.code


def test_lines_come_back_in_order_and_whole(store: Store) -> None:
    """Numbered 1, 2, 3 without a gap, over appends of any size."""
    store.create(BARROW, SECRET)
    store.append("barrow", batch(0, lines=3))
    store.append("barrow", batch(3))
    store.append("barrow", batch(4, lines=2))
    lines = list(store.read("barrow"))
    assert [1, 2, 3, 4, 5, 6] == [line.seq for line in lines]
    assert {"barrow"} == {line.table for line in lines}
    expected = [entry(n) for n in range(1, 7)]
    assert expected == [Entry(line.act, line.at, line.audience, line.tag, line.body, line.wall) for line in lines]


def test_a_stretch_of_a_log(store: Store) -> None:
    """After one line, up to another; beyond the end there is nothing."""
    filled(store, 6)
    assert [3, 4] == [line.seq for line in store.read("barrow", after=2, upto=4)]
    assert [5, 6] == [line.seq for line in store.read("barrow", after=4)]
    assert [] == list(store.read("barrow", after=6))
    assert [] == list(store.read("barrow", after=10**12))
    assert [6] == [line.seq for line in store.read("barrow", after=5, upto=2**53 - 1)]
    for after, upto in ((-1, None), (3, 2), (2**60, None), (0, 2**64)):
        with pytest.raises(BadInput):
            store.read("barrow", after, upto)


def test_tables_do_not_see_each_other(store: Store) -> None:
    """Versions, keys and lines are each table's own."""
    filled(store, 3)
    store.create(MILL, SECRET)
    assert 0 == store.head("mill").version
    assert Appended(1) == store.append("mill", batch(0))
    assert 3 == store.head("barrow").version
    assert ["mill"] == [line.table for line in store.read("mill")]
    assert store.head("mill").link != next(store.read("barrow")).link


def test_the_head_moves_with_the_lines(store: Store) -> None:
    """Version and link are those of the last line."""
    store.create(BARROW, SECRET)
    empty = store.head("barrow")
    assert (0, FrozenMap(), 1) == (empty.version, empty.streams, empty.format)
    store.append("barrow", batch(0, lines=2))
    *_, last = store.read("barrow")
    assert (last.seq, last.link) == (store.head("barrow").version, store.head("barrow").link)


@pytest.mark.parametrize("expected", [0, 1, 3, 10**9, -1])
def test_another_version_is_stale(store: Store, expected: int) -> None:
    """Earlier or later: told where the log is, and nothing was written."""
    filled(store, 2)
    late = replace(batch(2, key="late", streams={"public": 9}), expected=expected)
    before = store.head("barrow")
    assert Stale(2) == store.append("barrow", late)
    assert before == store.head("barrow")
    assert 2 == len(list(store.read("barrow")))
    assert Appended(3) == store.append("barrow", replace(late, expected=2))


def test_a_retry_gets_the_stored_answer(store: Store) -> None:
    """Also when the log has moved on: nothing is written, no die is read on."""
    store.create(BARROW, SECRET)
    first = batch(0, key="search", streams={"public": 7})
    store.append("barrow", first)
    store.append("barrow", batch(1))
    again = replace(first, entries=(entry(50),), answer=b"{}", streams=FrozenMap({"public": 99}))
    assert Known(first.answer) == store.append("barrow", again)
    assert Known(first.answer) == store.append("barrow", replace(again, expected=2))
    assert 2 == store.head("barrow").version
    assert FrozenMap({"public": 7}) == store.head("barrow").streams


def test_an_empty_answer_is_an_answer(store: Store) -> None:
    """It is given back like any other."""
    store.create(BARROW, SECRET)
    silent = replace(batch(0), answer=b"")
    store.append("barrow", silent)
    assert Known(b"") == store.append("barrow", silent)


def test_a_key_belongs_to_one_command(store: Store) -> None:
    """The same key for another command is a mismatch, before the version is looked at."""
    filled(store, 1)
    other = replace(batch(1), key="key-0", fingerprint=b"another command")
    assert Mismatch() == store.append("barrow", other)
    assert Mismatch() == store.append("barrow", replace(other, expected=0))
    assert 1 == store.head("barrow").version


def test_an_answer_is_recalled_by_its_key(store: Store) -> None:
    """Without writing anything: nothing for a new key, a mismatch for another command."""
    filled(store, 2)
    first = batch(0)
    assert Known(first.answer) == store.recall("barrow", first.key, first.fingerprint)
    assert Mismatch() == store.recall("barrow", first.key, b"another command")
    assert store.recall("barrow", "new", first.fingerprint) is None
    assert 2 == store.head("barrow").version


def test_streams_of_dice_move_with_the_head(store: Store) -> None:
    """Named ones go on, the others stay where they were."""
    store.create(BARROW, SECRET)
    store.append("barrow", batch(0, streams={"public": 3, "referee": 1}))
    store.append("barrow", batch(1, streams={"public": 5}))
    assert FrozenMap({"public": 5, "referee": 1}) == store.head("barrow").streams


@pytest.mark.parametrize("position", [2, -1, 2**53])
def test_dice_never_come_twice(store: Store, position: int) -> None:
    """A stream that would go back is refused, and with it the whole append."""
    store.create(BARROW, SECRET)
    store.append("barrow", batch(0, streams={"public": 3}))
    with pytest.raises(BadInput) as caught:
        store.append("barrow", batch(1, streams={"public": position}))
    assert "bad_stream" == caught.value.code
    assert (1, FrozenMap({"public": 3})) == (store.head("barrow").version, store.head("barrow").streams)
    assert Appended(2) == store.append("barrow", batch(1, streams={"public": 3}))


BAD_ENTRIES = {
    "no tag": {"tag": ""},
    "NUL": {"act": "a\0"},
    "escape": {"tag": "\x1b[2J"},
    "surrogate": {"act": "\ud800"},
    "not NFC": {"tag": "e\u0301"},
    "long": {"wall": "x" * 201},
    "unsorted": {"audience": ("referee", "maud")},
    "twice": {"audience": ("maud", "maud")},
    "time": {"at": 2**53},
    "no JSON": {"body": b""},
    "spaces": {"body": b'{"a": 1}'},
    "order": {"body": b'{"b":1,"a":2}'},
    "key twice": {"body": b'{"a":1,"a":2}'},
    "float": {"body": b'{"a":1.5}'},
    "NaN": {"body": b'{"a":NaN}'},
    "big": {"body": b'{"a":9007199254740992}'},
    "huge": {"body": b'{"a":' + b"9" * 5000 + b"}"},
    "text not NFC": {"body": '{"a":"e\u0301"}'.encode()},
    "bad UTF-8": {"body": b'{"a":"\xff"}'},
    "deep": {"body": b"[" * 100_000 + b"]" * 100_000},
    "two values": {"body": b"{}{}"},
    "closing early": {"body": b'{},"seq":7'},
    "too long": {"body": b'"' + b"x" * (1 << 20) + b'"'},
}


@pytest.mark.parametrize("fields", [pytest.param(fields, id=name) for name, fields in BAD_ENTRIES.items()])
def test_what_may_not_stand_in_a_log(store: Store, fields: dict[str, object]) -> None:
    """Refused before anything is written, wherever in the batch it stands."""
    store.create(BARROW, SECRET)
    good = batch(0, lines=2)
    with pytest.raises(BadInput):
        store.append("barrow", replace(good, entries=(entry(1), replace(entry(2), **fields))))
    assert Appended(2) == store.append("barrow", good)


@pytest.mark.parametrize(
    "body", [b"{}", b"null", b'{"a":9007199254740991}', '{"ü":"ß \U0001f600"}'.encode(), b'"\\u0000\\n"']
)
def test_what_may(store: Store, body: bytes) -> None:
    """Any canonical JSON, byte for byte."""
    store.create(BARROW, SECRET)
    store.append("barrow", Batch(0, "k", b"f", (replace(entry(1), body=body, audience=()),), b"\0\xff"))
    assert [(body, ())] == [(line.body, line.audience) for line in store.read("barrow")]
    assert isinstance(store.verify("barrow"), Clean)


def test_batches_and_tables_have_bounds(store: Store) -> None:
    """An append has a line and a key; a table has an id, a name and a time."""
    store.create(BARROW, SECRET)
    for bad in (replace(batch(0), entries=()), replace(batch(0), key=""), replace(batch(0), key="x" * 10_000)):
        with pytest.raises(BadInput):
            store.append("barrow", bad)
    for table in (
        ListedTable("", "x", "y"),
        ListedTable("x", "", "y"),
        ListedTable("x\n", "x", "y"),
        ListedTable("x", "y", "z" * 201),
    ):
        with pytest.raises(BadInput):
            store.create(table, SECRET)
    assert (BARROW,) == store.tables()


def test_a_reading_stands_still(store: Store) -> None:
    """What is written meanwhile is in the next one."""
    filled(store, 3)
    reading = store.read("barrow")
    assert 1 == next(reading).seq
    store.append("barrow", batch(3))
    assert [2, 3] == [line.seq for line in reading]
    assert 4 == len(list(store.read("barrow")))


def test_eight_at_once(store: Store) -> None:
    """Each reads the version, appends, and tries again when it was late: dense, and each of them once."""
    store.create(BARROW, SECRET)

    def one(who: int) -> list[int]:
        written: list[int] = []
        while len(written) < 12:
            version = store.head("barrow").version
            done = store.append("barrow", batch(version, key=f"{who}-{len(written)}"))
            if isinstance(done, Appended):
                written.append(done.version)
        return written

    with ThreadPoolExecutor(8) as pool:
        written = [version for of in pool.map(one, range(8)) for version in of]
    assert list(range(1, 97)) == sorted(written)
    assert Clean(96, store.head("barrow").link) == store.verify("barrow")


def test_one_key_from_fifty(store: Store) -> None:
    """One of them writes, and all get the same answer."""
    store.create(BARROW, SECRET)
    same = batch(0, key="once")
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda _: store.append("barrow", same), range(50)))
    assert 1 == done.count(Appended(1))
    assert 49 == done.count(Known(same.answer))
    assert 1 == store.head("barrow").version


def test_a_snapshot_is_given_to_the_code_that_took_it(store: Store) -> None:
    """And to no other; the newest of a code replaces the one before."""
    filled(store, 3)
    assert store.snapshot("barrow", "fold-1") is None
    store.save_snapshot("barrow", Snapshot(2, "fold-1", b"state"))
    assert Snapshot(2, "fold-1", b"state") == store.snapshot("barrow", "fold-1")
    assert store.snapshot("barrow", "fold-2") is None
    store.save_snapshot("barrow", Snapshot(3, "fold-2", b"\0" * 10_000))
    assert Snapshot(3, "fold-2", b"\0" * 10_000) == store.snapshot("barrow", "fold-2")
    store.save_snapshot("barrow", Snapshot(3, "fold-2", b"newer"))
    assert Snapshot(3, "fold-2", b"newer") == store.snapshot("barrow", "fold-2")


@pytest.mark.parametrize("version", [0, -1, 4])
def test_no_snapshot_of_what_is_not_there(store: Store, version: int) -> None:
    """The version must have been written."""
    filled(store, 3)
    with pytest.raises(BadInput):
        store.save_snapshot("barrow", Snapshot(version, "fold", b""))


def test_after_closing_nothing_works(store: Store) -> None:
    """And says so; closing twice is closing once."""
    filled(store, 1)
    store.close()
    store.close()
    for ask in (
        store.tables,
        lambda: store.head("barrow"),
        lambda: store.read("barrow"),
        lambda: store.append("barrow", batch(1)),
        lambda: store.create(MILL, SECRET),
    ):
        with pytest.raises(Storage) as caught:
            ask()
        assert "closed" == caught.value.code
