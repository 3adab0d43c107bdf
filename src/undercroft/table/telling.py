"""Who is told: decided where a fact is born. The default is the referee alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.names import ActId, GroupId, PersonId
from undercroft.table.rooms import Event
from undercroft.table.seats import REFEREE, SPECTATORS

Audience: TypeAlias = Callable[[Campaign], frozenset[SeatId]]
"""Seats, looked up when the fact is told."""


def SECRET(_: Campaign) -> frozenset[SeatId]:  # noqa: N802 - reads as the constant it is
    """The referee alone."""
    return frozenset((REFEREE,))


def TABLE(campaign: Campaign) -> frozenset[SeatId]:  # noqa: N802 - reads as the constant it is
    """Everybody who has a seat, present or not."""
    return frozenset((REFEREE, SPECTATORS, *campaign.seats))


def PARTY(campaign: Campaign) -> frozenset[SeatId]:  # noqa: N802 - reads as the constant it is
    """The seats of those present, wherever they are, and whoever looks on."""
    return frozenset((REFEREE, SPECTATORS, *(campaign.people[one].seat for one in campaign.present)))


def group(id: GroupId) -> Audience:
    """The seats of those who go together; whoever looks on sees them only while the party is whole."""

    def seats(campaign: Campaign) -> frozenset[SeatId]:
        members = campaign.groups[id].members
        whole = frozenset((SPECTATORS,)) if set(campaign.present) <= set(members) else frozenset[SeatId]()
        return frozenset((REFEREE, *(campaign.people[one].seat for one in members))) | whole

    return seats


def person(id: PersonId) -> Audience:
    """The seat that plays somebody, and the referee."""

    def seats(campaign: Campaign) -> frozenset[SeatId]:
        return frozenset((REFEREE, campaign.people[id].seat))

    return seats


def around(id: PersonId) -> Audience:
    """The seats of those who go with somebody; of somebody who goes with nobody, their own."""

    def seats(campaign: Campaign) -> frozenset[SeatId]:
        there = campaign.group_of(id)
        return person(id)(campaign) if there is None else group(there.id)(campaign)

    return seats


def seats(*named: SeatId) -> Audience:
    """These seats and the referee."""
    return lambda _: frozenset((REFEREE, *named))


class Told(Struct, frozen=True):
    """A fact in its envelope: who knows it, when it happened, and of which act it is part.

    What waits for dice is part of no act.
    """

    event: Event
    to: tuple[SeatId, ...]
    at: Seconds
    act: ActId | None
