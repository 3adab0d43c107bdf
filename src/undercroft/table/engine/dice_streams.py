"""The server's dice as a table uses them: a stream for each audience, and where its dice came from."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from msgspec.structs import replace

from undercroft.interpret.play import Answered, Generator
from undercroft.interpret.sealed import REFEREES_STREAM, Drawn
from undercroft.kernel.dice import Roll, Throw
from undercroft.kernel.throwing import Draw
from undercroft.kernel.units import SeatId


class DiceStream(Draw, Protocol):
    """The server's dice for one audience."""

    def taken(self) -> Drawn | None:
        """Where the dice came from that were drawn since this was last asked; None if they are not sealed."""
        ...


Streams: TypeAlias = Callable[[tuple[SeatId, ...]], DiceStream]
"""The server's dice, by the seats that see them fall."""


def seeing(seats: Iterable[SeatId]) -> tuple[SeatId, ...]:
    """The seats that see dice fall, in the order that names their stream."""
    return tuple(sorted(seats))


def rolled(question: Throw, stream: DiceStream) -> Answered:
    """The dice of a question, rolled by the server."""
    return replace(Generator(stream).throw(question), drawn=stream.taken())


def only_side(question: Throw) -> Answered:
    """The dice of a question that have one side only, which need not be rolled."""
    return Generator(_only_side).throw(question)


def _only_side(roll: Roll, count: int, /) -> Sequence[int]:
    return (roll.values[0],) * count


def without_place(answered: Answered) -> Answered:
    """The answer as players may see it: the place of a secret die would tell how many came before it."""
    secret = answered.drawn is not None and answered.drawn.stream == REFEREES_STREAM
    return replace(answered, drawn=None) if secret else answered
