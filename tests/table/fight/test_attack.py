"""Blows, of adventurers and of their foes: armour, Scars, stuns and bows."""

import pytest
from msgspec.structs import replace

from tests.table.brawls import ORC, alone
from tests.table.field import ANSGAR, BOW, CHAIN, CORVIN, ISOLDE, ONE, TAM, VIOLENCE, cave, field, fight, foe, of
from tests.table.happenings import of as told_of
from tests.table.tabletop import codes
from undercroft.books.violence.units import Attribute
from undercroft.books.violence.wounds import BlowName
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.table.engine.record import Settled
from undercroft.table.fight import stats
from undercroft.table.fight.actions import PassGo, ReloadWeapon, TryInFight
from undercroft.table.fight.armour_wear import ArmourBroke, Mend
from undercroft.table.fight.attack import Attack, Struck
from undercroft.table.fight.casualties import FoeHurt
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foe_attacks import FoesLostTurn
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.goes import Went
from undercroft.table.fight.violence.foe_blows import FoeStruck
from undercroft.table.state.combatants import Guess, InitiativeBlock
from undercroft.table.state.ids import FoeId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN


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


def test_a_foe_named_with_an_article_has_no_capital_within_a_sentence():
    struck = Struck(ANSGAR, ORC, "A drowned novice", BlowName.HIT, 12, "mace")
    assert "Ansgar hits a drowned novice (mace, rolled 12)." == struck.say(alone(5).now)


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
        rulings = [told.event for told in table.log[before:] if isinstance(told.event, Settled)]
        (attack,) = [event for event in rulings if event.rule == "violence.attack"]
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
    assert ["use a Scar on the 1"] == [asked.question.purpose for asked in wanted.questions]


def test_the_referee_learns_that_a_scar_makes_no_difference():
    """Against AC 3, 5 and 7 hit as 6 does; the player, who does not know the AC, is told what each AC would mean."""
    table = alone(5)
    table.do(Attack(ANSGAR, ORC), 6)
    (seen,), (asked,) = (wanted_views(table.known(seat), seat) for seat in (REFEREE, ONE))
    assert seen.explains.endswith("It makes no difference here: every choice means a hit.")
    assert asked.explains.endswith("never used up.")
    assert seen.labels == asked.labels
    assert ["A hit."] * 3 == [*seen.means]
    assert asked.means[0].endswith("AC 7\N{EN DASH}8: a miss.")


@pytest.mark.parametrize("health, asked", [(3, False), (4, True), (6, True), (7, True)])
def test_no_scar_is_offered_for_damage_that_kills_whichever_way_it_is_shifted(health, asked):
    """A 4 shifted by one is 3 to 5: it kills an orc of three hit points in any case."""
    table = alone(5, line=f"orc HD 1 AC 3 1d6 hp {health}")
    events = table.do(Attack(ANSGAR, ORC), 10, 4)
    assert asked == bool(table.now.wanted)
    if not asked:
        assert [FoeHurt(ANSGAR, ORC, "Orc", 4, dead=True)] == told_of(events, FoeHurt)


@pytest.mark.parametrize("face, asked", [(6, False), (4, True), (3, True), (16, True)])
def test_the_referee_is_asked_by_the_armour_that_the_foe_has(face, asked):
    """Against AC 3 a 6 hits at 5, 6 and 7; players, who do not know the AC, are asked about it."""
    table = alone(5, line="orc HD 1 AC 3 1d6 hp 60")
    ansgar = replace(table.now.people[ANSGAR], seat=REFEREE)
    table.truth.now = replace(table.now, people={**table.now.people, ANSGAR: ansgar})
    table.do(Attack(ANSGAR, ORC), face, *(() if asked else (1,)))
    (wanted,) = table.now.wanted.values()
    assert asked == (f"use a Scar on the {face}" in [question.question.purpose for question in wanted.questions])


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


def test_every_shot_takes_a_missile_from_the_quiver():
    """The last one leaves it empty; a shooter without a quiver counts none."""
    table = field(CORVIN)
    quiver = Thing(ThingId("quiver"), "quiver", ThingKind.GEAR, Carried(CORVIN), item="quiver_arrows", shot=18)
    table.truth.now = replace(table.now, things={**table.now.things, quiver.id: quiver})
    table.do(AddFoes(MAIN, "orc HD 1 AC 0 1d6 hp 60"), 5)
    table.do(Attack(CORVIN, ORC), 13, "keep", 1, "keep", 18)
    assert (19, 0) == (table.now.things[quiver.id].shot, table.now.things[quiver.id].spent)
    empty = replace(table.now.things[quiver.id], shot=20)
    table.truth.now = replace(table.now, things={**table.now.things, quiver.id: empty})
    assert "no_missiles" in codes(table, Attack(CORVIN, ORC, BOW))


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
    """Tam, of one Hit Die, attacks as foes do, with 12; no shift is asked for."""
    table = field(ANSGAR, TAM)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 20"), 5)
    assert (InitiativeBlock.BEFORE, None) == (of(table, TAM).block, of(table, TAM).face)
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
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 12, 6, 18, 5)

    assert ["foe_out"] == codes(table, Attack(ANSGAR, FoeId("orcs-1")))


def test_foes_strike_along_the_marching_order():
    """One after the other at those in front; the person the referee has aim at someone does."""
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
    assert (0, True) == (stats.ac_of(table.now, of(table, ANSGAR)), table.now.things[CHAIN].broken)
    table.do(EndFight(MAIN, parted=True))
    assert 0 == stats.numbers(table.now, ANSGAR).ac
    table.do(Mend(CHAIN))
    assert 5 == stats.numbers(table.now, ANSGAR).ac
    assert ["not_broken"] == codes(table, Mend(CHAIN))


def test_worn_armour_is_whole_after_the_fight():
    """The loss is for the encounter."""
    table = alone(5)
    table.do(PassGo(ANSGAR), 5)
    assert (1, 4) == (of(table, ANSGAR).worn, stats.ac_of(table.now, of(table, ANSGAR)))
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


def test_the_log_says_that_a_stunned_foe_cannot_act():
    """An exact roll stuns it: when the foes act it does nothing, and the log says why."""
    table = alone(4, line="orc HD 1 AC 3 1d6 hp 20")
    table.do(Attack(ANSGAR, ORC), 15, "keep", 1, "keep")
    lost = told_of(table.do(PassGo(ANSGAR)), FoesLostTurn)
    assert ["Orc is stunned and cannot act."] == [each.say(table.now) for each in lost]


def test_a_mighty_foe_has_more_attacks():
    """HD 8 has three in a round."""
    table = alone(5, line="giant HD 8 AC 3 1d6 hp 60")
    theirs = table.do(PassGo(ANSGAR), 20, 20, 20)

    assert 3 == len(told_of(theirs, FoeStruck))
