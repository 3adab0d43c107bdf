"""First aid, nights, and Frailty with its ways out."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.happenings import givens
from tests.table.infirmary import OLGA, conditions, due, frail, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from tests.table.two_groups import SCOUTS, go_apart
from undercroft.books.sovereign.frail import Treating
from undercroft.books.sovereign.healing import Aid
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import Died, GiveCondition
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.bells import SetBell
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.offers import offers
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import Dying, Fatigue, HouseRules, Sleep
from undercroft.table.state.ids import GroupId
from undercroft.table.state.people import Condition, Sheet, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.treatment.frailty import BedRest, TreatFrailty
from undercroft.table.treatment.healing import FirstAid, Rest
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN

DAY = 86_400
WEEK = 7 * DAY
SURGEON = {"sheet": Sheet(intelligence=14, skills={"Heal": 1})}


# First aid


def test_first_aid_goes_as_often_as_someone_is_named():
    """Each application is a die and a point of strain, and takes a minute outside a site."""
    at = table(victim={"hp": 1})
    at.do(FirstAid(MAUD, (ULF, ULF)), 2, 3, seat=ONE)

    ulf = at.now.people[ULF]
    assert (6, 2, 120) == (ulf.hp, ulf.strain, at.now.clock)
    (offer,) = [each for each in offers(at.now, REFEREE) if each.command == FirstAid(MAUD, (ULF,))]
    assert 60 == offer.seconds


def test_first_aid_stops_where_it_no_longer_helps():
    """Whole after the first, so the second is not thrown for."""
    at = table(victim={"hp": 6})
    at.do(FirstAid(MAUD, (ULF, ULF)), 2)

    assert (8, 1) == (at.now.people[ULF].hp, at.now.people[ULF].strain)


def test_first_aid_is_what_someone_does_with_a_turn():
    """Under a clock the time is the turn's."""
    at = table(exploring=True)
    at.do(FirstAid(MAUD, (ULF,)), 1, seat=ONE)

    assert 0 == at.now.clock
    assert ["done_this_turn"] == codes(at, Search(MAUD))
    assert 6 == at.now.people[ULF].hp


def test_untrained_first_aid_may_heal_nothing():
    """And costs its strain all the same."""
    at = table(healer={"sheet": Sheet()})
    at.do(FirstAid(MAUD, (ULF,)), 1)

    assert (5, 1) == (at.now.people[ULF].hp, at.now.people[ULF].strain)


@pytest.mark.parametrize(
    "changes, act, expected",
    [
        ({}, FirstAid(MAUD, (MAUD,)), ["self"]),
        ({}, FirstAid(MAUD, (OLGA,)), ["unhurt"]),
        ({"things": ()}, FirstAid(MAUD, (ULF,)), ["no_kit"]),
        ({"victim": {"strain": 12}}, FirstAid(MAUD, (ULF, ULF)), ["too_much_strain"]),
        ({"victim": {"hp": 0, "conditions": (Condition("mortally_injured", Seconds(0)),)}},
         FirstAid(MAUD, (ULF,)), ["dying"]),
    ],
)  # fmt: skip
def test_whom_first_aid_cannot_help(changes, act, expected):
    """The healer, the unhurt, the dying, and patients who bear no more."""
    assert expected == codes(table(**changes), act)


def test_first_aid_is_offered_for_those_who_need_it():
    """With its numbers, to the seat of the person who has the kit."""
    at = table()
    offered = [offer for offer in offers(at.known(ONE), ONE) if "first aid" in offer.label]

    assert ["Maud: first aid for Ulf"] == [offer.label for offer in offered]
    assert Aid(0, has_kit=True, hp=5, hp_max=8, strain=0, strain_max=12) == offered[0].given
    assert not [offer for offer in offers(at.known(TWO), TWO) if "first aid" in offer.label]


# Nights


def test_a_good_night():
    """A point for the level, a point of strain off, and all fatigue back."""
    at = table(victim={"strain": 2, "fp": -3})
    at.do(RestNight(MAIN))

    ulf = at.now.people[ULF]
    assert (6, 1, 12, 8 * 3600) == (ulf.hp, ulf.strain, ulf.fp, at.now.clock)


@pytest.mark.parametrize("bad", [{"warm": False}, {"fed": False}, {"comfortable": False}, {"hours": 7}])
def test_a_bad_night(bad):
    """Cold, hungry, uncomfortable or too short: neither strain nor wounds mend, only fatigue does."""
    at = table(victim={"strain": 2, "fp": 0})
    at.do(RestNight(MAIN, **bad))

    ulf = at.now.people[ULF]
    assert (5, 2, 12) == (ulf.hp, ulf.strain, ulf.fp)


def test_the_frail_sleep_off_strain_and_nothing_else():
    """Hit points do not come back by sleep."""
    at = table(victim={"strain": 2, "conditions": (frail(),)})
    at.do(RestNight(MAIN))

    assert (5, 1) == (at.now.people[ULF].hp, at.now.people[ULF].strain)


def test_a_night_by_delving_restores_the_pool_and_ends_exhaustion():
    """Level and good scores: one and the strength of Ulf."""
    at = table(
        house=HouseRules(fatigue=Fatigue.DELVING),
        victim={"fp": 0, "conditions": (Condition("exhausted", Seconds(0)),)},
    )
    at.do(RestNight(MAIN))
    assert (2, []) == (at.now.people[ULF].fp, conditions(at.now))

    hungry = table(house=HouseRules(fatigue=Fatigue.DELVING), victim={"fp": 0})
    hungry.do(RestNight(MAIN, fed=False))
    assert 0 == hungry.now.people[ULF].fp


def test_only_the_referee_lets_a_night_pass():
    """And only for a group there is."""
    assert ["referee_only"] == codes(table(), RestNight(MAIN), ONE)
    assert ["no_group"] == codes(table(), RestNight(GroupId("x")))


def test_ten_quiet_minutes_give_a_point_back():
    """As someone's turn while exploring, outright elsewhere; the person who is fresh has no need."""
    at = table(victim={"fp": 5})
    at.do(Rest(ULF), seat=TWO)
    assert (6, 600) == (at.now.people[ULF].fp, at.now.clock)

    at = table(victim={"fp": 5}, exploring=True)
    at.do(Rest(ULF), seat=TWO)
    assert (6, 0, ["done_this_turn"]) == (at.now.people[ULF].fp, at.now.clock, codes(at, Search(ULF)))
    assert ["not_tired"] == codes(at, Rest(MAUD))


def test_rest_is_offered_to_the_tired():
    """Where the house counts fatigue that rest gives back."""
    at = table(victim={"fp": 5})

    def labels(at):
        return [offer.label for offer in offers(at.known(TWO), TWO) if "fatigue" in offer.label]

    assert ["Ulf: rest to regain fatigue"] == labels(at)
    assert [] == labels(table(victim={"fp": 0}, house=HouseRules(fatigue=Fatigue.NONE)))


def test_a_delve_round_is_too_short_a_rest():
    """Six minutes are not ten."""
    at = table(victim={"fp": 5}, house=HouseRules(clock=Clock.DELVING), exploring=True)
    assert ["marching_order", "too_short"] == codes(at, Rest(ULF), TWO)
    at.do(Hold(MAUD))

    assert ["too_short"] == codes(at, Rest(ULF), TWO)


# Frailty


def treated(*faces: int):
    at = table(healer=SURGEON, victim={"conditions": (frail(),)})
    at.do(TreatFrailty(MAUD, ULF), *faces, seat=ONE)
    return at


def test_an_hour_of_skill_cures():
    """Eight, one for the wits and one for the skill are ten."""
    at = treated(4, 4)

    assert ([], 3600, {}) == (conditions(at.now), at.now.clock, at.now.jobs)


def test_an_hour_for_nothing_is_the_only_one():
    """Each healer has one try."""
    at = treated(4, 3)

    assert (["frail"], 3600) == (conditions(at.now), at.now.clock)
    assert ["tried_before"] == codes(at, TreatFrailty(MAUD, ULF), ONE)


def test_an_hour_in_a_site_is_six_turns_of_work():
    """Healer and patient do nothing else; turns go on by the others, and the check comes when the hour is over."""
    at = table(healer=SURGEON, victim={"conditions": (frail(),)}, exploring=True)
    at.do(TreatFrailty(MAUD, ULF), seat=ONE)
    assert ["at_work"] == codes(at, Search(ULF), TWO)[:1]
    for turn in range(1, 6):
        at.do(Search(OLGA), 1, 1, *([5] if turn + 1 in (3, 6) else []))
    assert (["frail"], 3000) == (conditions(at.now), at.now.clock)

    at.do(Search(OLGA), 1, 1, 4, 4)
    assert ([], 3600, {}) == (conditions(at.now), at.now.clock, at.now.jobs)
    assert [] == codes(at, Search(ULF), TWO)


@pytest.mark.parametrize(
    "changes, act, expected",
    [
        ({"victim": {}}, TreatFrailty(MAUD, ULF), ["not_frail"]),
        ({"healer": {}}, TreatFrailty(MAUD, ULF), ["no_skill"]),
        ({"things": ()}, TreatFrailty(MAUD, ULF), ["no_kit"]),
        ({}, TreatFrailty(MAUD, MAUD), ["self"]),
        ({"victim": {}}, BedRest(MAUD, ULF), ["not_frail"]),
        ({"healer": {"sheet": Sheet()}, "things": ()}, BedRest(MAUD, ULF), ["no_skill", "no_kit"]),
        ({}, BedRest(MAUD, MAUD), ["self"]),
    ],
)
def test_who_cannot_cure_whom(changes, act, expected):
    """A healer must know how and have a kit, and the patient must be Frail and someone else."""
    usual: dict[str, Any] = {"healer": SURGEON, "victim": {"conditions": (frail(),)}}
    at = table(**{**usual, **changes})

    assert expected == codes(at, act)


def test_a_week_in_bed_cures_for_certain():
    """And no save falls due in it."""
    at = table(victim={"conditions": (frail(),)})
    at.do(BedRest(MAUD, ULF))
    assert ([], WEEK) == (conditions(at.now), at.now.clock)

    at = table(victim={"conditions": (frail(),)})
    at.do(BedRest(MAUD, ULF, days=6))
    assert ["frail"] == conditions(at.now)


def test_days_in_bed_add_up_while_nothing_breaks_them():
    """Six days and one are a week; an hour up and about begins it again."""
    at, broken = (table(victim={"conditions": (frail(),)}) for _ in range(2))
    at.do(BedRest(MAUD, ULF, days=6))
    at.do(BedRest(MAUD, ULF, days=1))
    assert ([], WEEK) == (conditions(at.now), at.now.clock)

    broken.do(BedRest(MAUD, ULF, days=6))
    broken.do(PassTime(MAIN, Span.HOUR))
    broken.do(BedRest(MAUD, ULF, days=1))
    assert ["frail"] == conditions(broken.now)
    broken.do(BedRest(MAUD, ULF, days=6))
    assert [] == conditions(broken.now)


@given(parts=st.lists(st.integers(1, 4), min_size=1, max_size=4))
@settings(deadline=None, max_examples=20)
def test_bed_rest_in_parts_is_the_same_rest(parts):
    """However the days are split, and whatever ends on the way."""
    at_once, in_parts = (table(victim={"conditions": (frail(),), "hp": 8}) for _ in range(2))
    for at in (at_once, in_parts):
        at.do(GiveCondition(OLGA, "dazed", Seconds(40 * 3600)))
    at_once.do(BedRest(MAUD, ULF, days=sum(parts)))
    for days in parts:
        if at_once.now.people[ULF].is_in(State.FRAIL) or in_parts.now.people[ULF].is_in(State.FRAIL):
            in_parts.do(BedRest(MAUD, ULF, days=days))
    assert conditions(at_once.now) == conditions(in_parts.now)
    if at_once.now.clock == in_parts.now.clock:
        assert (at_once.now.people, at_once.now.needs) == (in_parts.now.people, in_parts.now.needs)
        assert (at_once.now.timers, at_once.now.nights) == (in_parts.now.timers, in_parts.now.nights)


def neglected(*faces: int):
    """A week of doing nothing about it, from the moment of rising."""
    at = table()
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    for _ in range(7):
        at.do(RestNight(MAIN, hours=24))
    assert {"frail-ulf": 600 + WEEK} == due(at.now)
    at.do(RestNight(MAIN, hours=1), *faces)
    return at


def test_without_care_some_mend_in_a_month():
    """A save of 14 needs 14; thirty days after the week Frailty is over."""
    at = neglected(14)

    assert (["frail"], {"frail-ulf": 600 + 37 * DAY}) == (conditions(at.now), due(at.now))
    for _ in range(31):
        at.do(RestNight(MAIN, hours=24))
    assert [] == conditions(at.now)


def test_without_care_others_sink_and_nobody_counts_their_days():
    """The die counts days for the referee alone."""
    at = neglected(13, 2)

    assert ["frail", "doomed"] == conditions(at.known(TWO))
    assert 600 + 9 * DAY == due(at.now)["doomed-ulf"]
    assert {} == due(at.known(TWO))
    at.do(RestNight(MAIN, hours=24))
    assert at.now.people[ULF].alive
    assert [Died(ULF, "want of care")] == [
        event for event in at.do(RestNight(MAIN, hours=24)) if isinstance(event, Died)
    ]


LATE_CARE = {"sovereign.frail.untreated/too-late": True}


@pytest.mark.parametrize("readings, expected", [({}, ["doomed"]), (LATE_CARE, [])])
def test_whether_care_comes_too_late_is_the_houses_to_say(readings, expected):
    """Nothing helps the doomed, unless the house lets it."""
    doomed = (frail(), Condition("doomed", Seconds(0)))
    at = table(house=HouseRules(readings=readings), healer=SURGEON, victim={"conditions": doomed})

    assert expected == codes(at, TreatFrailty(MAUD, ULF))
    if not expected:
        (offer,) = [each for each in offers(at.now, REFEREE) if each.command == TreatFrailty(MAUD, ULF)]
        assert Treating(heal=1, attr_mod=1, has_kit=True, doomed=True, care_saves_doomed=True) == offer.given
        at.do(TreatFrailty(MAUD, ULF), 6, 6)
        assert [] == conditions(at.now)


def test_a_save_waits_for_care_that_is_under_way():
    """Five days alone, then a week in bed: the week is not over in between."""
    at = table()
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    for _ in range(5):
        at.do(RestNight(MAIN, hours=24))
    at.do(BedRest(MAUD, ULF))

    assert ([], {}) == (conditions(at.now), due(at.now))


def test_the_save_of_a_bed_rest_broken_off_falls_due_where_it_was_broken_off():
    """A week without care ends on day 7, in bed; a bell stops the rest on day 9, and the save comes right after it."""
    at = table(house=HouseRules(sleep=Sleep.OFF))
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    for _ in range(5):
        at.do(RestNight(MAIN, hours=24))
    bell = Seconds(9 * DAY)
    at.do(SetBell("the bell", bell))
    go_apart(at, OLGA)
    rested = at.do(BedRest(MAUD, ULF))
    assert bell == at.now.groups[MAIN].time
    assert [] == givens(rested, "sovereign.frail.untreated")
    assert bell + 1 == due(at.now)["frail-ulf"]
    at.do(PassTime(SCOUTS, Span.HOUR, 24 * 5))
    saved = at.do(PassTime(MAIN, Span.HOUR), 20)
    assert 1 == len(givens(saved, "sovereign.frail.untreated"))


def test_treatment_is_offered():
    """To the person who has the skill."""
    at = table(healer=SURGEON, victim={"conditions": (frail(),)})
    offered = [offer for offer in offers(at.known(ONE), ONE) if "Frailty" in offer.label]

    assert ["Maud: cure Ulf's Frailty"] == [offer.label for offer in offered]
    assert Treating(heal=1, attr_mod=1, has_kit=True) == offered[0].given


def test_nobody_is_treated_who_died_meanwhile():
    """The hour was for nothing, and no die is thrown."""
    at = table(healer=SURGEON, victim={"conditions": (frail(),)}, exploring=True)
    at.do(TreatFrailty(MAUD, ULF))
    at.do(Wound(ULF, 9))
    for turn in range(1, 7):
        at.do(EndStep(MAIN), *([5] if turn + 1 in (3, 6) else []))

    assert {} == at.now.jobs


def test_where_people_die_by_violence_a_night_gives_back_a_die():
    """Only to the hurt, and only a good night."""
    at = table(house=HouseRules(dying=Dying.VIOLENCE, sleep=Sleep.OFF))
    at.do(RestNight(MAIN), 2)
    assert 7 == at.now.people[ULF].hp
    at.do(RestNight(MAIN, hours=4))
    at.do(RestNight(MAIN, fed=False))
    assert 7 == at.now.people[ULF].hp


def test_by_delving_an_hours_rest_restores_all_fatigue():
    """Outside of a site; the Exhausted have nothing of it."""
    house = HouseRules(fatigue=Fatigue.DELVING, sleep=Sleep.OFF)
    at = table(house=house, victim={"fp": 0})
    assert "Ulf: rest to regain fatigue" in [offer.label for offer in offers(at.known(TWO), TWO)]
    at.do(Rest(ULF), seat=TWO)
    assert (2, 3600) == (at.now.people[ULF].fp, at.now.groups[MAIN].time)
    worn = table(house=house, victim={"fp": 0, "conditions": (Condition("exhausted", Seconds(0)),)})
    assert ["exhausted"] == codes(worn, Rest(ULF))
    assert ["too_short"] == codes(table(house=house, victim={"fp": 0}, exploring=True), Rest(ULF))
