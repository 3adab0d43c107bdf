"""What there is to settle, what was answered so far, and what is still asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic

from msgspec import Struct

from undercroft.interpret.play import Answered
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Asked
from undercroft.table.names import PersonId
from undercroft.table.seats import REFEREE
from undercroft.table.telling import SECRET, Audience


class Overruling(Struct, frozen=True):
    """The outcome the referee puts in place of a rule's, and why."""

    outcome: Mapping[str, Any]
    reason: str


class Answers(Struct, frozen=True):
    """What was answered so far, ruling by ruling in the order they come up, and what was overruled."""

    throws: Mapping[int, tuple[Answered, ...]] = {}
    overruled: Mapping[int, Overruling] = {}


NO_ANSWERS = Answers()


class Stopped(Exception):
    """Answers are missing: these questions, of these seats; `seen` is each as its seat may know it."""

    def __init__(self, questions: tuple[Asked, ...], seen: tuple[Asked, ...]) -> None:
        super().__init__()
        self.questions = questions
        self.seen = seen


class Ruling(Struct, Generic[G, O], frozen=True):
    """A rule to be settled: on what, by whose dice, in whose sight. `whole` shows them inputs and outcome too.

    Where `decided` is given, it takes the rule's choices, and nobody is asked. `idle` takes only those that come to
    the same whatever is chosen, by what was thrown last; it is None where the choice may matter.
    """

    rule: Rule[Any, G, O]
    given: G
    by: SeatId = REFEREE
    to: Audience = SECRET
    whole: bool = False
    who: PersonId | None = None
    """Whom of the seat's it is about."""
    about: str = ""
    """What those are called whom it is about, where they are nobody of a seat."""
    decided: Callable[[Choice], str] | None = None
    idle: Callable[[Choice, Throw, int], str | None] | None = None
    cause: str = ""
    """What it is thrown for, where the rule does not tell; whoever is asked reads it."""
