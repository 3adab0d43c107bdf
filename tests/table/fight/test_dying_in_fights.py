"""The dying in a fight: when they fell, the rounds they have, and what the end of a fight costs them."""

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, SWORD, VIOLENCE, field, fight
from tests.table.happenings import givens
from tests.table.tabletop import Tabletop, codes
from undercroft.faces.views.actions import actions
from undercroft.faces.views.fight.peril import dying_clocks
from undercroft.faces.views.fight.rounds import round_strip
from undercroft.kernel.units import Seconds
from undercroft.table.body.dying import LetRoundPass, Stabilise, perils
from undercroft.table.body.wounds import Wound
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.lifelines import dying_in
from undercroft.table.fight.rescue import HelpInFight
from undercroft.table.fight.rounds import WaitOut
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.combatants import SLOTS, Fell, InitiativeBlock, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

OGRE = FoeId("ogre-1")


def ogre(*who, house=BLEND) -> Tabletop:
    """A fight with an ogre in which everybody acts before it."""
    table = field(*who, house=house)
    table.do(AddFoes(MAIN, "ogre HD 3 AC 4 2d6 hp 30"), *(5 for _ in who))
    return table


def kill(table: Tabletop) -> None:
    table.do(Adjust(Adjustable.FOE, OGRE, "health", 0, "by hand"))


def strip(table: Tabletop):
    return round_strip(table.now, REFEREE, table.now.groups[MAIN], fight(table), actions(table.now, REFEREE))


def test_who_falls_by_the_referees_hand_is_among_the_dying():
    """With a clock, and a note in the round of the fall."""
    table = ogre(ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    (line,) = dying_in(table.now, fight(table))
    assert (CORVIN, 1, 7, ISOLDE) == (line.patient, line.fell, line.last, line.medic)
    fallen = fight(table).fighter(CORVIN)
    assert fallen is not None
    assert (Fell(1, 0), True) == (fallen.fell, fallen.done)
    assert 1 == len(dying_clocks(table.now, fight(table)))
    assert ("Corvin falls",) == strip(table).cells[0].notes


def test_who_was_dying_before_the_fight_is_among_the_dying_in_it():
    """Two rounds down already, so saving them is harder from the start."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(Wound(CORVIN, 99, "a pit"))
    table.do(LetRoundPass(MAIN))
    table.do(LetRoundPass(MAIN))
    table.do(AddFoes(MAIN, "ogre HD 3 AC 4 2d6 hp 30"), 5)
    (line,) = dying_in(table.now, fight(table))
    assert (-1, 5, 10) == (line.fell, line.last, line.attempts[0].dc)
    tried = table.do(HelpInFight(ISOLDE, CORVIN), 1, 1, 20)
    assert [2] == [given["full_rounds"] for given in givens(tried, "sovereign.injury.stabilize")]


def test_by_violence_the_round_of_the_fall_is_the_fights_own():
    """Down in round 2 for three rounds: awake in round 5."""
    table = ogre(ISOLDE, CORVIN, house=VIOLENCE)
    table.do(WaitOut(MAIN), 20)
    table.do(AimFoe(MAIN, OGRE, CORVIN))
    fell = table.do(WaitOut(MAIN), 9, 6, 6, 6, 6, 1, 1, 1)
    assert [2] == [given["round_no"] for given in givens(fell, "violence.dying")]


@pytest.mark.parametrize("acted, seconds", [(False, 60), (True, 120)], ids=["untouched", "somebody acted"])
def test_a_fight_that_is_broken_off_charges_no_round_that_nobody_played(acted, seconds):
    """By Violence's clock a fight takes its own rounds."""
    table = ogre(ANSGAR, ISOLDE, house=replace(VIOLENCE, clock=Clock.VIOLENCE))
    table.do(WaitOut(MAIN), 20)
    assert (Phase.BEFORE, 2) == (fight(table).phase, fight(table).round)
    if acted:
        table.do(PassGo(ANSGAR))
    table.do(EndFight(MAIN, parted=True))
    assert Seconds(seconds) == table.now.clock


def test_a_fight_that_is_broken_off_before_it_began_takes_no_time():
    """Not even the turn that a fight takes by Sovereign."""
    table = ogre(ANSGAR, ISOLDE)
    table.do(EndFight(MAIN, parted=True))
    assert Seconds(0) == table.now.clock


def test_the_round_in_which_a_fight_ends_is_left_to_the_dying():
    """Isolde has acted and cannot try in it again; Ansgar can, and six more rounds follow."""
    table = ogre(ANSGAR, ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    table.do(PassGo(ISOLDE))
    kill(table)
    (line,) = dying_in(table.now, fight(table))
    assert (1, 7) == (line.now, line.last)
    assert ["had_a_go"] == codes(table, Stabilise(ISOLDE, CORVIN))
    tried = table.do(Stabilise(ANSGAR, CORVIN), 1, 1)
    assert [0] == [given["full_rounds"] for given in givens(tried, "sovereign.injury.stabilize")]
    (line,) = dying_in(table.now, fight(table))
    assert (2, 7) == (line.now, line.last)


def test_the_difficulty_that_the_clock_shows_for_the_next_round_holds_when_the_fight_ends_with_this_one():
    """Who fell before anybody acted has lain a full round when the round is over."""
    table = ogre(ANSGAR, ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    table.do(Adjust(Adjustable.FOE, OGRE, "health", 1, "by hand"))
    table.do(PassGo(ISOLDE))
    (line,) = dying_in(table.now, fight(table))
    (shown,) = (attempt.dc for attempt in line.attempts if attempt.round == 2 and attempt.medic == ISOLDE)
    table.do(Attack(ANSGAR, OGRE, SWORD), 10, 4)
    (line,) = dying_in(table.now, fight(table))
    assert (Phase.OVER, 2, 9, 9) == (fight(table).phase, line.now, line.attempts[0].dc, shown)
    tried = table.do(Stabilise(ISOLDE, CORVIN), 1, 1)
    assert [1] == [given["full_rounds"] for given in givens(tried, "sovereign.injury.stabilize")]


def test_the_clock_says_where_the_end_of_the_fight_makes_saving_easier():
    """Corvin falls to the ogre, and Isolde acts after it; once the fight is over she need not wait for her place."""
    table = ogre(ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    early = fight(table)
    (line,) = dying_in(table.now, early)
    assert not line.easier_after
    late = tuple(
        replace(one, block=InitiativeBlock.AFTER, fell=one.fell and Fell(1, SLOTS.index(Phase.FOES)))
        for one in early.fighters
    )
    (line,) = dying_in(table.now, replace(early, fighters=late, phase=Phase.AFTER))
    assert line.easier_after
    (line,) = dying_in(table.now, replace(early, fighters=late, phase=Phase.OVER))
    assert not line.easier_after


def test_nobody_leaves_the_field_over_the_dying_without_a_word():
    """It is refused with who dies and when; to abandon them must be said, and is offered with a warning."""
    table = ogre(ANSGAR, ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    kill(table)
    assert ["Corvin dies in 7 rounds: stabilise them first, or leave them to die."] == [
        why.what for why in table.why_not(EndFight(MAIN))
    ]
    (leave,) = (offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, EndFight))
    assert (EndFight(MAIN, abandon=True), "Leave the field and the dying") == (leave.command, leave.deed)
    assert "Corvin dies in 7 rounds. Leaving the field lets them die." == leave.warns
    table.do(LetRoundPass(MAIN))
    assert "Corvin dies in 6 rounds" == perils(table.now, MAIN)
    table.do(EndFight(MAIN, abandon=True))
    assert (False, None) == (table.now.people[CORVIN].alive, fight_of(table.now.groups[MAIN]))


def test_with_nobody_dying_the_field_is_left_without_a_warning():
    """Once Corvin is saved, the fight ends by itself."""
    table = ogre(ANSGAR, ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    kill(table)
    table.do(Stabilise(ISOLDE, CORVIN), 6, 6)
    assert (True, None) == (table.now.people[CORVIN].alive, fight_of(table.now.groups[MAIN]))


def test_when_a_fight_is_won_saving_the_dying_is_the_main_button():
    """By the best healer; to let a round pass comes after it."""
    table = ogre(ANSGAR, ISOLDE, CORVIN)
    table.do(Wound(CORVIN, 99, "a falling beam"))
    kill(table)
    first, *others = strip(table).buttons
    assert ("stabilise", "Isolde: stabilise Corvin", ISOLDE) == (first.kind, first.short, first.who)
    assert ["let_round_pass", "end_fight"] == [action.kind for action in others]
