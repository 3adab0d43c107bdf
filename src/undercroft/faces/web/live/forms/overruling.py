"""Changing the last result: the results of the last act in words, and every other outcome that the dice could bring."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from undercroft.faces.views.command_names import title_of
from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.kernel import wire
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.strict import checked
from undercroft.server.commands import BY_TAG
from undercroft.server.undo import rulings_of
from undercroft.table.engine.record import Ordered, Settled
from undercroft.table.rulings.words import RULES, outcome_words, thrown

MOST_OUTCOMES = 60
"""More outcomes than this are entered by their fields instead of chosen."""


def overruling(viewer: Viewer, _: Mapping[str, Control], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The results of the last act, and the other outcomes of the chosen one."""
    told = [fact for fact in viewer.told if fact.act == viewer.last] if viewer.last is not None else []
    rulings = rulings_of(told)
    orders = (fact.event for fact in told if isinstance(fact.event, Ordered))
    tag = next((str(order.command.get("kind", "")) for order in orders), "")
    chosen = _chosen(rulings, given.get("ruling"))
    settled = rulings[chosen - 1] if rulings else None
    return {
        "act": f"“{title_of(tag)}”" if tag in BY_TAG else "",
        "results": [_result(number, ruling) for number, ruling in enumerate(rulings, 1)],
        "chosen": chosen,
        "outcomes": () if settled is None else outcomes_of(settled),
        "present": None if settled is None else settled.outcome,
    }


def _chosen(rulings: Sequence[Settled], asked: object) -> int:
    """The number of the chosen ruling: the one asked for, else the last with dice, else the last."""
    if isinstance(asked, int) and 0 < asked <= len(rulings):
        return asked
    with_dice = [number for number, ruling in enumerate(rulings, 1) if ruling.throws]
    return with_dice[-1] if with_dice else len(rulings)


def _result(number: int, settled: Settled) -> tuple[int, str, str]:
    """A ruling's number, its outcome in words with the one it is about, and its dice."""
    about = f"{settled.about}: " if settled.about else ""
    return number, f"{about}{outcome_words(settled)}", thrown(settled.throws)


def outcomes_of(settled: Settled) -> tuple[tuple[Mapping[str, Any], str, bool], ...]:
    """The outcomes that the rule could have had, each as sent, in words, and whether it is the present one.

    Other kinds of outcome come first. Outcomes that read the same are one. Nothing if the rule has no other outcome, or
    too many to choose from.
    """
    rule = RULES.get(settled.rule)
    if rule is None:
        return ()
    try:
        found = odds.of_rule(rule, checked(rule.given, settled.given), NEVER)
    except UndercroftError:
        return ()
    now = outcome_words(settled)
    by_words: dict[str, Mapping[str, Any]] = {now: settled.outcome}
    for outcome in sorted(found, key=lambda outcome: -found[outcome]):
        plain = wire.plain(outcome)
        by_words.setdefault(outcome_words(replace(settled, outcome=plain)), plain)
    if not 1 < len(by_words) <= MOST_OUTCOMES:
        return ()
    kind = settled.outcome.get("kind")
    in_order = sorted(by_words, key=lambda words: (by_words[words].get("kind") == kind, _spoken_order(words)))
    return tuple((by_words[words], words, words == now) for words in in_order)


def _spoken_order(words: str) -> tuple[str, tuple[int, ...]]:
    """Sentences that differ only in numbers are next to each other, the smaller number first."""
    return re.sub(r"[0-9]+", "", words), tuple(int(number) for number in re.findall(r"[0-9]+", words))
