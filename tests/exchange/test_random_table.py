"""Random tables as people type and paste them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.exchange.random_table import read_random_table


@pytest.mark.parametrize(
    "text, name, dice, rows",
    [
        ("| d6 | Result |\n|---|---|\n| 1-2 | wax |\n| 3-6 | x |", "", "d6", ["1-2 wax", "3-6 x"]),
        ("1. a\n2. b\n3. c", "", "1d3", ["1 a", "2 b", "3 c"]),
        ("2d6\tFinds\n2\tfoo\n3-12\tbar", "Finds", "2d6", ["2 foo", "3-12 bar"]),
        ("d100 things\n01\u201350 a\n51\u201300 b", "things", "d100", ["1-50 a", "51-100 b"]),
        ("## Weather\n- rain\n- sun\n  and wind", "Weather", "1d2", ["1 rain", "2 sun and wind"]),
        ("2-6 wax\n7-12 [[2d6]] copper", "", "2d6", ["2-6 wax", "7-12 [[2d6]] copper"]),
    ],
)
def test_every_dialect(text: str, name: str, dice: str, rows: list[str]) -> None:
    """Bars, numbered lists, tabs, percentages, bullets, plain lines."""
    read = read_random_table(text)
    assert (name, dice, rows) == (read.name, read.dice, [f"{row.numbers} {row.text}" for row in read.shown])


def test_holes_and_overlaps_are_shown_with_their_chance() -> None:
    """8 has no row on 2d6; 10 has two."""
    read = read_random_table("2-7 wax\n9-10 ladle\n10-12 seal")
    assert Fraction(5, 36) == read.holes
    assert ["overlap", "hole"] == [note.code for note in read.notes]
    assert ["2-7", "8", "9-10", "10-12"] == [row.numbers for row in read.shown]
    assert Fraction(1) == sum(row.chance for row in read.shown)


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    """Nothing is refused, and the chances add up wherever there are dice."""
    read = read_random_table(text)
    assert sum(row.chance for row in read.shown) in (0, 1)
