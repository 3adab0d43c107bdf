"""The case files of our rules, `tests/cases/<rule id>.cases`."""

from pathlib import Path

from undercroft.interpret.casefile import ERROR, Case, MalformedCase, cases_in

__all__ = ["ERROR", "Case", "MalformedCase", "read"]


def read(path: Path) -> list[Case]:
    """Every case in the file, in order."""
    return cases_in(path.read_text(encoding="utf-8"), str(path))
