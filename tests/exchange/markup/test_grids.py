"""Markdown tables with bars: captions, factors, and which of them can be rolled on."""

from fractions import Fraction

import pytest

from undercroft.exchange.markup.grids import Factor, MarkdownGrid, factor
from undercroft.exchange.markup.page import Page, lint, read
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.problems import Severity

TRAVEL = """\
###### Table X: Ways to go

| Way       | Movement Multiplier |
|:----------|:-------------------:|
| on foot   |  x1                 |
| by cart   |  x1/2               |
| by night  |  x2/3               |
| a road    |  x1.5               |
| a cliff   |  x0 (Impassable)    |

###### Table X: Signs on the way

|Die Face|Sign|Note|
|:-:|:--|:--|
|1|smoke|far off|
|2|tracks|  |
|3|silence|no birds|

_**ToDo**: boats, and what they carry._

_**ToDo**: getting
lost._
"""


def page_of(header: str, *rows: str) -> str:
    """A table with these rows of cells."""
    columns = header.count("|") + 1
    return "\n".join([f"| {header} |", "|" + "---|" * columns, *(f"| {row} |" for row in rows)])


def grids_of(text: str) -> list[MarkdownGrid]:
    """The tables with bars on a page, to be rolled on or not."""
    return [content for content in read(text).contents if isinstance(content, MarkdownGrid)]


def test_captions_name_tables() -> None:
    """All have the same placeholder for a number, so the text is the name."""
    grids = grids_of(TRAVEL)
    assert [("X", "Ways to go", 5), ("X", "Signs on the way", 3)] == [
        (grid.number, grid.caption, len(grid.rows)) for grid in grids
    ]
    assert ("Way", "Movement Multiplier") == grids[0].header
    assert "on foot" == grids[0].rows[0][0].text


def test_factors_are_exact() -> None:
    """A note is kept apart."""
    (first, _) = grids_of(TRAVEL)
    assert [
        Factor(Fraction(1)),
        Factor(Fraction(1, 2)),
        Factor(Fraction(2, 3)),
        Factor(Fraction(3, 2)),
        Factor(Fraction(0), "Impassable"),
    ] == [row[1].factor for row in first.rows]


def test_todos_are_holes() -> None:
    """Kept as what they say, and linted."""
    page = read(TRAVEL)
    assert ["boats, and what they carry.", "getting lost."] == [todo.text for todo in page.todos]
    assert [("todo", 19), ("todo", 21)] == [(told.code, told.line) for told in page.warnings]


@pytest.mark.parametrize(
    "text", ["2/3", "x1/0", "x", "x-1", "x1/2/3", "x1.", "x1.5.2", "x 2", "x1 Impassable", "x2 ()"]
)
def test_what_is_no_factor(text: str) -> None:
    """Refused, not rounded or guessed."""
    with pytest.raises(BadMarkup):
        factor(Located(text, TextPlace(1, 1)))


def test_a_bad_factor_below_a_caption_is_an_error() -> None:
    """At its cell; without a caption a column may hold anything."""
    text = page_of("Way | Multiplier", "road | 2/3")
    assert [("bad-factor", 5, 10)] == [
        (told.code, told.line, told.column) for told in lint(f"###### Table 1: Ways\n\n{text}")
    ]
    assert () == lint(text)


@pytest.mark.parametrize(
    "header, line, yes",
    [
        ("|a|", "|-|", True),
        ("a|b|c", "--|:-:|--:", True),
        ("|a|", "|", False),
        ("|a|b|", "|a|-|", False),
        ("|a|b|", "||", False),
        ("|a|b|", "|-|", False),
    ],
)
def test_the_line_of_dashes(header: str, line: str, yes: bool) -> None:
    """Colons may stand at its ends; it has as many columns as the header."""
    assert yes == bool(grids_of(f"{header}\n{line}\n"))


def names(page: Page) -> list[tuple[str, str]]:
    """Tables to roll on, with their dice."""
    return [(table.name, table.expression.written) for table in page.tables]


@pytest.mark.parametrize(
    "header, rows, dice",
    [
        ("d6 | Sky", ("1-2 | a", "3-6 | b"), "d6"),
        ("2d6 | Sky", ("2 | a", "3\N{EN DASH}11 | b", "12+ | c"), "2d6"),
        ("1d100 | Sky", ("01-50 | a", "51-99 | b", "00 | c"), "1d100"),
        ("Roll | Sky", ("1 | a", "2 | b"), "1d2"),
        ("Die Face | Sky", ("1 | a", "2--3 | b"), "1d3"),
    ],
)
def test_tables_to_roll_on(header: str, rows: tuple[str, ...], dice: str) -> None:
    """Headed by dice or by a word for them, the first column full of totals."""
    assert [("table", dice)] == names(read(page_of(header, *rows)))


@pytest.mark.parametrize(
    "header, rows",
    [
        ("Danger | Hazard Die Roll", ("low | d20", "high | d6")),
        ("Level | Title", ("1 | a", "2 | b")),
        ("Roll | Sky", ("2 | a", "3-12 | b")),
        ("Roll | Sky", ("1 | a", "other | b")),
        ("d6", ("1", "2")),
        ("Dwarf | Beard", ("1 | long", "2 | longer")),
    ],
)
def test_tables_to_look_up(header: str, rows: tuple[str, ...]) -> None:
    """Words in the first column, no word of dice above it, or no telling which dice: not to be misread."""
    text = page_of(header, *rows)
    assert ([], ()) == (names(read(text)), lint(text))


@pytest.mark.parametrize(
    "rows, code, line",
    [
        (("1-2 | a", "4-6 | b"), "gap", 1),
        (("1-3 | a", "3-6 | b"), "overlap", 4),
        (("1-6 | a", "7 | b"), "formula-against-rows", 1),
        (("3-1 | a", "4-6 | b"), "reversed", 3),
        (("1-6 |  ",), "empty-text", 3),
    ],
)
def test_what_is_wrong_is_a_warning(rows: tuple[str, ...], code: str, line: int) -> None:
    """The page can be read all the same, only that table not rolled on."""
    page = read(page_of("d6 | Sky", *rows))
    assert [(code, line, Severity.WARNING)] == [(told.code, told.line, told.grade) for told in page.warnings]
    assert () == page.tables


def test_more_columns_are_told_by_name() -> None:
    """Empty cells are left out."""
    (table,) = read(TRAVEL).tables
    assert "signs-on-the-way" == table.name
    assert ["Sign: smoke; Note: far off", "Sign: tracks", "Sign: silence; Note: no birds"] == [
        row.text for row in table.rows
    ]


def test_rolls_and_references_in_cells() -> None:
    """They count as the page's rolls, and are rolled with the table."""
    page = read(page_of("d2 | Sky", "1 | ![roll:1d4]() clouds", "2 | a \\| bar"))
    assert ["1d4"] == [roll.label for roll in page.rolls]
    (table,) = page.tables
    assert ["1d4 clouds", "a | bar"] == [row.text for row in table.rows]


def test_rows_of_other_lengths() -> None:
    """Missing cells are empty, cells too many are dropped."""
    (grid,) = grids_of("a | b\n--|--\n1 | 2 | 3\n4 |\n")
    assert [["1", "2"], ["4", ""]] == [[cell.text for cell in row] for row in grid.rows]


def test_fifty_cells_at_most() -> None:
    """In one row."""
    assert ["too-many"] == [told.code for told in lint("|a|b|\n|-|-|\n" + "|x" * 60 + "|")]
