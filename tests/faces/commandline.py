"""Runs `undercroft` within the test's own process."""

import json
from typing import Any, NamedTuple

import pytest

from undercroft.faces.cli.command_line import run


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output as JSON; there must be exactly one line of it."""
        assert 1 == self.out.count("\n")
        return json.loads(self.out)


class CommandLine:
    """`undercroft(...)` with what it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Ran:
        code = run(arguments)
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)
