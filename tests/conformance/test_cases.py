"""Every worked example of every rule: dice on the table, and what follows."""

from tests.conformance.shelf import CASES, cases, of_every_rule
from undercroft.books import BOOKS, RULES
from undercroft.interpret.worked_cases import came, expected
from undercroft.kernel.rules import AnyRule


@of_every_rule
def test_cases(rule: AnyRule) -> None:
    """By every line of its case file, the rule asks for exactly these dice and comes to this end, or refuses."""
    assert {case.line: expected(case) for case in cases(rule)} == {case.line: came(rule, case) for case in cases(rule)}


def test_no_case_file_is_left_over() -> None:
    """Every case file of a book that is on the shelf belongs to a rule."""
    files = {path.stem for path in CASES.glob("*.cases") if path.stem.partition(".")[0] in BOOKS}
    assert files <= set(RULES)


def test_every_case_file_names_its_rule_first() -> None:
    """The first line is a comment with the rule's id and a title."""
    first = {path.stem: path.read_text(encoding="utf-8").partition("\n")[0] for path in CASES.glob("*.cases")}
    assert [] == [id for id, line in first.items() if not line.startswith(f"# {id}: ")]
