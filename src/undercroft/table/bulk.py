"""Time in bulk: waiting for hours, and walking back over known ground, step by step until something comes between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.sovereign.units import ROUND, TURN
from undercroft.books.violence.units import WATCH
from undercroft.kernel.units import DAY, HOUR, MINUTE, SeatId, Seconds
from undercroft.table.bridge_clock import DAWN
from undercroft.table.campaign import Campaign, Group
from undercroft.table.interruptions import came_between, marks
from undercroft.table.journeys import Hike, TravelDay
from undercroft.table.names import DoorId, GroupId, ZoneId
from undercroft.table.passing import StretchStopped, waiting
from undercroft.table.play import Play
from undercroft.table.procedures import exploring, moving
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Clockwork, EndStep
from undercroft.table.procedures.moving import Move
from undercroft.table.procedures.paths import paths
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.stretches import Stretch
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class Span(StrEnum):
    """How a stretch of time is measured: by a length, or until an hour of the day."""

    STEP = "step"
    SECOND = "second"
    ROUND = "round"
    MINUTE = "minute"
    DELVE_ROUND = "delve_round"
    TURN = "turn"
    HOUR = "hour"
    WATCH = "watch"
    DAY = "day"
    TILL_MORNING = "till_morning"
    TILL_NOON = "till_noon"
    TILL_EVENING = "till_evening"
    TILL_MIDNIGHT = "till_midnight"


LENGTHS: Mapping[Span, Seconds] = {
    Span.SECOND: Seconds(1),
    Span.ROUND: ROUND,
    Span.MINUTE: MINUTE,
    Span.DELVE_ROUND: Seconds(DELVE_ROUND),
    Span.TURN: TURN,
    Span.HOUR: HOUR,
    Span.WATCH: Seconds(WATCH * HOUR),
    Span.DAY: DAY,
}

HOURS: Mapping[Span, Seconds] = {
    Span.TILL_MORNING: DAWN,
    Span.TILL_NOON: Seconds(12 * HOUR),
    Span.TILL_EVENING: Seconds(18 * HOUR),
    Span.TILL_MIDNIGHT: Seconds(0),
}
"""When parts of the day begin."""

_NO_WAY = frozenset({"no_door", "door_shut", "obstacle"})
"""Reasons against a move that another turn does not mend."""


class PassTime(Command, frozen=True, tag="pass_time"):
    """Let time pass for a group: so many turns, hours or days, or until an hour of the day comes round so often."""

    group: GroupId
    span: Span
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class WalkBack(Command, frozen=True, tag="walk_back"):
    """Go to a zone they know, by ways they know."""

    group: GroupId
    to: ZoneId


class GoOn(Command, frozen=True, tag="go_on"):
    """Do the next step of what takes longer; it follows of itself."""

    group: GroupId


class StretchBegan(Event, frozen=True, tag="table.stretch-began"):
    """A group is at something that takes longer, and stands so in it."""

    secret: ClassVar[bool] = True

    stretch: Stretch


class StretchOver(Event, frozen=True, tag="table.stretch-over"):
    """That is over."""

    secret: ClassVar[bool] = True

    group: GroupId


def _began(campaign: Campaign, event: StretchBegan) -> Campaign:
    return replace(campaign, stretches={**campaign.stretches, event.stretch.group: event.stretch})


def _over(campaign: Campaign, event: StretchOver) -> Campaign:
    return replace(campaign, stretches={id: one for id, one in campaign.stretches.items() if id != event.group})


def seconds_of(known: Campaign, act: PassTime) -> Seconds:
    """How long it is from now on."""
    group = known.groups[act.group]
    if act.span in HOURS:
        ahead = (HOURS[act.span] - known.day_begins - group.time) % DAY or DAY
        return Seconds(ahead + (act.amount - 1) * DAY)
    clock = clock_of(group)
    step = clock.step if act.span is Span.STEP and clock is not None else LENGTHS.get(act.span, Seconds(0))
    return Seconds(act.amount * step)


def in_steps(seconds: Seconds, clock: Clockwork) -> Seconds:
    """A dungeon counts whole turns or rounds: a started one counts."""
    return Seconds(-(-seconds // clock.step) * clock.step)


def _pass(play: Play, act: PassTime) -> None:
    """In a site turn by turn, elsewhere at once; whoever stands by the wayside is not on the march."""
    clock = clock_of(play.group(act.group))
    seconds = seconds_of(play.now, act)
    if clock is None:
        play.spend(act.group, seconds)
        scene = play.group(act.group).scene
        if isinstance(scene, Hike):
            play.go_on(act.group, replace(scene, unrested=Fraction(0)))
        return
    play.tell(StretchBegan(Stretch(act.group, in_steps(seconds, clock), (), marks(play.now, act.group))))


def _walk_back(play: Play, act: WalkBack) -> None:
    way = known_ways(play.now, play.group(act.group))[act.to]
    play.tell(StretchBegan(Stretch(act.group, Seconds(0), way, marks(play.now, act.group))))


def _go_on(play: Play, act: GoOn) -> None:
    """One step more, unless something has come between or they are there."""
    stretch = play.now.stretches[act.group]
    group = play.group(act.group)
    clock = clock_of(group)
    why = came_between(play.now, stretch) if clock is not None else "Something comes between."
    if why or clock is None:
        _stop(play, stretch, why)
    elif stretch.way:
        _walk(play, stretch, group)
    else:
        _wait(play, stretch, clock)


def _wait(play: Play, stretch: Stretch, clock: Clockwork) -> None:
    """Nobody does anything for a turn."""
    began = play.group(stretch.group).time
    exploring.ROOM.steps[EndStep](play, EndStep(stretch.group))
    rest = replace(stretch, left=Seconds(max(0, stretch.left - clock.step)))
    if play.group(stretch.group).time - began < clock.step:
        _stop(play, rest, "Something comes between.")
    elif rest.left:
        play.tell(StretchBegan(rest))
    else:
        play.tell(StretchOver(stretch.group))


def _walk(play: Play, stretch: Stretch, group: Group) -> None:
    """Through the next door; where this turn has no room for it, the turn ends first."""
    move = Move(group.id, stretch.way[0])
    refused = tuple(moving.ROOM.refusals[Move](play.now, REFEREE, move))
    if refused and (stretch.stalled or any(reason.code in _NO_WAY for reason in refused)):
        _stop(play, stretch, refused[0].what)
    elif refused:
        exploring.ROOM.steps[EndStep](play, EndStep(group.id))
        play.tell(StretchBegan(replace(stretch, stalled=True)))
    else:
        moving.ROOM.steps[Move](play, move)
        _walked(play, stretch, group)


def _walked(play: Play, stretch: Stretch, before: Group) -> None:
    """They are a zone further, or have found out that they cannot be."""
    if play.group(before.id).zone == before.zone:
        _stop(play, stretch, "The way is barred.")
    elif stretch.way[1:]:
        play.tell(StretchBegan(replace(stretch, way=stretch.way[1:], stalled=False)))
    else:
        play.tell(StretchOver(before.id))


def _stop(play: Play, stretch: Stretch, why: str) -> None:
    """The rest stays unspent, and the group is told so."""
    clock = clock_of(play.group(stretch.group))
    step = clock.step if clock is not None else Seconds(0)
    left = Seconds(stretch.left + len(stretch.way) * step)
    play.tell(StretchOver(stretch.group))
    if left:
        play.tell(StretchStopped(stretch.group, left, why), to=group_audience(stretch.group))


def known_ways(known: Campaign, group: Group) -> Mapping[ZoneId, tuple[DoorId, ...]]:
    """The shortest ways over known ground to the zones a group knows, by their doors."""
    seen = known.seen_by(group)
    if seen is None or group.zone is None:
        return {}
    trodden = {id: door for id, door in seen.doors.items() if set(door.between) <= set(seen.zones)}
    return paths(replace(seen, doors=trodden), group.zone)


def _may_pass(known: Campaign, seat: SeatId, act: PassTime) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        yield Reason("no_group", "Nobody goes by that name.")
    elif not isinstance(group.scene, TravelDay | Hike | None) and clock_of(group) is None:
        yield Reason("in_a_scene", "They are in the middle of something else.")
    elif act.span is Span.STEP and clock_of(group) is None:
        yield Reason("no_clock", "Outside a site there are no turns: name a length.")
    else:
        yield from exploring.held_back(known, group)


def _may_walk(known: Campaign, seat: SeatId, act: WalkBack) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or clock_of(group) is None:
        yield Reason("not_exploring", "They are not exploring a site.")
    elif group.zone == act.to:
        yield Reason("there_already", "They are there.")
    elif act.to not in known_ways(known, group):
        yield Reason("no_way_known", "They know of no way there that stands open.")
    else:
        yield from exploring.held_back(known, group)


def _may_go_on(known: Campaign, seat: SeatId, act: GoOn) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.stretches:
        yield Reason("nothing_under_way", "They are at nothing that takes longer.")


def _next(campaign: Campaign) -> Command | None:
    """Whoever stands at a moment that belongs to all goes on when it has come for the others."""
    ready = (group for group in campaign.stretches if not waiting(campaign, campaign.groups[group]))
    return next((GoOn(group) for group in ready), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        clock = clock_of(group)
        if clock is not None:
            yield Offer(PassTime(group.id, Span.HOUR), f"{group.name}: wait an hour", seconds=HOUR)
            yield from _ways_back(known, group, clock)
        elif group.scene is None and group.members:
            for act, label in (
                (PassTime(group.id, Span.HOUR), "an hour passes"),
                (PassTime(group.id, Span.TILL_MORNING), "until morning"),
            ):
                yield Offer(act, f"{group.name}: {label}", seconds=seconds_of(known, act))


def _ways_back(known: Campaign, group: Group, clock: Clockwork) -> Iterable[Offer]:
    """Zones they know that lie further off than the next room."""
    seen = known.seen_by(group)
    for zone, way in known_ways(known, group).items():
        if seen is not None and len(way) > 1:
            label = f"{group.name}: walk back to {seen.zones[zone].name}"
            yield Offer(WalkBack(group.id, zone), label, seconds=Seconds(len(way) * clock.step))


ROOM = Room(
    arms={StretchBegan: _began, StretchOver: _over},
    steps={PassTime: _pass, WalkBack: _walk_back, GoOn: _go_on},
    refusals={PassTime: _may_pass, WalkBack: _may_walk, GoOn: _may_go_on},
    offers=_offers,
    next=_next,
)
