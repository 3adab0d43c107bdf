"""Links: each seat has a secret one, and a new edition of it makes the old ones worthless."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.whose import referee_only


class RenewLink(Command, frozen=True, tag="renew_link"):
    """Make a seat's link and every sign-in by it worthless, and give it a new one. This is never taken back."""

    seat: SeatId


class LinkRenewed(Event, frozen=True, tag="table.link-renewed"):
    """From now on only this edition of a seat's link counts, whatever is taken back."""

    secret: ClassVar[bool] = True

    seat: SeatId
    edition: int


def _renewed(campaign: Campaign, event: LinkRenewed) -> Campaign:
    return replace(campaign, editions={**campaign.editions, event.seat: event.edition})


def _renew(play: Play, act: RenewLink) -> None:
    play.tell(LinkRenewed(act.seat, play.now.editions.get(act.seat, 0) + 1), for_good=True)


def _may_renew(known: Campaign, seat: SeatId, act: RenewLink) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.seat not in (REFEREE, SPECTATORS, *known.seats):
        yield Reason("no_seat", "There is no such seat.")


ROOM = Room(arms={LinkRenewed: _renewed}, steps={RenewLink: _renew}, refusals={RenewLink: _may_renew})
