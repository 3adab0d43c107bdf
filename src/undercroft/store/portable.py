"""One table's log as a text file, to carry from store to store and to check with any program.

    {"log":{"chain":"sha-256","created":...,"format":1,"lines":2,"link":...,"name":...,"origin":null,"table":...}}
    {"line":{"act":...,"at":...,"audience":[...],"body":{...},"seq":1,"table":...,"tag":...,"wall":...},"link":...}
    {"line":{...},"link":...}
    {"end":{"lines":2,"link":...}}

A link covers the bytes between `{"line":` and `,"link":`. Imported lines keep their links, and the table records where
they came from. An import under another id checks the lines and then relinks them. Answers, keys, the secret and the
positions of the dice are not exported: they are promises of one server.
"""

from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.store import chain, checks
from undercroft.store.faults import Integrity, NoSuchTable
from undercroft.store.log import FORMAT, Line, Origin, Store, Table

CHAIN = "sha-256"
MOST_LINE = checks.MOST_BODY + (1 << 16)
_FOOTER = b'{"end":'


class Imported(Struct, frozen=True):
    """An imported table. `dropped` lines were lost with the end of the file."""

    table: Table
    version: int
    dropped: int


class _Heading(Struct, frozen=True, forbid_unknown_fields=True):
    chain: str
    created: str
    format: int
    lines: int
    link: str
    name: str
    origin: Origin | None
    table: str


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    log: _Heading


class _Kind(Struct, frozen=True):
    chain: str
    format: int


class _OfKind(Struct, frozen=True):
    log: _Kind


class _Ending(Struct, frozen=True, forbid_unknown_fields=True):
    lines: int
    link: str


class _Footer(Struct, frozen=True, forbid_unknown_fields=True):
    end: _Ending


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    line: chain.Envelope
    link: str


def export_table(store: Store, table: str, out: BinaryIO) -> int:
    """Write a table's log and return the number of its lines."""
    about = next((listed for listed in store.tables() if listed.id == table), None)
    if about is None:
        raise NoSuchTable(table)
    head = store.head(table)
    version, link = head.version, head.link.hex()
    heading = _Heading(CHAIN, about.created, FORMAT, version, link, about.name, about.origin, table)
    out.write(wire.encode(_Header(heading)) + b"\n")
    out.writelines(_written(line) for line in store.read(table, upto=version))
    out.write(wire.encode(_Footer(_Ending(version, link))) + b"\n")
    return version


def import_table(
    store: Store,
    file: BinaryIO,
    source: str,
    secret: bytes,
    *,
    id: str | None = None,
    allow_truncated_tail: bool = False,
) -> Imported:
    """Import a table under a new secret, all of it or nothing. The chain is checked before anything is accepted.

    Under another id, the lines are relinked.
    """
    reader = _Reader(file, allow_truncated_tail)
    table, lines, was = reader.table, reader.lines(), None
    if id is not None and id != table.id:
        table, was = replace(table, id=id), table.id
        lines = chain.moved(reader.table, table, lines)
    head = store.adopt(table, secret, source, lines, was)
    kept = next(listed for listed in store.tables() if listed.id == table.id)
    return Imported(kept, head.version, reader.dropped)


def _written(line: Line) -> bytes:
    envelope = chain.enveloped(line.table, line.seq, line)
    return b"".join((b'{"line":', envelope, b',"link":"', line.link.hex().encode(), b'"}\n'))


class _Reader:
    """Reads a file line by line and refuses anything that we would have written differently."""

    def __init__(self, file: BinaryIO, allow_truncated_tail: bool) -> None:
        self._file = file
        self._allow_truncated_tail = allow_truncated_tail
        self._heading = _heading(file.readline(MOST_LINE))
        self.table = Table(self._heading.table, self._heading.name, self._heading.created)
        self.dropped = 0
        self._seq = 0
        self._link = chain.first_link(self.table).hex()

    def lines(self) -> Iterator[Line]:
        """Every line of the log; raises at the first bad line."""
        while (raw := self._file.readline(MOST_LINE)).endswith(b"\n"):
            if raw.startswith(_FOOTER):
                self._end(raw)
                return
            line = self._line(raw)
            self._seq, self._link = line.seq, line.link.hex()
            yield line
        if len(raw) == MOST_LINE:
            self._stop(f"it is longer than {MOST_LINE:,} bytes")
        if not self._allow_truncated_tail:
            what = "the file ends in the middle of it" if raw else "the file ends before it"
            self._stop(what, "import the complete lines with --allow-truncated-tail")
        self.dropped = max(0, self._heading.lines - self._seq)

    def _line(self, raw: bytes) -> Line:
        try:
            written: _Written = wire.decode(_Written, raw)
            link = bytes.fromhex(written.link)
        except (wire.Unreadable, ValueError):
            self._stop("it cannot be read")
        e = written.line
        line = Line(e.act, e.at, e.audience, e.tag, bytes(e.body), e.wall, e.table, e.seq, link)
        if _written(line) != raw:
            self._stop("Undercroft does not write it like this")
        return line

    def _end(self, raw: bytes) -> None:
        """Check that the footer agrees with the header and the lines, and that nothing follows."""
        footer = _Footer(_Ending(self._seq, self._link))
        if raw != wire.encode(footer) + b"\n":
            self._stop("the last line of the file says that the log ends elsewhere")
        if (self._heading.lines, self._heading.link) != (self._seq, self._link):
            self._stop("the first line of the file says that the log ends elsewhere")
        if self._file.read(1):
            self._stop("something follows the end of the log")

    def _stop(self, why: str, fix: str = "ask for another copy") -> NoReturn:
        raise Integrity(self.table.id, self._seq + 1, why, fix)


def _heading(raw: bytes) -> _Heading:
    try:
        kind: _Kind = wire.decode(_OfKind, raw).log
        if kind.format > FORMAT or kind.chain != CHAIN:
            what = f"the file is in format {kind.format}, chained by {kind.chain[:20]}"
            raise Integrity("", 0, what, "update Undercroft", code="newer_format")
        heading: _Heading = wire.decode(_Header, raw).log
    except wire.Unreadable:
        raise BadInput("not_a_log", "the file is not an exported log", "name one made by “table export”") from None
    if wire.encode(_Header(heading)) + b"\n" != raw:
        raise Integrity(heading.table, 0, "Undercroft does not write the first line of the file like this")
    return heading
