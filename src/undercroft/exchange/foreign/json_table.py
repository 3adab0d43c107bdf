"""A list in JSON as a roll table: of texts, or of objects that have a text and perhaps a range or a weight."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from undercroft.exchange.foreign.delimited import span_of
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import id_of_table, lines_of_weights, made_table, name_of
from undercroft.exchange.foreign.source import MOST_PARTS, SourceFile, fields, members, plain, refuse
from undercroft.kernel.amounts import counted
from undercroft.table.state.lore import TableLine

WHAT = "a table as a list in JSON"
_TEXTS = ("text", "result", "value", "entry", "name", "description")
_SPANS = ("range", "roll", "number")
_ENDS = (("min", "max"), ("from", "to"), ("low", "high"))
_WEIGHTS = ("weight", "chance")
_KNOWN = frozenset({*_TEXTS, *_SPANS, *_WEIGHTS, *(key for pair in _ENDS for key in pair)})
_NAMES, _DICE, _LISTS = ("name", "title"), ("dice", "die", "formula"), ("rows", "results", "entries", "items", "table")
_ABOUT = frozenset({*_NAMES, *_DICE, "description"})


def recognises(source: SourceFile) -> bool:
    """Two rows or more with a text each, alone or with a name and dice, and nothing that is not known."""
    return _rows(source.json) is not None


def read(source: SourceFile, notes: Notes) -> Imported:
    """The table."""
    rows = _rows(source.json)
    if rows is None or len(rows) > MOST_PARTS:
        refuse(f"it has more than {MOST_PARTS} rows", "take a part of it")
    about = fields(source.json)
    name = name_of(next((about[key] for key in _NAMES if key in about), source.stem)) or "Table"
    dice = next((plain(about[key]) for key in _DICE if isinstance(about.get(key), str)), "")
    lines = _by_numbers(rows, notes) if any(_span(row) for row in rows) else _by_weight(rows, name, notes)
    table = made_table(id_of_table(name, ()), name, dice or _die(lines), lines, notes, "")
    if table is None:
        refuse("no row in it can come up", "give each row a range or a weight")
    notes.keep(f"a table with {counted(len(table.rows), 'row')}")
    if about.get("description"):
        notes.drop("the description of the table", "description")
    return Imported(WHAT, table.name, tables=(table,))


def _rows(value: object) -> Sequence[Any] | None:
    """The rows of a table; None if it is none."""
    if about := fields(value):
        lists = about.keys() - _ABOUT
        if len(lists) != 1 or not lists <= {*_LISTS} or not about.keys() & {*_NAMES}:
            return None
        value = about[lists.pop()]
    rows = members(value)
    return rows if len(rows) > 1 and all(map(_text, rows)) else None


def _text(row: object) -> str:
    """What a row says; empty if it says nothing, or has more to it than a table keeps."""
    if of := fields(row):
        found = [of[key] for key in _TEXTS if key in of]
        row = found[0] if len(found) == 1 and of.keys() <= _KNOWN else ""
    return plain(row) if isinstance(row, str) else ""


def _span(row: object) -> tuple[int, int] | None:
    """The totals of a row, if it names any."""
    of = fields(row)
    ends = next(([of[low], of[high]] for low, high in _ENDS if low in of and high in of), None)
    written = ends or next((of[key] for key in _SPANS if key in of), "")
    pair = members(written)
    parts = pair if len(pair) == 2 else [written]
    return span_of("-".join(str(part) for part in parts if isinstance(part, int | str)))


def _by_numbers(rows: Sequence[Any], notes: Notes) -> tuple[TableLine, ...]:
    found = list[TableLine]()
    for number, row in enumerate(rows):
        span = _span(row)
        if span is None:
            notes.drop(f"a row without its numbers: {_text(row)}", f"[{number}]")
        else:
            found.append(TableLine(*span, _text(row)))
    return tuple(found)


def _by_weight(rows: Sequence[Any], name: str, notes: Notes) -> tuple[TableLine, ...]:
    shares = list[tuple[Fraction, str]]()
    for number, row in enumerate(rows):
        share = next((fields(row)[key] for key in _WEIGHTS if key in fields(row)), 1)
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share < MOST_PARTS:
            notes.drop(f"a row without its weight: {_text(row)}", f"[{number}]")
        else:
            shares.append((Fraction(str(share)), _text(row)))
    if not any({*_WEIGHTS} & fields(row).keys() for row in rows):
        notes.guess(f"“{name}” has neither numbers nor weights: each row is as likely as another")
    return lines_of_weights(shares) or ()


def _die(lines: Sequence[TableLine]) -> str:
    """The die of a table that names none, where its rows begin at 1."""
    return f"1d{lines[-1].high}" if lines and lines[0].low == 1 else ""
