"""Traps: noticed or sprung on entering, set off by meddling, disarmed.

Under Delving's clock, delve speed notices every trap, and a walk or a run springs every armed one. Under any other
clock Sovereign's rules for entering decide: a soft entry gives the first in line a secret check to notice traps, and
a trap that the check misses goes off; the party steps around traps it knows. A hard entry notices nothing and springs
traps on the threshold, whatever the clock. A trap that triggers on meddling does not go off when people walk by.
"""

from collections.abc import Iterable, Sequence

from undercroft.books.delving.exposure import Detected, Entering, Sprung, trap_on_enter
from undercroft.books.delving.marching import Approach, first_exposed
from undercroft.books.delving.movement import PACES, Speed
from undercroft.books.sovereign.checks import Success, check_skill
from undercroft.books.sovereign.entry import Entered, Passing, Style, door_entry
from undercroft.kernel.amounts import series, several
from undercroft.kernel.phrases import lowered, thing_named
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import does
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did, with_time
from undercroft.table.site.sprung_traps import spring
from undercroft.table.state.campaign import Campaign, Group, changed_where_known
from undercroft.table.state.ids import DoorId, GroupId, PersonId, SiteId, ThingId, TrapId
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.seen_sites import SeenTrap
from undercroft.table.state.sites import Trap, TrapState, Trigger
from undercroft.table.state.things import Lying
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.sight import trap_as_known
from undercroft.table.world.sightings import TrapSeen


class Meddle(Command, frozen=True, tag="meddle"):
    """Handle something on the floor."""

    who: PersonId
    thing: ThingId
    ABOUT = About(title="Handle a thing", slot=Slot.OBSTACLE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.OTHER)
        group, thing = known.group_of(self.who), known.things.get(self.thing)
        here = Lying(group.site, group.zone) if group is not None and group.site and group.zone else None
        if thing is None or thing.place != here:
            yield Reason("not_there", f"{does(known, self.who, 'see', 'sees')} no such thing here.")

    def do(self, play: Play) -> None:
        group = play.group_with(self.who)
        if not meddle(play, self.who, self.thing):
            play.tell(HandledSafely(self.who, self.thing), to=group_audience(group.id))
        did(play, self.who, Activity.OTHER, "handled something")


class Disarm(Command, frozen=True, tag="disarm"):
    """Disarm a known trap."""

    who: PersonId
    trap: TrapId
    ABOUT = About(title="Disarm a trap", icon="shield", rank=120, slot=Slot.OBSTACLE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.DISARM)
        here = _known_here(known, known.group_of(self.who))
        trap = next((trap for trap in here if trap.id == self.trap), None)
        if trap is None:
            yield Reason("no_trap", f"{does(known, self.who, 'know', 'knows')} no such trap here.")
        elif trap.state is not TrapState.ARMED:
            yield Reason("harmless", "It is already harmless.")

    def do(self, play: Play) -> None:
        """Disarm the trap on a success. A failure leaves it armed; the referee may spring it with `SpringTrap`."""
        person, group = play.now.people[self.who], play.group_with(self.who)
        site, to = play.site_of(group), group_audience(group.id)
        trap = site.traps[self.trap]
        if trap.state is not TrapState.ARMED:
            _tell_of(play, group, trap)
        else:
            given = bridge.disarming(person, trap.disarm_dc)
            about = f"{person.name}, {trap.name}"
            outcome = play.settle(check_skill, given, by=person.seat, who=person.id, to=to, about=about)
            result = TrapDisarmed if isinstance(outcome, Success) else DisarmFailed
            play.tell(result(site.id, trap.id, self.who), to=to)
        did(play, self.who, Activity.DISARM, f"worked at the {trap.name}")


class SpringTrap(Command, frozen=True, tag="spring_trap"):
    """Spring a trap on a character, for instance after a badly failed attempt to disarm it."""

    who: PersonId
    trap: TrapId
    ABOUT = About(title="Spring a trap")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        site = known.site_of(known.group_of(self.who))
        if site is None or self.trap not in site.traps:
            yield Reason("no_trap", "There is no such trap.")

    def do(self, play: Play) -> None:
        spring(play, play.site_of(play.group_with(self.who)).traps[self.trap], self.who)


class TrapDisarmed(Event, frozen=True, tag="table.trap-disarmed"):
    """A trap is disarmed."""

    site: SiteId
    trap: TrapId
    by: PersonId

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_where_known(campaign, self.site, "traps", self.trap, state=TrapState.DISARMED)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.by)} disarms the {_named(now, self)}."


class DisarmFailed(Event, frozen=True, tag="table.disarm-failed"):
    """An attempt to disarm a trap failed; it is still armed."""

    site: SiteId
    trap: TrapId
    who: PersonId

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} fails to disarm the {_named(now, self)}."


class HandledSafely(Event, frozen=True, tag="table.handled-safely"):
    """A character handled a thing, and nothing happened."""

    who: PersonId
    thing: ThingId

    def say(self, now: Campaign) -> str:
        thing = now.things.get(self.thing)
        what = thing_named(several(thing.count, thing.name), known=True) if thing is not None else "something"
        return f"{name_of(now, self.who)} handles {what}, and nothing happens."


# Entering


def on_entering(play: Play, group: GroupId, door: DoorId | None, style: Style, speed: Speed) -> bool:
    """Notice or spring traps for a group that has come into a zone. Return whether any went off."""
    party = play.group(group)
    site = play.site_of(party)
    live = [trap for trap in site.traps.values() if trap.state is TrapState.ARMED and _in_the_way(trap, party, door)]
    springing = _by_speed if isinstance(party.scene, DelveRound) else _by_entry
    gone_off = springing(play, party, live, style, speed)
    for trap in gone_off:
        spring(play, trap, _foremost(play, party))
    return bool(gone_off)


def _in_the_way(trap: Trap, group: Group, door: DoorId | None) -> bool:
    """Whether a trap is in the way of a group that came through that door."""
    if trap.trigger is Trigger.THRESHOLD and trap.door is not None:
        return trap.door == door
    return trap.trigger is not Trigger.MEDDLE and trap.zone == group.zone


def _by_speed(play: Play, group: Group, live: Iterable[Trap], style: Style, speed: Speed) -> list[Trap]:
    """Delving: the speed decides; a charge springs traps on the threshold at any speed."""
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
    """Sovereign: one secret check at the door notices all unknown traps, or none."""
    entry, known = _entry(play, style), _known(play, group)
    gone_off = [trap for trap in live if trap.trigger is Trigger.THRESHOLD and entry.triggers_trap]
    unknown = [trap for trap in live if trap not in gone_off and trap.id not in known]
    if unknown and entry.can_notice_trap and _notices_traps(play, _foremost(play, group), unknown):
        for trap in unknown:
            _tell_of(play, group, trap)
        return gone_off
    return [*gone_off, *(trap for trap in unknown if trap.trigger is Trigger.ENTER)]


def _known(play: Play, group: Group) -> frozenset[TrapId]:
    """The traps this group knows of; what another group saw while apart does not count."""
    seen = map_of(play.now, group.id).get(play.site_of(group).id)
    return frozenset(seen.traps) if seen is not None else frozenset()


def _entry(play: Play, style: Style) -> Entered:
    return play.settle(door_entry, Passing(style))


def _notices_traps(play: Play, who: PersonId, traps: Sequence[Trap]) -> bool:
    """Make a secret check to notice traps."""
    person = play.now.people[who]
    cause = f"{person.name} may notice {series([lowered(trap.name) for trap in traps])}"
    check = RuleToSettle(check_skill, bridge.noticing(person), about=f"{person.name}, traps", cause=cause)
    (noticed,) = play.settle_each([check])
    return isinstance(noticed, Success)


def _foremost(play: Play, group: Group) -> PersonId:
    """The first in marching order who is able to act."""
    able = tuple(person.id for person in play.now.able_in(group.id)) or group.members
    return PersonId(first_exposed(Script(), Approach(group.members, able)).pc or group.members[0])


def _tell_of(play: Play, group: Group, trap: Trap) -> None:
    sighting = TrapSeen(play.site_of(group).id, trap_as_known(trap), play.now.apart(group.id))
    play.tell(sighting, to=group_audience(group.id))


# Meddling and disarming


def meddle(play: Play, who: PersonId, thing: ThingId) -> bool:
    """Set off a trap on a thing that a character handles. Return whether there was one."""
    traps = play.site_of(play.group_with(who)).traps.values()
    return _set_off(play, who, [trap for trap in traps if trap.thing == thing])


def blunder(play: Play, who: PersonId) -> bool:
    """Set off an unknown trap that a careless search touches. Return whether there was one."""
    group = play.group_with(who)
    here = [trap for trap in play.site_of(group).traps.values() if trap.zone == group.zone]
    return _set_off(play, who, [trap for trap in here if trap.id not in _known(play, group)])


def _set_off(play: Play, who: PersonId, traps: Iterable[Trap]) -> bool:
    touchy = [trap for trap in traps if trap.trigger is Trigger.MEDDLE and trap.state is TrapState.ARMED]
    for trap in touchy[:1]:
        spring(play, trap, who)
    return bool(touchy)


def _known_here(known: Campaign, group: Group | None) -> Iterable[SeenTrap]:
    """The traps a group knows of and can reach."""
    seen = map_of(known, group.id).get(group.site) if group is not None and group.site is not None else None
    if group is None or seen is None:
        return
    for trap in seen.traps.values():
        door = seen.doors.get(trap.door) if trap.door is not None else None
        if trap.zone == group.zone or (door is not None and group.zone in door.between):
            yield trap


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, group in with_time(known, seat, Activity.OTHER):
        who, step, site = person.id, step_of(known, person.id), known.site_of(group)
        for trap in _known_here(known, group):
            if trap.state is TrapState.ARMED:
                act, what = Disarm(who, trap.id), f"the {trap.name}"
                given = bridge.disarming(person, site.traps[trap.id].disarm_dc) if site is not None else None
                yield Offer(
                    act,
                    "disarm",
                    what,
                    person.name,
                    who,
                    seconds=step,
                    rule=check_skill,
                    given=given,
                    aims=("success",),
                )


def _named(now: Campaign, event: TrapDisarmed | DisarmFailed) -> str:
    """The name of a trap, as far as it is known."""
    seen = now.seen[event.site].traps.get(event.trap) if event.site in now.seen else None
    return seen.name if seen is not None and seen.name else "trap"


PART = Part(commands=(Meddle, Disarm, SpringTrap), events=(TrapDisarmed, DisarmFailed, HandledSafely), offers=_offers)
