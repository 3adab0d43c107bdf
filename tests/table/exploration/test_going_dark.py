"""Without a light nobody sees: on every clock, for every group by its own light, and until there is light again."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.passage import (
    ANNE,
    BERT,
    CANDLE,
    FIRST,
    LANTERN,
    ONE,
    PASSAGE,
    RATS,
    SECOND,
    TO_SECOND,
    TO_THIRD,
    TORCHES,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop, codes
from tests.table.taking_back import take_back
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.views.dungeon.room import room_card
from undercroft.faces.views.dungeon.zone_map import zone_map
from undercroft.kernel import wire
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.effects import EndEffect, StartEffect
from undercroft.table.encounter.creature_damage import WoundCreature
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter, Face
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.going_dark import GoOnUnlit
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.gear.carrying import Take
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.sentences import says
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import PassTime, Span, WalkBack
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId, SiteId, ThingId
from undercroft.table.state.lights import Unlit
from undercroft.table.state.open_rulings import Befalls, Trial
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock, Shape, Site
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.darkness import CameIntoDark, LastLightOut, LightAgain, is_dark
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, PutOut
from undercroft.table.world.sightings import CreaturesSeen, ZoneSeen

REAR = GroupId("rear-guard")
GEM = Thing(ThingId("gem"), "a green gem", ThingKind.TREASURE, Lying(PASSAGE, SECOND), worth=100)


def unlit(clock: Clock, *, first_lit: bool = True, **changes) -> Site:
    """The passage without light but for the first zone; the second smells of tallow, and ghouls are in it."""
    site = passage(clock, lit=False, traps={}, encounters=(), **changes)
    ghouls = Creatures(RATS, "ghouls", 3, Fraction(2), SECOND, activity="gnawing bones")
    zones = {
        **site.zones,
        FIRST: replace(site.zones[FIRST], lit=first_lit),
        SECOND: replace(
            site.zones[SECOND], name="Bone room", glance="Bones everywhere.", senses="It smells of tallow."
        ),
    }
    return replace(site, zones=zones, creatures={RATS: ghouls})


def come_in(site: Site, *faces: int) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    opening = begin(site)
    table.do(replace(opening, things=(*opening.things, GEM)))
    table.do(EnterSite(MAIN, PASSAGE), *faces)
    return table


def opening_dice(clock: Clock) -> tuple[int, ...]:
    """The overloaded die of a free turn, where that is the clock."""
    return (5,) if clock is Clock.HEXCRAWL else ()


def in_the_dark(clock: Clock) -> Tabletop:
    """Bert and Anne have gone on into the second zone without a light."""
    table = come_in(unlit(clock), *opening_dice(clock))
    dice = {Clock.HEXCRAWL: (5,), Clock.VIOLENCE: (5,)}.get(clock, ())
    table.do(Move(MAIN, TO_SECOND), *dice)
    return table


@pytest.mark.parametrize("clock", Clock)
def test_an_unlit_room_shows_what_can_be_felt_and_nothing_else(clock):
    """Its smell and its ways out, and no name, sight, size, creature or thing; nobody is met unseen."""
    table = in_the_dark(clock)
    for seat in (ONE, TWO, SPECTATORS):
        room = table.known(seat).seen[PASSAGE].zones[SECOND]
        assert ("Unlit room", "", "It smells of tallow.", True) == (room.name, room.glance, room.senses, room.dark)
        assert {TO_SECOND, "to-third"} == set(table.known(seat).seen[PASSAGE].doors)
        assert {} == table.known(seat).seen[PASSAGE].creatures
        assert GEM.id not in table.known(seat).things
        for secret in (b"Bone", b"ghouls", b"gnawing", b"green gem"):
            assert secret not in table.bytes_for(seat)
        assert Unlit(dark=True, since=table.known(seat).unlit[MAIN].since) == table.known(seat).unlit[MAIN]
        *_, sight = of([told.event for told in table.heard[seat]], ZoneSeen)
        assert "The party goes through the way. It is too dark to see the room. It smells of tallow." == sight.say(
            table.known(seat)
        )
    assert not isinstance(table.now.groups[MAIN].scene, EncounterScene)


@pytest.mark.parametrize("clock", Clock)
def test_nobody_searches_in_the_dark(clock):
    """Not even where the book is silent; with a light they may."""
    table = in_the_dark(clock)
    assert "too_dark" in codes(table, Search(ANNE))
    assert "too_dark" in codes(table, Search(ANNE), TWO)
    table = come_in(unlit(clock), *opening_dice(clock))
    assert "too_dark" not in codes(table, Search(ANNE))


@pytest.mark.parametrize("clock", Clock)
def test_a_light_shows_the_room_and_who_is_in_it(clock):
    """Lit, the room is described, its things are seen, and the ghouls are met; undo takes the light and the sight."""
    table = in_the_dark(clock)
    before = [table.known(seat) for seat in (ONE, TWO, SPECTATORS)]
    events = table.do(LightUp(BERT, TORCHES))
    assert [LightAgain(MAIN)] == of(events, LightAgain)
    for seat in (ONE, TWO, SPECTATORS):
        seen = table.known(seat).seen[PASSAGE]
        assert ("Bone room", "Bones everywhere.", False) == (
            seen.zones[SECOND].name, seen.zones[SECOND].glance, seen.zones[SECOND].dark,
        )  # fmt: skip
        assert ("ghouls", 3) == (seen.creatures[RATS].name, seen.creatures[RATS].count)
        assert GEM.id in table.known(seat).things
        assert {} == table.known(seat).unlit
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)
    take_back(table)
    assert before == [table.known(seat) for seat in (ONE, TWO, SPECTATORS)]


def test_the_last_light_out_is_reported_and_what_was_seen_is_remembered():
    """The torch is put out in a room they have seen: they know the room, and that it is dark."""
    table = come_in(unlit(Clock.SOVEREIGN, first_lit=False))
    table.do(LightUp(BERT, TORCHES))
    (torch,) = table.now.lights
    events = table.do(PutOut(BERT, torch))
    assert [LastLightOut(MAIN, dark=True, at=Seconds(0))] == of(events, LastLightOut)
    assert [] == of(events, CameIntoDark)
    assert "The last light is out. It is dark." == says(table.now, of(events, LastLightOut)[0])
    assert "The first part." == table.known(ONE).seen[PASSAGE].zones[FIRST].glance
    assert Unlit(dark=True, since=Seconds(0)) == table.known(ONE).unlit[MAIN]
    table.undo()
    assert ({}, (torch,)) == (table.known(ONE).unlit, tuple(table.now.lights))


def test_the_light_that_burns_out_says_it_at_its_moment():
    """After an hour; a second light left burning keeps it quiet."""
    table = come_in(unlit(Clock.SOVEREIGN, first_lit=False))
    table.do(LightUp(BERT, TORCHES))
    table.do(LightUp(ANNE, CANDLE, Seconds(1200)))
    table.do(PassTime(MAIN, Span.STEP, 9), 5)
    assert {} == table.now.unlit
    table.do(PassTime(MAIN, Span.STEP, 9), 5)
    (out,) = [told for told in table.heard[TWO] if isinstance(told.event, LastLightOut)]
    assert (HOUR, table.now.groups[MAIN].time) == (out.at, Seconds(HOUR))


def test_they_may_go_on_in_the_dark_and_are_told_once():
    """The referee says so once; a second time is refused, and so is a player's word."""
    table = in_the_dark(Clock.SOVEREIGN)
    assert ["referee_only"] == codes(table, GoOnUnlit(MAIN), ONE)
    table.do(GoOnUnlit(MAIN))
    assert table.known(ONE).unlit[MAIN].accepted
    assert ["no_need"] == codes(table, GoOnUnlit(MAIN))
    events = table.do(Move(MAIN, TO_SECOND), 5)
    assert [LightAgain(MAIN)] == of(events, LightAgain)
    assert ["no_need"] == codes(table, GoOnUnlit(MAIN))


@pytest.mark.parametrize("clock", Clock)
def test_what_comes_in_the_dark_is_noticed_and_not_known(clock):
    """Something is there, from where and how far off as far as that can be sensed; a light shows what it is."""
    table = in_the_dark(clock)
    dice = {Clock.DELVING: (6,), Clock.VIOLENCE: (3, 4)}.get(clock, (1,))
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1"), *dice)
    for seat in (ONE, TWO, SPECTATORS):
        scene = table.known(seat).groups[MAIN].scene
        assert isinstance(scene, EncounterScene)
        assert ("something in the dark", None) == (scene.met.name, scene.met.count)
        assert b'pilgrims"' not in wire.encode(table.known(seat).seen)
    table.do(LightUp(ANNE, CANDLE))
    scene = table.known(ONE).groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert ("pilgrims", 4) == (scene.met.name, scene.met.count)


def test_the_referee_may_let_them_meet_what_is_there_in_the_dark():
    """They stumble over something."""
    table = in_the_dark(Clock.SOVEREIGN)
    table.do(Face(MAIN, RATS))
    scene = table.known(ONE).groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert ("something in the dark", None, "") == (scene.met.name, scene.met.count, scene.met.activity)


def pilgrim_in_the_dark() -> tuple[Tabletop, CreaturesId]:
    """One pilgrim, who has come to the party in the dark and is on its map as something."""
    table = in_the_dark(Clock.SOVEREIGN)
    table.do(MeetStrangers(MAIN, "1 pilgrim HD 1"), 1)
    (noticed,) = table.known(ONE).seen[PASSAGE].creatures.values()
    assert ("something in the dark", SECOND) == (noticed.name, noticed.zone)
    return table, next(id for id, creature in table.now.sites[PASSAGE].creatures.items() if creature.name == "pilgrim")


def test_a_light_shows_nothing_of_what_fled_in_the_dark():
    """The pilgrim runs from a fight in the dark; the light shows the room without him, and play goes on."""
    table, pilgrim = pilgrim_in_the_dark()
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5, 5)
    table.do(Adjust(Adjustable.FOE, f"{pilgrim}-1", "state", FoeState.FLED.value, "he runs"), 4, 5)
    assert table.now.sites[PASSAGE].creatures[pilgrim].zone is None
    shown = of(table.do(LightUp(BERT, TORCHES)), CreaturesSeen)
    assert pilgrim not in [event.creatures.id for event in shown]


def test_a_light_shows_nothing_of_what_hides_after_it_was_noticed_in_the_dark():
    """The pilgrim is noticed, and then lies in ambush in the same room."""
    table, pilgrim = pilgrim_in_the_dark()
    table.do(EndEncounter(MAIN))
    table.do(Adjust(Adjustable.CREATURES, pilgrim, "ambush", True, "he hides", PASSAGE))
    shown = of(table.do(LightUp(BERT, TORCHES)), CreaturesSeen)
    assert pilgrim not in [event.creatures.id for event in shown]


def pilgrims_in_the_dark() -> tuple[Tabletop, CreaturesId]:
    """Three pilgrims, who have come to the party in the dark and are on its map as something."""
    table = in_the_dark(Clock.SOVEREIGN)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 1)
    return table, next(id for id, creature in table.now.sites[PASSAGE].creatures.items() if creature.name == "pilgrims")


def test_the_referees_map_has_what_the_players_know_after_a_rout_in_the_dark():
    """All run from a fight in the dark: no map has them in the room any more, and nobody could count them."""
    table, pilgrims = pilgrims_in_the_dark()
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5, 5, 5, 5)
    for number in (1, 2, 3):
        fled = Adjust(Adjustable.FOE, f"{pilgrims}-{number}", "state", FoeState.FLED.value, "he runs")
        table.do(fled, *((4, 5) if number == 3 else ()))
    assert table.known(ONE).seen[PASSAGE].creatures == table.now.seen[PASSAGE].creatures
    (shown,) = table.now.seen[PASSAGE].creatures.values()
    assert ("something in the dark", None, None) == (shown.name, shown.count, shown.zone)


@pytest.mark.parametrize("lit, count", [(False, None), (True, 2)])
def test_the_referees_map_has_what_the_players_know_after_a_wound(lit, count):
    """One of three dies before the fight: by light all maps count two, in the dark the players do not learn it."""
    table, pilgrims = pilgrims_in_the_dark()
    if lit:
        table.do(LightUp(BERT, TORCHES))
    table.do(WoundCreature(MAIN, pilgrims, 20, "a falling beam"), 4, 4, 4)
    assert table.now.sites[PASSAGE].creatures[pilgrims].count == 2
    assert table.known(ONE).seen[PASSAGE].creatures[pilgrims] == table.now.seen[PASSAGE].creatures[pilgrims]
    assert table.now.seen[PASSAGE].creatures[pilgrims].count == count


@pytest.mark.parametrize("name", ["darksight", "Darkvision", "night vision"])
def test_a_person_who_has_darksight_sees_and_tells_the_others(name):
    """Anne's eyes are enough for the room; searching needs your own eyes."""
    table = in_the_dark(Clock.SOVEREIGN)
    events = table.do(StartEffect(ANNE, name, Seconds(1200)))
    assert ["Bone room"] == [event.zone.name for event in of(events, ZoneSeen)]
    assert ["ghouls"] == [event.creatures.name for event in of(events, CreaturesSeen)]
    assert (True, False) == ("too_dark" in codes(table, Search(BERT)), "too_dark" in codes(table, Search(ANNE)))
    assert table.now.unlit[MAIN].dark
    assert "It is dark; Anne can see." in says(table.now, CameIntoDark(MAIN, Seconds(0)))
    table.do(EndEffect(ANNE, name))
    assert "too_dark" in codes(table, Search(ANNE))


def test_a_condition_gives_darksight_too():
    """However they came by it."""
    table = in_the_dark(Clock.SOVEREIGN)
    eyes = (Befalls("darksight", Seconds(1200)),)
    table.do(MakeRuling(Trial(MAIN, "drink", None, (BERT,), success=eyes)))
    assert "too_dark" not in codes(table, Search(BERT))


def test_each_group_sees_by_its_own_light():
    """Bert goes ahead with the torch; Anne follows in the dark, and is told nothing of what he sees."""
    table = come_in(unlit(Clock.SOVEREIGN))
    table.do(LightUp(BERT, TORCHES))
    table.do(Split(MAIN, (ANNE,), "Rear guard"))
    table.do(Move(MAIN, TO_SECOND))
    assert "Bone room" == table.known(ONE).seen[PASSAGE].zones[SECOND].name
    table.do(Move(REAR, TO_SECOND))
    assert "Unlit room" == table.known(TWO).seen[PASSAGE].zones[SECOND].name
    assert {} == table.known(TWO).seen[PASSAGE].creatures
    assert ({}, {REAR}) == (table.known(ONE).unlit, set(table.known(TWO).unlit))
    assert Shape(5, 1, 2, 2) == table.known(TWO).seen[PASSAGE].zones[SECOND].shape


def test_out_of_the_dark_and_under_the_sky_there_is_light():
    """Leaving the site ends it."""
    table = come_in(unlit(Clock.VIOLENCE, first_lit=False))
    assert {MAIN} == set(table.now.unlit)
    table.do(LeaveSite(MAIN), 5)
    assert {} == table.now.unlit


def test_a_lantern_that_burns_empty_on_the_road_is_told():
    """Not dark under the sky, and yet nobody may miss it: until another is lit, or they go on without."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(unlit(Clock.SOVEREIGN)))
    table.do(LightUp(ANNE, LANTERN))
    events = table.do(PassTime(MAIN, Span.HOUR, 5))
    assert [LastLightOut(MAIN, dark=False, at=Seconds(4 * HOUR))] == of(events, LastLightOut)
    assert "The last light is out." == says(table.now, of(events, LastLightOut)[0])
    assert Unlit(dark=False, since=Seconds(4 * HOUR)) == table.known(TWO).unlit[MAIN]
    table.do(LightUp(BERT, TORCHES))
    assert {} == table.known(TWO).unlit


def test_a_light_put_out_by_day_is_nobodys_alarm():
    """Under the sky only a light that is spent is news."""
    table = Tabletop()
    table.do(begin(unlit(Clock.SOVEREIGN)))
    table.do(LightUp(ANNE, LANTERN))
    events = table.do(PutOut(ANNE, LANTERN))
    assert [] == of(events, LastLightOut)


def test_dice_that_put_lights_out_and_relight_them_say_nothing_of_the_dark():
    """Waning resources with a torch in reserve leave no moment of darkness."""
    table = come_in(unlit(Clock.HEXCRAWL, first_lit=False), 5)
    table.do(LightUp(BERT, TORCHES))
    events = table.do(EndStep(MAIN), 4)
    assert ([], {}) == (of(events, LastLightOut), table.now.unlit)
    events = table.do(EndStep(MAIN), 4)
    assert [LastLightOut(MAIN, dark=True, at=Seconds(1200))] == of(events, LastLightOut)


def test_by_delving_the_map_is_no_use_in_the_dark():
    """Known rooms are passed one by one; with a light they walk through several again."""
    site = passage(Clock.DELVING, lit=False, traps={}, encounters=())
    table = come_in(site)
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND))
    table.do(Move(MAIN, TO_THIRD), 20)
    (torch,) = table.now.lights
    far = Move(MAIN, TO_THIRD, speed=Speed.WALK, then=(TO_SECOND,))
    assert [] == codes(table, far)
    table.do(PutOut(BERT, torch))
    assert (["too_dark"], ["too_dark"]) == (codes(table, far), codes(table, WalkBack(MAIN, FIRST)))
    assert [] == codes(table, Move(MAIN, TO_THIRD))


@pytest.mark.parametrize("clock", Clock)
def test_in_the_dark_players_have_no_map_on_any_clock(clock):
    """Only the room they stand in is drawn, with its ways out; the referee's map stays, and a light shows theirs."""
    table = lit_walk(clock)
    (torch,) = table.now.lights
    assert {"First", "Second"} == names_on_map(table, ONE)
    table.do(PutOut(BERT, torch))
    for seat in (ONE, TWO, SPECTATORS):
        drawn = zone_map(table.known(seat), table.known(seat).groups[MAIN])
        assert drawn is not None
        assert (["Second"], True) == ([" ".join(room.lettering.lines) for room in drawn.rooms], drawn.unread)
        assert {TO_SECOND, TO_THIRD} == set(drawn.exits)
    assert {"First", "Second"} < names_on_map(table, REFEREE)
    assert ["too_dark"] == codes(table, WalkBack(MAIN, FIRST))
    assert ["too_dark"] == codes(table, LeaveSite(MAIN))
    table.do(LightUp(BERT, torch))
    assert {"First", "Second"} == names_on_map(table, ONE)


@pytest.mark.parametrize("clock", Clock)
def test_in_the_dark_nobody_takes_what_lies_there_on_any_clock(clock):
    """They know that the gem is here, and cannot see it; what a fallen comrade carries is felt."""
    table = lit_walk(clock)
    (torch,) = table.now.lights
    take = Take(ANNE, GEM.id)
    assert take in [offer.command for offer in offers(table.known(TWO), TWO)]
    table.do(PutOut(BERT, torch))
    for seat in (TWO, REFEREE):
        assert ["too_dark"] == codes(table, take, seat)
        assert take not in [offer.command for offer in offers(table.known(seat), seat)]
    table.do(LightUp(BERT, torch))
    assert [] == codes(table, take, TWO)


def lit_walk(clock: Clock) -> Tabletop:
    """In the second zone by the light of a torch, where a gem lies."""
    site = passage(clock, lit=False, traps={}, encounters=(), creatures={})
    table = come_in(site, *opening_dice(clock))
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND), *{Clock.HEXCRAWL: (5,), Clock.VIOLENCE: (5,)}.get(clock, ()))
    return table


def names_on_map(table: Tabletop, seat: str) -> set[str]:
    """The names of the rooms that a seat's map shows."""
    drawn = zone_map(table.known(seat), table.known(seat).groups[MAIN])
    assert drawn is not None
    return {" ".join(room.lettering.lines) for room in drawn.rooms}


def test_a_zone_of_the_same_name_in_another_site_lights_nothing():
    """A group with a torch elsewhere does not light the room that bears the same id here."""
    here = passage(Clock.SOVEREIGN, lit=False, traps={}, encounters=(), creatures={})
    there = replace(here, id=SiteId("other"), name="The Other")
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(here, sites=(here, there)))
    table.do(Split(MAIN, (ANNE,), "Rear guard"))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(EnterSite(REAR, there.id))
    table.do(LightUp(BERT, TORCHES))
    drawn = zone_map(table.now, table.now.groups[REAR])
    assert drawn is not None
    assert [] == [room for room in drawn.rooms if room.lit]
    assert is_dark(table.now, table.now.groups[REAR])


def test_the_card_of_a_room_gone_dark_says_that_it_was_seen_earlier():
    """Bert's torch has shown the room; without it, what is known of it is no longer in sight."""
    table = come_in(unlit(Clock.SOVEREIGN, creatures={}))
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND))
    for seat in (REFEREE, ONE):
        card = room_card(table.known(seat), table.known(seat).groups[MAIN])
        assert card is not None
        assert not card.earlier
    (torch,) = table.now.lights
    table.do(PutOut(BERT, torch))
    for seat in (REFEREE, ONE):
        card = room_card(table.known(seat), table.known(seat).groups[MAIN])
        assert card is not None
        assert (True, "It is dark. Nobody can see.") == (card.earlier, card.dark)
