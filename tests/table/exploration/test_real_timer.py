"""Delving's real timer: a limit in real time on delve rounds, and lights of one hour that burn by the wall clock."""

import pytest

from tests.table.happenings import givens, of, times
from tests.table.passage import ANNE, BERT, LANTERN, ONE, PASSAGE, TO_SECOND, TORCHES, TWO, begin, passage
from tests.table.tabletop import Tabletop, codes
from tests.table.taking_back import take_back
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.effects import EffectEnded, EndEffect, StartEffect, effect_id
from undercroft.table.exploration.real_time_effects import EffectOnGameClock, EffectTimeUp, TimeEffect
from undercroft.table.exploration.real_timer import BurnOut, OnGameClock, StartTimer, StopTimer, TimeIsUp, TimeLight
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.deadlines import RealTimer
from undercroft.table.state.ids import ActId, ThingId, TimerId
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, PutOut, WentOut
from undercroft.table.world.wall_clock import RealTimerStarted

QUIET = 20
ROUND = TimerId(f"round-{MAIN}")


def inside(clock: Clock = Clock.DELVING, *, lit: bool = True) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(clock, lit=lit)))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def number(table: Tabletop) -> int:
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, DelveRound)
    return scene.round


def test_when_time_is_up_the_idle_hold_and_the_dungeon_turn_follows():
    """Ten minutes for a round; Anne has not declared when they are over. The game's clock moves six minutes."""
    table = inside()
    table.do(StartTimer(MAIN))
    timer = table.now.real_timers[ROUND]
    assert (600, MAIN, "act-3") == (timer.seconds, timer.group, timer.started)
    table.do(Move(MAIN, TO_SECOND))
    ended = table.do(TimeIsUp(MAIN), QUIET)
    limit = {"enabled": True, "limit_minutes": "10/1", "elapsed_minutes": "10/1"}
    assert [limit] == givens(ended, "delving.round.real-time")
    assert [{"danger": "normal"}] == givens(ended, "delving.hazard-die")
    assert [360] == times(ended)
    assert 2 == number(table)


def test_every_round_starts_the_timer_again():
    """However the round before ended; players are told."""
    table = inside()
    table.do(StartTimer(MAIN, minutes=5))
    ended = table.do(EndStep(MAIN), QUIET)
    assert [RealTimer(ROUND, "delve round", Seconds(300), ActId("act-4"), group=MAIN)] == [
        event.timer for event in of(ended, RealTimerStarted)
    ]
    for seat in (ONE, TWO):
        assert table.now.real_timers == table.known(seat).real_timers
    take_back(table)
    assert "act-3" == table.now.real_timers[ROUND].started
    table.do(StopTimer(MAIN))
    assert [] == of(table.do(EndStep(MAIN), QUIET), RealTimerStarted)


def test_undo_brings_back_the_timer_that_ran():
    """Stopped and undone, it runs since it was started."""
    table = inside()
    table.do(StartTimer(MAIN))
    before = table.now.real_timers
    table.do(StopTimer(MAIN))
    assert {} == table.now.real_timers
    take_back(table)
    assert before == table.now.real_timers


def test_a_torch_by_the_real_timer_burns_on_through_the_rounds_and_out_when_its_hour_is_up():
    """An hour of ten rounds passes in the game, and the torch burns; then an hour has passed at the table."""
    table = inside(lit=False)
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    started = table.do(TimeLight(torch))
    fresh = {"enabled": True, "delving": True, "duration_s": 3600, "real_elapsed_s": "0/1"}
    assert [fresh] == givens(started, "delving.optional.real-timer")
    assert HOUR == table.now.real_timers[TimerId(f"light-{torch}")].seconds
    for _ in range(11):
        assert [] == of(table.do(EndStep(MAIN), QUIET), WentOut)
    up = table.do(BurnOut(torch))
    assert [WentOut(torch, "torch", BERT, spent=True)] == of(up, WentOut)
    assert {} == table.now.real_timers
    take_back(table)
    assert torch in table.now.lights
    assert TimerId(f"light-{torch}") in table.now.real_timers


def test_a_torch_that_has_burnt_for_a_round_has_54_minutes_left():
    """The timer starts with the time the torch has left."""
    table = inside(lit=False)
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    table.do(EndStep(MAIN), QUIET)
    table.do(TimeLight(torch))
    assert 54 * 60 == table.now.real_timers[TimerId(f"light-{torch}")].seconds


def test_after_the_delve_the_time_left_becomes_game_time():
    """The referee says how much of the hour is left; then the torch burns by the game's clock again."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    table.do(TimeLight(torch))
    table.do(LeaveSite(MAIN), QUIET)
    assert table.now.lights[torch].until is None
    now = table.now.now_of(BERT)
    table.do(OnGameClock(torch, Seconds(1200)))
    assert now + 1200 == table.now.lights[torch].until
    assert [now + 600, now + 1200] == sorted(timer.due for timer in table.now.timers.values() if timer.thing == torch)
    assert {} == table.now.real_timers


@pytest.mark.parametrize(
    "act, expected",
    [
        (StartTimer(MAIN), []),
        (StopTimer(MAIN), ["no_timer"]),
        (TimeIsUp(MAIN), ["no_timer"]),
        (TimeLight(ThingId("x")), ["not_lit"]),
        (TimeLight(LANTERN), ["not_an_hour"]),
        (BurnOut(LANTERN), ["no_timer"]),
        (OnGameClock(LANTERN, Seconds(60)), ["no_timer"]),
    ],
)
def test_why_not(act, expected):
    """Only the referee, only a timer that runs, only what lasts exactly an hour."""
    table = inside()
    table.do(LightUp(ANNE, LANTERN))
    assert expected == codes(table, act)
    assert ["referee_only", *expected] == codes(table, act, ONE)


def test_only_while_delving():
    """Other clocks have no real timer."""
    table = inside(Clock.SOVEREIGN)
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    assert ["not_delving"] == codes(table, StartTimer(MAIN))
    assert ["not_delving"] == codes(table, TimeLight(torch))


def test_other_acts_leave_the_timer_alone():
    """A Recover neither starts nor stops it."""
    table = inside()
    table.do(StartTimer(MAIN))
    before = table.now.real_timers
    table.do(Recover(BERT), 3)
    assert before == table.now.real_timers


def test_a_torch_put_out_early_keeps_what_it_has_burnt_in_real_time():
    """Twenty minutes at the table: forty are left of it, on whichever clock it burns again."""
    table = inside(lit=False)
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    table.do(TimeLight(torch))
    table.real_left = {TimerId(f"light-{torch}"): Seconds(2400)}
    table.do(PutOut(BERT, torch))
    assert 1200 == table.now.things[torch].burnt
    table.real_left = {}
    table.do(LightUp(BERT, torch))
    assert table.now.now_of(BERT) + 2400 == table.now.lights[torch].until


def test_rounds_let_pass_in_one_go_come_off_the_real_timer():
    """Three rounds of six minutes; a round that people play costs the timer nothing but real time."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    table.do(TimeLight(torch))
    table.do(EndStep(MAIN), QUIET)
    assert HOUR == table.now.real_timers[TimerId(f"light-{torch}")].seconds
    table.do(PassTime(MAIN, Span.STEP, 3), QUIET, QUIET, QUIET)
    assert HOUR - 3 * 360 == table.now.real_timers[TimerId(f"light-{torch}")].seconds
    assert table.now.real_timers == table.known(ONE).real_timers


def test_a_torch_with_less_real_time_than_a_round_goes_out_when_a_round_is_let_pass():
    """Five minutes are left of its hour: the first of ten rounds puts it out, and stops the wait."""
    table = inside(lit=False)
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    table.do(TimeLight(torch))
    table.real_left = {TimerId(f"light-{torch}"): Seconds(300)}
    events = table.do(PassTime(MAIN, Span.STEP, 10), QUIET)
    assert [WentOut(torch, "torch", BERT, spent=True)] == of(events, WentOut)
    assert 360 == table.now.now_of(BERT)


def test_an_effect_of_one_hour_runs_in_real_time():
    """A ward of an hour outlasts eleven rounds, and ends when its hour at the table is up."""
    table = inside()
    table.do(StartEffect(ANNE, "ward", Seconds(HOUR)))
    ward = effect_id(ANNE, "ward")
    table.do(EndStep(MAIN), QUIET)
    started = table.do(TimeEffect(ward))
    assert [{"enabled": True, "delving": True, "duration_s": 3600, "real_elapsed_s": "360/1"}] == givens(
        started, "delving.optional.real-timer"
    )
    assert [54 * 60] == [timer.seconds for timer in table.known(ONE).real_timers.values()]
    for _ in range(11):
        assert [] == of(table.do(EndStep(MAIN), QUIET), EffectEnded)
    assert [EffectEnded(ANNE, "ward", "over")] == of(table.do(EffectTimeUp(ward)), EffectEnded)
    assert ({}, False) == (table.now.real_timers, ward in table.now.timers)
    take_back(table)
    assert 1 == len(table.now.real_timers)


def test_an_effect_ended_or_put_on_the_game_clock_leaves_the_real_timer():
    """Ended by hand it is gone; after the delve the time left is game time; three rounds in one go come off it."""
    table = inside()
    ward = effect_id(ANNE, "ward")
    table.do(StartEffect(ANNE, "ward", Seconds(HOUR)))
    table.do(TimeEffect(ward))
    table.do(PassTime(MAIN, Span.STEP, 3), QUIET, QUIET, QUIET)
    assert [HOUR - 3 * 360] == [timer.seconds for timer in table.now.real_timers.values()]
    table.do(EffectOnGameClock(ward, Seconds(600)))
    assert (table.now.now_of(ANNE) + 600, {}) == (table.now.timers[ward].due, table.now.real_timers)
    take_back(table)
    table.do(EndEffect(ANNE, "ward"))
    assert {} == table.now.real_timers


def test_only_effects_of_an_hour_run_in_real_time():
    """Ten minutes, or until ended, go by the game's clock."""
    table = inside()
    table.do(StartEffect(ANNE, "blessing", Seconds(600)))
    table.do(StartEffect(ANNE, "curse"))
    table.do(StartEffect(ANNE, "ward", Seconds(HOUR)))
    assert ["not_an_hour"] == codes(table, TimeEffect(effect_id(ANNE, "blessing")))
    assert ["not_an_hour"] == codes(table, TimeEffect(effect_id(ANNE, "curse")))
    assert ["no_effect"] == codes(table, TimeEffect(TimerId("x")))
    assert ["no_timer"] == codes(table, EffectTimeUp(effect_id(ANNE, "ward")))
    assert ["referee_only", "no_timer"] == codes(table, EffectOnGameClock(effect_id(ANNE, "ward"), Seconds(1)), ONE)
    table.do(TimeEffect(effect_id(ANNE, "ward")))
    assert ["timed_already"] == codes(table, TimeEffect(effect_id(ANNE, "ward")))
