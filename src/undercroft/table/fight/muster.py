"""Foes as a line describes them, in words and back in a line."""

from fractions import Fraction
from math import floor

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.violence.morale import morale_number
from undercroft.kernel.amounts import signed
from undercroft.table.state.combatants import LIKELY_AC
from undercroft.table.state.creatures import USUAL_DAMAGE, Creatures, blows
from undercroft.table.state.ids import CreaturesId, MonsterId
from undercroft.table.state.lore import (
    EVERY_AC,
    NO_ARMOUR_DOWN,
    NO_ARMOUR_UP,
    ArmourScale,
    armour_from_zero,
    hit_dice,
    turn_move,
)

_ABILITIES = ("abilities", "ability")
_SCALES = {
    ArmourScale.FROM_ZERO: f"AC in a fight goes from 0 (no armour) to {LIKELY_AC} (heavy armour and shield).",
    ArmourScale.ASCENDING: f"AC in a fight goes up from {NO_ARMOUR_UP} (no armour).",
}


class Muster(Struct, frozen=True, kw_only=True):
    """Foes as a line describes them."""

    count: str
    """A number, or the dice for it."""
    name: str
    hd: Fraction
    hp_bonus: int = 0
    """Hit points on top of the Hit Dice: +1 for `HD 1+1`."""
    ac: int = 0
    ac_written: str = ""
    """The AC as the line has it, where that counts by another scale than a fight."""
    counts: ArmourScale = ArmourScale.FROM_ZERO
    """How AC counts in the fight they are for."""
    rolls_morale: bool = True
    """Whether morale is rolled for in the fight they are for."""
    ac_asks: bool = False
    """Whether the line has an AC that does not show by which scale it counts."""
    damage: str = USUAL_DAMAGE
    """The dice of an attack; where attacks differ, of each in turn, with slashes between them."""
    weapon: str = ""
    """The names of their attacks."""
    attacks: int | None = None
    """Attacks in a round; None for as many as their Hit Dice give."""
    hp: tuple[int, ...] = ()
    abilities: int = 0
    attack_bonus: int | None = None
    """The bonus to hit, for fights where a d20 is held against an armour class; None for as much as their Hit Dice."""
    shock: int | None = None
    shock_ac: int | None = None
    led: bool = False
    """The first foe is the leader."""
    fearless: bool = False
    natural: bool = False
    move_ft: int | None = None
    monster: MonsterId | None = None
    """The monster of the bestiary that they are."""
    morale: int | None = None
    """The morale score of 2d6, which a fight does not use."""
    save: str = ""
    xp: int | None = None
    unused: tuple[str, ...] = ()
    """What the line says that a fight does not use."""

    @property
    def ac_here(self) -> int:
        """The AC as it counts in the fight they are for."""
        return self.ac + NO_ARMOUR_UP if self.counts is ArmourScale.ASCENDING else self.ac

    @property
    def shock_up_to(self) -> int | None:
        """The highest AC that their Shock works on: every AC, where none is given."""
        if self.shock is None:
            return None
        return EVERY_AC if self.shock_ac is None else self.shock_ac

    @property
    def understood(self) -> tuple[str, ...]:
        """What the line says, in words, one thing each."""
        marks = {"leader": self.led, "fearless": self.fearless, "armour is hide": self.natural}
        each = "" if self.attacks is None else "1 attack, " if self.attacks == 1 else f"{self.attacks} attacks, "
        return (
            self.name if self.count == "1" else f"{self.count} {self.name}",
            f"HD {hit_dice(self.hd, self.hp_bonus)}",
            f"AC {self.ac_here}",
            f"{each}damage {self.damage}{f' ({self.weapon})' if self.weapon else ''}",
            f"hit points {', '.join(map(str, self.hp))}" if self.hp else "hit points by the dice",
            *((f"{self.abilities} special {_ABILITIES[self.abilities == 1]}",) if self.abilities else ()),
            *((f"moves {self.move_ft} ft a round",) if self.move_ft is not None else ()),
            *((f"attack {signed(self.attack_bonus)}",) if self.attack_bonus is not None else ()),
            *((f"Shock {self.shock} up to AC {self.shock_ac}",) if self.shock is not None else ()),
            *(mark for mark, so in marks.items() if so),
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the referee should look at: an AC of another scale than a fight's, a morale score that has no use."""
        as_written = f"{_SCALES[self.counts]} AC {self.ac_written} is taken as AC {self.ac_here}."
        taken = as_written if self.ac_written else another_scale(self.ac)
        score = any(word.lower().startswith(("ml", "morale")) for word in self.unused)
        number = morale_number(floor(self.hd))
        rolled = f"Their morale depends on their Hit Dice: they fight on if a d20 is under {number}."
        morale = (
            rolled if self.rolls_morale else "They roll no morale by your house rules: their losses make them leave."
        )
        return tuple(filter(None, (taken, morale if score else "")))


def another_scale(ac: int) -> str:
    """What an AC means if it is of another game's scale; empty if it is likely to be of a fight's scale."""
    if ac <= LIKELY_AC:
        return ""
    up = ac >= NO_ARMOUR_UP
    other = ac - NO_ARMOUR_UP if up else NO_ARMOUR_DOWN - ac
    scales = "no armour is 10" if up else "no armour is 9"
    goes = _SCALES[ArmourScale.FROM_ZERO]
    return f"{goes} AC {ac} is taken as it is. In a game where {scales}, it means AC {other} here."


def impossible_scale(ac: int, scale: ArmourScale) -> str:
    """Why an AC cannot be of that scale; empty if it can.

    >>> impossible_scale(5, ArmourScale.ASCENDING), impossible_scale(12, ArmourScale.DESCENDING)
    ('5 is under 10', '12 is over 9')
    """
    if scale is ArmourScale.ASCENDING and ac < NO_ARMOUR_UP:
        return f"{ac} is under {NO_ARMOUR_UP}"
    if scale is ArmourScale.DESCENDING and ac > NO_ARMOUR_DOWN:
        return f"{ac} is over {NO_ARMOUR_DOWN}"
    return ""


def in_scale(muster: Muster, scale: ArmourScale, counts: ArmourScale = ArmourScale.FROM_ZERO) -> Muster:
    """The foes with an AC that the line wrote by this scale, for a fight in which AC counts by another.

    An AC whose scale the line shows stays; what is written as it counts needs no word.
    """
    muster = replace(muster, counts=counts)
    if not muster.ac_asks:
        same = counts is ArmourScale.ASCENDING and "[" in muster.ac_written
        return replace(muster, ac_written="") if same else muster
    if scale is counts is ArmourScale.FROM_ZERO:
        return muster
    written = "" if scale is counts else str(muster.ac)
    return replace(muster, ac=armour_from_zero(muster.ac, scale), ac_written=written, ac_asks=False)


def as_creatures(muster: Muster, id: CreaturesId, count: int) -> Creatures:
    """The creatures that a line describes, in no room yet."""
    return Creatures(
        id,
        muster.name,
        count,
        muster.hd,
        None,
        hp=muster.hp * count if len(muster.hp) == 1 else muster.hp,
        ac=muster.ac,
        damage=muster.damage,
        abilities=muster.abilities,
        move_ft=muster.move_ft,
        attacks=muster.attacks,
        hp_bonus=muster.hp_bonus,
        monster=muster.monster,
        led=muster.led,
        fearless=muster.fearless,
        natural=muster.natural,
        attack_bonus=muster.attack_bonus,
        shock=muster.shock,
        shock_ac=muster.shock_ac,
    )


def written(muster: Muster) -> str:
    """Foes as a line that any keyboard can type: `HD 1/2`.

    >>> written(Muster(count="4", name="votaries", hd=Fraction(2), ac=5, damage="1d8"))
    '4 votaries HD 2 AC 5 1d8'
    """
    parts = (
        muster.count,
        muster.name,
        f"HD {muster.hd}{f'{muster.hp_bonus:+d}' if muster.hp_bonus else ''}",
        f"AC {muster.ac}",
        f"#A {muster.attacks}" if muster.attacks is not None else "",
        muster.damage,
        f"hp {' '.join(map(str, muster.hp))}" if muster.hp else "",
        f"abilities {muster.abilities}" if muster.abilities else "",
        f"MV {turn_move(muster.move_ft)}' ({muster.move_ft}')" if muster.move_ft is not None else "",
        "leader" if muster.led else "",
        "fearless" if muster.fearless else "",
        "hide" if muster.natural else "",
        f"AB {muster.attack_bonus:+d}" if muster.attack_bonus is not None else "",
        f"shock {muster.shock}/{muster.shock_ac}" if muster.shock is not None else "",
    )
    return " ".join(filter(None, parts))


def attacks_of(muster: Muster) -> int | None:
    """The attacks in a round by the line: their number, or one for each damage of a list."""
    listed = len(blows(muster.damage))
    return muster.attacks if muster.attacks is not None else listed if listed > 1 else None
