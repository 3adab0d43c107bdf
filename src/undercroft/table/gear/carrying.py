"""Taking, giving, dropping, packing and using up things."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.phrases import thing_named
from undercroft.kernel.units import SeatId, Throw
from undercroft.table.engine.about import LAST, About, Section, Slot
from undercroft.table.engine.audience import around, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_carried, not_theirs
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did
from undercroft.table.gear.heaps import move, spend
from undercroft.table.gear.reach import called, load_with, on_the_dead, some_of, too_heavy, within_reach
from undercroft.table.site import traps
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.fights import is_fighting
from undercroft.table.state.ids import BodyId, PersonId, Text, ThingId
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind, Worn
from undercroft.table.world.darkness import sees
from undercroft.table.world.light import hand_over
from undercroft.table.world.roadside import ground

Amount = Annotated[int, Meta(ge=1, le=1_000_000)]


class Take(Command, frozen=True, tag="take"):
    """Take a thing from the floor, from a fallen character, or from the bodies after a fight."""

    who: PersonId
    thing: ThingId
    how: Worn = Worn.STOWED
    count: Amount | None = None
    ABOUT = About(title="Take a thing", icon="pack", rank=150, slot=Slot.TAKE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        yield from hands_full(known, self.who)
        thing = next((thing for thing in within_reach(known, self.who) if thing.id == self.thing), None)
        if thing is None and self.who in known.people and not sees(known, self.who):
            yield Reason("too_dark", "It is too dark to see what lies here.")
        elif thing is None:
            yield Reason("not_there", "There is no such thing within reach.")
        else:
            yield from _too_few(thing, self.count)
            yield from too_heavy(known, self.who, (some_of(thing, self.count),), self.how)

    def do(self, play: Play) -> None:
        """Spring a trap on the thing first; a character who is still able to act then has the thing."""
        group, thing = play.group_with(self.who), play.now.things.get(self.thing)
        if thing is None:
            play.aside(ThingMissing(self.thing), to=group_audience(group.id))
            return
        if group.site is not None:
            traps.meddle(play, self.who, self.thing)
        if not play.now.people[self.who].able:
            return
        _take(play, group, thing, Carried(self.who, self.how), self.count)


class _HeldCommand(Command, frozen=True):
    """Something a character does with a thing they carry."""

    who: PersonId
    thing: ThingId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        thing = _held(known, self.who, self.thing)
        if thing is None:
            yield not_carried(known, self.who)
        elif self.thing in known.lights and not (isinstance(self, Pack) and self.how is Worn.READIED):
            yield Reason("burning", "It is burning: put it out first, or hand over the light.")
        elif isinstance(self, Give | Drop | UseUp):
            yield from _too_few(thing, self.count if isinstance(self.count, int) else None)


class Give(_HeldCommand, frozen=True, tag="give"):
    """Give a thing to someone nearby."""

    to: PersonId
    count: Amount | None = None
    ABOUT = About(own_undo=True, title="Give a thing", also=Section.GEAR, rank=LAST, slot=Slot.GEAR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from hands_full(known, self.who)
        yield from not_near(known, self.who, self.to)
        thing = _held(known, self.who, self.thing)
        if thing is not None:
            yield from too_heavy(known, self.to, (some_of(thing, self.count),), Worn.STOWED)

    def do(self, play: Play) -> None:
        thing = play.now.things[self.thing]
        move(play, play.group_with(self.who), thing, Carried(self.to), self.count)
        _handled(play, self.who, Deed.GAVE, called(thing, self.count), self.to)


class Drop(_HeldCommand, frozen=True, tag="drop"):
    """Drop a thing here; where there is no map, it is gone for good."""

    count: Amount | None = None
    ABOUT = About(own_undo=True, title="Drop a thing", also=Section.GEAR, rank=LAST, slot=Slot.GEAR)

    def do(self, play: Play) -> None:
        group, thing = play.group_with(self.who), play.now.things[self.thing]
        place = ground(group)
        if isinstance(place, Gone):
            spend(play, self.who, thing, self.count or thing.count)
        else:
            move(play, group, thing, place, self.count)
        _handled(play, self.who, Deed.DROPPED, called(thing, self.count))


class Pack(_HeldCommand, frozen=True, tag="pack"):
    """Ready a thing, or pack it away."""

    how: Worn
    ABOUT = About(own_undo=True, title="Ready or stow a thing", also=Section.GEAR, rank=LAST, slot=Slot.GEAR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from hands_full(known, self.who)
        thing = _held(known, self.who, self.thing)
        if thing is not None and thing.place == Carried(self.who, self.how):
            yield Reason("so_already", "It is already there.")
        elif thing is not None:
            yield from too_heavy(known, self.who, (thing,), self.how)

    def do(self, play: Play) -> None:
        thing = play.now.things[self.thing]
        move(play, play.group_with(self.who), thing, Carried(self.who, self.how))
        _handled(play, self.who, Deed.READIED if self.how is Worn.READIED else Deed.STOWED, called(thing))


class StripDead(Command, frozen=True, tag="strip_dead"):
    """Take everything from a dead character or from dead creatures."""

    who: PersonId
    dead: BodyId
    ABOUT = About(title="Take a dead character's gear", deed="a dead character's gear", slot=Slot.TAKE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        group = known.group_of(self.who)
        if group is not None and group.scene is not None:
            reasons = busy(known, seat, self.who, Activity.LOOT)
            yield from (reason for reason in reasons if reason.code not in _SAID_ALREADY)
        things = on_the_dead(known, self.who, self.dead)
        if not things:
            yield Reason("nothing_there", "There is no such body here, or nothing on it.")
        yield from too_heavy(known, self.who, things, Worn.STOWED)

    def do(self, play: Play) -> None:
        """Put everything into the pack; hold a light that still burns."""
        group = play.group_with(self.who)
        for thing in on_the_dead(play.now, self.who, self.dead):
            _take(play, group, thing, Carried(self.who))
        did(play, self.who, Activity.LOOT, "took the gear of the dead")


class UseUp(_HeldCommand, frozen=True, tag="use_up"):
    """Use up some of a thing: rations, arrows, doses."""

    count: Amount | Throw = 1
    why: Text = ""
    ABOUT = About(own_undo=True, spends="supplies", title="Use up supplies", slot=Slot.GEAR)

    def do(self, play: Play) -> None:
        """Use up the things; dice may ask for more than there are."""
        thing, by = play.now.things[self.thing], play.now.people[self.who].seat
        asked = amount(play, self.count, f"used up: {thing.name}", to=around(self.who), by=by)
        used = min(asked, thing.count)
        if used:
            spend(play, self.who, thing, used)
            _handled(play, self.who, Deed.USED, called(thing, used), why=self.why)


class Deed(StrEnum):
    """What a character did with a thing."""

    TOOK = "took"
    GAVE = "gave"
    DROPPED = "dropped"
    READIED = "readied"
    STOWED = "stowed"
    USED = "used"


class ThingMissing(Event, frozen=True, tag="table.thing-missing"):
    """A thing that people knew of is not in the world any more: the referee removed it."""

    thing: ThingId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, things={id: thing for id, thing in campaign.things.items() if id != self.thing})

    def say(self, _now: Campaign) -> str:
        return "The thing is not there any more."


class Handled(Event, frozen=True, tag="table.handled"):
    """A character did something with a thing."""

    who: PersonId
    deed: Deed
    what: str
    to: PersonId | None = None
    why: str = ""

    def say(self, now: Campaign) -> str:
        whom = f" to {name_of(now, self.to)}" if self.to is not None else ""
        why = f" ({self.why})" if self.why else ""
        return f"{name_of(now, self.who)} {_SAID[self.deed]} {thing_named(self.what, known=True)}{whom}{why}."


def _take(play: Play, group: Group, thing: Thing, place: Carried, count: int | None = None) -> None:
    """Hand a burning light over, or move a thing to where a character carries it."""
    light = play.now.lights.get(thing.id)
    if light is not None:
        hand_over(play, light, place.by)
    else:
        move(play, group, thing, place, count)
    _handled(play, place.by, Deed.TOOK, called(thing, count))


def _handled(play: Play, who: PersonId, deed: Deed, what: str, to: PersonId | None = None, why: str = "") -> None:
    play.tell(Handled(who, deed, what, to, why), to=around(who))


def _too_few(thing: Thing, count: int | None) -> Iterable[Reason]:
    if count is not None and count > thing.count:
        yield Reason("too_few", f"There {'is' if thing.count == 1 else 'are'} only {thing.count}.")


def hands_full(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """Why a character cannot take, pack or give anything: in a fight, getting it out of the pack is an action."""
    if is_fighting(known.group_of(who)):
        yield Reason("in_a_fight", "Not during a fight: reach into the pack instead.")


def _held(known: Campaign, who: PersonId, thing: ThingId) -> Thing | None:
    held = known.things.get(thing)
    return (
        held if held is not None and held.count and isinstance(held.place, Carried) and held.place.by == who else None
    )


def not_near(known: Campaign, who: PersonId, other: PersonId) -> Iterable[Reason]:
    """Why a character cannot hand anything to another."""
    group = known.group_of(who)
    if who == other or group is None or other not in group.members:
        yield Reason("not_near", "There is no such person nearby.")


_SAID_ALREADY = frozenset({"not_here", "not_yours", "not_able"})


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        if any(not_theirs(known, seat, who)) or any(hands_full(known, who)):
            continue
        name = known.people[who].name
        for thing in within_reach(known, who):
            owner = known.people[thing.place.by] if isinstance(thing.place, Carried) else None
            whose = f" from {owner.name}" if owner is not None else ""
            warns = ""
            if owner is not None and owner.alive and owner.seat != known.people[who].seat:
                warns = f"{owner.name} is alive, and another player's character."
            yield Offer(
                Take(who, thing.id), "take", thing_named(called(thing), known=True), name, who,
                detail=whose, cost=load_with(known, who, thing), warns=warns,
            )  # fmt: skip
        for thing in known.carried_by(who):
            if thing.count and thing.kind is not ThingKind.COINS and isinstance(thing.place, Carried):
                verb, how = ("ready", Worn.READIED) if thing.place.how is Worn.STOWED else ("stow", Worn.STOWED)
                yield Offer(Pack(who, thing.id, how), verb, called(thing), name, who)


_SAID = {
    Deed.TOOK: "takes",
    Deed.GAVE: "gives",
    Deed.DROPPED: "drops",
    Deed.READIED: "readies",
    Deed.STOWED: "stows",
    Deed.USED: "uses up",
}


PART = Part(commands=(Take, Give, Drop, Pack, StripDead, UseUp), events=(Handled, ThingMissing), offers=_offers)
