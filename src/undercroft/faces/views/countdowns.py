"""Real timers as screens count them down: what each is for, when it runs out, and what the referee does then."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from undercroft.faces.views.actions import Action
from undercroft.faces.views.command_names import title_of
from undercroft.kernel.amounts import minutes
from undercroft.kernel.units import MINUTE, SeatId
from undercroft.server.wall_times import runs_out
from undercroft.table.exploration.real_time_effects import EffectOnGameClock, EffectTimeUp
from undercroft.table.exploration.real_timer import BurnOut, OnGameClock, StopTimer, TimeIsUp, delve_is_over
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import RealTimer
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.seats import REFEREE


class CountdownButton(Struct, frozen=True):
    """What the referee can do about a timer."""

    label: str
    action: Action
    settles: bool
    """Whether it is what the rule asks for when the time is up."""
    takes_left: bool = False
    """Whether its command takes the seconds left."""


class Countdown(Struct, frozen=True):
    """A timer that runs on the wall clock."""

    title: str
    text: str
    run_out: str
    """The title once the time is up."""
    do_now: str
    """What the referee does then."""
    until: int
    """When it runs out, in milliseconds since 1970."""
    group: str = ""
    buttons: tuple[CountdownButton, ...] = ()
    over: bool = False
    """Whether the delve is over, so that the game's clock counts."""


_ON_GAME_CLOCK = frozenset({OnGameClock.tag, EffectOnGameClock.tag})
_TIME_UP = frozenset({TimeIsUp.tag, BurnOut.tag, EffectTimeUp.tag})
_ABOUT_TIMERS = _ON_GAME_CLOCK | _TIME_UP | {StopTimer.tag}
"""The commands that have a button beside a timer."""


def countdowns(
    known: Campaign, seat: SeatId, offered: Iterable[Action], started: Mapping[str, str]
) -> tuple[Countdown, ...]:
    """The timers that run now, by what a seat knows, the next to run out first."""
    possible = [action for action in offered if not action.refused and action.kind in _ABOUT_TIMERS]
    running = [timer for timer in known.real_timers.values() if timer.id in started and counts(known, timer)]
    shown = (_countdown(known, seat, timer, started[timer.id], possible) for timer in running)
    return tuple(sorted(shown, key=lambda count: count.until))


def counts(known: Campaign, timer: RealTimer) -> bool:
    """Whether a timer counts now: in a delve round, while its light burns, or while its effect lasts."""
    if timer.started is None:
        return False
    if timer.group is None:
        return timer.thing in known.lights or timer.effect in known.timers
    group = known.groups.get(timer.group)
    return group is not None and bool(group.members) and isinstance(group.scene, DelveRound)


def clock_face(seconds: int) -> str:
    """Minutes and seconds.

    >>> clock_face(330), clock_face(3600)
    ('5:30', '60:00')
    """
    return f"{seconds // MINUTE}:{seconds % MINUTE:02d}"


def _countdown(known: Campaign, seat: SeatId, timer: RealTimer, started: str, possible: Iterable[Action]) -> Countdown:
    over = delve_is_over(known, timer)
    buttons = tuple(_buttons(timer, possible, over=over)) if seat == REFEREE else ()
    until = runs_out(timer, started)
    if timer.group is None:
        runs, end = ("Burns", "Let it burn out.") if timer.effect is None else ("Runs", "End the effect.")
        text = "The delve is over: the game's clock counts." if over else f"{runs} in real time while you delve."
        done = f"{timer.what}: its hour is up"
        return Countdown(f"Real timer: {timer.what}", text, done, end, until, "", buttons, over)
    group = known.groups[timer.group]
    title = f"Real timer: {timer.what} {group.scene.number}" if group.scene is not None else timer.what
    up = "Time is up for this delve round"
    holds = "End the round: delvers who have not acted rest, and the Dungeon Turn follows."
    named = group.name if known.is_split else ""
    return Countdown(title, f"{minutes(timer.seconds)} for each round.", up, holds, until, named, buttons)


def _buttons(timer: RealTimer, possible: Iterable[Action], *, over: bool) -> Iterator[CountdownButton]:
    for action in possible:
        if not _is_about(timer, action) or (action.kind in _ON_GAME_CLOCK and not over):
            continue
        settles = action.kind in (_ON_GAME_CLOCK if over else _TIME_UP)
        yield CountdownButton(title_of(action.kind), action, settles, action.kind in _ON_GAME_CLOCK)


def _is_about(timer: RealTimer, action: Action) -> bool:
    """Whether an action is about that timer's delve rounds, light or effect."""
    if timer.group is not None:
        return action.group == timer.group
    if timer.effect is not None:
        return bool(action.command.get("timer") == timer.effect)
    return bool(action.command.get("thing") == timer.thing)
