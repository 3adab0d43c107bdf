"""From a log to what everybody knows."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import suppress
from enum import IntEnum

from msgspec import Struct

from undercroft.server import snapshots
from undercroft.server.ears import Ears
from undercroft.server.lines import Reader
from undercroft.store.faults import Integrity
from undercroft.store.log import Store
from undercroft.table.history import DEPTH, Forgotten
from undercroft.table.telling import Told

TAIL = 2000
"""How many of the last facts are kept at hand for those who missed them."""


class Depth(IntEnum):
    """How far back acts are remembered, so that they can be taken back."""

    SNAPSHOT = 0
    RECENT = 1
    ALL = 2


class Loaded(Struct):
    """A log that was folded: up to which version, from which on, how deep, and its last facts."""

    ears: Ears
    version: int
    since: int
    depth: Depth
    tail: deque[Told]


def load(store: Store, table: str, reader: Reader, least: Depth = Depth.SNAPSHOT) -> Loaded:
    """Fold a log and remember its acts at least so far back.

    Where an act is taken back, or goes on, that lies before what is remembered, the log is folded again from further
    back.
    """
    for depth in Depth:
        if depth >= least:
            with suppress(Forgotten):
                loaded = _from(store, table, reader, depth)
                if loaded is not None:
                    return loaded
    raise Integrity(table, 0, "an act is taken back that was never told", "restore a backup")


def _from(store: Store, table: str, reader: Reader, depth: Depth) -> Loaded | None:
    if depth is not Depth.SNAPSHOT:
        ears = Ears(DEPTH if depth is Depth.RECENT else sys.maxsize)
        return _on(store, table, reader, Loaded(ears, 0, 0, depth, deque(maxlen=TAIL)))
    snapshot = store.snapshot(table, snapshots.code())
    ears_then = snapshots.read(snapshot) if snapshot is not None else None
    if snapshot is None or ears_then is None:
        return None
    loaded = Loaded(ears_then, snapshot.version, snapshot.version, depth, deque(maxlen=TAIL))
    return _on(store, table, reader, loaded, begun=ears_then.act or "")


def _on(store: Store, table: str, reader: Reader, loaded: Loaded, begun: str = "") -> Loaded:
    """Fold on to the end of the log, line by line: gathering them first would cost more than folding them.

    An act that had begun before and goes on would not be remembered whole.
    """
    take, keep, told = loaded.ears.take, loaded.tail.append, reader.told
    for line in store.read(table, after=loaded.version):
        fact = told(line)
        if fact.act == begun:
            raise Forgotten
        take(fact)
        keep(fact)
        loaded.version = line.seq
    return loaded
