"""Sentences for the core, digging, battle and march, and breath."""

from __future__ import annotations

from undercroft.books.neverwhere import basic_lift, checks, fatigue
from undercroft.kernel.rules import Words


def _failure(it: checks.Failure) -> str:
    return "Failure: this cannot be done." if it.impossible else f"Failure with {it.total}, short by {it.margin}."


def _left(it: fatigue.Left) -> str:
    return f"{it.fp} fatigue points and {it.hp} hit points left{', unconscious' if it.unconscious else ''}."


def _exhausted(it: fatigue.Exhausted) -> str:
    slower = f", and {-it.ac_mod} less Armor Class" if it.ac_mod else ""
    return f"Exhausted: Str counts as {it.str_for_checks} in checks{slower}."


WORDS: Words = {
    checks.CriticalSuccess: "Critical success with {total}.",
    checks.Success: "Success with {total}, by {margin}.",
    checks.Failure: _failure,
    checks.CriticalFailure: "Critical failure with {total}.",
    basic_lift.BasicLift: "Basic Lift is {bl} kg.",
    fatigue.Left: _left,
    fatigue.Halved: "Tired: Move is halved.",
    fatigue.Normal: "Not so tired: Move is as it was.",
    fatigue.Exhausted: _exhausted,
    fatigue.Fit: "Not exhausted.",
    fatigue.Acts: "Goes on by force of will.",
    fatigue.Collapsed: "Collapses: can talk or sleep until fatigue points come back.",
    fatigue.HeartAttack: "Collapses of a heart attack.",
}
