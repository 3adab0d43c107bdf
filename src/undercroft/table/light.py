"""Light: what burns, who holds it, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from undercroft.books.delving.timers import LIGHTS, LightKind
from undercroft.books.delving.timers import Burning as BurningByRounds
from undercroft.books.delving.timers import light_burn as burns_by_rounds
from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.sovereign.dungeon_time import Burning, Lit, light_burn
from undercroft.books.sovereign.dungeon_time import Light as Lamp
from undercroft.books.sovereign.units import TURN
from undercroft.kernel.amounts import minutes
from undercroft.kernel.script import Script
from undercroft.kernel.units import Feet, RuleId, SeatId, Seconds
from undercroft.table.campaign import Campaign, Light
from undercroft.table.missed import miss
from undercroft.table.names import GroupId, PersonId, ThingId, TimerId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import OverloadedTurn
from undercroft.table.telling import Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.telling import person as person_audience
from undercroft.table.things import Carried, Gone, Lying, Thing, Worn, parted
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import not_theirs

OIL = "oil_common_pint"
LANTERN = "lantern"
CANDLE = "candle"
BURNS = {"torch": LightKind.TORCH, LANTERN: LightKind.LANTERN, CANDLE: LightKind.CANDLE}
"""What can be lit, by its name among the things."""
_SOVEREIGN = frozenset(lamp.value for lamp in Lamp)
LIGHT_RULE = RuleId("sovereign.light.burn")


class LightUp(Command, frozen=True, tag="light"):
    """Light something and hold it; `ago` where it was lit some time ago and nobody said so."""

    who: PersonId
    thing: ThingId
    ago: Seconds = Seconds(0)


class PutOut(Command, frozen=True, tag="put_out"):
    """Put a light out, to save it or to hide."""

    who: PersonId
    thing: ThingId


class HandLight(Command, frozen=True, tag="hand_light"):
    """Hand a burning light to somebody else."""

    who: PersonId
    thing: ThingId
    to: PersonId


class LitUp(Event, frozen=True, tag="table.lit-up"):
    """Something burns, in this hand, until then."""

    light: Light


class WentOut(Event, frozen=True, tag="table.went-out"):
    """It burns no longer: burnt down, put out, or blown out."""

    thing: ThingId
    item: str
    holder: PersonId
    spent: bool


class LightLow(Event, frozen=True, tag="table.light-low"):
    """It will not burn much longer."""

    thing: ThingId
    item: str
    holder: PersonId
    left: Seconds


@lru_cache
def lasts(item: str) -> Seconds:
    """How long something burns when fresh: Sovereign's lights, and Delving's where Sovereign has none."""
    if item in _SOVEREIGN:
        fresh = light_burn(Script(), Burning(Lamp(item), turns_used=0))
        return Seconds(fresh.turns_left * TURN if isinstance(fresh, Lit) else 0)
    rounds = burns_by_rounds(Script(), BurningByRounds(BURNS[item], rounds_lit=0)).rounds_left
    return Seconds(rounds * DELVE_ROUND)


def burns_on(item: str, burnt: int) -> Seconds:
    """How long something still burns that has burnt so long already."""
    return Seconds(max(0, lasts(item) - burnt))


def reach(item: str) -> Feet:
    """How far its light reaches."""
    return LIGHTS[BURNS[item]].radius


def _lit(campaign: Campaign, event: LitUp) -> Campaign:
    return replace(campaign, lights={**campaign.lights, event.light.thing: event.light})


def _out(campaign: Campaign, event: WentOut) -> Campaign:
    return replace(campaign, lights={id: light for id, light in campaign.lights.items() if id != event.thing})


def those_around(play: Play, who: PersonId) -> Audience:
    """Who sees what somebody does with a light."""
    group = play.now.group_of(who)
    return person_audience(who) if group is None else group_audience(group.id)


def burn(play: Play, who: PersonId, thing: Thing, ago: Seconds, oil: Thing | None = None) -> None:
    """Somebody lights one of these; a torch is one of the bundle from now on, a lantern drinks a pint.

    The oil is their own, unless somebody gives them theirs.
    """
    to = those_around(play, who)
    now = play.now.now_of(who)
    one, burnt = _one_of(play, who, thing, oil or play.now.has(who, OIL))
    left = burns_on(thing.item, burnt + ago)
    until = None if _dice_put_it_out(play.now, who) else Seconds(now + left)
    play.tell(LitUp(Light(one.id, thing.item, who, Seconds(now - ago), until)), to=to)
    if until is not None:
        watch(play, play.now.lights[one.id])


def _one_of(play: Play, who: PersonId, thing: Thing, oil: Thing | None) -> tuple[Thing, Seconds]:
    """The very torch that burns, and how much of it is gone; a lantern that has burnt dry is filled first."""
    to = those_around(play, who)
    if thing.item != LANTERN:
        if thing.count == 1:
            return thing, Seconds(thing.burnt)
        now = play.now.now_of(who)
        one, others = parted(thing, 1)
        one = replace(one, id=ThingId(f"{thing.id}-{now}-{thing.count}"))
        play.tell(ThingPlaced(others), to=to)
        play.tell(ThingPlaced(one), to=to)
        return one, Seconds(one.burnt)
    if thing.burnt == 0 or thing.burnt >= lasts(thing.item):
        if oil is not None:
            play.tell(ThingPlaced(_fewer(oil)), to=to)
        thing = replace(thing, burnt=0)
        play.tell(ThingPlaced(thing), to=to)
    return thing, Seconds(thing.burnt)


def _fewer(thing: Thing) -> Thing:
    left = parted(thing, 1)[1]
    return left if left.count else replace(left, points=0, place=Gone())


def _dice_put_it_out(campaign: Campaign, who: PersonId) -> bool:
    """Under the overloaded die lights wane when the die says so, not by the clock."""
    group = campaign.group_of(who)
    return group is not None and isinstance(group.scene, OverloadedTurn)


def watch(play: Play, light: Light) -> None:
    """Set the deadline of a light, and a warning one turn before it."""
    if light.until is None:
        return
    to = tuple(sorted(those_around(play, light.holder)(play.now)))
    now = play.now.now_of(light.holder)
    warn = Seconds(light.until - TURN)
    burns_out = Timer(
        TimerId(f"light-{light.thing}"),
        Lapse.LIGHT,
        f"{light.item} burns out",
        due=light.until,
        since=light.since,
        to=to,
        person=light.holder,
        thing=light.thing,
    )
    if warn > now:
        low = TimerId(f"low-{light.thing}")
        play.set_timer(replace(burns_out, id=low, lapse=Lapse.WARNING, what=f"{light.item} burns low", due=warn))
    play.set_timer(burns_out)


def retime(play: Play, group: GroupId) -> None:
    """A group is under another clock: its lights have a deadline now, or none where only the dice put them out."""
    for light in play.now.lights_of(group):
        by_dice, thing = _dice_put_it_out(play.now, light.holder), play.now.things[light.thing]
        if by_dice == (light.until is None):
            continue
        to, now = those_around(play, light.holder), play.now.now_of(light.holder)
        unwatch(play, light.thing)
        if light.until is not None:
            play.tell(ThingPlaced(replace(thing, burnt=max(1, lasts(light.item) - (light.until - now)))), to=to)
        until = None if by_dice else Seconds(now + lasts(light.item) - thing.burnt)
        play.tell(LitUp(replace(light, until=until)), to=to)
        watch(play, play.now.lights[light.thing])


def unwatch(play: Play, thing: ThingId) -> None:
    """Forget the deadlines of a light."""
    for timer in tuple(play.now.timers.values()):
        if timer.thing == thing and timer.lapse in (Lapse.LIGHT, Lapse.WARNING):
            play.drop_timer(timer)


def go_out(play: Play, light: Light, *, spent: bool) -> None:
    """A light is out; what is left of it is kept unless it is spent."""
    to = those_around(play, light.holder)
    thing = play.now.things.get(light.thing)
    unwatch(play, light.thing)
    play.tell(WentOut(light.thing, light.item, light.holder, spent), to=to)
    if thing is None:
        return
    if spent and thing.item != LANTERN:
        play.tell(ThingPlaced(replace(thing, count=0, points=0, place=Gone())), to=to)
        return
    left = Seconds(0) if spent or light.until is None else Seconds(max(0, light.until - play.now.now_of(light.holder)))
    burnt = lasts(light.item) - left if light.until is not None or spent else max(1, thing.burnt)
    play.tell(ThingPlaced(replace(thing, burnt=burnt)), to=to)


def _light(play: Play, act: LightUp) -> None:
    burn(play, act.who, play.now.things[act.thing], act.ago)
    group = play.now.group_of(act.who)
    if group is not None:
        miss(play, group.id, act.ago)


def _put_out(play: Play, act: PutOut) -> None:
    go_out(play, play.now.lights[act.thing], spent=False)


def _hand(play: Play, act: HandLight) -> None:
    hand_over(play, play.now.lights[act.thing], act.to)


def hand_over(play: Play, light: Light, who: PersonId) -> None:
    """Somebody else holds a burning light from now on."""
    before, after, thing = those_around(play, light.holder), those_around(play, who), play.now.things[light.thing]

    def to(now: Campaign) -> frozenset[SeatId]:
        return before(now) | after(now)

    unwatch(play, light.thing)
    play.tell(ThingPlaced(replace(thing, place=replace_holder(thing, who))), to=to)
    play.tell(LitUp(replace(light, holder=who)), to=to)
    watch(play, play.now.lights[light.thing])


def let_fall(play: Play, who: PersonId) -> None:
    """Whoever dies holds no light: in a site it lies where they fell and burns on, in the open it goes out."""
    group = play.now.group_of(who)
    for light in play.now.held_by(who):
        if group is None or group.site is None or group.zone is None:
            go_out(play, light, spent=False)
            continue
        to, thing = group_audience(group.id), play.now.things[light.thing]
        play.tell(ThingPlaced(replace(thing, place=Lying(group.site, group.zone))), to=to)
        play.tell(LitUp(light), to=to)


def replace_holder(thing: Thing, who: PersonId) -> Carried:
    """Where a thing is once somebody else holds it."""
    how = thing.place.how if isinstance(thing.place, Carried) else Worn.READIED
    return Carried(who, how)


def _burns_out(play: Play, timer: Timer) -> None:
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    if light is not None:
        go_out(play, light, spent=True)


def _burns_low(play: Play, timer: Timer) -> None:
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    if light is not None and light.until is not None:
        left = Seconds(light.until - timer.due)
        play.tell(LightLow(light.thing, light.item, light.holder, left), to=those_around(play, light.holder))


def _may_light(known: Campaign, seat: SeatId, act: LightUp) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    thing = known.things.get(act.thing)
    if thing is None or thing not in known.carried_by(act.who):
        yield Reason("not_carried", "They do not carry that.")
    elif thing.item not in BURNS:
        yield Reason("does_not_burn", "That gives no light.")
    elif thing.id in known.lights:
        yield Reason("lit_already", "It burns already.")
    elif thing.item == LANTERN and not thing.burnt and known.has(act.who, OIL) is None:
        yield Reason("no_oil", "There is no oil for it.", LIGHT_RULE)


def _may_put_out(known: Campaign, seat: SeatId, act: PutOut | HandLight) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    light = known.lights.get(act.thing)
    if light is None or light.holder != act.who:
        yield Reason("not_lit", "They hold no such light.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if any(not_theirs(known, seat, who)):
            continue
        name = known.people[who].name
        for thing in known.carried_by(who):
            if thing.id in known.lights:
                yield Offer(PutOut(who, thing.id), f"{name}: put out the {thing.item}", who)
            elif thing.item in BURNS:
                act = LightUp(who, thing.id)
                refused = tuple(_may_light(known, seat, act))
                begun = "begun " if thing.burnt and thing.item != LANTERN else ""
                yield Offer(act, f"{name}: light a {begun}{thing.item}", who, refused=refused)


def _lit_words(now: Campaign, it: LitUp) -> str:
    if now.lies(it.light) is not None:
        return f"A {it.light.item} lies there burning."
    return f"{now.people[it.light.holder].name} holds a burning {it.light.item}."


ROOM = Room(
    arms={LitUp: _lit, WentOut: _out, LightLow: unchanged},
    steps={LightUp: _light, PutOut: _put_out, HandLight: _hand},
    refusals={LightUp: _may_light, PutOut: _may_put_out, HandLight: _may_put_out},
    offers=_offers,
    lapses={Lapse.LIGHT: _burns_out, Lapse.WARNING: _burns_low},
    words={
        LitUp: _lit_words,
        WentOut: lambda now, it: (
            f"{now.people[it.holder].name}'s {it.item} {'has burnt out' if it.spent else 'is out'}."
        ),
        LightLow: lambda now, it: f"{now.people[it.holder].name}'s {it.item} will last {minutes(it.left)} more.",
    },
)
