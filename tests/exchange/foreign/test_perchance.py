"""Lists of Perchance: weights as exact ranges, links as tables within tables, and no JavaScript."""

from pathlib import Path

import pytest

from undercroft.exchange.foreign import Imported, UnreadableFile, read_foreign

FILE = Path(__file__).parent / "files" / "tavern.perchance.txt"


def tavern() -> Imported:
    """The file."""
    return read_foreign(FILE.read_bytes(), "tavern.txt")


def rows_of(found: Imported) -> dict[str, tuple[str, dict[str, str]]]:
    """The tables by their names without the generator's, each with its dice and its rows."""
    return {
        table.name.removeprefix("The Tallow Tavern: "): (table.dice, {row.numbers: row.text for row in table.rows})
        for table in found.tables
    }


def test_weights_are_exact_ranges_of_one_die() -> None:
    """Also fractions; a choice within an item is a table of its own."""
    tables = rows_of(tavern())
    choice = "[[The Tallow Tavern: adjective, choice 1]]"
    assert ("1d11", {"1-6": "greasy", "7": "honest", "8-9": choice, "10-11": "amber"}) == tables["adjective"]
    assert ("1d3", {"1": "tall", "2-3": "short"}) == tables["adjective, choice 1"]
    assert ("1d3", {"1": "eel", "2-3": "pike"}) == tables["sign.fish"]


def test_lists_lead_to_lists() -> None:
    """The output has the generator's name; numbers are dice, and an article fits the word after it."""
    tables = rows_of(tavern())
    first = "A(n) [[The Tallow Tavern: adjective]] [[The Tallow Tavern: sign]], [[1d6]] stools, [[1d6+2]] guests"
    assert ("1d1", {"1": first}) == tables["The Tallow Tavern"]
    assert {"1": "[[The Tallow Tavern: sign.fish]]", "2": "[[The Tallow Tavern: sign.bird]]"} == tables["sign"][1]
    assert "an owl" in tables["guest"][1].values()
    assert "[[The Tallow Tavern: sign.fish]] eater" == tables["guest"][1]["7"]


def test_javascript_is_refused_by_its_line() -> None:
    """And nothing is fetched."""
    dropped = {note.at: note.what for note in tavern().report.dropped}
    assert 'JavaScript is not run: [Math.random() < 0.5 ? "x" : "y"]' == dropped["line 24"]
    assert "nothing is fetched: {import:names}" == dropped["line 25"]
    assert "there is no list nobody; its name stays" == dropped["line 26"]
    assert "JavaScript is not run: [n = adjective.selectOne] man" == dropped["line 27"]
    assert "JavaScript is not run: twist() => { return 1 }" == dropped["line 32"]
    assert "a property of sign: pluralForm = signs" == dropped["line 20"]


def test_weights_that_no_die_has_are_refused() -> None:
    """Not rounded."""
    with pytest.raises(UnreadableFile):
        read_foreign(b"coin\n  heads^1000\n  edge^0.001\n")
