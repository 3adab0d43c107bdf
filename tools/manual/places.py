"""Paths in the repository."""

from pathlib import Path

from undercroft.kernel.rules import AnyRule

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "manual"
CASES = ROOT / "tests" / "cases"
CATALOGUE = ROOT / "tests" / "coverage" / "catalogue.txt"
LOCK = ROOT / "odds.lock"

UP = "../../.."
"""The path from a rule's page to the root."""


def source_of(rule: AnyRule) -> str:
    """The file of a rule's code, from the root; without a line, which every change above it would move."""
    return f"src/{rule.ask.__module__.replace('.', '/')}.py"


def cases_of(rule: AnyRule) -> Path:
    """The case file of a rule."""
    return CASES / f"{rule.id}.cases"
