"""Tables of spreadsheets: cells with commas, semicolons or tabs between them."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from typing import NamedTuple

from undercroft.exchange.foreign import donjon_grid
from undercroft.exchange.foreign.imported import Imported, TableColumns
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import (
    MOST_TABLES,
    columns_of,
    id_of_table,
    lines_of_weights,
    made_table,
    name_of,
)
from undercroft.exchange.foreign.source import MOST_PARTS, SourceFile, plain, refuse
from undercroft.exchange.foreign.stat_lines import monsters_in, stat_blocks
from undercroft.kernel.amounts import counted
from undercroft.table.lore.tables import is_dice
from undercroft.table.state.lore import RandomTable, TableLine

WHAT = "a table with commas, semicolons or tabs between its columns"
MOST_COLUMNS = 50
_DASH = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_RANGE = re.compile(rf"([0-9]{{1,5}})(?:\s*(?:[{_DASH}]{{1,2}}|to)\s*([0-9]{{1,5}})|(\+))?")
_DICE = re.compile(r"[0-9]{0,2}d(?:[0-9]{1,4}|%)(?:\s?[+-]\s?[0-9]{1,3})?", re.IGNORECASE)
_WEIGHT = re.compile(r"([0-9]{1,6}(?:[.,][0-9]{1,6})?|[0-9]{1,6}/[0-9]{1,6})\s*%?")
_MARKDOWN = re.compile(r"\s*(?:[|>{\[]|#{1,6} |[-*] |[0-9]+[.)] (?![A-Za-z\u00e4]{3}\.?[,;\t])|```)")
_REMARKS = re.compile(r"\A(?:#[^,;\t\n]*\n){1,20}")
"""Lines before a table that are about it."""
_LOW, _HIGH = frozenset({"from", "low", "min", "start"}), frozenset({"to", "high", "max", "end"})
_ROLL = frozenset({"roll", "die", "dice", "d", "#", "no", "no.", "nr", "number", "range", "total", "rolled"})
_SHARE = frozenset({"weight", "weights", "chance", "frequency", "probability", "odds", "percent", "%"})
_TEXT = frozenset({"result", "results", "text", "entry", "entries", "what", "encounter", "item", "description", "name"})
_TABLE = frozenset({"table", "list"})
_HIT_DICE = frozenset({"hd", "hit dice", "hit die"})
_STATISTICS = frozenset(
    {"ac", "armor class", "armour class", "attack", "attacks", "att", "damage", "dmg", "morale", "ml"}
)
"""Heads of columns that monsters have beside their Hit Dice."""
_NAMES = frozenset({"name", "monster", "creature"})
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OTHER_MONTHS = {"mrz": 3, "m\u00e4r": 3, "mai": 5, "okt": 10, "dez": 12}
_DATE = re.compile(r"([0-9]{1,2})[-. ]{1,2}([A-Za-z\u00e4]{3})\.?|([A-Za-z\u00e4]{3})\.?[- ]([0-9]{1,2})")
"""What spreadsheets make of a range such as 3-4, as they take it for a day."""


class _Row(NamedTuple):
    line: int
    cells: tuple[str, ...]


def recognises(source: SourceFile) -> bool:
    """Every line has as many cells as the others, and the columns say what they are or begin with numbers."""
    lines = [line for line in _REMARKS.sub("", source.text[:200_000]).split("\n") if line.strip()]
    if len(lines) < 2 or sum(bool(_MARKDOWN.match(line)) for line in lines) > len(lines) // 10:
        return False
    if donjon_grid.recognises(source):
        return False
    return _rows(source.text[:200_000]) is not None


def read(source: SourceFile, notes: Notes) -> Imported:
    """The roll tables of the file."""
    rows = _rows(source.text)
    if rows is None:
        refuse("its lines have different numbers of cells", "save it again as CSV")
    if len(rows) > 4 * MOST_PARTS:
        refuse(f"it has more than {4 * MOST_PARTS} rows", "take a part of it")
    title = name_of(source.stem) or "Table"
    if _of_monsters(rows[0]):
        monsters = monsters_in(stat_blocks(_stat_lines(rows)), notes)
        if not monsters:
            refuse("none of its monsters can be read", "give each its name and its Hit Dice, such as 1+1")
        return Imported(WHAT, title, monsters=monsters)
    sheet = _Sheet(rows, title, notes)
    tables = tuple(sheet.tables())
    if not tables:
        refuse("no table in it can be rolled on", "begin each row with its number, range or weight")
    notes.keep(f"{counted(len(tables), 'table')} with {counted(sum(len(table.rows) for table in tables), 'row')}")
    return Imported(WHAT, title, tables=tables, columns=tuple(sheet.columns))


def _rows(text: str) -> list[_Row] | None:
    """The rows with their lines, by the first sign that parts all lines alike; None if none does."""
    text = _REMARKS.sub(lambda found: "\n" * found[0].count("\n"), text)
    told = re.match(r"sep=(.)\n", text)
    text = text[told.end() :] if told else text
    for sign in (told[1],) if told else ("\t", ";", ","):
        rows = _parted(text, sign)
        if rows and (told or _is_table(rows, sign)):
            return [_Row(row.line + bool(told), row.cells) for row in rows]
    return None


def _parted(text: str, sign: str) -> list[_Row] | None:
    reader = csv.reader(StringIO(text), delimiter=sign)
    rows = list[_Row]()
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(_Row(reader.line_num, tuple(plain(cell) for cell in cells[:MOST_COLUMNS])))
            if len(rows) > 4 * MOST_PARTS:
                break
    except csv.Error:
        return None
    return rows


def _is_table(rows: Sequence[_Row], sign: str) -> bool:
    wide = max(len(row.cells) for row in rows)
    alike = sum(len(row.cells) == wide for row in rows)
    if wide < 2 or len(rows) < 2 or (10 * alike < 9 * len(rows) and sign != "\t"):
        return False
    head = [cell.casefold() for cell in rows[0].cells]
    known = any(cell in _LOW | _ROLL | _SHARE | _TABLE or _DICE.fullmatch(cell) for cell in head)
    known = known or _of_monsters(rows[0])
    counted_rows = sum(bool(_RANGE.fullmatch(row.cells[0]) or _WEIGHT.fullmatch(row.cells[0])) for row in rows[1:])
    return known or 10 * counted_rows > 8 * (len(rows) - 1)


def _of_monsters(head: _Row) -> bool:
    """Whether the columns are statistics of monsters, a row each."""
    heads = {cell.casefold() for cell in head.cells}
    return bool(heads & _HIT_DICE and heads & _STATISTICS)


def _stat_lines(rows: Sequence[_Row]) -> list[str]:
    """A stat line for each monster, at the number of its row."""
    head = rows[0].cells
    name = next((at for at, cell in enumerate(head) if cell.casefold() in _NAMES), 0)
    lines = [""] * max(row.line for row in rows)
    for row in rows[1:]:
        cells = [" ".join(cell.split()).replace("|", "/") for cell in row.cells]
        told = [f"{of} {cell}" for at, (of, cell) in enumerate(zip(head, cells, strict=False)) if cell and at != name]
        lines[row.line - 1] = f"{cells[name] if name < len(cells) else ''}: {', '.join(told)}"
    return lines


class _Sheet:
    """Rows on their way to tables."""

    def __init__(self, rows: Sequence[_Row], title: str, notes: Notes) -> None:
        self.title, self.notes = title, notes
        first = rows[0].cells
        self.headed = not (_RANGE.fullmatch(first[0]) or _WEIGHT.fullmatch(first[0]))
        self.head = tuple(cell.casefold() for cell in first) if self.headed else ()
        self.names = first if self.headed else ()
        self.rows = rows[1:] if self.headed else rows
        self.of = self._columns()
        self.columns = list[TableColumns]()

    def _columns(self) -> Mapping[str, int]:
        """Which column says what, by its head."""
        found = dict[str, int]()
        for kind, words in (("table", _TABLE), ("low", _LOW), ("high", _HIGH), ("share", _SHARE), ("roll", _ROLL)):
            column = next((at for at, cell in enumerate(self.head) if cell in words), None)
            if column is not None:
                found[kind] = column
        if {"low", "high"} <= found.keys() and "roll" in found and self.head[found["roll"]] in ("dice", "die"):
            found["dice"] = found.pop("roll")
        elif {"low", "high"} <= found.keys():
            found.pop("roll", None)
        headed = next((at for at, cell in enumerate(self.head) if _DICE.fullmatch(cell)), None)
        if headed is not None:
            found["roll"] = headed
        if not {"low", "share", "roll"} & found.keys() and self.rows:
            found |= self._by_numbers()
        return found

    def _by_numbers(self) -> Mapping[str, int]:
        """The first column by its numbers: ranges if they rise, else weights."""
        spans = [span_of(row.cells[0]) for row in self.rows]
        if all(span is not None for span in spans):
            lows = [span[0] for span in spans if span is not None]
            if all(one < other for one, other in pairwise(lows)):
                return {"roll": 0}
        if all(_WEIGHT.fullmatch(row.cells[0]) for row in self.rows):
            self.notes.guess(
                "the numbers of the first column do not rise: taken for weights", f"line {self.rows[0].line}"
            )
            return {"share": 0}
        return {}

    def tables(self) -> Iterator[RandomTable]:
        """Each table, in the order of the file."""
        if not {"low", "share", "roll"} & self.of.keys():
            refuse(
                "its columns hold no numbers, ranges or weights to roll for",
                "add a first column with numbers, or a column with the head “weight”",
            )
        groups = dict[str, list[_Row]]()
        for row in self.rows:
            groups.setdefault(name_of(self._cell(row, "table")) or self.title, []).append(row)
        taken = set[str]()
        for number, (name, rows) in enumerate(groups.items()):
            if number >= MOST_TABLES:
                self.notes.drop(f"{counted(len(groups) - number, 'table')}: at most {MOST_TABLES} are taken")
                return
            id = id_of_table(name, taken)
            taken.add(id)
            dice, lines = self._lines(name, rows)
            table = made_table(id, name, dice, lines, self.notes, f"line {rows[0].line}") if lines else None
            if table is not None:
                yield from self._by_columns(table, rows, taken)

    def _by_columns(self, table: RandomTable, rows: Sequence[_Row], taken: set[str]) -> tuple[RandomTable, ...]:
        """The table, or a table for each of its columns where they are to choose from."""
        used = set(self.of.values())
        at = [column for column in range(len(self.names)) if column not in used and self.names[column]]
        told = [row for row in rows if "share" in self.of or self._numbers(row) is not None]
        cells = [
            [" ".join(row.cells[column].split()) if column < len(row.cells) else "" for column in at] for row in told
        ]
        heads = [self.names[column] for column in at]
        found = columns_of(table, heads, cells, taken, self.notes, f"line {rows[0].line}")
        if found is None or len(told) != len(table.rows):
            return (table,)
        self.columns.append(found)
        taken |= {each.id for each in found.apart}
        return found.usual

    def _lines(self, name: str, rows: Sequence[_Row]) -> tuple[str, tuple[TableLine, ...]]:
        if "share" in self.of and not {"low", "roll"} & self.of.keys():
            shares = [(self._share(row), self._text(row)) for row in rows]
            lines = lines_of_weights(shares)
            if lines is None:
                self.notes.drop(
                    f"“{name}”: its weights do not fit one die of at most 1000 sides", f"line {rows[0].line}"
                )
                return "", ()
            return f"1d{lines[-1].high}", lines
        found = list[TableLine]()
        for row in rows:
            span = self._numbers(row)
            if span is None:
                self.notes.drop(f"a row without its numbers: {' '.join(row.cells)}", f"line {row.line}")
            else:
                found.append(TableLine(*span, self._text(row)))
                if _dated(written := self._cell(row, "roll")):
                    what = f"“{written}” counts as {span[0]}-{span[1]}, of which a spreadsheet made a day"
                    self.notes.guess(what, f"line {row.line}")
        dice = self._cell(rows[0], "dice") or next((cell for cell in self.head if _DICE.fullmatch(cell)), "")
        dice = dice.replace("%", "100")
        return dice if is_dice(dice.lower().replace(" ", "")) else "", tuple(found)

    def _numbers(self, row: _Row) -> tuple[int, int] | None:
        if "low" not in self.of:
            return span_of(self._cell(row, "roll")) or _dated(self._cell(row, "roll"))
        low = span_of(self._cell(row, "low"))
        high = span_of(self._cell(row, "high")) or low
        return (min(low[0], high[1]), max(low[0], high[1])) if low is not None and high is not None else None

    def _share(self, row: _Row) -> Fraction:
        written = self._cell(row, "share").rstrip("% ").replace(",", ".")
        if _WEIGHT.fullmatch(written) is None or written.endswith("/0"):
            self.notes.drop(f"a row without its weight: {' '.join(row.cells)}", f"line {row.line}")
            return Fraction(0)
        top, _, below = written.partition("/")
        return Fraction(top) / max(1, int(below)) if below else Fraction(top)

    def _cell(self, row: _Row, kind: str) -> str:
        at = self.of.get(kind, -1)
        return row.cells[at] if 0 <= at < len(row.cells) else ""

    def _text(self, row: _Row) -> str:
        """What a row says: the cells that are not numbers, each with the head of its column if they are several."""
        said = [(at, _rolled(cell)) for at, cell in enumerate(row.cells) if at not in self.of.values() and cell]
        if len(said) == 1 or not self.names:
            return "; ".join(cell for _, cell in said)
        return "; ".join(
            f"{self.names[at]}: {cell}" if at < len(self.names) and self.names[at] else cell for at, cell in said
        )


def _rolled(cell: str) -> str:
    """The words of a cell on one line; dice that stand alone in it are rolled with the row."""
    words = " ".join(cell.split())
    bare = words.lower().replace(" ", "")
    return f"[[{bare}]]" if _DICE.fullmatch(words) and is_dice(bare) else words


def _dated(written: str) -> tuple[int, int] | None:
    """The range that was taken for a day of a month.

    >>> _dated("3-Apr"), _dated("Feb-13"), _dated("02. M\u00e4r"), _dated("rats")
    ((3, 4), (2, 13), (2, 3), None)
    """
    found = _DATE.fullmatch(written)
    if found is None:
        return None
    word = (found[2] or found[3]).casefold()
    month = _OTHER_MONTHS.get(word) or (_MONTHS.index(word) + 1 if word in _MONTHS else 0)
    if not month:
        return None
    low, high = (int(found[1]), month) if found[1] else (month, int(found[4]))
    return (low, high) if low < high else None


def span_of(written: str) -> tuple[int, int] | None:
    found = _RANGE.fullmatch(written)
    if found is None:
        return None
    low, high = (100 if digits in ("00", "000") else int(digits) for digits in (found[1], found[2] or found[1]))
    return min(low, high), max(low, high)
