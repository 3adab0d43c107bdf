"""What a store is: the place where campaigns' logs live, each an unbroken, chained row of lines.

A store knows no game. To it a line is an envelope around canonical JSON that only the table can read. It promises:

- **Durable, then told.** When `append` returns `Appended`, the lines survive a crash and a power cut.
- **All or nothing.** The lines of an append, its key, its answer, the positions of the dice and the new head are one.
- **In order.** Lines of a table are numbered 1, 2, 3 without a gap. An append names the version it builds on; who comes
  second is told `Stale` and has written nothing.
- **Once.** An append carries a key chosen by the client and a fingerprint of the command. The same key again gives back
  the stored answer, so that a retry after a crash never rolls twice.
- **Checked.** Lines are chained by hash, the last link stands apart in the head, and every reading checks as it goes.
  Nothing is written to a table whose chain was found broken; its good lines can be read, other tables are untouched.

A table also has a secret that only the server may know: its dice are derived from it. It is written once, when the
table begins, and leaves the store neither by a listing nor by an export; a table from elsewhere gets another.

A store has no clock and draws nothing: times, ids and secrets are handed in. `memory.py` and `sqlite.py` hold stores,
`portable.py` carries one table from store to store in a file, `chain.py` is the hash chain, `docs/formats/log.md` its
description for strangers.

>>> from undercroft.store.memory import MemoryStore
>>> store = MemoryStore()
>>> store.create(Table("barrow", "The Barrow", created="2026-01-31T19:00:00Z"), secret=bytes(32))
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

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Protocol, TypeAlias

from msgspec import Struct

from undercroft.kernel.frozen import FrozenMap
from undercroft.store.faults import Integrity, OldSchema

FORMAT = 1
"""The number of the log's format; a log of a higher one is refused."""


LEAST_SECRET, MOST_SECRET = 32, 1024
"""How many bytes a table's secret has."""


class Secret(bytes):
    """Bytes that neither a message nor a record shows: they must be asked for."""

    def __repr__(self) -> str:
        return "<secret>"

    __str__ = __repr__


class Entry(Struct, frozen=True, gc=False):
    """What is to be written: one event in its envelope."""

    act: str
    """The act it belongs to: an id that tells nothing."""
    at: int
    """When it happens in the game, in seconds."""
    audience: tuple[str, ...]
    """The seats that may know of it, sorted."""
    tag: str
    """The kind of event."""
    body: bytes
    """The event as canonical JSON."""
    wall: str
    """When it was written, in UTC. Only data: nothing is ordered by it."""


class Line(Entry, frozen=True, gc=False):
    """An entry in its place in a log."""

    table: str
    seq: int
    link: bytes
    """SHA-256 over the link before and this envelope."""


class Origin(Struct, frozen=True, omit_defaults=True):
    """Where imported lines came from: those up to `version` were not written here."""

    source: str
    version: int
    link: str
    was: str | None = None
    """The id they had there, if it is another: their links were made anew when they were taken in."""


class Table(Struct, frozen=True):
    """One campaign's log, as it is listed. The name is a label; id and time of creation begin the chain."""

    id: str
    name: str
    created: str
    origin: Origin | None = None


class Head(Struct, frozen=True):
    """Where a log ends, kept apart from its lines so that a cut tail is seen."""

    version: int
    link: bytes
    streams: FrozenMap[int]
    """How far each stream of dice has been read."""
    format: int = FORMAT


class Batch(Struct, frozen=True):
    """One command's worth of lines, with what makes a retry harmless."""

    expected: int
    """The version it was decided on."""
    key: str
    """Chosen by the client, one for each command."""
    fingerprint: bytes
    """Tells this command from another one under the same key."""
    entries: tuple[Entry, ...]
    answer: bytes
    """What the client was, or will be, told."""
    streams: FrozenMap[int] = FrozenMap()
    """New positions of the streams of dice it read; the others stay."""


class Appended(Struct, frozen=True):
    """Written, and durable."""

    version: int


class Known(Struct, frozen=True):
    """This command was written before; here is its answer. Nothing was written now."""

    answer: bytes


class Mismatch(Struct, frozen=True):
    """The key belongs to another command. Nothing was written."""


class Stale(Struct, frozen=True):
    """The log is at another version. Nothing was written."""

    version: int


AppendResult: TypeAlias = Appended | Known | Mismatch | Stale


class Clean(Struct, frozen=True):
    """Every line is there and is what was written."""

    version: int
    link: bytes


class Broken(Struct, frozen=True):
    """The first line that is not what was written, and what is wrong with it."""

    seq: int
    why: str


class Snapshot(Struct, frozen=True):
    """A state folded from the lines up to `version`, by code of this format. A cache: it may vanish at any time."""

    version: int
    code: str
    body: bytes


class Store(Protocol):
    """Where logs live. Every method may raise a `StoreFault`, and `BadInput` for what no store would take."""

    def create(self, table: Table, secret: bytes) -> None:
        """Begin an empty log with the secret of its table. A `Conflict` if the id is taken."""
        ...

    def tables(self) -> tuple[Table, ...]:
        """Every table, in the order of their ids."""
        ...

    def head(self, table: str) -> Head:
        """Where the log of a table ends."""
        ...

    def secret(self, table: str) -> Secret:
        """What the dice of a table are derived from, as it was handed in when the table began."""
        ...

    def append(self, table: str, batch: Batch) -> AppendResult:
        """Write all of a batch or nothing of it. What is durable when this returns was not visible before."""
        ...

    def recall(self, table: str, key: str, fingerprint: bytes) -> Known | Mismatch | None:
        """What an append under that key was answered; nothing where the key is new."""
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Line]:
        """The lines after one version and up to another, in order, as they stood when the reading began.

        Checks the chain on the way: good lines come first, then an `Integrity` names the bad one.
        """
        ...

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep this snapshot instead of the one before."""
        ...

    def snapshot(self, table: str, code: str) -> Snapshot | None:
        """The snapshot, if there is one by that code which still fits the log."""
        ...

    def adopt(self, table: Table, secret: bytes, source: str, lines: Iterable[Line], was: str | None = None) -> Head:
        """Begin a log with lines written elsewhere, links and all: every one of them or, at the first fault, none.

        The table's origin says from where, how far, and what its id was there if it was another. Keys, answers, the
        secret and positions of dice stay where they were made: every stream of dice begins anew, under the new secret.
        """
        ...

    def rename(self, table: str, name: str) -> None:
        """Call a table otherwise; nothing of its log changes."""
        ...

    def remove(self, table: str) -> None:
        """Forget a table with all that belongs to it, damaged or not; its id is free again."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...

    def ready(self) -> None:
        """Is it open for writing, and does every log end where its head says? A fault if not; nothing is written."""
        for table in self.tables():
            head = self.head(table.id)
            end = next(iter(self.read(table.id, after=max(0, head.version - 1))), None)
            if end is not None and end.link != head.link:
                raise Integrity(table.id, head.version, "it is not where the log ends")

    def verify(self, table: str) -> Clean | Broken:
        """Walk the whole chain, compare its end with the head, and look at the secret."""
        try:
            head = self.head(table)
            version, link = head.version, head.link
            for line in self.read(table):
                version, link = line.seq, line.link
            with suppress(OldSchema):
                self.secret(table)
        except Integrity as fault:
            return Broken(fault.seq, fault.why)
        return Clean(version, link)
