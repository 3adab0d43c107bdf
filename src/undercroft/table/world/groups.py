"""Groups: their members, marching order and place."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from undercroft.books.delving.marching import Order, set_marching_order
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import thing_named, within
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.state.campaign import Campaign, Group, changed_group, with_group, with_seen, with_site
from undercroft.table.state.ids import GroupId, ObstacleId, PersonId, SiteId, ZoneId
from undercroft.table.state.seen_sites import SeenObstacle
from undercroft.table.state.sites import Obstacle

MAIN = GroupId("party")
"""The group that everybody starts in."""


class March(Command, frozen=True, tag="march"):
    """Set the marching order of a group."""

    group: GroupId
    order: tuple[PersonId, ...]
    ABOUT = About(title="Set the marching order", deed="the marching order", words="marching order formation")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
        elif sorted(self.order) not in (sorted(group.members), sorted(_living(known, group))):
            yield Reason("not_the_members", "Name every living member of the group once.", set_marching_order.id)

    def do(self, play: Play) -> None:
        """March in that order; the dead are carried along at the end."""
        group = play.group(self.group)
        named = Order(group.members, (*self.order, *(who for who in group.members if who not in self.order)))
        order = tuple(PersonId(who) for who in set_marching_order(Script(), named).order)
        play.tell(GroupOrdered(self.group, order), to=group_audience(self.group))


class GroupFormed(Event, frozen=True, tag="table.group-formed"):
    """A group was formed or changed. `present` are all the people in play."""

    group: Group
    present: tuple[PersonId, ...] | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        """Move the members from the groups they were in."""
        joined = set(self.group.members)
        groups = {
            id: replace(other, members=tuple(member for member in other.members if member not in joined))
            for id, other in campaign.groups.items()
        }
        groups[self.group.id] = self.group
        present = campaign.present if self.present is None else self.present
        return replace(campaign, groups=groups, present=present)

    def say(self, now: Campaign) -> str:
        names = [now.people[who].name for who in self.group.members if who in now.people]
        name = self.group.name if self.group.name.startswith("The ") else f"Group {self.group.name}"
        return f"{name}: {series(names)}." if names else ""


class GroupOrdered(Event, frozen=True, tag="table.group-ordered"):
    """The marching order of a group was set."""

    group: GroupId
    order: tuple[PersonId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, members=self.order)

    def say(self, now: Campaign) -> str:
        living = tuple(who for who in self.order if who in now.people and now.people[who].alive)
        return f"Marching order: {_names(now, living)}."


class GroupMoved(Event, frozen=True, tag="table.group-moved"):
    """A group moved to a zone of a site, or out of it."""

    group: GroupId
    site: SiteId | None
    zone: ZoneId | None
    ran_to: str = ""
    """The room that the group ran to, as the group knows it, where it fled."""
    called: str = ""
    """The name of the site that the group entered or left."""

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.groups.get(self.group)
        if group is None:
            return campaign
        campaign = clear_of_obstacles(campaign, group)
        moved = with_group(campaign, replace(group, site=self.site, zone=self.zone))
        if (self.site, self.zone) == (group.site, group.zone) or not campaign.listened:
            return moved
        listened = {who: doors for who, doors in campaign.listened.items() if who not in group.members}
        return replace(moved, listened=listened)

    def say(self, now: Campaign) -> str:
        if self.ran_to:
            return f"{group_acts(now, self.group, 'run', 'runs')} to {thing_named(self.ran_to, known=True)}."
        if not self.called:
            return ""
        goes = ("leave", "leaves") if self.site is None else ("enter", "enters")
        return f"{group_acts(now, self.group, *goes)} {within(self.called)}."


class GroupGone(Event, frozen=True, tag="table.group-gone"):
    """A group was dissolved."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, groups={id: group for id, group in campaign.groups.items() if id != self.group})


PART = Part(commands=(March,), events=(GroupFormed, GroupOrdered, GroupMoved, GroupGone))


T = TypeVar("T", Obstacle, SeenObstacle)


def clear_of_obstacles(campaign: Campaign, group: Group) -> Campaign:
    """The campaign with the group's members off every obstacle, true and known."""
    site = campaign.site_of(group)
    seen = campaign.seen_by(group)
    if site is not None and _are_used(site.obstacles):
        campaign = with_site(campaign, replace(site, obstacles=_without(site.obstacles, group.members)))
    if seen is not None and _are_used(seen.obstacles):
        campaign = with_seen(campaign, replace(seen, obstacles=_without(seen.obstacles, group.members)))
    return campaign


def _are_used(obstacles: Mapping[ObstacleId, T]) -> bool:
    return any(obstacle.over or obstacle.down for obstacle in obstacles.values())


def _without(obstacles: Mapping[ObstacleId, T], members: tuple[PersonId, ...]) -> Mapping[ObstacleId, T]:
    return {
        id: replace(
            obstacle,
            over=tuple(who for who in obstacle.over if who not in members),
            down=tuple(who for who in obstacle.down if who not in members),
        )
        for id, obstacle in obstacles.items()
    }


def _living(known: Campaign, group: Group) -> tuple[PersonId, ...]:
    return tuple(who for who in group.members if who not in known.people or known.people[who].alive)


def _names(now: Campaign, members: tuple[PersonId, ...]) -> str:
    return ", ".join(now.people[who].name for who in members if who in now.people)
