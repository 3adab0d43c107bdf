"""The page of promises names tests that exist, and none twice in one line."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[a-z_/]+\.py)(?:::(test_[a-z_0-9]+))?`", PAGE)
LINES = [line for line in PAGE.splitlines() if line.startswith("|") and not re.match(r"\|[-| ]+\|$", line)]


@pytest.mark.parametrize("file, name", sorted(set(NAMED)))
def test_a_promise_names_a_test_that_exists(file: str, name: str) -> None:
    """So that a promise cannot outlive its test."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    tests = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")}
    assert name in tests if name else tests


def test_every_promise_names_a_test() -> None:
    """A line without one is a wish."""
    bare = [line for line in LINES if "`tests/" not in line and "| test |" not in line]
    assert [] == bare
