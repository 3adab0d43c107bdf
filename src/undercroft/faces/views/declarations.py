"""What players declared for their characters, and whether it can be carried out as declared."""

from msgspec import Struct

from undercroft.table.refusals import refusals
from undercroft.table.session.notes import CarryOut
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE


class DeclarationView(Struct, frozen=True):
    """A player's declaration; no text if there is none."""

    text: str = ""
    deed: bool = False
    """The declaration is a command, which can be carried out."""
    hindered: str = ""
    """Why the command is refused now."""


def declarations(known: Campaign, group: Group) -> tuple[tuple[Person, DeclarationView], ...]:
    """The people of a group who declared something, in marching order, each with their declaration."""
    found = ((person, declaration_of(known, person.id)) for person in known.those_in(group.id))
    return tuple((person, said) for person, said in found if said.text)


def declaration_of(known: Campaign, who: PersonId) -> DeclarationView:
    """A person's declaration, as far as the seat knows."""
    declared = next((declared for declared in known.declared if declared.who == who), None)
    if declared is None:
        return DeclarationView()
    if declared.command is None:
        return DeclarationView(declared.text)
    why_not = refusals(known, REFEREE, CarryOut(who))
    return DeclarationView(declared.text, deed=True, hindered=why_not[0].what if why_not else "")
