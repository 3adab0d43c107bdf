"""Outcomes as sentences."""

import pytest

from undercroft.books.delving.actions import Clue
from undercroft.interpret.words import say


@pytest.mark.parametrize(
    "clue, said",
    [
        ("scratches on the floor", "A clue: scratches on the floor."),
        ("The stone is cold.", "A clue: The stone is cold."),
        ("Something rolls...", "A clue: Something rolls...."),
    ],
)
def test_a_sentence_within_a_sentence_ends_once(clue: str, said: str) -> None:
    """With one full stop, as somebody wrote it."""
    assert said == say({Clue: "A clue: {clue}."}, Clue(clue))
