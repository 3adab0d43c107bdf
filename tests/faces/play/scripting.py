"""Tables to play at in a terminal, by a file of commands or by what is typed."""

import io
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine, Ran
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.world.campaign_start import Begin

IN = "light maud torch\nenter_site crypt\n"


def made(folder: Path, campaign: Begin, id: str = "crypt") -> None:
    """A table in the store of a folder."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        tables = Tables(store)
        tables.begin(id, campaign)
        tables.close()


class Scripted:
    """Runs lines as a script."""

    def __init__(self, undercroft: CommandLine, folder: Path) -> None:
        self._undercroft = undercroft
        self._file = folder / "script.txt"

    def __call__(self, lines: str, *arguments: str) -> Ran:
        self._file.write_text(lines, encoding="utf-8")
        return self._undercroft("play", "crypt", "--script", str(self._file), *arguments)


def prompted(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch, *typed: str) -> Ran:
    """The prompt, with these lines typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    return undercroft("play", "crypt")


@contextmanager
def referee_at(mark: str) -> Iterator[Console]:
    """The referee's prompt at a moment of the demo."""
    with closing(MemoryStore()) as store:
        tables = Tables(store)
        yield Console(begin_at(tables, bookmark(mark), mark, mark.capitalize()))
        tables.close()
