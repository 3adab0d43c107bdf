"""What else is done in a fight: the pack, rituals, help for the dead, and what lies with the dead."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import (
    ANSGAR,
    BLEND,
    CAVE,
    CORVIN,
    ISOLDE,
    KIT,
    MOUTH,
    ONE,
    PURSE,
    SWORD,
    TWO,
    VIOLENCE,
    cave,
    field,
    fight,
    of,
)
from tests.table.happenings import givens
from tests.table.happenings import of as told_of
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.mishaps import Effect
from undercroft.books.violence.surprise import Side
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import ConditionLost, Died, HpChanged
from undercroft.table.body.dying import LetRoundPass, Stabilise
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EncounterOver
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight import stats
from undercroft.table.fight.actions import CrossRoom, PassGo
from undercroft.table.fight.attack import Attack, Struck
from undercroft.table.fight.casualties import FoeHurt
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.goes import Went
from undercroft.table.fight.lifelines import dying_in
from undercroft.table.fight.looting import Loot, Looted
from undercroft.table.fight.pack_search import Rummage, Rummaged
from undercroft.table.fight.rescue import DragAway, HelpInFight, Tended
from undercroft.table.fight.ritual import NO_RITUALS, CastRitual, MishapBefell, RitualCast
from undercroft.table.gear.carrying import Drop, Give, Pack, Take
from undercroft.table.odds import chance_of, foresee
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.combatants import Fell, Phase
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, FoeId, ThingId, TimerId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Guarded, Lying, Thing, ThingKind, Worn
from undercroft.table.world.groups import MAIN

ORC = FoeId("orc-1")


def against(*who, line: str = "orc HD 1 AC 3 1d6 hp 60", faces=(), house=VIOLENCE) -> Tabletop:
    """Some of the party before one orc; everybody acts before it."""
    table = field(*who, house=house)
    table.do(AddFoes(MAIN, line), *(faces or (5,) * len(who)))
    return table


# The pack


@pytest.mark.parametrize(
    "faces, how, usable",
    [
        ((8, 18), "found", 2),
        ((11, "keep"), "found_now", None),
        ((10, "up"), "found_now", None),
        ((15, "forgo", 18), "forgone", None),
    ],
)
def test_a_hand_in_the_pack(faces, how, usable):
    """Under Cunning 11 it is in hand next round; 11 itself leaves the action; over it one may do without."""
    table = against(ANSGAR)
    events = table.do(Rummage(ANSGAR, PURSE), *faces)

    assert [Rummaged(ANSGAR, "purse", how, usable)] == told_of(events, Rummaged)
    ready = Carried(ANSGAR, Worn.READIED if how in ("found", "found_now") else Worn.STOWED)
    assert ready == table.now.things[PURSE].place
    assert (1 if how == "found_now" else 2) == fight(table).round


def test_a_search_takes_rounds_in_which_nothing_else_is_done():
    """Two rounds of searching: in hand in the third after."""
    table = against(ANSGAR)
    events = table.do(Rummage(ANSGAR, PURSE), 15, "search", 2, "keep", 18, 18, 18)

    assert [Rummaged(ANSGAR, "purse", "searching", 4)] == told_of(events, Rummaged)
    assert (4, None) == (fight(table).round, of(table, ANSGAR).reaching)
    assert Carried(ANSGAR, Worn.READIED) == table.now.things[PURSE].place


def test_in_a_fight_things_are_had_by_digging_in_the_pack_alone():
    """Taking up, packing and handing over wait until it is over; laying down does not."""
    table = against(ANSGAR, ISOLDE)
    for act in (Pack(ANSGAR, SWORD, Worn.STOWED), Give(ANSGAR, SWORD, ISOLDE), Take(ANSGAR, KIT)):
        assert "in_a_fight" in [reason.code for reason in table.why_not(act)]
    assert [] == [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, Pack | Take)]
    assert () == table.why_not(Drop(ANSGAR, SWORD))


def test_why_not_rummage():
    """Only in the character's own pack, and with an action left."""
    table = against(ANSGAR, ISOLDE)

    assert ["not_in_the_pack"] == codes(table, Rummage(ANSGAR, KIT))
    assert ["not_in_the_pack"] == codes(table, Rummage(ANSGAR, SWORD))
    assert ["no_pouch"] == codes(table, Rummage(ANSGAR, PURSE, pouch=True))
    assert ["not_yours"] == codes(table, Rummage(ANSGAR, PURSE), TWO)


# Rituals


def test_a_ritual_works_on_cunning_or_under():
    """Cunning 13; exactly that is twice as strong."""
    table = against(ISOLDE)
    cast = table.do(CastRitual(ISOLDE, "Binding Light"), 12, "keep", 18)
    exact = table.do(CastRitual(ISOLDE, "Binding Light"), 13, "keep", 18)

    assert [RitualCast(ISOLDE, "Binding Light", twice=False)] == told_of(cast, RitualCast)
    assert [RitualCast(ISOLDE, "Binding Light", twice=True)] == told_of(exact, RitualCast)


def test_a_ritual_must_beat_the_wounds_of_the_round():
    """Hurt for 3 before her go, a 3 is not enough: a mishap by 1, and 1d6 damage with it."""
    table = field(ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 60"), 15, 9, 3)
    wrong = table.do(CastRitual(ISOLDE, "Binding Light"), 3, "keep", 3, 4, "keep", 2, 18)

    assert [3] == [given["damage_taken"] for given in givens(wrong, "violence.ritual")]
    assert [1] == [given["margin"] for given in givens(wrong, "violence.mishap")]
    (mishap,) = told_of(wrong, MishapBefell)
    assert (8, ((Effect.DAMAGE, 2), (Effect.RITUAL_WORKS, 1))) == (mishap.row, mishap.effects)
    assert [HpChanged(ISOLDE, 1, "a mishap", 3)] == [
        event for event in told_of(wrong, HpChanged) if event.cause == "a mishap"
    ]


def test_a_mishap_may_cost_a_score_for_good():
    """Five over Cunning and an 8: Agility less 2."""
    table = against(ISOLDE)
    wrong = table.do(CastRitual(ISOLDE, "Binding Light"), 18, "keep", 4, 4, "keep", 2, 18)

    (mishap,) = told_of(wrong, MishapBefell)
    assert {"agility": 10} == dict(mishap.scores)
    assert 10 == stats.numbers(table.now, ISOLDE).agility


def test_a_mishap_may_end_all_rituals():
    """Seven over and a 10: never again."""
    table = against(ISOLDE)
    table.do(CastRitual(ISOLDE, "Binding Light"), 20, "keep", 5, 5, "keep", 18)

    assert table.now.people[ISOLDE].is_in(NO_RITUALS)
    assert ["no_rituals"] == codes(table, CastRitual(ISOLDE, "Binding Light"))


def test_two_mishaps_in_one():
    """Four over and a 12 is sixteen: both of two throws apply."""
    table = against(ISOLDE)
    wrong = table.do(CastRitual(ISOLDE, "Binding Light"), 17, "keep", 6, 6, "keep", 1, 1, "keep", 3, 3, "keep", 18)

    (mishap,) = told_of(wrong, MishapBefell)
    assert (16, {Effect.FIRST_WORD_REPLACED, Effect.OPPOSITE_EFFECT} <= dict(mishap.effects).keys()) == (
        mishap.row,
        True,
    )


def test_a_ritual_allows_no_move():
    """The person who has moved performs none."""
    table = against(ISOLDE)
    table.do(CrossRoom(ISOLDE))

    assert ["a_ritual_allows_no_move"] == codes(table, CastRitual(ISOLDE, "Binding Light"))


# The dead


def down(house=BLEND) -> Tabletop:
    """Corvin has fallen in the first round; Isolde acts after the ogre."""
    table = field(ISOLDE, CORVIN, house=house)
    table.do(AddFoes(MAIN, "ogre HD 3 AC 4 2d6 hp 30"), 15, 5)
    table.do(AimFoe(MAIN, FoeId("ogre-1"), CORVIN))
    table.do(PassGo(CORVIN), 9, 6, 6, *((3, 3, 1, 1, 1) if house is VIOLENCE else ()))
    return table


def test_helping_takes_an_action_and_one_try_a_round():
    """In the round of the fall no full round has gone by."""
    table = down()
    (offer,) = [each for each in offers(table.now, REFEREE) if isinstance(each.command, HelpInFight)]
    assert Fraction(21, 36) == chance_of(offer)
    failed = table.do(HelpInFight(ISOLDE, CORVIN), 1, 2, 18)
    assert [Tended(ISOLDE, CORVIN, saved=False)] == told_of(failed, Tended)
    assert [0] == [given["full_rounds"] for given in givens(failed, "sovereign.injury.stabilize")]
    assert ["self"] == codes(table, HelpInFight(ISOLDE, ISOLDE))


def test_nobody_is_stabilised_outside_of_the_order_of_the_fight():
    """The commands of quieter times are refused while it lasts."""
    table = down()

    assert ["in_a_fight"] == codes(table, Stabilise(ISOLDE, CORVIN))
    assert ["in_a_fight"] == codes(table, LetRoundPass(MAIN))


def test_the_dying_bleed_out_at_the_end_of_the_sixth_round_after():
    """Down in round 1, dead at the end of round 7."""
    table = down()
    for _ in range(6):
        assert [] == [event for event in table.do(PassGo(ISOLDE), 20) if isinstance(event, Died)]
    last = table.do(PassGo(ISOLDE), 20)
    assert [Died(CORVIN, "wounds")] == told_of(last, Died)
    assert Seconds(7 * 60) == table.now.clock


def test_when_the_fight_ends_the_rounds_left_are_short_again():
    """Six rounds of the fight are six of ten seconds; the turn it takes waits until someone has tried."""
    table = down()
    table.do(PassGo(ISOLDE), 20)
    table.do(EndFight(MAIN, parted=True))
    assert (Seconds(60), Seconds(540)) == (table.now.clock, fight(table).owed)
    assert Seconds(60 + 6 * 10) == table.now.timers[TimerId("mortally_injured-corvin")].due
    saved = table.do(Stabilise(ISOLDE, CORVIN), 4, 4)
    assert [1] == [given["full_rounds"] for given in givens(saved, "sovereign.injury.stabilize")]
    assert (Seconds(600), SovereignTurn) == (table.now.clock, type(table.now.groups[MAIN].scene))


def test_a_fight_that_ends_in_a_round_costs_the_dying_no_round():
    """Down by the foe in round 1, won before Isolde's go in round 2: that round is still hers."""
    table = down()
    table.do(PassGo(ISOLDE), 20)
    table.do(Adjust(Adjustable.FOE, "ogre-1", "health", 0, "a fall"))
    assert Phase.OVER is fight(table).phase
    (line,) = dying_in(table.now, fight(table))
    assert (2, 7, 9) == (line.now, line.last, line.attempts[0].dc)
    saved = table.do(Stabilise(ISOLDE, CORVIN), 1, 1)
    assert [1] == [given["full_rounds"] for given in givens(saved, "sovereign.injury.stabilize")]
    (line,) = dying_in(table.now, fight(table))
    assert (3, 7, 10) == (line.now, line.last, line.attempts[0].dc)
    assert all(attempt.open for attempt in line.attempts)


def test_a_person_who_is_dragged_away_is_out_of_reach():
    """It takes the move and the action."""
    table = down()
    dragged = table.do(DragAway(ISOLDE, CORVIN), 20)

    assert [Went(ISOLDE, "drags Corvin away")] == told_of(dragged, Went)
    assert of(table, CORVIN).away
    assert ["away"] == codes(table, DragAway(ISOLDE, CORVIN))


def test_by_scars_the_dead_wake_in_their_place():
    """Corvin, with 2 Scars and a third, throws 6 and is out for 3 rounds: up again in the fourth."""
    table = down(VIOLENCE)
    assert Fell(1, 1) == of(table, CORVIN).fell
    table.do(PassGo(ISOLDE), 20)
    table.do(PassGo(ISOLDE), 20)
    woke = table.do(PassGo(ISOLDE))
    assert [ConditionLost(CORVIN, "unconscious")] == told_of(woke, ConditionLost)
    assert (4, 1, False) == (fight(table).round, table.now.people[CORVIN].hp, of(table, CORVIN).done)


# Odds


def test_the_referee_sees_the_odds_of_an_attack():
    """Brawn 15 against AC 3: 4 to 15 hit, twelve in twenty; nobody bends a roll that has not fallen."""
    table = against(ANSGAR)
    (offer,) = [
        each for each in offers(table.now, REFEREE) if isinstance(each.command, Attack) and each.command.weapon == SWORD
    ]
    assert Fraction(12, 20) == chance_of(offer)


def test_bare_hands_are_bare_though_a_sword_is_at_hand():
    """The offer of bare hands strikes with them; an attack that names no weapon takes the first."""
    table = against(ANSGAR)
    bare = next(offer.command for offer in offers(table.now, REFEREE) if offer.detail == " with bare hands")
    (struck,) = told_of(table.do(bare, 3, "keep", 18), Struck)
    assert "bare hands" == struck.weapon

    table = against(ANSGAR)
    (struck,) = told_of(table.do(Attack(ANSGAR, ORC), 3, "keep", 18), Struck)
    assert "longsword" == struck.weapon


def test_the_odds_of_a_whole_go_are_exact():
    """Twelve faces of twenty hit an orc that any blow slays; the others leave it to the next round."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d2 hp 1", surprised=(Side.ENEMIES,)), 5)
    ways = foresee(table.now, Attack(ANSGAR, ORC, SWORD))

    slain = sum(
        way.chance for way in ways if any(isinstance(told.event, FoeHurt) and told.event.dead for told in way.told)
    )
    assert (Fraction(1), Fraction(12, 20)) == (sum(way.chance for way in ways), slain)


def test_a_player_sees_odds_once_the_armour_is_known():
    """Not before it has shown itself."""
    table = against(ANSGAR)

    def odds():
        mine = offers(table.known(ONE), ONE)
        (offer,) = [each for each in mine if isinstance(each.command, Attack) and each.command.weapon == SWORD]
        return chance_of(offer)

    assert odds() is None
    table.do(Attack(ANSGAR, ORC), 3, "keep", 18)
    assert Fraction(13, 20) == odds()


def test_offers_are_only_for_a_person_who_is_on():
    """Each seat its own people; the referee everybody."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 60"), 5, 15)

    def who(seat):
        return {offer.who for offer in offers(table.known(seat), seat) if isinstance(offer.command, Attack)}

    assert ({ANSGAR}, {ANSGAR}, set()) == (who(REFEREE), who(ONE), who(TWO))
    assert ["Ansgar: do nothing more this round"] == [
        offer.label for offer in offers(table.now, REFEREE) if isinstance(offer.command, PassGo)
    ]


def test_every_offer_that_is_not_refused_can_be_tried():
    """And every refused one really is."""
    table = against(ANSGAR, ISOLDE)
    for seat in (REFEREE, ONE, TWO):
        for offer in offers(table.known(seat), seat):
            assert bool(offer.refused) == bool(table.why_not(offer.command, seat)), offer


# What the dead had


def test_what_lay_with_the_dead_is_found_by_looking():
    """A turn's work; the purse they guarded lies in the cave from then on."""
    rats = CreaturesId("rats")
    site = cave(creatures={rats: Creatures(rats, "rats", 1, Fraction(1, 2), MOUTH, hp=(2,))})
    table = field(ANSGAR, ISOLDE, site=site, inside=False)
    gold = Thing(ThingId("gold"), "gold", ThingKind.COINS, Guarded(CAVE, rats), worth=100)
    table.truth.now = replace(table.now, things={**table.now.things, gold.id: gold})
    table.do(EnterSite(MAIN, CAVE))
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    (only,) = fight(table).foes
    won = table.do(Attack(ANSGAR, only.id), 12, 3)
    assert [""] == [over.say(table.now) for over in told_of(won, EncounterOver)]
    assert table.now.groups[MAIN].field == MOUTH
    shown = {offer.seconds for offer in offers(table.now, REFEREE) if isinstance(offer.command, Loot)}
    assert {step_of(table.now, ISOLDE)} == shown != {None}
    looted = table.do(Loot(ISOLDE))
    assert [Looted(ISOLDE, ("gold",))] == told_of(looted, Looted)
    assert Lying(CAVE, MOUTH) == table.now.things[gold.id].place == table.known(ONE).things[gold.id].place
    assert ["no_field"] == [reason.code for reason in table.why_not(Loot(ANSGAR))]
    assert 50 == table.now.xp_pool
