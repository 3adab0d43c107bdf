"""Time that went by before anybody said so: how much each group has on its account."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room


class TimeMissed(Event, frozen=True, tag="table.time-missed"):
    """So much of a group's time in a site has not been checked for wanderers."""

    secret: ClassVar[bool] = True

    group: GroupId
    seconds: Seconds


def _missed(campaign: Campaign, event: TimeMissed) -> Campaign:
    others = {group: seconds for group, seconds in campaign.missed.items() if group != event.group}
    return replace(campaign, missed={**others, event.group: event.seconds} if event.seconds else others)


def miss(play: Play, group: GroupId, seconds: Seconds) -> None:
    """More time has gone by unnoticed; what comes of that is for the referee to say. Outside a site, nothing does."""
    if seconds > 0 and play.group(group).site is not None:
        play.tell(TimeMissed(group, Seconds(play.now.missed.get(group, 0) + seconds)))


ROOM = Room(arms={TimeMissed: _missed})
