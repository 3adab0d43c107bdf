"""Text that knows the place of each character on its page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from msgspec import Struct


class TextPlace(Struct, frozen=True, order=True):
    """A character of a page: line and column, both counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class Located:
    """A piece of a page, perhaps joined from several lines; `starts` maps offsets to places.

    >>> text = joined((Located("2d6", TextPlace(3, 5)), Located("+ 1", TextPlace(4, 1))), " ")
    >>> text.value, text.at(4)
    ('2d6 + 1', TextPlace(line=4, column=1))
    """

    __slots__ = ("places", "starts", "value")

    def __init__(self, value: str, place: TextPlace) -> None:
        self.value = value
        self.starts: Sequence[int] = (0,)
        self.places: Sequence[TextPlace] = (place,)

    def __len__(self) -> int:
        return len(self.value)

    def at(self, offset: int) -> TextPlace:
        """The place of the character at that offset; the offset after the last is just behind it."""
        number = bisect_right(self.starts, offset) - 1
        place = self.places[number]
        return TextPlace(place.line, place.column + offset - self.starts[number])

    @property
    def place(self) -> TextPlace:
        """The place where the text begins."""
        return self.places[0]

    def part(self, start: int, end: int | None = None) -> Located:
        """The text from one offset to another."""
        stop = len(self.value) if end is None else end
        first, last = bisect_right(self.starts, start), bisect_right(self.starts, stop)
        cut = Located(self.value[start:stop], self.at(start))
        cut.starts = (0, *(at - start for at in self.starts[first:last]))
        cut.places = (cut.place, *self.places[first:last])
        return cut

    def stripped(self) -> Located:
        """The text without blanks at its ends."""
        start = len(self.value) - len(self.value.lstrip())
        return self.part(start, max(start, len(self.value.rstrip())))

    @property
    def indent(self) -> int:
        """The number of blanks at the start."""
        return len(self.value) - len(self.value.lstrip())

    @property
    def is_blank(self) -> bool:
        """Whether there are only blanks."""
        return not self.value.strip()


def joined(pieces: Iterable[Located], between: str = "") -> Located:
    """The pieces joined, with something between them."""
    values: list[str] = []
    starts: list[int] = []
    places: list[TextPlace] = []
    length = 0
    for number, piece in enumerate(pieces):
        if number:
            values.append(between)
            length += len(between)
        starts.extend(length + start for start in piece.starts)
        places.extend(piece.places)
        values.append(piece.value)
        length += len(piece.value)
    whole = Located("".join(values), places[0] if places else TextPlace(1, 1))
    whole.starts, whole.places = starts or (0,), places or (whole.place,)
    return whole
