"""The roadside: people who come there see what lies in the open, take it, lay it down, find it on bodies."""

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, field
from tests.table.happenings import of as told_of
from tests.table.small_lands import CARROW, FORD, setting_out
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.looting import Loot, Looted
from undercroft.table.gear.carrying import Drop, Take
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.referee.placing import AddThing, LiesThere, PutHere
from undercroft.table.referee.reveal_map import PlaceInHex
from undercroft.table.road.travel_day import SetOut
from undercroft.table.sentences import says
from undercroft.table.state.ids import HexId, ThingId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, InHex, Thing, ThingKind
from undercroft.table.world.groups import MAIN

PURSE = ThingId("a-fat-purse-party-0")


def abroad() -> Tabletop:
    """Maud and Ulf stand in Carrow, under the sky."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out())
    return table


def after_a_fight() -> Tabletop:
    """They have beaten a robber on the road."""
    table = abroad()
    table.do(AddFoes(MAIN, "a robber HD 1 hp 1"), 5, 5)
    table.do(Adjust(Adjustable.FOE, "robber-1", "health", 0, "one blow"))
    return table


def test_what_the_referee_puts_there_lies_in_the_hex():
    """Those who are there see it, and what it is worth only where they may; the person who takes it has won it."""
    table = abroad()
    told = table.do(PutHere(MAIN, "a fat purse", ThingKind.COINS, worth=430, appraised=False))
    assert [LiesThere(MAIN, "a fat purse")] == told_of(told, LiesThere)
    assert (InHex(CARROW), 430) == (table.now.things[PURSE].place, table.now.things[PURSE].worth)
    assert (InHex(CARROW), None) == (table.known(ONE).things[PURSE].place, table.known(ONE).things[PURSE].worth)
    assert "On the ground: a fat purse." == says(table.now, told_of(told, LiesThere)[0])
    table.do(Take(MAUD, PURSE), seat=ONE)
    assert (Carried(MAUD), True) == (table.now.things[PURSE].place, table.now.things[PURSE].found)


def test_an_item_of_the_lists_brings_its_kind_and_load():
    """A sword of the dead can be wielded."""
    table = abroad()
    table.do(PutHere(MAIN, item="long_sword"))
    (sword,) = [thing for thing in table.now.things.values() if thing.place == InHex(CARROW)]
    assert ("long sword", ThingKind.WEAPON, "long_sword", 1) == (sword.name, sword.kind, sword.item, sword.points)


def test_what_is_laid_down_on_the_road_stays_until_someone_comes():
    """The person who is elsewhere does not reach it; the person who comes by sees it."""
    table = abroad()
    table.do(PutHere(MAIN, "a mile stone"))
    stone = next(thing.id for thing in table.now.things.values() if thing.name == "a mile stone")
    table.do(Take(ULF, stone), seat=TWO)
    table.do(Drop(ULF, stone), seat=TWO)
    assert InHex(CARROW) == table.known(ONE).things[stone].place
    table.do(PlaceInHex(MAIN, FORD))
    assert ["not_there"] == codes(table, Take(ULF, stone), TWO)
    table.do(PlaceInHex(MAIN, CARROW))
    assert [] == codes(table, Take(ULF, stone), TWO)


def test_what_others_left_is_seen_by_a_person_who_comes_there():
    """And by nobody before."""
    table = abroad()
    horn = Thing(ThingId("horn"), "horn", ThingKind.TREASURE, InHex(FORD), worth=10)
    table.do(AddThing(horn))
    assert horn.id not in table.known(ONE).things
    table.do(PlaceInHex(MAIN, FORD))
    assert horn == table.known(ONE).things[horn.id]


def test_a_person_who_has_lost_the_way_knows_it_to_lie_where_they_believe_to_be():
    """Its place betrays nothing."""
    table = abroad()
    table.do(SetOut(MAIN))
    group = table.now.groups[MAIN]
    astray = tuple(replace(scene, believed=FORD) if isinstance(scene, TravelDay) else scene for scene in group.scenes)
    table.truth.now = replace(table.now, groups={**table.now.groups, MAIN: replace(group, scenes=astray)})
    table.do(PutHere(MAIN, "a horn"))
    (horn,) = [thing for thing in table.now.things.values() if thing.name == "a horn"]
    assert (InHex(CARROW), InHex(FORD)) == (horn.place, table.known(ONE).things[horn.id].place)


def test_what_lies_elsewhere_and_what_it_is_worth_shows_in_nothing():
    """Two worlds that differ in both are the same to players until someone comes there."""
    told = []
    for worth, left in (
        (430, ()),
        (9000, (Thing(ThingId("horn"), "horn", ThingKind.TREASURE, InHex(FORD), worth=10),)),
    ):
        table = abroad()
        for thing in left:
            table.do(AddThing(thing))
        table.do(PutHere(MAIN, "a fat purse", ThingKind.COINS, worth=worth, appraised=False))
        table.do(Take(MAUD, PURSE), seat=ONE)
        told.append([(each.at, wire.encode(each.event)) for each in table.heard[TWO]])
    assert told[0] == told[1]


def test_the_dead_are_looked_through_on_the_road():
    """It takes a turn, once; what lies with them is named."""
    table = after_a_fight()
    assert CARROW == table.now.groups[MAIN].field_hex
    assert "Maud: search the bodies" in [offer.label for offer in offers(table.known(ONE), SeatId(ONE))]
    table.do(PutHere(MAIN, "a fat purse", ThingKind.COINS, worth=430))
    began = table.now.groups[MAIN].time
    told = table.do(Loot(MAUD), seat=ONE)
    assert [Looted(MAUD, ("a fat purse",))] == told_of(told, Looted)
    assert 600 == table.now.groups[MAIN].time - began
    assert ["no_field"] == codes(table, Loot(ULF), TWO)


def test_where_nothing_was_put_the_search_is_all_that_is_told():
    """What they had is for the referee to say."""
    table = after_a_fight()
    (looted,) = told_of(table.do(Loot(MAUD), seat=ONE), Looted)
    assert "Maud searches the bodies." == says(table.now, looted)


@pytest.mark.parametrize(
    "change, flight, bodies",
    [
        (("state", "fled"), (1,), False),
        (("state", "surrendered"), (), False),
        (("state", "dead"), (), True),
        (("health", 0), (), True),
    ],
)
def test_there_are_bodies_only_where_a_foe_died(change: tuple[str, object], flight: tuple[int, ...], bodies: bool):
    """However the fight ended; the referee and the players are offered the same."""
    table = abroad()
    table.do(AddFoes(MAIN, "a robber HD 1 hp 1"), 5, 5)
    table.do(Adjust(Adjustable.FOE, "robber-1", *change, "as it went"), *flight)
    if not table.why_not(EndFight(MAIN)):
        table.do(EndFight(MAIN))
    for seat in (REFEREE, ONE):
        offered = [offer.command for offer in offers(table.known(seat), SeatId(seat))]
        assert (bodies, bodies) == (Loot(MAUD) in offered, not codes(table, Loot(MAUD), seat))


def test_nobody_is_looked_through_elsewhere():
    """The field is where they fought."""
    table = after_a_fight()
    table.do(PlaceInHex(MAIN, FORD))
    assert ["no_field"] == codes(table, Loot(MAUD), ONE)


@pytest.mark.parametrize(
    "command, code",
    [
        (PutHere(MAIN), "no_name"),
        (PutHere(MAIN, item="moonbeam"), "unknown_item"),
        (AddThing(Thing(ThingId("x"), "x", ThingKind.GEAR, InHex(HexId("9999")))), "no_hex"),
    ],
)
def test_why_nothing_can_be_put_there(command, code):
    """It needs a name, and a place that is there."""
    assert [code] == codes(abroad(), command)


def test_outside_of_all_lands_nothing_lies_anywhere():
    """Who is nowhere is given things instead."""
    table = field(ANSGAR, inside=False)
    assert ["nowhere"] == codes(table, PutHere(MAIN, "a horn"))


def test_in_a_site_it_lies_in_the_zone():
    """As anything there."""
    table = abroad()
    table.do(EnterSite(MAIN, CRYPT))
    table.do(PutHere(MAIN, "a horn"))
    (horn,) = [thing for thing in table.now.things.values() if thing.name == "a horn"]
    assert horn.id in table.known(TWO).things
    table.do(Take(MAUD, horn.id), seat=ONE)
    assert Carried(MAUD) == table.now.things[horn.id].place
