"""Outcomes as sentences."""

import pytest

from undercroft.books.delving.actions import Clue
from undercroft.books.delving.movement import Distance
from undercroft.books.sovereign.attributes import Applies, Modified
from undercroft.interpret.words import say
from undercroft.kernel.rules import Words
from undercroft.kernel.units import Feet


@pytest.mark.parametrize(
    "clue, said",
    [
        ("scratches on the floor", "A clue: scratches on the floor."),
        ("The stone is cold.", "A clue: The stone is cold."),
        ("Something rolls...", "A clue: Something rolls...."),
    ],
)
def test_a_sentence_within_a_sentence_ends_once(clue: str, said: str) -> None:
    """With one full stop, as someone wrote it."""
    assert said == say({Clue: "A clue: {clue}."}, Clue(clue))


def test_a_template_counts_things_shows_signs_and_picks_words() -> None:
    """A unit after the colon counts, with its plural after a stroke where it is no plain s; a flag picks its words."""
    said = say({Distance: "{feet:foot/feet}, {squares:square}."}, Distance(Feet(500), 1))
    assert said == "500 feet, 1 square."
    assert say({Modified: "{mod:+}, {mod}"}, Modified(1)) == "+1, 1"
    forms: Words = {Applies: "It {applies:counts/does not count}{applies: here}."}
    assert say(forms, Applies(applies=True)) == "It counts here."
    assert say(forms, Applies(applies=False)) == "It does not count."
