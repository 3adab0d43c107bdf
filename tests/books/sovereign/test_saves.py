"""Saving Throws: exact odds and targets."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.saves import Save, Saved, npc_save_target, save_roll, save_target, saves
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "target, modifier, faces",
    [
        (15, 0, 6),  # 15 to 20
        (15, 4, 10),  # 11 to 20
        (15, -4, 2),  # 19, 20
        (2, 0, 19),  # all but the 1
        (-5, 0, 19),  # still all but the 1
        (21, 0, 1),  # only the natural 20
        (30, -8, 1),
    ],
)
def test_chance_to_save(target, modifier, faces):
    """Faces that reach the target, the 20 always among them and the 1 never."""
    odds = of_rule(save_roll, Save(target, modifier))
    assert Fraction(faces, 20) == odds.chance(lambda end: isinstance(end, Saved))


def test_one_throw_in_ten_is_natural():
    """A 1 and a 20, whatever the target."""
    assert Fraction(2, 20) == of_rule(save_roll, Save(11)).chance(lambda end: end.natural)


def test_one_more_on_the_throw_never_hurts():
    """For every face and target, one more helps or does nothing."""
    worse = [
        (face, modifier, target)
        for face in range(1, 21)
        for modifier in range(-5, 5)
        for target in range(2, 21)
        if saves(face, modifier, target) and not saves(face, modifier + 1, target)
    ]
    assert [] == worse


def test_targets_fall_with_level_and_hit_dice():
    """16 less level and modifier; 15 less half the hit dice."""
    assert [15, 14, 6, 4] == [save_target(1, 0), save_target(1, 1), save_target(10, 0), save_target(10, 2)]
    assert [15, 15, 14, 14, 13] == [npc_save_target(hd) for hd in range(5)]
