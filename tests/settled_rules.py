"""What a rule's page has to show: its longest case and the odds; and the kinds of fields and dice it asks with."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from undercroft.faces.manual.examples import Example, examples, situations
from undercroft.faces.shared.library import said
from undercroft.faces.web.base.fields import controls, side_by_side
from undercroft.interpret.odds import of_rule
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.faults import NeedsPolicy, OddsTooWide
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import Either, Many, Maybe, OneOf, Record, Several, Shape
from undercroft.kernel.wire import plain

MOST_SENTENCES = 12
MOST_SHORT = 24


def longest(rule: AnyRule) -> Example:
    """The case of a rule with the most answers."""
    return max((of for of in examples(rule) if of.ruling), key=lambda of: (len(of.case.dice), len(of.case.given)))


def odds_shown(rule: AnyRule) -> tuple[Any, Mapping[str, Fraction]] | None:
    """A situation and the engine's odds of each sentence; None where there are none, too many, or someone chooses."""
    of = longest(rule).ruling
    given = [*([of.given] if of else []), *situations(rule).values()][:2]
    found = ((each, _by_sentence(rule, each)) for each in given)
    return next(((each, odds) for each, odds in found if odds is not None), None)


def _by_sentence(rule: AnyRule, given: Any) -> Mapping[str, Fraction] | None:
    try:
        found = of_rule(rule, given).by(lambda outcome: said(rule.id, outcome))
    except (NeedsPolicy, OddsTooWide):
        return None
    return found if len(found) <= MOST_SENTENCES else None


def check_odds(rule: AnyRule, expected: Mapping[str, Fraction], rows: list[tuple[str, str]]) -> None:
    """The fraction of each outcome, as it is."""
    shown = {label: Fraction(exact) for label, exact in rows if not exact.startswith("about")}
    short = {label: chance for label, chance in expected.items() if len(f"{chance}") <= MOST_SHORT}
    assert {label: chance for label, chance in short.items() if label in shown} == shown, rule.id
    assert len(expected) == len(rows), rule.id


def one_of_each_kind(rules: tuple[AnyRule, ...]) -> list[AnyRule]:
    """Rules that together have every kind of field, filled in and empty, and every throw and choice that any asks."""
    met, found = set[str](), list[AnyRule]()
    for rule in rules:
        kinds = {*_kinds(rule)}
        if not kinds <= met:
            met |= kinds
            found.append(rule)
    return found


def _kinds(rule: AnyRule) -> Iterator[str]:
    ruling = longest(rule).ruling
    assert ruling
    for control in controls(rule, plain(ruling.given)):
        yield f"{_kind(control.field.shape)} {'empty' if control.value in (None, []) else 'filled in'}"
    for answered in ruling.throws:
        match answered.question:
            case Throw(roll=roll):
                yield text(roll)
            case Choice():
                yield "choice"


def _kind(shape: Shape) -> str:
    """What a field is made of, whatever its labels say."""
    name = type(shape).__name__
    match shape:
        case Maybe(of=of) | Many(of=of):
            return f"{name}({_kind(of)})"
        case Several(parts=parts) | Either(parts=parts):
            return f"{name}({', '.join(_kind(part) for part in parts)})"
        case Record(fields=fields):
            return f"{name}({', '.join(_kind(field.shape) for field in fields)})"
        case OneOf(words=words):
            return f"{name}({'side by side' if side_by_side(words, {}) else 'a list'})"
        case _:
            return name
