"""Extra Effort in Combat: the three attacks."""

from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.checks import Grade, rolled
from undercroft.books.neverwhere.effort_combat import (
    FRAME,
    IN_COMBAT,
    MISHAP_HP,
    Allowed,
    Manoeuvre,
    Mishap,
    Paid,
    Straining,
    StrainingRefused,
    Until,
    Wasted,
    declared,
)
from undercroft.books.neverwhere.throwing import hurt
from undercroft.books.neverwhere.units import FatiguePoints, HitPoints, Modifier, Number
from undercroft.kernel.dice import Dice
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import Outcome, Reading, rule, says

ALL_OUT_TO_HIT, ALL_OUT_AC = -4, -2
MIGHTY_DAMAGE = 2
PRECISE_TO_HIT, PRECISE_OPENING = 4, 2


# All out Attack


class Onslaught(Straining, frozen=True, kw_only=True):
    """A fighter who holds nothing back."""

    attack_bonuses: Annotated[
        tuple[Modifier, ...], Meta(min_length=1), says("bonus of each attack, that of the primary weapon first")
    ]
    ac: Annotated[Number, says("the fighter's own Armor Class")]
    melee: Annotated[bool, says("is it a melee?")]


class AllOut(Outcome, frozen=True, tag="applied"):
    """The bonuses of all attacks this round, best first; the foe may strike in between."""

    bonuses: tuple[int, ...]
    ac: int
    provokes: bool
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


class Illegal(Outcome, frozen=True, tag="illegal"):
    """Allowed only in melee; nothing is paid."""


FULL_BONUS_AGAIN = Reading(
    id="neverwhere.all-out-attack/extra",
    question="At what bonus is the additional attack made?",
    choice="At that of the primary weapon's first attack, with −4 like the rest.",
    because="It is an attack with the primary weapon, and no other bonus is named.",
)
WILL_ROLL_FIRST = Reading(
    id="neverwhere.all-out-attack/will",
    question="The core guide has this attack without a Will roll: is one needed?",
    choice="Yes, as for the other three.",
    because="The source text puts all four under one Will roll, and goes before other pages.",
)
ATTACKS_COME_AFTER = Reading(
    id="neverwhere.all-out-attack/rolls",
    question="Are the attacks themselves rolled here?",
    choice="No: this settles the bonuses, and each attack is then rolled against its own target.",
    because="Nothing about a target belongs to the manoeuvre, and what a hit does is the combat guide's.",
)


@rule("neverwhere.all-out-attack", IN_COMBAT, readings=(FULL_BONUS_AGAIN, WILL_ROLL_FIRST, ATTACKS_COME_AFTER, *FRAME))
def all_out_attack(dice: Dice, given: Onslaught) -> AllOut | Illegal | Wasted | Mishap | StrainingRefused:
    """In melee, a whole round for one more attack than usual, all at −4 and at the price of 2 Armor Class."""
    if not given.melee:
        return Illegal()
    frame = declared(dice, given, Manoeuvre.ALL_OUT_ATTACK)
    if not isinstance(frame, Allowed):
        return frame
    attacks = sorted((given.attack_bonuses[0], *given.attack_bonuses), reverse=True)
    bonuses = tuple(bonus + ALL_OUT_TO_HIT for bonus in attacks)
    return AllOut(bonuses, given.ac + ALL_OUT_AC, True, Until.OWN_NEXT_TURN, frame.fp, frame.hp)


# Mighty Blow


class Heavy(Straining, frozen=True, kw_only=True):
    """A fighter who puts everything into one blow."""

    attack_bonus: Annotated[Modifier, says("attack bonus")]
    ac: Annotated[Number, says("Armor Class of the target")]
    damage_expr: Annotated[str, says("damage dice of the weapon, such as 1d8")]
    str_mod: Annotated[Modifier, says("Str modifier")]

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_few(self.damage_expr)


class HeavyHit(Outcome, frozen=True, tag="hit"):
    """The blow hits."""

    damage: int
    fp: FatiguePoints
    hp: HitPoints


class Miss(Paid, frozen=True, tag="miss"):
    """The blow misses, and the fatigue is lost."""


TWICE_ALL_OF_IT = Reading(
    id="neverwhere.mighty-blow/double",
    question="Does a natural 20 double the additional damage too?",
    choice="Yes, dice, Str and the 2 together.",
    because="The game doubles damage, and all of these are damage.",
)


@rule("neverwhere.mighty-blow", IN_COMBAT, readings=(TWICE_ALL_OF_IT, *FRAME))
def mighty_blow(dice: Dice, given: Heavy) -> HeavyHit | Miss | Wasted | Mishap | StrainingRefused:
    """A whole round for a single blow, with no bonus to hit, that does 2 more damage if it hits."""
    frame = declared(dice, given, Manoeuvre.MIGHTY_BLOW)
    if not isinstance(frame, Allowed):
        return frame
    attack = rolled(dice, "mighty blow", given.attack_bonus, given.ac, given.sn_tie)
    if attack < Grade.SUCCESS:
        return Miss(frame.fp, lost(frame, attack))
    thrown = dice.total("damage", parse_few(given.damage_expr))
    damage = hurt(thrown, given.str_mod + MIGHTY_DAMAGE, attack == Grade.CRITICAL_SUCCESS)
    return HeavyHit(damage, frame.fp, frame.hp)


def lost(frame: Allowed, attack: Grade) -> HitPoints:
    """The hit points that a miss costs, one more for a critical failure."""
    return HitPoints(frame.hp + (MISHAP_HP if attack == Grade.CRITICAL_FAILURE else 0))


# Precise Strike


class Careful(Straining, frozen=True, kw_only=True):
    """A fighter who goes in close."""

    attack_bonus: Annotated[Modifier, says("attack bonus")]
    ac: Annotated[Number, says("Armor Class of the target")]


class PreciseHit(Outcome, frozen=True, tag="hit"):
    """The strike hits, and that foe has a bonus to strike back until the fighter's next turn."""

    double: bool
    enemy_bonus: int
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


class PreciseMiss(Outcome, frozen=True, tag="miss"):
    """The strike misses, and that foe still has the bonus to strike back."""

    enemy_bonus: int
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


ONE_STRIKE = Reading(
    id="neverwhere.precise-strike/one",
    question="How many attacks is a precise strike?",
    choice="One.",
    because="It takes the full round and speaks of a strike; the manoeuvre beside it is a single attack too.",
)


@rule("neverwhere.precise-strike", IN_COMBAT, readings=(ONE_STRIKE, *FRAME))
def precise_strike(dice: Dice, given: Careful) -> PreciseHit | PreciseMiss | Wasted | Mishap | StrainingRefused:
    """A whole round for one attack at +4, which lets that foe strike back at +2."""
    frame = declared(dice, given, Manoeuvre.PRECISE_STRIKE)
    if not isinstance(frame, Allowed):
        return frame
    attack = rolled(dice, "precise strike", given.attack_bonus + PRECISE_TO_HIT, given.ac, given.sn_tie)
    if attack < Grade.SUCCESS:
        return PreciseMiss(PRECISE_OPENING, Until.OWN_NEXT_TURN, frame.fp, lost(frame, attack))
    double = attack == Grade.CRITICAL_SUCCESS
    return PreciseHit(double, PRECISE_OPENING, Until.OWN_NEXT_TURN, frame.fp, frame.hp)
