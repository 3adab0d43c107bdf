"""Lights: who holds them, and how long they burn."""

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
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import around, group_audience, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_carried, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import GroupId, PersonId, ThingId, TimerId
from undercroft.table.state.lights import Light
from undercroft.table.state.scenes import OverloadedTurn
from undercroft.table.state.things import Carried, Gone, Lying, Thing, Worn, parted
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.darkness import last_light
from undercroft.table.world.missed_time import miss
from undercroft.table.world.wall_clock import light_timer, stop_real_timer

OIL = "oil_common_pint"
LANTERN = "lantern"
CANDLE = "candle"
BURNS = {"torch": LightKind.TORCH, LANTERN: LightKind.LANTERN, CANDLE: LightKind.CANDLE}
"""The items that can be lit."""
_SOVEREIGN = frozenset(lamp.value for lamp in Lamp)
LIGHT_RULE = RuleId("sovereign.light.burn")


class LightUp(Command, frozen=True, tag="light"):
    """Light a torch, lantern or candle and hold it; `ago` if it was lit some time ago."""

    who: PersonId
    thing: ThingId
    ago: Seconds = Seconds(0)
    ABOUT = About(
        title="Light a torch or lantern",
        icon="torch",
        rank=170,
        anywhere=True,
        slot=Slot.LIGHT,
        words="torch lantern candle",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        thing = known.things.get(self.thing)
        if thing is None or thing not in known.carried_by(self.who):
            yield not_carried(known, self.who)
        elif thing.item not in BURNS:
            yield Reason("does_not_burn", "That gives no light.")
        elif thing.id in known.lights:
            yield Reason("lit_already", "It is already burning.")
        elif thing.item == LANTERN and not thing.burnt and known.has(self.who, OIL) is None:
            yield Reason("no_oil", "There is no oil for it.", LIGHT_RULE)

    def do(self, play: Play) -> None:
        burn(play, self.who, play.now.things[self.thing], self.ago)
        group = play.now.group_of(self.who)
        if group is not None:
            miss(play, group.id, self.ago)


class _OfLight(Command, frozen=True):
    who: PersonId
    thing: ThingId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        light = known.lights.get(self.thing)
        if light is None or light.holder != self.who:
            yield Reason("not_lit", f"{are(known, self.who)} not holding that light.")


class PutOut(_OfLight, frozen=True, tag="put_out"):
    """Put a light out, to save it or to hide."""

    ABOUT = About(title="Put out a light", icon="none", rank=220, anywhere=True, slot=Slot.LIGHT)

    def do(self, play: Play) -> None:
        go_out(play, play.now.lights[self.thing], spent=False)


class HandLight(_OfLight, frozen=True, tag="hand_light"):
    """Hand a burning light to another person."""

    to: PersonId
    ABOUT = About(own_undo=True, title="Hand over a light", slot=Slot.LIGHT)

    def do(self, play: Play) -> None:
        hand_over(play, play.now.lights[self.thing], self.to)


class LitUp(Event, frozen=True, tag="table.lit-up"):
    """A light was lit, handed over or dropped, or burns for another time."""

    light: Light
    new: bool = False
    """Whether it was lit just now."""

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, lights={**campaign.lights, self.light.thing: self.light})

    def say(self, now: Campaign) -> str:
        if now.lies(self.light) is not None:
            return f"A {self.light.item} lies burning on the floor."
        does = "lights a" if self.new else "holds a burning"
        return f"{now.people[self.light.holder].name} {does} {self.light.item}."


class WentOut(Event, frozen=True, tag="table.went-out"):
    """A light went out: burnt down, put out, or blown out."""

    thing: ThingId
    item: str
    holder: PersonId
    spent: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, lights={id: light for id, light in campaign.lights.items() if id != self.thing})

    def say(self, now: Campaign) -> str:
        return f"{now.people[self.holder].name}'s {self.item} {'has burnt out' if self.spent else 'is out'}."


class LightLow(Event, frozen=True, tag="table.light-low"):
    """A light will go out soon."""

    thing: ThingId
    item: str
    holder: PersonId
    left: Seconds

    def say(self, now: Campaign) -> str:
        return f"{now.people[self.holder].name}'s {self.item} will last {minutes(self.left)} more."


@lru_cache
def lasts(item: str) -> Seconds:
    """The burning time of a fresh light: by Sovereign, or by Delving for lights Sovereign does not list."""
    if item in _SOVEREIGN:
        fresh = light_burn(Script(), Burning(Lamp(item), turns_used=0))
        return Seconds(fresh.turns_left * TURN if isinstance(fresh, Lit) else 0)
    rounds = burns_by_rounds(Script(), BurningByRounds(BURNS[item], rounds_lit=0)).rounds_left
    return Seconds(rounds * DELVE_ROUND)


def burns_on(item: str, burnt: int) -> Seconds:
    """The burning time left of a light."""
    return Seconds(max(0, lasts(item) - burnt))


def reach(item: str) -> Feet:
    """The radius of its light."""
    return LIGHTS[BURNS[item]].radius


def burn(play: Play, who: PersonId, thing: Thing, ago: Seconds, oil: Thing | None = None) -> None:
    """Light a thing: a single torch or candle is taken from its bundle, an empty lantern is filled with a pint of oil.

    The oil is the person's own, unless `oil` is given.
    """
    now = play.now.now_of(who)
    single, burnt = _prepared(play, who, thing, oil or play.now.has(who, OIL))
    left = burns_on(thing.item, burnt + ago)
    until = None if dice_put_it_out(play.now, who) else Seconds(now + left)
    play.tell(LitUp(Light(single.id, thing.item, who, Seconds(now - ago), until), new=not ago), to=around(who))
    if until is not None:
        watch(play, play.now.lights[single.id])


def _prepared(play: Play, who: PersonId, thing: Thing, oil: Thing | None) -> tuple[Thing, Seconds]:
    """The single torch or filled lantern to light, and how long it has burnt already."""
    to = around(who)
    if thing.item != LANTERN:
        if thing.count == 1:
            return thing, Seconds(thing.burnt)
        now = play.now.now_of(who)
        single, others = parted(thing, 1)
        single = replace(single, id=ThingId(f"{thing.id}-{now}-{thing.count}"))
        play.tell(ThingPlaced(others), to=to)
        play.tell(ThingPlaced(single), to=to)
        return single, Seconds(single.burnt)
    if thing.burnt == 0 or thing.burnt >= lasts(thing.item):
        if oil is not None:
            play.tell(ThingPlaced(_fewer(oil)), to=to)
        thing = replace(thing, burnt=0)
        play.tell(ThingPlaced(thing), to=to)
    return thing, Seconds(thing.burnt)


def _fewer(thing: Thing) -> Thing:
    left = parted(thing, 1)[1]
    return left if left.count else replace(left, points=0, place=Gone())


def dice_put_it_out(campaign: Campaign, who: PersonId) -> bool:
    """Whether only dice put the person's lights out: under the overloaded die."""
    group = campaign.group_of(who)
    return group is not None and isinstance(group.scene, OverloadedTurn)


BURNS_OUT = "burns out"


def watch(play: Play, light: Light) -> None:
    """Set the timer of a light, and a warning a turn earlier."""
    if light.until is None:
        return
    to = tuple(sorted(around(light.holder)(play.now)))
    now = play.now.now_of(light.holder)
    warn = Seconds(light.until - TURN)
    burns_out = Timer(
        TimerId(f"light-{light.thing}"),
        Lapse.LIGHT,
        f"{light.item} {BURNS_OUT}",
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
    """Set or drop the timers of a group's lights after its clock changed."""
    for light in play.now.lights_of(group):
        by_dice, thing = dice_put_it_out(play.now, light.holder), play.now.things[light.thing]
        if by_dice == (light.until is None) or light_timer(light.thing) in play.now.real_timers:
            continue
        to, now = around(light.holder), play.now.now_of(light.holder)
        unwatch(play, light.thing)
        if light.until is not None:
            play.tell(ThingPlaced(replace(thing, burnt=max(1, lasts(light.item) - (light.until - now)))), to=to)
        until = None if by_dice else Seconds(now + lasts(light.item) - thing.burnt)
        play.tell(LitUp(replace(light, until=until)), to=to)
        watch(play, play.now.lights[light.thing])


def unwatch(play: Play, thing: ThingId) -> None:
    """Drop the timers of a light."""
    for timer in tuple(play.now.timers.values()):
        if timer.thing == thing and timer.lapse in (Lapse.LIGHT, Lapse.WARNING):
            play.drop_timer(timer)


def go_out(play: Play, light: Light, *, spent: bool, replaced: bool = False) -> None:
    """Put a light out, and keep what is left of it unless it is spent.

    A group whose last light it was is told so, unless the light is about to be replaced.
    """
    shone_on = [group.id for group in play.now.groups.values() if light in play.now.lights_of(group.id)]
    _extinguish(play, light, spent=spent)
    for group in () if replaced else shone_on:
        last_light(play, group, spent=spent)


def _extinguish(play: Play, light: Light, *, spent: bool) -> None:
    to = around(light.holder)
    thing = play.now.things.get(light.thing)
    left = Seconds(0) if spent else _left(play, light)
    unwatch(play, light.thing)
    stop_real_timer(play, light_timer(light.thing), to=to)
    play.tell(WentOut(light.thing, light.item, light.holder, spent), to=to)
    if thing is None:
        return
    if spent and thing.item != LANTERN:
        play.tell(ThingPlaced(replace(thing, count=0, points=0, place=Gone())), to=to)
        return
    burnt = max(1, thing.burnt) if left is None else lasts(light.item) - left
    play.tell(ThingPlaced(replace(thing, burnt=burnt)), to=to)


def _left(play: Play, light: Light) -> Seconds | None:
    """How long a light would burn on, by its real timer if it has one; None where only dice put lights out."""
    timer = play.now.real_timers.get(light_timer(light.thing))
    if timer is not None:
        return Seconds(max(1, play.real_left(timer)))
    return None if light.until is None else Seconds(max(0, light.until - play.now.now_of(light.holder)))


def hand_over(play: Play, light: Light, who: PersonId) -> None:
    """Give a burning light to another holder."""
    to = seats(*around(light.holder)(play.now), *around(who)(play.now))
    thing = play.now.things[light.thing]
    unwatch(play, light.thing)
    how = thing.place.how if isinstance(thing.place, Carried) else Worn.READIED
    play.tell(ThingPlaced(replace(thing, place=Carried(who, how))), to=to)
    play.tell(LitUp(replace(light, holder=who)), to=to)
    watch(play, play.now.lights[light.thing])


def let_fall(play: Play, who: PersonId) -> None:
    """Drop a dead person's lights: in a site they burn on where they lie, outdoors they go out."""
    group = play.now.group_of(who)
    for light in play.now.held_by(who):
        if group is None or group.site is None or group.zone is None:
            go_out(play, light, spent=False)
            continue
        to, thing = group_audience(group.id), play.now.things[light.thing]
        play.tell(ThingPlaced(replace(thing, place=Lying(group.site, group.zone))), to=to)
        play.tell(LitUp(light), to=to)


def _burns_out(play: Play, timer: Timer) -> None:
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    if light is not None:
        go_out(play, light, spent=True)


def _burns_low(play: Play, timer: Timer) -> None:
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    if light is not None and light.until is not None:
        left = Seconds(light.until - timer.due)
        play.tell(LightLow(light.thing, light.item, light.holder, left), to=around(light.holder))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        if any(not_theirs(known, seat, who)):
            continue
        name = known.people[who].name
        for thing in known.carried_by(who):
            if thing.id in known.lights:
                yield Offer(PutOut(who, thing.id), "put out", f"the {thing.item}", name, who)
            elif thing.item in BURNS:
                begun = "begun " if thing.burnt and thing.item != LANTERN else ""
                yield Offer(LightUp(who, thing.id), "light", f"a {begun}{thing.item}", name, who)


PART = Part(
    commands=(LightUp, PutOut, HandLight),
    events=(LitUp, WentOut, LightLow),
    offers=_offers,
    on_due={Lapse.LIGHT: _burns_out, Lapse.WARNING: _burns_low},
)
