"""Pages of notes: tables of every dialect, lists under dice, stat lines, and what is only to be looked at."""

from fractions import Fraction
from pathlib import Path

import pytest

from undercroft.exchange.foreign import Imported, SourceFile, known_as, page, read_foreign
from undercroft.table.state.lore import ArmourScale

FILES = Path(__file__).parent / "files"


def inn() -> Imported:
    """The page of an inn."""
    return read_foreign((FILES / "inn.page.md").read_bytes(), "inn.md")


def rows_of(found: Imported) -> dict[str, tuple[str, dict[str, str]]]:
    """The tables by their names, each with its dice and its rows."""
    return {table.name: (table.dice, {row.numbers: row.text for row in table.rows}) for table in found.tables}


def test_tables_of_a_page_keep_their_rolls_and_links() -> None:
    """Markdown tables, fenced lists and numbered lists under dice."""
    tables = rows_of(inn())
    assert ("d6", {"1-2": "The miller owes [[2d6]] silver", "3-5": "See [[Soup]]", "6": "Nothing"}) == tables["Rumours"]
    assert ("1d2", {"1": "leek", "2": "eel, [[1d4]] of them"}) == tables["Soup"]
    drinkers = {"1": "a salter", "2": "a ferryman", "3": "a pedlar with a goose", "4": "nobody"}
    assert ("d4", drinkers) == tables["Who drinks here"]


def test_a_look_up_is_not_rolled_on_and_a_grid_is_a_table_for_each_column() -> None:
    """And a table with a hole is taken as it is, with a word about it."""
    found = inn()
    tables = rows_of(found)
    grid = {"How they take it: Threaten", "How they take it: Bribe"}
    assert {"Rumours", "Soup", "Holes", "Who drinks here", *grid} == tables.keys()
    assert ["They run", "They stay"] == [tables[f"How they take it: {by}"][1]["2-6"] for by in ("Threaten", "Bribe")]
    assert ("1d3", {"1": "wax", "3": "salt"}) == tables["Holes"]
    notes = [note.line for note in (*found.report.guessed, *found.report.dropped)]
    assert "line 26: “Holes”: 1d3 has no row for 2, so such a roll gives nothing" in notes
    assert "line 40: a table to look things up in, not to roll on: Danger | Hazard die" in notes
    several = "line 33: “How they take it” has several columns (Threaten, Bribe): taken as a table for each column"
    assert several in notes


def test_the_page_itself_is_a_prepared_text_and_its_stat_lines_are_monsters() -> None:
    """The title is the one that the page gives itself."""
    found = inn()
    assert ["The inn at Tallow Cross"] == [text.title for text in found.texts]
    assert [("Cellar rat", Fraction(1, 2), "2d4")] == [(each.name, each.hd, each.number) for each in found.monsters]


def test_pasted_stat_lines_are_monsters() -> None:
    """On one line, under a name, or in the short form; words that are not numbers are notes."""
    found = read_foreign((FILES / "marsh.stat-lines.txt").read_bytes())
    assert [
        ("Mud votary", Fraction(2), 4, ArmourScale.FROM_ZERO, "4", ""),
        ("Bog lantern", Fraction(1), 6, ArmourScale.FROM_ZERO, "1", ""),
        ("Eel", Fraction(1, 2), 13, ArmourScale.ASCENDING, "6", "slippery"),
    ] == [(each.name, each.hd, each.ac, each.scale, each.number, each.notes) for each in found.monsters]


@pytest.mark.parametrize(
    "text, name, dice, rows",
    [
        ("2d6 Finds\n2-6 wax\n7-12 copper\n", "Finds", "2d6", {"2-6": "wax", "7-12": "copper"}),
        ("# Birds\n\nRoll 1d2:\n\n- a raven\n- a crow\n", "Birds", "1d2", {"1": "a raven", "2": "a crow"}),
        ("| d2 | Bird |\n|---|---|\n| 1 | raven |\n| 2 | crow |\n", "Notes", "d2", {"1": "raven", "2": "crow"}),
        (
            "## d%\n| d100 | Bird |\n|-|-|\n| 01-99 | raven |\n| 00 | crow |\n",
            "d%",
            "d100",
            {"1-99": "raven", "100": "crow"},
        ),
    ],
)
def test_lists_and_tables_as_people_write_them(text: str, name: str, dice: str, rows: dict[str, str]) -> None:
    """With dice at their head."""
    assert {name: (dice, rows)} == rows_of(read_foreign(text.encode()))


@pytest.mark.parametrize("text", ["name = 'x'\n[house]\n", "Just words.\n", "# A file\nname = 'The Mill'\n[seats]\n"])
def test_what_is_not_a_page_of_notes_is_left_alone(text: str) -> None:
    """Campaign files, and words without a heading."""
    assert not page.recognises(SourceFile(text.encode()))


def test_a_table_of_two_dice_is_one_of_d66() -> None:
    """Platen tells its rows by both faces; names of its first die do nothing."""
    rows = "\n".join(f"  {one}-{two}: find {one}{two}" for one in range(1, 7) for two in range(1, 7))
    block = f"```roll-table\nroll: d6,d6\ntabs:\n  1: low\nresults:\n{rows}\n```\n"
    (table,) = read_foreign(f"# Finds\n\n{block}".encode()).tables
    assert ("d66", 36) == (table.dice, len(table.rows))
    assert {str(row.low): row.text for row in table.rows} == {row.numbers: f"find {row.low}" for row in table.rows}


def test_a_page_is_linted_as_a_page() -> None:
    """It is ours as much as of other programs."""
    assert known_as((FILES / "inn.page.md").read_text(encoding="utf-8")) is None


@pytest.mark.parametrize(
    "text, title",
    [
        ("The Mill at Night\n\n1d3\n1. Rats\n2. Bats\n3. Cats\n", "The Mill at Night"),
        ("**Granary rumours**\n\n| d2 | Rumour |\n|--|--|\n| 1 | a |\n| 2 | b |\n", "Granary rumours"),
        ("It rains, and nobody comes.\n\n1d3\n1. Rats\n2. Bats\n3. Cats\n", "Mill notes"),
    ],
)
def test_a_page_without_a_heading_has_the_name_on_its_first_line(text: str, title: str) -> None:
    """Unless that is a sentence: then it has the name of its file."""
    assert title == read_foreign(text.encode(), "mill-notes.md").title


def test_a_key_of_hexes_is_no_site() -> None:
    """Four digits are a hex: its page is a text, and no room of a dungeon."""
    page = b"# The Reeds\n\n## 0407 Eel Weir\n\nWet planks. Exits: north to 0406.\n\n## 0406 Sluice\n\nShut.\n"
    found = read_foreign(page)
    assert ((), 1) == (found.sites, len(found.texts))
    assert any("numbers of hexes" in note.what for note in found.report.guessed)


def test_a_single_numbered_heading_is_no_site() -> None:
    """A note about one room belongs to a dungeon that is elsewhere."""
    assert () == read_foreign(b"# 5. Candle walk\n\n## Exits\n\n- low passage to 2. Nave\n").sites


def test_a_stat_line_of_a_game_with_levels() -> None:
    """Its name stands above its description, its level is its Hit Dice, and no Hit Dice are told."""
    page = b"### TIN CRAB\n\n*A crab of tin.*\n\nAC 13, HP 14, ATK 2 claw +2 (1d6), MV near, S +1, AL N, LV 3\n"
    (crab,) = read_foreign(page).monsters
    assert ("Tin Crab", 3, 13, 2, 2, "1d6", "claw") == (
        crab.name,
        int(crab.hd),
        crab.ac,
        crab.attacks,
        crab.attack_bonus,
        crab.damage,
        crab.weapon,
    )


def test_a_move_beside_a_third_of_it_is_in_feet() -> None:
    """Some leave the marks out."""
    (dog,) = read_foreign(b"# Dogs\n\nTin Dog: AC 7 [12], HD 2 (9hp), THAC0 18 [+1], MV 120 (40), ML 7\n").monsters
    assert (40, 1, 7) == (dog.move_ft, dog.attack_bonus, dog.morale)
