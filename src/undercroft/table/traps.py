"""Traps: noticed or sprung on entering, set off by meddling, disarmed.

Under Delving's clock delve speed notices every trap, and a walk or a run springs every live one. Under any other clock
Sovereign's doors decide: a soft entry gives the foremost one secret look about, and what that look misses goes off
under their feet; what they know of they step around. A hard entry looks at nothing and springs what is laid on the
threshold, whatever the clock. A trap that wants to be meddled with is sprung by nobody who only walks by.
"""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.delving.exposure import Detected, Entering, Sprung, trap_on_enter
from undercroft.books.delving.marching import Approach, first_exposed
from undercroft.books.delving.movement import PACES, Speed
from undercroft.books.sovereign.checks import Success, check_skill
from undercroft.books.sovereign.entry import Entered, Passing, Style, door_entry
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, Group
from undercroft.table.maps import map_of
from undercroft.table.names import DoorId, GroupId, PersonId, SiteId, ThingId, TrapId
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound
from undercroft.table.seen import SeenTrap
from undercroft.table.sightings import TrapSeen, trap_as_known
from undercroft.table.sites import Trap, TrapState, Trigger
from undercroft.table.springing import names, spring, stands
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Lying
from undercroft.table.whose import referee_only


class Meddle(Command, frozen=True, tag="meddle"):
    """Handle something that lies here."""

    who: PersonId
    thing: ThingId


class Disarm(Command, frozen=True, tag="disarm"):
    """Make a trap harmless that is known."""

    who: PersonId
    trap: TrapId


class SpringTrap(Command, frozen=True, tag="spring_trap"):
    """Let a trap go off on somebody: a disarming that went badly wrong, or a plan that asks for it."""

    who: PersonId
    trap: TrapId


class TrapDisarmed(Event, frozen=True, tag="table.trap-disarmed"):
    """A trap can do no harm any more."""

    site: SiteId
    trap: TrapId
    by: PersonId


class DisarmFailed(Event, frozen=True, tag="table.disarm-failed"):
    """A trap is as dangerous as it was."""

    site: SiteId
    trap: TrapId
    who: PersonId


class HandledSafely(Event, frozen=True, tag="table.handled-safely"):
    """Somebody handled a thing, and nothing happened."""

    who: PersonId
    thing: ThingId


def _disarmed(campaign: Campaign, event: TrapDisarmed) -> Campaign:
    return stands(campaign, event.site, event.trap, TrapState.DISARMED)


# Entering


def on_entering(play: Play, group: GroupId, door: DoorId | None, style: Style, speed: Speed) -> bool:
    """A group has come into a zone, by a door or past an obstacle: what it notices, and whether anything went off."""
    there = play.group(group)
    site = play.site_of(there)
    live = [trap for trap in site.traps.values() if trap.state is TrapState.ARMED and _lies_there(trap, there, door)]
    springing = _by_speed if isinstance(there.scene, DelveRound) else _by_entry
    gone_off = springing(play, there, live, style, speed)
    for trap in gone_off:
        spring(play, trap, _foremost(play, there))
    return bool(gone_off)


def _lies_there(trap: Trap, group: Group, door: DoorId | None) -> bool:
    """Whether a trap is under the feet of those who came through that door."""
    if trap.trigger is Trigger.THRESHOLD and trap.door is not None:
        return trap.door == door
    return trap.trigger is not Trigger.MEDDLE and trap.zone == group.zone


def _by_speed(play: Play, group: Group, live: Iterable[Trap], style: Style, speed: Speed) -> list[Trap]:
    """Delving: how fast they go decides, and a charge springs what lies on the threshold all the same."""
    careful = not PACES[speed].springs_traps
    charging = careful and _entry(play, style).triggers_trap
    gone_off: list[Trap] = []
    for trap in live:
        outcome = play.settle(trap_on_enter, Entering(speed))
        if isinstance(outcome, Sprung) or (charging and trap.trigger is Trigger.THRESHOLD):
            gone_off.append(trap)
        elif isinstance(outcome, Detected):
            _tell_of(play, group, trap)
    return gone_off


def _by_entry(play: Play, group: Group, live: Iterable[Trap], style: Style, _: Speed) -> list[Trap]:
    """Sovereign: one secret look from the door finds all that is new to them, or nothing."""
    entry, known = _entry(play, style), _known(play, group)
    gone_off = [trap for trap in live if trap.trigger is Trigger.THRESHOLD and entry.triggers_trap]
    unknown = [trap for trap in live if trap not in gone_off and trap.id not in known]
    if unknown and entry.can_notice_trap and _look_about(play, _foremost(play, group)):
        for trap in unknown:
            _tell_of(play, group, trap)
        return gone_off
    return [*gone_off, *(trap for trap in unknown if trap.trigger is Trigger.ENTER)]


def _known(play: Play, group: Group) -> frozenset[TrapId]:
    """Traps that this group was told of; what others have seen while they are apart helps nobody here."""
    seen = map_of(play.now, group.id).get(play.site_of(group).id)
    return frozenset(seen.traps) if seen is not None else frozenset()


def _entry(play: Play, style: Style) -> Entered:
    return play.settle(door_entry, Passing(style))


def _look_about(play: Play, who: PersonId) -> bool:
    """Nobody learns that there was anything to miss."""
    return isinstance(play.settle(check_skill, bridge.noticing(play.now.people[who])), Success)


def _foremost(play: Play, group: Group) -> PersonId:
    """Who meets it: the first in marching order who stands on their own feet."""
    able = tuple(person.id for person in play.now.able_in(group.id)) or group.members
    return PersonId(first_exposed(Script(), Approach(group.members, able)).pc or group.members[0])


def _tell_of(play: Play, group: Group, trap: Trap) -> None:
    play.tell(TrapSeen(play.site_of(group).id, trap_as_known(trap)), to=group_audience(group.id))


# Meddling and disarming


def meddle(play: Play, who: PersonId, thing: ThingId) -> bool:
    """Somebody handles a thing: whether a trap on it went off."""
    traps = play.site_of(play.group_with(who)).traps.values()
    return _set_off(play, who, [trap for trap in traps if trap.thing == thing])


def blunder(play: Play, who: PersonId) -> bool:
    """Somebody pokes about carelessly: whether they touched what they did not know of."""
    group = play.group_with(who)
    here = [trap for trap in play.site_of(group).traps.values() if trap.zone == group.zone]
    return _set_off(play, who, [trap for trap in here if trap.id not in _known(play, group)])


def _set_off(play: Play, who: PersonId, traps: Iterable[Trap]) -> bool:
    touchy = [trap for trap in traps if trap.trigger is Trigger.MEDDLE and trap.state is TrapState.ARMED]
    for trap in touchy[:1]:
        spring(play, trap, who)
    return bool(touchy)


def _meddle(play: Play, act: Meddle) -> None:
    group = play.group_with(act.who)
    if not meddle(play, act.who, act.thing):
        play.tell(HandledSafely(act.who, act.thing), to=group_audience(group.id))
    did(play, act.who, Activity.OTHER, "handled something")


def _disarm(play: Play, act: Disarm) -> None:
    """A failure leaves the trap armed; whether it was bad enough to spring it, the referee says by `SpringTrap`."""
    person, group = play.now.people[act.who], play.group_with(act.who)
    site, to = play.site_of(group), group_audience(group.id)
    trap = site.traps[act.trap]
    if trap.state is not TrapState.ARMED:
        _tell_of(play, group, trap)
    elif isinstance(
        play.settle(check_skill, bridge.disarming(person, trap.disarm_dc), by=person.seat, who=person.id, to=to),
        Success,
    ):
        play.tell(TrapDisarmed(site.id, trap.id, act.who), to=to)
    else:
        play.tell(DisarmFailed(site.id, trap.id, act.who), to=to)
    did(play, act.who, Activity.DISARM, f"worked at the {trap.name}")


def _spring(play: Play, act: SpringTrap) -> None:
    spring(play, play.site_of(play.group_with(act.who)).traps[act.trap], act.who)


def _may_meddle(known: Campaign, seat: SeatId, act: Meddle) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.OTHER)
    group, thing = known.group_of(act.who), known.things.get(act.thing)
    here = Lying(group.site, group.zone) if group is not None and group.site and group.zone else None
    if thing is None or thing.place != here:
        yield Reason("not_there", "They see no such thing here.")


def _may_disarm(known: Campaign, seat: SeatId, act: Disarm) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.DISARM)
    group = known.group_of(act.who)
    trap = next((one for one in _known_here(known, group) if one.id == act.trap), None)
    if trap is None:
        yield Reason("no_trap", "They know of no such trap here.")
    elif trap.state is not TrapState.ARMED:
        yield Reason("harmless", "It can do no harm any more.")


def _known_here(known: Campaign, group: Group | None) -> Iterable[SeenTrap]:
    """Traps that a group knows of and can reach."""
    seen = map_of(known, group.id).get(group.site) if group is not None and group.site is not None else None
    if group is None or seen is None:
        return
    for trap in seen.traps.values():
        door = seen.doors.get(trap.door) if trap.door is not None else None
        if trap.zone == group.zone or (door is not None and group.zone in door.between):
            yield trap


def _may_spring(known: Campaign, seat: SeatId, act: SpringTrap) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.group_of(act.who)
    site = known.site_of(group)
    if site is None or act.trap not in site.traps:
        yield Reason("no_trap", "There is no such trap.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group = known.group_of(who)
        clock = clock_of(group) if group is not None else None
        if clock is None or any(busy(known, seat, who, Activity.OTHER)):
            continue
        person = known.people[who]
        for trap in _known_here(known, group):
            if trap.state is TrapState.ARMED:
                act = Disarm(who, trap.id)
                site = known.site_of(group)
                given = bridge.disarming(person, site.traps[trap.id].disarm_dc) if site is not None else None
                refused = tuple(_may_disarm(known, seat, act))
                yield Offer(act, f"{person.name}: disarm the {trap.name}", who, clock.step, check_skill, given, refused)


def _named(now: Campaign, it: TrapDisarmed) -> str:
    """A trap by the name it is known by."""
    seen = now.seen[it.site].traps.get(it.trap) if it.site in now.seen else None
    return seen.name if seen is not None and seen.name else "trap"


ROOM = Room(
    arms={
        TrapDisarmed: _disarmed,
        DisarmFailed: unchanged,
        HandledSafely: unchanged,
    },
    steps={Meddle: _meddle, Disarm: _disarm, SpringTrap: _spring},
    refusals={Meddle: _may_meddle, Disarm: _may_disarm, SpringTrap: _may_spring},
    offers=_offers,
    words={
        TrapDisarmed: lambda now, it: f"{names(now, (it.by,))} has made the {_named(now, it)} harmless.",
        DisarmFailed: lambda now, it: f"The trap has resisted {names(now, (it.who,))}.",
        HandledSafely: lambda now, it: f"{names(now, (it.who,))} handles it, and nothing happens.",
    },
)
