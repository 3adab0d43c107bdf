"""Undo and redo by act: what was, is kept, so that taking back is going back to it.

Every seat has its own history of what it was told; the same code walks them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from undercroft.table.campaign import Campaign
from undercroft.table.names import ActId
from undercroft.table.rooms import Arm, Event, Words
from undercroft.table.telling import Told

DEPTH = 1000
"""How many acts a history remembers; further back, the log is folded anew."""


class Retracted(Event, frozen=True, tag="table.retracted"):
    """An act was taken back, with all that followed from it."""

    act: ActId


class Restored(Event, frozen=True, tag="table.restored"):
    """An act that was taken back stands again."""

    act: ActId


WORDS: Mapping[type[Event], Words] = {
    Retracted: lambda _, __: "That is taken back.",
    Restored: lambda _, __: "It stands again.",
}


def retracted(told: Iterable[Told]) -> frozenset[ActId]:
    """The acts that stand taken back."""
    gone: set[ActId] = set()
    for one in told:
        match one.event:
            case Retracted(act=act):
                gone.add(act)
            case Restored(act=act):
                gone.discard(act)
            case _:
                pass
    return frozenset(gone)


class Forgotten(Exception):
    """An act to be taken back, or to stand again, lies further back than is remembered."""


class Act:
    """One act: the state before it and what was told of it, in order; with it, what came later of no act.

    An act that waited for dice while others acted is told in several parts, each an `Act` of the same id.
    """

    __slots__ = ("before", "id", "told")

    def __init__(self, id: ActId, before: Campaign) -> None:
        self.id = id
        self.before = before
        self.told: list[Told] = []


class Taken:
    """An act that was taken back: where it began among those done, and all that was told from there on."""

    __slots__ = ("id", "start", "told")

    def __init__(self, id: ActId, start: int, told: list[Told]) -> None:
        self.id = id
        self.start = start
        self.told = told


class History:
    """A state, the acts that led to it, and those that were taken back and may stand again."""

    def __init__(self, arms: Mapping[type[Event], Arm], now: Campaign | None = None, depth: int = DEPTH) -> None:
        self._arms = arms
        self._depth = depth
        self.now = now or Campaign()
        self.forgot = now is not None
        """Whether there were acts before those it remembers."""
        self.done: list[Act] = []
        self.undone: list[Taken] = []

    def take(self, told: Told) -> None:
        """One more fact."""
        event = told.event
        if type(event) is Retracted:
            self._retract(event.act)
        elif type(event) is Restored:
            self._restore(event.act)
        else:
            if told.act is not None and (not self.done or self.done[-1].id != told.act):
                self.undone.clear()
                if len(self.done) >= self._depth:
                    del self.done[: (self._depth + 1) // 2]
                    self.forgot = True
            self._again(told)

    def knows(self, act: ActId) -> bool:
        """Whether something was told of that act, as far as is remembered."""
        return any(one.id == act for one in self.done)

    def without(self, act: ActId) -> Campaign:
        """The state if that act had not been: what came of it is left out, what came after it stays."""
        start = self._start(act)
        now = self.done[start].before
        for one in self._since(start):
            if one.act != act:
                now = self._arms[type(one.event)](now, one.event)
        return now

    def _start(self, act: ActId) -> int:
        """Where an act begins."""
        for number, one in enumerate(self.done):
            if one.id == act:
                return number
        raise Forgotten

    def _since(self, start: int) -> list[Told]:
        return [told for act in self.done[start:] for told in act.told]

    def _retract(self, act: ActId) -> None:
        start = self._start(act)
        taken = Taken(act, start, self._since(start))
        self.undone.append(taken)
        self._from(start, taken.told, lambda told: told.act != act)

    def _restore(self, act: ActId) -> None:
        """Everything in the order in which it was told at first; what came of no act has stayed."""
        if not self.undone or self.undone[-1].id != act:
            raise Forgotten
        taken = self.undone.pop()
        stayed = [told for told in self._since(taken.start) if told.act is None]
        self._from(taken.start, (*(told for told in taken.told if told.act is not None), *stayed), lambda _: True)

    def _from(self, start: int, told: Iterable[Told], wanted: Callable[[Told], bool]) -> None:
        """Go back to before an act, and on from there with what is wanted."""
        if start < len(self.done):
            self.now = self.done[start].before
            del self.done[start:]
        for one in told:
            if wanted(one):
                self._again(one)

    def _again(self, told: Told) -> None:
        """Remember a fact with its act, and fold it."""
        act = told.act
        if act is not None and (not self.done or self.done[-1].id != act):
            self.done.append(Act(act, self.now))
        if self.done:
            self.done[-1].told.append(told)
        self.now = self._arms[type(told.event)](self.now, told.event)
