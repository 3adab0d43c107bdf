"""Speeds of Delving: delve speed, walking and running, and what each lets one see."""

from fractions import Fraction

from tests.table.exploration.test_delve_rounds import QUIET, inside, scene
from tests.table.happenings import givens, of, times
from tests.table.passage import (
    ANNE,
    BERT,
    CANDLE,
    FIFTH,
    FIRST,
    FOURTH,
    ONE,
    PASSAGE,
    SECOND,
    THIRD,
    TO_FIFTH,
    TO_FOURTH,
    TO_SECOND,
    TO_THIRD,
    TORCHES,
    TWO,
    passage,
)
from undercroft.books.delving.movement import Speed
from undercroft.table.body.exertion import RunCounted
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.first_sight import CaughtOffGuard
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut


def test_going_fast_is_open_to_surprise_until_ones_next_turn():
    """The flag outlasts the round, and goes with the first thing done in the next."""
    table = inside(passage(Clock.DELVING, traps={}))
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK), QUIET)
    assert (BERT, ANNE) == scene(table).surprised
    table.do(Search(BERT))
    assert (ANNE,) == scene(table).surprised
    table.do(Search(ANNE))
    assert () == scene(table).surprised


def test_a_round_of_rest_ends_surprise_too():
    """The person who does nothing has had their turn; those who come at its end find them ready."""
    table = inside(passage(Clock.DELVING, traps={}))
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK), QUIET)
    table.do(Search(BERT))
    assert (ANNE,) == scene(table).surprised
    table.do(EndStep(MAIN), QUIET)
    assert () == scene(table).surprised


def test_a_walk_goes_on_through_many_zones():
    """Back through four zones at once, and what a walk enters is mapped."""
    table = inside(passage(Clock.DELVING, traps={}))
    for door in (TO_SECOND, TO_THIRD, TO_FOURTH, TO_FIFTH):
        table.do(Move(MAIN, door, speed=Speed.WALK), QUIET)
    assert FIFTH == table.now.groups[MAIN].zone
    assert dict.fromkeys((FIRST, SECOND, THIRD, FOURTH, FIFTH), True) == {
        zone.id: zone.mapped for zone in table.known(ONE).seen[PASSAGE].zones.values()
    }
    back = table.do(Move(MAIN, TO_FIFTH, speed=Speed.WALK, then=(TO_FOURTH, TO_THIRD, TO_SECOND)), QUIET)
    assert FIRST == table.now.groups[MAIN].zone
    assert [{"path_len": 4, "trap_steps": []}] == givens(back, "delving.move.walk")
    assert 270 == scene(table).facing


def test_a_trap_on_the_way_stops_a_walk():
    """The remaining moves are lost."""
    table = inside(passage(Clock.DELVING))
    for door in (TO_SECOND, TO_THIRD, TO_FOURTH, TO_FIFTH):
        table.do(Move(MAIN, door))
        table.do(EndStep(MAIN), QUIET)
    events = table.do(Move(MAIN, TO_FIFTH, speed=Speed.WALK, then=(TO_FOURTH, TO_THIRD, TO_SECOND)), 2, QUIET)
    assert THIRD == table.now.groups[MAIN].zone
    assert [{"path_len": 2, "trap_steps": [2]}] == givens(events, "delving.move.walk")


def test_someone_in_the_way_stops_a_run():
    """Creatures in plain sight end it, and catch the person who ran off guard."""
    goblins = Creatures(CreaturesId("goblins"), "goblins", 3, Fraction(1), SECOND)
    table = inside(passage(Clock.DELVING, traps={}, creatures={goblins.id: goblins}))
    events = table.do(Move(MAIN, TO_SECOND, speed=Speed.RUN))
    assert [CaughtOffGuard(MAIN, (BERT, ANNE))] == of(events, CaughtOffGuard)
    assert [360] == times(table.do(EndEncounter(MAIN), QUIET))


def test_a_run_is_not_mapped_and_a_map_is_not_unmade():
    """What is crossed at a run stays off the map; what was on it stays."""
    table = inside(passage(Clock.DELVING, traps={}))
    table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK), QUIET)
    table.do(Move(MAIN, TO_THIRD, speed=Speed.RUN), QUIET)
    table.do(EndStep(MAIN), QUIET)
    table.do(Move(MAIN, TO_THIRD, speed=Speed.RUN, then=(TO_SECOND,)), QUIET)
    assert {FIRST: True, SECOND: True, THIRD: False} == {
        zone.id: zone.mapped for zone in table.known(TWO).seen[PASSAGE].zones.values()
    }


def test_the_house_may_keep_walkers_from_mapping():
    """Then only delve speed maps."""
    house = HouseRules(readings={"delving.move.speeds/maps": False})
    table = inside(passage(Clock.DELVING, traps={}), house=house)
    table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK), QUIET)
    assert not table.known(ONE).seen[PASSAGE].zones[SECOND].mapped


def test_a_run_blows_out_a_candle_and_no_torch():
    """Candles do not outlast a run."""
    table = inside(passage(Clock.DELVING, traps={}))
    table.do(LightUp(ANNE, CANDLE))
    table.do(LightUp(BERT, TORCHES))
    events = table.do(Move(MAIN, TO_SECOND, speed=Speed.RUN), QUIET)
    assert [("candle", False)] == [(event.item, event.spent) for event in of(events, WentOut)]
    assert ["torch"] == [light.item for light in table.now.lights.values()]


def test_running_is_counted_only_without_a_break():
    """A round without running starts the count afresh."""
    table = inside(passage(Clock.DELVING, traps={}))
    table.do(Move(MAIN, TO_SECOND, speed=Speed.RUN), QUIET)
    rested = table.do(EndStep(MAIN), QUIET)
    assert [RunCounted(BERT, 0), RunCounted(ANNE, 0)] == of(rested, RunCounted)
    table.do(Move(MAIN, TO_THIRD, speed=Speed.RUN), QUIET)
    assert 1 == table.now.people[BERT].run_rounds


def test_the_exhausted_do_not_run():
    """They may still go at delve speed, and walk."""
    table = inside(passage(Clock.DELVING, traps={}))
    for door in (TO_SECOND, TO_THIRD):
        table.do(Move(MAIN, door, speed=Speed.RUN), QUIET)
    (reason,) = table.why_not(Move(MAIN, TO_THIRD, speed=Speed.RUN))
    assert ("exhausted", "delving.move.run") == (reason.code, reason.rule)
    assert () == table.why_not(Move(MAIN, TO_THIRD))
    assert () == table.why_not(Move(MAIN, TO_THIRD, speed=Speed.WALK))


def test_delve_speed_goes_to_the_next_zone_only():
    """A way of several doors is for who walks or runs, and for twenty zones at most."""
    table = inside(passage(Clock.DELVING))
    table.do(Move(MAIN, TO_SECOND))
    table.do(EndStep(MAIN), QUIET)
    assert ["not_adjacent"] == [reason.code for reason in table.why_not(Move(MAIN, TO_SECOND, then=(TO_SECOND,)))]
    far = (TO_SECOND,) * 20
    assert ["too_far"] == [reason.code for reason in table.why_not(Move(MAIN, TO_SECOND, speed=Speed.WALK, then=far))]
    assert () == table.why_not(Move(MAIN, TO_SECOND, speed=Speed.WALK, then=far[1:]))
    assert ["too_far"] == [
        reason.code for reason in table.why_not(Move(MAIN, TO_SECOND, speed=Speed.RUN, then=(TO_SECOND,) * 100))
    ]


def test_only_delve_rounds_know_speeds():
    """Under another clock a group goes from one room to the next."""
    table = inside(passage(Clock.SOVEREIGN))
    for act in (Move(MAIN, TO_SECOND, speed=Speed.RUN), Move(MAIN, TO_SECOND, then=(TO_THIRD,))):
        assert "one_room" in [reason.code for reason in table.why_not(act)]
