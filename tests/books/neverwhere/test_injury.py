"""Injury: how long cripplings last, and who lives."""

from fractions import Fraction

from undercroft.books.neverwhere.injury import (
    Crippled,
    Dead,
    Disabled,
    Down,
    ForWeeks,
    Permanent,
    Unconscious,
    UntilHealed,
    crippling,
    zero_hp,
)
from undercroft.books.neverwhere.units import Weeks
from undercroft.interpret.odds import of_rule


def test_how_cripplings_end() -> None:
    """Vit +1: 10 to 20 heal with the wounds, a 1 stays, and 2 to 9 share eight faces among twelve numbers of weeks."""
    odds = of_rule(crippling, Crippled(vit_mod=1))
    assert Fraction(11, 20) == odds[UntilHealed()]
    assert Fraction(1, 20) == odds[Permanent()]
    assert [Fraction(8, 20) / 12] * 12 == [odds[ForWeeks(Weeks(n))] for n in range(1, 13)]


def test_two_measures_at_once() -> None:
    """Vit +2 against 12 (11 to 20: 10/20), then against 14 (13 to 20: 8/20); Will 20 against 25 (6 to 20: 15/20)."""
    odds = of_rule(zero_hp, Down(hp=-20, hp_max=10, will_mod=20, vit_mod=2, crossed=2))
    lives = Fraction(10, 20) * Fraction(8, 20)
    assert 1 - lives == odds[Dead()]
    assert lives * Fraction(15, 20) == odds[Disabled(bleeding=True)]
    assert lives * Fraction(5, 20) == odds[Unconscious(bleeding=True)]


def test_the_fifth_measure_is_certain_death() -> None:
    """No skill helps."""
    odds = of_rule(zero_hp, Down(hp=-50, hp_max=10, will_mod=99, vit_mod=99, crossed=1))
    assert {Dead(): Fraction(1)} == dict(odds)
