"""Rules of this book one after the other, as a day, an ambush or a long effort needs them."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.battle import exertion
from undercroft.books.neverwhere.effort_on_the_move import HarderRun, Leg, extra_effort_run
from undercroft.books.neverwhere.fatigue import drained
from undercroft.books.neverwhere.hunger import (
    Climate,
    Meals,
    Recovering,
    RestDay,
    Thirsty,
    Water,
    dehydration,
    dehydration_recovery,
    starvation,
    starvation_recovery,
)
from undercroft.books.neverwhere.overexertion import Task
from undercroft.books.neverwhere.running import Gait
from undercroft.books.neverwhere.sleep import (
    Awake,
    Night,
    SleepingOff,
    Slept,
    sleep_fatigue,
    sleep_quality,
    sleep_recovery,
    sleep_short,
)
from undercroft.books.neverwhere.working_hours import Stopped, march_fatigue
from undercroft.kernel.script import Script

NO_DICE = Script()


def test_a_hungry_thirsty_late_day_and_what_cures_it():
    """Of 12 points 1 goes to a meal, 3 to thirst and 1 to the late hour; a night restores 1, a day of rest the rest."""
    hunger = starvation(NO_DICE, Meals(2)).fp
    water = dehydration(NO_DICE, Water(Climate.TEMPERATE, Fraction(3, 2), plentiful=False))
    assert isinstance(water, Thirsty)
    thirst = water.fp
    late = sleep_fatigue(NO_DICE, Awake(Fraction(17), Fraction(16))).pool
    assert 12 - hunger - thirst - late == 7

    late = sleep_recovery(NO_DICE, SleepingOff(Fraction(8), pool=late)).pool
    assert 12 - hunger - thirst - late == 8

    hunger = starvation_recovery(NO_DICE, RestDay(hunger, fought=False, traveled=False, meals=3)).pool
    thirst = dehydration_recovery(NO_DICE, Recovering(thirst, True, Fraction(2), Climate.TEMPERATE)).pool
    assert 12 - hunger - thirst - late == 12


def test_a_noisy_night_makes_a_short_day():
    """Eight hours less three for noise are five; three missing hours take six from the day."""
    slept = sleep_quality(NO_DICE, Slept(Fraction(8), lost_hours=Fraction(3))).effective
    assert sleep_short(NO_DICE, Night(slept)).effective_day == 10


def test_an_ambush_finds_marchers_tired():
    """Lightly laden on a hot day: 3 points for the hour on the road and 3 for the fight that follows."""
    road = march_fatigue(NO_DICE, Stopped(level_index=1, hot=True, heavy_clothing=False)).fp
    assert road + exertion(1, hot=True, heavy_clothing=False) == 6


def test_each_effort_makes_the_next_one_harder():
    """Three sprinted rounds against 7, 8 and 9: each point paid counts against the next round only."""
    runner = HarderRun(percent=10, fp=10, fp_max=10, will_mod=2, task=Task.RUN, base_fp=0, move=6, kind=Gait.SPRINT)
    script = Script(((6,), (15,), (7,), (15,), (8,), (15,)))
    for left in (9, 8, 7):
        leg = extra_effort_run(script, runner)
        assert isinstance(leg, Leg)
        assert leg.metres == 24 * Fraction(11, 10)
        fp, _ = drained(runner.fp, runner.fp_max, 10, leg.fp)
        runner = replace(runner, fp=fp)
        assert runner.fp == left
    assert script.asked == 6
