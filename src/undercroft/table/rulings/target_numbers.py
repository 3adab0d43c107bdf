"""The number that a roll is held against, in words: as its book says, or for the rules between books."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from undercroft.books import BOOKS
from undercroft.books.violence.target_numbers import struck
from undercroft.kernel import wire
from undercroft.kernel.rules import AnyRule, Given, Targets
from undercroft.kernel.target_numbers import Number, Target, reach
from undercroft.kernel.units import RuleId
from undercroft.table.bridge import rules_between_books
from undercroft.table.bridge.to_violence import trained, trained_attack

_dc: Number = attrgetter("dc")
_mod: Number = attrgetter("mod")


def target(rule: AnyRule, given: Mapping[str, Any], purpose: str, counted: int) -> str:
    """What a roll of a rule is held against; empty for an amount, a table, or a number that the outcome names."""
    words = _TARGETS.get((rule.id, purpose), _TARGETS.get((rule.id, "")))
    if words is None:
        return ""
    try:
        told: Given = wire.from_plain(rule.given, given)
    except wire.Unreadable:
        return ""
    return words(told, counted)


def listed() -> Iterable[tuple[RuleId, str]]:
    """The rules and purposes of rolls that are held against a number; any purpose of the rule if it is empty."""
    return _TARGETS.keys()


def _pathfinding(given: rules_between_books.Pathfinding) -> int:
    tools, sight = rules_between_books.TOOLS * given.tools, rules_between_books.POOR_VISIBILITY * given.poor_visibility
    return given.survival + tools + sight


_OWN: Targets = (
    (trained_attack, "attack", struck(lambda given: trained(given.attribute, given.attack_bonus + given.skill))),
    (rules_between_books.clue_check, "investigation", reach(_dc, _mod)),
    (
        rules_between_books.lost,
        "keeping the way",
        reach(lambda given: rules_between_books.KEEPING_SN[given.land], _pathfinding),
    ),
)

_TARGETS: Mapping[tuple[RuleId, str], Target] = {
    (rule.id, purpose): words
    for targets in (*(book.targets for book in BOOKS.values()), _OWN)
    for rule, purpose, words in targets
}
