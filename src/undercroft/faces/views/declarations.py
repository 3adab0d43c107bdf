"""What players declared for their characters, and whether it can be carried out as declared."""

from msgspec import Struct

from undercroft.table.decide import refusals
from undercroft.table.session.notes import CarryOut
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE


class DeclarationView(Struct, frozen=True):
    """A player's declaration; no text if there is none."""

    text: str = ""
    deed: bool = False
    """The declaration is a command, which can be carried out."""
    hindered: str = ""
    """Why the command is refused now."""


class PersonDeclaration(Struct, frozen=True):
    """A person and their declaration."""

    id: PersonId
    name: str
    said: DeclarationView


def declarations(known: Campaign, group: Group) -> tuple[PersonDeclaration, ...]:
    """The declarations of a group, in marching order."""
    all_of_them = (PersonDeclaration(who, known.people[who].name, declaration_of(known, who)) for who in group.members)
    return tuple(declaration for declaration in all_of_them if declaration.said.text)


def declaration_of(known: Campaign, who: PersonId) -> DeclarationView:
    """A person's declaration, as far as the seat knows."""
    declared = next((declared for declared in known.declared if declared.who == who), None)
    if declared is None:
        return DeclarationView()
    if declared.command is None:
        return DeclarationView(declared.text)
    why_not = refusals(known, REFEREE, CarryOut(who))
    return DeclarationView(declared.text, deed=True, hindered=why_not[0].what if why_not else "")
