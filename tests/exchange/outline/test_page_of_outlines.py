"""The page about outlines: its example is the site it says, and every line of its tables is understood."""

import re
from pathlib import Path

import pytest

from undercroft.exchange import campaignfile
from undercroft.exchange.outline import outlined, read_outline, write_outline
from undercroft.exchange.problems import Severity

PAGE = (Path(__file__).parents[3] / "docs/formats/outline.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```outline\n(.*?)```", PAGE, re.DOTALL)
TOML = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
ROWS = [row for row in PAGE.splitlines() if row.startswith("| ")]
LINES = [
    line for row in ROWS for line in re.findall(r"`([^`]+)`", row.split("|")[-2]) if row.split("|")[-2].count("`") == 2
]
WORDS = {cells[1].strip(): re.findall(r"`([^`]+)`", cells[2]) for cells in (row.split("|") for row in ROWS)}
START = {
    "rooms": "1 Hall, {}",
    "exits": "1 Hall\n> 2 door, {}",
    "traps": "1 Hall\n! trap: {}",
    "obstacles": "1 Hall\n= thing, {}",
}


def test_the_example_is_the_site_of_the_campaign_file() -> None:
    """Both ways of writing it are the same, without anything to mend."""
    (outline,), (file,) = EXAMPLE, TOML
    found = read_outline(outline)
    begin = campaignfile.read(file, "mill.toml")
    assert () == found.notes
    assert outlined(begin.sites[0], begin.things) == found.whole
    assert found.whole == read_outline(write_outline(found.whole, full=True)).whole


@pytest.mark.parametrize("line", LINES)
def test_every_mark_of_the_table(line: str) -> None:
    """Under a room it is what the table says, and nothing of it is left out."""
    found = read_outline(f"1 Hall\n  rats HD 1\n  bronze key\n  {line}\n2 Crypt\n")
    assert [] == [note for note in found.notes if note.grade is Severity.ERROR]


@pytest.mark.parametrize("of, word", [(of, word) for of in START for word in WORDS[of]])
def test_every_word_after_a_comma(of: str, word: str) -> None:
    """It is a state, not part of the name."""
    found = read_outline(f"{START[of].format(word)}\n2 Crypt\n")
    names = [zone.name for zone in found.whole.site.zones.values()]
    names += [door.name for door in found.whole.site.doors.values()]
    names += [obstacle.name for obstacle in found.whole.site.obstacles.values()]
    names += [f"{trap.name} {trap.what}" for trap in found.whole.site.traps.values()]
    assert not any(word in name for name in names)
    assert [] == [note for note in found.notes if note.grade is Severity.ERROR]
