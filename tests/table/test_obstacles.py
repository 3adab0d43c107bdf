"""What stands in the way: dug, lifted, jumped, climbed, swum and breathed through."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.infirmary import KIT, OLGA, conditions, due, table
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TWO, ULF, site
from tests.table.tabletop import Tabletop
from undercroft.books.neverwhere.breath import Readiness
from undercroft.books.neverwhere.digging import Digger, Material, Role, Tools
from undercroft.books.neverwhere.lifting import Feat as Lift
from undercroft.books.neverwhere.lifting import Trying
from undercroft.books.sovereign.checks import GroupCheck, SkillCheck
from undercroft.books.sovereign.falling import Leap
from undercroft.kernel.units import Kilograms, Seconds
from undercroft.table.bodies import Died, HpChanged
from undercroft.table.crossing import Cross, PullOut, Way
from undercroft.table.deadlines import DropTimer
from undercroft.table.digging import Dig, StopWork
from undercroft.table.dying import Stabilise
from undercroft.table.groups import MAIN
from undercroft.table.heaving import Heave
from undercroft.table.house import Fatigue, Feats, HouseRules
from undercroft.table.jobs import Hand
from undercroft.table.light import LightUp, WentOut
from undercroft.table.names import ObstacleId, PersonId, ThingId, TimerId, ZoneId
from undercroft.table.obstacles import CameOut, GotOver, HeldFast, ObstacleCleared, WentDown
from undercroft.table.offers import offers
from undercroft.table.people import Sheet
from undercroft.table.procedures.clockwork import EndStep
from undercroft.table.procedures.meeting import EndMeeting
from undercroft.table.scenes import SovereignTurn
from undercroft.table.searching import Search
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Clock, Hindrance, Obstacle
from undercroft.table.table import WORDS
from undercroft.table.things import Carried, Kind, Lying, Thing, Worn
from undercroft.table.wounds import Wound

IT = ObstacleId("it")
GOLD = Thing(ThingId("gold"), "gold", Kind.COINS, Lying(CRYPT, HALL), worth=500)


def facing(kind: Hindrance, *, things=(KIT,), to: ZoneId | None = CELL, **changes):
    """A table in the hall, before an obstacle to the cell."""
    people = {key: changes.pop(key) for key in ("house", "healer", "victim") if key in changes}
    obstacle = replace(Obstacle(IT, HALL, kind, kind.value, to=to), **changes)
    return table(crypt=site(obstacles={IT: obstacle}), things=things, exploring=True, **people)


def tool(item: str, who: PersonId = ULF) -> Thing:
    """Something to dig with."""
    return Thing(ThingId(f"{item}-{who}"), item, Kind.GEAR, Carried(who), item=item)


def codes(at, act, seat=REFEREE):
    return [reason.code for reason in at.why_not(act, seat)]


def truth(at: Tabletop) -> Obstacle:
    return at.now.sites[CRYPT].obstacles[IT]


def fp(at: Tabletop, *people: PersonId) -> list[int]:
    return [at.now.people[one].fp for one in people]


def turns(at, *faces: int) -> None:
    """Turns that the referee ends: for each, the check that falls in it, or 0 for none."""
    for face in faces:
        at.do(EndStep(MAIN), *([face] if face else []))


# Rubble


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


def test_turns_end_by_themselves_while_somebody_else_acts():
    """The digger goes on digging, and counts as busy in every Turn."""
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
    """Half an hour is five delve rounds or three Turns, each with its die."""
    at = facing(
        Hindrance.RUBBLE, cubic_metres=Fraction(27, 80), things=(tool("shovel"),), house=HouseRules(clock=clock)
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
    """Without one nothing is begun, and the Turn is gone all the same."""
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
    turns(at, 0, 5, 0, 0, 5, 0)
    assert (OLGA,) == next(iter(at.now.jobs.values())).workers


def test_what_is_due_at_the_very_moment_of_a_fall_still_happens():
    """The hour takes a digger's last strength and life's blood, and both torches that were lit with it go out."""
    torches = Thing(ThingId("torches"), "torches", Kind.LIGHT, Carried(MAUD, Worn.READIED), count=3, item="torch")
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(2), things=(torches,), victim={"fp": 0, "hp": 1})
    for _ in range(2):
        at.do(LightUp(MAUD, torches.id))
    at.do(Dig(ULF, IT), 17)
    turns(at, 0, 5, 0, 0, 5)
    events = at.do(EndStep(MAIN))

    assert (["mortally_injured"], {"mortally_injured-ulf": 3670}) == (conditions(at.now), due(at.now))
    assert (2, {}) == (sum(isinstance(one, WentOut) for one in events), at.now.lights)


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (Dig(ULF, ObstacleId("x")), TWO, ["no_obstacle"]),
        (Dig(ULF, IT, helpers=(Hand(PersonId("x")),)), TWO, ["helper_not_here"]),
        (Dig(MAUD, IT), TWO, ["not_yours"]),
        (Heave(ULF, IT), TWO, ["not_that_way"]),
        (Cross(ULF, IT, Way.JUMP), TWO, ["not_that_way"]),
        (PullOut(ULF, OLGA, IT), TWO, ["not_that_way", "not_in_it"]),
    ],
)
def test_why_rubble_cannot_be_dealt_with_so(act, seat, expected):
    """By what the seat knows."""
    assert expected == codes(facing(Hindrance.RUBBLE, cubic_metres=Fraction(1)), act, seat)


def test_two_gangs_do_not_dig_one_heap():
    """They begin anew together."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1))
    at.do(Dig(ULF, IT))

    assert ["under_way"] == codes(at, Dig(MAUD, IT))
    assert ["at_work", "done_this_turn", "under_way"] == codes(at, Dig(ULF, IT))
    at.do(Search(MAUD), 1, 1)
    assert ["not_that_way", "helper_busy"] == codes(at, Heave(OLGA, IT, helpers=(ULF,)))


# Portcullis and lid


def test_a_portcullis_goes_up_if_they_are_strong_enough():
    """Eight Basic Lifts of 22 1/2 and 10 kilograms are 260 together, 180 alone."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(260))
    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT), seat=TWO)
    turns(at, 0)

    assert ObstacleCleared(CRYPT, IT) in at.do(Heave(ULF, IT, helpers=(MAUD,)), seat=TWO)
    assert ["done_this_turn"] == codes(at, Search(MAUD))
    assert 600 == at.now.clock


def test_extra_effort_lifts_what_strength_alone_does_not():
    """Ten per cent more of 180 are 198 kilograms, for a point."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(198))

    assert ObstacleCleared(CRYPT, IT) in at.do(Heave(ULF, IT, effort=10), 8)
    assert [11] == fp(at, ULF)


def test_an_effort_gone_wrong_lifts_nothing():
    """A natural 1; Vit +2 succeeds on 9: one hit point, and nobody else lifts."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(10))

    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT, effort=10), 1, 9)
    assert (4, [11], []) == (at.now.people[ULF].hp, fp(at, ULF), conditions(at.now))


def lidded():
    """A lid with gold under it."""
    obstacle = Obstacle(IT, HALL, Hindrance.LID, "lid", kilograms=Fraction(270), things=(GOLD.id,))
    return table(crypt=site(obstacles={IT: obstacle}), things=(KIT, replace(GOLD, appraised=False)), exploring=True)


def test_what_lies_under_a_lid():
    """Eight Basic Lifts do not lift it, twelve shove it aside; only then is the gold seen, and not what it is worth."""
    at = lidded()
    assert HeldFast(IT, OLGA) in at.do(Heave(OLGA, IT))
    assert GOLD.id not in at.known(ONE).things
    at.do(Heave(ULF, IT, Lift.SHOVE))

    assert (500, None) == (at.now.things[GOLD.id].worth, at.known(ONE).things[GOLD.id].worth)
    assert ((), True) == (truth(at).things, truth(at).cleared)
    assert ["cleared"] == codes(at, Heave(MAUD, IT))


def test_a_portcullis_is_not_shoved():
    """And nobody helps themselves."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(1))

    assert ["not_that_way"] == codes(at, Heave(ULF, IT, Lift.SHOVE))
    assert ["helper_not_here"] == codes(at, Heave(ULF, IT, helpers=(ULF,)))


def test_without_will_nobody_heaves():
    """No strength left, and a 10 does not beat 10."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(1), victim={"fp": 0})

    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT), 10)
    assert ["collapsed"] == conditions(at.now)


def test_the_heart_may_give_out():
    """A natural 1 for Will and a 1 for Vit."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(1), victim={"fp": 0})
    at.do(Heave(ULF, IT), 1, 1)

    assert ["mortally_injured"] == conditions(at.now)


BY_EXERT = HouseRules(feats=Feats.SOVEREIGN, fatigue=Fatigue.NONE)


def test_where_feats_go_by_sovereign_an_exert_check_heaves():
    """Ten in doubt: 2 of Ulf's, nothing for one who adds nothing; no weight counts and nobody gives more."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(9000), house=BY_EXERT)
    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT, helpers=(OLGA,)), 4, 3)
    turns(at, 0)
    assert ObstacleCleared(CRYPT, IT) in at.do(Heave(ULF, IT, helpers=(OLGA,)), 4, 4)

    at = facing(Hindrance.PORTCULLIS, house=BY_EXERT, dc=12)
    assert GroupCheck(2, (0, 0), 12) == offered(at, REFEREE)["Ulf: lift the portcullis, all together"].given
    for act in (
        Heave(ULF, IT, effort=5),
        Cross(ULF, IT, Way.JUMP, effort=5),
        Dig(ULF, IT, helpers=(Hand(MAUD, effort=5),)),
    ):
        assert "no_effort" in codes(at, act)


# Pits and cliffs


def pit(**changes: Any):
    """A pit of twenty feet, and ten across."""
    usual: dict[str, Any] = {"feet": 20, "across_ft": 10}
    return facing(Hindrance.PIT, **(usual | changes))


def test_the_group_is_over_when_the_last_of_them_is():
    """Strength +1 and Exert-1 need an 8; the others a 10."""
    at = pit()
    events = at.do(Cross(ULF, IT, Way.JUMP), 4, 4, seat=TWO)
    assert GotOver(CRYPT, IT, ULF, (ULF,), ()) in events
    assert ["done_this_turn", "across_already"] == codes(at, Cross(ULF, IT, Way.JUMP))
    at.do(Cross(MAUD, IT, Way.CLIMB), 5, 5)
    assert (HALL, (ULF, MAUD)) == (at.now.groups[MAIN].zone, truth(at).over)

    at.do(Cross(OLGA, IT, Way.JUMP), 6, 4)
    assert (CELL, ()) == (at.now.groups[MAIN].zone, truth(at).over)
    assert () == at.known(ONE).seen[CRYPT].obstacles[IT].over


def test_who_falls_short_falls_and_must_climb_out():
    """Two dice of damage; out of the pit one only slips back."""
    at = pit()
    events = at.do(Cross(ULF, IT, Way.JUMP), 4, 3, 1, 2)
    assert [WentDown(CRYPT, IT, ULF, (ULF,)), HpChanged(ULF, 2, "a fall")] == [
        one for one in events if isinstance(one, WentDown | HpChanged)
    ]
    turns(at, 0)
    assert ["not_that_way"] == codes(at, Cross(ULF, IT, Way.JUMP))
    at.do(Cross(ULF, IT, Way.CLIMB), 1, 1)
    assert (2, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)
    turns(at, 5)

    at.do(Cross(ULF, IT, Way.CLIMB), 6, 6)
    assert ((ULF,), ()) == (truth(at).over, truth(at).down)


def test_nobody_is_left_in_a_pit():
    """The others wait on the far side while somebody lives in it."""
    at = pit(victim={"hp": 2})
    at.do(Cross(ULF, IT, Way.JUMP), 1, 1, 6, 6)
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(Cross(MAUD, IT, Way.JUMP), 6, 6)
    at.do(Cross(OLGA, IT, Way.JUMP), 6, 6)
    assert HALL == at.now.groups[MAIN].zone


def test_pulling_somebody_out_of_a_pit():
    """A climb for two, and a Round; whoever is out of it and helpless is carried across with the last."""
    at = pit(victim={"hp": 2})
    at.do(Cross(ULF, IT, Way.JUMP), 1, 1, 6, 6)
    at.do(PullOut(OLGA, ULF, IT), 1, 1)
    assert (10, (ULF,)) == (at.now.clock, truth(at).down)
    at.do(PullOut(OLGA, ULF, IT), 5, 5)
    assert (20, ()) == (at.now.clock, truth(at).down)
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(Cross(MAUD, IT, Way.JUMP), 6, 6)
    at.do(Cross(OLGA, IT, Way.JUMP), 6, 6)
    assert CELL == at.now.groups[MAIN].zone


def test_dropping_on_purpose_is_half_as_far():
    """9 for twenty feet: 7, and 2 for the drop; one die instead of two. Badly done it is a fall."""
    at = pit()
    at.do(Cross(ULF, IT, Way.DROP), 3, 4, 4)
    assert (1, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)

    at = pit(victim={"hp": 8})
    at.do(Cross(ULF, IT, Way.DROP), 3, 3, 4, 3)
    assert 1 == at.now.people[ULF].hp


def test_a_climb_into_a_pit_may_end_in_a_fall():
    """From the edge it is the whole depth."""
    at = pit()
    at.do(Cross(ULF, IT, Way.CLIMB), 1, 1, 1, 1)

    assert (3, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)


def test_a_leap_with_extra_effort():
    """Dexterity 10 and Constitution 12: 6 metres and ten per cent; the Jump roll of -2 needs a 13."""
    at = pit(across_ft=21)
    at.do(Cross(ULF, IT, Way.JUMP, effort=10), 8, 13)
    assert ((ULF,), [11]) == (truth(at).over, fp(at, ULF))

    at = pit(across_ft=22)
    at.do(Cross(ULF, IT, Way.JUMP, effort=10), 8, 13, 1, 1)
    assert ((ULF,), [11]) == (truth(at).down, fp(at, ULF))

    at = pit()
    at.do(Cross(ULF, IT, Way.JUMP, effort=10), 8, 12, 1, 1)
    assert (ULF,) == truth(at).down


def test_a_leap_gone_wrong_hurts_a_leg_before_the_fall():
    """A natural 1, Vit fails on 8, two weeks, the leg."""
    at = pit(victim={"hp": 8})
    at.do(Cross(ULF, IT, Way.JUMP, effort=10), 1, 8, 2, 2, 1, 1)

    assert (5, ["crippled_legs"]) == (at.now.people[ULF].hp, conditions(at.now))
    assert "in the leg" == at.now.people[ULF].conditions[0].note


def test_a_pit_that_leads_nowhere_shows_what_lies_in_it():
    """It is climbed or dropped into, not jumped."""
    obstacle = Obstacle(IT, HALL, Hindrance.PIT, "pit", feet=10, things=(GOLD.id,))
    at = table(crypt=site(obstacles={IT: obstacle}), things=(KIT, GOLD), exploring=True)
    assert ["not_that_way"] == codes(at, Cross(ULF, IT, Way.JUMP))
    at.do(Cross(ULF, IT, Way.DROP), 6, 6)

    assert GOLD.id in at.known(ONE).things
    assert (5, ()) == (at.now.people[ULF].hp, truth(at).things)


def test_whoever_falls_off_a_cliff_is_at_its_foot():
    """Where they began, if they climbed up; where they wanted to be, if they climbed down."""
    at = facing(Hindrance.CLIFF, feet=20, dc=12)
    assert ["not_that_way"] == codes(at, Cross(ULF, IT, Way.DROP))
    events = at.do(Cross(ULF, IT, Way.CLIMB), 4, 5, 1, 1)
    assert HeldFast(IT, ULF) in events
    assert (3, ()) == (at.now.people[ULF].hp, truth(at).over)

    for who in (MAUD, OLGA):
        at.do(Cross(who, IT, Way.CLIMB), 6, 6)
    at.do(Cross(ULF, IT, Way.CLIMB), 6, 6)
    assert CELL == at.now.groups[MAIN].zone
    at.do(EndMeeting(MAIN))
    turns(at, 5)
    at.do(Cross(ULF, IT, Way.CLIMB), 1, 1, 1, 1)
    assert (1, (ULF,)) == (at.now.people[ULF].hp, truth(at).over)
    at.do(Cross(MAUD, IT, Way.DROP), 6, 6, 1)
    assert (4, (ULF, MAUD)) == (at.now.people[MAUD].hp, truth(at).over)


# Water


def water(**changes: Any):
    """A flooded passage of twelve rounds."""
    usual: dict[str, Any] = {"rounds": 12}
    return facing(Hindrance.FLOODED, **(usual | changes))


def test_a_breath_long_enough():
    """Vit 12 lasts twelve rounds at ease; hyperventilating lets ten do fifteen."""
    at = water()
    at.do(Cross(ULF, IT, Way.SWIM))
    at.do(Cross(MAUD, IT, Way.SWIM, readiness=Readiness.HYPERVENTILATED))

    assert ((ULF, MAUD), [12, 10]) == (truth(at).over, fp(at, ULF, MAUD))


def test_a_breath_too_short_costs_strength():
    """Vit 10 burns two points in two rounds too many."""
    at = water()
    at.do(Cross(OLGA, IT, Way.SWIM))

    assert ((OLGA,), [8]) == (truth(at).over, fp(at, OLGA))


def test_out_of_air_and_strength_somebody_drowns():
    """Thirteen rounds for a breath of six: six points, then Will each round; a 5 is not enough. Four minutes in all."""
    at = water(rounds=20, victim={"fp": 6, "hp": 8})
    at.do(Cross(ULF, IT, Way.SWIM, readiness=Readiness.SURPRISED), 11, 5)

    ulf = at.now.people[ULF]
    assert (-2, 6, ["drowning"], (ULF,)) == (ulf.fp, ulf.hp, conditions(at.now), truth(at).down)
    assert {"drowning-ulf": 240 - 8 * 6} == due(at.now)
    assert 0 == at.now.clock


def drowned():
    """Ulf, drowning in a passage of three rounds."""
    at = water(rounds=3, victim={"fp": 0, "sheet": Sheet(constitution=3)})
    at.do(Cross(ULF, IT, Way.SWIM, readiness=Readiness.SURPRISED), 11, 1)
    assert ["drowning"] == conditions(at.now)
    return at


def test_pulled_out_of_the_water():
    """Three rounds of six seconds; they come to after ten minutes."""
    at = drowned()
    at.do(PullOut(OLGA, ULF, IT))
    assert (18, ["unconscious"], ()) == (at.now.clock, conditions(at.now), truth(at).down)
    assert {"unconscious-ulf": 618} == due(at.now)


def test_too_late_for_the_drowned():
    """Four minutes without air are the end."""
    at = drowned()
    events = at.do(EndStep(MAIN))

    assert [Died(ULF, "want of air")] == [one for one in events if isinstance(one, Died)]


def test_a_rescuer_may_drown_too():
    """Whoever goes in needs breath of their own: four rounds are one too many for Vit 3."""
    frail = {"fp": 0, "sheet": Sheet(constitution=3)}
    at = water(rounds=4, victim=frail, healer=frail)
    at.do(Cross(ULF, IT, Way.SWIM, readiness=Readiness.SURPRISED), 11, 1)
    at.do(PullOut(MAUD, ULF, IT), 20, 1)

    assert (["drowning"], ["drowning"]) == (conditions(at.now), conditions(at.now, MAUD))
    assert ((ULF, MAUD), 24) == (truth(at).down, at.now.clock)


NO_FATIGUE = HouseRules(fatigue=Fatigue.NONE)


def test_water_by_sovereign():
    """Twelve Rounds of air for Constitution 12; in the thirteenth a save of 14 or a hit point."""
    at = water(rounds=13, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, Way.SWIM), 13)
    assert (4, (ULF,)) == (at.now.people[ULF].hp, truth(at).over)

    at = water(rounds=14, house=NO_FATIGUE, victim={"hp": 1})
    at.do(Cross(ULF, IT, Way.SWIM), 14, 13)
    assert (["mortally_injured", "drowning"], (ULF,)) == (conditions(at.now), truth(at).down)
    assert ["no_air"] == codes(at, Stabilise(MAUD, ULF))

    at = water(rounds=12, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, Way.SWIM))
    assert (5, (ULF,)) == (at.now.people[ULF].hp, truth(at).over)


def test_pulled_out_by_sovereign_the_dying_can_be_saved():
    """Four Rounds for a passage of four, and the death clock runs on: 8, and 4 for the Rounds gone by."""
    at = water(rounds=4, house=NO_FATIGUE, victim={"hp": 1, "sheet": Sheet(constitution=3)})
    at.do(Cross(ULF, IT, Way.SWIM), 2)
    assert {"mortally_injured-ulf": 70} == due(at.now)
    at.do(PullOut(OLGA, ULF, IT))
    assert (40, ["mortally_injured"]) == (at.now.clock, conditions(at.now))

    at.do(Stabilise(MAUD, ULF), 5, 6)
    assert ["incapacitated"] == conditions(at.now)


def test_nobody_is_pulled_out_who_is_not_in_it():
    """Lying at the edge is not lying in it."""
    at = water()
    at.do(Wound(ULF, 5))

    assert ["not_in_it"] == codes(at, PullOut(MAUD, ULF, IT))


# Gas


def test_gas_is_held_out_or_breathed():
    """Six rounds are nothing to a breath of twelve; breathing it is a save of 14, one easier for the kit."""
    at = facing(Hindrance.GAS, rounds=6, potency=0)
    at.do(Cross(ULF, IT, Way.HOLD_BREATH))
    assert ((ULF,), []) == (truth(at).over, conditions(at.now))

    at = facing(Hindrance.GAS, rounds=6, dc=12)
    at.do(Cross(ULF, IT, Way.BREATHE), 12, 2)
    assert ((ULF,), ["poisoned"]) == (truth(at).over, conditions(at.now))
    assert {"dc": 12} == at.now.people[ULF].conditions[0].marks


def test_a_breath_that_does_not_last_is_taken_in_the_gas():
    """Thirteen rounds; by Sovereign thirteen Rounds too."""
    at = facing(Hindrance.GAS, rounds=13, potency=4)
    at.do(Cross(ULF, IT, Way.HOLD_BREATH), 9)
    assert ((ULF,), []) == (truth(at).over, conditions(at.now))

    at = facing(Hindrance.GAS, rounds=13, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, Way.HOLD_BREATH), 20)
    at = facing(Hindrance.GAS, rounds=12, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, Way.HOLD_BREATH))
    assert (ULF,) == truth(at).over


# Secrets


def heaved(kilograms: int, dc: int, *gold: Thing):
    """Three Turns before a slab that does not move and a hole that nobody gets past."""
    under = tuple(one.id for one in gold)
    slab = Obstacle(IT, HALL, Hindrance.LID, "slab", kilograms=Fraction(kilograms), things=under)
    hole = Obstacle(ObstacleId("hole"), HALL, Hindrance.PIT, "hole", to=CELL, feet=10, dc=dc)
    at = table(crypt=site(obstacles={IT: slab, hole.id: hole}), things=(KIT, *gold), exploring=True)
    at.do(Heave(ULF, IT, helpers=(MAUD, OLGA)))
    at.do(Cross(ULF, hole.id, Way.JUMP), 2, 2, 1)
    turns(at, 5)
    at.do(Cross(ULF, hole.id, Way.CLIMB), 1, 2)
    return at


@pytest.mark.parametrize("seat", [ONE, TWO, "spectators"])
def test_players_cannot_tell_what_they_have_not_moved(seat):
    """How heavy it is, what lies under it and how hard it is to climb out: all that shows is that it was not enough."""
    assert heaved(400, 8).bytes_for(seat) == heaved(900, 14, GOLD).bytes_for(seat)


# Words


def test_what_the_log_says():
    """A sentence for each thing that happened."""
    at = pit(victim={"hp": 8})
    events = at.do(Cross(ULF, IT, Way.JUMP), 1, 1, 1, 1)
    events += at.do(PullOut(OLGA, ULF, IT), 6, 6)
    turns(at, 0)
    events += at.do(Cross(ULF, IT, Way.JUMP), 6, 6)
    kinds = (WentDown, HpChanged, CameOut, GotOver)
    sentences = [WORDS[type(one)](at.known(ONE), one) for one in events if isinstance(one, kinds)]

    assert [
        "Ulf is in the pit.",
        "Ulf: 6 hit points (a fall).",
        "Ulf is out of the pit.",
        "Ulf is past the pit.",
    ] == sentences


# Offers


def offered(at, seat):
    return {one.label: one for one in offers(at.known(seat), seat)}


def test_feats_are_offered_with_their_numbers_to_whoever_knows_them():
    """The referee sees odds; players see what they can try."""
    at = pit(dc=9)
    mine, theirs = offered(at, REFEREE), offered(at, TWO)

    assert SkillCheck(1, 1, 9) == mine["Ulf: jump the pit"].given == mine["Ulf: climb the pit"].given
    assert Leap(Fraction(20), 2) == mine["Ulf: drop down the pit"].given
    assert None is theirs["Ulf: jump the pit"].given
    assert "Maud: jump the pit" not in theirs

    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(100))
    mine = offered(at, REFEREE)
    assert Trying(Fraction(100), Kilograms(Fraction(45, 2)), Lift.TWO_HANDS) == mine["Ulf: lift the portcullis"].given
    together = mine["Ulf: lift the portcullis, all together"]
    assert Trying(Fraction(100), Kilograms(Fraction(85, 2)), Lift.TWO_HANDS) == together.given
    assert None is offered(at, TWO)["Ulf: lift the portcullis"].given


def test_digging_and_stopping_are_offered():
    """To whoever may."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), things=(tool("shovel"),))
    given = Digger(bl=Fraction(45, 2), material=Material.LOOSE, role=Role.DIRECT, quality=Tools.METAL, has_pick=False)
    assert given == offered(at, REFEREE)["Ulf: dig away the rubble"].given
    assert None is offered(at, TWO)["Ulf: dig away the rubble"].given

    at.do(Dig(ULF, IT))
    assert "Ulf: stop digging away the rubble" in offered(at, TWO)
    assert "Ulf: dig away the rubble" not in offered(at, TWO)


def test_pulling_out_is_offered():
    """To those who are not in it themselves."""
    at = pit()
    at.do(Cross(ULF, IT, Way.DROP), 6, 6, 1)

    assert "Olga: pull Ulf out of the pit" in offered(at, TWO)
    assert "Maud: pull Ulf out of the pit" in offered(at, ONE)
    assert Seconds(0) == at.now.clock
