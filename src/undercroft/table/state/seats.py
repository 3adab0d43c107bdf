"""Seats at the table, whose dice they use, who has taken them and who asks for them."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.table.state.ids import AskId, RefereeId

REFEREE = SeatId("referee")
SPECTATORS = SeatId("spectators")


class Throwing(StrEnum):
    """Whose dice a seat uses: real dice, typed in, or the server's."""

    TYPED = "typed"
    ROLLED = "rolled"


class DiceKind(StrEnum):
    """A kind of roll for which a seat may use other dice than for the rest."""

    ATTACKS = "attacks"
    SAVES = "saves"
    CHARACTERS = "characters"
    OTHER = "other"

    @property
    def words(self) -> str:
        """The kind for people to read."""
        return _DICE_KINDS[self]


_DICE_KINDS: Mapping[DiceKind, str] = {
    DiceKind.ATTACKS: "attacks and damage",
    DiceKind.SAVES: "saves and dying",
    DiceKind.CHARACTERS: "new characters and levels",
    DiceKind.OTHER: "everything else",
}


class Seat(Struct, frozen=True):
    """A place at the table; the referee's and the spectators' are always there."""

    id: SeatId
    name: str
    dice: Throwing = Throwing.ROLLED
    dice_for: Mapping[DiceKind, Throwing] = {}
    """Whose dice it uses for kinds of rolls where those differ from `dice`."""


class SeatWay(StrEnum):
    """How a seat was taken: by its link, by the session's code, or by nobody, while only its link opens it."""

    LINK = "link"
    CODE = "code"
    KEPT = "kept"


class SeatHold(Struct, frozen=True):
    """A taken seat. Where its player asked for it, `ask` is what they asked by."""

    way: SeatWay
    ask: AskId = AskId("")


class SeatAsk(Struct, frozen=True):
    """A person who came by the code and asks for a taken seat, by the name they gave."""

    id: AskId
    seat: SeatId
    name: str


class SecondReferee(Struct, frozen=True):
    """A person whose own link gives them the referee's rights, until they are removed."""

    id: RefereeId
    name: str
    removed: bool = False
