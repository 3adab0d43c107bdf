"""Moving and using up things: stacks that are split and merged."""

from msgspec.structs import replace

from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind, ThingPlace, parted
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.light import go_out
from undercroft.table.world.sight import tell_thing


def move(play: Play, group: Group, thing: Thing, place: ThingPlace, count: int | None = None) -> None:
    """Move a thing, or some of it, to another place, and merge it with the same stock there."""
    taken, rest = parted(thing, min(count or thing.count, thing.count))
    taken = replace(taken, place=place, found=_found(thing, place))
    if rest.count:
        tell_thing(play, group.id, ThingPlaced(rest))
        taken = replace(taken, id=_free_id(play.now, thing, place, group))
    others = (other for other in play.now.things.values() if other.id != thing.id)
    alike = next((other for other in others if _can_merge(play.now, other, taken)), None)
    if alike is None:
        tell_thing(play, group.id, ThingPlaced(taken))
        return
    if not rest.count:
        tell_thing(play, group.id, ThingPlaced(replace(taken, count=0, points=0, place=Gone())))
    both = None if alike.worth is None or taken.worth is None else alike.worth + taken.worth
    count_now, points = alike.count + taken.count, alike.points + taken.points
    tell_thing(play, group.id, ThingPlaced(replace(alike, count=count_now, points=points, worth=both)))


def _found(thing: Thing, place: ThingPlace) -> bool | None:
    """Whether coins or treasure count as found: yes when taken where they lay, no when a character laid them down."""
    if thing.found is not None or thing.kind not in (ThingKind.COINS, ThingKind.TREASURE):
        return thing.found
    if isinstance(place, Carried):
        return None if isinstance(thing.place, Carried) else True
    return False if isinstance(thing.place, Carried) else None


def _free_id(campaign: Campaign, thing: Thing, place: ThingPlace, group: Group) -> ThingId:
    """An id for a part of a stack, by what it is, where it goes and when."""
    whose = place.by if isinstance(place, Carried) else group.zone or "away"
    id = ThingId(f"{thing.id}-{whose}-{group.time}")
    while id in campaign.things:
        id = ThingId(f"{id}-more")
    return id


def _can_merge(campaign: Campaign, stack: Thing, added: Thing) -> bool:
    """Whether two stacks can merge: both from the books' lists, and neither of them burning."""
    if not stack.item or not stack.count or stack.id in campaign.lights or added.id in campaign.lights:
        return False
    return same_stock(stack, added)


def same_stock(stack: Thing, added: Thing) -> bool:
    """Whether two stacks differ in nothing but id, count, load and worth."""
    return replace(stack, id=added.id, count=added.count, points=added.points, worth=added.worth) == added


def spend(play: Play, who: PersonId, thing: Thing, count: int) -> None:
    """Use up some of a thing; the last of it is gone for good, and a burning light goes out first."""
    group = play.group_with(who)
    light = play.now.lights.get(thing.id)
    if light is not None:
        go_out(play, light, spent=False)
    left = parted(play.now.things[thing.id], min(count, thing.count))[1]
    tell_thing(play, group.id, ThingPlaced(left if left.count else replace(left, points=0, place=Gone())))
