"""Tables of spreadsheets in every dialect: signs between cells, quotes, ranges, weights, and several tables in one."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.exchange.foreign import Imported, SourceFile, UnreadableFile, delimited, read_foreign
from undercroft.table.state.lore import RandomTable

FILES = Path(__file__).parent / "files"


def table_of(found: Imported) -> tuple[str, str, dict[str, str]]:
    """The only table: its name, its dice and its rows."""
    (table,) = found.tables
    return table.name, table.dice, {row.numbers: row.text for row in table.rows}


def read_text(text: str) -> tuple[str, str, dict[str, str]]:
    """The only table of a text."""
    return table_of(read_foreign(text.encode(), "finds.csv"))


def test_semicolons_quotes_and_dice_at_the_head() -> None:
    """A file of a spreadsheet with a mark at its beginning; 00 is 100, and several cells are told with their heads."""
    found = read_foreign((FILES / "finds.semicolons.csv").read_bytes(), "finds.csv")
    rows = {
        "1-50": "Find: a spoon; bent; Worth: 1 cp",
        "51-99": "candle ends",
        "100": "Find: a ring; Worth: 50 gp",
    }
    assert ("finds", "d100", rows) == table_of(found)


def test_tabs_and_weights() -> None:
    """A row without a weight is dropped with its line."""
    found = read_foreign((FILES / "candles.tabs.tsv").read_bytes(), "candles.tsv")
    assert ("candles", "1d7", {"1-6": "tallow", "7": "beeswax"}) == table_of(found)
    assert ["line 4: a row without its weight: many soot"] == [note.line for note in found.report.dropped]


@pytest.mark.parametrize(
    "text, dice, rows",
    [
        ('1,wax\n2,salt\n3,"tar, black"\n', "1d3", {"1": "wax", "2": "salt", "3": "tar, black"}),
        ("2-6,wax\n7-12,salt\n", "2d6", {"2-6": "wax", "7-12": "salt"}),
        ("5,wax\n1,salt\n2,tar\n", "1d8", {"1-5": "wax", "6": "salt", "7-8": "tar"}),
        ("sep=;\nfrom;to;text\n1;3;wax\n4;6;salt\n", "1d6", {"1-3": "wax", "4-6": "salt"}),
        ("d8,Result\n1-4,wax\n6-8,salt\n", "d8", {"1-4": "wax", "6-8": "salt"}),
        ("Weight,Result\n50%,wax\n25%,salt\n25%,tar\n", "1d4", {"1-2": "wax", "3": "salt", "4": "tar"}),
    ],
)
def test_numbers_ranges_and_weights(text: str, dice: str, rows: dict[str, str]) -> None:
    """The first column says what comes up when, with a head or without."""
    assert ("finds", dice, rows) == read_text(text)


def test_a_hole_is_told_and_not_mended() -> None:
    """The dice at the head stay."""
    found = read_foreign(b"d8,Result\n1-4,wax\n6-8,salt\n", "finds.csv")
    assert ["line 2: “finds”: d8 has no row for 5, so such a roll gives nothing"] == [
        note.line for note in found.report.guessed
    ]


@pytest.mark.parametrize(
    "text", ["Danger,Hazard\nlow,d6\nhigh,d8\n", "- a, b\n- c, d\n", "Well, this is prose.\nAnd so, it goes on.\n"]
)
def test_a_look_up_and_prose_are_not_taken_for_tables_to_roll_on(text: str) -> None:
    """They have no numbers to roll for."""
    assert not delimited.recognises(SourceFile(text.encode()))
    with pytest.raises(UnreadableFile):
        read_foreign(b"sep=,\n" + text.encode())


ROWS = st.lists(
    st.tuples(st.integers(1, 5), st.text("abc d,;\"'é", min_size=1).map(str.strip).filter(bool)), min_size=1, max_size=8
)


@given(st.lists(ROWS, min_size=1, max_size=3))
def test_tables_that_undercroft_exports_are_read_back(drawn: list[list[tuple[int, str]]]) -> None:
    """Several in one file, each with its dice and its rows."""
    text, expected = io.StringIO(), list[tuple[str, str, list[tuple[int, int, str]]]]()
    writer = csv.writer(text)
    writer.writerow(("table", "dice", "from", "to", "text"))
    for number, rows in enumerate(drawn):
        low, written = 1, list[tuple[int, int, str]]()
        for width, words in rows:
            written.append((low, low + width - 1, " ".join(words.split())))
            low += width
        expected.append((f"Table {number}", f"1d{low - 1}", written))
        writer.writerows((f"Table {number}", f"1d{low - 1}", *row) for row in written)
    assert expected == [_told(table) for table in read_foreign(text.getvalue().encode()).tables]


def _told(table: RandomTable) -> tuple[str, str, list[tuple[int, int, str]]]:
    return table.name, table.dice, [(row.low, row.high, row.text) for row in table.rows]
