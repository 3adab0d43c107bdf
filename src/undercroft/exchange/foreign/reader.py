"""What every reader of a foreign format has: a name for people, a look at the file, and the reading itself."""

from typing import Protocol

from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import SourceFile


class FormatReader(Protocol):
    """A module or object that reads one format. The file may be anything: it is read, or `UnreadableFile` is raised."""

    @property
    def WHAT(self) -> str:  # noqa: N802 - a constant of a module
        """What a file of the format is called: “a dungeon of donjon”."""
        ...

    def recognises(self, source: SourceFile) -> bool:
        """Whether the content, not the name, is of this format."""
        ...

    def read(self, source: SourceFile, notes: Notes) -> Imported:
        """What the file holds; everything kept, guessed and dropped is noted. The report is added by the caller."""
        ...
