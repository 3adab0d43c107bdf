"""Frailty, treated and untreated."""

from fractions import Fraction

from undercroft.books.sovereign.frail import Cured, Doomed, Neglected, Recovering, Treating, treatment, untreated
from undercroft.books.sovereign.units import Days
from undercroft.interpret.odds import of_rule


def test_an_hour_of_skill():
    """Heal-1 and +1 need 8 or more on two dice: 15 of 36. Heal-4 and +2 need 4: 33 of 36."""
    beginner, master = Treating(1, 1, has_kit=True), Treating(4, 2, has_kit=True)
    assert Fraction(15, 36) == of_rule(treatment, beginner).chance(lambda outcome: isinstance(outcome, Cured))
    assert Fraction(33, 36) == of_rule(treatment, master).chance(lambda outcome: isinstance(outcome, Cured))


def test_a_week_without_care():
    """Against 14 seven faces save; the other thirteen are spread evenly over six days."""
    odds = of_rule(untreated, Neglected(14))
    assert Fraction(7, 20) == odds[Recovering(Days(37))]
    assert [Fraction(13, 120)] * 6 == [odds[Doomed(Days(day))] for day in range(8, 14)]


def test_nobody_is_sure_to_live_or_die():
    """A 20 always saves and a 1 never does, whatever the target."""
    assert Fraction(1, 20) == of_rule(untreated, Neglected(60))[Recovering(Days(37))]
    assert Fraction(19, 20) == of_rule(untreated, Neglected(-20, 20))[Recovering(Days(37))]
