"""Odds as text, pictures, HTML and files."""

import csv
import io
import json
import sys
from fractions import Fraction
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interpret.small_odds import any_numbers, odds_of, partly
from undercroft.interpret.arrow import MAKERS
from undercroft.interpret.dice_odds import d6, d8
from undercroft.interpret.distribution import Odds
from undercroft.interpret.svg_charts import COLOURS, chart
from undercroft.kernel.faults import BadInput, Unavailable

SVG = "{http://www.w3.org/2000/svg}"
anything = odds_of(st.text(max_size=8) | st.booleans() | st.integers(-3, 3) | st.fractions(0, 2, max_denominator=5))


@given(st.lists(anything | any_numbers | partly, min_size=1, max_size=3), st.text(max_size=10))
def test_every_picture_can_be_read(several, title) -> None:
    """Whatever the outcomes are called, one mark for each."""
    drawn = ET.fromstring(chart({f"{at}{title}": odds for at, odds in enumerate(several)}, title))
    drawn_marks = [*drawn.iter(f"{SVG}rect"), *drawn.iter(f"{SVG}circle")]
    marks = [mark for mark in drawn_marks if mark.find(f"{SVG}title") is not None]
    assert sum(map(len, several)) <= len(marks)
    assert all(float(mark.get("height", 0)) >= 0 for mark in marks)


def test_columns_are_as_high_as_their_chances() -> None:
    """Two dice: seven is six times as likely as two."""
    drawn = ET.fromstring((2 @ d6).svg("2d6"))
    heights = [float(rect.get("height", 0)) for rect in drawn.iter(f"{SVG}rect")]
    assert 11 == len(heights)
    assert [round(heights[0] * ways, 0) for ways in (1, 2, 3, 4, 5, 6)] == pytest.approx(heights[:6], abs=1)
    assert "7, 16.7 % (1/6)" in (2 @ d6).svg("2d6")


def test_tails_and_others_in_one_picture() -> None:
    """Several odds have a colour each, and their names."""
    drawn = (2 @ d6).svg("2d6", tails=True, **{"2d8": 2 @ d8})
    assert COLOURS[1] in drawn
    assert "2d8: 3, 98.4 % (63/64)" in drawn
    lines = ET.fromstring((100 @ d6).svg("many", other=90 @ d6))
    assert 2 == len(list(lines.iter(f"{SVG}polyline")))


def test_names_cannot_become_markup() -> None:
    """A name is text, in pictures and in notebooks."""
    odds = Odds.of({"<script>alert(1)</script>": 1})
    assert "<script" not in odds.svg("<script>")
    assert "<script" not in odds._repr_html_()


@pytest.mark.parametrize("series, code", [({}, "no_outcomes"), ({"wide": 600 @ d6}, "too_many_outcomes")])
def test_what_cannot_be_drawn_is_refused(series, code) -> None:
    """Nothing, and more than can be seen."""
    with pytest.raises(BadInput) as refused:
        chart(series)
    assert code == refused.value.code


@given(anything | any_numbers)
def test_files_read_back(odds) -> None:
    """As many rows as outcomes, and chances that sum to 1."""
    rows = list(csv.DictReader(io.StringIO(odds.to_csv(), newline="")))
    assert len(odds) == len(rows)
    assert 1 == sum(Fraction(row["fraction"]) for row in rows)
    assert not any(row["outcome"].startswith(("=", "+", "@")) for row in rows)
    plain = json.loads(json.dumps(odds.to_dict()))
    assert 1 == sum(Fraction(each["chance"]) for each in plain["outcomes"])
    columns = odds.to_columns()
    assert {len(odds)} == {len(column) for column in columns.values()}
    assert odds.are_numbers == ("at least" in columns)
    assert all(1 == len(set(map(type, column))) for column in columns.values())


@pytest.mark.parametrize(
    "odds, column",
    [
        (d6, [1, 2, 3, 4, 5, 6]),
        (d6 / 4, [0.25, 0.5, 0.75, 1.0, 1.25, 1.5]),
        (d6 > 4, [False, True]),
        (Odds.of({2**70: 1, 1: 1}), [1.0, 2.0**70]),
        (Odds.of({"orc": 3, 1: 1}), ["orc", "1"]),
    ],
)
def test_a_column_has_values_of_one_type(odds, column) -> None:
    """Numbers where all are numbers, else text."""
    found = odds.to_columns()["outcome"]
    assert (column, [*map(type, column)]) == (found, [*map(type, found)])


class Frame:
    """What a data frame library makes of columns, as far as the protocol goes."""

    def __init__(self, columns: dict[str, list[object]]) -> None:
        self.columns = columns

    def __arrow_c_stream__(self, schema: object) -> object:
        return self.columns, schema


@pytest.mark.parametrize(
    "there, writer", [(("pyarrow",), "pyarrow"), (("polars",), "polars"), (("pyarrow", "polars"), "pyarrow")]
)
def test_an_arrow_stream_is_written_by_what_is_there(monkeypatch: pytest.MonkeyPatch, there, writer) -> None:
    """By either library, with the columns as they are."""
    for library in MAKERS:
        monkeypatch.setitem(sys.modules, library, None)
    for library in there:
        module = ModuleType(library)
        setattr(module, MAKERS[library], Frame if library == writer else None)
        monkeypatch.setitem(sys.modules, library, module)
    assert (d6.to_columns(), "as asked") == d6.__arrow_c_stream__("as asked")


def test_an_arrow_stream_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says which."""
    for library in MAKERS:
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Unavailable) as missing:
        d6.__arrow_c_stream__()
    assert ("not_installed", "pip install pyarrow") == (missing.value.code, missing.value.fix)


@given(anything | partly)
def test_tables_have_a_line_for_each_outcome(odds) -> None:
    """And one for what was not explored."""
    assert (odds.unexplored > 0) == ("not followed to its end" in odds.table())
    html = odds._repr_html_()
    assert len(odds) == html.count("<tr>")
    assert (odds.unexplored > 0) == ("not followed to its end" in html)
    assert (odds.are_numbers) == ("standard deviation" in html)


def test_long_lists_are_cut_in_notebooks() -> None:
    """A hundred rows, and how many more there are."""
    html = (100 @ d6)._repr_html_()
    assert 100 == html.count("<tr>")
    assert "and 401 more" in html
