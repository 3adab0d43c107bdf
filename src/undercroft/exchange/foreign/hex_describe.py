"""Tables of Hex Describe: a semicolon before each name, and rows that are a weight, a comma and words."""

import re
from collections.abc import Iterator
from fractions import Fraction

from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import (
    MOST_TABLES,
    id_of_table,
    lines_of_weights,
    made_table,
    name_of,
    note_links,
)
from undercroft.exchange.foreign.source import MOST_PARTS, SourceFile, from_html, one_line, refuse
from undercroft.kernel.amounts import counted
from undercroft.table.lore.tables import is_dice
from undercroft.table.state.lore import RandomTable

WHAT = "random tables of Hex Describe"
_HEAD = re.compile(r";[ \t]*(\S.*?)[ \t]*")
_ROW = re.compile(r"([0-9]{1,6})[ \t]*,(.*)")
_INSIDE = re.compile(r"\[([^\[\]\n]{1,200})\]")
_STRESS = re.compile(r"(\*{1,2})([^*\n]{1,200})\1")


def recognises(source: SourceFile) -> bool:
    """Names behind semicolons and weighted rows, and hardly anything else."""
    lines = [line for line in source.text[:200_000].split("\n") if line.strip() and not line.startswith("#")]
    heads = sum(_HEAD.fullmatch(line) is not None and ";" not in line[1:] for line in lines)
    rows = sum(_ROW.match(line) is not None for line in lines)
    return heads > 0 and rows > 0 and 10 * (heads + rows) >= 9 * len(lines)


def read(source: SourceFile, notes: Notes) -> Imported:
    """A roll table for each name."""
    listed = dict[str, tuple[int, list[tuple[int, Fraction, str]]]]()
    for name, at, rows in _listed(source.text, notes):
        if len(listed) >= MOST_TABLES and name not in listed:
            notes.drop(f"“{one_line(name)}”: at most {MOST_TABLES} tables are taken from one file", f"line {at}")
            continue
        listed.setdefault(name, (at, []))[1].extend(rows)
    shown = {name.casefold(): name_of(name) for name in listed}
    made, taken = list[RandomTable](), set[str]()
    for name, (at, rows) in listed.items():
        lines = lines_of_weights([(weight, _words(text, shown, notes, line)) for line, weight, text in rows])
        if lines is None:
            notes.drop(f"“{one_line(name)}” has no rows that fit one die of at most 1000 sides", f"line {at}")
            continue
        id = id_of_table(name_of(name), taken)
        table = made_table(id, name_of(name), f"1d{lines[-1].high}", lines, notes, f"line {at}")
        taken.add(id)
        made += [table] if table is not None else []
    if not made:
        refuse("none of its tables has a row that can come up", "give each row a weight, a comma and words")
    note_links(made, notes)
    notes.keep(f"{counted(len(made), 'table')} with {counted(sum(len(table.rows) for table in made), 'row')}")
    return Imported(WHAT, source.title, tables=tuple(made))


def _listed(text: str, notes: Notes) -> Iterator[tuple[str, int, list[tuple[int, Fraction, str]]]]:
    """Each table with its name, its line and its rows; a name may come again, with more rows."""
    name, at, rows = "", 0, list[tuple[int, Fraction, str]]()
    for number, line in enumerate(text.split("\n")[: 4 * MOST_PARTS], 1):
        if (head := _HEAD.fullmatch(line)) is not None:
            if name:
                yield name, at, rows
            name, at, rows = head[1], number, []
        elif (row := _ROW.fullmatch(line)) is not None and name:
            rows.append((number, Fraction(row[1]), row[2]))
        elif line.strip() and not line.startswith("#"):
            notes.drop(f"neither a name nor a row: {one_line(line)}", f"line {number}")
    if name:
        yield name, at, rows


def _words(text: str, shown: dict[str, str], notes: Notes, line: int) -> str:
    """A row with its dice and tables in double brackets."""

    def inside(found: re.Match[str]) -> str:
        dice = found[1].replace(" ", "")
        if "d" in dice and is_dice(dice):
            return f"[[{dice}]]"
        if of := shown.get(found[1].strip().casefold()):
            return f"[[{of}]]"
        notes.drop(f"there is no table {one_line(found[1])}; its name stays", f"line {line}")
        return found[1]

    return " ".join(_INSIDE.sub(inside, _STRESS.sub(r"\2", from_html(text))).split()) or "nothing"
