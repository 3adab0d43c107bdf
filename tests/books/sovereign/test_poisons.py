"""Toxins: resisting, dying of them, counteracting them."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.poisons import (
    Antidote,
    Clock,
    Envenomed,
    Exposed,
    Healthy,
    Infection,
    Neutralised,
    Resisted,
    Toxin,
    counteract,
    disease_onset,
    poison_death_clock,
    poison_effect,
    poison_save,
)
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "exposed, chance",
    [
        (Exposed(14), Fraction(7, 20)),
        (Exposed(14, 4), Fraction(11, 20)),
        (Exposed(14, -4), Fraction(3, 20)),
        (Exposed(14, 4, 8), Fraction(19, 20)),  # 2 or more, and a 1 never saves
        (Exposed(40, -4), Fraction(1, 20)),  # only a 20 does
    ],
)
def test_resisting(exposed, chance):
    """One d20 against the target, helped or hindered by the toxin and helped by the medic."""
    assert chance == of_rule(poison_save, exposed)[Resisted()]


def test_diseases_are_resisted_like_poisons():
    """Against 15 six faces of twenty save."""
    assert Fraction(6, 20) == of_rule(disease_onset, Infection(15))[Healthy()]


def test_dice_of_different_sizes():
    """A d4 and a d6 make 7 in four ways of twenty-four."""
    assert Fraction(4, 24) == of_rule(poison_effect, Toxin((4, 6))).chance(lambda outcome: outcome.damage == 7)


def test_racing_the_poison():
    """A medic with +2 fails 7 times in 12. With 1d4 turns, one try each, death comes in (7/12 + ... + (7/12)^4) / 4."""
    fails = 1 - of_rule(counteract, Antidote(2)).chance(lambda outcome: isinstance(outcome, Neutralised))
    clocks = of_rule(poison_death_clock, Envenomed())
    dies = sum(chance * fails**clock.turns for clock, chance in clocks.items() if isinstance(clock, Clock))
    assert Fraction(7, 12) == fails
    assert Fraction(12096 + 7056 + 4116 + 2401, 4 * 20736) == dies
