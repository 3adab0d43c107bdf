"""An attack before the roll, as every book shows it: the faces of the d20, the odds, the damage, and each target."""

from typing import Any

from msgspec import Struct

from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.state.ids import FoeId

MISS, WORN, HIT, EXACTLY, MAYBE, SHOCK = "miss", "worn", "hit", "exact", "maybe", "shock"
"""The effect of a face, for colours and words."""

SPOKEN = {
    MISS: "miss",
    WORN: "hits the armour",
    HIT: "hit",
    EXACTLY: "exact roll",
    MAYBE: "it depends on the armour",
    SHOCK: "miss, with Shock",
}
"""The effect of a face, read aloud."""


class RulerFace(Struct, frozen=True):
    """One face of the d20 and its effect."""

    face: int
    kind: str

    @property
    def spoken(self) -> str:
        """Its effect, read aloud."""
        return SPOKEN[self.kind]


class Ruler(Struct, frozen=True):
    """The faces of the d20 in one row: what the row shows, in one or two lines."""

    label: str
    faces: tuple[RulerFace, ...]
    under: str = ""


LETTERS_OF_A_FACE = 5
"""The letters of a bracket's name that fit over one face."""


class Bracketed(Struct, frozen=True):
    """A stretch of the ruler and its name."""

    first: int
    last: int
    kind: str
    label: str
    short: str
    """The name that fits over one or two faces."""

    @property
    def fits(self) -> bool:
        """Whether the name fits over its faces."""
        return len(self.label) <= (self.last - self.first + 1) * LETTERS_OF_A_FACE


class OutcomeCard(Struct, frozen=True):
    """One outcome with its exact chance."""

    kind: str
    title: str
    percent: str
    fraction: str
    note: str


class Column(Struct, frozen=True):
    """A column of odds, and what it means where its title does not say."""

    title: str
    means: str = ""
    loud: bool = False
    """It decides whom to attack."""


class TargetRow(Struct, frozen=True):
    """The odds against one foe, or against one AC that it may have; without cells if they are not known."""

    name: str
    foe: FoeId | None
    known: tuple[str, ...]
    """What is known of it: its AC, and for the referee its hit points."""
    cells: tuple[str, ...]
    chosen: bool = False


class OddsTable(Struct, frozen=True):
    """A table of odds."""

    columns: tuple[Column, ...]
    rows: tuple[TargetRow, ...]

    @property
    def any_known(self) -> bool:
        """Whether there are odds for any of them."""
        return any(row.cells for row in self.rows)


class DamageBar(Struct, frozen=True):
    """One total of the damage: the height of its bar, in percent of the highest, and whether it slays."""

    total: int
    share: int
    slays: bool


class DamageOdds(Struct, frozen=True):
    """The weapon's damage against the target's remaining health."""

    expr: str
    health: int
    bars: tuple[DamageBar, ...]
    percent: str
    """The share of hits that kill; empty if none does."""
    fraction: str
    always: bool = False
    """Every hit kills."""


class SituationChip(Struct, frozen=True):
    """Something that makes attacks on a foe harder or easier, whether it holds, and the command that turns it."""

    label: str
    on: bool
    command: Any


class AttackView(Struct, frozen=True):
    """An attack that a person may make now."""

    name: str
    verb: str
    foe_name: str
    weapons: tuple[tuple[int, str, bool], ...]
    says: str
    rule: RuleId
    cites: str
    rulers: tuple[Ruler, ...]
    pad: tuple[RulerFace, ...]
    """The faces to press, each with its best effect."""
    brackets: tuple[Bracketed, ...]
    cards: tuple[OutcomeCard, ...]
    damage: DamageOdds | None
    targets: OddsTable
    guesses: OddsTable | None
    """A line for each AC that the foe may have, if its AC is not known."""
    legend: tuple[tuple[str, str], ...]
    """Words of the table, and what they mean."""
    command: Any
    refused: tuple[str, ...]
    seat: SeatId
    typed: bool
    """Whether that seat throws its own dice."""
    situation: tuple[SituationChip, ...] = ()
    """What the referee says of the foe's situation, each with the command that changes it."""
    ways: tuple[Any, ...] = ()
    """Other ways to make this attack: commands that are offered beside it."""
    together: tuple[Any, ...] = ()
    """Ways to make it together with others."""
    earned: bool = False
    """It costs no action: an exact blow has earned it."""


class FoeAttackRow(Struct, frozen=True):
    """What a foe will do on its go, at present."""

    name: str
    times: int
    at: str
    cells: tuple[str, ...]
    stunned: bool = False
    asked: bool = False
    """The die wanted now may be for this attack."""


class FoeAttacks(Struct, frozen=True):
    """The foes' attacks on their go, if nothing changes."""

    columns: tuple[Column, ...]
    rows: tuple[FoeAttackRow, ...]
