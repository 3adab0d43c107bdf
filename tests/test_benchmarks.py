"""Benchmarks run seldom and beside peers that are not installed here; what they take from the project is there."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
OURS = ("undercroft", "tests")


def taken(source: Path) -> list[tuple[str, str]]:
    """The modules of the project that a source imports from, each with the name it imports."""
    return [
        (node.module, name.name)
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS
        for name in node.names
    ]


def is_there(module: str, name: str) -> bool:
    """Whether a module has that name, or a module of that name below it."""
    try:
        return hasattr(import_module(module), name) or bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("source", sorted(FOLDER.glob("*.py")), ids=lambda source: source.stem)
def test_what_a_benchmark_takes_is_there(source: Path) -> None:
    """Nothing was moved or renamed without it."""
    assert [] == [f"{module}.{name}" for module, name in taken(source) if not is_there(module, name)]
