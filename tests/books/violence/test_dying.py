from fractions import Fraction

import pytest

from undercroft.books.violence.dying import Dead, Fallen, Unconscious, dying
from undercroft.books.violence.units import Rounds
from undercroft.interpret.odds import of_rule

THIRTY_SIXTHS = (0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36)
"""In how many of 36 ways 2d6 come to no more than 1, 2, ... 13."""


@pytest.mark.parametrize("scars, ways", list(enumerate(THIRTY_SIXTHS)))
def test_odds_of_death(scars, ways):
    """The new Scar counts: the person who had none dies of one with 2d6, and nobody survives the twelfth."""
    odds = of_rule(dying, Fallen(scars=scars, round_no=1))

    assert Fraction(ways, 36) == odds.chance(lambda it: isinstance(it, Dead))


def test_the_time_out_is_a_die_for_each_scar():
    """A second Scar: 35 in 36 live, and of those one in 36 is out for only two rounds."""
    odds = of_rule(dying, Fallen(scars=1, round_no=3))

    assert Fraction(35, 36) * Fraction(1, 36) == odds[Unconscious(2, Rounds(2), 5)]
    assert Fraction(35, 36) * Fraction(6, 36) == odds.chance(
        lambda it: isinstance(it, Unconscious) and it.wakes_round == 10
    )
