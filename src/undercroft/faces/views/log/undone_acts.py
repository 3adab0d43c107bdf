"""An undo or redo in words: it names the act by what the seat was told of it."""

from collections.abc import Sequence

from undercroft.faces.views.command_names import deed
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Chosen, Ordered, SceneWentOn, Settled, Thrown, TimePassed
from undercroft.table.exploration.clocks import number_of
from undercroft.table.exploration.turns import EndStep
from undercroft.table.sentences import says
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.scenes import DelveRound, Exploring

_BESIDE = (Settled, Thrown, Chosen, TimePassed)
"""Rulings and the time name an act only if nothing else was told of it."""
_INNER = str.maketrans("“”", "''")
"""Quotes within quotes."""


def undo_in_words(known: Campaign, event: Retracted | Restored, told: Sequence[Told]) -> str:
    """`Undone: search, “Maud finds a key”.`: the command, if the seat knows it, and the first sentence told of it."""
    events = [fact.event for fact in told if fact.act == event.act]
    weighty = sorted((event for event in events if not isinstance(event, _BESIDE)), key=lambda event: event.secret)
    said = next((words for event in (*weighty, *events) if (words := says(known, event))), "")
    asked = _asked(events)
    if asked and not any(says(known, event) for event in weighty):
        said = ""
    within = said.partition(". ")[0].removesuffix(".").translate(_INNER)
    first = f"“{within}”" if said else ""
    what = ", ".join(filter(None, (asked, first)))
    return f"{_verb(event)}: {what or 'the last act'}."


def _verb(event: Retracted | Restored) -> str:
    if isinstance(event, Restored):
        return "Redone"
    return "Undone, to change a result" if event.changed else "Undone"


def _asked(events: Sequence[Event]) -> str:
    """The command of an act, or the end of a turn that the seat saw end; empty if the seat knows neither."""
    kind = next((event.command["kind"] for event in events if isinstance(event, Ordered)), "")
    if kind not in ("", EndStep.tag):
        return deed(kind)
    ended = [event.scene for event in events if isinstance(event, SceneWentOn) and isinstance(event.scene, Exploring)]
    if ended and number_of(ended[-1]) > 1 and any(isinstance(event, TimePassed) for event in events):
        called = "round" if isinstance(ended[-1], DelveRound) else "turn"
        return f"end of {called} {number_of(ended[-1]) - 1}"
    return deed(kind) if kind else ""
