"""Examples in docstrings are looked for only in the modules that have any, a small part of them."""

from pathlib import Path

import pytest

from undercroft.interpret.distribution import Odds

SOURCES = Path(__file__).parent / "src"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Pass over a module without examples: looking at each of its names for some takes long."""
    if collection_path.suffix != ".py" or not collection_path.is_relative_to(SOURCES):
        return None
    return b">>> " not in collection_path.read_bytes() or None


@pytest.fixture(autouse=True)
def examples(doctest_namespace: dict[str, object]) -> None:
    """Let the examples of every measure begin with odds."""
    doctest_namespace["Odds"] = Odds
