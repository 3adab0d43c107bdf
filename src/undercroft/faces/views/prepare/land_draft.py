"""The draft beside a land: what is not in play yet, with many alike hexes as one line."""

from collections.abc import Sequence

from msgspec import Struct

from undercroft.table.engine.history import Act
from undercroft.table.preparing.draft_lines import DraftLine, not_in_play_yet
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import HexChange
from undercroft.table.state.ids import PartId

FEW = 3
"""New hexes up to this many have a line each."""


class LandDraft(Struct, frozen=True):
    """The changes that are not in play yet."""

    lines: tuple[DraftLine, ...]
    changes: int
    mend: int
    """Lines of which something cannot be used."""


def land_draft(known: Campaign, acts: Sequence[Act] = ()) -> LandDraft:
    """The draft in words, with new hexes that need no look taken together."""
    lines = not_in_play_yet(known, acts)
    new, others = list[DraftLine](), list[DraftLine]()
    for line in lines:
        (new if _is_plain_new_hex(known, line) else others).append(line)
    together = _as_one(new)
    shown = others if together else lines
    return LandDraft((*together, *shown), len(known.draft), sum(bool(line.left) for line in lines))


def _is_plain_new_hex(known: Campaign, line: DraftLine) -> bool:
    change = known.draft.get(line.parts[0])
    return isinstance(change, HexChange) and change.before is None and not (line.left or line.clash or line.known)


def _as_one(lines: list[DraftLine]) -> tuple[DraftLine, ...]:
    if len(lines) <= FEW:
        return ()
    parts: tuple[PartId, ...] = tuple(part for line in lines for part in line.parts)
    return (DraftLine(parts, f"{len(lines)} hexes added", known=False),)
