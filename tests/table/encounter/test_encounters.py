"""Encounters: facing others, surprise, how an encounter ends, and throwing again."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CAVE, ISOLDE, MOUTH, ONE, field, fight
from tests.table.happenings import givens, times
from tests.table.happenings import of as told_of
from tests.table.lair import DEN, GAP, ORCS, chased, lair, meeting, met, talking
from tests.table.passage import PASSAGE, SECOND, TO_SECOND, begin, passage
from tests.table.tabletop import Tabletop, codes
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.parley import Creature
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.sovereign.surprise import Method
from undercroft.books.violence.surprise import Side
from undercroft.faces.views.dungeon.room import room_card
from undercroft.table.encounter.ambush import SpringAmbush
from undercroft.table.encounter.parley import Parley
from undercroft.table.encounter.reroll import Reroll, RerollTarget
from undercroft.table.encounter.stance import OthersDid, PursueThem, TakeStance
from undercroft.table.encounter.start import EndEncounter, Face
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.encounter.surprise import OffGuard, RuleSurprise, SurpriseThem, TakenByStorm
from undercroft.table.exploration.inhabitants import CreaturesLeft
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.chase import CallOffChase, RunChase
from undercroft.table.fight.end import EndFight
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.site.movement import Move
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

# Facing them


def test_a_person_who_stands_in_a_zone_is_faced():
    """An encounter begins by itself; players know who is there and nothing of what they are."""
    table = met()

    assert (ORCS, 4) == (meeting(table).met.id, meeting(table).met.count)
    assert meeting(table).others is not None
    assert (None, ()) == (meeting(table, ONE).others, meeting(table, ONE).wants)
    assert ("territory", "treasure") == meeting(table).wants[:2]
    assert (MAIN,) == table.now.sites[CAVE].creatures[ORCS].known_to


def test_they_are_faced_once_by_themselves():
    """After that, when the referee says so."""
    table = met()
    table.do(EndEncounter(MAIN, "they stare"))
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)
    table.do(Face(MAIN, ORCS))
    assert ORCS == meeting(table).met.id


def test_several_kinds_in_one_place_are_faced_together():
    """Those the site names first speak for them, all their Hit Dice count, and all of them fight."""
    ogre = Creatures(CreaturesId("ogre"), "ogre", 1, Fraction(4), DEN, hp=(9,))
    site = lair(2)
    table = met(site=replace(site, creatures={**site.creatures, ogre.id: ogre}))
    assert ("orcs", ["ogre"]) == (meeting(table, ONE).met.name, [each.name for each in meeting(table, ONE).along])
    told = table.do(TakeStance(MAIN, Choice.WAIT), 2, 3, 5, 5)
    assert [{"npc_hd_total": "6/1", "party_hd_total": "2/1"}] == givens(told, "sovereign.reaction.could-win")
    assert ["Orc A", "Orc B", "Ogre"] == [foe.name for foe in fight(table).foes]


def test_wanderers_who_are_noticed_are_faced():
    """With the distance at which they were."""
    site = lair()
    zones = {**site.zones, MOUTH: replace(site.zones[MOUTH], corridor=True, length_ft=100)}
    table = field(ANSGAR, site=replace(site, zones=zones))
    table.do(MeetAtRandom(MAIN), 1, 2, 3, 5, 4, 4)

    assert (5, 50) == (meeting(table).met.count, meeting(table).met.distance_ft)


def test_strangers_come_by_a_line_also_on_the_road():
    """Outside of any site they are so many yards off; their number and distance can be thrown for again."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    table.do(MeetStrangers(MAIN, "2d4 pilgrims HD 1"), 1, 2, 3, 4)
    assert (3, 210) == (meeting(table).met.count, meeting(table, ONE).met.distance_ft)
    table.do(Reroll(MAIN, RerollTarget.NUMBER), 4, 4)
    table.do(Reroll(MAIN, RerollTarget.DISTANCE), 1, 1)
    assert (8, 60) == (meeting(table, ONE).met.count, meeting(table, ONE).met.distance_ft)
    told = table.do(TakeStance(MAIN, Choice.TALK), 4, 4)
    assert [OthersDid(MAIN, Response.TALK, "the pilgrims")] == told_of(told, OthersDid)
    assert [600] == times(table.do(EndEncounter(MAIN)))
    assert () == table.now.groups[MAIN].scenes


def test_strangers_in_a_site_are_noticed_as_its_book_has_it():
    """And are among those who are there."""
    table = field(ANSGAR, site=lair(), house=BLEND)
    table.do(MeetStrangers(MAIN, "a hermit HD 0", Creature.FEY))
    assert ("hermit", "through the gap") == (meeting(table, ONE).met.name, meeting(table, ONE).met.direction)
    assert ["bad_foes"] == codes(table, MeetStrangers(MAIN, "nobody"))
    table.do(Dismiss(MAIN, meeting(table).met.id, "gone like mist"))
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)


def test_an_ambush_is_nobodys_business_until_it_is_sprung():
    """Those who lie in wait are not faced; sprung, they sneak against the best watcher."""
    table = met(site=lair(ambush=True, skill_mod=2))
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)
    assert {} == dict(table.known(ONE).seen[CAVE].creatures)
    sprung = table.do(SpringAmbush(MAIN, ORCS), 3, 3, 5, 5, 18, 18, 18, 18)
    assert [OffGuard(MAIN, (ANSGAR, ISOLDE))] == told_of(sprung, OffGuard)
    assert [{"method": "sneak", "group_mod": 2, "watcher_mod": -1, "possible": True}] == givens(
        sprung, "sovereign.encounter.surprise"
    )
    assert 2 == fight(table).round


def test_the_alert_are_never_surprised():
    """The person who has that feat acts in the first round all the same."""
    table = met(site=lair(1, ambush=True, skill_mod=6))
    alert = replace(table.now.people[ISOLDE], sheet=replace(table.now.people[ISOLDE].sheet, feats=("Alert",)))
    table.truth.now = replace(table.now, people={**table.now.people, ISOLDE: alert})
    table.do(SpringAmbush(MAIN, ORCS), 6, 6, 5, 5)

    assert [(ANSGAR, True), (ISOLDE, False)] == [(fighter.who, fighter.surprised) for fighter in fight(table).fighters]


# Surprise


def test_a_crash_through_the_door_may_take_them_by_surprise():
    """The best STR/Exert, with the others' help or hindrance, against their best watcher; they lose a round."""
    stormed = met(Style.HARD, 6, 6)
    assert (True, Style.HARD) == (meeting(stormed).stunned, meeting(stormed).entry)
    stormed.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    assert frozenset({Side.ENEMIES}) == fight(stormed).surprised
    stormed.do(PassGo(ANSGAR))
    stormed.do(PassGo(ISOLDE))
    assert 2 == fight(stormed).round

    alert = met(Style.HARD, 1, 1)
    assert not meeting(alert).stunned
    assert [TakenByStorm(MAIN, stunned=False, creatures="the orcs")] == [
        told.event for told in alert.heard[ONE] if isinstance(told.event, TakenByStorm)
    ]


def test_a_soft_entry_surprises_nobody_but_sneaking_may():
    """DEX/Sneak, once, before they have shown what they do."""
    table = met()
    (offer,) = [each for each in offers(table.now, REFEREE) if isinstance(each.command, SurpriseThem)]
    assert Fraction(6, 36) == chance_of(offer)
    table.do(SurpriseThem(MAIN, Method.SNEAK, ISOLDE), 6, 6)
    assert meeting(table).stunned
    table.do(TakeStance(MAIN, Choice.TALK), 4, 4)
    assert ["too_late"] == codes(table, SurpriseThem(MAIN, Method.SNEAK))


def test_the_fiction_may_say_who_is_off_guard():
    """The referee rules, and both sides hear it."""
    table = met()
    table.do(RuleSurprise(MAIN, (ISOLDE,), stunned=True))

    assert ((ISOLDE,), True) == (meeting(table, ONE).surprised, meeting(table, ONE).stunned)


# From encounter to fight and back


def test_a_fight_from_an_encounter_ends_both():
    """The orcs as they were noted, then slain: gone from the site, worth their experience."""
    table = met(site=lair(1))
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    (orc,) = fight(table).foes
    assert ("Orc", 4, 3) == (orc.name, orc.health, orc.ac)
    told = table.do(Attack(ANSGAR, orc.id), 12, 5)

    assert [CreaturesLeft(CAVE, ORCS, "slain")] == told_of(told, CreaturesLeft)
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)
    assert ({}, 10) == (dict(table.now.sites[CAVE].creatures), table.now.xp_pool)


# Throwing again


def test_a_random_encounter_in_one_act_and_each_part_again():
    """Who, how many, where from and how they feel; then each thrown for apart."""
    table = field(ANSGAR, ISOLDE, site=lair(), house=BLEND)
    table.do(MeetAtRandom(MAIN), 1, 2, 3, 4, 5)
    assert (5, "through the gap", 9) == (meeting(table).met.count, meeting(table).met.direction, meeting(table).total)
    table.do(Reroll(MAIN, RerollTarget.NUMBER), 4, 4)
    assert (8, 8) == (meeting(table).met.count, meeting(table, ONE).met.count)
    table.do(Reroll(MAIN, RerollTarget.DISTANCE))
    assert (8, "through the gap") == (meeting(table).met.count, meeting(table).met.direction)
    table.do(Reroll(MAIN, RerollTarget.REACTION), 1, 1)
    assert 2 == meeting(table).total
    told = table.do(TakeStance(MAIN, Choice.TALK), *(3,) * 8, 5, 5)
    assert [OthersDid(MAIN, Response.FIGHT, "the orcs")] == told_of(told, OthersDid)


def test_what_was_not_thrown_for_is_not_thrown_again():
    """Nor anything once it has come to blows."""
    site = replace(lair(1), encounters=())
    table = met(site=site)
    assert ["no_dice"] == codes(table, Reroll(MAIN, RerollTarget.NUMBER))
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    assert ["no_meeting"] == codes(table, Reroll(MAIN, RerollTarget.REACTION))


@pytest.mark.parametrize(
    "command",
    [
        Face(MAIN, ORCS),
        SpringAmbush(MAIN, ORCS),
        SurpriseThem(MAIN, Method.SNEAK),
        RuleSurprise(MAIN),
        EndEncounter(MAIN),
        TakeStance(MAIN, Choice.WAIT),
        Reroll(MAIN, RerollTarget.NUMBER),
        MeetAtRandom(MAIN),
        PursueThem(MAIN),
        Parley(MAIN),
        RunChase(MAIN),
        CallOffChase(MAIN),
    ],
)
def test_the_referee_runs_encounters(command):
    """A player says what they do, and the referee does it."""
    assert "referee_only" in codes(met(), command, ONE)


def test_every_offer_in_an_encounter_can_be_tried():
    """And every refused one really is."""
    for table in (met(), talking(), chased(), field(ANSGAR)):
        for offer in offers(table.now, REFEREE):
            assert bool(offer.refused) == bool(table.why_not(offer.command)), offer


def test_a_person_who_ran_into_them_is_off_guard_in_the_fight():
    """By Delving's speeds: both of the party lose the first round."""
    goblins = CreaturesId("goblins")
    site = passage(
        Clock.DELVING,
        traps={},
        creatures={goblins: Creatures(goblins, "goblins", 1, Fraction(1), SECOND, hp=(4,))},
    )
    table = Tabletop()
    table.do(begin(site))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Move(MAIN, TO_SECOND, speed=Speed.RUN))
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 1, 1, 20)

    assert (2, [True, True]) == (fight(table).round, [fighter.surprised for fighter in fight(table).fighters])


@pytest.mark.parametrize("slain, led", [(0, False), (1, True)])
def test_a_band_whose_leader_fell_has_no_leader_in_the_next_fight(slain, led):
    """The first orc leads; those who are left have a leader only if that is one of them."""
    table = met(site=lair(3, led=True))
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    fallen = fight(table).foes[slain]
    table.do(Adjust(Adjustable.FOE, fallen.id, "health", 0, "by hand"))
    table.do(EndFight(MAIN, parted=True))
    left = table.now.sites[CAVE].creatures[ORCS]
    assert (2, led) == (left.count, left.led)


def test_the_card_of_a_room_tells_of_creatures_that_died_there():
    """Beside its text, which still speaks of them; to players who saw them too."""
    table = met(site=lair(2))
    table.do(TakeStance(MAIN, Choice.FIGHT), 2, 3, 5, 5)
    first, last = fight(table).foes
    table.do(Adjust(Adjustable.FOE, first.id, "health", 0, "by hand"))
    table.do(Adjust(Adjustable.FOE, last.id, "health", 0, "by hand"))
    for seat in (REFEREE, ONE):
        known = table.known(seat)
        card = room_card(known, known.groups[MAIN])
        assert card is not None
        assert [("changed in play", "orcs", "Dead.")] == [(fact.kind, fact.title, fact.text) for fact in card.facts]


def test_a_move_in_an_encounter_is_told_to_end_it_first():
    """The site is not left meanwhile, so that no reason calls them outside it."""
    table = met()
    assert ["The party is in an encounter: end it first."] == [reason.what for reason in table.why_not(Move(MAIN, GAP))]
