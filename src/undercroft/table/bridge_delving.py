"""A character by Delving's numbers."""

from __future__ import annotations

from enum import StrEnum

from undercroft.books.delving.actions import Weary
from undercroft.books.delving.movement import run_limit as rounds_of_running
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.units import SCORES, Attribute
from undercroft.table.bodies import State
from undercroft.table.bridge_body import fatigue_max
from undercroft.table.bridge_numbers import modifier, number
from undercroft.table.house import Fatigue
from undercroft.table.people import Person


class Ability(StrEnum):
    """Delving's six abilities, each a modifier by itself."""

    STR = "str"
    DEX = "dex"
    CON = "con"
    INT = "int"
    WIS = "wis"
    CHA = "cha"


def ability(person: Person, of: Ability) -> int:
    """An ability: Sovereign's modifier of the same name; Charisma, which it has not, is nothing unless set."""
    derived = 0 if of is Ability.CHA else modifier(person, Attribute(of.upper()))
    return number(person, f"delving_{of}", derived)


def constitution(person: Person) -> int:
    """Delving's Constitution, a small number as its other scores are."""
    return ability(person, Ability.CON)


def weary(person: Person, fatigue: Fatigue) -> Weary:
    """Somebody who takes a breather; a pool above its rim stays there, and one below nothing is filled from nothing."""
    fp = max(0, person.fp)
    most = max(fp, fatigue_max(person, fatigue))
    return Weary(constitution(person), fp, most, exhausted=person.is_in(State.EXHAUSTED))


def run_limit(person: Person) -> int:
    """Delve rounds that somebody can run without harm."""
    return number(person, "run_limit", rounds_of_running(ability(person, Ability.CON)))


def score_of(ability: int) -> int:
    """A score that Sovereign's table gives this modifier, the one nearest to the average; the best and worst it has."""
    lowest, highest = MODIFIERS.at(SCORES[0]), MODIFIERS.at(SCORES[-1])
    sought = min(max(ability, lowest), highest)
    average = (SCORES[0] + SCORES[-1]) // 2
    return min((one for one in SCORES if MODIFIERS.at(one) == sought), key=lambda one: abs(one - average))
