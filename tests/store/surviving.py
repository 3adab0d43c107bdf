"""What must be true of a store after whatever happened to it."""

from contextlib import closing
from pathlib import Path

from tests.store.making import SECRET, drawn, following
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.log import Appended, Clean, Known
from undercroft.store.sqlite import SQLiteStore


def survived(path: Path, acknowledged: int) -> int:
    """Open a store that `writing.py` wrote to and find it whole; its version, one append later.

    No acknowledged line is lost, none is there twice, at most one more is there and then all of it, the dice stand
    right, every line has its picture, the secret is the same, and a retry is answered as the first time.
    """
    with closing(SQLiteStore(path)) as store:
        head = store.head("barrow")
        assert acknowledged <= head.version <= acknowledged + 1
        assert Clean(head.version, head.link) == store.verify("barrow")
        assert [f"act-{n + 1}" for n in range(head.version)] == [line.act for line in store.read("barrow")]
        assert FrozenMap({"public": 3 * head.version} if head.version else {}) == head.streams
        assert SECRET == store.secret("barrow")
        assert sorted(each.id for n in range(head.version) for each in drawn(n)) == [*store.pictures("barrow")]
        last = following(acknowledged)
        assert store.append("barrow", last) in (Appended(acknowledged + 1), Known(last.answer))
        assert Known(last.answer) == store.append("barrow", last)
        return store.head("barrow").version
