"""What a seat is shown at one moment."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from undercroft.server.undo import OwnAct
from undercroft.table.engine.audience import Told
from undercroft.table.exploration.clocks import sets_number
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId

AT_ONCE = 200
"""The facts after which the last facts begin with a later one."""


class MissedFacts(Struct, frozen=True):
    """What a seat was told, and its cursor afterwards."""

    told: tuple[Told, ...]
    cursor: str


class SeatState(Struct, frozen=True):
    """A seat's view at one moment: what it knows, what it was told, and its cursor."""

    known: Campaign
    told: tuple[Told, ...]
    cursor: str
    last: ActId | None
    """The act that an undo would undo now; only for the referee."""
    before: int
    """How many facts the seat was told before those."""
    own: OwnAct | None = None
    """The player's own last act, which they may undo or ask to undo."""


def about(most: int, count: int) -> int:
    """So many of the last facts, or a few more, so that they begin with the same fact while others are added.

    What is made of them, such as the number of each turn, is then made of those that were added.
    """
    return most + count % AT_ONCE if most else 0


def back_to_a_turn(newest: Iterator[Told], count: int) -> list[Told]:
    """So many facts, the newest first, and those before them back to one that sets the number of the turn."""
    told = list(islice(newest, count))
    if told and not sets_number(told[-1].event):
        for fact in newest:
            told.append(fact)
            if sets_number(fact.event):
                break
    return told
