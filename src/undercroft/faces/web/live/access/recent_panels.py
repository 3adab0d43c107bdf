"""Panels that were sent lately, so that a screen is sent only the lines that are new in them."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from hashlib import sha256
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
    first = old.rfind("\n", 0, _alike(old, new)) + 1
    rest = _rest(old, new, first)
    lines, wanted = _lines(old, first, rest), _lines(new, first, rest)
    head, tail = old.count("\n", 0, first), 1 + rest.count("\n") if rest is not None else 0
    told: list[Change] = [(0, head)] if head else []
    places = dict(zip(reversed(lines), reversed(range(len(lines))), strict=True)) if wanted else {}
    at, end, last = 0, len(wanted), len(lines)
    while at < end:
        line = wanted[at]
        place = places.get(line)
        at += 1
        if place is None and told and isinstance(told[-1], str):
            told[-1] += f"\n{line}"
        elif place is None:
            told.append(line)
        else:
            after, since = place + 1, at - 1
            while at < end and after < last and lines[after] == wanted[at]:
                at, after = at + 1, after + 1
            _add(told, head + place, at - since)
    if tail:
        _add(told, head + last, tail)
    return told


def _add(told: list[Change], first: int, many: int) -> None:
    """Tell lines of the old text; lines that follow each other there are told together."""
    last = told[-1] if told else None
    if isinstance(last, tuple) and sum(last) == first:
        told[-1] = (last[0], last[1] + many)
    else:
        told.append((first, many))


def _alike(some: str, others: str) -> int:
    """How many characters are the same, from the first on. Few large comparisons take less time than many small."""
    least, most = 0, min(len(some), len(others))
    while least < most:
        upto = (least + most + 1) // 2
        least, most = (upto, most) if some[least:upto] == others[least:upto] else (least, upto - 1)
    return least


def _rest(old: str, new: str, first: int) -> str | None:
    """The last lines, if they are the same; both texts are the same up to `first`, where a line begins."""
    least, most = 0, min(len(old), len(new)) - first
    while least < most:
        upto = (least + most + 1) // 2
        alike = old[len(old) - upto : len(old) - least] == new[len(new) - upto : len(new) - least]
        least, most = (upto, most) if alike else (least, upto - 1)
    begins = all(len(text) - least == first or text[len(text) - least - 1] == "\n" for text in (old, new))
    rest = old[len(old) - least :]
    return rest if begins else rest.partition("\n")[2] if "\n" in rest else None


def _lines(text: str, first: int, rest: str | None) -> Sequence[str]:
    """The lines between those that are the same."""
    if rest is None:
        return text[first:].split("\n")
    upto = len(text) - len(rest)
    return text[first : upto - 1].split("\n") if upto > first else ()


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
