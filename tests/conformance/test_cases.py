"""Every worked example of every rule: dice on the table, and what follows."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

import pytest
from msgspec import Struct

from tests.casefile import Case
from tests.conformance.shelf import CASES, cases, every_rule, settled
from undercroft.books import BOOKS, RULES
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Outcome


def every_case() -> list[object]:
    """Every line of every case file, under the name `rule:line`."""
    rules = [RULES[rule_id] for rule_id in every_rule()]
    return [pytest.param(rule, case, id=f"{rule.id}:{case.line}") for rule in rules for case in cases(rule)]


@pytest.mark.parametrize("rule, case", every_case())
def test_case(rule: AnyRule, case: Case) -> None:
    """The rule asks for exactly these dice and comes to this end, or refuses the input."""
    if case.expect is None:
        with pytest.raises(BadInput):
            settled(rule, case)
        return
    actual = fields(settled(rule, case).outcome)
    assert {name: plain(value) for name, value in case.expect.items()} == {name: actual[name] for name in case.expect}


def test_no_case_file_is_left_over() -> None:
    """Every case file of a book that is on the shelf belongs to a rule."""
    files = {path.stem for path in CASES.glob("*.cases") if path.stem.partition(".")[0] in BOOKS}
    assert files <= set(RULES)


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
            return {key: plain(part) for key, part in value.items()}
        case tuple() | list():
            return [plain(part) for part in value]
        case frozenset() | set():
            return sorted(plain(part) for part in value)  # type: ignore[type-var]
        case str():
            return _fraction(value)
        case _:
            return value


def _fraction(text: str) -> object:
    numerator, slash, denominator = text.partition("/")
    if slash and numerator.lstrip("-").isdigit() and denominator.isdigit():
        return Fraction(text)
    return text
