"""Panels that were sent lately, so that a screen is sent only the lines that are new in them."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from hashlib import sha256
from threading import Lock
from typing import TypeAlias

Change: TypeAlias = str | tuple[int, int]
"""New text, or lines of the old text: the first of them, and how many."""

MOST = 8_000_000
"""Characters of panels that are remembered."""
_MARK = 10
"""Characters of a mark."""


def mark(panel: str) -> str:
    """The mark of a panel: another for other content."""
    return sha256(panel.encode()).hexdigest()[:_MARK]


def changes(old: str, new: str) -> Sequence[Change]:
    r"""The lines of a new text, by the lines of the old text wherever they are the same.

    >>> changes("head\nfirst\nsecond\nend", "head\nnewest\nfirst\nend")
    [(0, 1), 'newest', (1, 1), (3, 1)]
    """
    lines = old.split("\n")
    places: dict[str, int] = {line: number for number, line in reversed(list(enumerate(lines)))}
    told: list[Change] = []
    for line in new.split("\n"):
        match told[-1] if told else "":
            case (first, count) if first + count < len(lines) and lines[first + count] == line:
                told[-1] = (first, count + 1)
            case str(text) if told and line not in places:
                told[-1] = f"{text}\n{line}"
            case _:
                told.append((places[line], 1) if line in places else line)
    return told


class RecentPanels:
    """The panels that each seat was sent lately, by their marks."""

    def __init__(self) -> None:
        self._panels: OrderedDict[Hashable, str] = OrderedDict()
        self._length = 0
        self._lock = Lock()

    def remember(self, of: Hashable, panel: str) -> None:
        """Remember a panel of a seat; the oldest are forgotten."""
        with self._lock:
            key = (of, mark(panel))
            if key not in self._panels:
                self._length += len(panel)
            self._panels[key] = panel
            self._panels.move_to_end(key)
            while self._length > MOST:
                self._length -= len(self._panels.popitem(last=False)[1])

    def since(self, of: Hashable, had: str, panel: str) -> str | Sequence[Change]:
        """A panel as it is sent to a screen that had another with this mark: its changes, or all of it."""
        with self._lock:
            old = self._panels.get((of, had))
        return panel if old is None else changes(old, panel)
