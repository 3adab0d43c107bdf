"""Scenes as they are told: begun, gone on, ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, Check, with_group
from undercroft.table.names import GroupId
from undercroft.table.rooms import Arm, Event
from undercroft.table.scenes import Scene


class SceneBegan(Event, frozen=True, tag="table.scene-began"):
    """A group is in a new scene; what it was in before waits."""

    group: GroupId
    scene: Scene


class SceneWentOn(Event, frozen=True, tag="table.scene-went-on"):
    """The innermost scene stands so now. A seat may be told less of it than there is."""

    group: GroupId
    scene: Scene


class SceneEnded(Event, frozen=True, tag="table.scene-ended"):
    """The innermost scene is over."""

    group: GroupId


class CheckMade(Event, frozen=True, tag="table.check-made"):
    """Somebody might have come, and did or did not."""

    secret: ClassVar[bool] = True

    group: GroupId
    check: Check


def _check_made(campaign: Campaign, event: CheckMade) -> Campaign:
    group = campaign.groups[event.group]
    return with_group(campaign, replace(group, checks=(*group.checks, event.check)))


def _began(campaign: Campaign, event: SceneBegan) -> Campaign:
    group = campaign.groups.get(event.group)
    if group is None:
        return campaign
    return with_group(campaign, replace(group, scenes=(*group.scenes, event.scene)))


def _went_on(campaign: Campaign, event: SceneWentOn) -> Campaign:
    group = campaign.groups.get(event.group)
    if group is None:
        return campaign
    return with_group(campaign, replace(group, scenes=(*group.scenes[:-1], event.scene)))


def _ended(campaign: Campaign, event: SceneEnded) -> Campaign:
    group = campaign.groups.get(event.group)
    if group is None:
        return campaign
    return with_group(campaign, replace(group, scenes=group.scenes[:-1]))


ARMS: Mapping[type[Event], Arm] = {
    SceneBegan: _began,
    SceneWentOn: _went_on,
    SceneEnded: _ended,
    CheckMade: _check_made,
}
