"""Loading a log into what every seat knows."""

import sys
from collections import deque
from contextlib import suppress
from enum import IntEnum

from msgspec import Struct

from undercroft.server import snapshots
from undercroft.server.draws import shuffle_of
from undercroft.server.lines import LineReader
from undercroft.server.seat_histories import SeatHistories
from undercroft.server.wall_times import WallTimes
from undercroft.store.faults import Integrity
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import DEPTH, Forgotten

TAIL = 2000
"""How many of the latest facts are kept in memory for listeners that missed them."""


class Depth(IntEnum):
    """How far back acts are remembered, so that they can be undone."""

    SNAPSHOT = 0
    RECENT = 1
    ALL = 2


class Loaded(Struct):
    """A folded log: its version, the version it was folded from, the depth, its latest facts, and its wall times."""

    histories: SeatHistories
    version: int
    since: int
    depth: Depth
    tail: deque[Told]
    wall_times: WallTimes


def load(
    store: Store, table: str, reader: LineReader, least: Depth = Depth.SNAPSHOT, upto: int | None = None
) -> Loaded:
    """Fold a log, or its lines up to a version, and remember its acts at least that far back.

    If an act that lies before the remembered ones is undone or continued, the log is folded again from further back.
    """
    for depth in Depth:
        if depth >= least:
            with suppress(Forgotten):
                loaded = _from(store, table, reader, depth, upto)
                if loaded is not None:
                    return loaded
    raise Integrity(table, 0, "it undoes an act that does not exist", "restore a backup")


def _from(store: Store, table: str, reader: LineReader, depth: Depth, upto: int | None) -> Loaded | None:
    if depth is not Depth.SNAPSHOT:
        histories = SeatHistories(table, DEPTH if depth is Depth.RECENT else sys.maxsize, shuffle_of(store, table))
        return _on(store, table, reader, Loaded(histories, 0, 0, depth, deque(maxlen=TAIL), WallTimes()), upto)
    snapshot = store.snapshot(table, snapshots.code())
    then = snapshots.read(table, snapshot, shuffle_of(store, table)) if snapshot is not None else None
    if snapshot is None or then is None:
        return None
    histories, wall_times = then
    loaded = Loaded(histories, snapshot.version, snapshot.version, depth, deque(maxlen=TAIL), wall_times)
    return _on(store, table, reader, loaded, upto, begun=histories.act or "")


def _on(store: Store, table: str, reader: LineReader, loaded: Loaded, upto: int | None, begun: str = "") -> Loaded:
    """Fold line by line to the end of the log, since gathering the lines first would cost more than folding them.

    Gives up where an act goes on that began before the fold, since it would not be remembered whole.
    """
    take, keep, told, note = loaded.histories.take, loaded.tail.append, reader.told, loaded.wall_times.take
    for line in store.read(table, after=loaded.version, upto=upto):
        fact = told(line)
        if fact.act == begun:
            raise Forgotten
        take(fact)
        keep(fact)
        note(line)
        loaded.version = line.seq
    return loaded
