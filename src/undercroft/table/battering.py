"""Doors that must be made to give way: forced when they are stuck, battered down when nothing else helps.

Both take as long as somebody stays at them: whoever goes away has left the door as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from undercroft.books.sovereign.doors import (
    BatteredDown,
    Battering,
    FlungOpen,
    OpensLater,
    StuckDoor,
    door_batter,
    door_stuck,
)
from undercroft.books.sovereign.units import TURN, Attribute, Skill
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, Group
from undercroft.table.doors import PASSABLE, DoorChanged, at_a_door, change, doors_before, known_door, standing_at
from undercroft.table.names import DoorId, PersonId, TimerId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did, whole_steps
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seen import SeenDoor
from undercroft.table.sites import Door, DoorState
from undercroft.table.telling import group as group_audience
from undercroft.table.timers import Lapse, Timer

_ENDS: Mapping[Lapse, DoorState] = {Lapse.DOOR: DoorState.OPEN, Lapse.BATTERING: DoorState.BROKEN}
"""How a door stands when it gives way: a stuck one opens, what is battered lies in splinters."""


class ForceDoor(Command, frozen=True, tag="force_door"):
    """Throw oneself at a stuck door, with others or alone."""

    who: PersonId
    door: DoorId
    helpers: tuple[PersonId, ...] = ()


class BatterDoor(Command, frozen=True, tag="batter_door"):
    """Break a door down, Turn after Turn."""

    who: PersonId
    door: DoorId


def _force(play: Play, act: ForceDoor) -> None:
    """It flies open at once, or gives way after some Turns of heaving."""
    person, group, door = standing_at(play, act.who, act.door)
    if door.state != DoorState.STUCK:
        change(play, group, door, DoorState.OPEN if door.state == DoorState.CLOSED else door.state, act.who)
        return
    others = tuple(bridge.check(play.now.people[one], Attribute.STR, Skill.EXERT) for one in act.helpers)
    given = StuckDoor(bridge.check(person, Attribute.STR, Skill.EXERT), others)
    match play.settle(door_stuck, given, by=person.seat, who=person.id, to=group_audience(group.id)):
        case FlungOpen():
            change(play, group, door, DoorState.OPEN, act.who)
            did(play, act.who, Activity.FORCE, f"forced the {door.name}")
        case OpensLater(turns=turns):
            _gives_way(play, group, door, act.who, Lapse.DOOR, Seconds(turns * TURN))
            for one in (act.who, *act.helpers):
                did(play, one, Activity.BATTER, f"heaved at the {door.name}")


def _batter(play: Play, act: BatterDoor) -> None:
    """It takes its time, and all that time is noisy; how long is settled with the first blow."""
    person, group, door = standing_at(play, act.who, act.door)
    if not _under_way(play.now, door.id):
        given, to = _battering(person, door), group_audience(group.id)
        outcome = play.settle(door_batter, given, by=person.seat, who=person.id, to=to, whole=True)
        if isinstance(outcome, BatteredDown):
            _gives_way(play, group, door, act.who, Lapse.BATTERING, Seconds(outcome.turns * TURN))
    did(play, act.who, Activity.BATTER, f"battered the {door.name}")


def _battering(person: Person, door: Door | SeenDoor) -> Battering:
    return Battering(door.material, bridge.modifier(person, Attribute.STR), bridge.skill(person, Skill.EXERT))


def _gives_way(play: Play, group: Group, door: Door, who: PersonId, lapse: Lapse, after: Seconds) -> None:
    """A door that gives way later, if they keep at it."""
    due = Seconds(group.time + whole_steps(group, after))
    to = tuple(sorted(group_audience(group.id)(play.now)))
    what = f"the {door.name} gives way"
    play.set_timer(Timer(TimerId(f"door-{door.id}"), lapse, what, group.time, due, to, who, group.site, about=door.id))


def _under_way(campaign: Campaign, door: DoorId) -> bool:
    return any(timer.lapse in _ENDS and timer.about == door for timer in campaign.timers.values())


def _door_gives(play: Play, timer: Timer) -> None:
    """It flies open or falls out of its frame, if somebody is still at it."""
    group = play.now.group_of(timer.person) if timer.person is not None else None
    if group is None or timer.site is None or group.site != timer.site:
        return
    door = play.now.door(timer.site, DoorId(timer.about))
    if door.state in PASSABLE or group.zone not in door.between or not play.now.able_in(group.id):
        return
    event = DoorChanged(timer.site, door.id, _ENDS[timer.lapse], spiked=False, by=timer.person)
    play.tell(event, to=group_audience(group.id))


def _may_force(known: Campaign, seat: SeatId, act: ForceDoor) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.FORCE)
    yield from at_a_door(known, act.who, act.door)
    for helper in act.helpers:
        if known.group_of(helper) != known.group_of(act.who):
            yield Reason("helper_not_here", "Whoever helps must be there.")
    door = known_door(known, act.who, act.door)
    if door is not None and door.state in (*PASSABLE, DoorState.LOCKED, DoorState.BARRED):
        yield Reason("not_stuck", "It is not merely stuck.")


def _may_batter(known: Campaign, seat: SeatId, act: BatterDoor) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.BATTER)
    yield from at_a_door(known, act.who, act.door)
    door = known_door(known, act.who, act.door)
    if door is not None and door.state in PASSABLE:
        yield Reason("open_already", "It stands open.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, door in doors_before(known, seat):
        if door.state == DoorState.STUCK:
            force = ForceDoor(person.id, door.id)
            stuck = StuckDoor(bridge.check(person, Attribute.STR, Skill.EXERT))
            why = tuple(_may_force(known, seat, force))
            label = f"{person.name}: force the {door.name}"
            yield Offer(force, label, person.id, None, door_stuck, stuck, why, ("open",))
        if door.state in (DoorState.LOCKED, DoorState.BARRED, DoorState.STUCK):
            yield _to_batter(known, seat, person, door)


def _to_batter(known: Campaign, seat: SeatId, person: Person, door: SeenDoor) -> Offer:
    group, act = known.group_of(person.id), BatterDoor(person.id, door.id)
    clock = clock_of(group) if group is not None else None
    step = clock.step if clock is not None else None
    why = tuple(_may_batter(known, seat, act))
    label = f"{person.name}: batter the {door.name}"
    return Offer(act, label, person.id, step, door_batter, _battering(person, door), why)


ROOM = Room(
    steps={ForceDoor: _force, BatterDoor: _batter},
    refusals={ForceDoor: _may_force, BatterDoor: _may_batter},
    offers=_offers,
    lapses=dict.fromkeys(_ENDS, _door_gives),
)
