"""Chases."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.chases import Caught, Race, chase_resolve
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "race, chance",
    [
        (Race(0, 0), Fraction(15, 36)),  # 8 or more
        (Race(0, 0, situation=2), Fraction(26, 36)),  # hot on their heels, 6 or more
        (Race(0, 0, situation=-3), Fraction(3, 36)),  # a minute behind and half-hearted, 11 or more
        (Race(1, 2, pursuer_others=(1, 2, 3, 0)), Fraction(26, 36)),  # 1 and three companions against 10
        (Race(1, 2, pursuer_others=(1, 2, 3, 0), fleer_others=(1, 1, -1, 2)), Fraction(15, 36)),  # against 12
    ],
)
def test_the_pursuers_throw(race, chance):
    """Two dice against 8 and the fleers; every companion counts one, for or against."""
    assert chance == of_rule(chase_resolve, race).chance(lambda outcome: isinstance(outcome, Caught))


def test_a_large_pack_cannot_fail_as_a_group():
    """Ten wolves each with +1 surely catch a lone runner; by their listed modifier alone, 21 times of 36."""
    wolves = Race(1, 0, pursuer_others=(1,) * 9, npc_pursuers=True)
    alone = Race(1, 0, pursuer_others=(1,) * 9, npc_pursuers=True, npc_chase_group=False)
    assert Fraction(1) == of_rule(chase_resolve, wolves).chance(lambda outcome: isinstance(outcome, Caught))
    assert Fraction(21, 36) == of_rule(chase_resolve, alone).chance(lambda outcome: isinstance(outcome, Caught))
