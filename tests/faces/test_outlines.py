"""Outlines on the command line: linted, read, and made into a campaign."""

from pathlib import Path

from tests.faces.commandline import CommandLine
from undercroft.exchange import campaignfile
from undercroft.table.state.sites import DoorState

MILL = """# The Drowned Mill

1 Yard
Nettles to the waist.
  > 2 plank door, stuck

2 Floor
  6 rats HD 1/2
  > 9 trapdoor
"""
SHOWN = """# The Drowned Mill

1 Yard
  > 2 plank door, stuck

2 Floor
  6 rats HD 1/2 AC 0 1d6
"""


def written(folder: Path, name: str = "mill.md", text: str = MILL) -> str:
    """A file with an outline."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_lint_of_an_outline(undercroft: CommandLine, tmp_path: Path) -> None:
    """By its numbered rooms: each note with its line and columns; only an error fails."""
    ran = undercroft("lint", written(tmp_path))
    assert [
        "7:1: warning: no_text: 2: no text (write what people see)",
        "9:5: error: no_such_room: there is no room 9; the exit is kept in the referee's text (add room 9)",
    ] == [line.partition("mill.md:")[2] for line in ran.out.splitlines()]
    assert (1, "") == (ran.code, ran.err)
    good = MILL.replace("  > 9 trapdoor\n", "Two stones.\n")
    ran = undercroft("lint", written(tmp_path, text=good))
    assert (0, "an outline with 2 rooms and 1 exit; no problems") == (
        ran.code,
        ran.out.partition("mill.md: ")[2].strip(),
    )


def test_lint_of_an_outline_for_programs(undercroft: CommandLine, tmp_path: Path) -> None:
    """The change that mends it is part of the note."""
    ran = undercroft("lint", written(tmp_path), "--json")
    mend = {"words": "Add room 9", "line": 9, "column": 15, "end": 15, "text": "\n\n9 Room 9"}
    assert mend == ran.json["findings"][-1]["mend"]
    assert "an outline with 2 rooms and 1 exit" == ran.json["is"]


def test_reading_an_outline(undercroft: CommandLine, tmp_path: Path) -> None:
    """It is shown as it is understood, with what there is to mend beside it."""
    ran = undercroft("read", written(tmp_path))
    assert (0, SHOWN) == (ran.code, ran.out)
    assert "note: line 7: 2: no text (write what people see)" in ran.err
    ran = undercroft("read", written(tmp_path), "--json")
    assert ("The Drowned Mill", ["floor", "yard"]) == (ran.json["site"]["name"], sorted(ran.json["site"]["zones"]))


def test_a_numbered_list_is_a_page(undercroft: CommandLine, tmp_path: Path) -> None:
    """Only rooms make an outline."""
    ran = undercroft("lint", written(tmp_path, text="# Dealing\n\n1. Shuffle.\n2. Deal.\n"))
    assert "a page without rolls and tables" in ran.out
    assert "there is no form “map” (say campaign, outline or page)" in undercroft("lint", MILL, "--as", "map").err


def test_a_campaign_from_an_outline(undercroft: CommandLine, tmp_path: Path) -> None:
    """A table with the site, by the name of the table if the outline has none; the file may also be a campaign file."""
    data = str(tmp_path / "store.db")
    ran = undercroft("table", "new", "The Mill", "--from", written(tmp_path), "--data", data)
    assert (0, "the-mill: The Mill begins. “undercroft play the-mill” plays it.\n") == (ran.code, ran.out)
    assert "2 things to mend" in ran.err
    saved = tmp_path / "out.toml"
    undercroft("table", "export", "the-mill", str(saved), "--as", "campaign", "--data", data)
    begin = campaignfile.read(saved.read_text(encoding="utf-8"), "out.toml")
    (site,) = begin.sites
    assert ("The Drowned Mill", {DoorState.STUCK}) == (site.name, {door.state for door in site.doors.values()})
    nameless = written(tmp_path, "nameless.txt", MILL.partition("\n")[2])
    undercroft("table", "new", "Mill Two", "--campaign", nameless, "--data", data)
    assert "Mill Two" in undercroft("table", "list", "--data", data).out
