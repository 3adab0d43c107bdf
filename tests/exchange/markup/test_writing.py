"""Tables written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.exchange.markup.expressions import expression
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.page import read
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.rolling import row_odds
from undercroft.exchange.markup.rolltables import RollTable, TableRow
from undercroft.exchange.markup.templates import PLAIN, TemplateSlot
from undercroft.exchange.markup.writing import as_fence, as_grid, source
from undercroft.kernel.tables import ResultSpan

HERE = TextPlace(1, 1)
words = st.text(st.sampled_from("ab Z.,:#'\"|-*_!{}>\\\n\tß9"), min_size=1, max_size=12).filter(
    lambda text: text.strip()
)
dice = st.builds(lambda text: expression(Located(text, HERE)), st.sampled_from(["1d6", "2d4+1", "2d6x10", "d20"]))
titles = st.none() | st.sampled_from(["a title", "2d6 x 10"])
rolls = st.builds(lambda of, title: InlineRoll(of, title, HERE, HERE), dice, titles)


@st.composite
def tables(draw: st.DrawFn) -> RollTable:
    """A table without holes, its rows cut at random; what stands first in a row is text."""
    of = draw(dice)
    totals = of.totals()
    cuts = sorted(draw(st.sets(st.sampled_from(totals[1:]), max_size=4)))
    starts = [totals[0], *cuts]
    stops = [*(totals[totals.index(cut) - 1] for cut in cuts), totals[-1]]
    rows = [
        TableRow("", ResultSpan(low, high), (draw(words), *draw(st.lists(rolls, max_size=2))), HERE)
        for low, high in zip(starts, stops, strict=True)
    ]
    if draw(st.booleans()):
        rows[-1] = TableRow("", ResultSpan(starts[-1], None), rows[-1].parts, HERE)
    template = draw(st.sampled_from([PLAIN, ("It is ", TemplateSlot.RESULT, " (", TemplateSlot.ROLL, ")!")]))
    return RollTable("table", "", of, tuple(rows), HERE, template)


def shape(table: RollTable) -> object:
    """What a table means, without where it stands."""
    return table.expression, table.template, [(row.totals, source(row).strip()) for row in table.rows]


@given(tables())
def test_a_fence_reads_back(table: RollTable) -> None:
    """Dice, template, totals and texts, whatever signs stand in them."""
    (again,) = read(as_fence(table)).tables
    assert shape(table) == shape(again)


@given(tables())
def test_a_grid_reads_back(table: RollTable) -> None:
    """The same odds, and the same texts but for their blanks."""
    (again,) = read(as_grid(table)).tables
    assert list(row_odds(table).values()) == [*row_odds(again).values()] or len(table.rows) > len(row_odds(table))
    assert [" ".join(source(row).split()) for row in table.rows] == [source(row) for row in again.rows]


@pytest.mark.parametrize("items", [1, 2, 6, 66, 100])
def test_a_list_stays_a_list(items: int) -> None:
    """Also with 66 items, which are not the 36 results of d66."""
    (table,) = read("```roll-list\nresults:\n" + "  - x\n" * items + "```").tables
    (again,) = read(as_fence(table)).tables
    assert shape(table) == shape(again)
    assert items < 2 or read(as_grid(table)).tables[0].expression.formula == table.expression.formula


def test_references_are_written_as_links() -> None:
    """So that any tool can follow them."""
    parts: tuple[Part, ...] = ("see ", Reference("a guest", "guests", HERE))
    table = RollTable(
        "t", "", expression(Located("d6", HERE)), (TableRow("1--6", ResultSpan(1, 6), parts, HERE),), HERE
    )
    assert '```roll-table\nroll: d6\nresults:\n  1--6: "see [a guest](#guests)"\n```\n' == as_fence(table)
    assert "| d6 | Result |\n|--:|:--|\n| 1\N{EN DASH}6 | see [a guest](#guests) |\n" == as_grid(table)
