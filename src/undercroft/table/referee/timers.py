"""Moving and dropping timers by hand, and setting how long a light still burns."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import around, seats
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.time_words import spell
from undercroft.table.exploration.jobs import end_job
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.ids import Text, ThingId, TimerId
from undercroft.table.state.lights import Light
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.light import BURNS, LitUp, go_out, lasts, unwatch, watch
from undercroft.table.world.missed_time import miss
from undercroft.table.world.wall_clock import light_timer, stop_real_timer

Moment = Annotated[Seconds, Meta(ge=0, le=2**53 - 1)]


class _TimerCommand(Command, frozen=True):
    """A command about a timer."""

    timer: TimerId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.timer not in known.timers:
            yield Reason("no_timer", "There is no such timer.")


class MoveTimer(_TimerCommand, frozen=True, tag="move_timer"):
    """Move a timer to another time."""

    due: Moment
    reason: Text = ""
    ABOUT = About(title="Move a timer")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        timer = known.timers.get(self.timer)
        light = known.lights.get(timer.thing) if timer is not None and timer.thing is not None else None
        if timer is not None and timer.lapse is Lapse.LIGHT and light is not None:
            yield from burns_too_long(light.item, Seconds(self.due - known.now_of(light.holder)))

    def do(self, play: Play) -> None:
        """Move the timer; it runs out at once if that time is past."""
        timer = play.now.timers[self.timer]
        light = play.now.lights.get(timer.thing) if timer.thing is not None else None
        now = play.now.clock if timer.person is None else play.now.now_of(timer.person)
        if timer.lapse is Lapse.LIGHT and light is not None:
            burns_until(play, light, self.due)
        elif self.due <= now:
            play.lapse(replace(timer, due=now))
        else:
            play.set_timer(replace(timer, due=self.due), self.reason)


class DropTimer(_TimerCommand, frozen=True, tag="drop_timer"):
    """Drop a timer."""

    reason: Text = ""
    ABOUT = About(title="Remove a timer")

    def do(self, play: Play) -> None:
        """Drop the timer; a light without one burns on, and a job without one ends."""
        timer = play.now.timers[self.timer]
        light = play.now.lights.get(timer.thing) if timer.thing is not None else None
        job = play.now.jobs.get(timer.id)
        if timer.lapse is Lapse.LIGHT and light is not None:
            unwatch(play, light.thing)
            play.tell(LitUp(replace(light, until=None)), to=around(light.holder))
        elif job is not None:
            end_job(play, job, done=False, to=seats(*timer.to))
        else:
            play.drop_timer(timer)


class AdjustLight(Command, frozen=True, tag="adjust_light"):
    """Set how long a light still burns; time it has burnt unnoticed counts as missed encounter checks."""

    thing: ThingId
    left: Moment
    ABOUT = About(title="Set how long a light burns", deed="a light set by hand")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        thing = known.things.get(self.thing)
        if thing is None or thing.item not in BURNS:
            yield Reason("does_not_burn", "That gives no light.")
        elif too_long := tuple(burns_too_long(thing.item, self.left)):
            yield from too_long
        elif thing.count != 1:
            yield Reason("which_one", "There are several: light one, and enter how long ago it was lit.")

    def do(self, play: Play) -> None:
        thing, light = play.now.things[self.thing], play.now.lights.get(self.thing)
        if light is None:
            if isinstance(thing.place, Carried):
                burnt = max(0, lasts(thing.item) - self.left)
                play.tell(ThingPlaced(replace(thing, burnt=burnt)), to=around(thing.place.by))
            return
        now = play.now.now_of(light.holder)
        before = lasts(light.item) if light.until is None else light.until - now
        burns_until(play, light, Seconds(now + self.left))
        group = play.now.group_of(light.holder)
        if group is not None:
            miss(play, group.id, Seconds(before - self.left))


def burns_too_long(item: str, left: Seconds) -> Iterable[Reason]:
    """The reason a light cannot burn that much longer: no light of its kind does."""
    if left > lasts(item):
        yield Reason("too_long", f"A {item} never burns so long: enter at most {spell(lasts(item))}.")


def burns_until(play: Play, light: Light, until: Seconds | None) -> None:
    """Let a light burn until then, with its warning; it goes out at once if that time is past."""
    unwatch(play, light.thing)
    stop_real_timer(play, light_timer(light.thing), to=around(light.holder))
    if until is not None and until <= play.now.now_of(light.holder):
        go_out(play, light, spent=True)
        return
    play.tell(LitUp(replace(light, until=until)), to=around(light.holder))
    watch(play, play.now.lights[light.thing])


PART = Part(commands=(MoveTimer, DropTimer, AdjustLight))
