"""Help at the prompt: what every field of every command takes, in words."""

import pytest

from undercroft.faces.terminal.explanations import help_lines
from undercroft.server.commands import BY_TAG


@pytest.mark.parametrize("name", BY_TAG)
def test_help_says_in_words_what_every_field_takes(name):
    """No name of a type, and never nothing."""
    _, *lines = help_lines(name)
    assert [] == [line for line in lines if any(word in line for word in ("Annotated", "Meta(", "PersonId", "tuple["))]


def test_help_lists_what_may_be_chosen():
    """Persons by id, choices by name, lists by what is in them."""
    assert "  stance  fight, talk, run, wait" in help_lines("take_stance")
    assert "  who  the id of a person" in help_lines("hire")
    assert "  items  a list: a table: ware, count, readied, may be left out" in help_lines("equip")
