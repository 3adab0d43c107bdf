"""An undo or redo in words: it names the act by what the seat was told of it."""

from collections.abc import Iterable

from undercroft.faces.views.command_names import deed
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Chosen, Ordered, Settled, Thrown, TimePassed
from undercroft.table.sentences import says
from undercroft.table.state.campaign import Campaign

_BESIDE = (Settled, Thrown, Chosen, TimePassed)
"""Rulings and the time name an act only if nothing else was told of it."""


def undo_in_words(known: Campaign, event: Retracted | Restored, told: Iterable[Told]) -> str:
    """`Undone: search. Maud finds a key.`: the command, if the seat knows it, and the first sentence told of it."""
    events = [fact.event for fact in told if fact.act == event.act]
    weighty = [event for event in events if not isinstance(event, _BESIDE)]
    said = next((words for event in (*weighty, *events) if (words := says(known, event))), "")
    asked = next((f"{deed(event.command['kind'])}." for event in events if isinstance(event, Ordered)), "")
    first = f"{said.partition('. ')[0].removesuffix('.')}." if said else ""
    what = " ".join(filter(None, (asked, first)))
    return f"{'Undone' if isinstance(event, Retracted) else 'Redone'}: {what}" if what else says(known, event)
