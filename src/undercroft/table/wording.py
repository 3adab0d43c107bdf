"""What happened, in one sentence: the words of whichever room it belongs to."""

from __future__ import annotations

from undercroft.table.campaign import Campaign
from undercroft.table.rooms import Event
from undercroft.table.ruling_words import cite
from undercroft.table.settled import AskedAnew, Settled, Thrown
from undercroft.table.table import WORDS


def says(now: Campaign, event: Event) -> str:
    """An event in words, by what is known now; nothing for one that is no line of its own.

    Where those who are told know too little to put it so, its bare name.
    """
    words = WORDS.get(type(event))
    if words is None:
        return ""
    try:
        return words(now, event)
    except LookupError:
        return f"{str(event.__struct_config__.tag).partition('.')[2].replace('-', ' ').capitalize()}."


def cites(event: Event) -> str:
    """The book and heading that an event rests on; nothing where no rule was settled."""
    return cite(event.rule) if isinstance(event, Settled | Thrown | AskedAnew) else ""
