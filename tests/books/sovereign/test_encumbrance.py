"""Loads and how they slow."""

import pytest

from undercroft.books.sovereign.encumbrance import load_tier, loaded_move, readied_limit


@pytest.mark.parametrize(
    "over_readied, over_stowed, tier",
    [(-6, -13, 0), (0, 0, 0), (1, 0, 1), (2, 4, 1), (0, 5, 2), (3, 1, 2), (4, 8, 2), (5, 0, 3), (0, 9, 3)],
)
def test_each_push_holds_two_readied_and_four_stowed(over_readied, over_stowed, tier):
    """The worse of the two loads says how often limits are pushed."""
    assert tier == load_tier(over_readied, over_stowed)


@pytest.mark.parametrize(
    "move, slower", [(30, (30, 20, 10)), (40, (40, 25, 10)), (20, (20, 10, 5)), (60, (60, 40, 20))]
)
def test_slowed_in_fives(move, slower):
    """30 feet become 20 and 10 as printed; others lose 30% and half of the rest, in fives."""
    assert slower == tuple(loaded_move(move, tier) for tier in range(3))


def test_half_strength_is_rounded_down():
    """13 keeps 6 ready."""
    assert [1, 6, 9] == [readied_limit(strength) for strength in (3, 13, 18)]
