"""The stores that every test of the suite runs against."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from msgspec.structs import replace

from tests.databases import owning, store_of
from undercroft.store.log import Secret, Snapshot
from undercroft.store.memory import MemoryStore
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    made = store_of(request.param, tmp_path)
    yield made
    made.close()


class Vandal(Protocol):
    """Changes what a store holds behind its back."""

    def change(self, seq: int, **fields: object) -> None: ...
    def delete(self, seq: int) -> None: ...
    def swap(self, one: int, other: int) -> None: ...
    def copy(self, seq: int, to: int) -> None: ...
    def head(self, **fields: object) -> None: ...
    def snapshot(self, snapshot: Snapshot) -> None: ...
    def secret(self, secret: bytes) -> None: ...


class MemoryVandal:
    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    @property
    def _log(self):
        return self._store._logs["barrow"]

    def change(self, seq: int, **fields: object) -> None:
        self._log.lines[seq - 1] = replace(self._log.lines[seq - 1], **fields)

    def delete(self, seq: int) -> None:
        del self._log.lines[seq - 1]

    def swap(self, one: int, other: int) -> None:
        lines = self._log.lines
        first, second = lines[one - 1], lines[other - 1]
        lines[one - 1], lines[other - 1] = replace(second, seq=one), replace(first, seq=other)

    def copy(self, seq: int, to: int) -> None:
        self._log.lines.insert(to - 1, replace(self._log.lines[seq - 1], seq=to))

    def head(self, **fields: object) -> None:
        self._log.head = replace(self._log.head, **fields)

    def snapshot(self, snapshot: Snapshot) -> None:
        kept = self._log.snapshot
        assert kept
        kept.snapshot = snapshot

    def secret(self, secret: bytes) -> None:
        self._log.secret = Secret(secret)


class SQLiteVandal:
    """Works with plain SQL on the file, as someone with a database browser would."""

    def __init__(self, store: SQLiteStore) -> None:
        assert store._writer
        self._db = store._writer._db

    def _place(self, seq: int) -> int:
        return 1 << 32 | seq

    def change(self, seq: int, **fields: object) -> None:
        columns = ", ".join(f"{name} = ?" for name in fields)
        values = ['["maud"]' if name == "audience" else value for name, value in fields.items()]
        self._db.execute(f"UPDATE lines SET {columns} WHERE place = ?", (*values, self._place(seq)))

    def delete(self, seq: int) -> None:
        self._db.execute("DELETE FROM lines WHERE place = ?", (self._place(seq),))

    def swap(self, one: int, other: int) -> None:
        for old, new in ((one, 999), (other, one), (999, other)):
            self._db.execute("UPDATE lines SET place = ? WHERE place = ?", (self._place(new), self._place(old)))

    def copy(self, seq: int, to: int) -> None:
        self._db.execute("UPDATE lines SET place = -place - 1 WHERE place >= ? AND place < 2 << 32", (self._place(to),))
        self._db.execute("UPDATE lines SET place = -place WHERE place < 0")
        self._db.execute(
            "INSERT INTO lines (place, act, at, audience, tag, body, wall, link)"
            " SELECT ?, act, at, audience, tag, body, wall, link FROM lines WHERE place = ?",
            (self._place(to), self._place(seq)),
        )

    def head(self, **fields: object) -> None:
        columns = ", ".join(f"{name} = ?" for name in fields)
        values = ['{"public":1}' if name == "streams" else value for name, value in fields.items()]
        self._db.execute(f"UPDATE heads SET {columns}", values)

    def snapshot(self, snapshot: Snapshot) -> None:
        self._db.execute(
            "UPDATE snapshots SET version = ?, code = ?, body = ?", (snapshot.version, snapshot.code, snapshot.body)
        )

    def secret(self, secret: bytes) -> None:
        self._db.execute("UPDATE secrets SET secret = ? WHERE number = 1", (secret,))


class PostgresVandal:
    """The same as the owner of the database."""

    def _do(self, statement: str, *values: object) -> None:
        with owning() as db:
            db.execute(statement.encode(), values)

    def change(self, seq: int, **fields: object) -> None:
        columns = ", ".join(f"{name} = %s" for name in fields)
        values = ['["maud"]' if name == "audience" else value for name, value in fields.items()]
        self._do(f"UPDATE lines SET {columns} WHERE number = 1 AND seq = %s", *values, seq)

    def delete(self, seq: int) -> None:
        self._do("DELETE FROM lines WHERE number = 1 AND seq = %s", seq)

    def swap(self, one: int, other: int) -> None:
        for old, new in ((one, 999), (other, one), (999, other)):
            self._do("UPDATE lines SET seq = %s WHERE number = 1 AND seq = %s", new, old)

    def copy(self, seq: int, to: int) -> None:
        self._do("UPDATE lines SET seq = seq + 1000 WHERE number = 1 AND seq >= %s", to)
        self._do("UPDATE lines SET seq = seq - 999 WHERE number = 1 AND seq > 1000")
        self._do(
            "INSERT INTO lines (number, seq, act, at, audience, tag, body, wall, link)"
            " SELECT number, %s, act, at, audience, tag, body, wall, link FROM lines WHERE number = 1 AND seq = %s",
            to,
            seq,
        )

    def head(self, **fields: object) -> None:
        columns = ", ".join(f"{name} = %s" for name in fields)
        values = [b'{"public":1}' if name == "streams" else value for name, value in fields.items()]
        self._do(f"UPDATE heads SET {columns} WHERE number = 1", *values)

    def snapshot(self, snapshot: Snapshot) -> None:
        values = (snapshot.version, snapshot.code, snapshot.body)
        self._do("UPDATE snapshots SET version = %s, code = %s, body = %s", *values)

    def secret(self, secret: bytes) -> None:
        self._do("UPDATE secrets SET secret = %s WHERE number = 1", secret)


@pytest.fixture
def vandal(store: Store) -> Vandal:
    """Someone who tampers with the store."""
    if isinstance(store, PostgresStore):
        return PostgresVandal()
    return SQLiteVandal(store) if isinstance(store, SQLiteStore) else MemoryVandal(_memory(store))


def _memory(store: Store) -> MemoryStore:
    assert isinstance(store, MemoryStore)
    return store
