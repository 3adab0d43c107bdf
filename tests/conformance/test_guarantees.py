"""The page of promises names tests that exist, and none twice in one line."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[a-z_/]+\.py)(?:::(test_[a-z_0-9]+))?`", PAGE)
LINES = [line for line in PAGE.splitlines() if line.startswith("|") and not re.match(r"\|[-| ]+\|$", line)]


def test_a_promise_names_a_test_that_exists() -> None:
    """So that a promise cannot outlive its test."""
    tests = {file: _tests_in(ROOT / file) for file, _ in NAMED}
    assert [] == [(file, name) for file, name in NAMED if (name not in tests[file] if name else not tests[file])]


def _tests_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_every_promise_names_a_test() -> None:
    """A line without one is a wish."""
    bare = [line for line in LINES if "`tests/" not in line and "| test |" not in line]
    assert [] == bare
