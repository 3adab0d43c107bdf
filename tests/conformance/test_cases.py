"""Every worked example of every rule: dice on the table, and what follows."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from msgspec import Struct

from tests.casefile import Case
from tests.conformance.shelf import CASES, cases, of_every_rule, settled
from undercroft.books import BOOKS, RULES
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Outcome


@of_every_rule
def test_cases(rule: AnyRule) -> None:
    """By every line of its case file, the rule asks for exactly these dice and comes to this end, or refuses."""
    assert {case.line: expected(case) for case in cases(rule)} == {case.line: came(rule, case) for case in cases(rule)}


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


def test_no_case_file_is_left_over() -> None:
    """Every case file of a book that is on the shelf belongs to a rule."""
    files = {path.stem for path in CASES.glob("*.cases") if path.stem.partition(".")[0] in BOOKS}
    assert files <= set(RULES)


def test_every_case_file_names_its_rule_first() -> None:
    """The first line is a comment with the rule's id and a title."""
    first = {path.stem: path.read_text(encoding="utf-8").partition("\n")[0] for path in CASES.glob("*.cases")}
    assert [] == [id for id, line in first.items() if not line.startswith(f"# {id}: ")]


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
