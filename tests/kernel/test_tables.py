"""Tables refuse to be wrong."""

import pytest

from undercroft.kernel.dice import D6, TWO_D6
from undercroft.kernel.tables import ResultSpan, Table, at_least, through, up_to

WEATHER = Table(
    "weather", TWO_D6, ((up_to(4), "storm"), (through(5, 9), "dull"), (through(10), "dry"), (at_least(11), "hot"))
)


@pytest.mark.parametrize(
    "result, row", [(-3, "storm"), (2, "storm"), (5, "dull"), (9, "dull"), (10, "dry"), (40, "hot")]
)
def test_every_result_has_its_row(result, row) -> None:
    """Open ends reach beyond the dice."""
    assert row == WEATHER.at(result)


@pytest.mark.parametrize(
    "rows, problem",
    [
        (((through(1, 3), "a"), (through(5, 6), "b")), "no row for 4"),
        (((through(1, 4), "a"), (through(4, 6), "b")), "2 rows for 4"),
        (((through(1, 6), "a"), (through(7, 8), "b")), "7-8 cannot come up"),
    ],
)
def test_gaps_overlaps_and_dead_rows_are_refused(rows, problem) -> None:
    """A wrong table cannot be made."""
    with pytest.raises(ValueError, match=problem):
        Table("wrong", D6, rows)


def test_no_row_beyond_closed_ends() -> None:
    """A table without open ends answers only to what it lists."""
    with pytest.raises(ValueError, match="no row for 7"):
        Table("plain", D6, ((through(1, 6), "a"),)).at(7)


def test_as_bare_numbers() -> None:
    """The table as the simulator reads it: the lowest result, and a row number for each."""
    assert (2, (0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 3)) == WEATHER.numbers


def test_a_table_over_a_range() -> None:
    """Not every table is rolled on."""
    assert -1 == Table("modifier", range(3, 19), ((through(3, 7), -1), (through(8, 18), 0))).at(5)


@pytest.mark.parametrize(
    "span, written", [(through(2), "2"), (through(2, 3), "2-3"), (up_to(4), "4 or less"), (at_least(5), "5 or more")]
)
def test_spans_as_on_the_page(span: ResultSpan, written: str) -> None:
    """A row's results as a book prints them."""
    assert written == str(span)
