"""The cases of a rule, settled and compared: what a case expects, and what comes of it."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, cast

from msgspec import Struct

from undercroft.interpret.ask import settle_typed
from undercroft.interpret.casefile import Case
from undercroft.interpret.play import Ruling
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Outcome
from undercroft.kernel.strict import checked


def settled(rule: AnyRule, case: Case) -> Ruling[Any, Any]:
    """The rule settled as a case says."""
    return settle_typed(rule, checked(rule.given, case.given), case.dice)


def expected(case: Case) -> object:
    """What a case says of the outcome, or that the input is refused."""
    return BadInput if case.expect is None else {name: plain(value) for name, value in case.expect.items()}


def came(rule: AnyRule, case: Case) -> object:
    """What comes of a case: as much of the outcome as the case speaks of, or that the input is refused."""
    try:
        actual = fields(settled(rule, case).outcome)
    except BadInput:
        return BadInput
    return {name: value for name, value in actual.items() if case.expect is None or name in case.expect}


def fields(outcome: Outcome) -> dict[str, object]:
    """The outcome's name and fields as a case file writes them."""
    values = {name: plain(getattr(outcome, name)) for name in outcome.__struct_fields__}
    return {**values, "outcome": outcome.__struct_config__.tag}


def plain(value: object) -> object:
    """Lists for tuples, words for enums, fractions for text that spells one: so the two sides can be compared."""
    match value:
        case Enum():
            return value.value
        case Struct():
            return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        case Mapping():
            return {key: plain(part) for key, part in cast("Mapping[object, object]", value).items()}
        case tuple() | list():
            return [plain(part) for part in cast("Sequence[object]", value)]
        case frozenset() | set():
            return sorted(cast("Iterable[str]", map(plain, cast("Iterable[object]", value))))
        case str():
            return _fraction(value)
        case _:
            return value


def _fraction(text: str) -> object:
    numerator, slash, denominator = text.partition("/")
    if slash and numerator.lstrip("-").isdigit() and denominator.isdigit():
        return Fraction(text)
    return text
