"""The order of play holds no number of a book: those are in the books' verdicts, which it calls."""

import ast
from pathlib import Path

import pytest

from undercroft.foresight import order

ALLOWED = (0, 1, 2)
FILES = sorted(Path(order.__path__[0]).glob("*.py"))


def numbers_in(source: str) -> list[object]:
    """The numbers written in some code, other than those with no meaning of their own."""
    constants = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return [value for value in constants if isinstance(value, int | float) and value not in ALLOWED]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_no_number_of_a_book_is_in_the_order_of_play(file: Path) -> None:
    """Only 0, 1 and 2."""
    assert [] == numbers_in(file.read_text("utf-8"))


def test_a_number_is_seen() -> None:
    """The check above can fail."""
    assert [11] == numbers_in("def attack(hd: int) -> int:\n    return 11 + hd + 1\n")
