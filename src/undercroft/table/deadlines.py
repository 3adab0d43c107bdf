"""Deadlines by hand: the referee moves any of them, calls it off, or says how far a light has burnt down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.campaign import Campaign, Light
from undercroft.table.light import BURNS, LitUp, go_out, lasts, those_around, unwatch, watch
from undercroft.table.missed import miss
from undercroft.table.names import Text, ThingId, TimerId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.telling import seats
from undercroft.table.things import Carried
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import referee_only
from undercroft.table.working import end_job

Moment = Annotated[Seconds, Meta(ge=0, le=2**53 - 1)]


class MoveTimer(Command, frozen=True, tag="move_timer"):
    """Let a deadline come at another moment."""

    timer: TimerId
    due: Moment
    reason: Text = ""


class DropTimer(Command, frozen=True, tag="drop_timer"):
    """Call a deadline off."""

    timer: TimerId
    reason: Text = ""


class AdjustLight(Command, frozen=True, tag="adjust_light"):
    """Say how long a light still burns; what it has burnt unnoticed is time in which nobody was checked for."""

    thing: ThingId
    left: Moment


def _move(play: Play, act: MoveTimer) -> None:
    """A moment that is past has come."""
    timer = play.now.timers[act.timer]
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    now = _now(play, timer)
    if timer.lapse is Lapse.LIGHT and light is not None:
        _burns_until(play, light, act.due, now)
    elif act.due <= now:
        play.drop_or_lapse(replace(timer, due=now))
    else:
        play.set_timer(replace(timer, due=act.due), act.reason)


def _now(play: Play, timer: Timer) -> Seconds:
    return play.now.clock if timer.person is None else play.now.now_of(timer.person)


def _drop(play: Play, act: DropTimer) -> None:
    """A light without a deadline burns on; a job without one is laid down."""
    timer = play.now.timers[act.timer]
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    job = play.now.jobs.get(timer.id)
    if timer.lapse is Lapse.LIGHT and light is not None:
        unwatch(play, light.thing)
        play.tell(LitUp(replace(light, until=None)), to=those_around(play, light.holder))
    elif job is not None:
        end_job(play, job, done=False, to=seats(*timer.to))
    else:
        play.drop_timer(timer)


def _burns_until(play: Play, light: Light, until: Seconds, now: Seconds) -> None:
    unwatch(play, light.thing)
    if until <= now:
        go_out(play, light, spent=True)
        return
    play.tell(LitUp(replace(light, until=until)), to=those_around(play, light.holder))
    watch(play, play.now.lights[light.thing])


def _adjust(play: Play, act: AdjustLight) -> None:
    thing, light = play.now.things[act.thing], play.now.lights.get(act.thing)
    if light is None:
        if isinstance(thing.place, Carried):
            burnt = max(0, lasts(thing.item) - act.left)
            play.tell(ThingPlaced(replace(thing, burnt=burnt)), to=those_around(play, thing.place.by))
        return
    now = play.now.now_of(light.holder)
    before = lasts(light.item) if light.until is None else light.until - now
    _burns_until(play, light, Seconds(now + act.left), now)
    group = play.now.group_of(light.holder)
    if group is not None:
        miss(play, group.id, Seconds(before - act.left))


def _known_timer(known: Campaign, seat: SeatId, act: MoveTimer | DropTimer) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.timer not in known.timers:
        yield Reason("no_timer", "There is no such deadline.")


def _may_adjust(known: Campaign, seat: SeatId, act: AdjustLight) -> Iterable[Reason]:
    yield from referee_only(seat)
    thing = known.things.get(act.thing)
    if thing is None or thing.item not in BURNS:
        yield Reason("does_not_burn", "That gives no light.")
    elif act.left > lasts(thing.item):
        yield Reason("too_long", f"A {thing.item} never burns so long.")
    elif thing.count != 1:
        yield Reason("which_one", "There are several: light one of them, and say how long ago.")


ROOM = Room(
    steps={MoveTimer: _move, DropTimer: _drop, AdjustLight: _adjust},
    refusals={MoveTimer: _known_timer, DropTimer: _known_timer, AdjustLight: _may_adjust},
)
