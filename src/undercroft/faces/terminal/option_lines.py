"""What each option of a choice brings, as lines of text before the question."""

from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.kernel.units import SeatId
from undercroft.table.fight.choice_words import choice_words
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.open_questions import OpenQuestion


def option_lines(known: Campaign, seat: SeatId, asked: OpenQuestion) -> list[str]:
    """What each brings, such as `Make it 15: A hit.`; nothing for a choice outside fights."""
    if choice_words(known, asked) is None:
        return []
    view = next(view for view in wanted_views(known, seat) if view.ruling == asked.ruling)
    return [f"{label}: {means}" for label, means in zip(view.labels, view.means, strict=False)]
