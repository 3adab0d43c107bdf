"""`undercroft odds`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from undercroft.faces.cli.output import bar, columns, print_json
from undercroft.faces.cli.situation import given_for, in_terminal
from undercroft.faces.library import is_rule_id, said
from undercroft.faces.shelf import rule_named
from undercroft.interpret.odds import Odds, of_formula, of_rule
from undercroft.interpret.policy import named
from undercroft.interpret.words import told
from undercroft.kernel.dice import Condition, Sign
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import parse, text
from undercroft.kernel.rules import AnyRule, Outcome

MOST_ROWS = 12
"""More outcomes of a rule than this are shown to people by kind."""

SHORT = 24
"""Fractions with more characters than this are shown to people as a percentage only."""

_CONDITION = re.compile(r"(?P<field>\w+)\s*(?P<sign><=|>=|=|<|>)\s*(?P<number>-?[0-9]{1,9})")


def odds(what: str, given: str | None, by: str | None, policy: str | None, *, as_json: bool) -> None:
    """Print the exact odds of dice, or of a rule."""
    if is_rule_id(what):
        _of_rule(rule_named(what), given, by, policy, as_json=as_json)
    elif given is not None or policy is not None:
        raise BadInput("not_for_dice", "dice have no situation and no choices", "leave out --given and --policy")
    else:
        _of_formula(what, by, as_json=as_json)


def _of_formula(expression: str, by: str | None, *, as_json: bool) -> None:
    formula = parse(expression)
    found: Odds[Any] = of_formula(formula)
    if by and by.strip() != "total":
        _, condition = _condition(by, {"total"})
        found = found.by(condition.holds)
    if as_json:
        print_json(_plain(found))
        return
    print(text(formula))
    chart(found, [told(total) for total in found])
    if not by:
        mean = sum(total * chance for total, chance in found.items())
        print(f"mean {told(Fraction(mean))}" if found.unexplored == 0 else f"mean about {float(mean):.4f}")


def _of_rule(rule: AnyRule, given: str | None, by: str | None, policy: str | None, *, as_json: bool) -> None:
    situation = given_for(rule, given, may_ask=in_terminal() and not as_json)
    found: Odds[Any] = of_rule(rule, situation, named(policy) if policy else None)
    shortened = by is None and not as_json and len(found) > MOST_ROWS
    if shortened:
        by = "kind"
    if by:
        found = found.by(_part(rule, by))
    if as_json:
        print_json(_plain(found))
        return
    print(f"{rule.id}{f', by {by}' if by else ''}{f', choices: {found.policy}' if found.policy else ''}")
    chart(found, [_label(rule, outcome) for outcome in found])
    if shortened:
        names = sorted({name for kind in rule.outcomes for name in kind.__struct_fields__})
        print(f"(--by shows more: {', '.join(names)})")


def _part(rule: AnyRule, by: str) -> Callable[[Outcome], Any]:
    """The part of an outcome to group by: its kind, a field, or whether a field meets a condition."""
    names = {"kind", *(name for kind in rule.outcomes for name in kind.__struct_fields__)}
    if by.strip() in names:
        return lambda outcome: getattr(outcome, by.strip(), None)
    name, condition = _condition(by, names)
    return lambda outcome: _meets(condition, getattr(outcome, name, None))


def _meets(condition: Condition, value: Any) -> bool:
    return isinstance(value, int | Fraction) and condition.holds(value)  # type: ignore[arg-type]


def _condition(by: str, names: set[str]) -> tuple[str, Condition]:
    found = _CONDITION.fullmatch(by.strip())
    if not found or found["field"] not in names:
        fix = f"group by {', '.join(sorted(names))}, or a condition such as total>=9"
        raise BadInput("bad_field", f"outcomes have no “{by[:40]}”", fix, field=by[:40])
    return found["field"], Condition(Sign(found["sign"]), int(found["number"]))


def _plain(found: Odds[Any]) -> dict[str, Any]:
    outcomes = [
        {"outcome": outcome, "chance": str(chance), "percent": round(float(chance) * 100, 6)}
        for outcome, chance in found.items()
    ]
    return {
        "exact": found.unexplored == 0,
        "outcomes": outcomes,
        "unexplored": str(found.unexplored),
        "policy": found.policy,
    }


def _label(rule: AnyRule, outcome: object) -> str:
    return said(rule.id, outcome) if isinstance(outcome, Outcome) else told(outcome)


def chart(found: Odds[Any], labels: list[str]) -> None:
    """Print a bar, a percentage and a fraction for each outcome."""
    chances = list(found.values())
    likeliest = max(chances, default=Fraction(1))
    rows = [
        (label, bar(float(chance / likeliest)), percent(chance), _fraction(chance))
        for label, chance in zip(labels, chances, strict=True)
    ]
    print(*columns(rows), sep="\n")
    if found.unexplored:
        print(f"not followed to its end: {percent(found.unexplored).strip()}")


def percent(chance: Fraction) -> str:
    """A chance as people read it, in a column."""
    percent = float(chance) * 100
    if percent >= 0.01 or not chance:
        return f"{percent:.2f}%".rjust(8)
    if percent:
        return f"{percent:.1e}%".rjust(8)
    return f"10^{len(str(chance.numerator)) - len(str(chance.denominator)) + 2}%".rjust(8)


def _fraction(chance: Fraction) -> str:
    written = str(chance)
    return written if len(written) <= SHORT else ""
