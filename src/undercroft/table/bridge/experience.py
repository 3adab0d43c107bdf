"""Experience by the book that the house rules name: what foes are worth, what is shared, and what levels take."""

from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.books.sovereign.advancement import (
    THRESHOLDS,
    Monsters,
    Return,
    Shares,
    Sharing,
    xp_monster,
    xp_pool,
    xp_shares,
)
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER
from undercroft.books.violence.advancement import (
    XP_A_SILVER,
    Companions,
    EvenShares,
    Homecoming,
    Overcome,
    experience_foes,
    experience_pool,
    experience_shares,
    melee_bonus,
    threshold,
)
from undercroft.kernel.rules import Given, Rule
from undercroft.kernel.script import Script
from undercroft.table.state.house_rules import Advancement, HouseRules
from undercroft.table.state.people import Person

ToSettle: TypeAlias = tuple[Rule[Any, Any, Any], Given]
"""A rule and its input."""


class Portions(Struct, frozen=True):
    """The experience of each Delver and each henchman, and what rounding loses."""

    delver_xp: int
    henchman_xp: int
    lost: int


def beaten(house: HouseRules, hd: Fraction, count: int, abilities: int = 0) -> ToSettle:
    """What beaten foes of a kind are worth; its outcome has `xp`."""
    if house.advancement is Advancement.VIOLENCE:
        return experience_foes, Overcome(hd, count)
    return xp_monster, Monsters(hd, abilities, count)


def worth(house: HouseRules, hd: Fraction, count: int, abilities: int = 0) -> int:
    """The experience for beaten foes of a kind."""
    rule, given = beaten(house, hd, count, abilities)
    found: int = rule(Script(), given).xp
    return found


def coppers_a_point(house: HouseRules) -> int:
    """How many coppers' worth of treasure brought home is one experience point."""
    return COPPER_A_SILVER // XP_A_SILVER if house.advancement is Advancement.VIOLENCE else COPPER_A_GOLD


def pooled(house: HouseRules, foes_xp: int, coppers: int, survivors: int) -> ToSettle:
    """What a party has to share that brings home treasure of this worth; its outcome has `pool`."""
    if house.advancement is Advancement.VIOLENCE:
        return experience_pool, Homecoming(foes_xp, Fraction(coppers, COPPER_A_SILVER), survivors)
    return xp_pool, Return(foes_xp, Fraction(coppers, COPPER_A_GOLD), survivors)


def shared(house: HouseRules, pool: int, delvers: int, henchmen: int) -> ToSettle:
    """The shares of Delvers and henchmen; `portions` reads its outcome."""
    if house.advancement is Advancement.VIOLENCE:
        return experience_shares, Companions(pool, delvers + henchmen)
    return xp_shares, Sharing(pool, delvers, henchmen)


def portions(outcome: Shares | EvenShares) -> Portions:
    """The shares by either book."""
    if isinstance(outcome, EvenShares):
        return Portions(outcome.each, outcome.each, outcome.lost)
    return Portions(outcome.delver_xp, outcome.henchman_xp, outcome.lost)


def needed(house: HouseRules, level: int) -> int | None:
    """The experience that a level takes; None past the last."""
    return threshold(level) if house.advancement is Advancement.VIOLENCE else THRESHOLDS.get(level)


def melee(house: HouseRules, person: Person) -> int:
    """The bonus in melee that levels by Violence bring; 0 by another book."""
    return melee_bonus(person.sheet.level) if house.advancement is Advancement.VIOLENCE else 0
