"""Snapshots of what every seat knew at a version, so that a long log need not be folded again. Only ever a cache."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

import undercroft.table
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.seat_histories import SeatHistories
from undercroft.server.wall_times import WallTimes
from undercroft.store.log import Snapshot
from undercroft.table.seat_ids import NamedThing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId

FORMAT = 4
"""The format of the snapshots themselves."""


class _Kept(Struct, frozen=True):
    """The contents of a snapshot."""

    known: dict[SeatId, Campaign]
    counts: dict[SeatId, int]
    ids: dict[SeatId, tuple[NamedThing, ...]]
    """The things that have ids of their own for each player's seat, in the order in which they got them."""
    act: ActId | None
    wall_times: dict[ActId, str]
    """When the acts that started real timers were written."""
    held: dict[SeatId, str]
    """When seats were taken."""


@lru_cache(maxsize=1)
def code() -> str:
    """The version of the folding code: a digest of the table's sources."""
    digest = sha256()
    for source in sorted(Path(undercroft.table.__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return f"{FORMAT}-{digest.hexdigest()[:16]}"


def taken(histories: SeatHistories, wall_times: WallTimes, version: int) -> Snapshot:
    """A snapshot of what every seat knows now."""
    known = {seat: history.now for seat, history in histories.of.items()}
    ids = {seat: given.named for seat, given in histories.ids.items()}
    running = dict(wall_times.running(known.values()))
    kept = _Kept(known, histories.counts, ids, histories.act, running, dict(wall_times.held))
    return Snapshot(version, code(), wire.kept(kept))


def read(table: str, snapshot: Snapshot, shuffle: bytes = b"") -> tuple[SeatHistories, WallTimes] | None:
    """What every seat knew, and when its timers started; None if the snapshot cannot be read."""
    try:
        kept: _Kept = wire.decode(_Kept, snapshot.body)
    except wire.Unreadable:
        return None
    histories = SeatHistories(table, shuffle=shuffle)
    histories.settle(kept.known, kept.counts, kept.ids, kept.act)
    return histories, WallTimes(kept.wall_times, kept.held)
