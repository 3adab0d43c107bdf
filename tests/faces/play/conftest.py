"""The crypt in a folder of its own, and scripts at it."""

from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.faces.play.scripting import Scripted, made
from tests.table.small_site import begin


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, whose store has the crypt."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    made(tmp_path, begin())
    return tmp_path


@pytest.fixture
def script(undercroft: CommandLine, folder: Path) -> Scripted:
    """A script at the crypt."""
    return Scripted(undercroft, folder)
