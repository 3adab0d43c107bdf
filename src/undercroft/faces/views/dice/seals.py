"""The seals of a table's dice as a seat sees them: their digits, their words, and whether they are open."""

from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.table.session.dice_seals import digits, in_force
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.dice_seals import Occasion, Seal


class SealCard(Struct, frozen=True):
    """One seal."""

    number: int
    title: str
    open: str
    """The digits of the seal, in groups."""
    secret: str
    words: tuple[tuple[str, str], ...]
    """Each word, and the name of the seat that added it."""
    opened: bool
    secrets_opened: bool


class Seals(Struct, frozen=True):
    """The seal in force and the earlier ones, the newest first."""

    now: SealCard | None
    earlier: tuple[SealCard, ...]
    may_add: bool
    """Whether the seat has a word left to add."""


def seals(known: Campaign, seat: SeatId) -> Seals:
    """The seals that a seat knows of."""
    now = in_force(known)
    earlier = tuple(_card(known, seal) for seal in reversed(known.seals) if now is None or seal.number != now.number)
    may_add = now is not None and seat in known.seats and all(added.seat != seat for added in now.words)
    return Seals(None if now is None else _card(known, now), earlier, may_add)


def _card(known: Campaign, seal: Seal) -> SealCard:
    words = tuple((added.word, _name(known, added.seat)) for added in seal.words)
    shown = digits(seal.open, len(seal.open)), digits(seal.secret, len(seal.secret))
    return SealCard(seal.number, _title(seal), *shown, words, bool(seal.open_key), bool(seal.secret_key))


def _title(seal: Seal) -> str:
    match seal.occasion:
        case Occasion.SESSION:
            return f"Session {seal.session}"
        case Occasion.BETWEEN:
            return "Outside a session"
        case Occasion.ASKED:
            return "Sealed by the referee"
        case Occasion.RESTORED:
            return "After a restore from a backup"
        case Occasion.MOVED:
            return "After the table was imported or recovered"


def _name(known: Campaign, seat: SeatId) -> str:
    return known.called(seat) or "a player"
