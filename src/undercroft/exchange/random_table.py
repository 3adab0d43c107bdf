"""Random tables as people type and paste them: numbered lines, Markdown, bars, tabs or a bare list."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from undercroft.interpret.odds import of_formula
from undercroft.kernel.faults import BadNotation, OddsTooWide
from undercroft.kernel.notation import parse_few
from undercroft.kernel.ways import bounds
from undercroft.table.lore.tables import MOST_ROWS
from undercroft.table.state.lore import TableLine, row_numbers

MOST_CHARACTERS = 256 * 1024
MOST_SPAN = 10_000
"""The widest span of the dice of a table."""

_DASH = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_ROW = re.compile(
    rf"(?P<low>[0-9]{{1,5}})(?:\s?(?:[{_DASH}]|to)\s?(?P<high>[0-9]{{1,5}}))?(?P<open>\+)?[.:)]?(?:\s+|$)(?P<text>.*)"
)
_RULE = re.compile(r"[\s|:=+-]+")
_DICE = re.compile(r"[0-9]{0,2}d[0-9]{1,4}(?:\s?[+-]\s?[0-9]+)?", re.IGNORECASE)
_HEADS = frozenset({"result", "results", "roll", "die", "dice", "entry", "what"})
"""The head of a column, which is not the name of a table."""
_BULLET = re.compile(r"(?:[-*\u2022]|[0-9]+[.)](?=\s))\s+")


class TableNote(Struct, frozen=True):
    """Something to look at: a hole, an overlap, a row that cannot come up, a line that is not a row."""

    code: str
    what: str
    line: int | None = None


class ChanceRow(Struct, frozen=True):
    """A row, or a hole between rows, with its exact chance."""

    low: int
    high: int
    text: str
    chance: Fraction
    hole: bool = False
    overlap: bool = False

    @property
    def numbers(self) -> str:
        """The totals that the row stands for."""
        return row_numbers(self.low, self.high)


class ReadTable(Struct, frozen=True):
    """A table as it was understood."""

    name: str
    dice: str
    rows: tuple[TableLine, ...]
    shown: tuple[ChanceRow, ...]
    notes: tuple[TableNote, ...] = ()

    @property
    def holes(self) -> Fraction:
        """The chance that no row comes up."""
        return sum((row.chance for row in self.shown if row.hole), Fraction(0))


def read_random_table(text: str, name: str = "", dice: str = "") -> ReadTable:
    r"""A table from text; whatever the text is, every line becomes a row or a note.

    >>> [row.text for row in read_random_table("2d6 Finds\n2-6 wax\n7-12 copper").rows]
    ['wax', 'copper']
    >>> read_random_table("- a raven\n- a crow").dice
    '1d2'
    """
    lines = [(number, line) for number, line in enumerate(text[:MOST_CHARACTERS].splitlines(), 1) if line.strip()]
    heading = _heading(lines)
    if heading is not None:
        lines = lines[1:]
        found = _DICE.search(heading)
        dice = dice or (found[0].replace(" ", "") if found else "")
        called = heading.replace(found[0] if found else "", "").strip(" #*|:,()\t")
        name = name or ("" if called.casefold() in _HEADS else called)
    rows, notes = _rows(lines)
    dice = (dice or fitting(rows)).lower()
    shown, faults = _chances(dice, rows)
    return ReadTable(name, dice, rows, shown, (*notes, *faults))


def _heading(lines: Sequence[tuple[int, str]]) -> str | None:
    """The first line, if it is not a row: a title, or the head of a table."""
    if not lines:
        return None
    first = lines[0][1].strip()
    if first.startswith("#") or (_DICE.search(first) and not _ROW.match(_plain(first))):
        return first
    after = lines[1][1] if len(lines) > 1 else ""
    return first if "|" in first and _RULE.fullmatch(after.strip()) else None


def _plain(line: str) -> str:
    """A line without bars, and with one space between its cells."""
    cells = [cell.strip() for cell in re.split(r"\||\t", line.strip().strip("|"))]
    return " ".join(filter(None, cells)).strip("* ") if len(cells) > 1 else line.strip()


def _rows(lines: Sequence[tuple[int, str]]) -> tuple[tuple[TableLine, ...], list[TableNote]]:
    rows, notes = list[TableLine](), list[TableNote]()
    bare = [line for _, line in lines if not _RULE.fullmatch(line.strip())]
    numbered = any(_ROW.fullmatch(_plain(line)) for line in bare)
    bulleted = any(_BULLET.match(line.strip()) for line in bare)
    for number, line in lines:
        if _RULE.fullmatch(line.strip()):
            continue
        row = _row(line, len(rows), numbered=numbered, bulleted=bulleted)
        if row is not None and len(rows) < MOST_ROWS:
            rows.append(row)
        elif rows and row is None:
            last = rows.pop()
            rows.append(TableLine(last.low, last.high, f"{last.text} {line.strip()}"))
        else:
            notes.append(TableNote("no_row", f"“{line.strip()[:60]}” is not a row: begin it with a number", number))
    return tuple(rows), notes


def _row(line: str, known: int, *, numbered: bool, bulleted: bool) -> TableLine | None:
    if not numbered and bulleted and not _BULLET.match(line.strip()):
        return None
    if not numbered:
        return TableLine(known + 1, known + 1, _BULLET.sub("", _plain(line), count=1))
    found = _ROW.fullmatch(_plain(line))
    if found is None:
        return None
    low, high = int(found["low"]), int(found["high"] or found["low"])
    high = 100 if found["high"] in ("00", "0") or (high == 0 and found["low"] == "00") else high
    low = 100 if found["low"] == "00" else low
    return TableLine(min(low, high), max(low, high), found["text"].strip() or "nothing")


def fitting(rows: Sequence[TableLine]) -> str:
    """The die that fits rows which begin at 1; two dice where they begin at 2."""
    low, high = min((row.low for row in rows), default=1), max((row.high for row in rows), default=1)
    return f"2d{high // 2}" if low == 2 and high > 2 and high % 2 == 0 else f"1d{max(high, 1)}"


def _chances(dice: str, rows: Sequence[TableLine]) -> tuple[tuple[ChanceRow, ...], list[TableNote]]:
    """Every row with its chance, and the holes between them."""
    try:
        formula = parse_few(dice)
        low, high = bounds(formula)
        odds = of_formula(formula) if high - low < MOST_SPAN else None
    except (BadNotation, ValueError, OddsTooWide):
        odds = None
    if odds is None:
        plain = tuple(ChanceRow(row.low, row.high, row.text, Fraction(0)) for row in rows)
        return plain, [TableNote("bad_dice", f"“{dice[:20]}” is not dice for a table. Write them like 1d20 or 2d6.")]
    chances = {int(total): odds[total] for total in odds}
    shown, notes, taken = list[ChanceRow](), list[TableNote](), set[int]()
    for row in rows:
        here = [total for total in chances if row.low <= total <= row.high]
        twice = [total for total in here if total in taken]
        own = sum((chances[total] for total in here if total not in taken), Fraction(0))
        shown.append(ChanceRow(row.low, row.high, row.text, own, overlap=bool(twice)))
        if not here:
            notes.append(TableNote("unreachable", f"{row.low}-{row.high} cannot come up on {dice}"))
        elif twice:
            notes.append(TableNote("overlap", f"{twice[0]} is in two rows: the first one counts"))
        taken.update(here)
    for start, end in runs(sorted(set(chances) - taken)):
        chance = sum((chances[total] for total in chances if start <= total <= end), Fraction(0))
        shown.append(ChanceRow(start, end, "", chance, hole=True))
        numbers = str(start) if start == end else f"{start} to {end}"
        notes.append(TableNote("hole", f"no row for {numbers}"))
    return tuple(sorted(shown, key=lambda row: (row.low, row.high))), notes


def runs(totals: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Neighbouring totals joined."""
    start = end = None
    for total in totals:
        if end is not None and start is not None and total != end + 1:
            yield start, end
            start = None
        start, end = total if start is None else start, total
    if start is not None and end is not None:
        yield start, end
