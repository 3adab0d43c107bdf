"""Memory and SQLite are one store in two places: whatever is done to both, both answer the same."""

import tempfile
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.figures import GAMES, soak
from tests.store.making import SECRET, entry
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.log import Batch, Clean, ListedTable, Snapshot
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

TABLES = st.sampled_from(["barrow", "mill"])
SMALL = st.integers(-1, 9)


class Alike(RuleBasedStateMachine):
    """Does the same to both."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "store.db"
        self.memory = MemoryStore()
        self.sqlite = SQLiteStore(self.path)
        self.made = False

    def same(self, do: Callable[[Store], object]) -> object:
        """What both say, a fault included."""
        in_memory, on_disk = (_said(do, store) for store in (self.memory, self.sqlite))
        assert in_memory == on_disk
        return in_memory

    @rule(table=TABLES, secret=st.binary(min_size=31, max_size=33))
    def create(self, table: str, secret: bytes) -> None:
        self.same(lambda store: store.create(ListedTable(table, table.title(), "2026-01-31T19:00:00Z"), secret))
        self.made = True

    @rule(table=TABLES, late=st.sampled_from([0, 0, 0, 1, -1]), key=SMALL, lines=st.integers(0, 3), dice=SMALL)
    def append(self, table: str, late: int, key: int, lines: int, dice: int) -> None:
        def do(store: Store) -> object:
            version = store.head(table).version
            entries = tuple(entry(version + n) for n in range(1, lines + 1))
            batch = Batch(version + late, f"key-{key}", bytes([key % 3]), entries, bytes([dice % 7]), _streams(dice))
            return store.append(table, batch)

        self.same(do)

    @rule(table=TABLES, number=st.integers(1, 10**6))
    def append_anew(self, table: str, number: int) -> None:
        def do(store: Store) -> object:
            version = store.head(table).version
            return store.append(table, Batch(version, f"new-{number}", b"f", (entry(number),), b"a"))

        self.same(do)

    @rule(table=TABLES, after=SMALL, upto=st.none() | SMALL)
    def read(self, table: str, after: int, upto: int | None) -> None:
        self.same(lambda store: list(store.read(table, after, upto)))

    @rule(table=TABLES, version=SMALL, code=st.sampled_from(["one", "two"]))
    def save_snapshot(self, table: str, version: int, code: str) -> None:
        self.same(lambda store: store.save_snapshot(table, Snapshot(version, code, code.encode())))

    @rule(table=TABLES, code=st.sampled_from(["one", "two"]))
    def snapshot(self, table: str, code: str) -> None:
        self.same(lambda store: store.snapshot(table, code))

    @rule(table=TABLES, cut=st.integers(0, 400), allow=st.booleans())
    def carry(self, table: str, cut: int, allow: bool) -> None:
        def do(store: Store) -> object:
            out = BytesIO()
            export_table(store, table, out)
            file = out.getvalue()[: len(out.getvalue()) - cut]
            target = MemoryStore()
            return import_table(target, BytesIO(file), "file", SECRET, allow_truncated_tail=allow), target.verify(table)

        self.same(do)

    @precondition(lambda self: self.made)
    @rule()
    def open_again(self) -> None:
        self.sqlite.close()
        self.sqlite = SQLiteStore(self.path)

    @invariant()
    def the_same_heads(self) -> None:
        tables = self.same(lambda store: store.tables())
        assert isinstance(tables, tuple)
        self.same(lambda store: [store.head(table.id) for table in store.tables()])
        self.same(lambda store: [bytes(store.secret(table.id)) for table in store.tables()])

    def teardown(self) -> None:
        self.same(lambda store: [store.verify(table.id) for table in store.tables()])
        assert all(isinstance(self.memory.verify(table.id), Clean) for table in self.memory.tables())
        with closing(self.sqlite):
            pass
        self.folder.cleanup()


def _streams(dice: int) -> FrozenMap[int]:
    return FrozenMap({"public": dice} if dice % 2 else {})


def _said(do: Callable[[Store], object], store: Store) -> object:
    try:
        return do(store)
    except UndercroftError as fault:
        return type(fault), fault.code


TestAlike = soak(GAMES)(Alike.TestCase)
TestAlike.settings = settings(max_examples=GAMES, stateful_step_count=30)
