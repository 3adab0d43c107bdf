"""Tables of Hex Describe: weights as ranges, links as tables within tables, dice in brackets."""

from pathlib import Path

import pytest

from undercroft.exchange.foreign import Imported, UnreadableFile, read_foreign

FILE = Path(__file__).parent / "files" / "reed-hexes.hex-describe.txt"


def reeds() -> Imported:
    """The file."""
    return read_foreign(FILE.read_bytes(), "reed-hexes.txt")


def test_weights_dice_and_links_become_rows() -> None:
    """A row without weight cannot come up; a name that comes again has more rows; pictures are left out."""
    assert {
        "reeds": (
            "1d3",
            {
                "1-2": "The [[mere]] lies still. [[1d6]] herons watch it.",
                "3": "An eel-catcher called [[catcher]] mends a trap.",
            },
        ),
        "catcher": ("1d2", {"1": "Old [[catcher second]]", "2": "Wenna"}),
        "catcher second": ("1d4", {"1": "Tam", "2": "Hob", "3-4": "Ilse"}),
        "mere": ("1d2", {"1": "name for water is [[3d6x10]] feet wide", "2": "nearby reeds"}),
    } == {table.name: (table.dice, {row.numbers: row.text for row in table.rows}) for table in reeds().tables}


def test_what_needs_a_map_is_reported_with_its_line() -> None:
    """Words that only Hex Describe fills in stay as words."""
    report = reeds().report
    assert [
        ("line 18", "neither a name nor a row: a line of neither kind"),
        ("line 16", "there is no table name for water; its name stays"),
        ("line 17", "there is no table nearby reeds; its name stays"),
    ] == [(note.at, note.what) for note in report.dropped]
    assert ["4 tables with 9 rows"] == [note.what for note in report.kept]


def test_a_file_without_a_row_that_can_come_up_is_refused() -> None:
    """With what to write."""
    with pytest.raises(UnreadableFile, match="none of its tables has a row"):
        read_foreign(b";reeds\n0,never\n")
