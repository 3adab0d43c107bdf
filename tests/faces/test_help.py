"""Help at the prompt: what every field of every command takes, in words."""

from undercroft.faces.terminal.explanations import help_lines
from undercroft.server.commands import BY_TAG

TYPES = ("Annotated", "Meta(", "PersonId", "tuple[")


def test_help_says_in_words_what_every_field_takes() -> None:
    """No name of a type, and never nothing."""
    lines = [(name, line) for name in BY_TAG for line in help_lines(name)[1:]]
    assert [] == [each for each in lines if any(word in each[1] for word in TYPES)]


def test_help_lists_what_may_be_chosen():
    """Persons by id, choices by name, lists by what is in them."""
    assert "  stance  fight, talk, run, wait" in help_lines("take_stance")
    assert "  who  a person, by name or id" in help_lines("hire")
    assert "  obstacle  an obstacle, by name or id" in help_lines("cross")
    assert "  items  a list: a table: ware, count, readied, may be left out" in help_lines("equip")
