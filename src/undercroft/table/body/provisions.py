"""Provisions: a group's food and water, used up in marching order."""

from msgspec.structs import replace

from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.things import Gone, Thing, ThingKind, parted
from undercroft.table.world.campaign_start import ThingPlaced


def stock(campaign: Campaign, group: GroupId, kind: ThingKind) -> int:
    """The rations or waterskins a group carries."""
    return sum(thing.count for thing in _carried(campaign, group, kind))


def use_up(play: Play, group: GroupId, kind: ThingKind, amount: int) -> None:
    """Use up an amount of a group's food or water."""
    for thing in _carried(play.now, group, kind):
        taken = min(amount, thing.count)
        if taken:
            amount -= taken
            _take(play, group, thing, taken)


def open_one(play: Play, who: PersonId, kind: ThingKind) -> bool:
    """Take a ration or waterskin, a person's own before their group's, and return whether there was any."""
    group = play.now.group_of(who)
    if group is None:
        return False
    things = (*play.now.carried_by(who), *_carried(play.now, group.id, kind))
    found = next((thing for thing in things if thing.kind is kind and thing.count), None)
    if found is not None:
        _take(play, group.id, found, 1)
    return found is not None


def _take(play: Play, group: GroupId, thing: Thing, count: int) -> None:
    """Use up some of a thing; an empty waterskin stays with its carrier."""
    if thing.kind is not ThingKind.FOOD:
        left = replace(thing, count=thing.count - count)
    else:
        _, rest = parted(thing, count)
        left = rest if rest.count else replace(rest, place=Gone())
    play.tell(ThingPlaced(left), to=group_audience(group))


def _carried(campaign: Campaign, group: GroupId, kind: ThingKind) -> tuple[Thing, ...]:
    members = campaign.groups[group].members
    return tuple(thing for member in members for thing in campaign.carried_by(member) if thing.kind is kind)
