"""How Delving's reactions read in a campaign of Sovereign's Delvers."""

from __future__ import annotations

from msgspec import Struct

from undercroft.books.delving.encounters import Behaviour, Cordial, Neutral, Violent, Wary
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.units import ROUND
from undercroft.kernel.units import Seconds


class Reacts(Struct, frozen=True):
    """What they do, in Sovereign's words, and after how long they are thrown for again, if they are."""

    response: Response
    again_in: Seconds | None = None


def reacts(outcome: Violent | Wary | Neutral | Cordial) -> Reacts:
    """The violent fight, or run if they are afraid; the wary wait for a Round; the cordial talk."""
    match outcome:
        case Violent(behaviour=Behaviour.FLEE):
            return Reacts(Response.RUN)
        case Violent():
            return Reacts(Response.FIGHT)
        case Wary():
            return Reacts(Response.IGNORE, ROUND)
        case Neutral():
            return Reacts(Response.IGNORE)
        case Cordial():
            return Reacts(Response.TALK)
