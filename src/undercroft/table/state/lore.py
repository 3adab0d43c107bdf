"""What a referee keeps for any place: the monsters of the bestiary, and roll tables."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.kernel.amounts import mixed
from undercroft.table.state.creatures import USUAL_DAMAGE, Noise
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import MonsterId, TableId


class ArmourScale(StrEnum):
    """How an Armour Class counts: up from 0, down from 9 or up from 10, each of them no armour."""

    FROM_ZERO = "from_0"
    DESCENDING = "descending"
    ASCENDING = "ascending"


NO_ARMOUR_DOWN = 9
"""The AC of no armour in games whose AC counts down."""
EVERY_AC = 60
"""An ascending AC that none is better than."""
NO_ARMOUR_UP = 10
"""The AC of no armour in games whose AC counts up."""
NO_ATTACK_BONUS = 19
"""The THAC0 of an attack bonus of 0."""

LEAST_MORALE, MOST_MORALE = 2, 12
"""The range of a morale score on 2d6."""


ROUNDS_MOVE = 3
"""How many moves of a round a turn's move is, as old-school lines write them: 90' (30')."""


def round_move(turn_ft: int) -> int:
    """The feet moved in a round by creatures that move so many in a turn.

    >>> round_move(90), turn_move(30)
    (30, 90)
    """
    return turn_ft // ROUNDS_MOVE


def turn_move(round_ft: int) -> int:
    """The feet moved in a turn by creatures that move so many in a round."""
    return round_ft * ROUNDS_MOVE


def hit_dice(hd: Fraction, hp_bonus: int) -> str:
    """Hit Dice as the hobby writes them.

    >>> hit_dice(Fraction(1), 1), hit_dice(Fraction(1, 2), 0)
    ('1+1', '½')
    """
    return f"{mixed(hd)}{hp_bonus:+}" if hp_bonus else mixed(hd)


def row_numbers(low: int, high: int) -> str:
    """The totals of a row as a table shows them.

    >>> row_numbers(2, 3), row_numbers(7, 7)
    ('2-3', '7')
    """
    return str(low) if low == high else f"{low}-{high}"


def armour_from_zero(ac: int, scale: ArmourScale) -> int:
    """An Armour Class counted up from 0, no armour.

    >>> armour_from_zero(5, ArmourScale.DESCENDING), armour_from_zero(14, ArmourScale.ASCENDING)
    (4, 4)
    """
    match scale:
        case ArmourScale.FROM_ZERO:
            return ac
        case ArmourScale.DESCENDING:
            return max(0, NO_ARMOUR_DOWN - ac)
        case ArmourScale.ASCENDING:
            return max(0, ac - NO_ARMOUR_UP)


FIGHT_SCALES: Mapping[Combat, ArmourScale] = {
    Combat.VIOLENCE: ArmourScale.FROM_ZERO,
    Combat.SOVEREIGN: ArmourScale.ASCENDING,
}
"""How an Armour Class counts in a fight by each book."""


class Monster(Struct, frozen=True):
    """One kind of monster: what any number of them have in common."""

    id: MonsterId
    name: str
    """What one of them is called."""
    hd: Fraction
    plural: str = ""
    """What several are called; the name with an s if empty."""
    kind: str = "humanoid"
    hp_bonus: int = 0
    """Hit points of each on top of its Hit Dice: 1 for HD 1+1, -1 for HD 1-1."""
    ac: int = 0
    """The Armour Class as written, by the scale."""
    scale: ArmourScale = ArmourScale.FROM_ZERO
    attacks: int | None = None
    """Attacks in a round; as many as their Hit Dice give if not given."""
    damage: str = USUAL_DAMAGE
    """The dice of an attack; where attacks differ, of each in turn, with slashes between them."""
    weapon: str = ""
    """What they attack with."""
    attack_bonus: int | None = None
    """Their bonus to hit by Sovereign; as much as their Hit Dice if not given."""
    shock: int | None = None
    """The damage of their Shock by Sovereign; they have none if not given."""
    shock_ac: int | None = None
    """The highest armour class that their Shock works on."""
    move_ft: int | None = None
    """The feet they move in a round; the usual speed if not given."""
    save: str = ""
    """How they save, as their book has it."""
    morale: int | None = None
    """The morale score of 2d6; the score that their Hit Dice give if not given."""
    xp: int | None = None
    """The experience that each is worth; what the rules of experience give if not given."""
    number: str = "1"
    """How many of them appear, as dice."""
    abilities: int = 0
    """Special abilities of each, for the experience they are worth."""
    skill_mod: int = 0
    """Their bonus on what they are good at."""
    undead: bool = False
    noise: Noise = Noise.QUIET
    treasure: str = ""
    """What they carry or keep."""
    about: str = ""
    """What people see of them."""
    notes: str = ""
    """How they fight and what they want, for the referee."""

    @property
    def many(self) -> str:
        """What several of them are called."""
        return self.plural or f"{self.name}s"

    @property
    def fearless(self) -> bool:
        """Whether they never test morale: their score is the highest."""
        return self.morale == MOST_MORALE

    @property
    def armour(self) -> int:
        """The Armour Class counted up from 0, no armour."""
        return armour_from_zero(self.ac, self.scale)


class TableLine(Struct, frozen=True):
    """One row of a roll table: the totals it stands for, and what it says."""

    low: int
    high: int
    text: str
    """What double brackets hold is rolled with the row: dice, [[2d6]] copper, or a table, [[Hesper's stock]]."""

    @property
    def numbers(self) -> str:
        """The totals that the row stands for."""
        return row_numbers(self.low, self.high)


class RandomTable(Struct, frozen=True):
    """A table that the referee rolls on."""

    id: TableId
    name: str
    dice: str
    rows: tuple[TableLine, ...] = ()

    def at(self, total: int) -> TableLine | None:
        """The row of a total; None where the table has a hole."""
        return next((row for row in self.rows if row.low <= total <= row.high), None)
