"""Odds by a part of the outcome: its kind, a field, or whether a field meets a condition such as `total>=9`."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from undercroft.interpret.odds import Odds
from undercroft.kernel.dice import FaceCondition, Sign
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Outcome

_CONDITION = re.compile(r"(?P<field>\w+)\s*(?P<sign><=|>=|=|<|>)\s*(?P<number>-?[0-9]{1,9})")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def totals_by(found: Odds[int], by: str) -> Odds[Any]:
    """The odds of a formula, by its total or by a condition on it."""
    if by.strip() == "total":
        return found
    _, condition = _condition(by, {"total"})
    return found.by(condition.holds)


def outcomes_by(rule: AnyRule, found: Odds[Any], by: str) -> Odds[Any]:
    """The odds of a rule, by a part of its outcomes."""
    return found.by(_part(rule, by))


def wanted(rule: AnyRule | None, what: str) -> tuple[str, Callable[[Any], bool]]:
    """What a person wants to happen, in words and as a test: a total, a condition, or a kind of outcome.

    >>> words, happens = wanted(None, ">=9")
    >>> words, happens(8), happens(9)
    ('total>=9', False, True)
    """
    text = what.strip()
    if rule is None:
        number = _NUMBER.fullmatch(text)
        _, condition = _condition(f"total={number[0]}" if number else _with_field(text), {"total"})
        return f"total{condition}", condition.holds
    kinds = [str(kind.__struct_config__.tag) for kind in rule.outcomes]
    plain = text.casefold().replace(" ", "_")
    named = [kind for kind in kinds if kind == plain] or [kind for kind in kinds if plain and plain in kind]
    if len(named) == 1:
        return named[0].replace("_", " "), lambda outcome: outcome.kind == named[0]
    if not _CONDITION.fullmatch(text):
        fix = f"it ends in {', '.join(kinds)}; or write a condition such as total>=9"
        raise BadInput("bad_outcome", f"{rule.id} has no one outcome “{text[:40]}”", fix)
    name, condition = _condition(text, set(parts(rule)))
    return f"{name}{condition}", lambda outcome: _meets(condition, getattr(outcome, name, None))


def _with_field(condition: str) -> str:
    return f"total{condition}" if condition[:1] in {"<", ">", "="} else condition


def parts(rule: AnyRule) -> list[str]:
    """The parts by which its outcomes may be grouped: their kind and their fields."""
    return ["kind", *sorted({name for kind in rule.outcomes for name in kind.__struct_fields__} - {"kind"})]


def _part(rule: AnyRule, by: str) -> Callable[[Outcome], Any]:
    names = set(parts(rule))
    if by.strip() in names:
        return lambda outcome: getattr(outcome, by.strip(), None)
    name, condition = _condition(by, names)
    return lambda outcome: _meets(condition, getattr(outcome, name, None))


def _meets(condition: FaceCondition, value: Any) -> bool:
    return isinstance(value, int | Fraction) and condition.holds(value)


def _condition(by: str, names: set[str]) -> tuple[str, FaceCondition]:
    found = _CONDITION.fullmatch(by.strip())
    if not found or found["field"] not in names:
        fix = f"group by {', '.join(sorted(names))}, or a condition such as total>=9"
        raise BadInput("bad_field", f"outcomes have no “{by[:40]}”", fix, field=by[:40])
    return found["field"], FaceCondition(Sign(found["sign"]), int(found["number"]))
