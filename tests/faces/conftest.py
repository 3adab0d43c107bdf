"""The command line as a fixture."""

import pytest

from tests.faces.commandline import CommandLine


@pytest.fixture
def undercroft(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Run a command, on a terminal of ordinary width."""
    monkeypatch.setenv("COLUMNS", "100")
    return CommandLine(capsys)
