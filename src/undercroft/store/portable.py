"""One table's log as a text file, to carry from store to store and to check with any program.

    {"log":{"chain":"sha-256","created":...,"format":1,"lines":2,"link":...,"name":...,"origin":null,"table":...}}
    {"line":{"act":...,"at":...,"audience":[...],"body":{...},"seq":1,"table":...,"tag":...,"wall":...},"link":...}
    {"line":{...},"link":...}
    {"end":{"lines":2,"link":...}}

The pictures of a table follow its lines, one on each line, in base64; a file with pictures is in format 2 and its first
line counts them:

    {"picture":{"body":...,"id":...}}

A link covers the bytes between `{"line":` and `,"link":`. Imported lines keep their links, and the table records where
they came from. An import under another id checks the lines and then relinks them. Answers, keys, the secret and the
positions of the dice are not exported: they are promises of one server.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.store import chain, checks
from undercroft.store.faults import Integrity, NoSuchTable
from undercroft.store.log import FORMAT, Line, ListedTable, Origin, StoredPicture
from undercroft.store.store import Store

CHAIN = "sha-256"
WITH_PICTURES = 2
"""The format of a file that also has pictures."""
MOST_LINE = checks.MOST_BODY + (1 << 16)
MOST_PICTURE_LINE = checks.MOST_PICTURE * 4 // 3 + (1 << 10)
_FOOTER = b'{"end":'
_PICTURE = b'{"picture":'


class ImportedTable(Struct, frozen=True):
    """An imported table. `dropped` lines and `pictures_dropped` pictures were lost with the end of the file."""

    table: ListedTable
    version: int
    dropped: int
    pictures_dropped: int = 0


class _Heading(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    chain: str
    created: str
    format: int
    lines: int
    link: str
    name: str
    origin: Origin | None
    table: str
    pictures: int = 0


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


class _Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    body: str
    id: str


class _Picture(Struct, frozen=True, forbid_unknown_fields=True):
    picture: _Drawn


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    line: chain.Envelope
    link: str


def export_table(store: Store, table: str, out: BinaryIO) -> int:
    """Write a table's log and its pictures, and return the number of its lines."""
    about = next((listed for listed in store.tables() if listed.id == table), None)
    if about is None:
        raise NoSuchTable(table)
    head = store.head(table)
    version, link = head.version, head.link.hex()
    pictures = store.pictures(table)
    form = WITH_PICTURES if pictures else FORMAT
    heading = _Heading(CHAIN, about.created, form, version, link, about.name, about.origin, table, len(pictures))
    out.write(wire.encode(_Header(heading)) + b"\n")
    out.writelines(_written(line) for line in store.read(table, upto=version))
    for id in pictures:
        out.write(_drawn(StoredPicture(id, store.picture(table, id) or b"")))
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
) -> ImportedTable:
    """Import a table under a new secret, all of it or nothing. The chain is checked before anything is accepted.

    Under another id, the lines are relinked.
    """
    reader = _Reader(file, allow_truncated_tail)
    table, lines, was = reader.table, reader.lines(), None
    if id is not None and id != table.id:
        table, was = replace(table, id=id), table.id
        lines = chain.moved(reader.table, table, lines)
    head = store.adopt(table, secret, source, lines, was, reader.pictures())
    return ImportedTable(store.table(table.id), head.version, reader.dropped, reader.pictures_dropped)


def _written(line: Line) -> bytes:
    envelope = chain.enveloped(line.table, line.seq, line)
    return b"".join((b'{"line":', envelope, b',"link":"', line.link.hex().encode(), b'"}\n'))


def _drawn(picture: StoredPicture) -> bytes:
    return wire.encode(_Picture(_Drawn(b64encode(picture.body).decode(), picture.id))) + b"\n"


class _Reader:
    """Reads a file line by line and refuses anything that we would have written differently."""

    def __init__(self, file: BinaryIO, allow_truncated_tail: bool) -> None:
        self._file = file
        self._allow_truncated_tail = allow_truncated_tail
        self._heading = _heading(file.readline(MOST_LINE))
        self.table = ListedTable(self._heading.table, self._heading.name, self._heading.created)
        self.dropped = 0
        self.pictures_dropped = 0
        self._seq = 0
        self._pending = b""
        """The first line that belongs to no event."""
        self._link = chain.first_link(self.table).hex()

    def lines(self) -> Iterator[Line]:
        """Every line of the log; raises at the first bad line."""
        while (raw := self._file.readline(MOST_LINE)).endswith(b"\n"):
            if raw.startswith((_FOOTER, _PICTURE)):
                self._pending = raw
                return
            line = self._line(raw)
            self._seq, self._link = line.seq, line.link.hex()
            yield line
        if raw.startswith(_PICTURE):
            self._pending = raw
            return
        if len(raw) == MOST_LINE:
            self._stop(f"it is longer than {MOST_LINE:,} bytes")
        self._cut_off(raw)
        self.dropped = max(0, self._heading.lines - self._seq)

    def pictures(self) -> Iterator[StoredPicture]:
        """Every picture, after the lines; raises at the first bad one, and at a wrong end of the file."""
        raw, found = self._pending, 0
        while raw.startswith(_PICTURE):
            if not raw.endswith(b"\n"):
                raw += self._file.readline(MOST_PICTURE_LINE - len(raw))
            if not raw.endswith(b"\n"):
                break
            yield self._picture(raw)
            found += 1
            raw = self._file.readline(MOST_LINE)
        if raw.startswith(_FOOTER) and raw.endswith(b"\n"):
            self._end(raw, found)
            return
        if len(raw) >= MOST_PICTURE_LINE:
            self._stop(f"a picture has more than {checks.MOST_PICTURE:,} bytes")
        self._cut_off(raw)
        self.pictures_dropped = max(0, self._heading.pictures - found)

    def _picture(self, raw: bytes) -> StoredPicture:
        try:
            drawn: _Drawn = wire.decode(_Picture, raw).picture
            picture = StoredPicture(drawn.id, b64decode(drawn.body, validate=True))
            checks.picture(picture)
        except (wire.Unreadable, ValueError, BadInput):
            self._stop("a picture after the lines is damaged")
        if _drawn(picture) != raw:
            self._stop("Undercroft does not write a picture like this")
        return picture

    def _cut_off(self, raw: bytes) -> None:
        """Refuse a file whose end is missing, unless that is allowed."""
        if not self._allow_truncated_tail:
            what = "the file ends in the middle of it" if raw else "the file ends before it"
            self._stop(what, "import the complete lines with --allow-truncated-tail")

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

    def _end(self, raw: bytes, pictures: int) -> None:
        """Check that the footer agrees with the header and the lines, and that nothing follows."""
        footer = _Footer(_Ending(self._seq, self._link))
        if raw != wire.encode(footer) + b"\n":
            self._stop("the last line of the file says that the log ends elsewhere")
        if (self._heading.lines, self._heading.link) != (self._seq, self._link):
            self._stop("the first line of the file says that the log ends elsewhere")
        if self._heading.pictures != pictures:
            self._stop("the first line of the file says that there are more or fewer pictures")
        if self._file.read(1):
            self._stop("something follows the end of the log")

    def _stop(self, why: str, fix: str = "ask for another copy") -> NoReturn:
        raise Integrity(self.table.id, self._seq + 1, why, fix)


def _heading(raw: bytes) -> _Heading:
    try:
        kind: _Kind = wire.decode(_OfKind, raw).log
        if kind.format > WITH_PICTURES or kind.chain != CHAIN:
            what = f"the file is in format {kind.format}, chained by {kind.chain[:20]}"
            raise Integrity("", 0, what, "update Undercroft", code="newer_format")
        heading: _Heading = wire.decode(_Header, raw).log
    except wire.Unreadable:
        raise BadInput("not_a_log", "the file is not an exported log", "name one made by “table export”") from None
    fits = heading.format == (WITH_PICTURES if heading.pictures else FORMAT)
    if wire.encode(_Header(heading)) + b"\n" != raw or not fits:
        raise Integrity(heading.table, 0, "Undercroft does not write the first line of the file like this")
    return heading
