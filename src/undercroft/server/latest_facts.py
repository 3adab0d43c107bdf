"""The latest facts of a table, and those of each seat that asks, so that nobody looks through all of them each time."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Self

from undercroft.kernel.units import SeatId
from undercroft.server.redacted_copies import with_copies
from undercroft.table.engine.audience import Told


class LatestFacts:
    """Facts in their order, of which the oldest are forgotten when there are too many."""

    def __init__(self, facts: deque[Told]) -> None:
        self._facts = facts
        self._of: dict[SeatId, deque[Told]] = {}

    def copied(self) -> Self:
        """The same facts, to go their own way from here."""
        return type(self)(self._facts.copy())

    def extend(self, facts: Iterable[Told]) -> None:
        """Add facts that were told."""
        new = with_copies(facts)
        self._facts.extend(new)
        for seat, own in self._of.items():
            own.extend(fact for fact in new if seat in fact.to)

    def newest(self, seat: SeatId) -> Iterator[Told]:
        """What a seat was told lately, the newest first."""
        if seat not in self._of:
            self._of[seat] = deque((fact for fact in self._facts if seat in fact.to), self._facts.maxlen)
        return reversed(self._of[seat])
