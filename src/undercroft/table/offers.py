"""What a seat may do now: the one list that screens, prompts, scripts and bots go by."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.decide import refusals
from undercroft.table.notes import CarryOut
from undercroft.table.proposals import proposals
from undercroft.table.roll import name_of
from undercroft.table.rooms import Offer
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.table import OFFERS


def offers(known: Campaign, seat: SeatId) -> tuple[Offer, ...]:
    """Everything that seat may do by what it knows, with the reasons where it may not; whoever looks on may nothing."""
    if seat == SPECTATORS:
        return ()
    by_room = (offer for room in OFFERS for offer in room(known, seat))
    return (*by_room, *_as_declared(known, seat), *proposals(known, seat))


def _as_declared(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """What players have declared as a command, for the referee to carry out."""
    for one in known.declared if seat == REFEREE else ():
        act = CarryOut(one.who)
        if one.command is not None:
            label = f"{name_of(known, one.who)}, as declared: {one.text}"
            yield Offer(act, label, one.who, refused=refusals(known, seat, act))
