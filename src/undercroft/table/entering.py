"""How a group goes through doors: with a crash, or carefully. Whoever is inside takes it accordingly."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.books.sovereign.entry import Style
from undercroft.table.campaign import Campaign, with_group
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room
from undercroft.table.telling import group as group_audience


class GroupEntered(Event, frozen=True, tag="table.group-entered"):
    """A group goes through doors in this way, until it does otherwise."""

    group: GroupId
    style: Style


def _entered(campaign: Campaign, event: GroupEntered) -> Campaign:
    there = campaign.groups.get(event.group)
    return campaign if there is None else with_group(campaign, replace(there, entered=event.style))


def enter(play: Play, group: GroupId, style: Style) -> None:
    """A group goes in so; nothing is told of what is as it was."""
    if play.group(group).entered is not style:
        play.tell(GroupEntered(group, style), to=group_audience(group))


ROOM = Room(
    arms={GroupEntered: _entered},
    words={GroupEntered: lambda _, it: "They burst in." if it.style is Style.HARD else "They go carefully again."},
)
