"""Seats at the table, and whose dice they use."""

from enum import StrEnum

from msgspec import Struct

from undercroft.kernel.units import SeatId

REFEREE = SeatId("referee")
SPECTATORS = SeatId("spectators")


class Throwing(StrEnum):
    """Whose dice a seat uses: real dice, typed in, or the server's."""

    TYPED = "typed"
    ROLLED = "rolled"


class Seat(Struct, frozen=True):
    """A place at the table; the referee's and the spectators' are always there."""

    id: SeatId
    name: str
    dice: Throwing = Throwing.ROLLED
