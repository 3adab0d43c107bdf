"""Provisions: what a group has to eat and drink, used up in marching order."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Gone, Kind, Thing


def stock(campaign: Campaign, group: GroupId, kind: Kind) -> int:
    """How much food or water those of a group carry between them."""
    return sum(thing.count for thing in _carried(campaign, group, kind))


def use_up(play: Play, group: GroupId, kind: Kind, amount: int) -> None:
    """So much of it is eaten or drunk; an empty skin stays with whoever carries it."""
    for thing in _carried(play.now, group, kind):
        taken = min(amount, thing.count)
        if not taken:
            continue
        amount -= taken
        left = replace(thing, count=thing.count - taken)
        eaten_up = not left.count and kind is Kind.FOOD
        play.tell(ThingPlaced(replace(left, points=0, place=Gone()) if eaten_up else left), to=group_audience(group))


def _carried(campaign: Campaign, group: GroupId, kind: Kind) -> tuple[Thing, ...]:
    members = campaign.groups[group].members
    return tuple(thing for one in members for thing in campaign.carried_by(one) if thing.kind is kind)
