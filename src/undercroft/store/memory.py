"""A store in memory: for tests, for trying things out, and as the simplest example of a store."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from threading import RLock
from zlib import crc32

from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain, checks
from undercroft.store.faults import Integrity, NoSuchTable, Storage, TableTaken, WentOn, unfit
from undercroft.store.log import (
    Appended,
    AppendResult,
    Batch,
    Head,
    Known,
    Line,
    ListedTable,
    Mismatch,
    Origin,
    Salvage,
    Secret,
    Snapshot,
    Stale,
    StoredAnswer,
    StoredPicture,
    StoredTable,
)
from undercroft.store.salvage import Salvaged, as_found, salvaged
from undercroft.store.store import Store


@dataclass
class _Snapshot:
    snapshot: Snapshot
    digest: bytes
    link: bytes


@dataclass
class _Log:
    """Everything kept for one table."""

    table: ListedTable
    head: Head
    seal: int
    secret: Secret
    secret_seal: int
    lines: list[Line] = field(default_factory=list[Line])
    answers: dict[str, StoredAnswer] = field(default_factory=dict[str, StoredAnswer])
    pictures: dict[str, bytes] = field(default_factory=dict[str, bytes])
    snapshot: _Snapshot | None = None
    broken: Integrity | None = None


class MemoryStore(Store):
    """Logs that last as long as the process."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}
        self._lock = RLock()
        self._closed = False

    def create(self, table: ListedTable, secret: bytes, batches: Sequence[Batch] = ()) -> None:
        checks.new_table(table, secret)
        with self._lock:
            self._begin(replace(table, origin=None), secret, [])
            try:
                self._fill(table.id, batches)
            except BaseException:
                del self._logs[table.id]
                raise

    def _fill(self, table: str, batches: Sequence[Batch]) -> None:
        for batch in batches:
            if not isinstance(self.append(table, batch), Appended):
                raise unfit(table)

    def adopt(
        self,
        table: ListedTable,
        secret: bytes,
        source: str,
        lines: Iterable[Line],
        was: str | None = None,
        pictures: Iterable[StoredPicture] = (),
    ) -> Head:
        checks.new_table(table, secret)
        self._free(table)
        taken = list(chain.adopted(table, lines))
        link = taken[-1].link if taken else chain.first_link(table)
        kept = {picture.id: picture for picture in pictures}
        for picture in kept.values():
            checks.picture(picture)
        head = self._begin(replace(table, origin=Origin(source, len(taken), link.hex(), was)), secret, taken)
        self._logs[table.id].pictures.update((id, picture.body) for id, picture in kept.items())
        return head

    def _begin(self, table: ListedTable, secret: bytes, lines: list[Line]) -> Head:
        head = Head(len(lines), lines[-1].link if lines else chain.first_link(table), FrozenMap())
        with self._lock:
            self._free(table)
            self._logs[table.id] = _Log(table, head, _seal(head), Secret(secret), crc32(secret), lines)
        return head

    def _free(self, table: ListedTable) -> None:
        if table.id in self._all():
            raise TableTaken(table.id)

    def put(self, whole: StoredTable) -> None:
        chain.check_whole(whole)
        table, head = whole.table, whole.head
        with self._lock:
            before = self._all().get(table.id)
            if before is not None and not chain.is_away(before.head.streams):
                raise TableTaken(table.id)
            log = _Log(table, head, _seal(head), whole.secret, crc32(whole.secret), list(whole.lines))
            log.answers.update((answer.key, answer) for answer in whole.answers)
            log.pictures.update((picture.id, picture.body) for picture in whole.pictures)
            self._logs[table.id] = log

    def answers(self, table: str) -> tuple[StoredAnswer, ...]:
        with self._lock:
            return tuple(sorted(self._log(table).answers.values(), key=lambda answer: answer.seq))

    def mark(self, table: str, name: str, number: int) -> None:
        with self._lock:
            log = self._log(table)
            head = self._sound(log)
            log.head = replace(head, streams=FrozenMap(chain.marked(head.streams, name, number)))
            log.seal = _seal(log.head)

    def rename(self, table: str, name: str) -> None:
        with self._lock:
            log = self._log(table)
            named = replace(log.table, name=name)
            checks.table(named)
            log.table = named

    def remove(self, table: str, expected: int | None = None) -> None:
        with self._lock:
            if expected not in (None, self._log(table).head.version):
                raise WentOn(table)
            del self._logs[table]

    def tables(self) -> tuple[ListedTable, ...]:
        with self._lock:
            return tuple(log.table for _, log in sorted(self._all().items()))

    def table(self, id: str) -> ListedTable:
        with self._lock:
            return self._log(id).table

    def version(self, table: str) -> int:
        with self._lock:
            return self._log(table).head.version

    def head(self, table: str) -> Head:
        with self._lock:
            return self._sound(self._log(table))

    def secret(self, table: str) -> Secret:
        with self._lock:
            log = self._log(table)
            if crc32(log.secret) != log.secret_seal:
                log.broken = chain.unsound(table, "secret")
                raise log.broken
            return log.secret

    def append(self, table: str, batch: Batch) -> AppendResult:
        checks.batch(batch)
        with self._lock:
            log = self._log(table)
            head = self._sound(log)
            if known := self.recall(table, batch.key, batch.fingerprint):
                return known
            if head.version != batch.expected:
                return Stale(head.version)
            if log.broken:
                raise log.broken.with_traceback(None)
            links = chain.links(table, head.version, head.link, batch.entries)
            streams = FrozenMap(chain.moved_on(dict(head.streams), batch.streams))
            log.lines += [
                Line(entry.act, entry.at, entry.audience, entry.tag, entry.body, entry.wall, table, seq, link)
                for seq, (entry, link) in enumerate(zip(batch.entries, links, strict=True), head.version + 1)
            ]
            log.head = Head(head.version + len(links), links[-1], streams)
            log.seal = _seal(log.head)
            answer = StoredAnswer(log.head.version, batch.key, batch.fingerprint, batch.answer)
            log.answers[batch.key] = answer
            log.pictures.update((picture.id, picture.body) for picture in batch.pictures)
            return Appended(log.head.version)

    def pictures(self, table: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._log(table).pictures))

    def picture(self, table: str, id: str) -> bytes | None:
        with self._lock:
            body = self._log(table).pictures.get(id)
        if body is not None and not checks.is_whole(StoredPicture(id, body)):
            raise chain.unsound(table, "picture")
        return body

    def recall(self, table: str, key: str, fingerprint: bytes) -> Known | Mismatch | None:
        with self._lock:
            known = self._log(table).answers.get(key)
        if known is None:
            return None
        return Known(known.answer) if known.fingerprint == fingerprint else Mismatch()

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Line]:
        checks.span(after, upto)
        return self._lines(self._log(table), after, upto)

    def _lines(self, log: _Log, after: int, upto: int | None) -> Iterator[Line]:
        try:
            with self._lock:
                head, lines = self._sound(log), list(log.lines)
            if after <= head.version:
                wanted = [line for line in lines if after < line.seq and (upto is None or line.seq <= upto)]
                yield from chain.walked(log.table.id, _link_at(log, after), wanted, after, upto, head)
        except Integrity as fault:
            log.broken = fault
            raise

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        with self._lock:
            log = self._log(table)
            checks.snapshot(snapshot, self._sound(log))
            link = _link_at(log, snapshot.version)
            log.snapshot = _Snapshot(snapshot, sha256(snapshot.body).digest(), link)

    def snapshot(self, table: str, code: str) -> Snapshot | None:
        with self._lock:
            log = self._log(table)
            kept, head = log.snapshot, self._sound(log)
        if not kept or not chain.fits(kept.snapshot, kept.digest, code, head):
            return None
        return kept.snapshot if kept.link == _link_at(log, kept.snapshot.version) else None

    def salvage(self, table: str) -> Salvage:
        with self._lock:
            log = self._log(table)
            lines = {line.seq: [as_found(line)] for line in log.lines}
            heads = {log.head.version: log.head} if log.seal == _seal(log.head) else {}
            return salvaged(Salvaged(log.table, lines=lines, heads=heads, pictures=log.pictures))

    def raw(self, table: str) -> Iterator[bytes]:
        with self._lock:
            return iter([wire.encode(line) + b"\n" for line in self._log(table).lines])

    def mend(self, table: str) -> None:
        """Memory has nothing that could be mended."""

    def close(self) -> None:
        self._closed = True

    def _all(self) -> dict[str, _Log]:
        if self._closed:
            raise Storage("closed", "the store is closed")
        return self._logs

    def _log(self, table: str) -> _Log:
        if log := self._all().get(table):
            return log
        raise NoSuchTable(table)

    def _sound(self, log: _Log) -> Head:
        if log.seal != _seal(log.head):
            raise chain.unsound(log.table.id, "head")
        return log.head


def _seal(head: Head) -> int:
    return chain.seal(head.version, head.link, wire.encode(head.streams))


def _link_at(log: _Log, version: int) -> bytes:
    """The link of a line, or the link that the first line builds on."""
    if not version:
        return chain.first_link(log.table)
    if found := [line.link for line in log.lines if line.seq == version]:
        return found[0]
    raise chain.missing(log.table.id, version)
