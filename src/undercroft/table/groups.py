"""Groups: who goes with whom, in which order, where, and how the party splits and comes together again."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.delving.marching import Order, set_marching_order
from undercroft.kernel.naming import check_name
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group, with_group
from undercroft.table.crossed import clear_of_obstacles
from undercroft.table.names import GroupId, Name, PersonId, SiteId, ZoneId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group

MAIN = GroupId("party")
"""The group that everybody begins in."""


class March(Command, frozen=True, tag="march"):
    """Set the marching order of a group."""

    group: GroupId
    order: tuple[PersonId, ...]


class Split(Command, frozen=True, tag="split"):
    """Some of a group go their own way, under their own name."""

    group: GroupId
    members: tuple[PersonId, ...]
    name: Name = "scouts"

    def __post_init__(self) -> None:
        """A name is one that people can read."""
        check_name(self.name)


class Rejoin(Command, frozen=True, tag="rejoin"):
    """A group joins another in the same place; whoever is earlier has waited."""

    group: GroupId
    other: GroupId


class GroupFormed(Event, frozen=True, tag="table.group-formed"):
    """Those who go together from now on. `present` are all who take part."""

    group: Group
    present: tuple[PersonId, ...] | None = None


class GroupOrdered(Event, frozen=True, tag="table.group-ordered"):
    """A group marches in this order."""

    group: GroupId
    order: tuple[PersonId, ...]


class GroupMoved(Event, frozen=True, tag="table.group-moved"):
    """A group is here now."""

    group: GroupId
    site: SiteId | None
    zone: ZoneId | None


class GroupGone(Event, frozen=True, tag="table.group-gone"):
    """Nobody goes by that name any more."""

    group: GroupId


def _formed(campaign: Campaign, event: GroupFormed) -> Campaign:
    """New members leave the group they were in."""
    joined = set(event.group.members)
    groups = {
        id: replace(other, members=tuple(member for member in other.members if member not in joined))
        for id, other in campaign.groups.items()
    }
    groups[event.group.id] = event.group
    present = campaign.present if event.present is None else event.present
    return replace(campaign, groups=groups, present=present)


def _ordered(campaign: Campaign, event: GroupOrdered) -> Campaign:
    there = campaign.groups.get(event.group)
    return campaign if there is None else with_group(campaign, replace(there, members=event.order))


def _moved(campaign: Campaign, event: GroupMoved) -> Campaign:
    there = campaign.groups.get(event.group)
    if there is None:
        return campaign
    campaign = clear_of_obstacles(campaign, there)
    return with_group(campaign, replace(there, site=event.site, zone=event.zone))


def _gone(campaign: Campaign, event: GroupGone) -> Campaign:
    return replace(campaign, groups={id: one for id, one in campaign.groups.items() if id != event.group})


def _march(play: Play, act: March) -> None:
    named = Order(play.group(act.group).members, act.order)
    order = tuple(PersonId(one) for one in set_marching_order(Script(), named).order)
    play.tell(GroupOrdered(act.group, order), to=group(act.group))


def _marching(known: Campaign, seat: SeatId, act: March) -> Iterable[Reason]:
    if seat != REFEREE:
        yield Reason("referee_only", "That is for the referee.")
    there = known.groups.get(act.group)
    if there is None:
        yield Reason("no_group", "Nobody goes by that name.")
    elif sorted(there.members) != sorted(act.order):
        yield Reason("not_the_members", "Name everybody in the group, each once.", set_marching_order.id)


ROOM = Room(
    arms={GroupFormed: _formed, GroupOrdered: _ordered, GroupMoved: _moved, GroupGone: _gone},
    steps={March: _march},
    refusals={March: _marching},
    words={
        GroupFormed: lambda now, it: (
            f"{it.group.name}: {', '.join(now.people[one].name for one in it.group.members if one in now.people)}."
        ),
        GroupOrdered: lambda now, it: (
            f"Marching order: {', '.join(now.people[one].name for one in it.order if one in now.people)}."
        ),
    },
)
