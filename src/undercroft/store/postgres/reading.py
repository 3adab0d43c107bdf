"""Everything that a database holds of a table, damaged or not."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from psycopg import Connection

from undercroft.kernel import wire
from undercroft.store.faults import Integrity
from undercroft.store.log import StoredAnswer
from undercroft.store.postgres import rows
from undercroft.store.salvage import FoundLine, Salvaged, as_found


def found(table: str, db: Connection) -> Salvaged:
    """What is found of a table, genuine or not."""
    listing = rows.listing(db, table)
    held = Salvaged(listing.table, listed=listing.sound)
    for row in _everything(db, listing.number):
        line = _found_line(listing.number, row)
        held.lines.setdefault(line.seq, []).append(line)
    with suppress(Integrity):
        head = rows.end_of(db, table).log.head
        held.heads[head.version] = head
        held.secret = rows.secret_in(table, db.execute(rows.KEY, (table,)).fetchone())
    for (id,) in db.execute(rows.PICTURES, (listing.number,)).fetchall():
        drawn = db.execute(rows.PICTURE, (listing.number, id), binary=True).fetchone()
        held.pictures[id] = drawn[0] if drawn else b""
    return held


def raw(table: str, db: Connection) -> list[bytes]:
    """Every line as it is stored, bytes in hexadecimal."""
    return [
        wire.encode([value.hex() if isinstance(value, bytes) else value for value in row]) + b"\n"
        for row in _everything(db, rows.listing(db, table).number)
    ]


def _everything(db: Connection, number: int) -> Iterator[tuple[Any, ...]]:
    """Every line of a table with its answer, as it is stored."""
    after = -1
    while stored := db.execute(rows.LINES_AND_ANSWERS, (number, after, rows.CHUNK), binary=True).fetchall():
        yield from stored
        after = stored[-1][6]


def _found_line(number: int, row: tuple[Any, ...]) -> FoundLine:
    *columns, key, fingerprint, answer, seal = row
    line = as_found(rows.line_of("", tuple(columns)))
    if key is None or not rows.is_answer(number, (line.seq, key, fingerprint, answer, seal)):
        return line
    return replace(line, answer=StoredAnswer(line.seq, key, fingerprint, answer))
