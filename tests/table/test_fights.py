"""Fights: the order of a Round, attacks with Scars, armour, stuns, the foes' go, and the end of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.field import (
    ANSGAR,
    BLEND,
    BOW,
    CHAIN,
    CORVIN,
    ISOLDE,
    ONE,
    SWORD,
    TAM,
    TWO,
    VIOLENCE,
    cave,
    field,
    fight,
    fighter,
    foe,
    of,
)
from tests.table.happenings import givens
from tests.table.happenings import of as told_of
from tests.table.tabletop import Tabletop
from undercroft.books.violence.combat_rounds import QuickAction
from undercroft.books.violence.morale import Retreat
from undercroft.books.violence.surprise import Side
from undercroft.books.violence.units import Attribute
from undercroft.books.violence.wounds import BlowName
from undercroft.kernel.units import Seconds
from undercroft.table import striking, weapons
from undercroft.table.armour import ArmourBroke, Mend
from undercroft.table.battle import Block, Fell, Guess, Phase
from undercroft.table.bodies import Died, HpChanged, ScarsChanged
from undercroft.table.groups import MAIN, Split
from undercroft.table.healing import FirstAid
from undercroft.table.house import PRESETS, BattleFatigue
from undercroft.table.names import BandId, FoeId, PersonId, ThingId, TimerId
from undercroft.table.opening import Begin
from undercroft.table.procedures.clockwork import EndStep
from undercroft.table.procedures.fight_attack import Attack, FoeHurt, Struck
from undercroft.table.procedures.fight_end import EndFight
from undercroft.table.procedures.fight_field import FightDecided
from undercroft.table.procedures.fight_foes import AddFoes, AimFoe, FoesCame, RuleBand, ShowFoes
from undercroft.table.procedures.fight_go import (
    CrossRoom,
    FleeFight,
    PassGo,
    ReloadWeapon,
    TryInFight,
    Went,
    WithdrawAll,
)
from undercroft.table.procedures.fight_help import HelpInFight, Tended
from undercroft.table.procedures.fight_morale import FoesBroke
from undercroft.table.procedures.fight_round import WaitOut
from undercroft.table.procedures.fight_start import ActedQuickly, ActQuickly, OrderTaken
from undercroft.table.procedures.fight_theirs import FoeStruck
from undercroft.table.scenes import Chase, SovereignTurn
from undercroft.table.seats import REFEREE, Seat
from undercroft.table.settled import Settled
from undercroft.table.things import Carried, Kind, Thing, Worn
from undercroft.table.wounds import Wound

GHOUL, ORC = FoeId("ghoul-1"), FoeId("orc-1")
HERO = PersonId("hero")


def alone(*faces: int | str, line: str = "orc HD 1 AC 3 1d6 hp 6", house=VIOLENCE) -> Tabletop:
    """Ansgar alone against one orc: Agility 10, Brawn 15, AC 5, 12 hit points, one Scar."""
    table = field(ANSGAR, house=house)
    table.do(AddFoes(MAIN, line), *faces)
    return table


def codes(table: Tabletop, command, seat: str = "referee") -> list[str]:
    return [reason.code for reason in table.why_not(command, seat)]


# The book's own example


def test_the_book_of_violence_as_it_is_fought():
    """Its worked Round: a hit, a fall, a Scar and two Rounds out; the ghoul, at less than half, breaks.

    The last die is what those do who flee.
    """
    table = Tabletop()
    table.sit(ONE)
    hero = fighter(HERO, "Hero", ONE, 6, agility=12, brawn=14, ac=3)
    mace = Thing(ThingId("mace"), "mace", Kind.WEAPON, Carried(HERO, Worn.READIED), item="medium melee")
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
    assert [FightDecided(MAIN, "won", Seconds(0))] == told_of(blow, FightDecided)
    assert (Seconds(60), None) == (table.now.clock, table.now.groups[MAIN].scene)
    assert Seconds(120) == table.now.timers[TimerId("unconscious-hero")].due


def test_the_dying_by_sovereign_in_the_fights_own_rounds():
    """Its third trace: down in Round 2, a try that fails, one that works in Round 3, up a Turn later, Frail.

    Corvin's Rounds are the fight's, of a minute each, until it is over.
    """
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(Wound(CORVIN, 3))
    table.do(AddFoes(MAIN, "2 ogres HD 3 AC 4 1d8 hp 9"), 19, 13, "keep")
    assert [Block.AFTER, Block.BEFORE] == [of(table, ISOLDE).block, of(table, CORVIN).block]
    table.do(AimFoe(MAIN, FoeId("ogres-1"), CORVIN))
    table.do(AimFoe(MAIN, FoeId("ogres-2"), CORVIN))
    table.do(PassGo(CORVIN), 18, 18)
    table.do(PassGo(ISOLDE))

    fell = table.do(PassGo(CORVIN), 9, 6, 18)
    assert [HpChanged(CORVIN, 0, "Ogre A")] == told_of(fell, HpChanged)
    assert Fell(2, 1) == of(table, CORVIN).fell
    assert Seconds(60 + 7 * 60) == table.now.timers[TimerId("mortally_injured-corvin")].due
    table.do(HelpInFight(ISOLDE, CORVIN), 3, 3, 18, 18)
    third = table.do(HelpInFight(ISOLDE, CORVIN), 4, 4, 18, 18)
    rescues = givens(third, "sovereign.injury.stabilize")
    assert [(1, 1, True)] == [(one["mod"], one["full_rounds"], one["has_kit"]) for one in rescues]
    assert [Tended(ISOLDE, CORVIN, saved=True)] == told_of(third, Tended)
    assert ["incapacitated"] == [one.name for one in table.now.people[CORVIN].conditions]

    table.do(PassGo(ISOLDE), 18, 18)
    table.do(EndFight(MAIN, parted=True))
    assert Seconds(600) == table.now.clock
    rose = table.do(EndStep(MAIN), 5)
    assert [HpChanged(CORVIN, 1)] == told_of(rose, HpChanged)
    assert [ScarsChanged(CORVIN, 3)] == told_of(rose, ScarsChanged)
    table.do(FirstAid(ISOLDE, (CORVIN,)), 5)
    corvin = table.now.people[CORVIN]
    assert (6, 1, ["frail"]) == (corvin.hp, corvin.strain, [one.name for one in corvin.conditions])
    assert [Died(CORVIN, "")] == told_of(table.do(Wound(CORVIN, 6)), Died)


# The order of a Round


@pytest.mark.parametrize(
    "faces, block, quick",
    [
        ((8,), Block.BEFORE, False),
        ((9, "keep"), Block.BEFORE, False),
        ((10, "keep"), Block.BEFORE, True),
        ((11, "down"), Block.BEFORE, True),
        ((11, "keep"), Block.AFTER, False),
        ((12,), Block.AFTER, False),
    ],
)
def test_everybody_rolls_under_agility_to_act_before_the_foe(faces, block, quick):
    """Agility 10 and one Scar: asked only where a shift by one could change the place."""
    table = alone(*faces) if block is Block.BEFORE or quick else alone(*faces, 18)

    assert (block, quick) == (of(table, ANSGAR).block, of(table, ANSGAR).quick)
    assert (Phase.QUICK if quick else Phase(block.value)) == fight(table).phase


def test_whoever_has_two_characters_is_told_whose_place_each_die_decides():
    """The seat's own copy names them too."""
    table = field(ISOLDE, CORVIN, typed=True)
    table.do(AddFoes(MAIN, "an orc HD 1 hp 4"))
    for seat in (REFEREE, TWO):
        (wanted,) = table.known(seat).wanted.values()
        assert [ISOLDE, CORVIN] == [one.who for one in wanted.questions]


def test_a_large_weapon_is_quicker_and_a_thrown_one_slower():
    """Violence adds 2 for what is large and takes 2 for what is small and thrown."""
    sword = weapons.initiative_of(field(ANSGAR).now, ANSGAR)
    table = field(ANSGAR)
    table.truth.now = replace(table.now, things={SWORD: replace(table.now.things[SWORD], item="great_sword")})

    assert (0, 2) == (sword, weapons.initiative_of(table.now, ANSGAR))


def test_a_quick_action_comes_before_anything_and_is_no_attack():
    """It is used or let go; then the first Round begins."""
    table = alone(10, "keep")

    assert ["attacks_are_not_quick"] == codes(table, ActQuickly(ANSGAR, QuickAction.ATTACK))
    assert ["not_yours", "not_quick"] == codes(table, ActQuickly(ANSGAR), TWO)
    done = table.do(ActQuickly(ANSGAR, QuickAction.POTION), seat=ONE)
    assert [ActedQuickly(ANSGAR, "drinks a potion")] == told_of(done, ActedQuickly)
    assert (1, Phase.BEFORE) == (fight(table).round, fight(table).phase)
    assert ["not_quick"] == codes(table, ActQuickly(ANSGAR))


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
    """Nobody acts out of place, and the Round ends of itself."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5, 15)

    assert ["not_their_go"] == codes(table, Attack(ISOLDE, ORC))
    first = table.do(PassGo(ANSGAR), 18)
    assert Phase.AFTER == fight(table).phase
    assert [Went(ANSGAR, "waits")] == told_of(first, Went)
    assert ["not_their_go"] == codes(table, Attack(ANSGAR, ORC))
    table.do(PassGo(ISOLDE))
    assert (2, Phase.BEFORE, Seconds(60)) == (fight(table).round, fight(table).phase, table.now.clock)


def test_whoever_joins_later_takes_a_place_when_the_next_round_begins():
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
    """The foes still have their go, and the Round takes its course."""
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

    assert [Went(ANSGAR, "tries: topple the pillar and does it really well")] == told_of(tried, Went)
    assert [Went(ANSGAR, "tries: shout")] == told_of(again, Went)


# Attacks


@pytest.mark.parametrize(
    "face, blow, guess",
    [
        (3, BlowName.ARMOUR_WORN, Guess(2, 2)),
        (10, BlowName.HIT, Guess(0, 8)),
        (14, BlowName.HIT, Guess(0, 8)),
    ],
)
def test_blows_show_what_armour_can_be(face, blow, guess):
    """A hit lies over the armour; what wears it tells it exactly."""
    table = alone(5)
    asked = () if face == 10 else ("keep",)
    hurt = (1, "keep") if blow is BlowName.HIT else ()
    events = table.do(Attack(ANSGAR, ORC), face, *asked, *hurt, 18)

    assert [blow] == [event.blow for event in told_of(events, Struck)]
    assert guess == foe(table, ORC).guess == fight(table, ONE).in_sight[0].guess


def test_a_good_blow_that_fails_shows_how_good_the_armour_is():
    """A 7 that Brawn 15 would carry fails: the armour is 8 at least; one at 9 shows more than a smith sells."""
    table = alone(5, line="golem HD 1 AC 11 1d6 hp 6")
    table.do(Attack(ANSGAR, FoeId("golem-1")), 7, "keep", 18)
    assert Guess(8, 8) == foe(table, FoeId("golem-1")).guess
    table.do(Attack(ANSGAR, FoeId("golem-1")), 9, "keep", 18)
    assert Guess(10, 20) == foe(table, FoeId("golem-1")).guess


def test_scars_are_asked_for_only_where_they_could_matter():
    """Whatever the armour is up to the best there is, 10 plus or minus one hits with Brawn 15; 18 never does."""
    table = alone(5)
    for face in (10, 18, 20):
        hit = (1, "keep") if face == 10 else ()
        before = len(table.log)
        table.do(Attack(ANSGAR, ORC), face, *hit, 18)
        rulings = [one.event for one in table.log[before:] if isinstance(one.event, Settled)]
        (attack,) = [one for one in rulings if one.rule == "violence.attack"]
        assert [(face,), "keep"] == [answer.answer for answer in attack.throws]


@pytest.mark.parametrize("ac", [0, 3, 6, 8])
def test_being_asked_does_not_betray_the_armour(ac):
    """Six is asked about and ten is not, whatever the orc really wears."""
    table = alone(5, line=f"orc HD 1 AC {ac} 1d6 hp 60")
    table.do(Attack(ANSGAR, ORC), 6)
    assert 1 == len(table.now.wanted)
    other = alone(5, line=f"orc HD 1 AC {ac} 1d6 hp 60")
    other.do(Attack(ANSGAR, ORC), 10, 1)
    (wanted,) = other.now.wanted.values()
    assert ["bend the 1 by Scars"] == [asked.question.purpose for asked in wanted.questions]


def test_an_exact_blow_stuns_and_earns_another():
    """The second is no action of its own; a stunned foe loses its go."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 20")
    table.do(Attack(ANSGAR, ORC), 15, "keep", 4, "keep")
    assert (True, False, 16) == (of(table, ANSGAR).again, of(table, ANSGAR).done, foe(table, ORC).health)
    assert foe(table, ORC).stunned
    assert ["blow_owed", "too_many_actions"] == codes(table, TryInFight(ANSGAR, "shout"))
    second = table.do(Attack(ANSGAR, ORC), 20)
    assert [] == told_of(second, FoeStruck)
    assert (2, False) == (fight(table).round, foe(table, ORC).stunned)


def test_a_scar_can_make_a_blow_exact():
    """A 16 bent down by one is Brawn 15 to the point."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 20")
    events = table.do(Attack(ANSGAR, ORC), 16, "down", 4, "up")

    assert [Struck(ANSGAR, ORC, "Orc", BlowName.HIT_EXACT, 15, "longsword")] == told_of(events, Struck)
    assert [FoeHurt(ANSGAR, ORC, "Orc", 5, dead=False)] == told_of(events, FoeHurt)
    assert 2 == of(table, ANSGAR).bent


def test_an_earned_blow_may_be_let_go():
    """Then the go is over."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 20")
    table.do(Attack(ANSGAR, ORC), 15, "keep", 4, "keep")
    table.do(PassGo(ANSGAR))

    assert 2 == fight(table).round


def test_the_house_may_allow_one_bent_roll_in_a_round():
    """With the first roll bent, nobody is asked about the next."""
    house = replace(VIOLENCE, readings={"violence.scars/limit": 1})
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 20", house=house)
    table.do(Attack(ANSGAR, ORC), 16, "down", 4)
    assert (1, 16) == (of(table, ANSGAR).bent, foe(table, ORC).health)


def test_an_exact_blow_that_the_armour_turns_still_stuns():
    """Armour as good as the arm: 15 on both is worn and stuns; better armour only stuns."""
    worn = alone(5, line="golem HD 1 AC 15 1d6 hp 6")
    events = worn.do(Attack(ANSGAR, FoeId("golem-1")), 15, "keep")
    assert [BlowName.WORN_EXACT] == [event.blow for event in told_of(events, Struck)]
    assert (14, 1, True) == (
        foe(worn, FoeId("golem-1")).ac,
        foe(worn, FoeId("golem-1")).worn,
        foe(worn, FoeId("golem-1")).stunned,
    )
    better = alone(5, line="golem HD 1 AC 16 1d6 hp 6")
    events = better.do(Attack(ANSGAR, FoeId("golem-1")), 15, "keep")
    assert [BlowName.MISS_EXACT] == [event.blow for event in told_of(events, Struck)]


def test_a_bow_must_be_drawn_again():
    """Reloading is a move; an arrow goes by Agility."""
    table = field(CORVIN)
    table.do(AddFoes(MAIN, "orc HD 1 AC 0 1d6 hp 60"), 5)
    shot = table.do(Attack(CORVIN, ORC), 13, "keep", 1, "keep", 18)
    assert [BlowName.HIT] == [event.blow for event in told_of(shot, Struck)]
    assert ["unloaded"] == codes(table, Attack(CORVIN, ORC, BOW))
    table.do(ReloadWeapon(CORVIN))
    assert (True, None) == (of(table, CORVIN).moved, of(table, CORVIN).unloaded)
    assert ["nothing_to_reload"] == codes(table, ReloadWeapon(CORVIN))
    assert [] == codes(table, Attack(CORVIN, ORC, BOW))


def test_a_crossbow_beats_armour_and_takes_a_round_to_load():
    """As Violence has it of what is large and shoots."""
    table = field(CORVIN)
    table.truth.now = replace(table.now, things={BOW: replace(table.now.things[BOW], item="crossbow")})
    table.do(AddFoes(MAIN, "orc HD 1 AC 14 1d6 hp 60"), 5)
    shot = table.do(Attack(CORVIN, ORC), 3, 4, "keep", 18)
    assert ([BlowName.HIT], Guess()) == ([event.blow for event in told_of(shot, Struck)], foe(table, ORC).guess)
    loaded = table.do(ReloadWeapon(CORVIN), 18)
    assert [Went(CORVIN, "reloads the small bow")] == told_of(loaded, Went)


def test_a_hireling_fights_by_hit_dice_and_has_no_scars():
    """Tam, of one Hit Die, attacks as enemies do, with 12; no shift is asked for."""
    table = field(ANSGAR, TAM)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5)
    assert (Block.BEFORE, None) == (of(table, TAM).block, of(table, TAM).face)
    blow = table.do(Attack(TAM, ORC), 12, 4)
    assert [Struck(TAM, ORC, "Orc", BlowName.HIT_EXACT, 12, "dagger")] == told_of(blow, Struck)


@pytest.mark.parametrize(
    "command, code",
    [
        (Attack(ANSGAR, FoeId("nobody")), "no_foe"),
        (Attack(ANSGAR, ORC, ThingId("spoon")), "no_weapon"),
        (Attack(ISOLDE, ORC), "not_here"),
    ],
)
def test_why_not_attack(command, code):
    """By what the seat knows."""
    assert code in codes(alone(5), command)


def test_another_attribute_is_for_the_referee_to_accept():
    """A player may not; with Cunning 11, a 12 is too wild."""
    table = alone(5)
    trick = Attack(ANSGAR, ORC, by=Attribute.CUNNING)

    assert ["referee_only"] == codes(table, trick, ONE)
    events = table.do(trick, 13, 18)
    assert [BlowName.MISS] == [event.blow for event in told_of(events, Struck)]


def test_nobody_strikes_the_dead():
    """The state of a foe is plain."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 3"), 5)
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 12, 6, "keep", 18, 5)

    assert ["foe_out"] == codes(table, Attack(ANSGAR, FoeId("orcs-1")))


# The foes' go


def test_foes_strike_along_the_marching_order():
    """One after the other at those in front; whoever the referee has aim at somebody does."""
    table = field(ANSGAR, ISOLDE, CORVIN)
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 20"), 5, 5, 5)
    table.do(AimFoe(MAIN, FoeId("orcs-2"), CORVIN))
    for who in (ANSGAR, ISOLDE):
        table.do(PassGo(who))
    theirs = table.do(PassGo(CORVIN), 18, 18, 18)

    assert [ANSGAR, CORVIN, CORVIN] == [event.who for event in told_of(theirs, FoeStruck)]


def test_in_a_corridor_only_two_stand_in_front():
    """The rest of the line is out of reach."""
    corridor = cave()
    zone = next(iter(corridor.zones.values()))
    table = field(ANSGAR, ISOLDE, CORVIN, site=replace(corridor, zones={zone.id: replace(zone, corridor=True)}))
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 20"), 5, 5, 5)
    for who in (ANSGAR, ISOLDE):
        table.do(PassGo(who))
    theirs = table.do(PassGo(CORVIN), 18, 18, 18)

    assert [ANSGAR, ISOLDE, ANSGAR] == [event.who for event in told_of(theirs, FoeStruck)]


def test_foes_wear_armour_down_until_it_breaks():
    """Chain at 5 loses one for the fight; at nothing it breaks, and stays broken until it is mended."""
    table = field(ANSGAR, house=replace(VIOLENCE))
    table.do(AddFoes(MAIN, "5 orcs HD 1 AC 3 1d6 hp 3"), 5)
    events = table.do(PassGo(ANSGAR), 5, 4, 3, 2, 1)
    assert [ArmourBroke(ANSGAR, (CHAIN,))] == told_of(events, ArmourBroke)
    assert (0, True) == (striking.ac_of(table.now, of(table, ANSGAR)), table.now.things[CHAIN].broken)
    table.do(EndFight(MAIN, parted=True))
    assert 0 == striking.numbers(table.now, ANSGAR).ac
    table.do(Mend(CHAIN))
    assert 5 == striking.numbers(table.now, ANSGAR).ac
    assert ["not_broken"] == codes(table, Mend(CHAIN))


def test_worn_armour_is_whole_after_the_fight():
    """The loss is for the encounter."""
    table = alone(5)
    table.do(PassGo(ANSGAR), 5)
    assert (1, 4) == (of(table, ANSGAR).worn, striking.ac_of(table.now, of(table, ANSGAR)))
    ended = table.do(EndFight(MAIN, parted=True))
    assert [{"kind": "restored", "ac": 5}] == [
        dict(event.outcome) for event in told_of(ended, Settled) if event.rule == "violence.armour-wear"
    ]


def test_a_foes_exact_blow_stuns_and_strikes_again():
    """HD 1 attacks with 12: exactly that hits, stuns, and is followed by another."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 20")
    theirs = table.do(PassGo(ANSGAR), 12, 2, 18, 18)

    assert [BlowName.HIT_EXACT, BlowName.MISS] == [event.blow for event in told_of(theirs, FoeStruck)][:2]
    assert (3, 10) == (fight(table).round, table.now.people[ANSGAR].hp)


def test_a_mighty_foe_has_more_attacks():
    """HD 8 has three in a Round."""
    table = alone(5, line="giant HD 8 AC 3 1d6 hp 60")
    theirs = table.do(PassGo(ANSGAR), 20, 20, 20)

    assert 3 == len(told_of(theirs, FoeStruck))


# Foes by a line


def test_foes_come_by_one_line_and_throw_for_their_health():
    """Four votaries of two Hit Dice, with letters to tell them apart."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "4 votaries HD 2 AC 5 1d8"), 4, 5, 3, 3, 6, 1, 2, 2, 5)

    assert [("Votary A", 9), ("Votary B", 6), ("Votary C", 7), ("Votary D", 4)] == [
        (one.name, one.health) for one in fight(table).foes
    ]
    assert {(13, 1, 5, "1d8")} == {(one.attack, one.attacks, one.ac, one.damage) for one in fight(table).foes}


def test_more_foes_join_and_are_told_apart():
    """Letters go on after those in sight; dice say how many."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 hp 3"), 5)
    more = table.do(AddFoes(MAIN, "1d4 orcs HD 1 hp 3"), 2)

    assert [FoesCame(MAIN, ("Orc C", "Orc D"))] == told_of(more, FoesCame)
    assert ["orcs", "orcs-2"] == [band.id for band in fight(table).bands]


def test_a_leader_joins_a_band():
    """Who breaks with them is one band, led."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "3 orcs HD 1 hp 3"), 5)
    table.do(AddFoes(MAIN, "the Chandler HD 4 hp 22 leader", joins=BandId("orcs")))
    (band,) = fight(table).bands

    assert (4, "led", "chandler-1") == (band.size, band.kind, band.leader)


@pytest.mark.parametrize(
    "line, what",
    [
        ("", "Nothing is written here"),
        ("orcs HD", "After HD there must be a number, not “”"),
        ("orcs HD 1 blue", "“blue” means nothing here"),
        ("99 orcs HD 1", "There are from 1 to 60 of them"),
        ("orc HD 1 hp 0", "Nobody fights with no hit points"),
        ("orc HD 1 hp", "After HP there must be a number"),
        ("orc HD 101", "Hit Dice go from 0 to 100"),
        ("orc HD 1 AC 200", "An AC goes from 0 to 100"),
        ("orc HD 1 AC 1/2", "AC is a whole number"),
        ("2 orcs HD 1 hp 1 2 3", "Give the hit points of each, or one number for all"),
        ("orc HD 1 1d0", "“1d0” are no dice"),
        ("HD 1", "Their name is missing"),
        ("orcs", "Their Hit Dice are missing"),
        ("1234567890123 orcs HD 1", "There are from 1 to 60 of them"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_is_wrong(line, what):
    """And how to write it."""
    (reason,) = field(ANSGAR).why_not(AddFoes(MAIN, line))

    assert "bad_foes" == reason.code
    assert reason.what.startswith(what)
    assert reason.what.endswith(": write it like “4 votaries HD 2 AC 5 1d8”.")


def test_hidden_foes_are_nobodys_business_until_they_show_themselves():
    """No seat but the referee's sees them, and they do nothing; then they are named after those in sight."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "orc HD 1 hp 9"), 5)
    heard = len(table.heard[ONE])
    table.do(AddFoes(MAIN, "2 orcs HD 1 hp 9", hidden=True))
    assert heard == len(table.heard[ONE])
    assert ["Orc"] == [one.name for one in fight(table, ONE).in_sight]
    table.do(PassGo(ANSGAR), 18)

    shown = table.do(ShowFoes(MAIN, BandId("hidden-orcs")))
    assert [FoesCame(MAIN, ("Orc B", "Orc C"))] == told_of(shown, FoesCame)
    assert ["Orc", "Orc B", "Orc C"] == [one.name for one in fight(table, ONE).in_sight]


@pytest.mark.parametrize(
    "command, code",
    [
        (AimFoe(MAIN, FoeId("nobody")), "no_foe"),
        (AimFoe(MAIN, ORC, ISOLDE), "not_in_it"),
        (ShowFoes(MAIN, BandId("nobody")), "no_band"),
        (RuleBand(MAIN, BandId("nobody")), "no_band"),
        (RuleBand(MAIN, BandId("orc"), FoeId("nobody")), "no_foe"),
        (AddFoes(MAIN, "orc HD 1", joins=BandId("nobody")), "no_band"),
        (EndFight(MAIN), "not_over"),
    ],
)
def test_why_not_rule_on_foes(command, code):
    """For the referee, and only in a fight with them."""
    table = alone(5)

    assert [code] == codes(table, command)
    assert "referee_only" in codes(table, command, ONE)


# The end


def test_a_fight_costs_a_turn_of_its_own_at_a_site_of_sovereign():
    """Two Rounds are two minutes; eight more are spent, the Turn is counted, and the check of its Turn is made."""
    table = alone(5, line="2 orcs HD 1 AC 3 1d6 hp 3")
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 12, 6, "keep", 18, 5)
    ended = table.do(Attack(ANSGAR, FoeId("orcs-2")), 12, 6, "keep")

    assert [FightDecided(MAIN, "won", Seconds(480))] == told_of(ended, FightDecided)
    assert (Seconds(600), 20) == (table.now.clock, table.now.xp_pool)
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, SovereignTurn)
    assert (1, 2) == (scene.turn, scene.since_check)


def test_experience_is_the_referees_secret():
    """It would tell the Hit Dice; the pool is told at home."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 3")
    table.do(Attack(ANSGAR, ORC), 12, 6, "keep")

    assert (10, 0) == (table.now.xp_pool, table.known(ONE).xp_pool)


def test_whoever_runs_may_be_pursued():
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


def test_two_sides_may_part():
    """Nobody has won; only the dead are worth anything."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 3"), 5)
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 12, 6, "keep", 18, 5)
    parted = table.do(EndFight(MAIN, parted=True))

    assert ["the two sides part"] == [event.ending for event in told_of(parted, FightDecided)]
    assert 10 == table.now.xp_pool


def test_where_the_house_says_so_a_fight_tires_whoever_took_part():
    """One Round is ten of Neverwhere's, enough to cost Ansgar a point; Isolde, who did nothing, is spared."""
    house = replace(BLEND, battle_fatigue=BattleFatigue.NEVERWHERE)
    table = field(ANSGAR, ISOLDE, house=house)
    fresh = replace(table.now.people[ANSGAR], fp=10)
    table.truth.now = replace(table.now, people={**table.now.people, ANSGAR: fresh})
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 3"), 5, 5)
    ended = table.do(Attack(ANSGAR, ORC), 12, 6, "keep")

    assert ["fp", "exempt"] == [
        event.outcome["kind"] for event in told_of(ended, Settled) if event.rule == "neverwhere.battle-fatigue"
    ]
    assert 9 == table.now.people[ANSGAR].fp


def test_undo_across_a_death():
    """The last act taken back brings the dead to life, timers, fight and all; done again, it is the same."""
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
