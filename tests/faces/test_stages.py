"""How far a new character is, for each book's questions."""

import pytest

from tests.table.characters.test_creation import SCORES, table
from tests.table.small_site import ONE
from undercroft.faces.views.people.stages import stage_now
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation_methods import WAYS

DELVED = (5, 5, 5, 3, 3, 3, 3, 3, 4)
ASKED = [
    ("sovereign", (), "Attributes 1 of 4"),
    ("sovereign", (*SCORES, "CON"), "Skills and attributes 2 of 4"),
    ("sovereign", (*SCORES, "CON", "Heal", "Stab", "Know", "Sneak"), "Class and feats 3 of 4"),
    ("sovereign", (*SCORES, "CON", "Heal", "Stab", "Know", "Sneak", "mage", "Alert"), "Class and feats 3 of 4"),
    ("sovereign", (*SCORES, "CON", "Heal", "Stab", "Know", "Sneak", "mage", "later"), "Hit points and gold last step"),
    ("delving", (), "Abilities 1 of 4"),
    ("delving", DELVED, "Values for the abilities 2 of 4"),
    ("delving", (*DELVED, "+1", "+0", "+0", "+0", "+0"), "Increases 3 of 4"),
    ("violence", (), "Attributes 1 of 3"),
    ("violence", SCORES[:9], "Attributes 1 of 3"),
    ("violence", (*SCORES[:9], "keep"), "Health, money and more 2 of 3"),
    ("neverwhere", (), "Gold for gear last step"),
]


@pytest.mark.parametrize("book, dice, shown", ASKED)
def test_each_question_has_its_stage(book: str, dice: tuple[int | str, ...], shown: str) -> None:
    """In the order in which the book asks."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", WAYS[book]), *dice, seat=ONE)
    stage = stage_now(asked for wanted in there.known(ONE).wanted.values() for asked in wanted.questions)
    assert stage is not None
    assert shown == f"{stage.title} {stage.words}"
