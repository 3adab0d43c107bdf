"""Markdown tables with bars between the cells, and which of them can be rolled on.

    caption = "###### Table " number ": " text
    factor  = "x" ( number | number "/" number | number "." digits ) [ " (" note ")" ]

Below a caption, the cells of a column headed “... Multiplier” are factors, kept as exact fractions. A table can be
rolled on if its first column holds totals and is headed by dice, or by a word for them: die, face or roll.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.markup import coverage
from undercroft.exchange.markup.expressions import Expression, expression
from undercroft.exchange.markup.fenced import result
from undercroft.exchange.markup.inline import Part, parts
from undercroft.exchange.markup.placed_text import Located, TextPlace, joined
from undercroft.exchange.markup.problems import BadMarkup, PageNotes
from undercroft.exchange.markup.ranges import cell_key
from undercroft.exchange.markup.rolltables import MOST_ROWS, RollTable, TableRow, checked
from undercroft.exchange.problems import Enough, Severity
from undercroft.kernel.dice import Roll
from undercroft.kernel.tables import ResultSpan

MOST_DIE = 1000
"""The most sides of a die that is told by its rows."""

MOST_COLUMNS = 50
"""The most cells in one row."""

_CAPTION = re.compile(r"Table ([A-Za-z0-9.]{1,12}): (\S.*)")
_FACTOR = re.compile(
    r"x(?:(?P<whole>[0-9]{1,9})(?:/(?P<below>[0-9]{1,9})|\.(?P<digits>[0-9]{1,9}))?)(?: \((?P<note>[^()]{1,200})\))?"
)
_DICE_WORDS = frozenset({"die", "dice", "face", "roll"})


class Factor(Struct, frozen=True):
    """A number to multiply with, and a remark on it."""

    value: Fraction
    note: str | None = None


class GridCell(Struct, frozen=True):
    """One cell: its text, and its factor if its column holds factors."""

    parts: tuple[Part, ...]
    text: str
    factor: Factor | None = None


class MarkdownGrid(Struct, frozen=True):
    """A Markdown table as written."""

    header: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    place: TextPlace
    number: str | None = None
    caption: str | None = None


class Caption(Struct, frozen=True):
    """The name of the table below."""

    number: str
    text: str


def caption(heading: str) -> Caption | None:
    """The caption in a heading of the sixth level, if it is one."""
    found = _CAPTION.fullmatch(heading)
    return Caption(found[1], found[2]) if found else None


def factor(text: Located) -> Factor:
    """Read a factor, exactly.

    >>> factor(Located("x2/3", TextPlace(1, 1))).value
    Fraction(2, 3)
    """
    found = _FACTOR.fullmatch(text.value)
    if not found or (found["below"] is not None and int(found["below"]) == 0):
        raise BadMarkup("bad-factor", f"“{text.value[:40]}” is not a factor", "write x2, x2/3 or x1.5", text.place)
    if found["digits"]:
        return Factor(Fraction(f"{found['whole']}.{found['digits']}"), found["note"])
    return Factor(Fraction(int(found["whole"]), int(found["below"] or 1)), found["note"])


def grid(lines: Sequence[Located], title: Caption | None, section: str, notes: PageNotes) -> MarkdownGrid:
    """The table in these lines, the second of which is the line of dashes."""
    header = cells(lines[0])
    factors = [title is not None and "multiplier" in cell.value.lower().split() for cell in header]
    rows: list[tuple[GridCell, ...]] = []
    for line in lines[2:]:
        padded = (*cells(line), *(line.part(len(line)) for _ in header))[: len(header)]
        rows.append(tuple(_cell(text, of, section, notes) for text, of in zip(padded, factors, strict=True)))
    names = tuple(cell.value for cell in header)
    number, named = (title.number, title.text) if title else (None, None)
    return MarkdownGrid(names, tuple(rows), lines[0].place, number, named)


def _cell(text: Located, is_factor: bool, section: str, notes: PageNotes) -> GridCell:
    told: Factor | None = None
    if is_factor:
        with notes.catching():
            told = factor(text)
    return GridCell(parts(text, notes, section=section), text.value, told)


def cells(line: Located) -> tuple[Located, ...]:
    """The cells of a line, split at bars that no backslash precedes."""
    inner = line.stripped()
    bars = [at for at, sign in enumerate(inner.value) if sign == "|" and inner.value[at - 1 : at] != "\\"]
    if len(bars) > MOST_COLUMNS:
        raise BadMarkup("too-many", f"more than {MOST_COLUMNS} cells in a row", "split it", line.place)
    ends = [-1, *bars, len(inner)]
    found = [inner.part(start + 1, end).stripped() for start, end in pairwise(ends)]
    if found and inner.value.startswith("|"):
        found = found[1:]
    if len(found) > 1 and inner.value.endswith("|") and found[-1].is_blank:
        found = found[:-1]
    return tuple(_without_backslashes(cell) for cell in found)


def _without_backslashes(cell: Located) -> Located:
    pieces: list[Located] = []
    start = 0
    while (at := cell.value.find("\\|", start)) >= 0:
        pieces.append(cell.part(start, at))
        pieces.append(cell.part(at + 1, at + 2))
        start = at + 2
    return joined((*pieces, cell.part(start))) if pieces else cell


def rollable(lines: Sequence[Located], notes: PageNotes) -> RollTable | None:
    """The same table to roll on, without its name, if it is one. Its problems are noted as warnings."""
    header = cells(lines[0])
    if len(header) < 2 or not 1 <= len(lines) - 2 <= MOST_ROWS:
        return None
    found = PageNotes()
    table: RollTable | None = None
    with suppress(Enough), found.catching():
        table = _rollable(header, [cells(line) for line in lines[2:]], lines[0].place, found)
    for problem in found.problems:
        notes.add(replace(problem, grade=Severity.WARNING))
    return table if found.errors == 0 else None


def _rollable(
    header: Sequence[Located], lines: Sequence[Sequence[Located]], place: TextPlace, notes: PageNotes
) -> RollTable | None:
    dice = _dice(header[0])
    if dice is None and not _DICE_WORDS & set(header[0].value.lower().split()):
        return None
    keys = [cell_key(line[0]) for line in lines]
    told = [key for key in keys if key is not None]
    if len(told) < len(keys):
        return None
    dice = dice or _die_of(told)
    if dice is None:
        return None
    rows = tuple(_row(header, line, key, notes) for line, key in zip(lines, told, strict=True))
    coverage.check(dice, rows, place, notes)
    return RollTable("", "", dice, rows, place)


def _dice(header: Located) -> Expression | None:
    """The dice at the head of the first column, if there are any."""
    if "d" not in header.value.lower():
        return None
    with suppress(BadMarkup):
        return expression(header)
    return None


def _die_of(keys: Sequence[ResultSpan]) -> Expression | None:
    """A single die, if the rows begin at 1."""
    top = keys[-1].high
    if keys[0].low != 1 or top is None or not 2 <= top <= MOST_DIE:
        return None
    return Expression(f"1d{top}", Roll(1, top))


def _row(header: Sequence[Located], line: Sequence[Located], key: ResultSpan, notes: PageNotes) -> TableRow:
    named = [(name, cell) for name, cell in zip(header[1:], line[1:], strict=False) if not cell.is_blank]
    if not named:
        raise BadMarkup("empty-text", f"row “{line[0].value}” is empty", "write what happens", line[0].place)
    parts: list[Part] = []
    for name, cell in named:
        if len(header) > 2:
            parts.append(f"{'; ' if parts else ''}{name.value}: ")
        parts += result(cell, notes)
    return checked(TableRow(line[0].value, key, tuple(parts), line[0].place))
