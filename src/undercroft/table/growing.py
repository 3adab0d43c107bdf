"""What growing is paid with: points for anything, a quick learner's, and what Die Hard adds in hindsight."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.books.sovereign.advancement_points import COMBAT_SKILLS
from undercroft.books.sovereign.benefits import DieHardDice, Growing, advance_hp
from undercroft.books.sovereign.classes import HIT_DIE
from undercroft.books.sovereign.hit_points import DIE_HARD as DIE_HARD_HP
from undercroft.books.sovereign.units import HitPoints
from undercroft.table.house import HouseRules
from undercroft.table.making import DIE_HARD
from undercroft.table.people import Sheet


def points_for(sheet: Sheet, what: str) -> int:
    """Points that may be spent on something: a quick learner's go to no skill at arms."""
    return sheet.points if what in COMBAT_SKILLS else sheet.points + sheet.quick_points


def spent(sheet: Sheet, what: str, points: int) -> Sheet:
    """The sheet after so many points, those of a quick learner first where they may."""
    quick = 0 if what in COMBAT_SKILLS else min(points, sheet.quick_points)
    return replace(sheet, points=sheet.points - (points - quick), quick_points=sheet.quick_points - quick)


def has_die_hard(sheet: Sheet) -> bool:
    """Whether somebody is hard to kill."""
    return any(feat.casefold().startswith(DIE_HARD) for feat in sheet.feats)


def hardened(house: HouseRules, level: int) -> int:
    """Hit points that the feat adds at once for the levels before it, as the house reads it."""
    of = {DieHardDice.EVERY: level, DieHardDice.FIRST: 1, DieHardDice.NONE: 0}
    anybody = Growing(hit_die=HIT_DIE, new_level=2, con_mod=0, current_max=HitPoints(1))
    return DIE_HARD_HP * of[house.applied(advance_hp, anybody).die_hard_dice]
