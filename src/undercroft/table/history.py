"""Undo and redo by act: what was, is kept, so that taking back is going back to it.

Every seat has its own history of what it was told; the same code walks them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.names import ActId
from undercroft.table.rooms import Arm, Event
from undercroft.table.telling import Told

DEPTH = 1000
"""How many acts a history remembers; further back, the log is folded anew."""


class Retracted(Event, frozen=True, tag="table.retracted"):
    """An act was taken back, with all that followed from it."""

    act: ActId


class Restored(Event, frozen=True, tag="table.restored"):
    """An act that was taken back stands again."""

    act: ActId


class Forgotten(Exception):
    """An act to be taken back lies further back than is remembered."""


class Act:
    """One act: the state before it and what was told of it, in order; with it, what came later of no act."""

    __slots__ = ("before", "id", "told")

    def __init__(self, id: ActId, before: Campaign) -> None:
        self.id = id
        self.before = before
        self.told: list[Told] = []

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Everybody who was told something of it."""
        return tuple(sorted({seat for told in self.told if told.act is not None for seat in told.to}))


class History:
    """A state, the acts that led to it, and those that were taken back and may stand again."""

    def __init__(self, arms: Mapping[type[Event], Arm], now: Campaign | None = None, depth: int = DEPTH) -> None:
        self._arms = arms
        self._depth = depth
        self.now = now or Campaign()
        self.done: list[Act] = []
        self.undone: list[Act] = []

    def take(self, told: Told) -> None:
        """One more fact."""
        event = told.event
        if type(event) is Retracted:
            self._retract(event.act)
        elif type(event) is Restored:
            self._restore(event.act)
        else:
            self._remember(told)
            self.now = self._arms[type(event)](self.now, event)

    def take_all(self, told: Iterable[Told]) -> None:
        """Several facts, in order."""
        for one in told:
            self.take(one)

    def _remember(self, told: Told) -> None:
        if told.act is not None and (not self.done or self.done[-1].id != told.act):
            self.done.append(Act(told.act, self.now))
            self.undone.clear()
            if len(self.done) > self._depth:
                del self.done[: self._depth // 2]
        if self.done:
            self.done[-1].told.append(told)

    def _retract(self, id: ActId) -> None:
        """Go back to before the last act; what belonged to no act is told again."""
        if not self.done or self.done[-1].id != id:
            raise Forgotten
        gone = self.done.pop()
        self.undone.append(gone)
        self.now = gone.before
        for told in gone.told:
            if told.act is None:
                self._remember(told)
                self._apply(told)

    def _restore(self, id: ActId) -> None:
        """Tell the act that was taken back last once more."""
        if not self.undone or self.undone[-1].id != id:
            raise Forgotten
        act = self.undone.pop()
        self.done.append(Act(act.id, self.now))
        for told in act.told:
            if told.act is not None:
                self.done[-1].told.append(told)
                self._apply(told)

    def _apply(self, told: Told) -> None:
        self.now = self._arms[type(told.event)](self.now, told.event)
