"""What the reader of an outline has to say: the place, what is wrong or guessed, and the change that mends it."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.problems import Problem, Severity
from undercroft.kernel.faults import shortened

MOST_NOTES = 500
"""The most notes on an outline; nobody reads more."""
END = 10**6
"""A column after the end of every line."""


class LineMend(Struct, frozen=True):
    """A change of the outline: columns from `column` up to `end` of a line become `text`, of one line or several."""

    words: str
    """What it does, as on a button."""
    line: int
    column: int
    end: int
    text: str


class OutlineNote(Problem, frozen=True):
    """A note at a place of the outline. An error means that something typed there is not in the site."""

    column: int = 1
    end: int = 1
    """The column after the last one."""
    grade: Severity = Severity.WARNING
    mend: LineMend | None = None


class OutlineNotes:
    """The notes so far."""

    def __init__(self) -> None:
        self._found: dict[OutlineNote, None] = {}

    def add(self, note: OutlineNote) -> None:
        """Add a note, unless there are too many already."""
        if len(self._found) < MOST_NOTES:
            self._found[note] = None

    @property
    def in_order(self) -> tuple[OutlineNote, ...]:
        """The notes from the top to the bottom."""
        return tuple(sorted(self._found, key=lambda note: (note.line, note.column)))


def placed(notes: Iterable[OutlineNote], text: str) -> tuple[OutlineNote, ...]:
    """The notes with every column within its line."""
    lengths = [len(line) + 1 for line in text.split("\n")]
    return tuple(_within(note, lengths) for note in notes)


def _within(note: OutlineNote, lengths: list[int]) -> OutlineNote:
    most = lengths[note.line - 1]
    mend = note.mend
    if mend is not None:
        end = lengths[mend.line - 1]
        mend = replace(mend, column=min(mend.column, end), end=min(mend.end, end))
    return replace(note, column=min(note.column, most), end=max(min(note.end, most), min(note.column, most)), mend=mend)


def cut(text: str) -> str:
    """As much of a text as fits in a note."""
    return shortened(text, 60)
