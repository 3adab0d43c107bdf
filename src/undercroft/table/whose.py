"""Who may act for whom, by what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.house import Wilderness
from undercroft.table.names import GroupId, PersonId
from undercroft.table.rooms import Command, Reason
from undercroft.table.seats import REFEREE


def referee_only(seat: SeatId) -> Iterable[Reason]:
    """Why a player may not."""
    if seat != REFEREE:
        yield Reason("referee_only", "That is for the referee.")


def of_itself(_: Campaign, seat: SeatId, __: Command) -> Iterable[Reason]:
    """Why nobody asks for what follows from how things stand."""
    yield from referee_only(seat)
    if seat == REFEREE:
        yield Reason("of_itself", "That comes of itself.")


def not_theirs(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """Why a seat may not act for somebody."""
    person = known.people.get(who)
    if person is None or who not in known.present:
        yield Reason("not_here", "Nobody of that name is here.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")
    elif not person.able:
        yield Reason("not_able", f"{person.name} cannot act.")


def cannot_travel(
    known: Campaign, seat: SeatId, group: GroupId, by: Wilderness, rule: RuleId | None = None
) -> Iterable[Reason]:
    """Why a group does not travel by that book."""
    yield from referee_only(seat)
    there = known.groups.get(group)
    if there is None or not there.members:
        yield Reason("no_group", "Nobody goes by that name.")
    elif known.house.wilderness is not by:
        yield Reason("other_book", "By the rules of this house they travel otherwise.", rule)
