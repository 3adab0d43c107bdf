"""Seals of dice: what players are shown before the dice fall, and the keys they are shown afterwards."""

from enum import StrEnum

from msgspec import Struct

from undercroft.kernel.units import SeatId


class Occasion(StrEnum):
    """Why dice were sealed."""

    SESSION = "session"
    BETWEEN = "between"
    ASKED = "asked"
    RESTORED = "restored"
    MOVED = "moved"


class DiceWord(Struct, frozen=True):
    """A word that a seat mixed into the dice."""

    seat: SeatId
    word: str


class Seal(Struct, frozen=True):
    """The seals of the dice in the open and of the secret dice, with their keys once these are shown."""

    number: int
    open: str
    """The SHA-256 of the key to the dice in the open, in hexadecimal."""
    secret: str
    """The same of the key to the secret dice."""
    occasion: Occasion = Occasion.BETWEEN
    session: int = 0
    """The number of the session it was made for."""
    salt: int = 0
    """Differs after each restore, so that no key comes twice."""
    words: tuple[DiceWord, ...] = ()
    open_key: str = ""
    secret_key: str = ""

    @property
    def closed(self) -> bool:
        """Whether a key of it was shown, so that it throws no more dice."""
        return bool(self.open_key or self.secret_key)
