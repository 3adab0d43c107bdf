"""Nerve: foes alone, in bands and led are tested at the right moments; hirelings hold, waver, run or take heart."""

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, CORVIN, ISOLDE, ONE, PURSE, TAM, TWO, field, fight, foe, of
from tests.table.happenings import givens
from tests.table.happenings import of as told_of
from tests.table.tabletop import Tabletop
from undercroft.books.violence.morale import Retreat
from undercroft.faces.views.log.lines import log_lines
from undercroft.kernel.units import RuleId
from undercroft.table.characters.retiring import RosterChanged
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.field import FightDecided
from undercroft.table.fight.foes import AddFoes, AimFoe, RuleBand
from undercroft.table.fight.morale import FoesBroke, FoesRallied, HirelingStood, PayHireling, round_ends
from undercroft.table.fight.violence.foe_blows import FoeStruck
from undercroft.table.rulings.any_rule import SettleRule
from undercroft.table.state.combatants import FoeState, Phase
from undercroft.table.state.ids import BandId, FoeId
from undercroft.table.world.groups import MAIN

GHOUL = FoeId("ghoul-1")
SHAKEN = {"hurt": True, "saw_death": False, "tested": False, "hd": 2, "cunning": 12, "employer_able": True, "scars": 0}


def lone(hp: int = 10) -> Tabletop:
    """Ansgar against one ghoul of HD 3."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, f"ghoul HD 3 AC 3 1d6 hp {hp}"), 5)
    return table


def hits(table: Tabletop, id: str, harm: int, *then: int | str) -> list[Event]:
    """Ansgar hits for that much; one Scar is offered unless the foe dies without it."""
    asked = () if foe(table, FoeId(id)).health < harm else ("keep",)
    return table.do(Attack(ANSGAR, FoeId(id)), 12, harm, *asked, *then)


# Foes


def test_a_lone_foe_is_tested_at_half_health_and_whenever_hurt_after_that():
    """11 of health: 6 is more than half, 5 is not; unhurt, nothing is asked."""
    table = lone(11)
    assert [] == givens(hits(table, GHOUL, 5, 18), "violence.morale-check")
    assert [{"hd": 3, "retreat": "flee"}] == givens(hits(table, GHOUL, 1, 18, 12), "violence.morale-check")
    assert [] == givens(table.do(PassGo(ANSGAR), 18), "violence.morale-check")
    assert 1 == len(givens(hits(table, GHOUL, 1, 18, 12), "violence.morale-check"))


def test_a_lone_foe_that_breaks_is_gone_with_a_plan():
    """14 is over 10 and its 3 Hit Dice; what it means to do is the referee's."""
    table = lone()
    broke = hits(table, GHOUL, 5, 18, 14, 2)

    assert [FoesBroke(MAIN, ("Ghoul",), Retreat.FLEE)] == told_of(broke, FoesBroke)
    assert [{"kind": "ambush"}] == [
        dict(event.outcome)
        for event in broke
        if isinstance(event, Settled) and event.rule == "violence.aftermath-flight"
    ]
    assert ["won"] == [event.ending for event in told_of(broke, FightDecided)]
    assert 300 == table.now.xp_pool


def test_foes_who_rally_strike_once_more_and_are_tested_no_more():
    """Exactly 13: two attacks in the next round, one after that, and no test however hurt."""
    table = lone()
    rallied = hits(table, GHOUL, 5, 18, 13)
    assert [FoesRallied(MAIN, ("Ghoul",))] == told_of(rallied, FoesRallied)
    assert 1 == foe(table, GHOUL).extra
    second = table.do(PassGo(ANSGAR), 18, 18)
    assert 2 == len(told_of(second, FoeStruck))
    third = hits(table, GHOUL, 1, 18)
    assert (1, []) == (len(told_of(third, FoeStruck)), givens(third, "violence.morale-check"))


def test_a_band_is_tested_in_each_round_in_which_one_dies():
    """Not for wounds; once, however many die; by the highest Hit Dice among them."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 6"), 5)
    table.do(AddFoes(MAIN, "ogre HD 4 AC 3 1d6 hp 20", joins=BandId("orcs")))
    assert [] == givens(hits(table, "orcs-1", 5, 18, 18, 18, 18, 18), "violence.morale-check")
    died = hits(table, "orcs-1", 1, 18, 18, 18, 18, 13)
    assert [{"hd": 4, "retreat": "flee"}] == givens(died, "violence.morale-check")
    fled = hits(table, "orcs-2", 6, 18, 18, 18, 15, 1)
    assert [FoesBroke(MAIN, ("Orc C", "Ogre"), Retreat.FLEE)] == told_of(fled, FoesBroke)
    orcs = FoesBroke(MAIN, ("Orc A", "Ogre", "Orc C"), Retreat.FLEE)
    assert "Ogre, and Orcs A and C flee." == orcs.say(table.now)


def test_a_led_band_stands_with_its_leader_until_half_are_slain():
    """Four with the leader: one dead is nothing, two are half; then every death counts."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 2"), 5)
    table.do(AddFoes(MAIN, "chief HD 3 AC 3 1d6 hp 10 leader", joins=BandId("orcs")))
    assert [] == givens(hits(table, "orcs-1", 2, 18, 18, 18), "violence.morale-check")
    assert 1 == len(givens(hits(table, "orcs-2", 2, 18, 18, 12), "violence.morale-check"))
    assert fight(table).bands[0].half_done
    assert [] == givens(table.do(PassGo(ANSGAR), 18, 18), "violence.morale-check")
    assert 1 == len(givens(hits(table, "chief-1", 5, 18, 18, 12), "violence.morale-check"))
    assert fight(table).bands[0].first_done


def test_without_its_leader_a_band_is_like_any_other():
    """The death of the leader is a death."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 2"), 5)
    table.do(RuleBand(MAIN, BandId("orcs"), leader=FoeId("orcs-1")))
    assert 1 == len(givens(hits(table, "orcs-1", 2, 18, 18, 5), "violence.morale-check"))
    table.do(RuleBand(MAIN, BandId("orcs")))
    assert "group" == fight(table).bands[0].kind


def test_nobody_takes_the_place_of_a_leader_who_is_gone() -> None:
    """After a chase the dead are no longer among the foes: the others are not tested as their leader was."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 2"), 5)
    table.do(RuleBand(MAIN, BandId("orcs"), leader=FoeId("orcs-1")))
    hurt = [replace(foe, hurt=True) for foe in fight(table).foes]
    led = round_ends(hurt, fight(table).bands[0])
    gone = round_ends(hurt[1:], fight(table).bands[0])
    assert (2, True) == (led.health, led.damaged_this_round)
    assert (0, False) == (gone.health, gone.damaged_this_round)


def test_the_referee_may_rule_that_they_give_up_or_that_it_is_plain():
    """Those who surrender are out of the fight where they stand; where it is plain, nothing is thrown."""
    table = lone()
    table.do(RuleBand(MAIN, BandId("ghoul"), retreat=Retreat.SURRENDER))
    hits(table, GHOUL, 5, 18, 20)
    assert 300 == table.now.xp_pool

    plain = lone()
    plain.do(RuleBand(MAIN, BandId("ghoul"), obvious=True))
    assert [] == givens(hits(plain, GHOUL, 5, 18), "violence.morale-check")


def test_the_fearless_are_never_tested():
    """A line may say so."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "zombie HD 1 AC 3 1d6 hp 10 fearless"), 5)

    assert [] == givens(hits(table, "zombie-1", 5, 18), "violence.morale-check")


def test_players_hear_of_flight_and_rally_and_of_no_test():
    """A test that changes nothing leaves no trace."""
    tested, spared = lone(10), lone(11)
    hits(tested, GHOUL, 5, 18, 12)
    hits(spared, GHOUL, 5, 18)

    assert tested.bytes_for(ONE) == spared.bytes_for(ONE)


# Hirelings


def hired(*faces: int | str) -> Tabletop:
    """Tam, hired by Ansgar (Cunning 11), is struck for 1 in the first round."""
    table = field(ANSGAR, TAM)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5)
    table.do(AimFoe(MAIN, FoeId("orc-1"), TAM))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(TAM), 9, 1, *faces)
    return table


@pytest.mark.parametrize(
    "faces, how",
    [((5,), "holds"), ((11, "keep"), "heroic"), ((13,), "flees"), ((2, "keep"), "holds"), ((10, "up"), "heroic")],
)
def test_a_hireling_who_bleeds_is_tested_once(faces, how):
    """Over their Hit Die and under the employer's Cunning holds; the exact number is heroic; over it runs."""
    table = hired(*faces)

    assert [how] == [told.event.how for told in table.log if isinstance(told.event, HirelingStood)]
    assert of(table, TAM).tested


def test_the_heroic_strike_once_more_and_never_break():
    """One more action in the next round."""
    table = hired(11, "keep")
    assert (1, True) == (of(table, TAM).grants, of(table, TAM).steadfast)
    table.do(Attack(TAM, FoeId("orc-1")), 20)
    assert not of(table, TAM).done
    table.do(Attack(TAM, FoeId("orc-1")), 20)
    assert of(table, TAM).done


def test_a_wavering_hireling_stays_for_money():
    """Fifteen silver for each Hit Die, out of the employer's purse; the round waits for it."""
    table = hired(1, "keep")
    assert (Phase.NERVE, 15) == (fight(table).phase, of(table, TAM).wavers)
    assert ["not_yours", "not_wavering"] == [reason.code for reason in table.why_not(PayHireling(ANSGAR, TAM), TWO)]
    paid = table.do(PayHireling(ANSGAR, TAM), seat=ONE)
    assert [HirelingStood(TAM, "paid", 15)] == told_of(paid, HirelingStood)
    assert (850, None, 2) == (table.now.things[PURSE].worth, of(table, TAM).wavers, fight(table).round)
    assert ["not_wavering"] == [reason.code for reason in table.why_not(PayHireling(ANSGAR, TAM))]


def test_an_unpaid_hireling_runs_for_good():
    """Out of the fight, and off the roll when it is over."""
    table = hired(1, "keep")
    table.do(PayHireling(ANSGAR, TAM, pay=False), seat=ONE)
    assert of(table, TAM).away
    hits(table, "orc-1", 8, 18)
    hits(table, "orc-1", 8, 18, 5)
    ended = hits(table, "orc-1", 8)
    assert [RosterChanged(TAM, retired=True)] == told_of(ended, RosterChanged)
    assert (ANSGAR,) == table.now.groups[MAIN].members


def test_a_poor_employer_cannot_pay():
    """The person who lacks the silver can only let them go."""
    table = field(ANSGAR, TAM)
    table.truth.now = replace(
        table.now, things={**table.now.things, PURSE: replace(table.now.things[PURSE], worth=100)}
    )
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5)
    table.do(AimFoe(MAIN, FoeId("orc-1"), TAM))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(TAM), 9, 1, 1, "keep")

    assert ["too_poor"] == [reason.code for reason in table.why_not(PayHireling(ANSGAR, TAM))]


def test_without_an_employer_on_their_feet_a_hireling_runs():
    """No die is thrown: the employer would have to make the test."""
    table = field(ANSGAR, ISOLDE, TAM)
    table.do(AddFoes(MAIN, "2 ogres HD 3 AC 4 4d6 hp 30"), 5, 5)
    table.do(AimFoe(MAIN, FoeId("ogres-1"), ANSGAR))
    table.do(AimFoe(MAIN, FoeId("ogres-2"), TAM))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(ISOLDE))
    fell = table.do(PassGo(TAM), 9, 6, 6, 6, 6, 6, 6, 3, 3, 9, 1, 1, 1, 0)

    (ran,) = told_of(fell, HirelingStood)
    assert HirelingStood(TAM, "flees", leaderless=True) == ran
    assert "Tam runs: Ansgar is down and cannot steady hirelings." == ran.say(table.now)


def test_a_person_who_sees_a_comrade_die_is_tested():
    """Unhurt, but shaken; someone only knocked out is not dead."""
    table = field(ANSGAR, CORVIN, TAM)
    table.do(AddFoes(MAIN, "ogre HD 3 AC 4 2d8 hp 30"), 5, 5)
    table.do(AimFoe(MAIN, FoeId("ogre-1"), CORVIN))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(CORVIN))
    died = table.do(PassGo(TAM), 9, 8, 8, 1, 1, 5)

    assert [HirelingStood(TAM, "holds")] == told_of(died, HirelingStood)
    assert [(False, True)] == [
        (given["hurt"], given["saw_death"]) for given in givens(died, "violence.hireling-morale")
    ]


def test_a_fled_foe_is_out_of_sight_and_out_of_the_fight():
    """Its state is plain to all."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 2"), 5)
    table.do(AddFoes(MAIN, "ogre HD 4 AC 3 1d6 hp 20"))
    hits(table, "orcs-1", 2, 18, 18, 18, 12)

    assert [FoeState.DEAD, FoeState.FLED, FoeState.FIGHTING] == [each.state for each in fight(table, ONE).in_sight]


@pytest.mark.parametrize(
    "face, said",
    [
        (14, "14, 1 over 13. The foes break, and flee at the first chance."),
        (13, "13, exactly 13. The foes rally: one more attack each in the next round, and no more morale checks."),
        (11, "11, 2 under 13. The foes fight on."),
    ],
)
def test_the_log_says_whose_morale_was_rolled_and_against_what_number(face, said):
    """The die is the ghoul's, of three Hit Dice: 10 and 3; no player is told of it."""
    table = lone()
    hits(table, GHOUL, 5, 18, face, *((2,) if face == 14 else ()))
    dice = [line.text for line in log_lines(table.now, table.log) if line.rule == "violence.morale-check"]
    assert [f"Ghoul, morale 1d20: {said}"] == dice


@pytest.mark.parametrize(
    "rule, given, face, said",
    [
        (
            "delving.morale.check",
            {"breaking_point": True, "wis": 2},
            14,
            "check 1d20: 14, +2 = 16, 1 over 15.",
        ),
        ("delving.morale.check", {"breaking_point": True, "wis": 0}, 12, "check 1d20: 12, 3 under 15."),
        ("delving.morale.check", {"breaking_point": True, "wis": 5}, 1, "check 1d20: 1, a natural 1."),
        ("violence.hireling-morale", SHAKEN, 8, "hireling morale 1d20: 8, 4 under 12 and over 2."),
        ("violence.hireling-morale", SHAKEN, 15, "hireling morale 1d20: 15, 3 over 12."),
        ("violence.hireling-morale", SHAKEN, 12, "hireling morale 1d20: 12, exactly 12."),
        ("violence.hireling-morale", SHAKEN, 2, "hireling morale 1d20: 2, exactly 2."),
        ("violence.hireling-morale", SHAKEN, 1, "hireling morale 1d20: 1, 1 under 2."),
    ],
)
def test_every_morale_roll_says_the_number_it_is_held_against(rule, given, face, said):
    """Delving's is a Wisdom check; a hireling's lies between their Hit Dice and the employer's Cunning."""
    table = field(ANSGAR)
    table.do(SettleRule(MAIN, RuleId(rule), given), face)
    (line,) = (line.text for line in log_lines(table.now, table.log) if line.rule == rule)
    assert line.lower().startswith(said[:-1])
