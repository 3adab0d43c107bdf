"""What play waits for: dice and choices that seats have not answered yet."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.interpret.play import Answered
from undercroft.kernel.dice import Question
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.state.ids import (
    ActId,
    PersonId,
    WantedId,
)


class PartOfInput(Struct, frozen=True):
    """The input of a rule as far as a seat knows it."""

    given: Mapping[str, Any]
    unsure: Mapping[str, tuple[int, int]]
    """The numbers that are not in it, each with the least and the most that it may be by what the seat has seen."""


class OpenQuestion(Struct, frozen=True, omit_defaults=True):
    """A question that a seat has not answered yet, with the ruling's earlier throws.

    A seat that will see the throw is told the rule; a seat that will see the whole ruling is told its input too, and
    in some rulings a seat is told the input in part.
    """

    ruling: int
    question: Question
    seat: SeatId
    rule: RuleId | None = None
    given: Mapping[str, Any] | None = None
    throws: tuple[Answered, ...] = ()
    who: PersonId | None = None
    """The person it is about, if it is about a single person; players are asked about their own characters."""
    cause: str = ""
    """The reason for the throw, where the rule does not make it plain."""
    numbers: Mapping[str, int] = {}
    """Of a choice for a new character: the scores and skills so far."""
    to: tuple[SeatId, ...] = ()
    """The seats that will see the dice; for the referee only."""
    back: bool = False
    """Whether the seat can go back to the choice before it."""
    part: PartOfInput | None = None
    """The input as far as the seat knows it, where it is not told all of it."""


class Wanted(Struct, frozen=True):
    """A command that waits for dice or a choice. Only the referee's copy holds the command and its answers."""

    id: WantedId
    questions: tuple[OpenQuestion, ...]
    seat: SeatId | None = None
    act: ActId | None = None
    command: Mapping[str, Any] | None = None
    answers: tuple[Mapping[str, Any], ...] = ()
    blocks: bool = True


class Awaited(Struct, frozen=True):
    """A seat that play waits for, and the character it throws or chooses for."""

    seat: SeatId
    who: PersonId | None = None
