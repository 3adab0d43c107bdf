"""The command line as a fixture, and a store for it."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.store.making import MILL, filled
from tests.store.test_portable import LINES
from undercroft.store.sqlite import SQLiteStore


@pytest.fixture
def undercroft(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Run a command, on a terminal of ordinary width."""
    monkeypatch.setenv("COLUMNS", "100")
    return CommandLine(capsys)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, whose `store.db` is the store."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def kept(folder: Path) -> Path:
    """A store with a barrow of five lines and a mill of two."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        filled(store, LINES)
        filled(store, 2, MILL)
    return folder
