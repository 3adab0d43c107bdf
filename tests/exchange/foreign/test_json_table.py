"""Lists in JSON: of texts, or of objects with a text and perhaps a range or a weight."""

import json
from typing import Any

import pytest

from undercroft.exchange.foreign import UnreadableFile, read_foreign

WAX, SALT = "a lump of wax", "salt"


@pytest.mark.parametrize(
    "value, name, dice, rows",
    [
        ([WAX, SALT], "finds", "1d2", {"1": WAX, "2": SALT}),
        ([{"text": WAX, "weight": 0.5}, {"text": SALT, "weight": 1}], "finds", "1d3", {"1": WAX, "2-3": SALT}),
        (
            [{"result": WAX, "range": [1, 3]}, {"result": SALT, "range": [4, 4]}],
            "finds",
            "1d4",
            {"1-3": WAX, "4": SALT},
        ),
        (
            {"name": "Cave", "dice": "2d4", "rows": [{"text": WAX, "roll": "2-5"}, {"text": SALT, "roll": "6-8"}]},
            "Cave",
            "2d4",
            {"2-5": WAX, "6-8": SALT},
        ),
        (
            {"title": "Cave", "items": [{"name": WAX, "min": 1, "max": 1}, {"name": SALT, "min": 2, "max": 6}]},
            "Cave",
            "1d6",
            {"1": WAX, "2-6": SALT},
        ),
    ],
)
def test_a_list_is_a_table(value: object, name: str, dice: str, rows: dict[str, str]) -> None:
    """With its numbers or weights; without, each row is as likely as another."""
    found = read_foreign(json.dumps(value).encode(), "finds.json")
    (table,) = found.tables
    assert (name, dice, rows) == (table.name, table.dice, {row.numbers: row.text for row in table.rows})
    guessed = ["neither numbers nor weights" in note.what for note in found.report.guessed]
    assert guessed == ([True] if value == [WAX, SALT] else [])


def test_a_row_without_its_numbers_is_told() -> None:
    """The others stay."""
    found = read_foreign(json.dumps([{"text": WAX, "roll": 1}, {"text": "tin"}, {"text": SALT, "roll": 2}]).encode())
    assert [WAX, SALT] == [row.text for row in found.tables[0].rows]
    assert [("a row without its numbers: tin", "[1]")] == [(note.what, note.at) for note in found.report.dropped]


@pytest.mark.parametrize(
    "value",
    [
        ["one"],
        [1, 2],
        [[], []],
        [{"text": "a", "hp": 4}, {"text": "b", "hp": 5}],
        {"rows": [WAX, SALT]},
        {"name": "x", "rows": [WAX, SALT], "items": [WAX, SALT]},
        [{"text": "a", "weight": 0}, {"text": "b", "weight": -1}],
        [{"text": "a", "weight": True}, {"text": "b", "weight": 1e400}],
    ],
)
def test_what_may_be_no_table_is_refused(value: Any) -> None:
    """A list of other things, or of rows that cannot come up."""
    with pytest.raises(UnreadableFile):
        read_foreign(json.dumps(value).encode())
