"""The tables of the books, shown with their odds and rolled on."""

from fractions import Fraction
from functools import cache
from typing import cast

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Struct

from undercroft.books import SHELF
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.shared import entropy
from undercroft.faces.web.base.die_names import legends
from undercroft.faces.web.base.prose import table_title
from undercroft.faces.web.base.rendering import fragment
from undercroft.interpret.ask import checked_face
from undercroft.interpret.lookups import AnyTable, cells, columns, lines
from undercroft.kernel.dice import Formula, Roll, Throw, rolls_in
from undercroft.kernel.faults import NotFound, RuleInputError
from undercroft.kernel.notation import text
from undercroft.kernel.tables import BookListing
from undercroft.kernel.throwing import throw, total_of
from undercroft.kernel.ways import ways


class RollTableRow(Struct, frozen=True):
    """A row: its range of results, its text, and its chance."""

    span: str
    cells: tuple[str, ...]
    chance: Fraction
    ways: str


class ShownTable(Struct, frozen=True):
    """A table as a page shows it."""

    name: str
    title: str
    dice: str
    heads: tuple[str, ...]
    rows: tuple[RollTableRow, ...]
    rollable: bool
    singles: tuple[Roll, ...] = ()
    legends: tuple[str, ...] = ()
    listing: bool = False
    """Whether no dice decide it, so that it has many columns rather than chances."""

    @property
    def path(self) -> str:
        """The address that rolls on the table."""
        return f"/tables/{self.name}"

    @property
    def slug(self) -> str:
        """Its id on a page."""
        return self.name.replace(".", "-")


class TableResult(Struct, frozen=True):
    """The result of a roll on a table."""

    faces: tuple[int, ...]
    total: int
    row: int
    says: str
    typed: bool


class TableRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """How to roll on a table: ask for the dice, take these, or roll the missing dice."""

    typing: bool = False
    dice: tuple[int | None, ...] | None = None


@cache
def shown_table(table: AnyTable) -> ShownTable:
    """A table of a book, with the chances of its rows if it has a roll."""
    of = columns(table)
    title = table_title(table.name)
    formula = None if isinstance(table.roll, range) else table.roll
    rows = tuple(
        RollTableRow(_dashed(str(span)), tuple(cells(value, of)), *_chance(table, at, formula))
        for at, (span, value) in enumerate(table.rows)
    )
    heads = of or ("what it says",)
    if formula is None:
        return ShownTable(table.name, title, "number", heads, rows, rollable=False)
    singles = tuple(Roll(1, roll.sides, marks=roll.marks) for roll in rolls_in(formula) for _ in range(roll.count))
    return ShownTable(
        table.name, title, text(formula), heads, rows, rollable=True, singles=singles, legends=legends(singles)
    )


@cache
def shown_listing(listing: BookListing) -> ShownTable:
    """A table of a book that no dice decide."""
    rows = tuple(RollTableRow(line[0], tuple(line[1:]), Fraction(0), "") for line in lines(listing))
    return ShownTable(
        listing.name, listing.title, listing.heads[0], listing.heads[1:], rows, rollable=False, listing=True
    )


def _chance(table: AnyTable, row: int, formula: Formula | None) -> tuple[Fraction, str]:
    if formula is None:
        return Fraction(0), ""
    spread = ways(formula)
    count = sum(number for result, number in spread.counts.items() if table.row(result) == row)
    return Fraction(count, spread.whole), f"{count}/{spread.whole}"


def _dashed(span: str) -> str:
    return span.replace("-", "\N{EN DASH}") if span[:1].isdigit() else span


@post("/tables/{name:str}", status_code=200)
async def roll_on_table(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Roll on a table, or look up what the dice show."""
    table = _named(name)
    wanted: TableRoll = await body_as(request, TableRoll)
    rolled = None if wanted.typing else looked_up(table, wanted.dice)
    return fragment("books/roll_table.html", table=shown_table(table), rolled=rolled, typing=wanted.typing)


def _named(name: str) -> AnyTable:
    for book in SHELF:
        for table in book.tables:
            if table.name == name and shown_table(table).rollable:
                return table
    raise NotFound("no_such_table", "there is no such table to roll on", "the rulebook has them all")


def looked_up(table: AnyTable, dice: tuple[int | None, ...] | None) -> TableResult:
    """The row for the dice; missing dice are rolled."""
    formula = cast("Formula", table.roll)
    asked = Throw(table.name, formula)
    drawn = throw(formula, entropy.draw()).faces
    typed = dice or (None,) * len(drawn)
    if len(typed) != len(drawn):
        raise RuleInputError("dice_missing", f"{text(formula)} takes {len(drawn)} dice", "give one number for each")
    singles = shown_table(table).singles
    faces = tuple(
        rolled if face is None else checked_face(asked, single, face)
        for face, rolled, single in zip(typed, drawn, singles, strict=True)
    )
    total = total_of(formula, faces)
    says = ", ".join(cells(table.at(total), columns(table)))
    return TableResult(faces, total, table.row(total), says, typed=None not in typed)
