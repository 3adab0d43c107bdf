"""Who is across an obstacle or in it: a group that moves on leaves nobody behind there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, Group, with_seen, with_site
from undercroft.table.names import ObstacleId, PersonId
from undercroft.table.seen import SeenObstacle
from undercroft.table.sites import Obstacle

T = TypeVar("T", Obstacle, SeenObstacle)


def clear_of_obstacles(campaign: Campaign, group: Group) -> Campaign:
    """Nobody of the group is across or in anything, in truth and by what is known."""
    site = campaign.site_of(group)
    seen = campaign.seen_by(group)
    if site is not None and _any(site.obstacles):
        campaign = with_site(campaign, replace(site, obstacles=_without(site.obstacles, group.members)))
    if seen is not None and _any(seen.obstacles):
        campaign = with_seen(campaign, replace(seen, obstacles=_without(seen.obstacles, group.members)))
    return campaign


def _any(obstacles: Mapping[ObstacleId, T]) -> bool:
    return any(one.over or one.down for one in obstacles.values())


def _without(obstacles: Mapping[ObstacleId, T], members: tuple[PersonId, ...]) -> Mapping[ObstacleId, T]:
    return {
        id: replace(
            one,
            over=tuple(who for who in one.over if who not in members),
            down=tuple(who for who in one.down if who not in members),
        )
        for id, one in obstacles.items()
    }
