"""The seats that are told of an event, chosen where the event is made. By default only the referee is told."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.event import Event
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, GroupId, PersonId
from undercroft.table.state.seats import REFEREE, SPECTATORS

Audience: TypeAlias = Callable[[Campaign], frozenset[SeatId]]
"""A set of seats, looked up when the event is told."""


def SECRET(_: Campaign) -> frozenset[SeatId]:  # noqa: N802 - reads as the constant it is
    """The referee alone."""
    return frozenset((REFEREE,))


def TABLE(campaign: Campaign) -> frozenset[SeatId]:  # noqa: N802 - reads as the constant it is
    """Every seat and the spectators, whether their characters are present or not."""
    return frozenset((REFEREE, SPECTATORS, *campaign.seats))


def PARTY(campaign: Campaign) -> frozenset[SeatId]:  # noqa: N802 - reads as the constant it is
    """The seats of everybody present, in any group, and the spectators."""
    return frozenset((REFEREE, SPECTATORS, *(campaign.people[who].seat for who in campaign.present)))


def group_audience(id: GroupId) -> Audience:
    """The seats of a group's members; the spectators too while the whole party is in the group."""

    def seats(campaign: Campaign) -> frozenset[SeatId]:
        members = campaign.groups[id].members
        whole = frozenset((SPECTATORS,)) if set(campaign.present) <= set(members) else frozenset[SeatId]()
        return frozenset((REFEREE, *(campaign.people[who].seat for who in members))) | whole

    return seats


def around(id: PersonId) -> Audience:
    """The seats of the person's group; the person's own seat and the referee if they are in no group."""

    def seats(campaign: Campaign) -> frozenset[SeatId]:
        group = campaign.group_of(id)
        return frozenset((REFEREE, campaign.people[id].seat)) if group is None else group_audience(group.id)(campaign)

    return seats


def seats(*named: SeatId) -> Audience:
    """These seats and the referee."""
    return lambda _: frozenset((REFEREE, *named))


class Told(Struct, frozen=True):
    """An event with the seats that were told, the time it happened, and the act it belongs to.

    Events about dice that are waited for belong to no act. `copies` are for the referee: the redacted copies of the
    event that players were told, as the table reads them from its log.
    """

    event: Event
    to: tuple[SeatId, ...]
    at: Seconds
    act: ActId | None
    copies: tuple["Told", ...] = ()
