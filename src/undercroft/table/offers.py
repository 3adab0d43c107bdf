"""What a seat may do now: the one list that screens, prompts, scripts and bots go by."""

from __future__ import annotations

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.rooms import Offer
from undercroft.table.seats import SPECTATORS
from undercroft.table.table import OFFERS


def offers(known: Campaign, seat: SeatId) -> tuple[Offer, ...]:
    """Everything that seat may do by what it knows, with the reasons where it may not; whoever looks on may nothing."""
    if seat == SPECTATORS:
        return ()
    return tuple(offer for room in OFFERS for offer in room(known, seat))
