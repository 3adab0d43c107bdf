"""Things change hands: taken up, handed over, laid down, packed away, used up, and found to be worth something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table import traps
from undercroft.table.campaign import Campaign, Group
from undercroft.table.loads import load
from undercroft.table.names import PersonId, Text, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.sightings import concealed, tell_thing
from undercroft.table.telling import TABLE
from undercroft.table.things import Carried, Gone, Guarded, Lying, Place, Thing, Worn
from undercroft.table.whose import not_theirs, referee_only

Amount = Annotated[int, Meta(ge=1, le=1_000_000)]


class Take(Command, frozen=True, tag="take"):
    """Take something up: from the floor, from the dead, or from those who no longer guard it."""

    who: PersonId
    thing: ThingId
    how: Worn = Worn.STOWED
    count: Amount | None = None


class Give(Command, frozen=True, tag="give"):
    """Hand something to somebody who stands near."""

    who: PersonId
    thing: ThingId
    to: PersonId
    count: Amount | None = None


class Drop(Command, frozen=True, tag="drop"):
    """Lay something down where one stands."""

    who: PersonId
    thing: ThingId
    count: Amount | None = None


class Pack(Command, frozen=True, tag="pack"):
    """Bring something to hand, or pack it away."""

    who: PersonId
    thing: ThingId
    how: Worn


class UseUp(Command, frozen=True, tag="use_up"):
    """Spend so many of something: rations, arrows, coins."""

    who: PersonId
    thing: ThingId
    count: Amount = 1
    why: Text = ""


class AddThing(Command, frozen=True, tag="add_thing"):
    """Put something into the world."""

    thing: Thing


class Appraise(Command, frozen=True, tag="appraise"):
    """Let everybody who sees it know what something is worth; the referee may set that."""

    thing: ThingId
    worth: Annotated[int, Meta(ge=0, le=10**12)] | None = None


def _group(play: Play, who: PersonId) -> Group:
    group = play.now.group_of(who)
    if group is None:
        raise ValueError("nobody is there")
    return group


def move(play: Play, group: Group, thing: Thing, place: Place, count: int | None = None) -> None:
    """A thing, or so many of it, is somewhere else; what is alike there goes together with it."""
    moved = min(count or thing.count, thing.count)
    rest = thing.count - moved
    each = thing.points // max(1, thing.count)
    worth = None if thing.worth is None else thing.worth // max(1, thing.count)
    taken = replace(
        thing,
        place=place,
        count=moved,
        points=thing.points - each * rest,
        worth=None if worth is None or thing.worth is None else thing.worth - worth * rest,
    )
    if rest:
        left = replace(thing, count=rest, points=each * rest, worth=None if worth is None else worth * rest)
        tell_thing(play, group.id, ThingPlaced(left))
        taken = replace(taken, id=_other_id(play.now, thing, place, group))
    alike = next((one for one in play.now.things.values() if one.id != thing.id and _alike(one, taken)), None)
    if alike is None:
        tell_thing(play, group.id, ThingPlaced(taken))
        return
    if not rest:
        tell_thing(play, group.id, ThingPlaced(replace(taken, count=0, points=0, place=Gone())))
    both = None if alike.worth is None or taken.worth is None else alike.worth + taken.worth
    count_now, points = alike.count + taken.count, alike.points + taken.points
    tell_thing(play, group.id, ThingPlaced(replace(alike, count=count_now, points=points, worth=both)))


def _other_id(campaign: Campaign, thing: Thing, place: Place, group: Group) -> ThingId:
    """A name for a part of a heap, by what it is, where it goes and when."""
    whose = place.by if isinstance(place, Carried) else group.zone or "away"
    id = ThingId(f"{thing.id}-{whose}-{group.time}")
    while id in campaign.things:
        id = ThingId(f"{id}-more")
    return id


def _alike(one: Thing, other: Thing) -> bool:
    same = one.place == other.place and one.count > 0 and one.burnt == other.burnt and one.appraised == other.appraised
    return same and (one.item, one.name, one.kind) == (other.item, other.name, other.kind)


def _take(play: Play, act: Take) -> None:
    """What is trapped springs when it is meddled with; whoever is still able has it then."""
    group = _group(play, act.who)
    traps.meddle(play, act.who, act.thing)
    if play.now.people[act.who].able:
        move(play, group, play.now.things[act.thing], Carried(act.who, act.how), act.count)


def _give(play: Play, act: Give) -> None:
    move(play, _group(play, act.who), play.now.things[act.thing], Carried(act.to), act.count)


def _drop(play: Play, act: Drop) -> None:
    group = _group(play, act.who)
    lies = Lying(group.site, group.zone) if group.site is not None and group.zone is not None else Gone()
    move(play, group, play.now.things[act.thing], lies, act.count)


def _pack(play: Play, act: Pack) -> None:
    move(play, _group(play, act.who), play.now.things[act.thing], Carried(act.who, act.how))


def _use_up(play: Play, act: UseUp) -> None:
    group, thing = _group(play, act.who), play.now.things[act.thing]
    left = thing.count - min(act.count, thing.count)
    if not left:
        tell_thing(play, group.id, ThingPlaced(replace(thing, count=0, points=0, place=Gone())))
        return
    points = thing.points * left // thing.count
    worth = None if thing.worth is None else thing.worth * left // thing.count
    tell_thing(play, group.id, ThingPlaced(replace(thing, count=left, points=points, worth=worth)))


def _add(play: Play, act: AddThing) -> None:
    """Those who stand where it lies see it; what is on somebody is everybody's to see."""
    place = act.thing.place
    if isinstance(place, Carried):
        play.tell(ThingPlaced(act.thing), to=TABLE)
        return
    near = [one for one in play.now.groups.values() if isinstance(place, Lying) and _stands(one, place)]
    if not near:
        play.tell(ThingPlaced(act.thing))
    for group in near:
        tell_thing(play, group.id, ThingPlaced(act.thing))


def _stands(group: Group, place: Lying) -> bool:
    return bool(group.members) and (group.site, group.zone) == (place.site, place.zone)


def _appraise(play: Play, act: Appraise) -> None:
    thing = play.now.things[act.thing]
    worth = thing.worth if act.worth is None else act.worth
    known = replace(thing, worth=worth, appraised=True)
    holder = play.now.group_of(known.place.by) if isinstance(known.place, Carried) else None
    if holder is not None:
        tell_thing(play, holder.id, ThingPlaced(known))
    else:
        _add(play, AddThing(known))


def within_reach(known: Campaign, who: PersonId) -> tuple[Thing, ...]:
    """What somebody could take: what lies about, what the fallen carry, what nobody guards any more."""
    group = known.group_of(who)
    if group is None:
        return ()
    hidden = concealed(known, group.site) if group.site is not None and group.site in known.sites else frozenset[str]()
    return tuple(
        thing
        for thing in known.things.values()
        if thing.count and thing.id not in hidden and _reachable(known, group, who, thing.place)
    )


def _reachable(known: Campaign, group: Group, who: PersonId, place: Place) -> bool:
    match place:
        case Lying(site=site, zone=zone):
            return (site, zone) == (group.site, group.zone)
        case Carried(by=by):
            holder = known.people.get(by)
            return by != who and by in group.members and holder is not None and not holder.able
        case Guarded(site=site, by=guards):
            seen = known.seen.get(site)
            return site == group.site and (seen is None or guards not in seen.creatures)
        case Gone():
            return False


def _may_take(known: Campaign, seat: SeatId, act: Take) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    thing = next((one for one in within_reach(known, act.who) if one.id == act.thing), None)
    if thing is None:
        yield Reason("not_there", "There is no such thing within reach.")
    else:
        yield from _too_heavy(known, act.who, thing)


def _too_heavy(known: Campaign, who: PersonId, thing: Thing) -> Iterable[Reason]:
    """What cannot be hauled at all is refused; what merely slows is not."""
    person = known.people.get(who)
    if person is None:
        return
    things = {**known.things, thing.id: replace(thing, place=Carried(who))}
    if load(replace(known, things=things), person).move is None:
        yield Reason("too_heavy", f"{person.name} could not move with that.")


def _holds(known: Campaign, seat: SeatId, act: Give | Drop | Pack | UseUp) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    thing = next((one for one in known.carried_by(act.who) if one.id == act.thing and one.count), None)
    if thing is None:
        yield Reason("not_carried", "They do not carry that.")
    elif act.thing in known.lights and not isinstance(act, Pack):
        yield Reason("burning", "It burns: put it out or hand the light over.")
    elif isinstance(act, UseUp) and act.count > thing.count:
        yield Reason("too_few", f"There are only {thing.count}.")


def _may_give(known: Campaign, seat: SeatId, act: Give) -> Iterable[Reason]:
    yield from _holds(known, seat, act)
    if act.to not in known.people or known.group_of(act.to) != known.group_of(act.who):
        yield Reason("not_near", "Nobody of that name stands near.")
    elif act.thing in known.things:
        yield from _too_heavy(known, act.to, known.things[act.thing])


def _may_add(known: Campaign, seat: SeatId, act: AddThing) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.thing.id in known.things:
        yield Reason("name_taken", "There is already a thing of that name.")
    place = act.thing.place
    if isinstance(place, Carried) and place.by not in known.people:
        yield Reason("not_here", "Nobody goes by that name.")


def _may_appraise(known: Campaign, seat: SeatId, act: Appraise) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.thing not in known.things:
        yield Reason("not_there", "There is no such thing.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if any(not_theirs(known, seat, who)):
            continue
        name = known.people[who].name
        for thing in within_reach(known, who):
            act = Take(who, thing.id)
            refused = tuple(_too_heavy(known, who, thing))
            yield Offer(act, f"{name}: take {called(thing)}", who, refused=refused)


def called(thing: Thing) -> str:
    """A thing, or several, in words."""
    return f"{thing.count} {thing.name}" if thing.count > 1 else thing.name


ROOM = Room(
    steps={
        Take: _take,
        Give: _give,
        Drop: _drop,
        Pack: _pack,
        UseUp: _use_up,
        AddThing: _add,
        Appraise: _appraise,
    },
    refusals={
        Take: _may_take,
        Give: _may_give,
        Drop: _holds,
        Pack: _holds,
        UseUp: _holds,
        AddThing: _may_add,
        Appraise: _may_appraise,
    },
    offers=_offers,
)
