"""What people decide in a simulated run, by numbers that the seat of the acting character knows.

The simulator and the bot at the real table call the same functions, so that both decide alike.
"""

from enum import IntEnum

from undercroft.books.violence.hirelings import Nerve, steadied
from undercroft.books.violence.scars import can_move


class Aim(IntEnum):
    """Which foe a fighter attacks: the first that stands, the one that took most damage, or one for each fighter."""

    FIRST = 0
    WOUNDED = 1
    SPREAD = 2


def bent_attack(roll: int, scars: int, up_to: bool, attribute: int, low: int, exact_requires_hit: bool) -> int:
    """How far to move an attack roll: to the attribute itself, or down to it, if the AC can be so low."""
    exact = attribute - roll
    if exact == 0 or (exact_requires_hit and attribute <= low):
        return 0
    if can_move(exact, scars, up_to):
        return exact
    return -scars if exact < 0 and low < roll - scars <= attribute else 0


def bent_under(roll: int, scars: int, number: int) -> int:
    """How far to move a roll that must not be over a number."""
    return -scars if roll > number >= roll - scars else 0


def bent_nerve(roll: int, scars: int, up_to: bool, cunning: int, hd: int) -> int:
    """How far to move a hireling's morale roll: to the employer's Cunning, or to where the hireling holds."""
    if can_move(cunning - roll, scars, up_to):
        return cunning - roll
    if steadied(roll, cunning, hd) == Nerve.HOLDS:
        return 0
    if steadied(roll - scars, cunning, hd) == Nerve.HOLDS:
        return -scars
    return scars if steadied(roll + scars, cunning, hd) == Nerve.HOLDS else 0


def is_better(aim: int, taken: int, best: int) -> bool:
    """Whether a foe that took that much damage is a better target than the best so far, which took that much."""
    return aim == Aim.WOUNDED and taken > best


def turns_back(turn: int, turns: int, hp: int, most: int, retreat: int, lightless: bool) -> bool:
    """Whether the party goes home: its time is up, it has lost too many hit points, or its light will not last."""
    return turn >= turns or lightless or hp * HUNDRED < most * retreat


def flees(hp: int, most: int, flee: int) -> bool:
    """Whether the party runs from a fight: those on their feet have less than that percentage of all hit points."""
    return hp * HUNDRED < most * flee


def has_lost(fallen: int, down: int) -> bool:
    """Whether the party goes home because so many are down; with 0 it never does."""
    return 0 < down <= fallen


def way_home(rooms: int, light: int) -> int:
    """The turns for which there must be light: a turn for each room on the way, this one, and those to spare."""
    return rooms + LEAST_TURNS + light


def wants_aid(hp: int, most: int, heal: int) -> bool:
    """Whether the party stops for first aid: a comrade has less than that percentage of their hit points."""
    return hp * HUNDRED < most * heal


def wants_breather(fp: int, most: int, breathers: int) -> bool:
    """Whether the party takes a breather: a character has less than that percentage of their fatigue points."""
    return fp * HUNDRED < most * breathers


def uses_luck(own: bool) -> bool:
    """Whether a Warrior uses Veteran's Luck: it is kept for the first hit on them."""
    return not own


def helps(modifier: int) -> bool:
    """Whether a companion with that modifier lends a hand at a stuck door: those who would hinder stand back."""
    return modifier > 0


def eats_supplies(enough: bool, forages: bool) -> bool:
    """Whether a hungry party eats what it carries; else it forages."""
    return enough and not forages


def keeps_watch(able: int, wanted: bool) -> bool:
    """Whether a camp keeps watch in turn: only where enough can share the night that everybody gets their sleep."""
    return wanted and able >= FEWEST_WATCHES


HUNDRED = 100
LEAST_TURNS = 2
FEWEST_WATCHES = 3
