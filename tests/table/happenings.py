"""What to look for among what happened."""

from collections.abc import Iterable
from typing import Any, TypeVar

from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled, TimePassed

E = TypeVar("E", bound=Event)


def of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def givens(events: Iterable[Event], rule: str) -> list[dict[str, Any]]:
    """What a rule was settled on, each time it was."""
    return [dict(event.given) for event in of(events, Settled) if event.rule == rule]


def times(events: Iterable[Event]) -> list[int]:
    """How far the clock came, each time it moved."""
    return [int(event.time) for event in of(events, TimePassed)]
