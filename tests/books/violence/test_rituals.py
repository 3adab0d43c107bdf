from fractions import Fraction

import pytest

from undercroft.books.violence.mishaps import Effect, Failed, mishap
from undercroft.books.violence.rituals import Mishap, Ritual, cast, margin_of, ritual
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "damage, works",
    [(0, Fraction(13, 20)), (5, Fraction(8, 20)), (12, Fraction(1, 20)), (13, Fraction(0)), (30, Fraction(0))],
)
def test_odds_of_a_ritual(damage, works):
    """Cunning 13: as many faces as lie over the damage and not over Cunning."""
    odds = of_rule(ritual, Ritual(cunning=13, damage_taken=damage, moved=False, scars=0))

    assert works == odds.chance(lambda it: not isinstance(it, Mishap))


def test_every_failure_has_a_margin():
    """A mishap adds at least 1 to its throw, however the ritual failed."""
    failures = [
        (roll, cunning, damage)
        for roll in range(-3, 24)
        for cunning in range(1, 21)
        for damage in range(25)
        if not cast(roll, cunning, damage)
    ]

    assert min(margin_of(*numbers) for numbers in failures) == 1


def test_odds_of_two_mishaps():
    """Margin 4: a 16 needs 2d6 of 12, 1 in 36. Both of the two are then a 10, 2d6 of 6, with 5 in 36 each."""
    odds = of_rule(mishap, Failed(margin=4, level=1, scars=0))
    twice = odds.chance(lambda it: it.row == 16)
    both = odds.chance(lambda it: it.row == 16 and it.effects == ((Effect.OPPOSITE_EFFECT, 2),))

    assert Fraction(1, 36) == twice
    assert Fraction(1, 36) * Fraction(5, 36) ** 2 == both


def test_odds_of_losing_rituals_for_ever():
    """Margin 7: 2d6 of 10 or more come to 17, 6 in 36; a 16 needs a 9, 4 in 36, and then one of two such throws."""
    odds = of_rule(mishap, Failed(margin=7, level=1, scars=0))
    lost = odds.chance(lambda it: Effect.NO_RITUALS in dict(it.effects))

    assert Fraction(6, 36) + Fraction(4, 36) * (1 - Fraction(30, 36) ** 2) == lost
