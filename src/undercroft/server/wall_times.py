"""When real timers started: the wall times of the lines that started them."""

from collections.abc import Iterable, Mapping
from typing import Self

from undercroft.store.log import Entry
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, TimerId
from undercroft.table.world.wall_clock import RealTimerStarted

_STARTED = str(RealTimerStarted.__struct_config__.tag)


class WallTimes:
    """The wall times of one log, gathered from its lines as they are folded or written."""

    def __init__(self, started: Mapping[ActId, str] | None = None) -> None:
        self._started = dict(started or {})

    def copied(self) -> Self:
        """The same times, to go their own way from here."""
        return type(self)(self._started)

    def take(self, line: Entry) -> None:
        """Note when a line was written if it starts a real timer."""
        if line.tag == _STARTED:
            self._started[ActId(line.act)] = line.wall

    def started(self, known: Campaign) -> Mapping[TimerId, str]:
        """When each real timer in a state started."""
        acts = {id: timer.started for id, timer in known.real_timers.items() if timer.started is not None}
        return {id: self._started[act] for id, act in acts.items() if act in self._started}

    def running(self, states: Iterable[Campaign]) -> Mapping[ActId, str]:
        """The times of the acts that started the timers in these states."""
        acts = {timer.started for known in states for timer in known.real_timers.values()}
        return {act: wall for act, wall in self._started.items() if act in acts}
