"""When real timers started and seats were taken: the wall times of the lines that say so."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Self

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.store.log import Entry
from undercroft.table.session.taken_seats import SeatHeld
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import RealTimer
from undercroft.table.state.ids import ActId, TimerId
from undercroft.table.world.wall_clock import RealTimerStarted

_STARTED = str(RealTimerStarted.__struct_config__.tag)
_HELD = str(SeatHeld.__struct_config__.tag)


class _SeatOf(Struct, frozen=True):
    """The seat that a line is about."""

    seat: str


class WallTimes:
    """The wall times of one log, gathered from its lines as they are folded or written."""

    def __init__(self, started: Mapping[ActId, str] | None = None, held: Mapping[SeatId, str] | None = None) -> None:
        self._started = dict(started or {})
        self._held = dict(held or {})

    def copied(self) -> Self:
        """The same times, to go their own way from here."""
        return type(self)(self._started, self._held)

    def take(self, line: Entry) -> None:
        """Note when a line was written if it starts a real timer, or says that a seat is taken."""
        if line.tag == _STARTED:
            self._started[ActId(line.act)] = line.wall
        elif line.tag == _HELD:
            self._held[SeatId(wire.decode(_SeatOf, line.body).seat)] = line.wall

    @property
    def held(self) -> Mapping[SeatId, str]:
        """When each seat was last taken."""
        return dict(self._held)

    def started(self, known: Campaign) -> Mapping[TimerId, str]:
        """When each real timer in a state started."""
        acts = {id: timer.started for id, timer in known.real_timers.items() if timer.started is not None}
        return {id: self._started[act] for id, act in acts.items() if act in self._started}

    def left(self, known: Campaign, wall: str) -> Mapping[TimerId, Seconds]:
        """The seconds that each real timer in a state has left at a wall time."""
        return {id: seconds_left(known.real_timers[id], since, wall) for id, since in self.started(known).items()}

    def running(self, states: Iterable[Campaign]) -> Mapping[ActId, str]:
        """The times of the acts that started the timers in these states."""
        acts = {timer.started for known in states for timer in known.real_timers.values()}
        return {act: wall for act, wall in self._started.items() if act in acts}


def seconds_left(timer: RealTimer, started: str, now: str) -> Seconds:
    """The seconds that a timer has left.

    >>> timer = RealTimer("round-party", "delve round", 600, None)
    >>> seconds_left(timer, "2026-02-07T12:00:00.000Z", "2026-02-07T12:04:30.000Z")
    330
    >>> seconds_left(timer, "2026-02-07T12:00:00.000Z", "2026-02-07T13:00:00.000Z")
    0
    """
    return Seconds(max(0, (runs_out(timer, started) - milliseconds(now)) // 1000))


def milliseconds(wall: str) -> int:
    """A wall time of the log in milliseconds since 1970."""
    return round(datetime.fromisoformat(wall).timestamp() * 1000)


def runs_out(timer: RealTimer, started: str) -> int:
    """When a timer runs out, in milliseconds since 1970."""
    return milliseconds(started) + 1000 * timer.seconds
