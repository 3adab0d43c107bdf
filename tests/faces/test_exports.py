"""`undercroft table export` in the formats of other programs."""

from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from undercroft.faces.exports.exporters import EXPORTERS


@pytest.mark.parametrize("name", EXPORTERS)
@pytest.mark.parametrize("players", [False, True])
def test_each_format_is_written_with_secrets_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undercroft: CommandLine, name: str, *, players: bool
) -> None:
    """A file with secrets says so in its name; the other holds no name of a room that nobody has seen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    assert 0 == undercroft("table", "new", "The Barrow", "--demo").code
    assert 0 == undercroft("table", "export", "the-barrow", "--as", name, *(("--players",) if players else ())).code
    ending = EXPORTERS[name].ending
    file = tmp_path / (f"the-barrow-{name}.{ending}" if players else f"the-barrow-GM-SECRET.{ending}")
    assert file.read_bytes()
    if players:
        assert b"drowned novice" not in file.read_bytes()


def test_what_is_no_format_is_refused_with_those_there_are(undercroft: CommandLine) -> None:
    """And what has every secret is not for players."""
    wrong = undercroft("table", "export", "the-barrow", "--as", "scroll")
    assert 2 == wrong.code
    assert "log, campaign" in wrong.err
    assert "has every secret" in undercroft("table", "export", "the-barrow", "--players").err
