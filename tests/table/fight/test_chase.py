"""Chases: who pursues, who is caught, and who is let go."""

import pytest

from tests.table.field import ANSGAR, CAVE, ISOLDE, fight
from tests.table.happenings import givens
from tests.table.happenings import of as told_of
from tests.table.lair import ORCS, chased, lair, met
from tests.table.tabletop import codes
from undercroft.books.sovereign.chases import Mood
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.violence.surprise import Side
from undercroft.faces.views.fight.rounds import turn_of
from undercroft.faces.views.foresight.lines import lines_beside
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.stance import PursueThem, PursuitBegun, TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.inhabitants import CreaturesLeft
from undercroft.table.fight.chase import (
    CallOffChase,
    ChaseCalledOff,
    ChaseRun,
    RunChase,
    TurnAndFight,
    TurnedToFight,
)
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.rounds import OpenFight
from undercroft.table.fight.violence.foe_blows import FoeStruck
from undercroft.table.offers import offers
from undercroft.table.state.combatants import InitiativeBlock
from undercroft.table.state.scenes import Chase, SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.healing import FirstAid, Rest
from undercroft.table.treatment.sleep import LieDown
from undercroft.table.world.groups import MAIN


def test_pursuers_throw_against_those_who_flee():
    """Equal in pace: 2d6, -1 for being more, +2 for no head start; a tie catches. It takes a turn."""
    table = chased()
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, Chase)
    away = table.do(RunChase(MAIN), 1, 1)
    assert [ChaseRun(MAIN, Side.ENEMIES, caught=False, others="the orcs")] == told_of(away, ChaseRun)
    (race,) = givens(away, "sovereign.chase.resolve")
    assert (0, -1, 1) == (race["pursuer_mod"], race["fleer_mod"], race["situation"])
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)


def test_pursuers_have_modifiers_and_paces_of_their_own():
    """Every kind adds its listed modifier, the best leads; the referee may set another, and another pace."""
    table = met(site=lair(4, skill_mod=2))
    table.do(TakeStance(MAIN, Choice.RUN), 1, 2)
    events = table.do(RunChase(MAIN, attack=False), 1, 1)
    (race,) = givens(events, "sovereign.chase.resolve")
    assert (2, [2, 2, 2]) == (race["pursuer_mod"], list(race["pursuer_others"]))

    table = chased()
    (race,) = givens(table.do(RunChase(MAIN, their_modifier=3, attack=False), 1, 1), "sovereign.chase.resolve")
    assert 3 == race["pursuer_mod"]
    table = chased()
    fast = table.do(RunChase(MAIN, their_move=60, attack=False))
    assert [ChaseRun(MAIN, Side.ENEMIES, caught=True, others="the orcs")] == told_of(fast, ChaseRun)


def test_a_fight_after_a_chase_is_in_the_turn_of_the_clock():
    """The chase took the turn in which they met: the fight is in the next, in the log and in what is likely."""
    table = chased()
    before = turn_of(table.now.groups[MAIN])
    table.do(RunChase(MAIN), 6, 6)
    assert ("turn 1", "turn 2") == (before, turn_of(table.now.groups[MAIN]))
    assert "Encounter by turn 8" == lines_beside(table.now, REFEREE, table.now.groups[MAIN])[0].about


def test_a_person_who_is_caught_is_fallen_upon_from_behind():
    """The pursuers act first, their front on the rear of the party, once the referee starts the round."""
    table = chased()
    caught = table.do(RunChase(MAIN), 6, 6)
    assert [ChaseRun(MAIN, Side.ENEMIES, caught=True, others="the orcs")] == told_of(caught, ChaseRun)
    assert {InitiativeBlock.AFTER} == {fighter.block for fighter in fight(table).fighters}
    assert [ISOLDE, ANSGAR, None, None] == [foe.aim for foe in fight(table).foes]
    assert [] == told_of(caught, FoeStruck)
    assert OpenFight(MAIN) in [offer.command for offer in offers(table.now, REFEREE)]
    opened = table.do(OpenFight(MAIN), 20, 20, 20, 20)
    assert 4 == len(told_of(opened, FoeStruck))
    assert ["no_fight"] == codes(table, OpenFight(MAIN))


def test_the_faster_side_needs_no_dice():
    """Orcs of 20 feet never catch those of 30."""
    table = met(site=lair(4, move_ft=20))
    table.do(TakeStance(MAIN, Choice.RUN), 1, 2)
    told = table.do(RunChase(MAIN))

    assert [ChaseRun(MAIN, Side.ENEMIES, caught=False, others="the orcs")] == told_of(told, ChaseRun)


def test_the_bracketed_move_of_a_stat_line_is_raced_with():
    """Old-school lines give a turn's move first: orcs of MV 60' (20') are slower than 30 feet a round."""
    table = met(site=lair(4, move_ft=read_foes("orcs HD 1 MV 60' (20')").move_ft))
    table.do(TakeStance(MAIN, Choice.RUN), 1, 2)
    told = table.do(RunChase(MAIN))

    assert [ChaseRun(MAIN, Side.ENEMIES, caught=False, others="the orcs")] == told_of(told, ChaseRun)


def test_those_who_run_may_be_pursued_or_let_go():
    """The party throws in the open; what it catches, it may fight first."""
    table = met(site=lair(1))
    assert ["nobody_runs"] == codes(table, PursueThem(MAIN))
    table.do(TakeStance(MAIN, Choice.FIGHT), 5, 5)
    assert [PursuitBegun(MAIN, "the orc")] == told_of(table.do(PursueThem(MAIN)), PursuitBegun)
    told = table.do(RunChase(MAIN, Mood.ENRAGED, leader=ISOLDE), 6, 6)
    assert [ChaseRun(MAIN, Side.ADVENTURERS, caught=True, others="the orc")] == told_of(told, ChaseRun)
    assert {InitiativeBlock.BEFORE} == {fighter.block for fighter in fight(table).fighters}

    other = met(site=lair(1))
    other.do(TakeStance(MAIN, Choice.FIGHT), 5, 5)
    gone = other.do(EndEncounter(MAIN))
    assert [CreaturesLeft(CAVE, ORCS, "fled", "the orc")] == told_of(gone, CreaturesLeft)


def test_a_chase_may_be_called_off():
    """Nobody goes after anybody, and no time is lost."""
    table = chased()
    told = table.do(CallOffChase(MAIN))

    assert [ChaseCalledOff(MAIN, Side.ENEMIES, "the orcs")] == told_of(told, ChaseCalledOff)
    assert ["no_chase"] == codes(table, CallOffChase(MAIN))
    assert ["no_chase"] == codes(table, RunChase(MAIN))


def test_a_party_that_is_chased_may_turn_and_fight():
    """The chase ends in a fight in the usual order; who pursues cannot turn."""
    table = chased()
    told = table.do(TurnAndFight(MAIN), 20, 20, 20, 20, 20, 20)
    assert [TurnedToFight(MAIN, "the orcs")] == told_of(told, TurnedToFight)
    assert "The party turns and fights the orcs." == told_of(told, TurnedToFight)[0].say(table.now)
    assert 4 == len(fight(table).foes)
    assert [] == told_of(told, ChaseRun)

    other = met(site=lair(1))
    other.do(TakeStance(MAIN, Choice.FIGHT), 5, 5)
    other.do(PursueThem(MAIN))
    assert ["not_chased"] == codes(other, TurnAndFight(MAIN))


@pytest.mark.parametrize("command", [FirstAid(ISOLDE, (ANSGAR,)), Rest(ISOLDE), LieDown(ISOLDE)])
def test_nobody_stops_in_a_chase_to_tend_wounds_or_to_rest(command):
    """It is finished first."""
    table = chased()
    table.do(Wound(ANSGAR, 1))
    assert "The party is in a chase: finish it first." in [reason.what for reason in table.why_not(command)]
    assert not [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, FirstAid | Rest)]
