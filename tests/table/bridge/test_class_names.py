"""A class in words: as its book names it, a pair of partial classes by its halves."""

import pytest

from undercroft.books.sovereign.classes import CLASS_NAMES, ClassId
from undercroft.table.bridge.class_names import class_and_level, class_name
from undercroft.table.state.people import Sheet


@pytest.mark.parametrize(
    "written, level, words",
    [
        ("partial_warrior_expert", 2, "Warrior/Expert 2"),
        ("two_partial_mages", 1, "Mage/Mage 1"),
        ("warrior", 3, "Warrior 3"),
        ("grave_robber", 1, "Grave robber 1"),
    ],
)
def test_a_class_and_its_level(written: str, level: int, words: str) -> None:
    """No word of the program; a class of the referee's own stays as it was written."""
    assert words == class_and_level(Sheet(character_class=written, level=level))


def test_every_class_has_a_name() -> None:
    """Without an underscore in it."""
    assert set(ClassId) == set(CLASS_NAMES)
    assert [] == [each for each in ClassId if "_" in class_name(Sheet(character_class=each))]
