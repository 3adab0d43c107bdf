"""What somebody said they do, and whether it can be carried out as it was said."""

from __future__ import annotations

from msgspec import Struct

from undercroft.table.campaign import Campaign, Group
from undercroft.table.decide import refusals
from undercroft.table.names import PersonId
from undercroft.table.notes import CarryOut
from undercroft.table.seats import REFEREE


class Said(Struct, frozen=True):
    """What their player declared; nothing where there is no text."""

    text: str = ""
    deed: bool = False
    """It was declared as a command, which can be carried out."""
    hindered: str = ""
    """Why that cannot be done just now."""


class Saying(Struct, frozen=True):
    """Somebody and what they said."""

    id: PersonId
    name: str
    said: Said


def sayings(known: Campaign, group: Group) -> tuple[Saying, ...]:
    """What those of a group declared, in marching order."""
    all_of_them = (Saying(who, known.people[who].name, said_by(known, who)) for who in group.members)
    return tuple(one for one in all_of_them if one.said.text)


def said_by(known: Campaign, who: PersonId) -> Said:
    """What somebody declared, as far as the seat knows."""
    declared = next((one for one in known.declared if one.who == who), None)
    if declared is None:
        return Said()
    if declared.command is None:
        return Said(declared.text)
    why_not = refusals(known, REFEREE, CarryOut(who))
    return Said(declared.text, deed=True, hindered=why_not[0].what if why_not else "")
