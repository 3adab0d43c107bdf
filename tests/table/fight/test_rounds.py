"""Fights: the book's own example, the order of a round, and the end of it."""

import pytest
from msgspec.structs import replace

from tests.table.brawls import GHOUL, ORC, alone
from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, ONE, SWORD, TWO, field, fight, fighter, foe, of
from tests.table.happenings import givens
from tests.table.happenings import of as told_of
from tests.table.tabletop import Tabletop, codes
from undercroft.books.neverwhere.hunger import Climate
from undercroft.books.violence.checks import Edge
from undercroft.books.violence.combat_rounds import QuickAction
from undercroft.books.violence.morale import Retreat
from undercroft.books.violence.surprise import Side
from undercroft.books.violence.units import Attribute
from undercroft.books.violence.wounds import BlowName
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import Died, HpChanged, ScarsChanged
from undercroft.table.body.wounds import Wound
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.fight import weapons
from undercroft.table.fight.actions import CrossRoom, FleeFight, PassGo, TryInFight, WithdrawAll
from undercroft.table.fight.attack import Attack, Struck
from undercroft.table.fight.casualties import FoeHurt
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.field import FightDecided
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.goes import Went
from undercroft.table.fight.morale import FoesBroke
from undercroft.table.fight.rescue import HelpInFight, Tended
from undercroft.table.fight.rounds import OpenFight, WaitOut
from undercroft.table.fight.scar_choice import scar_choice
from undercroft.table.fight.start import ActedQuickly, ActQuickly, OrderTaken
from undercroft.table.fight.targets import attack_named
from undercroft.table.fight.violence.foe_blows import FoeStruck
from undercroft.table.state.combatants import Fell, FoeState, InitiativeBlock, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import PRESETS, BattleFatigue
from undercroft.table.state.ids import FoeId, PersonId, ThingId, TimerId
from undercroft.table.state.scenes import Chase, SovereignTurn
from undercroft.table.state.seats import REFEREE, Seat
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

HERO = PersonId("hero")


# The book's own example


def test_the_book_of_violence_as_it_is_fought():
    """Its worked round: a hit, a fall, a Scar and two rounds out; the ghoul, at less than half, breaks.

    The last die is what those do who flee.
    """
    table = Tabletop()
    table.sit(ONE)
    hero = fighter(HERO, "Hero", ONE, 6, agility=12, brawn=14, ac=3)
    mace = Thing(ThingId("mace"), "mace", ThingKind.WEAPON, Carried(HERO, Worn.READIED), item="medium melee")
    seats = (Seat(ONE, "Seat 1"),)
    table.do(Begin("A fight", house=PRESETS["violence"], seats=seats, people=(hero,), things=(mace,), party=(HERO,)))

    began = table.do(AddFoes(MAIN, "ghoul HD 4 AC 5 1d6 hp 8"), 9)
    assert [OrderTaken(MAIN, (HERO,), ())] == told_of(began, OrderTaken)
    assert (15, 2) == (foe(table, GHOUL).attack, foe(table, GHOUL).attacks)

    blow = table.do(Attack(HERO, GHOUL), 12, 5, "keep", 7, 6, 2, 3, 1, 1, 15, 4)
    assert [Struck(HERO, GHOUL, "Ghoul", BlowName.HIT, 12, "mace")] == told_of(blow, Struck)
    assert [FoeHurt(HERO, GHOUL, "Ghoul", 5, dead=False)] == told_of(blow, FoeHurt)
    assert [FoeStruck(GHOUL, "Ghoul", HERO, BlowName.HIT)] == told_of(blow, FoeStruck)
    assert [ScarsChanged(HERO, 2)] == told_of(blow, ScarsChanged)
    assert [FoesBroke(MAIN, ("Ghoul",), Retreat.FLEE)] == told_of(blow, FoesBroke)
    assert [FightDecided(MAIN, "won", Seconds(0), Seconds(60), bodies=False)] == told_of(blow, FightDecided)
    assert (Seconds(60), None) == (table.now.clock, table.now.groups[MAIN].scene)
    assert Seconds(120) == table.now.timers[TimerId("unconscious-hero")].due


def test_the_dying_by_sovereign_in_the_fights_own_rounds():
    """Its third trace: down in round 2, a try that fails, one that works in round 3, up a turn later, Frail.

    Corvin's rounds are the fight's, of a minute each, until it is over.
    """
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(Wound(CORVIN, 3))
    table.do(AddFoes(MAIN, "2 ogres HD 3 AC 4 1d8 hp 9"), 19, 13, "keep")
    assert [InitiativeBlock.AFTER, InitiativeBlock.BEFORE] == [of(table, ISOLDE).block, of(table, CORVIN).block]
    table.do(AimFoe(MAIN, FoeId("ogres-1"), CORVIN))
    table.do(AimFoe(MAIN, FoeId("ogres-2"), CORVIN))
    table.do(PassGo(CORVIN), 18, 18)
    table.do(PassGo(ISOLDE))

    fell = table.do(PassGo(CORVIN), 9, 6, 18)
    assert [HpChanged(CORVIN, 0, "Ogre A", 5, damage=6)] == told_of(fell, HpChanged)
    assert Fell(2, 1) == of(table, CORVIN).fell
    second = next(foe for foe in fight(table).foes if foe.id == "ogres-2")
    assert "Ogre B attacks Isolde (Corvin is out of the fight)" == attack_named(table.now, second, ISOLDE)
    assert Seconds(60 + 7 * 60) == table.now.timers[TimerId("mortally_injured-corvin")].due
    table.do(HelpInFight(ISOLDE, CORVIN), 3, 3, 18, 18)
    third = table.do(HelpInFight(ISOLDE, CORVIN), 4, 4, 18, 18)
    rescues = givens(third, "sovereign.injury.stabilize")
    assert [(1, 1, True)] == [(rescue["mod"], rescue["full_rounds"], rescue["has_kit"]) for rescue in rescues]
    assert [Tended(ISOLDE, CORVIN, saved=True)] == told_of(third, Tended)
    assert ["incapacitated"] == [person.name for person in table.now.people[CORVIN].conditions]

    table.do(PassGo(ISOLDE), 18, 18)
    table.do(EndFight(MAIN, parted=True))
    assert Seconds(600) == table.now.clock
    rose = table.do(EndStep(MAIN), 5)
    assert [HpChanged(CORVIN, 1, "", 0)] == told_of(rose, HpChanged)
    assert [ScarsChanged(CORVIN, 3)] == told_of(rose, ScarsChanged)
    table.do(FirstAid(ISOLDE, (CORVIN,)), 5)
    corvin = table.now.people[CORVIN]
    assert (6, 1, ["frail"]) == (corvin.hp, corvin.strain, [condition.name for condition in corvin.conditions])
    assert [Died(CORVIN, "")] == told_of(table.do(Wound(CORVIN, 6)), Died)


# The order of a round


@pytest.mark.parametrize(
    "faces, block, quick",
    [
        ((8,), InitiativeBlock.BEFORE, False),
        ((9, "keep"), InitiativeBlock.BEFORE, False),
        ((10, "keep"), InitiativeBlock.BEFORE, True),
        ((11, "down"), InitiativeBlock.BEFORE, True),
        ((11, "keep"), InitiativeBlock.AFTER, False),
        ((12,), InitiativeBlock.AFTER, False),
    ],
)
def test_everybody_rolls_under_agility_to_act_before_the_foe(faces, block, quick):
    """Agility 10 and one Scar: asked only where a shift by one could change the place."""
    table = alone(*faces) if block is InitiativeBlock.BEFORE or quick else alone(*faces, 18)

    assert (block, quick) == (of(table, ANSGAR).block, of(table, ANSGAR).quick)
    assert (Phase.QUICK if quick else Phase(block.value)) == fight(table).phase


def test_a_person_who_has_two_characters_is_told_whose_place_each_die_decides():
    """The seat's own copy names them too."""
    table = field(ISOLDE, CORVIN, typed=True)
    table.do(AddFoes(MAIN, "an orc HD 1 hp 4"))
    for seat in (REFEREE, TWO):
        (wanted,) = table.known(seat).wanted.values()
        assert [ISOLDE, CORVIN] == [question.who for question in wanted.questions]


def test_a_large_weapon_is_quicker_and_a_thrown_one_slower():
    """Violence adds 2 for what is large and takes 2 for what is small and thrown."""
    sword = weapons.initiative_of(field(ANSGAR).now, ANSGAR)
    table = field(ANSGAR)
    table.truth.now = replace(table.now, things={SWORD: replace(table.now.things[SWORD], item="great_sword")})

    assert (0, 2) == (sword, weapons.initiative_of(table.now, ANSGAR))


def test_a_quick_action_comes_before_anything_and_is_no_attack():
    """It is used or let go; then the first round begins."""
    table = alone(10, "keep")

    assert ["attacks_are_not_quick"] == codes(table, ActQuickly(ANSGAR, QuickAction.ATTACK))
    assert ["not_yours", "not_quick"] == codes(table, ActQuickly(ANSGAR), TWO)
    done = table.do(ActQuickly(ANSGAR, QuickAction.POTION), seat=ONE)
    assert [ActedQuickly(ANSGAR, "drinks a potion")] == told_of(done, ActedQuickly)
    assert (1, Phase.BEFORE) == (fight(table).round, fight(table).phase)
    assert ["not_quick"] == codes(table, ActQuickly(ANSGAR))


def test_a_scar_is_not_asked_about_for_a_quick_action_that_is_lost():
    """The surprised have none: one under Agility, a Scar up would be exact, and nothing would come of it."""
    party = field(ANSGAR)
    party.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6", surprised=(Side.ADVENTURERS,)), 9, 18)
    assert InitiativeBlock.BEFORE == of(party, ANSGAR).block
    awake = field(ANSGAR)
    awake.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 9, "up")
    assert (0, True) == (fight(awake).round, of(awake, ANSGAR).quick)


def test_who_joins_a_fight_late_has_no_quick_action():
    """It comes before the first round and never between others, however exact the roll is."""
    table = field(ANSGAR, ISOLDE)
    table.do(Split(MAIN, (ISOLDE,), "rear"))
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5)
    members = replace(table.now.groups[MAIN], members=(ANSGAR, ISOLDE))
    table.truth.now = replace(table.now, groups={MAIN: members})
    table.do(PassGo(ANSGAR), 18, 12, "keep")
    assert (2, InitiativeBlock.BEFORE, False) == (fight(table).round, of(table, ISOLDE).block, of(table, ISOLDE).quick)


def test_a_quick_action_may_be_let_go():
    """Nothing is told of it."""
    table = alone(10, "keep")
    events = table.do(ActQuickly(ANSGAR, use=False))

    assert [] == told_of(events, ActedQuickly)
    assert Phase.BEFORE == fight(table).phase


def test_who_is_surprised_does_nothing_in_the_first_round():
    """Both sides in turn: the foes do not strike, the party has no go."""
    foes = field(ANSGAR)
    foes.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6", surprised=(Side.ENEMIES,)), 5)
    foes.do(PassGo(ANSGAR))
    assert 2 == fight(foes).round

    party = field(ANSGAR)
    party.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6", surprised=(Side.ADVENTURERS,)), 5, 18)
    assert (2, "") == (fight(party).round, of(party, ANSGAR).did)


def test_those_before_then_the_foes_then_those_after():
    """Nobody acts out of place, and the round ends by itself."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5, 15)

    assert ["not_their_go"] == codes(table, Attack(ISOLDE, ORC))
    first = table.do(PassGo(ANSGAR), 18)
    assert Phase.AFTER == fight(table).phase
    assert [Went(ANSGAR, "waits")] == told_of(first, Went)
    assert ["not_their_go"] == codes(table, Attack(ANSGAR, ORC))
    table.do(PassGo(ISOLDE))
    assert (2, Phase.BEFORE, Seconds(60)) == (fight(table).round, fight(table).phase, table.now.clock)


def test_a_person_who_joins_later_takes_a_place_when_the_next_round_begins():
    """Isolde comes back to the group in the middle of it."""
    table = field(ANSGAR, ISOLDE)
    table.do(Split(MAIN, (ISOLDE,), "rear"))
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5)
    members = replace(table.now.groups[MAIN], members=(ANSGAR, ISOLDE))
    table.truth.now = replace(table.now, groups={MAIN: members})
    joined = table.do(PassGo(ANSGAR), 18, 15)

    assert [OrderTaken(MAIN, (ANSGAR,), (ISOLDE,))] == told_of(joined, OrderTaken)


def test_a_move_and_one_action():
    """Crossing the room leaves the action; a second move does not fit."""
    table = alone(5)
    table.do(CrossRoom(ANSGAR))

    assert ["moved"] == codes(table, CrossRoom(ANSGAR))
    table.do(Attack(ANSGAR, ORC), 20, 18)
    assert (2, False) == (fight(table).round, of(table, ANSGAR).moved)


def test_everybody_else_waits_at_the_referees_word():
    """The foes still have their go, and the round takes its course."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5, 15)
    table.do(WaitOut(MAIN), 18)

    assert 2 == fight(table).round
    assert ["referee_only"] == codes(table, WaitOut(MAIN), ONE)


def test_something_else_may_take_a_check():
    """Brawn 15 exactly is done really well; Scars bend it where they could matter."""
    table = alone(5)
    tried = table.do(TryInFight(ANSGAR, "topple the pillar", Attribute.BRAWN), 15, "keep", 18)
    again = table.do(TryInFight(ANSGAR, "shout"), 18)

    assert [Went(ANSGAR, "tries “topple the pillar” and succeeds very well")] == told_of(tried, Went)
    assert [Went(ANSGAR, "tries “shout”")] == told_of(again, Went)


def test_with_two_dice_a_scar_is_asked_about_the_die_that_counts():
    """Brawn 15 with advantage: a 3 succeeds whichever way a Scar moves it; a 16 may be made exact."""
    table, push = alone(5), TryInFight(ANSGAR, "topple the pillar", Attribute.BRAWN, Edge.ADVANTAGE)
    tried = table.do(push, 3, 20, 18)
    assert [Went(ANSGAR, "tries “topple the pillar” and succeeds")] == told_of(tried, Went)

    table = alone(5)
    table.do(push, 16, 20)
    ((asked,),) = (wanted.questions for wanted in table.now.wanted.values())
    choice = scar_choice(table.now, asked)
    assert choice is not None
    assert {"Keep 16", "Make it 15", "Make it 17"} == set(choice.options)


# The end


def test_a_fight_costs_a_turn_of_its_own_at_a_site_of_sovereign():
    """Two rounds are two minutes; eight more are spent, the turn is counted, and the check of its turn is made."""
    table = alone(5, line="2 orcs HD 1 AC 3 1d6 hp 3")
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 12, 6, 18, 5)
    ended = table.do(Attack(ANSGAR, FoeId("orcs-2")), 12, 6)

    assert [FightDecided(MAIN, "won", Seconds(480), Seconds(600))] == told_of(ended, FightDecided)
    assert (Seconds(600), 200) == (table.now.clock, table.now.xp_pool)
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, SovereignTurn)
    assert (2, 2) == (scene.turn, scene.since_check)


def test_experience_is_the_referees_secret():
    """It would tell the Hit Dice; the pool is told at home."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 3")
    table.do(Attack(ANSGAR, ORC), 12, 6)

    assert (100, 0) == (table.now.xp_pool, table.known(ONE).xp_pool)


def test_a_person_who_runs_may_be_pursued():
    """The foes hold the field and come after; nobody is left to fight."""
    table = alone(5)
    fled = table.do(FleeFight(ANSGAR))

    assert [Went(ANSGAR, "flees")] == told_of(fled, Went)
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, Chase)
    assert (Side.ENEMIES, "Orc", 1) == (scene.pursuers, scene.met.name, scene.met.count)
    seen = table.known(ONE).groups[MAIN].scene
    assert isinstance(seen, Chase)
    assert () == seen.foes


def test_everybody_runs_at_the_referees_word():
    """Those who are down stay where they are."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5, 5)
    table.do(WithdrawAll(MAIN))

    assert isinstance(table.now.groups[MAIN].scene, Chase)
    assert ["no_fight"] == codes(table, WithdrawAll(MAIN))


@pytest.mark.parametrize(
    "states, ending, pool",
    [
        ((FoeState.DEAD, FoeState.FLED), "fled", 100),
        ((FoeState.FLED, FoeState.FLED), "fled", 0),
        ((FoeState.DEAD, FoeState.DEAD), "won", 200),
    ],
)
def test_who_runs_has_not_won_against_foes_who_run_too(states, ending, pool):
    """Both leave the field in one moment: only the dead are worth anything, and nobody is pursued."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 3"), 5, 5)
    group = table.now.groups[MAIN]
    broken = tuple(replace(foe, state=state) for foe, state in zip(fight(table).foes, states, strict=True))
    routed = replace(group, scenes=(*group.scenes[:-1], replace(fight(table), foes=broken)))
    table.truth.now = replace(table.now, groups={**table.now.groups, MAIN: routed})
    plan = (1,) if FoeState.FLED in states else ()
    ran = table.do(WithdrawAll(MAIN), *plan)

    assert [ending] == [event.ending for event in told_of(ran, FightDecided)]
    assert pool == table.now.xp_pool
    assert not isinstance(table.now.groups[MAIN].scene, Chase)


def test_two_sides_may_part():
    """Nobody has won; only the dead are worth anything."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 3"), 5)
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 12, 6, 18, 5)
    parted = table.do(EndFight(MAIN, parted=True))

    assert ["the sides break off"] == [event.ending for event in told_of(parted, FightDecided)]
    assert 100 == table.now.xp_pool


def test_a_fight_that_is_broken_off_starts_no_round():
    """Its first round may still wait for the referee; then nothing is left of it, and the party goes on."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 3"), 5)
    group = table.now.groups[MAIN]
    waiting = replace(group, scenes=(*group.scenes[:-1], replace(fight(table), waits=True)))
    table.truth.now = replace(table.now, groups={**table.now.groups, MAIN: waiting})
    assert [] == codes(table, OpenFight(MAIN))
    table.do(EndFight(MAIN, parted=True))

    assert fight_of(table.now.groups[MAIN]) is None
    assert ["no_fight"] == codes(table, OpenFight(MAIN))


def test_where_the_house_says_so_a_fight_tires_a_person_who_took_part():
    """A sixth round costs Ansgar a point; Isolde, who did nothing, is spared."""
    house = replace(BLEND, battle_fatigue=BattleFatigue.NEVERWHERE)
    table = field(ANSGAR, ISOLDE, house=house)
    fresh = replace(table.now.people[ANSGAR], fp=10)
    table.truth.now = replace(table.now, people={**table.now.people, ANSGAR: fresh})
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 3"), 5, 5)
    for _ in range(5):
        table.do(WaitOut(MAIN), 20)
    ended = table.do(Attack(ANSGAR, ORC), 12, 6)

    assert ["fp", "exempt"] == [
        event.outcome["kind"] for event in told_of(ended, Settled) if event.rule == "neverwhere.battle-fatigue"
    ]
    assert 9 == table.now.people[ANSGAR].fp


def test_a_fight_of_five_rounds_tires_nobody():
    """The fight's own rounds count."""
    table = field(ANSGAR, house=replace(BLEND, battle_fatigue=BattleFatigue.NEVERWHERE))
    fresh = replace(table.now.people[ANSGAR], fp=10)
    table.truth.now = replace(table.now, people={**table.now.people, ANSGAR: fresh})
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 3"), 5)
    for _ in range(4):
        table.do(WaitOut(MAIN), 20)
    table.do(Attack(ANSGAR, ORC), 12, 6)

    assert 10 == table.now.people[ANSGAR].fp


def test_in_the_heat_the_same_fight_costs_more():
    """One point for the fight and one for the heat."""
    table = field(ANSGAR, house=replace(BLEND, battle_fatigue=BattleFatigue.NEVERWHERE))
    fresh = replace(table.now.people[ANSGAR], fp=10)
    table.truth.now = replace(table.now, people={**table.now.people, ANSGAR: fresh}, climate=Climate.HOT)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 3"), 5)
    for _ in range(5):
        table.do(WaitOut(MAIN), 20)
    table.do(Attack(ANSGAR, ORC), 12, 6)

    assert 8 == table.now.people[ANSGAR].fp


def test_undo_across_a_death():
    """The last act undone brings the dead to life, timers, fight and all; done again, it is the same."""
    table = field(ISOLDE, CORVIN)
    table.do(AddFoes(MAIN, "ogre HD 3 AC 4 1d8 hp 30"), 5, 5)
    table.do(PassGo(ISOLDE))
    before, seen = table.now, table.known(TWO)
    table.do(AimFoe(MAIN, FoeId("ogre-1"), CORVIN))
    aimed = table.now
    died = table.do(PassGo(CORVIN), 9, 8, 1, 1)
    assert [Died(CORVIN, "Ogre")] == told_of(died, Died)
    after, told = table.now, table.known(TWO)

    table.undo()
    assert aimed == table.now
    assert seen == table.known(TWO)
    table.redo()
    assert (after, told) == (table.now, table.known(TWO))
    table.undo()
    table.undo()
    assert before == table.now
