"""What a fight asks of the book it is fought by. The rest of a fight is the same by every book."""

from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from undercroft.books.sovereign.saves import SaveKind
from undercroft.kernel.rules import Given, Rule
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.fight.field import FightField
from undercroft.table.fight.muster import Muster
from undercroft.table.fight.stats import Pointless
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe
from undercroft.table.state.ids import FoeId, PersonId


class FoeNumbers(Struct, frozen=True):
    """A foe's numbers by a book: its attack, its attacks in a round, and its hit points."""

    attack: int
    attacks: int
    health: int


class SaveThrow(Struct, frozen=True):
    """A save by a book: its rule, its input, and the outcome of a failure."""

    rule: Rule[Any, Any, Any]
    given: Given
    fails: str
    pointless: Pointless | None = None
    """Answers a choice of the rule that changes nothing."""


class FightBook(Protocol):
    """How a book decides the order of a fight, the foes' attacks, and nerve."""

    def take_order(self, field: FightField, fighters: tuple[Fighter, ...]) -> None:
        """Decide for these fighters whether they act before or after the foes."""
        ...

    def add_to_order(self, field: FightField, fighters: tuple[Fighter, ...]) -> None:
        """The same for fighters who come later."""
        ...

    def ready_for_go(self, fighter: Fighter) -> Fighter:
        """A fighter whose go begins."""
        ...

    def cannot_cast(self, known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
        """Why a fighter cannot use a spell or power now."""
        ...

    def has_cast(self, field: FightField, who: PersonId, did: str) -> None:
        """Spend what using a spell or power takes of a round."""
        ...

    def save_throw(self, known: Campaign, who: PersonId, kind: SaveKind, caster: PersonId, /) -> SaveThrow:
        """The save of a person against a spell or power."""
        ...

    def foe_save_throw(self, foe: Foe) -> SaveThrow:
        """The save of a foe against a spell or power."""
        ...

    def foe_numbers(self, play: Play, muster: Muster, count: int) -> tuple[FoeNumbers, ...]:
        """The numbers of foes that a line or a site describes."""
        ...

    def foe_acts(self, field: FightField, foe: FoeId) -> None:
        """Let one foe act."""
        ...

    def round_ends(self, field: FightField) -> None:
        """Settle what comes at the end of a round: morale, and what goes on by itself."""
        ...

    def leave_melee(self, field: FightField, who: PersonId) -> None:
        """Settle what it costs a fighter to turn away from the foes beside them."""
        ...

    def fight_ends(self, field: FightField) -> None:
        """Settle what a book owes once a fight is decided."""
        ...
