"""Real timers as screens count them down: what each is for, when it runs out, and what the referee does then."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from undercroft.faces.views.actions import Action
from undercroft.faces.views.command_names import title_of
from undercroft.kernel.amounts import minutes
from undercroft.kernel.units import MINUTE, SeatId
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


_ABOUT_TIMERS = frozenset(kind.tag for kind in (TimeIsUp, StopTimer, BurnOut, OnGameClock))
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
    """Whether a timer counts now: in a delve round, or while its light burns."""
    if timer.started is None:
        return False
    if timer.group is None:
        return timer.thing in known.lights
    group = known.groups.get(timer.group)
    return group is not None and bool(group.members) and isinstance(group.scene, DelveRound)


def seconds_left(timer: RealTimer, started: str, now: str) -> int:
    """The seconds that a timer has left.

    >>> timer = RealTimer("round-party", "delve round", 600, None)
    >>> seconds_left(timer, "2026-02-07T12:00:00.000Z", "2026-02-07T12:04:30.000Z")
    330
    >>> seconds_left(timer, "2026-02-07T12:00:00.000Z", "2026-02-07T13:00:00.000Z")
    0
    """
    return max(0, (_until(timer, started) - milliseconds(now)) // 1000)


def clock_face(seconds: int) -> str:
    """Minutes and seconds.

    >>> clock_face(330), clock_face(3600)
    ('5:30', '60:00')
    """
    return f"{seconds // MINUTE}:{seconds % MINUTE:02d}"


def milliseconds(wall: str) -> int:
    """A wall time of the log in milliseconds since 1970."""
    return round(datetime.fromisoformat(wall).timestamp() * 1000)


def _until(timer: RealTimer, started: str) -> int:
    return milliseconds(started) + 1000 * timer.seconds


def _countdown(known: Campaign, seat: SeatId, timer: RealTimer, started: str, possible: Iterable[Action]) -> Countdown:
    over = delve_is_over(known, timer)
    buttons = tuple(_buttons(timer, possible, over=over)) if seat == REFEREE else ()
    several = sum(bool(group.members) for group in known.groups.values()) > 1
    until = _until(timer, started)
    if timer.group is None:
        text = "The delve is over: the game's clock counts." if over else "Burns in real time while you delve."
        burnt = f"{timer.what}: its hour is up"
        return Countdown(f"Real timer: {timer.what}", text, burnt, "Let it burn out.", until, "", buttons, over)
    group = known.groups[timer.group]
    title = f"Real timer: {timer.what} {group.scene.number}" if group.scene is not None else timer.what
    up = "Time is up for this delve round"
    holds = "End the round: delvers who have not acted rest, and the Dungeon Turn follows."
    named = group.name if several else ""
    return Countdown(title, f"{minutes(timer.seconds)} for each round.", up, holds, until, named, buttons)


def _buttons(timer: RealTimer, possible: Iterable[Action], *, over: bool) -> Iterator[CountdownButton]:
    for action in possible:
        about = action.command.get("thing") if timer.group is None else action.group
        if about != (timer.thing if timer.group is None else timer.group):
            continue
        if action.kind == OnGameClock.tag and not over:
            continue
        settles = action.kind in ((OnGameClock.tag,) if over else (TimeIsUp.tag, BurnOut.tag))
        yield CountdownButton(title_of(action.kind), action, settles, action.kind == OnGameClock.tag)
