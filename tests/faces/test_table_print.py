"""`undercroft table print`: the same sheets as in the browser, in a file that stands alone."""

from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine


@pytest.fixture
def store(undercroft: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with the demo; files are written beside it."""
    monkeypatch.chdir(tmp_path)
    data = str(tmp_path / "tables.db")
    assert 0 == undercroft("table", "new", "Barrow", "--demo", "--data", data).code
    return data


def test_sheets_with_secrets(undercroft: CommandLine, store: str, tmp_path: Path) -> None:
    """Marked in the name of the file and on each sheet, with their style in them."""
    ran = undercroft("table", "print", "barrow", "--what", "site:ossuary", "--referee-only", "--data", store)
    assert (0, "") == (ran.code, ran.err)
    page = (tmp_path / "barrow-print-GM-SECRET.html").read_text(encoding="utf-8")
    for words in ("referee only", "3 Pale sextons HD 1", "@page secret-a4"):
        assert words in page
    assert "/static/" not in page
    again = undercroft("table", "print", "barrow", "--what", "site:ossuary", "--referee-only", "--data", store)
    assert "already there" in again.err


def test_a_short_key_has_the_first_sentence_of_each_text(undercroft: CommandLine, store: str, tmp_path: Path) -> None:
    """And the ways out of a room in one line; creatures and treasure are all there."""
    asked = ("--what", "site:ossuary", "--referee-only", "--short-key", "--out", "key.html", "--data", store)
    assert 0 == undercroft("table", "print", "barrow", *asked).code
    page = (tmp_path / "key.html").read_text(encoding="utf-8")
    for words in (
        "under a roof of black slate.</p>",
        "3 bone arch, no door · 4 swollen door, stuck",
        "3 Pale sextons HD 1",
    ):
        assert words in page
    assert "At the bottom a door stands open." not in page


def test_everything_to_hand_out(undercroft: CommandLine, store: str, tmp_path: Path) -> None:
    """Without secrets, and by default every sheet there is."""
    ran = undercroft("table", "print", "barrow", "--paper", "letter", "--out", "all.html", "--data", store, "--json")
    assert "site:ossuary" in ran.json["what"]
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert "papers is-letter" in page
    assert "from Undercroft" in page
    assert "Maud Tarrow" in page
    assert "sextons" not in page


def test_what_cannot_be_printed(undercroft: CommandLine, store: str, tmp_path: Path) -> None:
    """Another paper, another sheet, a player's secrets: each is refused in words, and no file is left."""
    for asked, words in (
        (("--paper", "a5"), "say a4 or letter"),
        (("--what", "maps"), "choose among"),
        (("--what", "tables"), "there is nothing to print"),
        (("--seat", "isolde", "--referee-only"), "only the referee's sheets have secrets"),
    ):
        ran = undercroft("table", "print", "barrow", *asked, "--data", store)
        assert ran.code
        assert words in ran.err
    assert [] == list(tmp_path.glob("*.html"))
