"""The command line as a fixture."""

import pytest

from tests.faces.commandline import CommandLine


@pytest.fixture
def undercroft(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Run a command."""
    return CommandLine(capsys)
