"""Holding Your Breath: the last rounds."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.breath import Airless, Burning, Holding, PassedOut, breath_round, lasts
from undercroft.books.neverwhere.units import FatiguePoints, HitPoints
from undercroft.interpret.odds import of_rule
from undercroft.kernel.script import Script


@pytest.mark.parametrize("limit", [Fraction(24), Fraction(5, 2), Fraction(7, 8), Fraction(1)])
def test_one_exertion_throughout_lasts_its_full_rounds(limit: Fraction) -> None:
    """As many rounds are held as the limit has full ones."""
    used, held = Fraction(0), 0
    while lasts(used.numerator, used.denominator, limit.numerator, limit.denominator):
        used, held = used + 1 / limit, held + 1
    assert limit // 1 == held


def test_the_breath_lasts_without_a_die() -> None:
    """One outcome is certain while there is breath."""
    given = Airless(used=Fraction(1, 2), limit=Fraction(12), fp=0, fp_max=12, hp=10, will_mod=-9, airless_rounds=0)
    assert {Holding(Fraction(7, 12)): Fraction(1)} == dict(of_rule(breath_round, given))


def test_staying_conscious_with_nothing_left() -> None:
    """Will +1 at -2 must beat 12: 12 to 20, 9/20. Either way the round costs a fatigue and a hit point."""
    given = Airless(used=Fraction(1), limit=Fraction(12), fp=-2, fp_max=12, hp=8, will_mod=1, airless_rounds=3)
    odds = of_rule(breath_round, given)
    assert Fraction(9, 20) == odds[Burning(FatiguePoints(-3), HitPoints(7))]
    assert Fraction(11, 20) == odds[PassedOut(FatiguePoints(-3), HitPoints(7))]


def test_a_struggle_under_water_to_the_last() -> None:
    """Vit 12, all of it a struggle: three rounds held, twelve burnt down to nothing, then Will decides."""
    used, fp, hp, airless, told = Fraction(0), 12, 10, 0, []
    script = Script((15, 3))
    while True:
        given = Airless(used=used, limit=Fraction(3), fp=fp, fp_max=12, hp=hp, will_mod=1, airless_rounds=airless)
        outcome = breath_round(script, given)
        told.append(type(outcome))
        match outcome:
            case Holding():
                used = outcome.used
            case Burning():
                fp, hp, airless = outcome.fp, outcome.hp, airless + 1
            case _:
                break
    assert [Holding] * 3 + [Burning] * 13 + [PassedOut] == told
    assert PassedOut(FatiguePoints(-2), HitPoints(8)) == outcome
