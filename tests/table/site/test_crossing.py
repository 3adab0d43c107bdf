"""Pits and cliffs: leapt, climbed, dropped into, and fallen off."""

from tests.table.happenings import givens
from tests.table.hindrances import GOLD, IT, facing, fp, pit, truth, turns
from tests.table.infirmary import KIT, OLGA, conditions, table
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TWO, ULF, site
from tests.table.tabletop import codes
from undercroft.table.body.condition import HpChanged
from undercroft.table.body.dying import Stabilise
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.site.crossing import Cross, CrossingMethod, FillPit, PullOut
from undercroft.table.site.obstacles import GotOver, HeldFast, WentDown
from undercroft.table.site.search import Search
from undercroft.table.state.sites import Hindrance, Obstacle
from undercroft.table.world.groups import MAIN


def test_the_group_is_over_when_the_last_of_them_is():
    """Strength +1 and Exert-1 need an 8; the others a 10."""
    at = pit()
    events = at.do(Cross(ULF, IT, CrossingMethod.JUMP), 4, 4, seat=TWO)
    assert GotOver(CRYPT, IT, ULF, (ULF,), ()) in events
    assert ["done_this_turn", "across_already"] == codes(at, Cross(ULF, IT, CrossingMethod.JUMP))
    at.do(Cross(MAUD, IT, CrossingMethod.CLIMB), 5, 5)
    assert (HALL, (ULF, MAUD)) == (at.now.groups[MAIN].zone, truth(at).over)

    at.do(Cross(OLGA, IT, CrossingMethod.JUMP), 6, 4)
    assert (CELL, ()) == (at.now.groups[MAIN].zone, truth(at).over)
    assert () == at.known(ONE).seen[CRYPT].obstacles[IT].over


def test_who_falls_short_falls_and_must_climb_out():
    """Two dice of damage; out of the pit one only slips back."""
    at = pit()
    events = at.do(Cross(ULF, IT, CrossingMethod.JUMP), 4, 3, 1, 2)
    assert [WentDown(CRYPT, IT, ULF, (ULF,)), HpChanged(ULF, 2, "a fall", 5)] == [
        event for event in events if isinstance(event, WentDown | HpChanged)
    ]
    turns(at, 0)
    assert ["not_that_way"] == codes(at, Cross(ULF, IT, CrossingMethod.JUMP))
    at.do(Cross(ULF, IT, CrossingMethod.CLIMB), 1, 1)
    assert (2, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)
    turns(at, 5)

    at.do(Cross(ULF, IT, CrossingMethod.CLIMB), 6, 6)
    assert ((ULF,), ()) == (truth(at).over, truth(at).down)


def test_spikes_at_the_bottom_add_their_dice_to_the_fall():
    """The book's pit: a leap against 8, and three dice of fall and spikes for a leap that fails."""
    at = pit(feet=20, across_ft=15, spikes=1, dc=8, victim={"hp": 8})
    events = at.do(Cross(ULF, IT, CrossingMethod.JUMP), 1, 1, 1, 2, 1)
    assert [{"feet": "20/1", "spike_dice": 1, "spikes_within_cap": False}] == [
        {key: str(value) if key == "feet" else value for key, value in given.items()}
        for given in givens(events, "sovereign.fall.damage")
    ]
    assert (4, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)


def test_a_pit_can_be_filled_for_a_turn_and_no_roll():
    """Where there is something to fill it with, as the referee judges; nobody may be in it."""
    at = pit(spikes=2)
    assert ["referee_only"] == codes(at, FillPit(ULF, IT), TWO)[:1]
    at.do(FillPit(ULF, IT))
    assert (True, ["done_this_turn"]) == (truth(at).cleared, codes(at, Search(ULF)))
    down = pit()
    down.do(Cross(ULF, IT, CrossingMethod.JUMP), 1, 1, 1, 1)
    assert ["somebody_in_it"] == codes(down, FillPit(MAUD, IT))


def test_nobody_is_left_in_a_pit():
    """The others wait on the far side while someone lives in it."""
    at = pit(victim={"hp": 2})
    at.do(Cross(ULF, IT, CrossingMethod.JUMP), 1, 1, 6, 6)
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(Cross(MAUD, IT, CrossingMethod.JUMP), 6, 6)
    at.do(Cross(OLGA, IT, CrossingMethod.JUMP), 6, 6)
    assert HALL == at.now.groups[MAIN].zone


def test_pulling_someone_out_of_a_pit():
    """A climb for two, and a round; the person who is out of it and helpless is carried across with the last."""
    at = pit(victim={"hp": 2})
    at.do(Cross(ULF, IT, CrossingMethod.JUMP), 1, 1, 6, 6)
    at.do(PullOut(OLGA, ULF, IT), 1, 1)
    assert (10, (ULF,)) == (at.now.clock, truth(at).down)
    at.do(PullOut(OLGA, ULF, IT), 5, 5)
    assert (20, ()) == (at.now.clock, truth(at).down)
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(Cross(MAUD, IT, CrossingMethod.JUMP), 6, 6)
    at.do(Cross(OLGA, IT, CrossingMethod.JUMP), 6, 6)
    assert CELL == at.now.groups[MAIN].zone


def test_dropping_on_purpose_is_half_as_far():
    """9 for twenty feet: 7, and 2 for the drop; one die instead of two. Badly done it is a fall."""
    at = pit()
    at.do(Cross(ULF, IT, CrossingMethod.DROP), 3, 4, 4)
    assert (1, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)

    at = pit(victim={"hp": 8})
    at.do(Cross(ULF, IT, CrossingMethod.DROP), 3, 3, 4, 3)
    assert 1 == at.now.people[ULF].hp


def test_a_climb_into_a_pit_may_end_in_a_fall():
    """From the edge it is the whole depth."""
    at = pit()
    at.do(Cross(ULF, IT, CrossingMethod.CLIMB), 1, 1, 1, 1)

    assert (3, (ULF,)) == (at.now.people[ULF].hp, truth(at).down)


def test_a_leap_with_extra_effort():
    """Dexterity 10 and Constitution 12: 6 metres and 10 %; the Jump roll of -2 needs a 13."""
    at = pit(across_ft=21)
    at.do(Cross(ULF, IT, CrossingMethod.JUMP, effort=10), 8, 13)
    assert ((ULF,), [11]) == (truth(at).over, fp(at, ULF))

    at = pit(across_ft=22)
    at.do(Cross(ULF, IT, CrossingMethod.JUMP, effort=10), 8, 13, 1, 1)
    assert ((ULF,), [11]) == (truth(at).down, fp(at, ULF))

    at = pit()
    at.do(Cross(ULF, IT, CrossingMethod.JUMP, effort=10), 8, 12, 1, 1)
    assert (ULF,) == truth(at).down


def test_a_leap_gone_wrong_hurts_a_leg_before_the_fall():
    """A natural 1, Vit fails on 8, two weeks, the leg."""
    at = pit(victim={"hp": 8})
    at.do(Cross(ULF, IT, CrossingMethod.JUMP, effort=10), 1, 8, 2, 2, 1, 1)

    assert (5, ["crippled_legs"]) == (at.now.people[ULF].hp, conditions(at.now))
    assert "in the leg" == at.now.people[ULF].conditions[0].note


def test_a_pit_that_leads_nowhere_shows_what_lies_in_it():
    """It is climbed or dropped into, not jumped."""
    obstacle = Obstacle(IT, HALL, Hindrance.PIT, "pit", feet=10, things=(GOLD.id,))
    at = table(crypt=site(obstacles={IT: obstacle}), things=(KIT, GOLD), exploring=True)
    assert ["not_that_way"] == codes(at, Cross(ULF, IT, CrossingMethod.JUMP))
    at.do(Cross(ULF, IT, CrossingMethod.DROP), 6, 6)

    assert GOLD.id in at.known(ONE).things
    assert (5, ()) == (at.now.people[ULF].hp, truth(at).things)


def test_a_person_who_falls_off_a_cliff_is_at_its_foot():
    """Where they began, if they climbed up; where they wanted to be, if they climbed down."""
    at = facing(Hindrance.CLIFF, feet=20, dc=12)
    assert ["not_that_way"] == codes(at, Cross(ULF, IT, CrossingMethod.DROP))
    events = at.do(Cross(ULF, IT, CrossingMethod.CLIMB), 4, 5, 1, 1)
    assert HeldFast(IT, ULF) in events
    assert (3, ()) == (at.now.people[ULF].hp, truth(at).over)

    for who in (MAUD, OLGA):
        at.do(Cross(who, IT, CrossingMethod.CLIMB), 6, 6)
    at.do(Cross(ULF, IT, CrossingMethod.CLIMB), 6, 6)
    assert CELL == at.now.groups[MAIN].zone
    at.do(EndEncounter(MAIN))
    turns(at, 5)
    at.do(Cross(ULF, IT, CrossingMethod.CLIMB), 1, 1, 1, 1)
    assert (1, (ULF,)) == (at.now.people[ULF].hp, truth(at).over)
    at.do(Cross(MAUD, IT, CrossingMethod.DROP), 6, 6, 1)
    assert (4, (ULF, MAUD)) == (at.now.people[MAUD].hp, truth(at).over)
