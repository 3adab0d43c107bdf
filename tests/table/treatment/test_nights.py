"""Nights: in a site with all its checks, in one stretch or in several, and what they restore."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.fated import Fated
from tests.table.happenings import givens, of
from tests.table.infirmary import KIT, OLGA, conditions, table
from tests.table.small_site import MAUD, ONE, ULF, site
from tests.table.tabletop import codes
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.encounter.sleepers import Rouse
from undercroft.table.encounter.surprise import OffGuard
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.wandering import Place
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import PRESETS, HouseRules, Sleep
from undercroft.table.state.ids import CreaturesId, ThingId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.sites import Clock, Site
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN

FOOD = Thing(ThingId("food"), "rations", ThingKind.FOOD, Carried(MAUD), count=9, points=9, item="ration_day")
DRINK = Thing(ThingId("drink"), "waterskin", ThingKind.WATER, Carried(MAUD), count=9, points=9, item="waterskin")


def roaming() -> Site:
    """The crypt with rats that come from anywhere."""
    rats = replace(site().creatures[CreaturesId("rats")], zone=None)
    return site(creatures={rats.id: rats})


def in_the_crypt(**changes: Any) -> Any:
    """In the crypt, with food and water."""
    return table(exploring=True, things=(KIT, FOOD, DRINK), **changes)


def test_a_night_in_a_site_is_checked_turn_by_turn():
    """Forty-eight turns and a check in every third; then they wake and are better."""
    at = in_the_crypt()
    events = at.do(RestNight(MAIN), *(6,) * 16)

    assert 16 == len(givens(events, "sovereign.wandering.check"))
    assert (8 * 3600, {}, 49) == (at.now.clock, at.now.missed, at.now.groups[MAIN].scene.number)
    assert ([], 6) == (conditions(at.now), at.now.people[ULF].hp)


@pytest.mark.parametrize("clock", Clock)
def test_a_night_is_checked_by_every_clock(clock):
    """As many dice as the same time awake; only sleep heals."""
    house = HouseRules(clock=clock, sleep=Sleep.OFF)
    slept, awake = (in_the_crypt(house=house, made=Fated((4,))) for _ in range(2))
    slept.do(RestNight(MAIN))
    awake.do(PassTime(MAIN, Span.HOUR, 8))

    assert slept.fallen == awake.fallen > 0
    assert 8 * HOUR == slept.now.clock == awake.now.clock
    assert (6, 5) == (slept.now.people[ULF].hp, awake.now.people[ULF].hp)


def test_an_encounter_finds_them_asleep():
    """The check of the third turn brings rats: the players hear nothing of it until they are there."""
    at = in_the_crypt(crypt=roaming())
    at.do(RestNight(MAIN), 1, 1, 2, 3)
    assert (2 * 600, ["asleep"]) == (at.now.clock, conditions(at.now))
    assert b"rats" not in at.bytes_for(ONE)
    (rats,) = (pending.creatures for pending in pending_encounters(at.now))
    events = at.do(Place(MAIN, rats))

    scene = at.now.groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert {MAUD, ULF, OLGA} == set(scene.surprised)
    assert [OffGuard(MAIN, (MAUD, ULF, OLGA))] == of(events, OffGuard)
    assert ([], 5) == (conditions(at.now), at.now.people[ULF].hp)


def test_the_referee_may_wake_them():
    """Who is not asleep cannot be woken."""
    at = in_the_crypt(crypt=roaming())
    assert ["nobody_asleep"] == codes(at, Rouse(MAIN))
    at.do(RestNight(MAIN), 1, 1, 2, 3)
    assert ["referee_only"] == codes(at, Rouse(MAIN), ONE)
    at.do(Rouse(MAIN))
    assert [] == conditions(at.now)


def test_nobody_goes_to_bed_in_an_encounter():
    """Nor while one is due."""
    at = in_the_crypt(crypt=roaming())
    at.do(PassTime(MAIN, Span.STEP, 5), 1, 1, 2, 3)
    assert ["encounter_pending"] == codes(at, RestNight(MAIN))
    (rats,) = (pending.creatures for pending in pending_encounters(at.now))
    at.do(Place(MAIN, rats))
    assert ["no_time"] == codes(at, RestNight(MAIN))


# Nights in stretches


@pytest.mark.parametrize("preset", PRESETS)
def test_a_night_in_stretches_is_the_same_night(preset):
    """Three hours, one and four: what eight in one go give."""
    house = PRESETS[preset]
    whole, parts = (table(house=house, victim={"hp": 2, "strain": 3}, things=(FOOD, DRINK)) for _ in range(2))
    dice = (4,) if preset == "violence" else ()
    whole.do(RestNight(MAIN), *dice)
    for hours in (3, 1):
        parts.do(RestNight(MAIN, hours=hours))
    parts.do(RestNight(MAIN, hours=4), *dice)

    assert whole.now == parts.now
    assert 2 == whole.now.people[ULF].strain


def test_hours_slept_in_a_night_add_up_over_a_watch():
    """Four hours, two on watch, four more: a full night for the day to come and for wounds, none for strain."""
    at = table(victim={"hp": 2, "strain": 3})
    at.do(PassTime(MAIN, Span.HOUR, 17))
    at.do(RestNight(MAIN, hours=4))
    assert (Fraction(8), 2) == (at.now.needs[ULF].day_h, at.now.people[ULF].hp)
    at.do(PassTime(MAIN, Span.HOUR, 2))
    at.do(RestNight(MAIN, hours=4))

    assert (Fraction(16), Seconds(27 * HOUR), 0) == (
        at.now.needs[ULF].day_h,
        at.now.needs[ULF].woke,
        at.now.needs[ULF].sleep,
    )
    assert (3, 3) == (at.now.people[ULF].hp, at.now.people[ULF].strain)


def test_a_night_restores_once():
    """Sleeping on after a full night is no second night; the hours beyond count for lost sleep alone."""
    at = table(victim={"hp": 2, "strain": 3})
    at.do(PassTime(MAIN, Span.HOUR, 20))
    at.do(RestNight(MAIN))
    assert (3, 2, 1) == (at.now.people[ULF].hp, at.now.people[ULF].strain, at.now.needs[ULF].sleep)
    at.do(RestNight(MAIN, hours=1))
    assert (3, 2, 0) == (at.now.people[ULF].hp, at.now.people[ULF].strain, at.now.needs[ULF].sleep)


def test_after_a_day_up_a_new_night_begins():
    """Eight hours up make the next sleep another night."""
    at = table(victim={"hp": 2})
    at.do(RestNight(MAIN))
    at.do(PassTime(MAIN, Span.HOUR, 8))
    at.do(RestNight(MAIN))
    assert 4 == at.now.people[ULF].hp
