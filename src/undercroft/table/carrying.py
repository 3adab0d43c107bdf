"""Things change hands: taken up, handed over, laid down, packed away, used up."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.units import SeatId
from undercroft.table import traps
from undercroft.table.campaign import Campaign
from undercroft.table.heaps import move, spend
from undercroft.table.light import hand_over
from undercroft.table.names import PersonId, Text, ThingId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.procedures.fight_field import in_a_fight
from undercroft.table.reaching import called, on_the_dead, some_of, too_heavy, within_reach
from undercroft.table.roadside import ground
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.telling import around
from undercroft.table.things import Carried, Gone, Kind, Thing, Worn
from undercroft.table.whose import not_theirs

Amount = Annotated[int, Meta(ge=1, le=1_000_000)]


class Take(Command, frozen=True, tag="take"):
    """Take something up: from the floor, from the fallen, or from those who no longer guard it."""

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
    """Lay something down where one stands: in a zone, or in the open; where no lands are, it is left for good."""

    who: PersonId
    thing: ThingId
    count: Amount | None = None


class Pack(Command, frozen=True, tag="pack"):
    """Bring something to hand, or pack it away."""

    who: PersonId
    thing: ThingId
    how: Worn


class StripDead(Command, frozen=True, tag="strip_dead"):
    """Take everything that somebody dead, or dead creatures, had about them."""

    who: PersonId
    dead: str
    """A person, or creatures of the site."""


class UseUp(Command, frozen=True, tag="use_up"):
    """Spend so many of something: rations, arrows, doses."""

    who: PersonId
    thing: ThingId
    count: Amount = 1
    why: Text = ""


class Deed(StrEnum):
    """What somebody did with a thing."""

    TOOK = "took"
    GAVE = "gave"
    DROPPED = "dropped"
    READIED = "readied"
    STOWED = "stowed"
    USED = "used"


class Handled(Event, frozen=True, tag="table.handled"):
    """Somebody did something with a thing."""

    who: PersonId
    deed: Deed
    what: str
    to: PersonId | None = None
    why: str = ""


def _handled(play: Play, who: PersonId, deed: Deed, what: str, to: PersonId | None = None, why: str = "") -> None:
    play.tell(Handled(who, deed, what, to, why), to=around(who))


def _take(play: Play, act: Take) -> None:
    """What is trapped springs when it is meddled with; whoever is still able has it then."""
    group, thing = play.group_with(act.who), play.now.things[act.thing]
    if group.site is not None:
        traps.meddle(play, act.who, act.thing)
    if not play.now.people[act.who].able:
        return
    light = play.now.lights.get(act.thing)
    if light is not None:
        hand_over(play, light, act.who)
    else:
        move(play, group, thing, Carried(act.who, act.how), act.count)
    _handled(play, act.who, Deed.TOOK, called(thing, act.count))


def _give(play: Play, act: Give) -> None:
    thing = play.now.things[act.thing]
    move(play, play.group_with(act.who), thing, Carried(act.to), act.count)
    _handled(play, act.who, Deed.GAVE, called(thing, act.count), act.to)


def _drop(play: Play, act: Drop) -> None:
    group, thing = play.group_with(act.who), play.now.things[act.thing]
    there = ground(group)
    if isinstance(there, Gone):
        spend(play, act.who, thing, act.count or thing.count)
    else:
        move(play, group, thing, there, act.count)
    _handled(play, act.who, Deed.DROPPED, called(thing, act.count))


def _pack(play: Play, act: Pack) -> None:
    thing = play.now.things[act.thing]
    move(play, play.group_with(act.who), thing, Carried(act.who, act.how))
    _handled(play, act.who, Deed.READIED if act.how is Worn.READIED else Deed.STOWED, called(thing))


def _strip(play: Play, act: StripDead) -> None:
    """Everything goes into the pack; a light that still burns is held."""
    group = play.group_with(act.who)
    for thing in on_the_dead(play.now, act.who, act.dead):
        light = play.now.lights.get(thing.id)
        if light is not None:
            hand_over(play, light, act.who)
        else:
            move(play, group, thing, Carried(act.who))
        _handled(play, act.who, Deed.TOOK, called(thing))
    did(play, act.who, Activity.LOOT, "stripped the dead")


def _use_up(play: Play, act: UseUp) -> None:
    thing = play.now.things[act.thing]
    spend(play, act.who, thing, act.count)
    _handled(play, act.who, Deed.USED, called(thing, act.count), why=act.why)


def _enough(thing: Thing, count: int | None) -> Iterable[Reason]:
    if count is not None and count > thing.count:
        yield Reason("too_few", f"There are only {thing.count}.")


def hands_full(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """Why somebody can neither take up, pack nor hand over anything: while they fight, digging in the pack is a go."""
    if in_a_fight(known, who) is not None:
        yield Reason("in_a_fight", "Not in the midst of a fight: whoever needs something digs for it in the pack.")


def _may_take(known: Campaign, seat: SeatId, act: Take) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    yield from hands_full(known, act.who)
    thing = next((one for one in within_reach(known, act.who) if one.id == act.thing), None)
    if thing is None:
        yield Reason("not_there", "There is no such thing within reach.")
    else:
        yield from _enough(thing, act.count)
        yield from too_heavy(known, act.who, (some_of(thing, act.count),), act.how)


def _held(known: Campaign, who: PersonId, thing: ThingId) -> Thing | None:
    return next((one for one in known.carried_by(who) if one.id == thing and one.count), None)


def _holds(known: Campaign, seat: SeatId, act: Give | Drop | Pack | UseUp) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    thing = _held(known, act.who, act.thing)
    burns = act.thing in known.lights
    if thing is None:
        yield Reason("not_carried", "They do not carry that.")
    elif burns and not (isinstance(act, Pack) and act.how is Worn.READIED):
        yield Reason("burning", "It burns: put it out or hand the light over.")
    elif not isinstance(act, Pack):
        yield from _enough(thing, act.count)


def _may_pack(known: Campaign, seat: SeatId, act: Pack) -> Iterable[Reason]:
    yield from _holds(known, seat, act)
    yield from hands_full(known, act.who)
    thing = _held(known, act.who, act.thing)
    if thing is not None and thing.place == Carried(act.who, act.how):
        yield Reason("so_already", "It is where it should be.")
    elif thing is not None:
        yield from too_heavy(known, act.who, (thing,), act.how)


def _may_give(known: Campaign, seat: SeatId, act: Give) -> Iterable[Reason]:
    yield from _holds(known, seat, act)
    yield from hands_full(known, act.who)
    yield from near(known, act.who, act.to)
    thing = _held(known, act.who, act.thing)
    if thing is not None:
        yield from too_heavy(known, act.to, (some_of(thing, act.count),), Worn.STOWED)


def near(known: Campaign, who: PersonId, other: PersonId) -> Iterable[Reason]:
    """Why somebody can hand nothing to somebody else."""
    group = known.group_of(who)
    if who == other or group is None or other not in group.members:
        yield Reason("not_near", "Nobody of that name stands near.")


def _may_strip(known: Campaign, seat: SeatId, act: StripDead) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    group = known.group_of(act.who)
    if group is not None and group.scene is not None:
        yield from (one for one in busy(known, seat, act.who, Activity.LOOT) if one.code not in _SAID_ALREADY)
    things = on_the_dead(known, act.who, act.dead)
    if not things:
        yield Reason("nothing_there", "There is nobody dead of that name, or nothing on them.")
    yield from too_heavy(known, act.who, things, Worn.STOWED)


_SAID_ALREADY = frozenset({"not_here", "not_yours", "not_able"})


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if any(not_theirs(known, seat, who)) or any(hands_full(known, who)):
            continue
        name = known.people[who].name
        for thing in within_reach(known, who):
            refused = tuple(too_heavy(known, who, (thing,), Worn.STOWED))
            whose = f" from {known.people[thing.place.by].name}" if isinstance(thing.place, Carried) else ""
            yield Offer(Take(who, thing.id), f"{name}: take {called(thing)}{whose}", who, refused=refused)
        for thing in known.carried_by(who):
            yield from _to_hand(known, seat, who, thing)


def _to_hand(known: Campaign, seat: SeatId, who: PersonId, thing: Thing) -> Iterable[Offer]:
    """What is packed can be brought to hand, and the other way round."""
    if not thing.count or thing.kind is Kind.COINS or not isinstance(thing.place, Carried):
        return
    stowed = thing.place.how is Worn.STOWED
    act = Pack(who, thing.id, Worn.READIED if stowed else Worn.STOWED)
    label = f"{known.people[who].name}: {'ready' if stowed else 'stow'} {called(thing)}"
    yield Offer(act, label, who, refused=tuple(_may_pack(known, seat, act)))


_SAID = {
    Deed.TOOK: "takes",
    Deed.GAVE: "gives",
    Deed.DROPPED: "lays down",
    Deed.READIED: "has ready",
    Deed.STOWED: "packs away",
    Deed.USED: "uses up",
}


def _handled_words(now: Campaign, it: Handled) -> str:
    whom = f" to {name_of(now, it.to)}" if it.to is not None else ""
    why = f" ({it.why})" if it.why else ""
    return f"{name_of(now, it.who)} {_SAID[it.deed]} {it.what}{whom}{why}."


ROOM = Room(
    arms={Handled: unchanged},
    steps={
        Take: _take,
        Give: _give,
        Drop: _drop,
        Pack: _pack,
        StripDead: _strip,
        UseUp: _use_up,
    },
    refusals={
        Take: _may_take,
        Give: _may_give,
        Drop: _holds,
        Pack: _may_pack,
        StripDead: _may_strip,
        UseUp: _holds,
    },
    offers=_offers,
    words={Handled: _handled_words},
)
