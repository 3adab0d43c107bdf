"""Roll tables of Foundry VTT, from version 8 on."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from undercroft.exchange.foreign.foundry.documents import DocumentKind, FoundryDocument
from undercroft.exchange.foreign.foundry.inline import TableNames, dice_of, words_of
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import (
    MOST_TABLES,
    id_of_table,
    lines_of_weights,
    made_table,
    name_of,
    note_links,
)
from undercroft.exchange.foreign.source import MOST_PARTS, entries, fields, one_line, refuse, size, whole
from undercroft.kernel.amounts import counted
from undercroft.table.state.ids import TableId
from undercroft.table.state.lore import RandomTable, TableLine, row_numbers

DOCUMENT_KINDS = (1, 2, "1", "2", "document", "pack")
"""How versions mark a row that is a document, of the world or of a pack."""
FARTHEST = 100_000


def tables_of(found: Sequence[FoundryDocument], notes: Notes) -> tuple[RandomTable, ...]:
    """The tables, with links between them. Rows may be in documents of their own."""
    tables = [each for each in found if each.kind is DocumentKind.TABLE]
    if len(tables) > MOST_TABLES or sum(size(each.value.get("results")) for each in tables) > 4 * MOST_PARTS:
        refuse(f"it has more than {MOST_TABLES} tables, or {4 * MOST_PARTS} rows", "take a part of it")
    apart = {each.id: each for each in found if each.kind is DocumentKind.ROW and each.id}
    ids, names = dict[str, TableId](), _Names()
    for each in tables:
        name = name_of(each.value.get("name")) or "Table"
        ids[each.at] = id = id_of_table(name, ids.values(), each.id)
        names.add(each.id, name, id)
    made = [
        table
        for each in tables
        if (table := _table(each, ids[each.at], names.names, _rows_of(each, apart, notes), notes)) is not None
    ]
    used = {id for each in tables for id in entries(each.value.get("results")) if isinstance(id, str)}
    for row in apart.values():
        if row.id not in used and row.within not in {each.id for each in tables}:
            notes.drop("a row without its table: import the table's file with it", row.at)
    note_links(made, notes)
    if made:
        notes.keep(f"{counted(len(made), 'table')} with {counted(sum(len(table.rows) for table in made), 'row')}")
    return tuple(made)


class _Names:
    """How rows name the tables: by name, or by id where a name is taken."""

    def __init__(self) -> None:
        self.by_id, self.by_name = dict[str, str](), dict[str, str]()

    def add(self, own: str, name: str, id: TableId) -> None:
        """A table: by name, unless another has the name."""
        shown = id if name.casefold() in self.by_name else name
        self.by_name.setdefault(name.casefold(), name)
        if own:
            self.by_id[own] = shown

    @property
    def names(self) -> TableNames:
        """All of them."""
        return TableNames(self.by_id, self.by_name)


def _rows_of(
    table: FoundryDocument, apart: dict[str, FoundryDocument], notes: Notes
) -> list[tuple[dict[str, Any], str]]:
    """The rows with their places: in the table, or by id in documents of their own."""
    rows = list[tuple[dict[str, Any], str]]()
    for number, each in enumerate(entries(table.value.get("results"))):
        at = f"{table.at}.results[{number}]".lstrip(".")
        if isinstance(each, str):
            if each in apart:
                rows.append((apart[each].value, apart[each].at))
            else:
                notes.drop(f"row {one_line(each)} of “{table.name}”: import its file with the table's", at)
            continue
        rows.append((fields(each), at))
    if not size(table.value.get("results")):
        rows = [(row.value, row.at) for row in apart.values() if row.within and row.within == table.id]
    return rows


def _table(
    table: FoundryDocument, id: TableId, names: TableNames, rows: list[tuple[dict[str, Any], str]], notes: Notes
) -> RandomTable | None:
    name, formula = name_of(table.value.get("name")) or "Table", dice_of(table.value.get("formula"))
    if not rows:
        notes.drop(f"“{name}” has no rows", table.at)
        return None
    words = [_words(row, names, notes, at) for row, at in rows]
    alike = all(entries(row.get("range")) == [1, 1] and _weight(row) == 1 for row, _ in rows)
    if formula == "1" and len(rows) > 1 and alike:
        notes.guess(f"“{name}” gives all its rows at once: they are one row", table.at)
        return made_table(id, name, "1d1", (TableLine(1, 1, " ".join(filter(None, words))),), notes, table.at)
    if formula in ("", "1"):
        weights = [(_weight(row), text) for (row, _), text in zip(rows, words, strict=True)]
        lines = lines_of_weights(weights)
        if lines is None:
            notes.drop(f"“{name}”: its weights do not fit one die of at most 1000 sides", table.at)
            return None
        notes.guess(f"“{name}” is drawn by weight: its rows are ranges of 1d{lines[-1].high}", table.at)
        return made_table(id, name, f"1d{lines[-1].high}", lines, notes, table.at)
    lines = tuple(
        TableLine(low, high, text)
        for (row, at), text in zip(rows, words, strict=True)
        for low, high in _range(row, name, notes, at)
    )
    if table.value.get("replacement") is False:
        notes.drop(f"“{name}” gives each row only once: here every roll is on the whole table", table.at)
    return made_table(id, name, formula, _drawn(lines, name, notes, table.at), notes, table.at)


def _drawn(lines: Sequence[TableLine], name: str, notes: Notes, at: str) -> tuple[TableLine, ...]:
    """The rows by their totals. Of rows that share a total Foundry draws all, so they are one row there."""
    ends = sorted({end for line in lines for end in (line.low, line.high + 1)})
    found = list[tuple[TableLine, tuple[int, ...]]]()
    for low, after in pairwise(ends):
        here = tuple(n for n, line in enumerate(lines) if line.low <= low <= line.high)
        if found and found[-1][1] == here and len(here) == 1:
            found[-1] = replace(found[-1][0], high=after - 1), here
        elif here:
            found.append((TableLine(low, after - 1, "; ".join(lines[n].text for n in here)), here))
        if len(here) > 1:
            numbers = row_numbers(low, after - 1)
            notes.guess(f"“{name}”: {numbers} is in {len(here)} rows, and gives all of them, as in Foundry", at)
    return tuple(line for line, _ in found)


def _range(row: dict[str, Any], name: str, notes: Notes, at: str) -> list[tuple[int, int]]:
    given = entries(row.get("range")) or [row.get("rangeL"), row.get("rangeH", row.get("rangeL"))]
    ends = [whole(end, FARTHEST) for end in given[:2]]
    if len(ends) != 2 or not all(abs(end) < FARTHEST for end in ends):
        notes.drop(f"a row of “{name}” without its range", at)
        return []
    if ends[0] > ends[1]:
        notes.guess(f"a row of “{name}” from {ends[0]} to {ends[1]}, taken the other way round", at)
    return [(min(ends), max(ends))]


def _weight(row: dict[str, Any]) -> Fraction:
    value = row.get("weight", 1)
    if isinstance(value, float) and 0 < value < FARTHEST:
        return Fraction(value).limit_denominator(1000)
    return Fraction(max(0, whole(value, 1)))


def _words(row: dict[str, Any], names: TableNames, notes: Notes, at: str) -> str:
    """What a row says. The versions have it in other places."""
    name = one_line(row.get("name"))
    text = row.get("text") if isinstance(row.get("text"), str) and row.get("text") else row.get("description")
    if row.get("type") not in DOCUMENT_KINDS:
        said = words_of(text, names, notes, at)
        return f"{name}: {said}" if name and said and name not in said else said or name
    uuid = row.get("documentUuid")
    id = uuid.rsplit(".", 1)[-1] if isinstance(uuid, str) else row.get("resultId", row.get("documentId"))
    label = one_line(row.get("text")) or name
    more = words_of(row.get("description"), names, notes, at)
    link = names.linked(id if isinstance(id, str) else "", label)
    if link is None:
        notes.drop(f"a link to {label or 'a document'}, which is not a table in the file; its words stay", at)
    return " ".join(filter(None, (link or words_of(label, names, notes, at), more if more != label else "")))
