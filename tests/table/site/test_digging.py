"""Rubble: dug away while turns pass, by one or many, with what tools there are."""

from fractions import Fraction

import pytest

from tests.table.hindrances import GOLD, IT, facing, fp, tool, truth, turns
from tests.table.infirmary import KIT, OLGA, conditions, due, table
from tests.table.small_site import CRYPT, HALL, MAUD, ONE, TWO, ULF, site
from tests.table.tabletop import codes
from undercroft.books.neverwhere.digging import Material, Role
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.turns import EndStep
from undercroft.table.referee.timers import DropTimer
from undercroft.table.site.crossing import Cross, CrossingMethod, PullOut
from undercroft.table.site.digging import Dig
from undercroft.table.site.lifting import Heave
from undercroft.table.site.obstacles import HeldFast, ObstacleCleared
from undercroft.table.site.search import Search
from undercroft.table.site.work import StopWork
from undercroft.table.state.deadlines import Hand
from undercroft.table.state.house_rules import DelveOrder, HouseRules
from undercroft.table.state.ids import ObstacleId, PersonId, ThingId, TimerId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.sites import Clock, Hindrance, Obstacle
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut


def test_rubble_is_dug_away_while_turns_pass():
    """Strength 15 moves 675 litres an hour with a shovel: a third of a cubic metre takes half an hour, and a point."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(27, 80), things=(KIT, tool("shovel"), GOLD), to=None)
    at.do(Dig(ULF, IT), seat=TWO)
    assert {"dig-it-party": 1800} == due(at.now)
    assert ["at_work"] == codes(at, Search(ULF), TWO)[:1]

    turns(at, 0, 5)
    assert (False, [12]) == (truth(at).cleared, fp(at, ULF))
    events = at.do(EndStep(MAIN))
    assert ObstacleCleared(CRYPT, IT) in events
    assert ([11], {}, {}) == (fp(at, ULF), at.now.jobs, due(at.now))
    assert at.known(ONE).seen[CRYPT].obstacles[IT].cleared
    assert [] == codes(at, Search(ULF), TWO)


def test_what_lay_under_the_rubble_is_seen_when_it_is_gone():
    """Not before."""
    obstacle = Obstacle(IT, HALL, Hindrance.RUBBLE, "rubble", cubic_metres=Fraction(1, 100), things=(GOLD.id,))
    at = table(crypt=site(obstacles={IT: obstacle}), things=(tool("shovel"), GOLD), exploring=True)
    at.do(Dig(ULF, IT))
    assert ({"dig-it-party": 54}, False) == (due(at.now), GOLD.id in at.known(ONE).things)

    turns(at, 0)
    assert (True, 500) == (truth(at).cleared, at.known(ONE).things[GOLD.id].worth)


def test_turns_end_by_themselves_while_someone_else_acts():
    """The digger goes on digging, and counts as busy in every turn."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), victim={"fp": 12})
    at.do(Dig(ULF, IT))
    at.do(Search(MAUD), 1, 1)
    at.do(Search(OLGA), 1, 1)
    assert 600 == at.now.clock
    scene = at.now.groups[MAIN].scene
    assert isinstance(scene, SovereignTurn)
    assert {ULF: "digging away the rubble"} == scene.done


@pytest.mark.parametrize("clock, steps, quiet", [(Clock.DELVING, 5, 20), (Clock.VIOLENCE, 3, 5)])
def test_digging_goes_on_under_every_clock(clock, steps, quiet):
    """Half an hour is five delve rounds or three turns, each with its die."""
    at = facing(
        Hindrance.RUBBLE,
        cubic_metres=Fraction(27, 80),
        things=(tool("shovel"),),
        house=HouseRules(clock=clock, delve_order=DelveOrder.ANY),
    )
    at.do(Dig(ULF, IT), seat=TWO)
    for _ in range(steps):
        assert not truth(at).cleared
        at.do(EndStep(MAIN), quiet)

    assert (True, 1800, [11]) == (truth(at).cleared, at.now.clock, fp(at, ULF))


def test_where_everybody_digs_the_referee_ends_the_turns():
    """Otherwise hours would fly by unasked."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1))
    at.do(Dig(ULF, IT, helpers=(Hand(MAUD), Hand(OLGA))))

    assert 0 == at.now.clock
    turns(at, 0)
    assert 600 == at.now.clock


def test_hands_add_up_and_an_hour_is_paid_when_it_is_over():
    """By hand a quarter: 168 3/4 and twice 75 litres; after an hour each has lost a point, and they go on."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1, 2))
    at.do(Dig(ULF, IT, helpers=(Hand(MAUD), Hand(OLGA))))
    turns(at, 0, 5, 0, 0, 5, 0)

    assert [11, 9, 9] == fp(at, ULF, MAUD, OLGA)
    assert Fraction(500 - Fraction(1275, 4)) / 1000 == truth(at).cubic_metres
    assert {"dig-it-party": 3600 + 2048} == due(at.now)


def test_stopping_keeps_what_is_dug_and_pays_the_begun_hour():
    """Twenty minutes of an hour."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), things=(KIT, tool("shovel")))
    at.do(Dig(ULF, IT))
    turns(at, 0, 5)
    at.do(StopWork(ULF), seat=TWO)

    assert (Fraction(775, 1000), [11]) == (truth(at).cubic_metres, fp(at, ULF))
    assert ({}, {}) == (at.now.jobs, due(at.now))
    assert ["not_at_work"] == codes(at, StopWork(ULF), TWO)


def test_a_deadline_called_off_lays_the_work_down():
    """Nobody is left at work on nothing."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1))
    at.do(Dig(ULF, IT))
    at.do(DropTimer(TimerId("dig-it-party")))

    assert {} == at.now.jobs


def test_hard_ground_wants_a_pick():
    """Without one nothing is begun, and the turn is gone all the same."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), ground=Material.HARD_SOIL)
    events = at.do(Dig(ULF, IT))

    assert HeldFast(IT, ULF, "not with these hands and tools") in events
    assert ({}, ["done_this_turn"]) == (at.now.jobs, codes(at, Search(ULF)))


def test_a_pick_and_a_shovel_make_a_chain():
    """30 times 22 1/2 broken, 30 times 10 shovelled: the slower half counts; each pays for hard soil."""
    at = facing(
        Hindrance.RUBBLE,
        cubic_metres=Fraction(3, 10),
        ground=Material.HARD_SOIL,
        things=(KIT, tool("pick"), tool("shovel", MAUD)),
    )
    at.do(Dig(ULF, IT, Role.BREAK, helpers=(Hand(MAUD, Role.SHOVEL),)))
    assert {"dig-it-party": 3600} == due(at.now)
    turns(at, 0, 5, 0, 0, 5, 0)

    assert (True, [9, 7]) == (truth(at).cleared, fp(at, ULF, MAUD))


def test_breaking_without_clearing_is_no_digging():
    """Nobody carries it away."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), ground=Material.HARD_SOIL, things=(tool("pick"),))

    assert HeldFast(IT, ULF, "not with these hands and tools") in at.do(Dig(ULF, IT, Role.BREAK))


def test_a_crowbar_serves_as_a_bad_pick():
    """With no shovel either: a quarter of 10 times 22 1/2."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), ground=Material.HARD_SOIL, things=(tool("crowbar"),))
    at.do(Dig(ULF, IT))

    assert Fraction(225, 4) == next(iter(at.now.jobs.values())).rate


def test_wooden_tools_are_half_as_good():
    """15 times Basic Lift, halved."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), ground=Material.ORDINARY, things=(tool("wooden_shovel"),))
    at.do(Dig(ULF, IT))

    assert Fraction(675, 4) == next(iter(at.now.jobs.values())).rate


def test_extra_effort_digs_more_for_a_point_more():
    """Will 0 against 7: an 8 does it, 675 litres become 742 1/2."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), things=(tool("shovel"),))
    at.do(Dig(ULF, IT, effort=10), 8)
    assert Fraction(1485, 2) == next(iter(at.now.jobs.values())).rate
    turns(at, 0, 5, 0, 0, 5)
    at.do(EndStep(MAIN), 9)

    assert [10] == fp(at, ULF)
    assert Fraction(1000 - Fraction(1485, 2)) / 1000 == truth(at).cubic_metres


def test_extra_effort_gone_wrong_ruins_back_and_hour():
    """A natural 1, Vit +2 fails on 8, for 3 weeks: two hit points, no yield, and the hour's two points."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), things=(tool("shovel"),))
    at.do(Dig(ULF, IT, effort=10), 1, 8, 3)
    assert (3, ["bad_back"], 0) == (at.now.people[ULF].hp, conditions(at.now), next(iter(at.now.jobs.values())).rate)
    assert 3 * 7 * 86_400 == due(at.now)["bad_back-ulf"]
    turns(at, 0, 5, 0, 0, 5)
    at.do(EndStep(MAIN), 20)

    assert ([10], Fraction(1)) == (fp(at, ULF), truth(at).cubic_metres)


def test_diggers_at_the_end_of_their_strength_go_on_by_will_or_lay_it_down():
    """No points left after the hour; Will 0 fails against 10 on a 10."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(2), victim={"fp": 1})
    at.do(Dig(ULF, IT))
    turns(at, 0, 5, 0, 0, 5)
    at.do(EndStep(MAIN), 10)

    assert (["collapsed"], {}, [0]) == (conditions(at.now), at.now.jobs, fp(at, ULF))


def test_a_digger_who_falls_leaves_the_others_to_it():
    """At the end of the hour the dead dig no more; with nobody left it is laid down."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(2))
    at.do(Dig(ULF, IT, helpers=(Hand(OLGA),)))
    at.do(Wound(ULF, 5))
    at.do(EndStep(MAIN, abandon=True))
    turns(at, 5, 0, 0, 5, 0)
    assert (OLGA,) == next(iter(at.now.jobs.values())).workers


def test_what_is_due_at_the_very_moment_of_a_fall_still_happens():
    """The hour takes a digger's last strength and life's blood, and both torches that were lit with it go out."""
    torches = Thing(ThingId("torches"), "torches", ThingKind.LIGHT, Carried(MAUD, Worn.READIED), count=3, item="torch")
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(2), things=(torches,), victim={"fp": 0, "hp": 1})
    for _ in range(2):
        at.do(LightUp(MAUD, torches.id))
    at.do(Dig(ULF, IT), 17)
    turns(at, 0, 5, 0, 0, 5)
    events = at.do(EndStep(MAIN))

    assert (["mortally_injured"], {"mortally_injured-ulf": 3670}) == (conditions(at.now), due(at.now))
    assert (2, {}) == (sum(isinstance(event, WentOut) for event in events), at.now.lights)


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (Dig(ULF, ObstacleId("x")), TWO, ["no_obstacle"]),
        (Dig(ULF, IT, helpers=(Hand(PersonId("x")),)), TWO, ["helper_not_here"]),
        (Dig(MAUD, IT), TWO, ["not_yours"]),
        (Heave(ULF, IT), TWO, ["not_that_way"]),
        (Cross(ULF, IT, CrossingMethod.JUMP), TWO, ["not_that_way"]),
        (PullOut(ULF, OLGA, IT), TWO, ["not_that_way", "not_in_it"]),
    ],
)
def test_why_rubble_cannot_be_dealt_with_so(act, seat, expected):
    """By what the seat knows."""
    assert expected == codes(facing(Hindrance.RUBBLE, cubic_metres=Fraction(1)), act, seat)


def test_two_gangs_do_not_dig_one_heap():
    """They begin again together."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1))
    at.do(Dig(ULF, IT))

    assert ["under_way"] == codes(at, Dig(MAUD, IT))
    assert ["at_work", "done_this_turn", "under_way"] == codes(at, Dig(ULF, IT))
    at.do(Search(MAUD), 1, 1)
    assert ["not_that_way", "helper_busy"] == codes(at, Heave(OLGA, IT, helpers=(ULF,)))
