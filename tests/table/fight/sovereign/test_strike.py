"""Fights by Sovereign: a d20 against an armour class, Shock, swarms, luck, and foes who leave without a roll."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BOW, CAVE, CORVIN, ISOLDE, MOUTH, ONE, TAM, cave, field, fight, foe, of
from tests.table.happenings import of as told_of
from tests.table.sovereign_bouts import ORC, SOVEREIGN, bout, grappling, in_melee, shot, skilled
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.sovereign.situations import Circumstance
from undercroft.books.violence.surprise import Side
from undercroft.books.violence.wounds import BlowName
from undercroft.faces.views.fight.foe_reading import line_reading
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack, Struck
from undercroft.table.fight.casualties import FoeHurt
from undercroft.table.fight.foes import AddFoes, AimFoe, FoesRead
from undercroft.table.fight.sovereign import foe_strike
from undercroft.table.fight.sovereign.arms import arms_of
from undercroft.table.fight.sovereign.execution import Executed, ExecuteFoe
from undercroft.table.fight.sovereign.footing import (
    DefendTotally,
    DropProne,
    RunInFight,
    ScreenAlly,
    StandUp,
    WithdrawFighting,
)
from undercroft.table.fight.sovereign.handling import ReloadArm
from undercroft.table.fight.sovereign.marks import MarkFoe
from undercroft.table.fight.sovereign.strike import LuckTurned, Manner, Strike
from undercroft.table.fight.sovereign.strike_odds import strike_odds
from undercroft.table.fight.sovereign.swing import swing
from undercroft.table.fight.sovereign.wrestling import ShoveFoe
from undercroft.table.offers import offers
from undercroft.table.state.combatants import Guess, Phase, Stance
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Combat, FoeMorale
from undercroft.table.state.ids import CreaturesId, FoeId
from undercroft.table.state.lore import ArmourScale
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN


def test_each_side_rolls_a_d8_and_ties_are_the_partys():
    """4 against 4 goes to the party; 3 against 4 does not, and the orc acts at once."""
    first = bout(dice=(4, 4))
    assert (Phase.BEFORE, 1, (4, 4)) == (fight(first).phase, fight(first).round, fight(first).initiative)
    last = bout(dice=(3, 4, 1))
    assert (Phase.AFTER, (3, 4)) == (fight(last).phase, fight(last).initiative)


def test_a_hit_needs_the_armour_class_and_does_the_die_strength_and_killing_blow():
    """Bonus 3, Strength 1, Stab 1: a 9 makes 14 and hits; d8 of 2, 1 for Strength and 2 for Killing Blow are 5."""
    table = bout()
    events = table.do(Strike(ANSGAR, ORC), 9, 2, 20)
    assert [Struck(ANSGAR, ORC, "Orc", BlowName.HIT, 14, "longsword")] == told_of(events, Struck)
    assert [FoeHurt(ANSGAR, ORC, "Orc", 5, dead=False)] == told_of(events, FoeHurt)
    assert Guess(0, 4) == foe(table, ORC).guess


def test_a_miss_deals_shock_to_light_armour_only():
    """A longsword's Shock is 2 up to AC 13: with Strength 1 and Killing Blow 2, a miss does 5 to AC 13, not to 14."""
    light = bout(line="orc HD 1 AC 13 1d6 hp 30")
    hurt = light.do(Strike(ANSGAR, ORC), 1, "spare", 1)
    assert [FoeHurt(ANSGAR, ORC, "Orc", 5, dead=False, shock=True)] == told_of(hurt, FoeHurt)
    assert "Orc takes 5 Shock damage." == told_of(hurt, FoeHurt)[0].say(light.now)
    heavy = bout(line="orc HD 1 AC 14 1d6 hp 30")
    assert [] == told_of(heavy.do(Strike(ANSGAR, ORC), 1, "spare", 1), FoeHurt)


def test_veterans_luck_turns_a_miss_once_a_fight():
    """The first miss can be turned into a hit; then the luck is gone."""
    table = bout(line="orc HD 1 AC 18 1d6 hp 30")
    lucky = table.do(Strike(ANSGAR, ORC), 2, "use", 3, 1)
    assert [LuckTurned(ANSGAR, own=True)] == told_of(lucky, LuckTurned)
    assert [FoeHurt(ANSGAR, ORC, "Orc", 6, dead=False)] == told_of(lucky, FoeHurt)
    plain = table.do(Strike(ANSGAR, ORC), 2, 1)
    assert [] == told_of(plain, LuckTurned)


def test_luck_turns_a_hit_on_the_warrior():
    """The orc's 20 would hit; the luck makes it a miss, and no damage is rolled."""
    table = bout(line="orc HD 1 AC 14 1d6 hp 30")
    before = table.now.people[ANSGAR].hp
    events = table.do(PassGo(ANSGAR), 20, "use")
    assert [LuckTurned(ANSGAR, own=False)] == told_of(events, LuckTurned)
    assert before == table.now.people[ANSGAR].hp


def test_a_charge_hits_better_and_opens_the_guard():
    """+2 to hit makes a 7 enough; the orc's bonus of 1 then needs 11 against 14 - 2, so a 11 hits."""
    table = bout(line="orc HD 1 AC 14 1d6 hp 30")
    skilled(table, ANSGAR, character_class="expert", level=7, skills={"Stab": 1})
    events = table.do(Strike(ANSGAR, ORC, manner=Manner.CHARGE), 7, 4, 11, 2)
    assert [BlowName.HIT] == [event.blow for event in told_of(events, Struck)]
    assert 10 == table.now.people[ANSGAR].hp
    assert Stance.NONE is of(table, ANSGAR).stance
    assert "in_melee" in codes(table, Strike(ANSGAR, ORC, manner=Manner.CHARGE))


def test_total_defence_keeps_the_orc_off_until_the_next_go():
    """AC 14 becomes 16: the orc's 14 with bonus 1 makes 15 and misses."""
    table = bout(line="orc HD 1 AC 14 1d6 hp 30")
    table.do(DefendTotally(ANSGAR), 14)
    assert 12 == table.now.people[ANSGAR].hp
    assert Stance.NONE is of(table, ANSGAR).stance


def test_a_swarm_helps_and_its_shock_always_counts():
    """Two more make +4 to hit and +2 damage; a miss does Shock 2 + 1 + 2 even to AC 18."""
    table = bout(ANSGAR, ISOLDE, CORVIN, line="orc HD 1 AC 18 1d6 hp 30")
    hit = table.do(Strike(ANSGAR, ORC, others=(ISOLDE, CORVIN)), 9, 2, 1)
    assert [FoeHurt(ANSGAR, ORC, "Orc", 7, dead=False)] == told_of(hit, FoeHurt)
    miss = table.do(Strike(ANSGAR, ORC, others=(ISOLDE, CORVIN)), 1, "spare", 1)
    assert [FoeHurt(ANSGAR, ORC, "Orc", 5, dead=False, shock=True)] == told_of(miss, FoeHurt)
    assert ["bad_swarm"] == codes(table, Strike(ANSGAR, ORC, others=(ANSGAR,)))[:1]


def test_everybody_has_one_main_and_one_move():
    """After an attack the go is over; before it one can move, and a Main buys a second Move."""
    table = bout(ANSGAR, ISOLDE, line="orc HD 1 AC 14 1d6 hp 30")
    table.do(RunInFight(ISOLDE))
    assert (True, 0, False) == (of(table, ISOLDE).moved, of(table, ISOLDE).actions, of(table, ISOLDE).done)
    table.do(RunInFight(ISOLDE))
    assert (1, True) == (of(table, ISOLDE).actions, of(table, ISOLDE).done)
    assert ["done_this_round"] == codes(table, Strike(ISOLDE, ORC))
    assert ["other_rules"] == codes(table, Attack(ANSGAR, ORC))[:1]


def test_turning_away_from_melee_costs_a_free_attack():
    """The orc hits with 20 for 3; a fighting withdrawal first costs the Main and avoids it."""
    table = in_melee()
    assert (ORC,) == of(table, ISOLDE).melee
    table.do(WithdrawFighting(ISOLDE))
    table.do(RunInFight(ISOLDE))
    assert 6 == table.now.people[ISOLDE].hp
    table.do(PassGo(ANSGAR), 1)
    table.do(RunInFight(ISOLDE), 20, 3)
    assert 3 == table.now.people[ISOLDE].hp


def test_a_bow_is_useless_in_melee_and_must_be_nocked():
    """Corvin, untrained, nocks with his Move; with the orc beside him he cannot shoot."""
    table = shot()
    assert BOW == of(table, CORVIN).unloaded
    assert ["unloaded"] == codes(table, Strike(CORVIN, ORC, BOW))[-1:]
    table.do(ReloadArm(CORVIN))
    assert of(table, CORVIN).moved


def test_shoving_puts_a_foe_on_the_ground_and_helps_the_next_blow():
    """A hit, then 2d6 and Strength 1 + Brawl -1 against 8; the next attack has +2."""
    table = bout(ANSGAR, ISOLDE, line="orc HD 1 AC 14 1d6 hp 30")
    table.do(ShoveFoe(ANSGAR, ORC), 12, 4, 4)
    assert foe(table, ORC).prone
    person, arm = of(table, ISOLDE), arms_of(table.now, ISOLDE)[0]
    given = Strike(ISOLDE, ORC).swing(table.now, fight(table), person, arm, fight(table).in_sight[0], 4)
    assert 2 == given.attack.situation


def test_a_grappled_foe_struggles_instead_of_striking_and_is_hurt_as_the_round_ends():
    """Unarmed 12 + 3 + 1 - 1 hits AC 14; 8 wins the contest; the orc's 2 does not free it; 1d2 and 2 hurt it."""
    table = grappling()
    assert ANSGAR == foe(table, ORC).grappled_by
    assert 25 == foe(table, ORC).health
    assert 12 == table.now.people[ANSGAR].hp


def test_an_ally_is_screened():
    """The orc must win a contest to reach Isolde; with a 2 it strikes at Ansgar instead."""
    table = bout(ANSGAR, ISOLDE, line="orc HD 1 AC 14 1d6 hp 30")
    table.do(AimFoe(MAIN, ORC, ISOLDE))
    table.do(ScreenAlly(ANSGAR, ISOLDE))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(ISOLDE), 1, 1, 20, "spare", 4)
    assert (8, 6) == (table.now.people[ANSGAR].hp, table.now.people[ISOLDE].hp)


def test_lying_down_and_standing_up():
    """A Free action and a Move."""
    table = bout()
    table.do(DropProne(ANSGAR))
    assert of(table, ANSGAR).prone
    assert ["prone"] == codes(table, RunInFight(ANSGAR))
    table.do(StandUp(ANSGAR))
    assert (False, True) == (of(table, ANSGAR).prone, of(table, ANSGAR).moved)


def test_the_referee_marks_cover_and_the_odds_follow():
    """+5 hits AC 14 with 12 faces; half cover is -2, and leaves 10."""
    table = bout()
    before = _chance(table)
    table.do(MarkFoe(MAIN, ORC, (Circumstance.HALF_COVER,)))
    assert (Fraction(12, 20), Fraction(10, 20)) == (before, _chance(table))
    assert ["bad_mark"] == codes(table, MarkFoe(MAIN, ORC, (Circumstance.CHARGE,)))


def _chance(table: Tabletop) -> Fraction:
    fighter, arm = of(table, ANSGAR), arms_of(table.now, ANSGAR)[0]
    made = Strike(ANSGAR, ORC).swing(table.now, fight(table), fighter, arm, fight(table).in_sight[0], 4)
    return strike_odds(table.now.house, made).hit


def test_the_odds_of_a_blow_are_exact():
    """+5 against 13: 13 faces hit for d8+3, at least 5; a miss does 5. Six hit points fall to a d8 of 3 or more."""
    table = bout(line="orc HD 1 AC 13 1d6 hp 6")
    odds = strike_odds(table.now.house, swing(table.now, of(table, ANSGAR), arms_of(table.now, ANSGAR)[0], 3), 6)
    hit = Fraction(13, 20)
    mean = Fraction(5 + 5 + 6 + 7 + 8 + 9 + 10 + 11, 8)
    assert (hit, 1 - hit, 5) == (odds.hit, odds.shock, odds.shock_damage)
    assert (hit * mean + (1 - hit) * 5, hit * Fraction(6, 8)) == (odds.mean, odds.slays)


def test_an_unsuspecting_foe_is_executed():
    """Surprised foes, round 1: the orc's Physical save of 15 fails with 3."""
    table = bout(line="orc HD 1 AC 14 1d6 hp 30", surprised=(Side.ENEMIES,))
    events = table.do(ExecuteFoe(ANSGAR, ORC), 3)
    assert [Executed(ANSGAR, ORC, "Orc", "slain")] == told_of(events, Executed)
    assert not fight_over(table)


def fight_over(table: Tabletop):
    """The foes that still fight."""
    group = table.now.groups[MAIN]
    return [each for each in getattr(group.scene, "foes", ()) if each.fights]


def test_a_group_leaves_when_a_third_is_lost():
    """Of three orcs one dies, and the others go without a roll; the fearless stay."""
    table = bout(line="3 orcs HD 1 AC 10 1d6 hp 3")
    table.do(Strike(ANSGAR, FoeId("orcs-1")), 15, 5, 1, 1, 1)
    assert not fight_over(table)
    brave = bout(line="3 orcs HD 1 AC 10 1d6 hp 3 fearless")
    brave.do(Strike(ANSGAR, FoeId("orcs-1")), 15, 5, 1, 1)
    assert 2 == len(fight_over(brave))


def test_the_house_can_keep_violences_morale():
    """Then a d20 decides at the end of the round."""
    table = bout(line="3 orcs HD 1 AC 10 1d6 hp 3", house=replace(SOVEREIGN, foe_morale=FoeMorale.VIOLENCE))
    table.do(Strike(ANSGAR, FoeId("orcs-1")), 15, 5, 1, 1, 2)
    assert 2 == len(fight_over(table))
    assert 2 == fight(table).round


@pytest.mark.parametrize("seat", ["referee", ONE])
def test_every_offer_of_a_go_can_be_given(seat):
    """What is offered without a reason against it is not refused."""
    table = bout(ANSGAR, ISOLDE, CORVIN, TAM)
    given = [offer.command for offer in offers(table.known(seat), seat) if not offer.refused]
    assert any(isinstance(each, Strike) for each in given)
    assert not any(isinstance(each, Attack) for each in given)
    assert all(not codes(table, each, seat) for each in given)


@pytest.mark.parametrize(
    "line, ac, understood, warned",
    [
        ("orc HD 1 AC 14", 4, "AC 14", False),
        ("orc HD 1 AC 5 [14]", 4, "AC 14", False),
        ("orc HD 1 AC -1", 10, "AC 20", True),
    ],
)
def test_an_armour_class_counts_as_the_fight_does(line, ac, understood, warned):
    """Ascending is taken as it is; another scale is converted, and the log says so."""
    table = field(ANSGAR, house=SOVEREIGN)
    events = table.do(AddFoes(MAIN, f"{line} 1d6 hp 6"), 8, 1)
    (read,) = told_of(events, FoesRead)
    assert (ac, True, warned) == (foe(table, ORC).ac, understood in read.understood, bool(read.warnings))


@pytest.mark.parametrize(
    "house, said",
    [
        (SOVEREIGN, "They roll no morale by your house rules: their losses make them leave."),
        (
            replace(SOVEREIGN, foe_morale=FoeMorale.VIOLENCE),
            "Their morale depends on their Hit Dice: they fight on if a d20 is under 11.",
        ),
    ],
)
def test_a_morale_score_is_answered_by_the_morale_of_the_house(house, said):
    """Sovereign's foes leave by their losses, unless the house keeps the roll; the preview and the log say which."""
    table = field(ANSGAR, house=house)
    assert (said,) == line_reading(table.now, "orc HD 1 ML 8").warnings
    (read,) = told_of(table.do(AddFoes(MAIN, "orc HD 1 ML 8 1d6 hp 6"), 8, 1), FoesRead)
    assert (said,) == read.warnings


def test_an_armour_class_that_cannot_be_of_the_scale_is_refused_until_the_scale_is_named():
    """AC 5 is no ascending one; said to count down from 9, it is AC 14."""
    table = field(ANSGAR, house=SOVEREIGN)
    assert ["bad_scale"] == codes(table, AddFoes(MAIN, "orc HD 1 AC 5 1d6 hp 6"))
    events = table.do(AddFoes(MAIN, "orc HD 1 AC 5 1d6 hp 6", scale=ArmourScale.DESCENDING), 8, 1)
    assert "AC 14" in told_of(events, FoesRead)[0].understood


def test_a_line_gives_its_own_attack_bonus_and_shock():
    """AB +4 hits AC 14 from 10 on; a miss still does its Shock of 2."""
    table = bout(ISOLDE, line="orc HD 1 AC 14 1d6 hp 30 AB +4 shock 2/15")
    assert (4, 2, 15) == (foe(table, ORC).attack, foe(table, ORC).shock, foe(table, ORC).shock_ac)
    table.do(PassGo(ISOLDE), 1)
    assert 4 == table.now.people[ISOLDE].hp


def test_a_fight_keeps_its_book_when_the_house_changes():
    """The house turns to Violence in mid-fight; this fight goes on by Sovereign, the next one by Violence."""
    table = bout(line="orc HD 1 AC 14 1d6 hp 3")
    table.do(ChangeHouse(replace(table.now.house, combat=Combat.VIOLENCE)))
    assert ["other_rules"] == codes(table, Attack(ANSGAR, ORC))[:1]
    table.do(Strike(ANSGAR, ORC), 15, 5)
    table.do(AddFoes(MAIN, "orc HD 1 AC 4 1d6 hp 3"), 5)
    assert Combat.VIOLENCE is fight(table).book


def test_foes_who_join_a_fight_count_as_that_fight_does():
    """The house has turned to Violence; the fight goes on by Sovereign, so AC 14 is ascending, and HD 2 means +2."""
    table = bout()
    table.do(ChangeHouse(replace(table.now.house, combat=Combat.VIOLENCE)))
    table.do(AddFoes(MAIN, "wolf HD 2 AC 14 1d6 hp 9"))
    assert (4, 2) == (foe(table, "wolf-1").ac, foe(table, "wolf-1").attack)


def test_creatures_of_an_encounter_have_the_numbers_of_the_book():
    """Two orcs of HD 1 who live in the cave attack with +1; the orc of 3 hit points keeps them."""
    orcs = Creatures(CreaturesId("orcs"), "orcs", 2, Fraction(1), MOUTH, hp=(3, 3), ac=3)
    table = field(ANSGAR, site=cave(creatures={orcs.id: orcs}), house=SOVEREIGN, inside=False)
    table.do(EnterSite(MAIN, CAVE))
    table.do(TakeStance(MAIN, Choice.FIGHT), 1, 2, 8, 1)
    assert [(1, 1, 3)] * 2 == [(orc.attack, orc.attacks, orc.health) for orc in fight(table).foes]


def test_a_foe_that_attacks_another_than_its_target_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice of its attack say that its target is screened."""
    causes: list[str] = []

    def noted(rule: Any, given: Any, *, about: str, cause: str) -> RuleToSettle[Any, Any]:
        causes.append(cause)
        return RuleToSettle(rule, given, about=about, cause=cause)

    monkeypatch.setattr(foe_strike, "RuleToSettle", noted)
    table = bout(ANSGAR, ISOLDE, line="orc HD 1 AC 14 1d6 hp 30")
    table.do(AimFoe(MAIN, ORC, ISOLDE))
    table.do(ScreenAlly(ANSGAR, ISOLDE))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(ISOLDE), 1, 1, 20, "spare", 4)
    assert "Orc attacks Ansgar (Isolde is screened)" in causes
