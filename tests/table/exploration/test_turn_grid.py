"""Turns have their places on the clock: what takes time in a turn is part of it, and what takes turns is counted."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.table.fated import Fated
from tests.table.infirmary import KIT, OLGA, conditions, table
from tests.table.lair import chased
from tests.table.small_site import MAUD, ULF, site
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.views.dungeon.strip import Strip, strip, turn_now
from undercroft.faces.views.fact_places import fact_places
from undercroft.faces.views.overview.overview import stage_of
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.dying import LetRoundPass, Stabilise
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.parley import Parley
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.record import CheckMade, SceneBegan, SceneWentOn, Settled
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.exploration.clocks import BY_NAME, number_of
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Dismiss, Place
from undercroft.table.fight.chase import RunChase
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import HouseRules, Sleep
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.open_rulings import Trial
from undercroft.table.state.scenes import Exploring
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

TURN = 600


def in_the_crypt(clock: Clock = Clock.SOVEREIGN, **changes: Any) -> Tabletop:
    """In the crypt by this clock, from six in the morning; rats come from anywhere."""
    rats = replace(site().creatures[CreaturesId("rats")], zone=None)
    house = HouseRules(clock=clock, sleep=Sleep.OFF)
    return table(house=house, exploring=True, things=(KIT,), crypt=site(creatures={rats.id: rats}), **changes)


def number(at: Tabletop) -> int:
    """The number of the turn."""
    return number_of(at.now.groups[MAIN].scene)


def drawn(at: Tabletop) -> Strip:
    """The strip as the referee sees it."""
    shown = strip(at.now, at.now.groups[MAIN], at.log)
    assert shown is not None
    return shown


def takes(seconds: int) -> MakeRuling:
    """Something that takes so long and no dice."""
    return MakeRuling(Trial(MAIN, "a delay", None, (MAUD,), seconds=Seconds(seconds)))


def test_rounds_in_a_turn_are_part_of_it():
    """Two rounds at a dying man's side: the turn still ends ten minutes after it began."""
    at = in_the_crypt()
    at.do(Wound(ULF, 5))
    at.do(LetRoundPass(MAIN))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(EndStep(MAIN))

    assert (TURN, 2) == (at.now.clock, number(at))


def test_who_is_stabilised_in_the_same_turn_rises_at_the_same_moment():
    """One at once, one three rounds later: both are up at the end of the next turn."""
    at = in_the_crypt()
    at.do(Wound(ULF, 5))
    at.do(Wound(OLGA, 7))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    for _ in range(2):
        at.do(LetRoundPass(MAIN))
    at.do(Stabilise(MAUD, OLGA), 6, 6)
    due = {timer.person: timer.due for timer in at.now.timers.values() if timer.about == "incapacitated"}
    assert {ULF: 2 * TURN, OLGA: 2 * TURN} == due

    at.do(PassTime(MAIN, Span.STEP, 2), 6)
    assert (2 * TURN, ["frail"], ["frail"]) == (at.now.clock, conditions(at.now, ULF), conditions(at.now, OLGA))


def test_outside_a_site_a_turn_is_ten_minutes():
    """No turns are counted there."""
    at = table(house=HouseRules(sleep=Sleep.OFF))
    at.do(Wound(ULF, 5))
    at.do(LetRoundPass(MAIN))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    assert [10 + TURN] == [timer.due for timer in at.now.timers.values() if timer.about == "incapacitated"]


def test_talk_takes_a_turn_of_the_count():
    """Rats come in the third turn and are talked to: it is the fourth when the talk is over, on strip and clock."""
    at = in_the_crypt()
    at.do(PassTime(MAIN, Span.STEP, 2), 1, 1, 2, 3)
    hours = [cell.hour for cell in drawn(at).cells]
    (rats,) = (pending.creatures for pending in pending_encounters(at.now))
    at.do(Place(MAIN, rats))
    at.do(TakeStance(MAIN, Choice.TALK, does=Response.TALK))
    at.do(Parley(MAIN))
    at.do(EndEncounter(MAIN))
    assert (3 * TURN, 4) == (at.now.clock, number(at))
    assert hours == [cell.hour for cell in drawn(at).cells]
    assert {3} == {cell.number for cell in drawn(at).cells if cell.met}


@pytest.mark.parametrize("clock", Clock)
def test_the_number_agrees_with_the_time_while_a_check_waits_for_its_dice(clock: Clock):
    """Whatever waits at the end of a turn or the start of the next: strip, header and clock tell of one turn."""
    at, checked, step = in_the_crypt(clock, made=Fated((4,))), 0, BY_NAME[clock].step
    began, at.typed = at.now.clock, True
    for _ in range(4):
        at.do(EndStep(MAIN))
        while wanted := next(iter(at.now.wanted.values()), None):
            checked += 1
            now, group = drawn(at), at.now.groups[MAIN]
            turn = turn_now(at.now, group)
            assert turn is not None
            assert (group.time - began) // step + 1 == now.number == turn.number
            assert [now.number] == [cell.number for cell in now.cells if cell.when == "now"]
            assert not [cell.number for cell in now.cells if cell.met]
            assert stage_of(group).endswith(f" {turn.number}")
            at.do(Answer(wanted.id, wanted.questions[0].ruling, (4,)))
        for encounter in pending_encounters(at.now):
            at.do(Dismiss(encounter.group, encounter.creatures))
    assert checked


def test_a_turn_that_a_long_encounter_took_is_over_on_the_strip():
    """Rats come in the third turn and stay: a turn later the clock is in the fourth, and so is the strip."""
    at = in_the_crypt()
    at.do(PassTime(MAIN, Span.STEP, 2), 1, 1, 2, 3)
    (rats,) = (pending.creatures for pending in pending_encounters(at.now))
    at.do(Place(MAIN, rats))
    at.do(TakeStance(MAIN, Choice.TALK, does=Response.TALK))
    at.do(takes(TURN))
    shown = drawn(at)
    assert (3 * TURN, 4) == (at.now.groups[MAIN].time, shown.number)
    assert {3} == {cell.number for cell in shown.cells if cell.met}


def test_time_that_is_no_turn_never_relabels_the_strip():
    """A ruling of four minutes, and one of an hour: the hours stay, and the count follows the clock."""
    at = in_the_crypt()
    at.do(EndStep(MAIN))
    hours = [cell.hour for cell in drawn(at).cells]
    at.do(takes(240))
    assert (2, hours) == (number(at), [cell.hour for cell in drawn(at).cells])
    at.do(takes(HOUR), 6, 6)
    assert (8, TURN + 240 + HOUR) == (number(at), at.now.clock)
    assert "01:00" in [cell.hour for cell in drawn(at).cells]
    at.do(EndStep(MAIN), 6)
    assert (9, 8 * TURN) == (number(at), at.now.clock)


def misplaced(at: Tabletop) -> list[tuple[int, int]]:
    """The encounter checks whose turn on the strip is another one than that of their roll in the log."""
    rolled, found = 0, list[tuple[int, int]]()
    for fact, place in zip(at.log, fact_places(at.log).places, strict=True):
        if isinstance(fact.event, Settled):
            rolled = place.turn
        elif isinstance(fact.event, CheckMade) and fact.event.check.number != rolled:
            found.append((fact.event.check.number, rolled))
    return found


@pytest.mark.parametrize("clock", Clock)
@settings(deadline=None, max_examples=8)
@given(delays=st.lists(st.integers(1, 2000), min_size=1, max_size=6))
def test_the_count_follows_the_clock(clock: Clock, delays: list[int]):
    """Whatever takes time, a turn has the number of its place on the clock, and a check has that number in the log."""
    at = in_the_crypt(clock, made=Fated((4,)))
    began, step = at.now.clock, BY_NAME[clock].step
    for seconds in delays:
        at.do(takes(seconds))
        for encounter in pending_encounters(at.now):
            at.do(Dismiss(encounter.group, encounter.creatures))
        assert [] == misplaced(at)
        assert (at.now.clock - began) // step + 1 == number(at)
        at.do(EndStep(MAIN))
        assert 0 == (at.now.clock - began) % step
        for encounter in pending_encounters(at.now):
            at.do(Dismiss(encounter.group, encounter.creatures))


def test_the_end_of_a_log_has_the_same_turns_as_the_whole_log():
    """A fight after a chase is in turn 2, also where the screen no longer looks back to where the count began."""
    at = chased()
    at.do(RunChase(MAIN), 6, 6)
    events = [fact.event for fact in at.log]
    told = [each.scene if isinstance(each, SceneBegan | SceneWentOn) else None for each in events]
    last = max(number for number, scene in enumerate(told) if isinstance(scene, Exploring))
    whole = [place.turn for place in fact_places(at.log, at.now).places]
    assert whole[last:] == [place.turn for place in fact_places(at.log[last:], at.now).places]
    assert (1, 2) == (whole[last], whole[-1])
