"""Snapshots: what everybody knew at a version, so that a long log need not be folded again. Only ever a cache."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.ears import Ears
from undercroft.store.log import Snapshot
from undercroft.table import campaign
from undercroft.table.campaign import Campaign
from undercroft.table.names import ActId

FORMAT = 1
"""Of the snapshots themselves."""


class _Kept(Struct, frozen=True):
    """What a snapshot holds."""

    known: dict[SeatId, Campaign]
    counts: dict[SeatId, int]
    act: ActId | None


@lru_cache(maxsize=1)
def code() -> str:
    """The version of the code that folds: a digest of the table's sources."""
    digest = sha256()
    for source in sorted(Path(campaign.__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return f"{FORMAT}-{digest.hexdigest()[:16]}"


def taken(ears: Ears, version: int) -> Snapshot:
    """What everybody knows now."""
    kept = _Kept({seat: history.now for seat, history in ears.of.items()}, ears.counts, ears.act)
    return Snapshot(version, code(), wire.kept(kept))


def read(snapshot: Snapshot) -> Ears | None:
    """What everybody knew, as far as that can be read."""
    try:
        kept: _Kept = wire.decode(_Kept, snapshot.body)
    except wire.Unreadable:
        return None
    ears = Ears()
    ears.settle(kept.known, kept.counts, kept.act)
    return ears
