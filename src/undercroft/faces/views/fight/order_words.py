"""What the order of a round asks of the book that the fight is fought by."""

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from undercroft.faces.views.people.party import PartyChip
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe, Guess, SeenFoe
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight


class Initiative(Struct, frozen=True):
    """How the order of a fight came about, in short and in a sentence."""

    short: str
    means: str
    rolled: str = ""
    """The sum of each side; empty where characters roll, or nobody does."""


class ActionLeft(Struct, frozen=True):
    """An action of a round, and whether a fighter still has it."""

    name: str
    left: bool


class OrderWords(Protocol):
    """How a book words the order: initiative, armour classes, attacks, and how people stand."""

    before: str
    """What those before the foes have in common."""
    after: str
    """What those after the foes have in common."""

    def initiative(self, fight: Fight, /) -> Initiative:
        """How the order of a fight came about."""
        ...

    def own_ac(self, known: Campaign, fighter: Fighter, /) -> str:
        """A fighter's armour class now."""
        ...

    def note(self, known: Campaign, fighter: Fighter, person: Person, /) -> str:
        """How a fighter got their place in the order, or what they attack with."""
        ...

    def states(self, known: Campaign, fight: Fight, fighter: Fighter, person: Person, /) -> Iterable[PartyChip]:
        """What this book alone knows of a fighter."""
        ...

    def actions(self, fighter: Fighter, /) -> tuple[ActionLeft, ...]:
        """The actions of a fighter's round; none where a book does not count them."""
        ...

    def foe_attack(self, foe: Foe, /) -> str:
        """The number that a foe attacks with."""
        ...

    def foe_ac(self, foe: Foe, /) -> str:
        """A foe's armour class."""
        ...

    def ac_guessed(self, guess: Guess, /) -> str:
        """What is known of a foe's armour class: the number, a range, or nothing."""
        ...

    def foe_states(self, foe: SeenFoe, /) -> Iterable[PartyChip]:
        """What this book alone knows of a foe."""
        ...
