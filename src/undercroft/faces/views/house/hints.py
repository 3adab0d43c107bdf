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
    """A rule, the situation it is settled on, and the names of the outcomes that count."""

    what: str
    rule: str
    given: Mapping[str, Any]
    names: tuple[str, ...]
    by: str = "kind"
    """The field that names an outcome."""


_NORMAL = {"danger": "normal"}
_DYING = {"mod": 0, "full_rounds": 0, "has_kit": True}
_FALLEN = {"scars": 1, "round_no": 1}
_ASTRAY = {"terrain": "forest", "weather": "clear", "on_route": False, "landmark_visible": False}

_ASKED: Mapping[tuple[str, str], _Asked] = {
    ("clock", "sovereign"): _Asked("encounter, each check", "sovereign.wandering.check", {}, ("encounter",)),
    ("clock", "delving"): _Asked("encounter, each round", "delving.hazard-die", _NORMAL, ("random_encounter",)),
    ("clock", "hexcrawl"): _Asked(
        "encounter, each turn", "hexcrawl.encounter-die.template", {"milieu": "dungeon"}, ("encounter",), "name"
    ),
    ("clock", "violence"): _Asked("encounter, each turn", "violence.turn-encounter", {"turn_no": 1}, ("encounter",)),
    ("search", "sovereign"): _Asked(
        "found by an untrained searcher", "sovereign.search.unspecified", {"mod": 0}, ("found",)
    ),
    ("reaction", "sovereign"): _Asked(
        "they attack a party that talks", "sovereign.reaction.roll", {"column": "talk"}, ("fight",)
    ),
    ("reaction", "violence"): _Asked(
        "they attack a party that talks", "violence.reaction", {}, ("Hostile", "Murderous"), "name"
    ),
    ("reaction", "delving"): _Asked("they attack a party that talks", "delving.encounter.reaction", {}, ("violent",)),
    ("dying", "sovereign"): _Asked(
        "saved at once by an untrained helper with a kit", "sovereign.injury.stabilize", _DYING, ("stabilised",)
    ),
    ("dying", "violence"): _Asked("alive after the first fall", "violence.dying", _FALLEN, ("unconscious",)),
    ("lost", "hexcrawl"): _Asked("lost in a wood, each day", "hexcrawl.getting-lost", _ASTRAY, ("lost",)),
}


@cache
def hint_of(question: str, value: Value) -> ChoiceHint | None:
    """The chance that shows what a choice is like, if there is one."""
    asked = _ASKED.get((question, str(value)))
    if asked is None:
        return None
    rule = RULES[asked.rule]
    odds: Odds[Any] = of_rule(rule, wire.from_plain(rule.given, asked.given))
    counted = (chance for outcome, chance in odds.items() if wire.plain(outcome)[asked.by] in asked.names)
    return ChoiceHint(asked.what, sum(counted, Fraction(0)))
