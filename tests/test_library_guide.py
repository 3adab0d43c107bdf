"""What the guide to the library shows is what happens."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("page", ["library.md"])
def test_the_examples_run(page: str) -> None:
    """As they stand, from top to bottom."""
    tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert 0 == tried.failed
    assert tried.attempted > 20
