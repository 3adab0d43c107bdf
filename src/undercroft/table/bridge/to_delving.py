"""A character by Delving's numbers."""

from enum import StrEnum

from undercroft.books.delving.actions import Weary
from undercroft.books.delving.movement import run_limit as rounds_of_running
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.units import SCORES, Attribute
from undercroft.table.bridge.body import fatigue_max
from undercroft.table.bridge.numbers import modifier, number
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.people import Person, State


class Ability(StrEnum):
    """Delving's six abilities, each of them a modifier."""

    STR = "str"
    DEX = "dex"
    CON = "con"
    INT = "int"
    WIS = "wis"
    CHA = "cha"


def ability(person: Person, of: Ability) -> int:
    """An ability: Sovereign's modifier of the same name, and 0 for Charisma, unless set by hand."""
    derived = 0 if of is Ability.CHA else modifier(person, Attribute(of.upper()))
    return number(person, f"delving_{of}", derived)


def constitution(person: Person) -> int:
    """Delving's Constitution."""
    return ability(person, Ability.CON)


def weary(person: Person, fatigue: Fatigue) -> Weary:
    """The input for Recover; fatigue points above the maximum stay, negative points count as 0."""
    fp = max(0, person.fp)
    most = max(fp, fatigue_max(person, fatigue))
    return Weary(constitution(person), fp, most, exhausted=person.is_in(State.EXHAUSTED))


def run_limit(person: Person) -> int:
    """The delve rounds a person can run without harm."""
    return number(person, "run_limit", rounds_of_running(ability(person, Ability.CON)))


def score_of(ability: int) -> int:
    """The score nearest to the average with this modifier in Sovereign's table, or the table's best or worst."""
    lowest, highest = MODIFIERS.at(SCORES[0]), MODIFIERS.at(SCORES[-1])
    sought = min(max(ability, lowest), highest)
    average = (SCORES[0] + SCORES[-1]) // 2
    return min((score for score in SCORES if MODIFIERS.at(score) == sought), key=lambda score: abs(score - average))
