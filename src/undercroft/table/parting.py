"""Parting and meeting again: each group with its own place, time and map; and moments that belong to all."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import maps
from undercroft.table.campaign import Campaign, Group, Light, with_person
from undercroft.table.groups import MAIN, GroupFormed, GroupGone, Rejoin, Split
from undercroft.table.journeys import TravelDay
from undercroft.table.names import GroupId, Label, PersonId, TimerId, slug
from undercroft.table.opening import seen_thing
from undercroft.table.passing import TimerDropped
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.road_costs import where
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound, OverloadedTurn, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.seen_lands import SeenLands
from undercroft.table.telling import TABLE, Audience, seats
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Thing
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import referee_only


class SetBell(Command, frozen=True, tag="set_bell"):
    """Set a moment that belongs to all: a bell, the tide, the guard's round. `to` are the seats that know of it."""

    what: Label
    due: Seconds
    to: tuple[SeatId, ...] = ()


class RingBell(Command, frozen=True, tag="ring_bell"):
    """Its moment has come for everybody; it follows of itself."""

    timer: TimerId


class BellRang(Event, frozen=True, tag="table.bell-rang"):
    """A moment that belongs to all has come."""

    what: str


class CaughtUp(Event, frozen=True, tag="table.caught-up"):
    """How these people are now, what they carry and which lights they hold, to those who have not seen them lately."""

    people: tuple[Person, ...]
    things: tuple[Thing, ...]
    lights: tuple[Light, ...]


def _caught_up(campaign: Campaign, event: CaughtUp) -> Campaign:
    """What was thought to be on them and is not, is gone from sight."""
    who = {person.id for person in event.people}
    for person in event.people:
        campaign = with_person(campaign, person)
    elsewhere = {
        id: thing
        for id, thing in campaign.things.items()
        if not (isinstance(thing.place, Carried) and thing.place.by in who)
    }
    lights = {id: light for id, light in campaign.lights.items() if light.holder not in who}
    return replace(
        campaign,
        things={**elsewhere, **{thing.id: thing for thing in event.things}},
        lights={**lights, **{light.thing: light for light in event.lights}},
    )


def as_they_know(group: Group) -> Group:
    """A group as its players know it: where they believe to be, and what they may know of its scenes."""
    return replace(group, hex=where(group), scenes=tuple(scene.seen for scene in group.scenes))


def form(play: Play, group: Group, to: Audience, present: tuple[PersonId, ...] | None = None) -> None:
    """A group is so now; players are told what they may know of its scenes."""
    shown = as_they_know(group)
    if shown == group:
        play.tell(GroupFormed(group, present), to=to)
        return
    play.tell(GroupFormed(group, present))
    play.aside(GroupFormed(shown, present), to=to)


def as_others_see(person: Person) -> Person:
    """Somebody without what only the referee knows about them."""
    return replace(person, conditions=tuple(one for one in person.conditions if not one.secret))


def catch_up(play: Play, who: Iterable[PersonId], to: Audience) -> None:
    """Players see how these are and what they have about them; the referee knew."""
    those = tuple(who)
    people = tuple(as_others_see(play.now.people[one]) for one in those)
    things = tuple(seen_thing(thing) for one in those for thing in play.now.carried_by(one))
    lights = tuple(light for light in play.now.lights.values() if light.holder in those)
    play.aside(CaughtUp(people, things, lights), to=to)


def _split(play: Play, act: Split) -> None:
    """Who was on the way to the group comes to those who stay."""
    there = play.group(act.group)
    everybody = group_audience(there.id)(play.now)
    going = tuple(who for who in there.members if who in act.members)
    scenes = tuple(replace(scene, pending=()) for scene in there.scenes)
    new = replace(there, id=GroupId(slug(act.name)), name=act.name, members=going, scenes=scenes)
    form(play, new, to=lambda _: everybody)
    maps.part(play, there.id, new.id)
    for group in (there.id, new.id):
        _narrow(play, group)


def _narrow(play: Play, group: GroupId) -> None:
    """Deadlines of these people are known to those who are with them, and to nobody else any more."""
    around = group_audience(group)(play.now)
    for timer in _timers_of(play.now, group):
        knowing = tuple(seat for seat in timer.to if seat in around)
        if knowing != timer.to:
            play.set_timer(replace(timer, to=knowing))
            play.aside(TimerDropped(timer.id, timer.what), to=seats(*(set(timer.to) - set(knowing))))


def _widen(play: Play, who: tuple[PersonId, ...], knew: frozenset[SeatId], group: GroupId) -> None:
    """Deadlines that all of them knew are known to all they have met."""
    around = tuple(sorted(group_audience(group)(play.now)))
    for timer in _timers_of(play.now, group):
        if timer.person in who and knew <= set(timer.to) and set(around) - set(timer.to):
            play.set_timer(replace(timer, to=around))


def welcome(play: Play, who: PersonId, group: GroupId) -> None:
    """Somebody has come to a group: their player learns where it stands, what it knows and how everybody is."""
    there, seat = play.group(group), play.now.people[who].seat
    others = tuple(one for one in there.members if one != who)
    around = group_audience(group)
    catch_up(play, (who,), to=around)
    if any(play.now.people[one].seat == seat for one in others):
        return
    play.aside(GroupFormed(as_they_know(there)), to=seats(seat))
    catch_up(play, others, to=seats(seat))
    maps.show(play, maps.map_of(play.now, group), (seat,), {})
    maps.show_lands(play, maps.lands_of(play.now, group), (seat,), SeenLands())
    knew = frozenset(play.now.people[one].seat for one in others)
    _widen(play, (*others, who), knew, group)


def disband(play: Play, group: GroupId) -> None:
    """Nobody is left in a group: it is gone, unless it is the only one."""
    if len(play.now.groups) > 1 and not play.group(group).members:
        play.tell(GroupGone(group), to=TABLE)
        maps.forget(play, group)


def _timers_of(campaign: Campaign, group: GroupId) -> tuple[Timer, ...]:
    members = campaign.groups[group].members
    return tuple(timer for timer in campaign.timers.values() if timer.person in members)


def _rejoin(play: Play, act: Rejoin) -> None:
    """Whoever is earlier waits first, with all that falls due; then they are one, and know what the others know."""
    one, other = play.group(act.group), play.group(act.other)
    earlier = min((one, other), key=lambda group: group.time)
    gap = Seconds(abs(one.time - other.time))
    if gap and play.spend(earlier.id, gap) < gap:
        return
    stays, goes = (act.group, act.other) if act.group == MAIN else (act.other, act.group)
    maps.meet(play, act.group, act.other, stays)
    _join(play, play.group(stays), play.group(goes), waited=earlier.id if gap else None)


def _join(play: Play, stays: Group, goes: Group, waited: GroupId | None) -> None:
    knew = {group.id: group_audience(group.id)(play.now) - {SPECTATORS} for group in (stays, goes)}
    members = (*stays.members, *goes.members)
    whole = frozenset((SPECTATORS,)) if set(play.now.present) <= set(members) else frozenset[SeatId]()
    everybody = knew[stays.id] | knew[goes.id] | whole
    joined = replace(stays, members=members, scenes=_scenes(stays, goes, waited))
    form(play, joined, to=lambda _: everybody)
    play.tell(GroupGone(goes.id), to=lambda _: everybody)
    if whole:
        maps.show(play, play.now.seen, whole, {})
        maps.show_lands(play, play.now.seen_lands, whole, SeenLands())
    catch_up(play, members, to=lambda _: everybody)
    for group in (stays, goes):
        _widen(play, group.members, knew[group.id], stays.id)


def _scenes(one: Group, other: Group, waited: GroupId | None) -> tuple[Scene, ...]:
    """The turn of whoever did not wait; whoever was on the way to either comes to both."""
    leads, follows = (other, one) if waited == one.id else (one, other)
    if not leads.scenes or not follows.scenes:
        return leads.scenes
    inner, outer = leads.scenes[-1], follows.scenes[-1]
    inner = replace(inner, pending=tuple(dict.fromkeys((*inner.pending, *outer.pending))))
    return (*leads.scenes[:-1], inner if waited is not None else _both_done(inner, outer))


_TURNS = SovereignTurn | OverloadedTurn | ViolenceTurn
"""Turns in which it is noted who has done what."""


def _both_done(one: Scene, other: Scene) -> Scene:
    """In the same turn what anybody has done is done."""
    if isinstance(one, DelveRound) and isinstance(other, DelveRound):
        return replace(one, going={**one.going, **other.going})
    if isinstance(one, _TURNS) and isinstance(other, _TURNS):
        return replace(one, done={**one.done, **other.done})
    return one


def _set_bell(play: Play, act: SetBell) -> None:
    to = tuple(sorted({REFEREE, *act.to}))
    id = TimerId(f"bell-{slug(act.what)}-{act.due}")
    play.set_timer(Timer(id, Lapse.BELL, act.what, play.now.clock, act.due, to))


def _ring_bell(play: Play, act: RingBell) -> None:
    play.drop_or_lapse(play.now.timers[act.timer])


def _rings(play: Play, timer: Timer) -> None:
    play.tell(BellRang(timer.what), to=lambda _: frozenset(timer.to))


def come_for_all(campaign: Campaign) -> Timer | None:
    """The first moment that belongs to all, once every group has come so far."""
    times = [group.time for group in campaign.groups.values() if group.members]
    shared = (timer for timer in campaign.timers.values() if timer.person is None)
    due = [timer for timer in shared if times and timer.due <= min(times)]
    return min(due, key=lambda timer: (timer.due, timer.id), default=None)


def _next(campaign: Campaign) -> Command | None:
    timer = come_for_all(campaign)
    return None if timer is None else RingBell(timer.id)


def _may_split(known: Campaign, seat: SeatId, act: Split) -> Iterable[Reason]:
    yield from referee_only(seat)
    there = known.groups.get(act.group)
    if there is None:
        yield Reason("no_group", "Nobody goes by that name.")
        return
    yield from _free(known, there)
    if not act.members or not set(act.members) <= set(there.members):
        yield Reason("not_the_members", "Name some of the group.")
    elif set(act.members) == set(there.members):
        yield Reason("nobody_left", "Somebody has to stay.")
    if slug(act.name) in known.groups:
        yield Reason("name_taken", "Another group goes by that name; give these one of their own.")


def _free(known: Campaign, group: Group) -> Iterable[Reason]:
    if group.scene is not None and clock_of(group) is None and not isinstance(group.scene, TravelDay):
        yield Reason("in_a_scene", f"{group.name}: in the middle of something else.")
    if group.id in known.stretches:
        yield Reason("under_way", f"{group.name}: at something that takes longer.")
    if any(proposal.group == group.id for proposal in known.proposals.values()):
        yield Reason("ruling_open", f"{group.name}: a ruling is on the table; settle it first.")


def _may_rejoin(known: Campaign, seat: SeatId, act: Rejoin) -> Iterable[Reason]:
    yield from referee_only(seat)
    one, other = known.groups.get(act.group), known.groups.get(act.other)
    if one is None or other is None or act.group == act.other:
        yield Reason("no_group", "Name two groups.")
        return
    yield from _free(known, one)
    yield from _free(known, other)
    if (one.hex, one.site, one.zone) != (other.hex, other.site, other.zone):
        yield Reason("not_together", "They are not in the same place.")


def _may_set_bell(known: Campaign, seat: SeatId, act: SetBell) -> Iterable[Reason]:
    yield from referee_only(seat)
    if any(group.time >= act.due for group in known.groups.values() if group.members):
        yield Reason("too_late", "That moment has passed for somebody.")
    if not set(act.to) <= {*known.seats, REFEREE, SPECTATORS}:
        yield Reason("no_seat", "There is no such seat.")


def _may_ring(known: Campaign, seat: SeatId, act: RingBell) -> Iterable[Reason]:
    yield from referee_only(seat)
    due = come_for_all(known)
    if due is None or due.id != act.timer:
        yield Reason("not_yet", "Its moment has not come for everybody.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    groups = [group for group in known.groups.values() if group.members]
    for number, one in enumerate(groups):
        for other in groups[number + 1 :]:
            act = Rejoin(other.id, one.id)
            if not any(_may_rejoin(known, seat, act)):
                gap = Seconds(abs(one.time - other.time))
                yield Offer(act, f"{other.name} and {one.name}: go on together", seconds=gap)


ROOM = Room(
    arms={BellRang: unchanged, CaughtUp: _caught_up},
    steps={Split: _split, Rejoin: _rejoin, SetBell: _set_bell, RingBell: _ring_bell},
    refusals={Split: _may_split, Rejoin: _may_rejoin, SetBell: _may_set_bell, RingBell: _may_ring},
    offers=_offers,
    lapses={Lapse.BELL: _rings},
    next=_next,
    words={BellRang: lambda _, it: f"{it.what[:1].upper()}{it.what[1:]}."},
)
