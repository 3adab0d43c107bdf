"""When real timers started: the wall times of the lines that started them."""

from collections.abc import Mapping

from undercroft.store.log import Store
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, TimerId
from undercroft.table.world.wall_clock import RealTimerStarted

_STARTED = str(RealTimerStarted.__struct_config__.tag)


class WallTimes:
    """The wall times of one log; it reads each line once, and none before a timer runs."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._read = 0
        self._started: dict[ActId, str] = {}

    def started(self, known: Campaign) -> Mapping[TimerId, str]:
        """When each real timer in a state started."""
        acts = {id: timer.started for id, timer in known.real_timers.items() if timer.started is not None}
        for line in self._store.read(self._table, self._read) if acts else ():
            self._read = line.seq
            if line.tag == _STARTED:
                self._started[ActId(line.act)] = line.wall
        return {id: self._started[act] for id, act in acts.items() if act in self._started}
