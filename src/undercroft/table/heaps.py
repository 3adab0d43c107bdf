"""Where things are: moved, parted from a heap, laid to what is alike, used up."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, Group
from undercroft.table.light import go_out
from undercroft.table.names import PersonId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.sightings import tell_thing
from undercroft.table.things import Carried, Gone, Kind, Place, Thing, parted


def move(play: Play, group: Group, thing: Thing, place: Place, count: int | None = None) -> None:
    """A thing, or so many of it, is somewhere else; what is alike there goes together with it."""
    taken, rest = parted(thing, min(count or thing.count, thing.count))
    taken = replace(taken, place=place, found=_won(thing, place))
    if rest.count:
        tell_thing(play, group.id, ThingPlaced(rest))
        taken = replace(taken, id=_other_id(play.now, thing, place, group))
    alike = next((one for one in play.now.things.values() if one.id != thing.id and _alike(play.now, one, taken)), None)
    if alike is None:
        tell_thing(play, group.id, ThingPlaced(taken))
        return
    if not rest.count:
        tell_thing(play, group.id, ThingPlaced(replace(taken, count=0, points=0, place=Gone())))
    both = None if alike.worth is None or taken.worth is None else alike.worth + taken.worth
    count_now, points = alike.count + taken.count, alike.points + taken.points
    tell_thing(play, group.id, ThingPlaced(replace(alike, count=count_now, points=points, worth=both)))


def _won(thing: Thing, place: Place) -> bool | None:
    """Coins and treasure taken up where they were found count as won; what people lay down was theirs before."""
    if thing.found is not None or thing.kind not in (Kind.COINS, Kind.TREASURE):
        return thing.found
    if isinstance(place, Carried):
        return None if isinstance(thing.place, Carried) else True
    return False if isinstance(thing.place, Carried) else None


def _other_id(campaign: Campaign, thing: Thing, place: Place, group: Group) -> ThingId:
    """A name for a part of a heap, by what it is, where it goes and when."""
    whose = place.by if isinstance(place, Carried) else group.zone or "away"
    id = ThingId(f"{thing.id}-{whose}-{group.time}")
    while id in campaign.things:
        id = ThingId(f"{id}-more")
    return id


def _alike(campaign: Campaign, one: Thing, other: Thing) -> bool:
    """Stock of the books' lists goes together; what burns, and what has a name of its own, does not."""
    if not one.item or not one.count or one.id in campaign.lights or other.id in campaign.lights:
        return False
    return replace(one, id=other.id, count=other.count, points=other.points, worth=other.worth) == other


def spend(play: Play, who: PersonId, thing: Thing, count: int) -> None:
    """So many of something are gone; the last of them for good, and what burns goes out first."""
    group = play.group_with(who)
    light = play.now.lights.get(thing.id)
    if light is not None:
        go_out(play, light, spent=False)
    left = parted(play.now.things[thing.id], min(count, thing.count))[1]
    tell_thing(play, group.id, ThingPlaced(left if left.count else replace(left, points=0, place=Gone())))
