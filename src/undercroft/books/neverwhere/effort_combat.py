"""Extra Effort in Combat: a flat Will roll, a fatigue point, and four things they buy."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Grade, Tie, rolled
from undercroft.books.neverwhere.throwing import hurt
from undercroft.books.neverwhere.units import FatiguePoints, HitPoints, Modifier, Number, Points
from undercroft.kernel.dice import Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

IN_COMBAT = Cite("Neverwhere", "Extra Effort in Combat")

EFFORT_FP = 1
MISHAP_HP = 1
FEVERISH_AC = 2
ALL_OUT_TO_HIT, ALL_OUT_AC = -4, -2
MIGHTY_DAMAGE = 2
PRECISE_TO_HIT, PRECISE_OPENING = 4, 2


# The frame


class Manoeuvre(StrEnum):
    """What the effort is for."""

    FEVERISH_DEFENSE = "feverish_defense"
    ALL_OUT_ATTACK = "all_out_attack"
    MIGHTY_BLOW = "mighty_blow"
    PRECISE_STRIKE = "precise_strike"


class Straining(Given, frozen=True, kw_only=True):
    """A fighter who declares extra effort."""

    will_mod: Annotated[Modifier, says("Will")]
    fp: Annotated[Points, says("fatigue points now")]
    enabled: Annotated[bool, says("does the referee allow extra effort in combat?")] = False
    sn_tie: Annotated[Tie, says("what a total equal to the number to beat does")] = Tie.FAILS


class Declared(Straining, frozen=True, kw_only=True):
    """A fighter who declares one of the four."""

    manoeuvre: Annotated[Manoeuvre, says("what the effort is for")]


class Allowed(Outcome, frozen=True, tag="allowed"):
    """It may be done; fatigue left, and hit points that paying cost."""

    fp: FatiguePoints
    hp: HitPoints


class Wasted(Outcome, frozen=True, tag="wasted"):
    """Paid for nothing; an ordinary action is left."""

    fp: FatiguePoints
    hp: HitPoints


class Mishap(Outcome, frozen=True, tag="mishap"):
    """Paid for nothing, and an arm or leg is hurt besides."""

    fp: FatiguePoints
    hp: HitPoints


class NoStraining(StrEnum):
    """Why it is not possible."""

    NOT_ENABLED = "not_enabled"
    ALREADY_FEVERISH = "already_feverish"


class StrainingRefused(Outcome, frozen=True, tag="refused"):
    """It is not possible; nothing is paid."""

    reason: NoStraining


OFF_UNLESS_ALLOWED = Reading(
    id="neverwhere.extra-effort-combat/optional",
    question="May fighters use extra effort at all?",
    choice="Not unless the referee allows it.",
    because="The source text makes it the referee's option.",
    switch="enabled",
    options=(Option(False, "no extra effort in combat"), Option(True, "fighters may use it")),
)
FAILURE_LEAVES_AN_ACTION = Reading(
    id="neverwhere.extra-effort-combat/failure",
    question="What does a failed Will roll leave?",
    choice="An ordinary action; the fatigue is gone, and a critical success still pays it.",
    because="The fatigue is spent before the roll, and only the manoeuvre hangs on it.",
)
ONE_MISHAP = Reading(
    id="neverwhere.extra-effort-combat/mishap",
    question="Which roll is it whose critical failure hurts an arm or leg?",
    choice="The Will roll or the attack it was for, whichever it happens to, and one hit point at most.",
    because="The passage speaks of the roll, after naming the Will roll and the attack or defense roll.",
)
EACH_DECLARED = Reading(
    id="neverwhere.extra-effort-combat/several",
    question="May a fighter use two of them in one turn?",
    choice="Yes, declared, paid and rolled for one by one, as far as the actions go round.",
    because="Feverish defense is said to make up for an all-out attack, so they can come together.",
)
FRAME = (OFF_UNLESS_ALLOWED, FAILURE_LEAVES_AN_ACTION, ONE_MISHAP, SN_TIE)


@rule("neverwhere.extra-effort-combat", IN_COMBAT, readings=(*FRAME, EACH_DECLARED))
def extra_effort_combat(dice: Dice, given: Declared) -> Allowed | Wasted | Mishap | StrainingRefused:
    """A fighter pays a fatigue point first and then rolls Will; only success buys the manoeuvre."""
    return strained(dice, given)


def strained(dice: Dice, given: Straining) -> Allowed | Wasted | Mishap | StrainingRefused:
    """The same for every manoeuvre."""
    if not given.enabled:
        return StrainingRefused(NoStraining.NOT_ENABLED)
    will = rolled(dice, "Will for extra effort in combat", given.will_mod, DEFAULT_SN, given.sn_tie)
    fp, hp = paid(given.fp, will == Grade.CRITICAL_FAILURE)
    match will:
        case Grade.SUCCESS | Grade.CRITICAL_SUCCESS:
            return Allowed(FatiguePoints(fp), HitPoints(hp))
        case Grade.FAILURE:
            return Wasted(FatiguePoints(fp), HitPoints(hp))
        case Grade.CRITICAL_FAILURE:
            return Mishap(FatiguePoints(fp), HitPoints(hp))


def paid(fp: int, mishap: bool) -> tuple[int, int]:
    """Fatigue left, and hit points lost: one for a mishap, one if there was no fatigue left to pay with."""
    return fp - EFFORT_FP, (MISHAP_HP if mishap else 0) + (EFFORT_FP if fp <= 0 else 0)


# Feverish Defense


class Dodging(Straining, frozen=True, kw_only=True):
    """A fighter who throws themselves about."""

    ac: Annotated[Number, says("Armor Class now, with all that changes it")]
    already: Annotated[bool, says("is a feverish defense of theirs still going on?")] = False


class Until(StrEnum):
    """How long it lasts."""

    OWN_NEXT_TURN = "own_next_turn"


class Feverish(Outcome, frozen=True, tag="applied"):
    """Harder to hit."""

    ac: int
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


NOT_TWICE = Reading(
    id="neverwhere.feverish-defense/twice",
    question="Do two feverish defenses add up?",
    choice="No, a second one is not possible while the first lasts.",
    because="Stacking is granted with an all-out defense and with nothing else.",
)


@rule("neverwhere.feverish-defense", IN_COMBAT, readings=(NOT_TWICE, *FRAME))
def feverish_defense(dice: Dice, given: Dodging) -> Feverish | Wasted | Mishap | StrainingRefused:
    """As a free action the fighter is harder to hit by 2 until their next turn."""
    if given.already:
        return StrainingRefused(NoStraining.ALREADY_FEVERISH)
    frame = strained(dice, given)
    if not isinstance(frame, Allowed):
        return frame
    return Feverish(given.ac + FEVERISH_AC, Until.OWN_NEXT_TURN, frame.fp, frame.hp)


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
    """Only in melee; nothing is paid."""


FULL_BONUS_AGAIN = Reading(
    id="neverwhere.all-out-attack/extra",
    question="At what bonus is the additional attack made?",
    choice="At that of the primary weapon's first attack, and -4 like the rest.",
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
    choice="No: this settles the bonuses, and each attack is then rolled against whomever it is aimed at.",
    because="Nothing about a target belongs to the manoeuvre, and what a hit does is the combat guide's.",
)


@rule("neverwhere.all-out-attack", IN_COMBAT, readings=(FULL_BONUS_AGAIN, WILL_ROLL_FIRST, ATTACKS_COME_AFTER, *FRAME))
def all_out_attack(dice: Dice, given: Onslaught) -> AllOut | Illegal | Wasted | Mishap | StrainingRefused:
    """In melee, a whole round for one attack more than usual, all at -4, at the price of 2 Armor Class."""
    if not given.melee:
        return Illegal()
    frame = strained(dice, given)
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
        parse(self.damage_expr)


class HeavyHit(Outcome, frozen=True, tag="hit"):
    """It lands."""

    damage: int
    fp: FatiguePoints
    hp: HitPoints


class Miss(Outcome, frozen=True, tag="miss"):
    """It does not land, and the fatigue is gone."""

    fp: FatiguePoints
    hp: HitPoints


TWICE_ALL_OF_IT = Reading(
    id="neverwhere.mighty-blow/double",
    question="Does a natural 20 double the additional damage too?",
    choice="Yes, dice, Str and the 2 together.",
    because="The game doubles damage, and all of these are damage.",
)


@rule("neverwhere.mighty-blow", IN_COMBAT, readings=(TWICE_ALL_OF_IT, *FRAME))
def mighty_blow(dice: Dice, given: Heavy) -> HeavyHit | Miss | Wasted | Mishap | StrainingRefused:
    """A whole round for a single blow, no surer than any, that does 2 more damage if it lands."""
    frame = strained(dice, given)
    if not isinstance(frame, Allowed):
        return frame
    attack = rolled(dice, "mighty blow", given.attack_bonus, given.ac, given.sn_tie)
    if attack < Grade.SUCCESS:
        return missed(frame, attack)
    thrown = dice.total("damage", parse(given.damage_expr))
    damage = hurt(thrown, given.str_mod + MIGHTY_DAMAGE, attack == Grade.CRITICAL_SUCCESS)
    return HeavyHit(damage, frame.fp, frame.hp)


def missed(frame: Allowed, attack: Grade) -> Miss:
    """A miss; at its worst it hurts the fighter."""
    return Miss(frame.fp, HitPoints(frame.hp + (MISHAP_HP if attack == Grade.CRITICAL_FAILURE else 0)))


# Precise Strike


class Careful(Straining, frozen=True, kw_only=True):
    """A fighter who goes in close."""

    attack_bonus: Annotated[Modifier, says("attack bonus")]
    ac: Annotated[Number, says("Armor Class of the target")]


class PreciseHit(Outcome, frozen=True, tag="hit"):
    """It lands; that enemy strikes back the better until the fighter's next turn."""

    double: bool
    enemy_bonus: int
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


class PreciseMiss(Outcome, frozen=True, tag="miss"):
    """It does not land, and that enemy strikes back the better all the same."""

    enemy_bonus: int
    expires: Until
    fp: FatiguePoints
    hp: HitPoints


ONE_STRIKE = Reading(
    id="neverwhere.precise-strike/one",
    question="How many attacks is it?",
    choice="One.",
    because="It takes the full round and speaks of a strike; the manoeuvre beside it is a single attack too.",
)


@rule("neverwhere.precise-strike", IN_COMBAT, readings=(ONE_STRIKE, *FRAME))
def precise_strike(dice: Dice, given: Careful) -> PreciseHit | PreciseMiss | Wasted | Mishap | StrainingRefused:
    """A whole round for one attack at +4, which lets that enemy strike back at +2."""
    frame = strained(dice, given)
    if not isinstance(frame, Allowed):
        return frame
    attack = rolled(dice, "precise strike", given.attack_bonus + PRECISE_TO_HIT, given.ac, given.sn_tie)
    if attack < Grade.SUCCESS:
        miss = missed(frame, attack)
        return PreciseMiss(PRECISE_OPENING, Until.OWN_NEXT_TURN, miss.fp, miss.hp)
    double = attack == Grade.CRITICAL_SUCCESS
    return PreciseHit(double, PRECISE_OPENING, Until.OWN_NEXT_TURN, frame.fp, frame.hp)
