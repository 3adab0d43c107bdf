"""A table of a page: dice, and rows for their totals."""

from msgspec import Struct

from undercroft.exchange.markup.expressions import Expression
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.placed_text import TextPlace
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.templates import PLAIN, Template
from undercroft.kernel.tables import ResultSpan, Table

MOST_ROWS = 1000
"""The most rows of one table."""

MOST_TEXT = 4000
"""The most characters of one result, or of a template."""

MOST_ROLLS = 10
"""The most rolls within one result."""

MOST_REFERENCES = 3
"""The most references within one result."""


class TableRow(Struct, frozen=True):
    """One row: its totals and its text."""

    key: str
    totals: ResultSpan
    parts: tuple[Part, ...]
    place: TextPlace

    @property
    def text(self) -> str:
        """The text of the row, with its dice not yet thrown."""
        return "".join(_unrolled(part) for part in self.parts)

    @property
    def rolls(self) -> tuple[InlineRoll, ...]:
        """The rolls within the row."""
        return tuple(part for part in self.parts if isinstance(part, InlineRoll))

    @property
    def references(self) -> tuple[Reference, ...]:
        """The tables that the row refers to."""
        return tuple(part for part in self.parts if isinstance(part, Reference))


def checked(row: TableRow) -> TableRow:
    """The row, if it refers to a reasonable number of dice and tables."""
    if len(row.rolls) > MOST_ROLLS or len(row.references) > MOST_REFERENCES:
        what = f"row “{row.key}” has too many rolls or references"
        fix = f"at most {MOST_ROLLS} rolls and {MOST_REFERENCES} references"
        raise BadMarkup("too-many", what, fix, row.place, limit=MOST_ROLLS)
    return row


class RollTable(Struct, frozen=True):
    """A table to roll on: its name on the page, its heading, its dice and its rows."""

    name: str
    heading: str
    expression: Expression
    rows: tuple[TableRow, ...]
    place: TextPlace
    template: Template = PLAIN

    def look_up(self) -> Table[TableRow]:
        """The same as a table of the kernel, which refuses to be wrong."""
        return Table(self.name, self.expression.formula, ((row.totals, row) for row in self.rows))


def _unrolled(part: Part) -> str:
    match part:
        case str():
            return part
        case InlineRoll(expression=dice, title=None):
            return dice.written
        case InlineRoll(expression=dice, title=title):
            return f"{title} [{dice.written}]"
        case Reference(label=label):
            return label
