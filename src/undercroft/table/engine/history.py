"""Undo and redo by act: each act keeps the state before it, and undo returns to that state.

Every seat has its own history of the events it was told.
"""

from collections.abc import Iterable
from typing import Self

from msgspec import Struct

from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId

DEPTH = 1000
"""The number of acts a history remembers; to undo older acts, the log is folded again."""


class Retracted(Event, frozen=True, tag="table.retracted"):
    """An act was undone, with all that followed from it; with `changed` because the referee changed a result of it."""

    act: ActId
    changed: bool = False

    def say(self, _now: Campaign) -> str:
        return "The last act was undone."


class Restored(Event, frozen=True, tag="table.restored"):
    """An undone act was redone."""

    act: ActId

    def say(self, _now: Campaign) -> str:
        return "The act was redone."


class Replaced(SecretEvent, frozen=True, tag="table.replaced"):
    """An act stands for others, which seats keep to whom it tells the same as they did."""

    acts: tuple[ActId, ...]


PART = Part(events=(Retracted, Restored, Replaced))


def retracted(told: Iterable[Told]) -> frozenset[ActId]:
    """The acts that are undone and not redone."""
    undone: set[ActId] = set()
    for event in [fact.event for fact in told if isinstance(fact.event, (Retracted, Restored))]:
        if isinstance(event, Retracted):
            undone.add(event.act)
        else:
            undone.discard(event.act)
    return frozenset(undone)


class Forgotten(Exception):
    """An act to undo or redo is older than the acts this history remembers."""


class Act(Struct, eq=False):
    """An act: the state before it and its events in order, with the later events that belong to no act.

    An act that waited for dice while other acts happened is in several parts, each an `Act` of the same id.
    """

    id: ActId
    before: Campaign
    told: list[Told] = []


class UndoneAct(Struct, eq=False):
    """An undone act: its place among the acts done, and all events from there on."""

    id: ActId
    start: int
    told: list[Told]


class History:
    """A state, the acts that led to it, and the undone acts that may be redone."""

    def __init__(self, now: Campaign | None = None, depth: int = DEPTH) -> None:
        self._depth = depth
        self.now = now or Campaign()
        self.forgot = now is not None
        """Whether there are older acts that it does not remember."""
        self.done: list[Act] = []
        self.undone: list[UndoneAct] = []

    def copied(self) -> Self:
        """A history that goes its own way from here."""
        copy = type(self)(self.now, self._depth)
        copy.forgot = self.forgot
        copy.done = [Act(act.id, act.before, [*act.told]) for act in self.done]
        copy.undone = [*self.undone]
        return copy

    def take(self, told: Told) -> None:
        """Fold a new event, or undo or redo an act."""
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
            self._add(told)

    def knows(self, act: ActId) -> bool:
        """Whether it remembers an event of that act."""
        return any(done.id == act for done in self.done)

    def without(self, act: ActId) -> Campaign:
        """The state without the events of that act, but with all later events."""
        start = self._start(act)
        now = self.done[start].before
        for told in self._since(start):
            if told.act != act:
                now = told.event.fold(now)
        return now

    def _start(self, act: ActId) -> int:
        """The index of an act's first part."""
        for number, done in enumerate(self.done):
            if done.id == act:
                return number
        raise Forgotten

    def _since(self, start: int) -> list[Told]:
        return [told for act in self.done[start:] for told in act.told]

    def _retract(self, act: ActId) -> None:
        start = self._start(act)
        taken = UndoneAct(act, start, self._since(start))
        self.undone.append(taken)
        self._replay(start, (told for told in taken.told if told.act != act))

    def _restore(self, act: ActId) -> None:
        """Replay the events in their first order, then the events of no act that came since."""
        if not self.undone or self.undone[-1].id != act:
            raise Forgotten
        taken = self.undone.pop()
        stayed = [told for told in self._since(taken.start) if told.act is None]
        self._replay(taken.start, (*(told for told in taken.told if told.act is not None), *stayed))

    def _replay(self, start: int, events: Iterable[Told]) -> None:
        """Return to the state before an act, and fold these events from there."""
        if start < len(self.done):
            self.now = self.done[start].before
            del self.done[start:]
        for told in events:
            self._add(told)

    def _add(self, told: Told) -> None:
        """Remember an event with its act, and fold it."""
        act = told.act
        if act is not None and (not self.done or self.done[-1].id != act):
            self.done.append(Act(act, self.now))
        if self.done:
            self.done[-1].told.append(told)
        self.now = told.event.fold(self.now)
