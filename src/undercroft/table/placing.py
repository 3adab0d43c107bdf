"""Things put into the world by the referee, and what they are known to be worth."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.foes import slug
from undercroft.table.names import GroupId, Text, ThingId
from undercroft.table.opening import ThingPlaced, seen_thing
from undercroft.table.play import Play
from undercroft.table.purses import COINS
from undercroft.table.reaching import called
from undercroft.table.roadside import ground, stands_at
from undercroft.table.rooms import Command, Event, Reason, Room, unchanged
from undercroft.table.sightings import tell_thing
from undercroft.table.telling import SECRET, TABLE
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Gone, Guarded, Kind, Left, Lying, Place, Thing
from undercroft.table.wares import ITEMS
from undercroft.table.whose import referee_only


class AddThing(Command, frozen=True, tag="add_thing"):
    """Put something into the world."""

    thing: Thing


class PutHere(Command, frozen=True, tag="put_here"):
    """Something lies where a group is: what the fallen had, what a chest held. An `item` of the lists says the rest."""

    group: GroupId
    name: Annotated[str, Meta(max_length=64)] = ""
    what: Kind = Kind.TREASURE
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    worth: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    """In coppers, of all of them."""
    points: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    item: Text = ""
    appraised: bool = True
    """Whether those who see it know what it is worth."""


class Appraise(Command, frozen=True, tag="appraise"):
    """Let everybody who sees it know what something is worth; the referee may set that."""

    thing: ThingId
    worth: Annotated[int, Meta(ge=0, le=10**12)] | None = None


class LiesThere(Event, frozen=True, tag="table.lies-there"):
    """Something lies where a group is, for all of them to see."""

    group: GroupId
    what: str


class Appraised(Event, frozen=True, tag="table.appraised"):
    """Something is known to be worth so many coppers."""

    what: str
    worth: int


def _add(play: Play, act: AddThing) -> None:
    _place(play, act.thing)


def _put_here(play: Play, act: PutHere) -> None:
    group = play.group(act.group)
    ware = ITEMS.get(act.item)
    name = act.name or (ware.name if ware is not None else "something")
    thing = Thing(
        _new_id(play.now, slug(name), group),
        name,
        ware.kind if ware is not None else act.what,
        ground(group),
        act.count,
        points=ware.load(act.count) if ware is not None and not act.points else act.points,
        worth=act.worth,
        appraised=act.appraised,
        item=act.item if ware is not None else COINS if act.what is Kind.COINS else "",
    )
    tell_thing(play, group.id, ThingPlaced(thing))
    play.tell(LiesThere(group.id, called(thing)), to=group_audience(group.id))


def _new_id(campaign: Campaign, name: str, group: Group) -> ThingId:
    """By what it is, where and since when; several alike of one moment are counted."""
    base = f"{name}-{group.id}-{group.time}"
    numbers = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(ThingId(id) for id in numbers if id not in campaign.things)


def _place(play: Play, thing: Thing) -> None:
    """Those who stand where it lies see it; what is on somebody is everybody's to see; what it is worth is not."""
    place, shown = thing.place, seen_thing(thing)
    if isinstance(place, Carried):
        play.tell(ThingPlaced(thing), to=TABLE if shown == thing else SECRET)
        if shown != thing:
            play.aside(ThingPlaced(shown), to=TABLE)
        return
    near = [one for one in play.now.groups.values() if stands_at(one, place)]
    if not near:
        play.tell(ThingPlaced(thing))
    for group in near:
        tell_thing(play, group.id, ThingPlaced(thing))


def _appraise(play: Play, act: Appraise) -> None:
    """Those who have it, or stand before it, learn what it is worth."""
    thing = play.now.things[act.thing]
    worth = thing.worth if act.worth is None else act.worth
    known = replace(thing, worth=worth, appraised=True)
    holder = play.now.group_of(known.place.by) if isinstance(known.place, Carried) else None
    if holder is None:
        _place(play, known)
        return
    tell_thing(play, holder.id, ThingPlaced(known))
    play.tell(Appraised(known.name, worth or 0), to=group_audience(holder.id))


def _may_add(known: Campaign, seat: SeatId, act: AddThing) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.thing.id in known.things:
        yield Reason("name_taken", "There is already a thing of that name.")
    if act.thing.count < 1:
        yield Reason("too_few", "There must be at least one.")
    yield from nowhere(known, act.thing.place)


def _may_put_here(known: Campaign, seat: SeatId, act: PutHere) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        yield Reason("no_group", "Nobody goes by that name.")
    elif isinstance(ground(group), Gone):
        yield Reason("nowhere", "They are neither in a site nor in the lands: give it to somebody instead.")
    if act.item and act.item not in ITEMS:
        yield Reason("unknown_item", "No list has such an item.")
    if not act.item and not act.name:
        yield Reason("no_name", "Give it a name, or an item of the lists.")


def nowhere(known: Campaign, place: Place) -> Iterable[Reason]:
    """Why nothing can be there."""
    match place:
        case Carried(by=by) if by not in known.people:
            yield Reason("not_here", "Nobody goes by that name.")
        case Lying(site=site, zone=zone) if site not in known.sites or zone not in known.sites[site].zones:
            yield Reason("no_zone", "There is no such place.")
        case Left(hex=hex) if hex not in known.lands.hexes:
            yield Reason("no_hex", "The lands have no such hex.")
        case Guarded(site=site, by=by) if site not in known.sites or by not in known.sites[site].creatures:
            yield Reason("no_creatures", "Nobody of that kind is there.")
        case _:
            pass


def _may_appraise(known: Campaign, seat: SeatId, act: Appraise) -> Iterable[Reason]:
    yield from referee_only(seat)
    thing = known.things.get(act.thing)
    if thing is None:
        yield Reason("not_there", "There is no such thing.")
    elif act.worth is None and thing.worth is None:
        yield Reason("no_worth", "Say what it is worth.")


ROOM = Room(
    arms={Appraised: unchanged, LiesThere: unchanged},
    steps={AddThing: _add, PutHere: _put_here, Appraise: _appraise},
    refusals={AddThing: _may_add, PutHere: _may_put_here, Appraise: _may_appraise},
    words={
        LiesThere: lambda _, it: f"There lies {it.what}.",
        Appraised: lambda _, it: f"The {it.what} is worth {in_coins(it.worth)}.",
    },
)
