"""Events in words."""

from functools import cache

from undercroft.table.engine.event import Event
from undercroft.table.engine.record import AskedAgain, Chosen, Settled, Thrown
from undercroft.table.rulings.words import cite, ruling
from undercroft.table.state.campaign import Campaign


@cache
def may_say(kind: type[Event]) -> bool:
    """Whether events of a kind may have a sentence: most kinds have none, whatever is known."""
    return issubclass(kind, Settled | Thrown | Chosen) or kind.say is not Event.say


def sentence(now: Campaign, event: Event) -> str:
    """An event as a sentence, or nothing if it has no line; raises `LookupError` if too little is known."""
    return ruling(event) if isinstance(event, Settled | Thrown | Chosen) else event.say(now)


def says(now: Campaign, event: Event) -> str:
    """An event as a sentence by what is known now; its bare name if too little is known."""
    try:
        return sentence(now, event)
    except LookupError:
        return f"{str(event.__struct_config__.tag).partition('.')[2].replace('-', ' ').capitalize()}."


def cites(event: Event) -> str:
    """The book and heading of the rule behind an event; nothing if no rule was settled."""
    return cite(event.rule) if isinstance(event, Settled | Thrown | AskedAgain) else ""
