"""What a choice of house rules means at the table: one chance for each, from the rule that it brings in."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct

from undercroft.books import RULES
from undercroft.interpret.odds import Odds, of_rule
from undercroft.kernel import wire
from undercroft.table.state.house_rules import Value


class ChoiceHint(Struct, frozen=True):
    """An event and its chance."""

    what: str
    chance: Fraction


class _Asked(Struct, frozen=True):
    """A rule, the situation it is settled on, and the outcomes that count, by one of their fields."""

    what: str
    rule: str
    given: Mapping[str, Any]
    by: str
    names: frozenset[str]


_UNSKILLED = {"mod": 0}
_DYING = {"mod": 0, "full_rounds": 0, "has_kit": True}
_ASTRAY = {"terrain": "forest", "weather": "clear", "on_route": False, "landmark_visible": False}

_ASKED: Mapping[tuple[str, str], _Asked] = {
    ("clock", "sovereign"): _Asked(
        "somebody comes, each check", "sovereign.wandering.check", {}, "kind", frozenset({"encounter"})
    ),
    ("clock", "delving"): _Asked(
        "somebody comes, each round",
        "delving.hazard-die",
        {"danger": "normal"},
        "kind",
        frozenset({"random_encounter"}),
    ),
    ("clock", "hexcrawl"): _Asked(
        "somebody comes, each turn",
        "hexcrawl.encounter-die.template",
        {"milieu": "dungeon"},
        "name",
        frozenset({"encounter"}),
    ),
    ("clock", "violence"): _Asked(
        "somebody comes, each Turn", "violence.turn-encounter", {"turn_no": 1}, "kind", frozenset({"encounter"})
    ),
    ("search", "sovereign"): _Asked(
        "found by the unskilled", "sovereign.search.unspecified", _UNSKILLED, "kind", frozenset({"found"})
    ),
    ("reaction", "sovereign"): _Asked(
        "they attack who talks", "sovereign.reaction.roll", {"column": "talk"}, "kind", frozenset({"fight"})
    ),
    ("reaction", "violence"): _Asked(
        "they attack who talks", "violence.reaction", {}, "name", frozenset({"Hostile", "Murderous"})
    ),
    ("reaction", "delving"): _Asked(
        "they attack who talks", "delving.encounter.reaction", {}, "kind", frozenset({"violent"})
    ),
    ("dying", "sovereign"): _Asked(
        "saved at once, unskilled, by a kit", "sovereign.injury.stabilize", _DYING, "kind", frozenset({"stabilised"})
    ),
    ("dying", "violence"): _Asked(
        "alive after the first fall",
        "violence.dying",
        {"scars": 1, "round_no": 1},
        "kind",
        frozenset({"unconscious"}),
    ),
    ("lost", "hexcrawl"): _Asked(
        "astray in a wood, each day", "hexcrawl.getting-lost", _ASTRAY, "kind", frozenset({"lost"})
    ),
}


@cache
def hint_of(question: str, value: Value) -> ChoiceHint | None:
    """The chance that shows what a choice is like, if there is one."""
    asked = _ASKED.get((question, str(value)))
    if asked is None:
        return None
    rule = RULES[asked.rule]
    odds: Odds[Any] = of_rule(rule, wire.from_plain(rule.given, asked.given))
    chance = sum((chance for outcome, chance in odds.items() if _named(outcome, asked.by) in asked.names), Fraction(0))
    return ChoiceHint(asked.what, chance)


def _named(outcome: object, by: str) -> str:
    return str(wire.plain(outcome)[by])
