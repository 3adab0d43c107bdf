"""Writing tables as Markdown: as a fenced block, or as a table with bars that any tool shows."""

import re
from enum import StrEnum

from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.rolltables import RollTable, TableRow
from undercroft.exchange.markup.templates import PLAIN, written
from undercroft.kernel.dice import Roll
from undercroft.kernel.tables import ResultSpan

_SAFE = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;()'-]*")
_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})


class Form(StrEnum):
    """How a table is written."""

    BARS = "bars"
    FENCE = "fence"


def as_markdown(table: RollTable, form: Form) -> str:
    """The table in either form, whichever form it was read from."""
    return as_grid(table) if form is Form.BARS else as_fence(table)


def as_fence(table: RollTable) -> str:
    """The table as a `roll-table` block, or as a `roll-list` if its die has one side for each row."""
    if _is_list(table):
        lines = ["```roll-list"]
        rows = [f"  - {_scalar(source(row))}" for row in table.rows]
    else:
        lines = ["```roll-table", f"roll: {table.expression.written}"]
        rows = [f"  {_key(row.totals)}: {_scalar(source(row))}" for row in table.rows]
    if table.template != PLAIN:
        lines.append(f"result_text: {_scalar(written(table.template))}")
    return "\n".join([*lines, "results:", *rows, "```"]) + "\n"


def as_grid(table: RollTable) -> str:
    """The table with bars between its cells; its own template is lost."""
    low, high = table.expression.minimum, table.expression.maximum
    dice = "Die" if table.expression.formula == Roll(1, 66) else table.expression.written
    lines = [f"| {dice} | Result |", "|--:|:--|"]
    lines += [f"| {_cell_key(row.totals, low, high)} | {_cell(source(row))} |" for row in table.rows]
    return "\n".join(lines) + "\n"


def _is_list(table: RollTable) -> bool:
    singles = [ResultSpan(total, total) for total in range(1, len(table.rows) + 1)]
    return table.expression.formula == Roll(1, len(table.rows)) and singles == [row.totals for row in table.rows]


def source(row: TableRow) -> str:
    """The text of a row, as it is written on a page."""
    return "".join(_part(part) for part in row.parts)


def _part(part: Part) -> str:
    match part:
        case str():
            return part
        case InlineRoll(expression=dice, plain=True):
            return dice.written
        case InlineRoll(expression=dice, title=None):
            return f"![roll:{dice.written}]()"
        case InlineRoll(expression=dice, title=title):
            return f'![roll:{dice.written}](. "{title}")'
        case Reference(label=label, anchor=anchor):
            return f"[{label}](#{anchor})"


def _scalar(text: str) -> str:
    return text if _SAFE.fullmatch(text) and text == text.strip() else f'"{text.translate(_ESCAPED)}"'


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _key(totals: ResultSpan) -> str:
    match totals.low, totals.high:
        case None, high:
            return f'"<={high}"'
        case low, None:
            return f'">={low}"'
        case low, high:
            return str(low) if low == high else f"{low}--{high}"


def _cell_key(totals: ResultSpan, low: int, high: int) -> str:
    first = low if totals.low is None else totals.low
    last = high if totals.high is None else totals.high
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"
