"""The draft in lines: every change that is not in play yet, and what to know of it before playing it in."""

from collections.abc import Sequence

from undercroft.table.engine.history import Act
from undercroft.table.preparing.draft_lines import DraftLine, not_in_play_yet
from undercroft.table.state.campaign import Campaign


def drafted(known: Campaign, acts: Sequence[Act] = ()) -> list[str]:
    """The changes of the draft; players have none."""
    lines = not_in_play_yet(known, acts)
    if not lines:
        return ["Nothing is drafted."]
    return [*(_said(line) for line in lines), "“play it” puts all of it into play."]


def _said(line: DraftLine) -> str:
    notes = (
        f"left out: {line.left}" if line.left else "",
        f"clash: {line.clash}" if line.clash else "",
        f"stays as played: {line.stays}" if line.stays else "",
        "players know the old version" if line.known else "players would see it" if line.in_sight else "",
    )
    more = "; ".join(filter(None, notes))
    return f"{line.says} ({more}) [{line.parts[0]}]" if more else f"{line.says} [{line.parts[0]}]"
