"""Forcing stuck doors and battering doors down.

Both are work that holds the workers until the door gives way; a door that they leave stays as it was. Battering is
noisy in every turn, forcing is not.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.doors import (
    OPENS_AFTER,
    TOO_HARD,
    BatteredDown,
    Battering,
    FlungOpen,
    OpensLater,
    StuckDoor,
    door_batter,
    door_stuck,
)
from undercroft.books.sovereign.units import TURN, Attribute, Skill
from undercroft.kernel.notation import text
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import around, group_audience
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of, step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.jobs import JobWentOn, begin_job, end_job
from undercroft.table.exploration.spare_time import did, whole_steps, why_not_help
from undercroft.table.site import doors
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Hand, Job, Lapse, Timer
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
    ABOUT = About(title="Force a door", icon="door", rank=100, slot=Slot.DOOR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from why_not_help(known, self.who, self.helpers)
        yield from _under_way(known, self.who, self.door, noisy=None)
        door = doors.known_door(known, self.who, self.door)
        if door is not None and door.state in (*doors.PASSABLE, DoorState.LOCKED, DoorState.BARRED):
            yield Reason("not_stuck", f"The {door.name} is {door.state}: only a stuck door can be forced.")

    def do(self, play: Play) -> None:
        """Open the door at once, or let it give way after some turns of heaving."""
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
                _work_at(play, (self.who, *self.helpers), door, Lapse.DOOR, Seconds(turns * TURN))


class BatterDoor(doors.ShutDoorCommand, frozen=True, tag="batter_door"):
    """Batter a door down, turn after turn, or join the others who do."""

    activity: ClassVar[Activity] = Activity.BATTER

    ABOUT = About(title="Batter a door down", icon="axe", rank=110, slot=Slot.DOOR)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from _under_way(known, self.who, self.door, noisy=False)
        door = doors.known_door(known, self.who, self.door)
        if door is not None and door.material in TOO_HARD:
            yield Reason("too_hard", "Metal and stone cannot be battered down.", door_batter.id)

    def do(self, play: Play) -> None:
        """Settle with the first blow how long the battering takes; every turn of it is noisy."""
        person, group, door = doors.person_at_door(play, self.who, self.door)
        to, job = group_audience(group.id), _job_at(play.now, self.who, self.door)
        if job is not None:
            play.tell(JobWentOn(replace(job, hands=(*job.hands, Hand(self.who)))), to=to)
        else:
            given = _battering(person, door)
            outcome = play.settle(door_batter, given, by=person.seat, who=person.id, to=to, whole=True)
            if isinstance(outcome, BatteredDown):
                _work_at(play, (self.who,), door, Lapse.BATTERING, Seconds(outcome.turns * TURN))
                return
        did(play, self.who, Activity.BATTER, f"battered the {door.name}")


def _battering(person: Person, door: Door | SeenDoor) -> Battering:
    return Battering(door.material, bridge.modifier(person, Attribute.STR), bridge.skill(person, Skill.EXERT))


def _job_at(known: Campaign, who: PersonId, door: DoorId) -> Job | None:
    """The work at a door of the group that a person is with."""
    group = known.group_of(who)
    jobs = (job for job in known.jobs.values() if group is not None and job.site == group.site and job.about == door)
    return next((job for job in jobs if group is not None and job.workers[0] in group.members), None)


def _under_way(known: Campaign, who: PersonId, door: DoorId, *, noisy: bool | None) -> Iterable[Reason]:
    """The reason against new work at a door where the group is at work, of that kind or of any."""
    job = _job_at(known, who, door)
    if job is not None and who not in job.workers and noisy in (None, job.noisy):
        yield Reason("under_way", f"{known.people[job.workers[0]].name} is at work there: {job.what}.")


def _work_at(play: Play, hands: tuple[PersonId, ...], door: Door, lapse: Lapse, after: Seconds) -> None:
    """Begin work at a door that fills the turns of all hands; for hands who have acted, from the next turn on."""
    group = play.group_with(hands[0])
    clock, scene, noisy = clock_of(group), group.scene, lapse is Lapse.BATTERING
    acted = [hand for hand in hands if clock is not None and scene is not None and clock.has_acted(scene, hand)]
    since = Seconds(group.time + (clock.step if acted and clock is not None else 0))
    what = f"{'battering' if noisy else 'heaving at'} the {door.name}"
    id = TimerId(f"door-{door.id}")
    if id in play.now.jobs:
        id = TimerId(f"{id}-{group.id}")
    workers = tuple(Hand(hand) for hand in hands)
    job = Job(id, what, since, workers, about=door.id, site=group.site, zone=group.zone, noisy=noisy)
    begin_job(play, job, lapse, whole_steps(group, after), to=group_audience(group.id))
    for hand in hands:
        if hand not in acted:
            did(play, hand, Activity.BATTER if noisy else Activity.FEAT, what)


def _give_way(play: Play, timer: Timer) -> None:
    """Open or break the door, if a worker is still at it."""
    job, group = play.now.jobs.get(timer.id), _still_at(play, timer)
    if job is not None:
        end_job(play, job, done=True, to=around(job.workers[0]), told=group is not None)
    if group is not None and timer.site is not None:
        door = DoorId(timer.about)
        event = doors.DoorChanged(timer.site, door, _ENDS[timer.lapse], spiked=False, by=timer.person)
        play.tell(event, to=group_audience(group.id))


def _still_at(play: Play, timer: Timer) -> Group | None:
    """The group that is still at the door it works at, if the door is still shut."""
    group = play.now.group_of(timer.person) if timer.person is not None else None
    if group is None or timer.site is None or group.site != timer.site:
        return None
    door = play.now.door(timer.site, DoorId(timer.about))
    at_it = door.state not in doors.PASSABLE and group.zone in door.between and play.now.able_in(group.id)
    return group if at_it else None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, door in doors.doors_before(known, seat):
        who, name, what = person.id, person.name, f"the {door.name}"
        if door.state == DoorState.STUCK:
            stuck = StuckDoor(bridge.check(person, Attribute.STR, Skill.EXERT))
            act, aims = ForceDoor(who, door.id), ("open",)
            cost = f"failure: {text(OPENS_AFTER)} turns"
            yield Offer(act, "force", what, name, who, cost=cost, rule=door_stuck, given=stuck, aims=aims)
        if door.state in (DoorState.LOCKED, DoorState.BARRED, DoorState.STUCK):
            batter, takes, given = BatterDoor(who, door.id), _takes(known, person, door), _battering(person, door)
            yield Offer(batter, "batter", what, name, who, seconds=takes, rule=door_batter, given=given)


def _takes(known: Campaign, person: Person, door: Door | SeenDoor) -> Seconds | None:
    """How long battering takes from its first blow, in whole turns or rounds; a turn or round for who joins in."""
    group, step = known.group_of(person.id), step_of(known, person.id)
    if group is None or door.material in TOO_HARD or _job_at(known, person.id, door.id) is not None:
        return step
    outcome = door_batter(Script(), known.house.applied(door_batter, _battering(person, door)))
    return whole_steps(group, Seconds(outcome.turns * TURN)) if isinstance(outcome, BatteredDown) else step


PART = Part(commands=(ForceDoor, BatterDoor), offers=_offers, on_due=dict.fromkeys(_ENDS, _give_way))
