"""Sleep: full nights and short ones, staying up, nodding off, being woken."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.body.test_privation import KIT, RATIONS, SLEEPLESS, WATER, hours
from tests.table.happenings import givens, of
from tests.table.infirmary import OLGA, conditions, frail, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.condition import FpChanged
from undercroft.table.body.meals import Eat
from undercroft.table.engine.record import Settled, TimerSet
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.health import Needs
from undercroft.table.state.house_rules import Fatigue, HouseRules, Sleep
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.people import Sheet
from undercroft.table.state.things import Carried
from undercroft.table.treatment.frailty import BedRest
from undercroft.table.treatment.sleep import CountSleep, LieDown, RestNight, Wake
from undercroft.table.world.groups import MAIN


def test_a_full_night_gives_a_full_day_and_staying_up_tells():
    """A point past sixteen hours, and one for every four more."""
    at = table(house=SLEEPLESS)
    at.do(RestNight(MAIN))
    assert Needs(Seconds(8 * HOUR)) == at.now.needs[ULF]
    assert 24 * HOUR + 1 == at.known(TWO).timers[TimerId("bedtime-ulf")].due

    hours(at, 16)
    assert (12, 28 * HOUR) == (at.now.people[ULF].fp, 28 * HOUR)
    events = hours(at, 1)
    assert FpChanged(ULF, 11, "lack of sleep") in events
    assert (1, 28 * HOUR) == (at.now.needs[ULF].sleep, at.now.timers[TimerId("bedtime-ulf")].due)
    hours(at, 3)
    assert (2, 10) == (at.now.needs[ULF].sleep, at.now.people[ULF].fp)


def test_who_has_never_slept_is_counted_from_the_beginning():
    """After sixteen hours, without anybody having said a word about sleep."""
    at = table()
    hours(at, 15)
    assert {} == at.now.needs
    hours(at, 1)
    assert {who: Needs(Seconds(0)) for who in (MAUD, ULF, OLGA)} == at.now.needs
    hours(at, 1)
    assert 11 == at.now.people[ULF].fp


def test_a_short_night_makes_a_short_day():
    """Two hours for every hour missed, and nothing of the fatigue is slept off."""
    at = table()
    hours(at, 17)
    at.do(RestNight(MAIN, hours=6))

    assert Needs(Seconds(23 * HOUR), Fraction(12), sleep=1, carried=1) == at.now.needs[ULF]
    assert 11 == at.now.people[ULF].fp


def test_a_full_night_takes_a_point_off_and_hours_beyond_one_more_each():
    """Two points lost to twenty hours: nine hours of sleep restore both."""
    at = table()
    hours(at, 20)
    assert (2, 10) == (at.now.needs[ULF].sleep, at.now.people[ULF].fp)
    at.do(RestNight(MAIN, hours=9))

    assert (0, 12) == (at.now.needs[ULF].sleep, at.now.people[ULF].fp)


def test_a_nap_early_in_the_day_is_no_night():
    """The day goes on as long as it would have."""
    at = table()
    hours(at, 2)
    at.do(RestNight(MAIN, hours=1))

    assert Needs(Seconds(0)) == at.now.needs[ULF]


def test_half_their_fatigue_lost_people_fight_sleep_by_will():
    """Maud's ten points: five are gone after thirty-two hours. Two idle hours later she and Olga throw Will."""
    at = table()
    hours(at, 32)
    assert ([], []) == (conditions(at.now, MAUD), conditions(at.now, OLGA))
    hours(at, 1)
    assert 34 * HOUR == at.known(ONE).timers[TimerId("nod-maud")].due
    events = hours(at, 1, 20, 1)

    assert (["groggy"], ["asleep"], []) == tuple(conditions(at.now, who) for who in (MAUD, OLGA, ULF))
    assert [36 * HOUR] == [event.timer.due for event in of(events, TimerSet) if event.timer.lapse is Lapse.NOD]
    assert "not_able" in codes(at, Eat(OLGA))
    assert "Olga cannot act: asleep." in [why.what for why in at.why_not(Eat(OLGA))]


def test_six_idle_hours_are_three_throws_though_one_falls_on_the_fatigue():
    """Drowsy after 32 hours: throws after 34, 36 and 38. At 36 they lose another point too, and Ulf grows drowsy."""
    at = table()
    hours(at, 32)
    events = at.do(PassTime(MAIN, Span.HOUR, 6), 20, 20, 20, 20, 20, 20, 20)

    threw = [
        (event.about, event.given["awake_h"])
        for event in of(events, Settled)
        if event.rule == "neverwhere.drowsy-check"
    ]
    both = [(name, awake) for awake in ("34/1", "36/1") for name in ("Maud", "Olga")]
    assert [*both, *((name, "38/1") for name in ("Maud", "Ulf", "Olga"))] == threw
    assert [6, 6, 6] == [at.now.needs[who].sleep for who in (MAUD, OLGA, ULF)]


def test_time_awake_in_one_go_costs_what_it_costs_in_parts():
    """Thirty-two hours: a point after sixteen and one for every four more, five in all."""
    at, slowly = table(), table()
    at.do(PassTime(MAIN, Span.HOUR, 32))
    for _ in range(2):
        slowly.do(PassTime(MAIN, Span.HOUR, 16))

    assert 7 == at.now.people[ULF].fp
    assert (at.now.people, at.now.needs, at.now.timers) == (slowly.now.people, slowly.now.needs, slowly.now.timers)


def test_who_has_little_left_throws_often_and_on_the_way_too():
    """Seven of Maud's ten points are gone after forty hours: a throw for every half hour of rest."""
    at = table(victim={"fp": 90, "sheet": Sheet(constitution=90)})
    hours(at, 32)
    at.do(PassTime(MAIN, Span.HOUR, 8), *(20,) * 8)
    events = at.do(PassTime(MAIN, Span.MINUTE, 60), *(20,) * 4)

    assert [40.5, 40.5, 41, 41] == [
        float(Fraction(given["awake_h"])) for given in givens(events, "neverwhere.drowsy-check")
    ]


def test_who_nods_off_can_be_woken():
    """Their sleep counts for as long as it was; grogginess is gone."""
    at = table()
    hours(at, 33)
    hours(at, 1, 20, 1)
    at.do(PassTime(MAIN, Span.HOUR))
    assert ["not_asleep"] == codes(at, Wake(ULF, MAUD))
    assert "Ulf: wake Olga" in [offer.label for offer in offers(at.known(TWO), TWO)]
    at.do(Wake(ULF, OLGA), seat=TWO)

    needs = at.now.needs[OLGA]
    assert ([], Seconds(35 * HOUR), Fraction(2), 5, 5) == (
        conditions(at.now, OLGA),
        needs.woke,
        needs.day_h,
        needs.sleep,
        needs.carried,
    )


def test_who_is_woken_before_they_slept_is_as_tired_as_before():
    """Lying down and getting up again gives no new day: the next quarter of the old one still tells."""
    at = table()
    hours(at, 33)
    hours(at, 1, 20, 20)
    tired = at.now.needs[MAUD]
    at.do(LieDown(MAUD))
    at.do(Wake(ULF, MAUD))

    assert (tired, ["groggy"]) == (at.now.needs[MAUD], conditions(at.now, MAUD))
    assert 36 * HOUR == at.now.timers[TimerId("bedtime-maud")].due
    hours(at, 2, 20, 20)
    assert (Seconds(0), 6) == (at.now.needs[MAUD].woke, at.now.needs[MAUD].sleep)


def test_one_sleeps_while_the_others_go_on():
    """Eight hours later they wake by themselves, and are better for it."""
    at = table(exploring=True, things=(replace(RATIONS, place=Carried(MAUD)), replace(WATER, place=Carried(MAUD))))
    at.do(LieDown(ULF), seat=TWO)
    assert ["asleep"] == conditions(at.now)
    assert "not_able" in codes(at, LieDown(ULF))
    for turn in range(1, 49):
        at.do(EndStep(MAIN), *((6,) if (turn + 1) % 3 == 0 else ()))

    assert ([], 6) == (conditions(at.now), at.now.people[ULF].hp)
    assert Seconds(8 * HOUR) == at.now.needs[ULF].woke


def test_bed_and_board_are_counted_by_nobody():
    """Seven days in bed are not seven days without sleep, and the person who was short of it gets up rested."""
    at = table(things=(KIT,), victim={"conditions": (frail(),)})
    hours(at, 20)
    at.do(BedRest(MAUD, ULF))

    assert (Needs(Seconds(188 * HOUR)), 12) == (at.now.needs[ULF], at.now.people[ULF].fp)


def test_sleep_is_lain_down_to_by_ones_own_seat():
    """And counted by the referee."""
    at = table()
    assert ["not_yours"] == codes(at, LieDown(ULF), ONE)
    assert ["not_yours", "not_asleep"] == codes(at, Wake(MAUD, ULF), TWO)
    assert ["self"] == codes(at, Wake(MAUD, MAUD))
    assert ["referee_only"] == codes(at, CountSleep(ULF), ONE)
    assert ["no_person"] == codes(at, CountSleep(PersonId("x")))


def test_where_sleep_is_off_nobody_counts():
    """However long."""
    at = table(house=HouseRules(sleep=Sleep.OFF))
    at.do(RestNight(MAIN))
    hours(at, 20)

    assert ({}, {}) == (dict(at.now.needs), dict(at.now.timers))


def test_without_fatigue_points_lack_of_sleep_still_makes_drowsy():
    """The points are counted, and cost nothing else."""
    at = table(house=HouseRules(fatigue=Fatigue.NONE))
    hours(at, 17)

    assert (1, 12) == (at.now.needs[ULF].sleep, at.now.people[ULF].fp)
