"""Turns that went by before anybody said so: how many each group has on its account."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room


class TurnsMissed(Event, frozen=True, tag="table.turns-missed"):
    """So many turns of a group have not been checked for wanderers."""

    group: GroupId
    turns: int


def _missed(campaign: Campaign, event: TurnsMissed) -> Campaign:
    others = {group: turns for group, turns in campaign.missed.items() if group != event.group}
    return replace(campaign, missed={**others, event.group: event.turns} if event.turns else others)


def miss(play: Play, group: GroupId, turns: int) -> None:
    """So many more turns have gone by unnoticed; what comes of that is for the referee to say."""
    if turns:
        play.tell(TurnsMissed(group, play.now.missed.get(group, 0) + turns))


ROOM = Room(
    arms={TurnsMissed: _missed},
    words={TurnsMissed: lambda _, it: f"Not checked for wanderers yet: {it.turns}." if it.turns else ""},
)
