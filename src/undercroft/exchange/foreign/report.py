"""The report of an import: what was kept, what was guessed and what was dropped, each with its place in the file."""

from collections.abc import Sequence
from operator import attrgetter

from msgspec import Struct

MOST_NOTES = 200
"""The notes of each kind that are listed; the others are counted."""
MOST_TOGETHER = 1000
"""The notes of each kind that are listed of several files."""
_MOST_WORDS = 160


class ImportNote(Struct, frozen=True):
    """One thing that was kept, guessed or dropped, and where it stands: a line, or a path such as rooms[3].doors."""

    what: str
    at: str = ""
    about: str = ""
    """What a guess is about, where the referee can answer it another way before the file is taken."""

    @property
    def line(self) -> str:
        """The note as one line.

        >>> ImportNote("a road without a name", "line 4").line
        'line 4: a road without a name'
        """
        return f"{self.at}: {self.what}" if self.at else self.what


class ImportReport(Struct, frozen=True):
    """What came of a file."""

    kept: tuple[ImportNote, ...] = ()
    guessed: tuple[ImportNote, ...] = ()
    dropped: tuple[ImportNote, ...] = ()


class Notes:
    """A report on its way. Readers note what they keep, guess and drop as they go."""

    def __init__(self, place: str = "") -> None:
        self._kept, self._guessed, self._dropped = list[ImportNote](), list[ImportNote](), list[ImportNote]()
        self._more = [0, 0, 0]
        self._place = place

    @property
    def of_several(self) -> bool:
        """Whether the file is one of several."""
        return bool(self._place)

    def within(self, place: str) -> "Notes":
        """The same report for a part of the file: its places begin with the place of the part."""
        inner = Notes(" ".join(filter(None, (self._place, place))))
        inner._kept, inner._guessed, inner._dropped, inner._more = self._kept, self._guessed, self._dropped, self._more
        return inner

    def keep(self, what: str, at: str = "") -> None:
        """Something is taken as it stands."""
        self._note(0, self._kept, what, at)

    def guess(self, what: str, at: str = "", about: str = "") -> None:
        """Something is not said in the file: what was taken for it, and why."""
        self._note(1, self._guessed, what, at, about)

    def drop(self, what: str, at: str = "") -> None:
        """Something is left out, and why."""
        self._note(2, self._dropped, what, at)

    def _note(self, kind: int, among: list[ImportNote], what: str, at: str, about: str = "") -> None:
        at = " ".join(filter(None, (self._place, at)))
        note = ImportNote(what[:_MOST_WORDS], at[:_MOST_WORDS], about)
        if len(among) < MOST_NOTES:
            among.append(note)
        else:
            self._more[kind] += 1

    @property
    def report(self) -> ImportReport:
        """All that was noted."""
        kinds = zip((self._kept, self._guessed, self._dropped), self._more, strict=True)
        return ImportReport(*(_closed(notes, more) for notes, more in kinds))


def joined(reports: Sequence[ImportReport]) -> ImportReport:
    """The reports of several files as one, each kind as long as may be listed."""
    kinds = ((note for each in reports for note in kind(each)) for kind in (_kept, _guessed, _dropped))
    listed = [tuple(notes) for notes in kinds]
    return ImportReport(*(_closed(notes[:MOST_TOGETHER], max(0, len(notes) - MOST_TOGETHER)) for notes in listed))


_kept, _guessed, _dropped = attrgetter("kept"), attrgetter("guessed"), attrgetter("dropped")


def _closed(notes: Sequence[ImportNote], more: int) -> tuple[ImportNote, ...]:
    return (*notes, *((ImportNote(f"{more} more, not listed"),) if more else ()))
