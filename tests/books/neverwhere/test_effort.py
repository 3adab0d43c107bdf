"""Extra effort: exact odds and arithmetic."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.checks import Check, Failure, Success, check
from undercroft.books.neverwhere.effort import (
    Disaster,
    Effort,
    Free,
    Raised,
    Unaided,
    boosted,
    effort_sn,
    extra_effort,
    percent_steps,
)
from undercroft.books.neverwhere.effort_attacks import Careful, Heavy, HeavyHit, PreciseHit, mighty_blow, precise_strike
from undercroft.books.neverwhere.effort_combat import Mishap, Wasted, paid
from undercroft.books.neverwhere.effort_on_the_move import (
    Day,
    HarderMarch,
    HarderRun,
    Leg,
    extra_effort_hike,
    extra_effort_run,
)
from undercroft.books.neverwhere.lifting import lift_of
from undercroft.books.neverwhere.overexertion import (
    NoFlaw,
    Overdone,
    Permanent,
    Site,
    Task,
    Temporary,
    extra_effort_injury,
)
from undercroft.books.neverwhere.running import Gait
from undercroft.books.neverwhere.terrain import Terrain
from undercroft.books.neverwhere.units import FatiguePoints
from undercroft.interpret.odds import of_rule
from undercroft.kernel.script import Script


def test_effort_odds():
    """Against 7 with Will +2: 1 is a disaster, 2 to 5 no help, 6 to 19 a raise, 20 a free one."""
    odds = of_rule(extra_effort, Effort(percent=10, fp=10, fp_max=10, will_mod=2, task=Task.THROW, base_fp=0)).by(type)
    assert {
        Disaster: Fraction(1, 20),
        Unaided: Fraction(4, 20),
        Raised: Fraction(14, 20),
        Free: Fraction(1, 20),
    } == dict(odds)


def test_disaster_odds():
    """One effort in 20 is a disaster; then, at Vit 0, half are spared, 9 in 20 limp for weeks, 1 in 20 for good."""
    odds = of_rule(extra_effort, Effort(percent=10, fp=10, fp_max=10, will_mod=2, task=Task.DIG, base_fp=2))
    disasters = {end: chance for end, chance in odds.items() if isinstance(end, Disaster)}
    assert Fraction(1, 20) == sum(disasters.values())
    assert Fraction(1, 40) == sum(chance for end, chance in disasters.items() if end.flaw is None)
    assert Fraction(9, 400 * 12) == sum(chance for end, chance in disasters.items() if end.weeks == 7)
    assert Fraction(1, 400) == sum(chance for end, chance in disasters.items() if end.flaw and end.weeks is None)


def test_jumpers_hurt_foot_or_leg_alike():
    """Vit 0: half are spared a flaw, and every end is split evenly between foot and leg."""
    odds = of_rule(extra_effort_injury, Overdone(task=Task.JUMP))
    assert Fraction(1, 2) == odds.chance(lambda end: end.site is Site.FOOT)
    kinds = {NoFlaw: Fraction(10, 20), Temporary: Fraction(9, 20), Permanent: Fraction(1, 20)}
    assert kinds == dict(odds.by(type))


def test_march_odds():
    """Against 7: 15 of 20 gain a tenth, then Survival 3 - 2 needs a 10; 4 of 20 fail, then Survival 3 needs an 8."""
    march = HarderMarch(
        percent=10,
        fp=10,
        fp_max=10,
        will_mod=2,
        task=Task.HIKE,
        base_fp=5,
        survival=3,
        normal_missing_fp=5,
        move=Fraction(6),
        terrain_class=Terrain.AVERAGE,
    )
    odds = of_rule(extra_effort_hike, march).by(lambda day: day.km if isinstance(day, Day) else None)
    assert {
        156: Fraction(15, 20) * Fraction(11, 20),
        132: Fraction(15, 20) * Fraction(9, 20),
        144: Fraction(4, 20) * Fraction(13, 20),
        120: Fraction(4, 20) * Fraction(7, 20) + Fraction(1, 20),
    } == dict(odds)


def test_a_runners_disaster_takes_the_breath_too():
    """At Vit 0 half the disasters cost a second hit point, for the running itself."""
    run = HarderRun(percent=10, fp=10, fp_max=10, will_mod=2, task=Task.RUN, base_fp=0, move=6, kind=Gait.SPRINT)
    odds = of_rule(extra_effort_run, run)
    assert Fraction(1, 40) == odds.chance(lambda leg: isinstance(leg, Leg) and leg.hp == 1)
    assert Fraction(1, 40) == odds.chance(lambda leg: isinstance(leg, Leg) and leg.hp == 2)


@pytest.mark.parametrize(
    "percent, fp, fp_max, full_only, sn",
    [(10, 10, 10, False, 7), (7, 9, 12, False, 9), (7, 9, 12, True, 8), (1, 10, 10, True, 5), (5, -9, 10, False, 25)],
)
def test_the_number_to_beat(percent, fp, fp_max, full_only, sn):
    """Five, the steps of 5 %, and the full tenths of fatigue missing."""
    assert sn == effort_sn(percent_steps(percent, full_only), fp, fp_max)


def test_what_effort_makes_of_an_amount():
    """A tenth more, a fifth more Str and the Basic Lift that goes with it, half as much Move again."""
    raised = {percent: Raised(percent, FatiguePoints(1), 7) for percent in (10, 20, 50)}
    assert boosted(Fraction(10), raised[10]) == 11
    assert boosted(Fraction(6), raised[50]) == 9
    assert Fraction(72, 5) == lift_of(int(boosted(Fraction(10), raised[20])))


def test_mighty_blow_odds():
    """Will +1 is enough on 10 to 20, and +3 beats AC 12 on the same: 121 in 400, 1 in 20 of these throws doubled."""
    blow = Heavy(will_mod=1, fp=10, enabled=True, attack_bonus=3, ac=12, damage_expr="1d8", str_mod=1)
    odds = of_rule(mighty_blow, blow)
    assert Fraction(121, 400) == odds.chance(lambda end: isinstance(end, HeavyHit))
    assert Fraction(11, 20) * Fraction(1, 20) / 8 == odds.chance(
        lambda end: isinstance(end, HeavyHit) and end.damage == 22
    )
    assert Fraction(8, 20) == odds.chance(lambda end: isinstance(end, Wasted))
    assert Fraction(1, 20) == odds.chance(lambda end: isinstance(end, Mishap))


def test_precise_strike_odds():
    """Will +1 is enough on 10 to 20; +3 and 4 more beat AC 15 on 9 to 20."""
    strike = Careful(will_mod=1, fp=10, enabled=True, attack_bonus=3, ac=15)
    odds = of_rule(precise_strike, strike)
    assert Fraction(11, 20) * Fraction(12, 20) == odds.chance(lambda end: isinstance(end, PreciseHit))


def test_the_foe_strikes_back():
    """The foe's +4 and the opening beat AC 14 on a 9, which would have come to 13."""
    strike = precise_strike(Script((10, 9)), Careful(will_mod=1, fp=10, enabled=True, attack_bonus=3, ac=15))
    assert isinstance(strike, PreciseHit)
    assert Success(Fraction(15), Fraction(1)) == check(Script((9,)), Check(Fraction(4 + strike.enemy_bonus), sn=14))
    assert Failure(Fraction(13), Fraction(1), impossible=False) == check(Script((9,)), Check(Fraction(4), sn=14))


@pytest.mark.parametrize(
    "fp, mishap, left",
    [(5, False, (4, 0)), (1, True, (0, 1)), (0, False, (-1, 1)), (0, True, (-1, 2)), (-10, False, (-10, 1))],
)
def test_paying_without_fatigue_hurts(fp, mishap, left):
    """A point of fatigue down to the last, and hit points for a mishap and for having none left."""
    assert left == paid(fp, 10, mishap)
