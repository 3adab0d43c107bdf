"""Settling every ruling of a log again by today's rules, on the recorded dice."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from undercroft.interpret.audit import Difference, audit
from undercroft.interpret.play import Ruling
from undercroft.kernel import wire
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import RuleId
from undercroft.server.lines import LineReader
from undercroft.store.log import Line
from undercroft.store.store import Store
from undercroft.table.engine.record import Settled
from undercroft.table.rulings.words import RULES

_SETTLED = str(Settled.__struct_config__.tag)


class ChangedRuling(Struct, frozen=True):
    """A ruling that would come out differently today: its line, its rule then and now, and the difference."""

    seq: int
    rule: RuleId
    edition: int
    today: int | None
    """The edition of the rule today, or None if the rule no longer exists."""
    what: str
    recorded: Any
    now: Any


class Audited(Struct, frozen=True):
    """How many rulings a log holds, how many the referee decided, and which would come out differently today."""

    rulings: int
    overruled: int
    otherwise: tuple[ChangedRuling, ...]


def audited(store: Store, table: str) -> Audited:
    """Check every ruling of a log. Nothing is rolled and nothing is written."""
    rulings = overruled = 0
    found: list[ChangedRuling] = []
    for line, event in _settled(store, table):
        rulings += 1
        overruled += bool(event.overruled)
        difference = None if event.overruled else _difference(event)
        if difference is not None:
            rule = RULES.get(event.rule)
            today = rule.edition if rule is not None else None
            recorded, now = wire.plain(difference.recorded), wire.plain(difference.today)
            found.append(ChangedRuling(line.seq, event.rule, event.edition, today, difference.what, recorded, now))
    return Audited(rulings, overruled, tuple(found))


def _settled(store: Store, table: str) -> Iterator[tuple[Line, Settled]]:
    reader = LineReader()
    for line in store.read(table):
        if line.tag == _SETTLED and isinstance(event := reader.told(line).event, Settled):
            yield line, event


def _difference(event: Settled) -> Difference | None:
    """The first difference. Rulings that the referee decided are not checked."""
    rule = RULES.get(event.rule)
    if rule is None:
        return Difference("rule", event.outcome, None)
    try:
        ruling = _ruling(rule, event)
    except wire.Unreadable as fault:
        return Difference("form", event.outcome, str(fault))
    return next(iter(audit(rule, ruling)), None)


def _ruling(rule: AnyRule, event: Settled) -> Ruling[Any, Any]:
    """The ruling in the types of today's rule."""
    given = wire.from_plain(rule.given, event.given)
    outcome = wire.from_plain(rule.outcome_type, event.outcome)
    return Ruling(event.rule, event.edition, given, event.throws, outcome)
