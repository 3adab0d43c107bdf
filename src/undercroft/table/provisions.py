"""Provisions: what a group has to eat and drink, used up in marching order."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId, PersonId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Gone, Kind, Thing, parted


def stock(campaign: Campaign, group: GroupId, kind: Kind) -> int:
    """How much food or water those of a group carry between them."""
    return sum(thing.count for thing in _carried(campaign, group, kind))


def use_up(play: Play, group: GroupId, kind: Kind, amount: int) -> None:
    """So much of it is eaten or drunk."""
    for thing in _carried(play.now, group, kind):
        taken = min(amount, thing.count)
        if not taken:
            continue
        amount -= taken
        _take(play, group, thing, taken)


def open_one(play: Play, who: PersonId, kind: Kind) -> bool:
    """Somebody takes one of their own, else of their group's, in marching order; whether there was any."""
    group = play.now.group_of(who)
    if group is None:
        return False
    own = tuple(thing for thing in play.now.carried_by(who) if thing.kind is kind)
    found = next((thing for thing in (*own, *_carried(play.now, group.id, kind)) if thing.count), None)
    if found is not None:
        _take(play, group.id, found, 1)
    return found is not None


def _take(play: Play, group: GroupId, thing: Thing, count: int) -> None:
    """So many of a thing are used up; an empty skin stays with whoever carries it."""
    if thing.kind is not Kind.FOOD:
        left = replace(thing, count=thing.count - count)
    else:
        _, rest = parted(thing, count)
        left = rest if rest.count else replace(rest, place=Gone())
    play.tell(ThingPlaced(left), to=group_audience(group))


def _carried(campaign: Campaign, group: GroupId, kind: Kind) -> tuple[Thing, ...]:
    members = campaign.groups[group].members
    return tuple(thing for one in members for thing in campaign.carried_by(one) if thing.kind is kind)
