"""Dice on a page: the same notation as everywhere, and the multiplication sign."""

from msgspec import Struct

from undercroft.exchange.markup.placed_text import Located
from undercroft.exchange.markup.problems import BadMarkup, PageNotes
from undercroft.kernel.dice import Formula, comparison_in
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import notes as notation_notes
from undercroft.kernel.notation import parse
from undercroft.kernel.ways import bounds, ways

_TIMES = "\N{MULTIPLICATION SIGN}"


class Expression(Struct, frozen=True):
    """Dice on a page: as written, and parsed."""

    written: str
    formula: Formula

    @property
    def minimum(self) -> int:
        """The least total."""
        return bounds(self.formula)[0]

    @property
    def maximum(self) -> int:
        """The greatest total."""
        return bounds(self.formula)[1]

    def totals(self) -> tuple[int, ...]:
        """Every total that can come up, in ascending order."""
        return tuple(sorted(ways(self.formula).counts))

    def told(self, total: int) -> str:
        """A total as people read it: a comparison is met or not."""
        if comparison_in(self.formula) is None:
            return str(total)
        return "yes" if total else "no"


def expression(text: Located, notes: PageNotes | None = None) -> Expression:
    """Read dice, or refuse them at the character where they go wrong.

    >>> from undercroft.exchange.markup.placed_text import TextPlace
    >>> expression(Located("2d6*10", TextPlace(1, 1))).maximum
    120
    >>> expression(Located("2d6/2", TextPlace(7, 10)))
    Traceback (most recent call last):
    ...
    undercroft.exchange.markup.problems.BadMarkup: line 7, column 13: character 4 of “2d6/2”: “/” does not belong here (there is no division)
    """  # noqa: E501 - one line of a traceback
    plain = text.value.replace(_TIMES, "x")
    try:
        formula = parse(plain)
    except BadNotation as fault:
        place = text.at((fault.position or 1) - 1)
        raise BadMarkup(fault.code, fault.what, _hint(text.value) or fault.fix, place, limit=fault.limit) from None
    if notes is not None:
        for note in notation_notes(plain):
            what, _, fix = note.partition("; ")
            notes.warn("dice-counted", what, fix, text.place)
    return Expression(" ".join(text.value.split()), formula)


def _hint(written: str) -> str:
    """The remedy for dice that another tool would accept."""
    if "," in written:
        return "one roll at a time; for two digits write d66"
    return "Undercroft does not read tables that ask for numbers first" if "{{" in written else ""
