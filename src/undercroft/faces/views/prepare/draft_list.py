"""The list of what is not in play yet, short enough to read."""

from collections.abc import Sequence

from undercroft.kernel.amounts import counted
from undercroft.table.engine.history import Act
from undercroft.table.preparing.draft_lines import DraftLine, not_in_play_yet
from undercroft.table.preparing.wording import only_number
from undercroft.table.state.campaign import Campaign


def draft_list(campaign: Campaign, acts: Sequence[Act] = ()) -> tuple[DraftLine, ...]:
    """Every change of the draft; rooms that only get a number to keep are one line together."""
    lines = not_in_play_yet(campaign, acts)
    kept = [line for line in lines if all(only_number(campaign.draft.get(part)) for part in line.parts)]
    if len(kept) < 2:
        return lines
    parts = tuple(part for line in kept for part in line.parts)
    together = DraftLine(parts, f"{counted(len(kept), 'room')} keep their numbers on the map", known=False)
    return (*(line for line in lines if line not in kept), together)
