"""The tables in the files of a store, from the rows that its pages hold, whatever SQLite makes of them."""

from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from zlib import crc32

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain, rows, seals
from undercroft.store.database_pages import StoredRow, Value, rows_in, rows_near
from undercroft.store.log import Head, ListedTable, Origin, Secret, StoredAnswer
from undercroft.store.salvage import FoundLine, Salvaged, seats_in, texts_near

_FIRST_PAGES = 16
"""The listings of tables begin on one of the first pages of a store."""


def found_in(path: Path) -> dict[int, Salvaged]:
    """Everything that was found of each listed table, by its number."""
    found: dict[int, Salvaged] = {}
    for row in rows_in(path):
        _take(found, row)
    for number, each in found.items():
        each.search = partial(_searched, path, number)
        for row in rows_near(path, number, _FIRST_PAGES) if not each.listed and each.lines else ():
            _take_listing(each, row, sealed=True)
    listed = {each.table.id for each in found.values() if each.listed}
    return {number: each for number, each in sorted(found.items()) if each.table.id and not _is_shade(each, listed)}


def _is_shade(found: Salvaged, listed: Collection[str]) -> bool:
    """Whether a listing got another number by damage: without a line, beside the table itself."""
    return not found.listed and not found.lines and found.table.id in listed


def _searched(path: Path, number: int, seq: int) -> Iterator[FoundLine]:
    """What a line may be that cannot be found where it should be."""
    for row in rows_near(path, rows.place(number, seq)):
        if (line := _line(row)) is not None:
            yield line


def raw_rows(path: Path, number: int) -> Iterator[bytes]:
    """Every row that belongs to a table, as it is found: its number and its columns, bytes in hexadecimal."""
    for row in rows_in(path):
        if number in (row.number, row.number >> 32, row.columns[0] if row.columns else None):
            columns = [value.hex() if isinstance(value, bytes) else _readable(value) for value in row.columns]
            yield wire.encode({"columns": columns, "row": row.number}) + b"\n"


def _readable(value: int | str | None) -> int | str | None:
    """Text without the surrogates of bytes that are not text."""
    return value.encode(errors="surrogateescape").decode(errors="replace") if isinstance(value, str) else value


def _take(found: dict[int, Salvaged], row: StoredRow) -> None:
    """Take a row by the shape of its columns. What proves itself may come from an older version of its page."""
    match row.columns:
        case (_, _, _, _, _, _, _, bytes(), *_) if (line := _line(row)) is not None:
            forms = _of(found, row.number >> 32).lines.setdefault(line.seq, [])
            if line not in forms:
                forms.append(line)
        case (None, int(version), bytes(link), str(streams), int(seal)):
            written = streams.encode(errors="surrogateescape")
            if chain.seal(version, link, written) == seal:
                positions = FrozenMap(wire.decode(dict[str, int], written))
                _of(found, row.number).heads[version] = Head(version, link, positions)
        case (None, bytes(secret), int(seal)) if crc32(secret) == seal and row.current:
            _of(found, row.number).secret = Secret(secret)
        case (None, str(), str(), str(), int(), None | str(), *_) if row.current:
            _take_listing(_of(found, row.number), row)
        case (int(number), str(id), bytes(body), *_) if row.current:
            _of(found, number).pictures.setdefault(id, body)
        case _:
            pass


def _line(row: StoredRow) -> FoundLine | None:
    match row.columns:
        case (None, str(act), int(at), str(seats), str(tag), bytes(body), str(wall), bytes(link), *kept):
            seq, answer = row.number & rows.MOST_LINES, _answer(row.number, kept)
            return FoundLine(act, at, seats_in(seats), tag, body, wall, "", seq, link, seats, answer)
        case _:
            return None


def _answer(place: int, kept: list[Value]) -> StoredAnswer | None:
    """The answer with a line, if it is what was written. Lines of schema 3 and before have no seal."""
    match (*kept, seals.NOT_SEALED)[:5]:
        case (int(), str(key), bytes(fingerprint), bytes(answer), int()) as stored if rows.is_sealed((place, *stored)):
            return StoredAnswer(place & rows.MOST_LINES, key, fingerprint, answer)
        case _:
            return None


def _take_listing(found: Salvaged, row: StoredRow, *, sealed: bool = False) -> None:
    """Take a listing whose seal is right, with a flipped bit of its name mended.

    Unless it must be sealed, one without a right seal is better than none; in schema 3 and before there was no seal.
    """
    match row.columns:
        case (None, str(id), str(name), str(created), int(form), None | str() as origin, *seal):
            pass
        case _:
            return
    for text in (name, *texts_near(name)):
        if seal == [seals.of_listing(row.number, id, text, created, form, origin)]:
            found.table, found.listed = ListedTable(id, text, created, _origin(origin)), True
            return
    if not found.table.id and not sealed:
        found.table = ListedTable(id, str(_readable(name)), created, _origin(origin))


def _origin(written: str | None) -> Origin | None:
    try:
        return wire.decode(Origin, written.encode(errors="surrogateescape")) if written else None
    except wire.Unreadable:
        return None


def _of(found: dict[int, Salvaged], number: int) -> Salvaged:
    return found.setdefault(number, Salvaged())
