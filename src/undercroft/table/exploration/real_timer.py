"""Delving's real timer: a limit in real time on delve rounds, and lights of one hour that burn by the wall clock.

The table has no clock. It says that a timer has started; the screens count down, and the referee calls time.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.party_turn import TableTimer, TimerExpired, round_real_time
from undercroft.books.delving.timers import Clock, Effect, real_timer
from undercroft.kernel.rules import says
from undercroft.kernel.units import HOUR, MINUTE, RuleId, SeatId, Seconds
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import around, group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.time_words import spell
from undercroft.table.exploration.delve_rounds import CLOCK
from undercroft.table.exploration.pending_encounters import undealt
from undercroft.table.exploration.turns import ExploringCommand
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import RealTimer
from undercroft.table.state.ids import GroupId, PersonId, ThingId
from undercroft.table.state.lights import Light
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.light import LitUp, go_out, lasts, unwatch, watch
from undercroft.table.world.real_time import person_of
from undercroft.table.world.wall_clock import (
    EVENTS,
    RealTimerStarted,
    light_timer,
    round_timer,
    start_round_timer,
    stop_real_timer,
)

NO_TIMER = Reason("no_timer", "No real timer runs for that.")


def not_delving(rule: RuleId) -> Reason:
    """The reason against a real timer outside a delve, by that rule."""
    return Reason("not_delving", "The real timer is for delve rounds: start it while the group is delving.", rule)


USUAL = 10
"""The minutes of the longest round that the book calls usual."""


class StartTimer(ExploringCommand, frozen=True, tag="start_timer"):
    """Give every delve round a limit in real time, from this round on; 5 to 10 minutes is usual."""

    minutes: Annotated[int, Meta(ge=1, le=120), says("minutes of real time; 5 to 10 is usual")] = USUAL
    ABOUT = About(
        title="Start the real timer",
        deed="the real timer starts",
        icon="hourglass",
        rank=215,
        words="real time wall clock countdown minutes tension",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        if group is not None and group.scene is not None and not isinstance(group.scene, DelveRound):
            yield not_delving(round_real_time.id)

    def do(self, play: Play) -> None:
        start_round_timer(play, self.group, Seconds(self.minutes * MINUTE))


class StopTimer(Command, frozen=True, tag="stop_timer"):
    """Stop the real timer of a group's delve rounds."""

    group: GroupId
    ABOUT = About(title="Stop the real timer", deed="the real timer stops", icon="cross", place=Section.BANNERS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if round_timer(self.group) not in known.real_timers:
            yield NO_TIMER

    def do(self, play: Play) -> None:
        stop_real_timer(play, round_timer(self.group), to=group_audience(self.group))


class TimeIsUp(ExploringCommand, frozen=True, tag="time_is_up"):
    """End the delve round because its real time is up; delvers who have done nothing rest."""

    ABOUT = About(title="Time is up: end the delve round", deed="time is up", icon="hourglass", place=Section.BANNERS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        timer, group = known.real_timers.get(round_timer(self.group)), known.groups.get(self.group)
        if timer is None or timer.started is None:
            yield NO_TIMER
        if group is not None:
            yield from undealt(known, group)

    def do(self, play: Play) -> None:
        """The limit has gone by; the Dungeon Turn follows."""
        limit = Fraction(play.now.real_timers[round_timer(self.group)].seconds, MINUTE)
        given = TableTimer(enabled=True, limit_minutes=limit, elapsed_minutes=limit)
        outcome = play.settle(round_real_time, given, to=group_audience(self.group), whole=True)
        if isinstance(outcome, TimerExpired):
            CLOCK.end_step(play, self.group)


class _LightCommand(Command, frozen=True):
    """A command about a burning light."""

    thing: ThingId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.thing not in known.lights:
            yield Reason("not_lit", "That light is not burning.")


class TimeLight(_LightCommand, frozen=True, tag="time_light"):
    """Let a light that lasts one hour burn by the real timer, while delving."""

    ABOUT = About(
        title="Put a light on the real timer",
        deed="a light on the real timer",
        icon="torch",
        rank=216,
        words="real time wall clock torch hour",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        light = known.lights.get(self.thing)
        if light is None:
            return
        if not delves(known, light.holder):
            yield not_delving(real_timer.id)
        if lasts(light.item) != HOUR:
            burns = f"A {light.item} burns for {spell(lasts(light.item))}: only what lasts one hour runs in real time."
            yield Reason("not_an_hour", burns, real_timer.id)
        if light_timer(self.thing) in known.real_timers:
            yield Reason("timed_already", "This light is on the real timer already.")

    def do(self, play: Play) -> None:
        light, to = play.now.lights[self.thing], around(play.now.lights[self.thing].holder)
        left = _left(play.now, light)
        given = Effect(enabled=True, delving=True, duration_s=HOUR, real_elapsed_s=Fraction(HOUR - left))
        if play.settle(real_timer, given, to=to, whole=True).clock is not Clock.REAL:
            return
        unwatch(play, light.thing)
        thing = replace(play.now.things[light.thing], burnt=max(1, HOUR - left))
        play.tell(ThingPlaced(thing), to=to)
        play.tell(LitUp(replace(light, until=None)), to=to)
        what = f"{name_of(play.now, light.holder)}'s {light.item}"
        timer = RealTimer(light_timer(light.thing), what, left, play.act, thing=light.thing)
        play.tell(RealTimerStarted(timer), to=to)


class _TimedLight(_LightCommand, frozen=True):
    """A command about a light on the real timer."""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if light_timer(self.thing) not in known.real_timers:
            yield NO_TIMER


class BurnOut(_TimedLight, frozen=True, tag="burn_out"):
    """Let a light burn out because its hour of real time is up."""

    ABOUT = About(title="Let the light burn out", deed="a light burns out", icon="none", place=Section.BANNERS)

    def do(self, play: Play) -> None:
        light = play.now.lights[self.thing]
        given = Effect(enabled=True, delving=True, duration_s=HOUR, real_elapsed_s=Fraction(HOUR))
        if play.settle(real_timer, given, to=around(light.holder), whole=True).expired:
            go_out(play, light, spent=True)


class OnGameClock(_TimedLight, frozen=True, tag="on_game_clock"):
    """Let a light burn by the game's clock again, for the real time it has left."""

    left: Annotated[Seconds, Meta(ge=0, le=HOUR), says("seconds left")]
    ABOUT = About(
        title="Put the light on the game clock",
        deed="a light on the game clock",
        icon="hourglass",
        place=Section.BANNERS,
    )

    def do(self, play: Play) -> None:
        light = play.now.lights[self.thing]
        if not self.left:
            go_out(play, light, spent=True)
            return
        to = around(light.holder)
        stop_real_timer(play, light_timer(light.thing), to=to)
        play.tell(LitUp(replace(light, until=Seconds(play.now.now_of(light.holder) + self.left))), to=to)
        watch(play, play.now.lights[light.thing])


def _left(known: Campaign, light: Light) -> Seconds:
    """How long a light still burns."""
    if light.until is None:
        return Seconds(max(1, lasts(light.item) - known.things[light.thing].burnt))
    return Seconds(light.until - known.now_of(light.holder))


def delves(known: Campaign, who: PersonId) -> bool:
    """Whether a person is in a delve, also in an encounter or a fight there."""
    group = known.group_of(who)
    return group is not None and any(isinstance(scene, DelveRound) for scene in group.scenes)


def delve_is_over(known: Campaign, timer: RealTimer) -> bool:
    """Whether a light or an effect runs on the real timer outside a delve, where the game's clock counts."""
    who = person_of(known, timer)
    return who is not None and not delves(known, who)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in groups_for(known, seat):
        timer = known.real_timers.get(round_timer(group.id))
        if timer is None and isinstance(group.scene, DelveRound):
            yield Offer(StartTimer(group.id), "start", "the real timer", note=group.name)
        elif timer is not None:
            yield Offer(TimeIsUp(group.id), "Time is up:", "end the delve round", note=group.name, open_only=True)
            yield Offer(StopTimer(group.id), "stop", "the real timer", note=group.name)
    for light in known.lights.values():
        what = f"{name_of(known, light.holder)}'s {light.item}"
        if light_timer(light.thing) in known.real_timers:
            yield Offer(BurnOut(light.thing), "Time is up:", f"{what} burns out")
            yield Offer(OnGameClock(light.thing, _left(known, light)), "put", f"{what} on the game clock")
        elif lasts(light.item) == HOUR and delves(known, light.holder):
            yield Offer(TimeLight(light.thing), "put", f"{what} on the real timer")


PART = Part(commands=(StartTimer, StopTimer, TimeIsUp, TimeLight, BurnOut, OnGameClock), events=EVENTS, offers=_offers)
