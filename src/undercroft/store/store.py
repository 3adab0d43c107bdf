"""The definition of a store: a place for campaigns' logs, each an unbroken, chained sequence of lines.

To the store a line is an envelope around canonical JSON that only the table can read. A store
makes these promises:

- **Durable first.** When `append` returns `Appended`, the lines survive a crash and a power cut.
- **All or nothing.** The lines of an append, its key, its answer, the positions of the dice and the new head are one.
  So is a new table with all that it begins with.
- **In order.** Lines of a table are numbered 1, 2, 3 without a gap. An append names the version it builds on; the
  second of two gets `Stale` and has written nothing.
- **Once.** An append carries a key chosen by the client and a fingerprint of the command. The same key again gives back
  the stored answer, so that a retry after a crash never rolls twice.
- **With its pictures.** A picture is stored under the hash of its bytes, in the append whose lines first name it.
- **Checked.** Lines are chained by hash, the last link is kept apart in the head, and every reading checks as it goes.
  Keys, answers, pictures, the secret and the listing have checksums of their own.
  Nothing is written to a table with a broken chain; its good lines can still be read, and other tables go on.

A table also has a secret that only the server may know, from which its dice are derived. The store writes it once, when
the table is created, and no listing or export contains it. An imported table gets a new secret.

A store has no clock and no randomness: the caller passes in times, ids and secrets. `memory.py`, `sqlite.py` and
`postgres/` are stores, `portable.py` carries one table from store to store in a file, `chain.py` is the hash chain, and
`docs/formats/log.md` describes the log for other programs.

>>> from undercroft.kernel.frozen import FrozenMap
>>> from undercroft.store.log import Entry
>>> from undercroft.store.memory import MemoryStore
>>> store = MemoryStore()
>>> store.create(ListedTable("barrow", "The Barrow", created="2026-01-31T19:00:00Z"), secret=bytes(32))
>>> lit = Entry("a1", 60, ("players", "referee"), "table.torch-lit", b'{"by":"maud"}', "2026-01-31T19:04:11Z")
>>> batch = Batch(0, "k1", b"hash of the command", (lit,), b'{"ok":true}', FrozenMap({"public": 3}))
>>> store.append("barrow", batch)
Appended(version=1)
>>> store.append("barrow", batch)
Known(answer=b'{"ok":true}')
>>> [(line.seq, line.tag) for line in store.read("barrow")]
[(1, 'table.torch-lit')]
>>> store.head("barrow").streams
FrozenMap({'public': 3})
>>> store.verify("barrow").version
1
>>> store.secret("barrow")
<secret>
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from undercroft.store.faults import Integrity, OldSchema
from undercroft.store.log import (
    AppendResult,
    Batch,
    Broken,
    Clean,
    Head,
    Known,
    Line,
    ListedTable,
    Mismatch,
    Salvage,
    Secret,
    Snapshot,
    StoredAnswer,
    StoredPicture,
    StoredTable,
)
from undercroft.store.sharing import Shared


class Store(Protocol):
    """A place for logs. Every method may raise a `StoreFault`, or `BadInput` for input that no store accepts."""

    @property
    def shared(self) -> Shared | None:
        """What several processes keep together, if the store is one for several."""
        return None

    def create(self, table: ListedTable, secret: bytes, batches: Sequence[Batch] = ()) -> None:
        """Create a log with its table's secret and its first batches: all of it, or nothing.

        Raises a `Conflict` if the id is taken.
        """
        ...

    def tables(self) -> tuple[ListedTable, ...]:
        """Every table, in the order of their ids."""
        ...

    def table(self, id: str) -> ListedTable:
        """One table, as it is listed."""
        ...

    def version(self, table: str) -> int:
        """How many lines a table's log has now, whichever process wrote them."""
        ...

    def head(self, table: str) -> Head:
        """The end of a table's log."""
        ...

    def secret(self, table: str) -> Secret:
        """The secret of a table's dice, as it was passed in when the table was created."""
        ...

    def append(self, table: str, batch: Batch) -> AppendResult:
        """Write all of a batch or none of it. The lines are not visible until they are durable."""
        ...

    def recall(self, table: str, key: str, fingerprint: bytes) -> Known | Mismatch | None:
        """The answer to an earlier append under that key, or None for a new key."""
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Line]:
        """The lines after one version and up to another, in order, as they were when the reading began.

        Checks the chain on the way: good lines come first, then an `Integrity` fault names the bad line.
        """
        ...

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep this snapshot instead of the one that its code made before."""
        ...

    def snapshot(self, table: str, code: str) -> Snapshot | None:
        """The snapshot, if that code made one and it still fits the log."""
        ...

    def pictures(self, table: str) -> tuple[str, ...]:
        """The ids of a table's pictures, sorted."""
        ...

    def picture(self, table: str, id: str) -> bytes | None:
        """A picture of a table, if it is stored and still what was written."""
        ...

    def adopt(
        self,
        table: ListedTable,
        secret: bytes,
        source: str,
        lines: Iterable[Line],
        was: str | None = None,
        pictures: Iterable[StoredPicture] = (),
    ) -> Head:
        """Create a log from lines written elsewhere, with their links: all of them, or none at the first fault.

        The pictures are taken after the lines, in the same way.

        The table's origin records where the lines came from, how many there were, and the id there if it differs. Keys,
        answers, the secret and the positions of the dice stay behind: every stream of dice starts again, under the new
        secret.
        """
        ...

    def put(self, whole: StoredTable) -> None:
        """Create a table from everything that another store holds of it: all of it, or nothing.

        Raises a `Conflict` if the id is taken, unless by a table that was moved away from here.
        """
        ...

    def answers(self, table: str) -> tuple[StoredAnswer, ...]:
        """Every stored answer of a table, in the order of its lines."""
        ...

    def mark(self, table: str, name: str, number: int) -> None:
        """Put a mark among the positions of a table's dice: `RESTORED` or `MOVED`; with number 0, take it away.

        The log stays as it is.
        """
        ...

    def rename(self, table: str, name: str) -> None:
        """Rename a table; its log does not change."""
        ...

    def remove(self, table: str, expected: int | None = None) -> None:
        """Delete a table and everything that belongs to it, even if it is damaged. Its id is free again.

        Raises `WentOn` if a version is expected and the log is at another.
        """
        ...

    def close(self) -> None:
        """Close the store."""
        ...

    def salvage(self, table: str) -> Salvage:
        """What can be read of a table, however damaged it is. Changes nothing."""
        ...

    def raw(self, table: str) -> Iterator[bytes]:
        """Everything that the store holds of a table, as it is found: a line of JSON for each row, damaged or not."""
        ...

    def ready(self) -> tuple[Integrity, ...]:
        """Check that the store takes writes; return what is wrong with the ends of its logs. Writes nothing.

        A damaged table does not stop the others.
        """
        return tuple(fault for table in self.tables() if (fault := self._fault_at_end(table.id)) is not None)

    def _fault_at_end(self, table: str) -> Integrity | None:
        try:
            head = self.head(table)
            end = next(iter(self.read(table, after=max(0, head.version - 1))), None)
        except Integrity as fault:
            return fault
        if end is not None and end.link != head.link:
            return Integrity(table, head.version, "it is not where the log ends")
        return None

    def mend(self, table: str) -> None:
        """Mend what can be mended without a loss before a table is opened."""
        ...

    def check(self, table: str) -> None:
        """Check what is kept beside the lines: the secret, the stored answers and the pictures."""
        with suppress(OldSchema):
            self.secret(table)
        for id in self.pictures(table):
            self.picture(table, id)

    def verify(self, table: str) -> Clean | Broken:
        """Walk the whole chain, compare its end with the head, and check what is kept beside the lines."""
        try:
            head = self.head(table)
            version, link = head.version, head.link
            for line in self.read(table):
                version, link = line.seq, line.link
            self.check(table)
        except Integrity as fault:
            return Broken(fault.seq, fault.why)
        return Clean(version, link)
