"""A free roll for a skill: the dice with each attribute, and the chance to reach each difficulty of the book."""

from fractions import Fraction

from msgspec import Struct

from undercroft.books.sovereign.checks import DIFFICULTIES, SkillCheck, Success, check_skill
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.faces.views.percents import short_fraction
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER
from undercroft.kernel.amounts import percent
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.numbers import SCORES_ON_SHEET, modifier, skill
from undercroft.table.rulings.loose_dice import skill_dice
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE


class SkillThrow(Struct, frozen=True):
    """The roll with one attribute: its dice, and the chance of each difficulty."""

    attribute: Attribute
    name: str
    dice: str
    chances: tuple[tuple[str, str], ...]
    """Each chance, in percent and as a fraction."""


def difficulties() -> tuple[int, ...]:
    """The difficulties that the book names."""
    return tuple(dc for _, dc in DIFFICULTIES.rows)


def skill_throws(known: Campaign, seat: SeatId, person: Person, of: Skill) -> tuple[SkillThrow, ...]:
    """A roll for a skill with each attribute, the best first; without chances where the house hides odds."""
    shown = seat == REFEREE or known.house.players_odds is Showing.EXACT
    throws = [_throw(person, of, attribute, name, shown=shown) for attribute, name in SCORES_ON_SHEET.items()]
    return tuple(sorted(throws, key=lambda throw: -modifier(person, throw.attribute)))


def _throw(person: Person, of: Skill, attribute: Attribute, name: str, *, shown: bool) -> SkillThrow:
    mod, level = modifier(person, attribute), skill(person, of)
    chances = [_chance(mod, level, dc) for dc in difficulties()] if shown else []
    pairs = tuple((percent(chance), short_fraction(chance)) for chance in chances)
    return SkillThrow(attribute, name, skill_dice(mod + level), pairs)


def _chance(mod: int, level: int, dc: int) -> Fraction:
    return of_rule(check_skill, SkillCheck(mod, level, dc), NEVER).chance(lambda outcome: isinstance(outcome, Success))
