"""Forcing stuck doors and battering doors down.

Both need someone at the door until it gives way: a door that the group leaves stays as it was.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

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
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.turns import did, whole_steps
from undercroft.table.site import doors
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import DoorId, PersonId, TimerId
from undercroft.table.state.people import Person
from undercroft.table.state.seen_sites import SeenDoor
from undercroft.table.state.sites import Door, DoorState

_ENDS: Mapping[Lapse, DoorState] = {Lapse.DOOR: DoorState.OPEN, Lapse.BATTERING: DoorState.BROKEN}
"""The state of a door that gives way: a stuck door opens, a battered door breaks."""


class ForceDoor(doors.DoorCommand, frozen=True, tag="force_door"):
    """Force a stuck door, alone or with helpers."""

    activity: ClassVar[Activity] = Activity.FORCE

    helpers: tuple[PersonId, ...] = ()
    ABOUT = About(icon="door", rank=100)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        for helper in self.helpers:
            if known.group_of(helper) != known.group_of(self.who):
                yield Reason("helper_not_here", "Whoever helps must be there.")
        door = doors.known_door(known, self.who, self.door)
        if door is not None and door.state in (*doors.PASSABLE, DoorState.LOCKED, DoorState.BARRED):
            yield Reason("not_stuck", "It is not merely stuck.")

    def do(self, play: Play) -> None:
        """Open the door at once, or let it give way after some Turns of heaving."""
        person, group, door = doors.person_at_door(play, self.who, self.door)
        if door.state != DoorState.STUCK:
            doors.change(play, group, door, DoorState.OPEN if door.state == DoorState.CLOSED else door.state, self.who)
            return
        others = tuple(bridge.check(play.now.people[helper], Attribute.STR, Skill.EXERT) for helper in self.helpers)
        given = StuckDoor(bridge.check(person, Attribute.STR, Skill.EXERT), others)
        match play.settle(door_stuck, given, by=person.seat, who=person.id, to=group_audience(group.id)):
            case FlungOpen():
                doors.change(play, group, door, DoorState.OPEN, self.who)
                did(play, self.who, Activity.FORCE, f"forced the {door.name}")
            case OpensLater(turns=turns):
                _give_way_later(play, group, door, self.who, Lapse.DOOR, Seconds(turns * TURN))
                for hand in (self.who, *self.helpers):
                    did(play, hand, Activity.BATTER, f"heaved at the {door.name}")


class BatterDoor(doors.ShutDoorCommand, frozen=True, tag="batter_door"):
    """Batter a door down, Turn after Turn."""

    activity: ClassVar[Activity] = Activity.BATTER

    ABOUT = About(icon="axe", rank=110)

    def do(self, play: Play) -> None:
        """Settle with the first blow how long the battering takes; every Turn of it is noisy."""
        person, group, door = doors.person_at_door(play, self.who, self.door)
        if not any(timer.lapse in _ENDS and timer.about == door.id for timer in play.now.timers.values()):
            given, to = _battering(person, door), group_audience(group.id)
            outcome = play.settle(door_batter, given, by=person.seat, who=person.id, to=to, whole=True)
            if isinstance(outcome, BatteredDown):
                _give_way_later(play, group, door, self.who, Lapse.BATTERING, Seconds(outcome.turns * TURN))
        did(play, self.who, Activity.BATTER, f"battered the {door.name}")


def _battering(person: Person, door: Door | SeenDoor) -> Battering:
    return Battering(door.material, bridge.modifier(person, Attribute.STR), bridge.skill(person, Skill.EXERT))


def _give_way_later(play: Play, group: Group, door: Door, who: PersonId, lapse: Lapse, after: Seconds) -> None:
    """Set the timer for a door that gives way if the group keeps at it."""
    due = Seconds(group.time + whole_steps(group, after))
    to = tuple(sorted(group_audience(group.id)(play.now)))
    what = f"the {door.name} gives way"
    play.set_timer(Timer(TimerId(f"door-{door.id}"), lapse, what, group.time, due, to, who, group.site, about=door.id))


def _give_way(play: Play, timer: Timer) -> None:
    """Open or break the door, if the group is still at it."""
    group = play.now.group_of(timer.person) if timer.person is not None else None
    if group is None or timer.site is None or group.site != timer.site:
        return
    door = play.now.door(timer.site, DoorId(timer.about))
    if door.state in doors.PASSABLE or group.zone not in door.between or not play.now.able_in(group.id):
        return
    event = doors.DoorChanged(timer.site, door.id, _ENDS[timer.lapse], spiked=False, by=timer.person)
    play.tell(event, to=group_audience(group.id))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, door in doors.doors_before(known, seat):
        who, name, what = person.id, person.name, f"the {door.name}"
        if door.state == DoorState.STUCK:
            stuck = StuckDoor(bridge.check(person, Attribute.STR, Skill.EXERT))
            act, aims = ForceDoor(who, door.id), ("open",)
            yield Offer(act, "force", what, name, who, rule=door_stuck, given=stuck, aims=aims)
        if door.state in (DoorState.LOCKED, DoorState.BARRED, DoorState.STUCK):
            batter, step, given = BatterDoor(who, door.id), step_of(known, who), _battering(person, door)
            yield Offer(batter, "batter", what, name, who, seconds=step, rule=door_batter, given=given)


PART = Part(commands=(ForceDoor, BatterDoor), offers=_offers, on_due=dict.fromkeys(_ENDS, _give_way))
