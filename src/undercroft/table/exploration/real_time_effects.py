"""Effects and conditions of one hour that run by the wall clock while delving."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.timers import Clock, Effect, real_timer
from undercroft.kernel.rules import says
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import seats
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.time_words import spell
from undercroft.table.exploration.real_timer import NO_TIMER, delves, not_delving
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import NEVER, Lapse, RealTimer, Timer
from undercroft.table.state.ids import TimerId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.real_time import run_out
from undercroft.table.world.wall_clock import RealTimerStarted, effect_timer

_EFFECTS = frozenset({Lapse.EFFECT, Lapse.CONDITION})
"""The timers of effects; other deadlines are the game's alone."""


class _EffectCommand(Command, frozen=True):
    """A command about an effect that lasts for a time."""

    timer: TimerId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        timer = known.timers.get(self.timer)
        if timer is None or timer.lapse not in _EFFECTS or timer.person is None:
            yield Reason("no_effect", "There is no such effect.")


class TimeEffect(_EffectCommand, frozen=True, tag="time_effect"):
    """Let an effect that lasts one hour run by the real timer, while delving."""

    ABOUT = About(
        title="Put an effect on the real timer",
        deed="an effect on the real timer",
        icon="hourglass",
        rank=217,
        words="real time wall clock spell condition hour",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        timer = known.timers.get(self.timer)
        if timer is None or timer.person is None:
            return
        if not delves(known, timer.person):
            yield not_delving(real_timer.id)
        if effect_timer(self.timer) in known.real_timers:
            yield Reason("timed_already", "This effect is on the real timer already.")
        elif timer.due - timer.since != HOUR:
            lasts = "lasts until it is ended" if timer.endless else f"lasts {spell(timer.due - timer.since)}"
            yield Reason("not_an_hour", f"It {lasts}: only what lasts one hour runs in real time.", real_timer.id)

    def do(self, play: Play) -> None:
        timer = play.now.timers[self.timer]
        to, left = seats(*timer.to), _left(play.now, timer)
        given = Effect(enabled=True, delving=True, duration_s=HOUR, real_elapsed_s=Fraction(HOUR - left))
        if play.settle(real_timer, given, to=to, whole=True).clock is Clock.REAL:
            play.set_timer(replace(timer, due=NEVER))
            real = RealTimer(effect_timer(timer.id), timer.what, left, play.act, effect=timer.id)
            play.tell(RealTimerStarted(real), to=to)


class _TimedEffect(_EffectCommand, frozen=True):
    """A command about an effect on the real timer."""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if self.timer in known.timers and effect_timer(self.timer) not in known.real_timers:
            yield NO_TIMER


class EffectTimeUp(_TimedEffect, frozen=True, tag="effect_time_up"):
    """End an effect because its hour of real time is up."""

    ABOUT = About(
        title="End an effect whose real time is up", deed="an effect ends", icon="none", place=Section.BANNERS
    )

    def do(self, play: Play) -> None:
        to = seats(*play.now.timers[self.timer].to)
        given = Effect(enabled=True, delving=True, duration_s=HOUR, real_elapsed_s=Fraction(HOUR))
        if play.settle(real_timer, given, to=to, whole=True).expired:
            run_out(play, play.now.real_timers[effect_timer(self.timer)])


class EffectOnGameClock(_TimedEffect, frozen=True, tag="effect_on_game_clock"):
    """Let an effect run by the game's clock again, for the real time it has left."""

    left: Annotated[Seconds, Meta(ge=0, le=HOUR), says("seconds left")]
    ABOUT = About(
        title="Put an effect on the game clock",
        deed="an effect on the game clock",
        icon="hourglass",
        place=Section.BANNERS,
    )

    def do(self, play: Play) -> None:
        timer = play.now.timers[self.timer]
        if not self.left:
            run_out(play, play.now.real_timers[effect_timer(self.timer)])
        elif timer.person is not None:
            play.set_timer(replace(timer, due=Seconds(play.now.now_of(timer.person) + self.left)))


def _left(known: Campaign, timer: Timer) -> Seconds:
    """How long an effect still lasts."""
    return Seconds(timer.due - known.now_of(timer.person)) if timer.person is not None else Seconds(HOUR)


def _named(known: Campaign, timer: Timer) -> str:
    """An effect with the person who has it: `Maud's Haste`."""
    if timer.person is None or timer.lapse is not Lapse.EFFECT or timer.what == timer.about:
        return timer.what
    return f"{name_of(known, timer.person)}'s {timer.about}"


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for timer in known.timers.values() if seat == REFEREE else ():
        if timer.lapse not in _EFFECTS or timer.person is None:
            continue
        real, what = known.real_timers.get(effect_timer(timer.id)), _named(known, timer)
        if real is not None:
            yield Offer(EffectTimeUp(timer.id), "Time is up:", f"{what} ends")
            yield Offer(EffectOnGameClock(timer.id, real.seconds), "put", f"{what} on the game clock")
        elif timer.due - timer.since == HOUR and delves(known, timer.person):
            yield Offer(TimeEffect(timer.id), "put", f"{what} on the real timer")


PART = Part(commands=(TimeEffect, EffectTimeUp, EffectOnGameClock), offers=_offers)
