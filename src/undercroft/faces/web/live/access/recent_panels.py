"""Panels that were sent lately, so that a screen is sent only the lines that are new in them."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from hashlib import sha256
from itertools import compress, count
from operator import ne
from threading import Lock
from typing import TypeAlias

Change: TypeAlias = str | tuple[int, int]
"""New text, or lines of the old text: the first of them, and how many."""

MOST = 40_000_000
"""Characters of panels that are remembered: those of a hundred tables."""
OF_EACH = 3
"""Drawings of one panel that are remembered: screens of a seat may be a little behind each other."""
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
    lines, wanted = old.split("\n"), new.split("\n")
    head = _alike(lines, wanted)
    tail = _alike(lines[head:][::-1], wanted[head:][::-1])
    places = dict(zip(reversed(lines), reversed(range(len(lines))), strict=True))
    told: list[Change] = [(0, head)] if head else []
    after = head  # the line of the old text behind the last one that was used
    for line in wanted[head : len(wanted) - tail]:
        last = told[-1] if told else None
        if isinstance(last, tuple) and after < len(lines) and lines[after] == line:
            told[-1] = (last[0], last[1] + 1)
            after += 1
        elif (place := places.get(line)) is not None:
            told.append((place, 1))
            after = place + 1
        elif isinstance(last, str):
            told[-1] = f"{last}\n{line}"
        else:
            told.append(line)
    last = told[-1] if told else None
    if tail and isinstance(last, tuple) and after == len(lines) - tail:
        told[-1] = (last[0], last[1] + tail)
    elif tail:
        told.append((len(lines) - tail, tail))
    return told


def _alike(some: Sequence[str], others: Sequence[str]) -> int:
    """How many lines are the same, from the first on."""
    differing = compress(count(), map(ne, some, others))
    return next(differing, min(len(some), len(others)))


class RecentPanels:
    """The panels that each seat was sent lately, by their marks."""

    def __init__(self) -> None:
        self._panels: OrderedDict[Hashable, OrderedDict[str, str]] = OrderedDict()
        self._length = 0
        self._lock = Lock()

    def remember(self, of: Hashable, panel: str, marked: str) -> None:
        """Remember a panel of a seat and its mark; the oldest are forgotten."""
        with self._lock:
            drawings = self._panels.setdefault(of, OrderedDict())
            self._panels.move_to_end(of)
            if marked not in drawings:
                self._length += len(panel)
            drawings[marked] = panel
            drawings.move_to_end(marked)
            if len(drawings) > OF_EACH:
                self._length -= len(drawings.popitem(last=False)[1])
            while self._length > MOST:
                self._length -= sum(map(len, self._panels.popitem(last=False)[1].values()))

    def since(self, of: Hashable, had: str, panel: str) -> str | Sequence[Change]:
        """A panel as it is sent to a screen that had another with this mark: its changes, or all of it."""
        with self._lock:
            drawings = self._panels.get(of)
            old = drawings.get(had) if drawings is not None else None
        return panel if old is None else changes(old, panel)
