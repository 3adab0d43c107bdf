"""The hash chain of a log.

    link 0 = SHA-256(canonical JSON of {"created", "format", "table"})
    link n = SHA-256(link n-1, then the canonical JSON of line n without its link)

A line that is changed, removed, swapped or added changes every link after it, and with them the head.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NoReturn
from zlib import crc32

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import checks
from undercroft.store.faults import Integrity, Storage, damaged
from undercroft.store.log import AWAY, FORMAT, MOVED, Entry, Head, Line, ListedTable, Snapshot, StoredTable


class Envelope(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A line without its link. Its fields are in alphabetical order."""

    act: str
    at: int
    audience: tuple[str, ...]
    body: Raw
    seq: int
    table: str
    tag: str
    wall: str


_encode = msgspec.json.Encoder().encode
_fresh = sha256().copy
"""An empty hash, because copying one is faster than making a new one."""


def enveloped(table: str, seq: int, entry: Entry) -> bytes:
    """The canonical bytes of a line without its link."""
    return _encode(Envelope(entry.act, entry.at, entry.audience, Raw(entry.body), seq, table, entry.tag, entry.wall))


def first_link(table: ListedTable) -> bytes:
    """The link that the first line builds on."""
    return sha256(wire.encode({"created": table.created, "format": FORMAT, "table": table.id})).digest()


def links(table: str, version: int, link: bytes, entries: Sequence[Entry]) -> list[bytes]:
    """The links of entries that follow that version and link."""
    found: list[bytes] = []
    for entry in entries:
        version += 1
        link = _next(link, table, version, entry)
        found.append(link)
    return found


def _next(link: bytes, table: str, seq: int, entry: Entry) -> bytes:
    """The link of a line, from the link before it."""
    digest = _fresh()
    digest.update(link + enveloped(table, seq, entry))
    return digest.digest()


class Walk:
    """Follows a chain line by line and stops at the first line that does not belong."""

    def __init__(self, table: str, seq: int, link: bytes, *, fix: str = "") -> None:
        self.table = table
        self.seq = seq
        self.link = link
        self._fix = fix

    def step(self, line: Line) -> None:
        """Advance by one line, or raise what is wrong with it."""
        expected = self.seq + 1
        if line.seq != expected:
            self._stop(expected, "it is missing" if line.seq > expected else f"line {line.seq} is there again")
        if line.table != self.table:
            self._stop(expected, f"it belongs to table “{line.table[:60]}”")
        link = _next(self.link, line.table, line.seq, line)
        if line.link != link:
            self._stop(expected, "it or its link was changed")
        self.seq, self.link = line.seq, link

    def end(self, head: Head, upto: int | None) -> None:
        """Check that the walk has reached the right place: that line, or the end of the log."""
        last = head.version if upto is None else min(upto, head.version)
        if self.seq < last:
            self._stop(self.seq + 1, f"it is missing, and the log should go on to line {head.version}")
        if self.seq > head.version:
            self._stop(head.version + 1, f"it is one too many: the log should end at line {head.version}")
        if self.seq == head.version and self.link != head.link:
            self._stop(self.seq, "its link is not the one that the head holds")

    def _stop(self, seq: int, why: str) -> NoReturn:
        raise Integrity(self.table, seq, why, self._fix) if self._fix else damaged(self.table, seq, why)


def walked(table: str, link: bytes, lines: Iterable[Line], after: int, upto: int | None, head: Head) -> Iterator[Line]:
    """The lines that follow a link, each checked before it is yielded."""
    walk = Walk(table, after, link)
    for line in lines:
        walk.step(line)
        yield line
    walk.end(head, upto)


def adopted(table: ListedTable, lines: Iterable[Line]) -> Iterator[Line]:
    """Lines from another store, checked like our own."""
    walk = Walk(table.id, 0, first_link(table), fix="ask for another copy")
    for line in lines:
        walk.step(line)
        try:
            checks.entry(line)
        except BadInput as fault:
            raise Integrity(table.id, line.seq, fault.what) from None
        yield line


def moved(table: ListedTable, to: ListedTable, lines: Iterable[Line]) -> Iterator[Line]:
    """Lines of one table as lines of another: each is checked with its old link, then relinked."""
    link = first_link(to)
    for line in adopted(table, lines):
        link = _next(link, to.id, line.seq, line)
        yield replace(line, table=to.id, link=link)


def seal(version: int, link: bytes, streams: bytes) -> int:
    """A checksum of a head, which reveals a flipped bit in the positions of the dice."""
    return crc32(b"%d %b %b" % (version, link, streams))


def check_whole(whole: StoredTable) -> None:
    """Refuse a table whose parts do not belong together."""
    walk = Walk(whole.table.id, 0, first_link(whole.table))
    for line in whole.lines:
        walk.step(line)
    walk.end(whole.head, None)


def unsound(table: str, part: str) -> Integrity:
    """The fault for a part of a table, such as its head or its secret, that is not what was written."""
    return damaged(table, 0, f"its {part} was changed")


def missing(table: str, seq: int) -> Integrity:
    """The fault for a missing line."""
    return damaged(table, seq, "it is missing")


def moved_on(positions: dict[str, int], streams: FrozenMap[int]) -> dict[str, int]:
    """The new positions of the streams of dice, which only ever go forward; none for a table that was moved away."""
    if MOVED in positions:
        raise moved_away(positions)
    now = positions.copy()
    for name, position in streams.items():
        if not now.get(name, 0) <= position <= checks.MOST_INTEGER:
            raise BadInput("bad_stream", f"dice stream “{name[:60]}” cannot go to {position}", "dice never come twice")
        now[name] = position
    return now


def moved_away(positions: Mapping[str, int]) -> Storage:
    """The fault for a write to a table that carries the mark of a move."""
    if is_away(positions):
        return Storage("moved", "this table was moved to another store", "play it there")
    return Storage("moved", "this table is being moved to another store", "run “undercroft store copy” again")


def is_away(positions: Mapping[str, int]) -> bool:
    """Whether a table is in another store for sure, so that another may take its place here."""
    return positions.get(MOVED) == AWAY


def marked(positions: Mapping[str, int], name: str, number: int) -> dict[str, int]:
    """The positions of the dice with a mark among them, or without it if its number is 0."""
    others = {stream: position for stream, position in positions.items() if stream != name}
    return {**others, name: number} if number else others


def fits(snapshot: Snapshot, digest: bytes, code: str, head: Head) -> bool:
    """Whether the snapshot is intact, was made by this code, and is not ahead of the log."""
    return snapshot.code == code and 0 < snapshot.version <= head.version and sha256(snapshot.body).digest() == digest
