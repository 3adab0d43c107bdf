"""Time in one go and the same time in parts come to the same, by every preset and every dungeon clock."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.figures import IN_PARTS, soak
from tests.table.fated import Fated
from tests.table.infirmary import KIT, OLGA, frail
from tests.table.infirmary import table as infirmary
from tests.table.small_lands import CARROW, DOWN, FORD, SCARP, lands, setting_out
from tests.table.small_site import CRYPT, MAUD, ULF, site
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import HOUR, MINUTE, Seconds
from undercroft.table.body.activity import is_busy
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.effects import StartEffect
from undercroft.table.body.wounds import Wound
from undercroft.table.engine.part import Command
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import Hold
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.road.hike import BeginHike, HikeOn
from undercroft.table.road.hike_pace import hike_of
from undercroft.table.road.travel import MarchOn, TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import PRESETS, HouseRules, Wilderness
from undercroft.table.state.ids import ThingId
from undercroft.table.state.journeys import Hike
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.town.town import ComeToTown, StayInTown
from undercroft.table.treatment.sleep import LieDown, RestNight
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

TORCHES = Thing(ThingId("torches"), "torches", ThingKind.LIGHT, Carried(MAUD, Worn.READIED), count=6, item="torch")
RATIONS = Thing(ThingId("rations"), "rations", ThingKind.FOOD, Carried(ULF), count=2, points=2, item="ration_day")
WATER = Thing(ThingId("water"), "waterskin", ThingKind.WATER, Carried(ULF), count=3, points=3, item="waterskin")
STEPS = {Clock.SOVEREIGN: 600, Clock.HEXCRAWL: 600, Clock.VIOLENCE: 600, Clock.DELVING: 360}
LIVELY = frozenset({"wanted", "stretches"})


def hospital(house: HouseRules, fate: Sequence[int]) -> Fated:
    """A party with everything that runs out: light, an effect, a condition, frailty, supplies, sleep."""
    rats = {id: replace(band, zone=None) for id, band in site().creatures.items()}
    table = infirmary(
        house=house,
        things=(KIT, TORCHES, RATIONS, WATER),
        crypt=site(creatures=rats),
        victim={"conditions": (frail(),)},
        made=Fated(fate),
    )
    assert isinstance(table, Fated)
    for command in (
        LightUp(MAUD, TORCHES.id),
        StartEffect(OLGA, "a blessing", Seconds(90 * MINUTE)),
        GiveCondition(OLGA, "dazed", Seconds(3 * HOUR)),
    ):
        table.do(command)
    return table


def pass_time(table: Tabletop, seconds: int) -> None:
    """Let so much time pass, as often as something stops it; the dying are left to die."""
    goal = table.now.groups[MAIN].time + seconds
    for _ in range(2000):
        left = goal - table.now.groups[MAIN].time
        if left <= 0:
            return
        for encounter in pending_encounters(table.now):
            table.do(Dismiss(encounter.group, encounter.creatures))
        table.do(PassTime(MAIN, Span.SECOND, left, abandon=True))
    raise AssertionError("no end of it")


def sleep(table: Tabletop, hours: int) -> None:
    """Let the party sleep for so many hours, as often as something stops it."""
    goal = table.now.groups[MAIN].time + hours * HOUR
    for _ in range(200):
        for encounter in pending_encounters(table.now):
            table.do(Dismiss(encounter.group, encounter.creatures))
        left = goal - table.now.groups[MAIN].time
        if left <= 0:
            return
        if left < HOUR:
            pass_time(table, left)
        else:
            table.do(RestNight(MAIN, hours=min(24, left // HOUR)))
    raise AssertionError("no end of it")


def standing(campaign: Campaign) -> dict[str, object]:
    """Everything about a campaign but what is under way."""
    return {name: getattr(campaign, name) for name in campaign.__struct_fields__ if name not in LIVELY}


FATES = st.lists(st.integers(0, 59), min_size=1, max_size=7)


@soak(IN_PARTS)
@pytest.mark.parametrize("preset", PRESETS)
@settings(deadline=None, max_examples=3 * IN_PARTS)
@given(parts=st.lists(st.integers(1, 20 * 60), min_size=1, max_size=5), fate=FATES)
def test_waiting_outside(preset: str, parts: list[int], fate: list[int]) -> None:
    """Minutes and hours in the open, up to four days awake."""
    at_once, in_parts = hospital(PRESETS[preset], fate), hospital(PRESETS[preset], fate)
    pass_time(at_once, sum(parts) * MINUTE)
    for minutes in parts:
        pass_time(in_parts, minutes * MINUTE)

    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen


@soak(IN_PARTS)
@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("preset", PRESETS)
@settings(deadline=None, max_examples=IN_PARTS)
@given(parts=st.lists(st.integers(1, 60), min_size=1, max_size=4), fate=FATES)
def test_waiting_in_a_site(preset: str, clock: Clock, parts: list[int], fate: list[int]) -> None:
    """Turn by turn, with every check on the way; what interrupts leaves the rest for later."""
    house = replace(PRESETS[preset], clock=clock)
    at_once, in_parts = hospital(house, fate), hospital(house, fate)
    for table in (at_once, in_parts):
        table.do(EnterSite(MAIN, CRYPT))
    pass_time(at_once, sum(parts) * STEPS[clock])
    for steps in parts:
        pass_time(in_parts, steps * STEPS[clock])

    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen


@soak(IN_PARTS)
@pytest.mark.parametrize("clock", [None, *Clock])
@pytest.mark.parametrize("preset", PRESETS)
@settings(deadline=None, max_examples=IN_PARTS)
@given(before=st.integers(0, 30), parts=st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_sleeping(preset: str, clock: Clock | None, before: int, parts: list[int]) -> None:
    """A night in one stretch or in several without a break, after hours awake; no encounter comes."""
    house = PRESETS[preset] if clock is None else replace(PRESETS[preset], clock=clock)
    at_once, in_parts = hospital(house, (4,)), hospital(house, (4,))
    for table in (at_once, in_parts):
        pass_time(table, before * HOUR)
        if clock is not None:
            table.do(EnterSite(MAIN, CRYPT))
    sleep(at_once, sum(parts))
    for hours in parts:
        sleep(in_parts, hours)

    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen


@pytest.mark.parametrize("clock", [None, *Clock])
@pytest.mark.parametrize("preset", PRESETS)
def test_what_an_hour_of_sleep_restores_is_there_in_the_next(preset: str, clock: Clock | None) -> None:
    """After thirty hours awake, hungry and thirsty, twenty hours of sleep are four times five, in a site too."""
    house = PRESETS[preset] if clock is None else replace(PRESETS[preset], clock=clock)
    at_once, in_parts = hospital(house, (4,)), hospital(house, (4,))
    for table, parts in ((at_once, (20,)), (in_parts, (5, 5, 5, 5))):
        pass_time(table, 30 * HOUR)
        if clock is not None:
            table.do(EnterSite(MAIN, CRYPT))
        for hours in parts:
            sleep(table, hours)

    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen


@soak(IN_PARTS)
@pytest.mark.parametrize("preset", PRESETS)
@settings(deadline=None, max_examples=IN_PARTS)
@given(before=st.integers(0, 30), parts=st.lists(st.integers(1, 4), min_size=2, max_size=3), fate=FATES)
def test_resting_in_town(preset: str, before: int, parts: list[int], fate: list[int]) -> None:
    """Days in bed in a town, at once or in parts, heal the same and run the same timers out."""
    at_once, in_parts = hospital(PRESETS[preset], fate), hospital(PRESETS[preset], fate)
    for table in (at_once, in_parts):
        pass_time(table, before * HOUR)
        table.do(ComeToTown(MAIN, "Elmham"))
    at_once.do(StayInTown(MAIN, sum(parts)))
    for days in parts:
        in_parts.do(StayInTown(MAIN, days))

    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen


@pytest.mark.parametrize("clock", [None, *Clock])
@pytest.mark.parametrize("asleep", [False, True])
def test_two_deadlines_at_one_moment_both_happen(clock: Clock | None, asleep: bool) -> None:
    """Two effects and a condition end with the same minute, awake or asleep, in the open and in a site."""
    house = HouseRules() if clock is None else replace(HouseRules(), clock=clock)
    table = hospital(house, (4,))
    if clock is not None:
        table.do(EnterSite(MAIN, CRYPT))
    for who, name in ((MAUD, "a ward"), (ULF, "a ward"), (MAUD, "a hex")):
        table.do(StartEffect(who, name, Seconds(2 * HOUR)))
    table.do(GiveCondition(ULF, "deafened", Seconds(2 * HOUR)))
    (sleep if asleep else lambda table, hours: pass_time(table, hours * HOUR))(table, 2)

    assert table.now.groups[MAIN].time == 2 * HOUR
    assert {timer.about for timer in table.now.timers.values()} & {"a ward", "a hex", "deafened"} == set()
    assert not table.now.people[ULF].is_in("deafened")


@pytest.mark.parametrize("clock", Clock)
def test_healing_does_not_interrupt_a_long_sleep_in_a_site(clock: Clock) -> None:
    """The night heals after eight hours, and the party sleeps on to the twelfth in one go."""
    house = replace(PRESETS["neverwhere"], clock=clock)
    table = infirmary(house=house, crypt=site(creatures={}), things=(RATIONS, WATER), exploring=True, made=Fated((4,)))
    table.do(Wound(OLGA, 2))
    table.do(RestNight(MAIN, hours=12))

    assert (table.now.people[OLGA].hp, table.now.groups[MAIN].time) == (6, 12 * HOUR)


@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("command, busy", [(Hold(MAUD), False), (LieDown(MAUD), False), (Search(MAUD), True)])
def test_who_rests_or_lies_down_is_not_busy(clock: Clock, command: Command, busy: bool) -> None:
    """Whatever the log calls it, a turn of rest or sleep leaves the day a day of rest."""
    table = hospital(replace(HouseRules(), clock=clock), (4,))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(command)
    assert is_busy(table.now.groups[MAIN], MAUD, travels=False) is busy


def _setting_out(wilderness: Wilderness, fate: Sequence[int]) -> Fated:
    """The party of the small lands at dawn, in a house that travels by that book."""
    table = Fated(fate)
    begin = setting_out(lands(hex_km=Fraction(10)), CARROW)
    people = tuple(replace(person, fp=10) for person in begin.people)
    table.do(replace(begin, house=HouseRules(wilderness=wilderness), people=people))
    table.do(StartEffect(MAUD, "a blessing", Seconds(5 * HOUR)))
    return table


def _march(table: Tabletop, hours: int) -> None:
    """March for so many hours, as often as something stops the party."""
    goal = _hike(table).hours + hours
    while (left := goal - _hike(table).hours) > 0:
        table.do(HikeOn(MAIN, int(left)))


def _hike(table: Tabletop) -> Hike:
    hike = hike_of(table.now.groups[MAIN])
    assert hike is not None
    return hike


@settings(deadline=None, max_examples=IN_PARTS)
@given(parts=st.lists(st.integers(1, 4), min_size=2, max_size=3).filter(lambda hours: sum(hours) <= 8), fate=FATES)
def test_hiking(parts: list[int], fate: list[int]) -> None:
    """Hours of a march at once or in parts cost the same, lead as far and run the same timers out."""
    at_once, in_parts = (_setting_out(Wilderness.NEVERWHERE, fate) for _ in range(2))
    for table in (at_once, in_parts):
        table.do(BeginHike(MAIN, (FORD, DOWN, SCARP)))
    _march(at_once, sum(parts))
    for hours in parts:
        _march(in_parts, hours)

    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen


def test_marching_on_is_marching_hex_by_hex() -> None:
    """Along a route on quiet dice, until the day is spent."""
    at_once, in_parts = (_setting_out(Wilderness.HEXCRAWL, (4,)) for _ in range(2))
    for table in (at_once, in_parts):
        table.do(SetOut(MAIN))
        table.do(SetCourse(MAIN, SCARP, (FORD, DOWN, SCARP)))
    at_once.do(MarchOn(MAIN))
    for hex in (FORD, DOWN, SCARP):
        in_parts.do(TravelTo(MAIN, hex))

    assert SCARP == at_once.now.groups[MAIN].hex
    assert standing(at_once.now) == standing(in_parts.now)
    assert at_once.fallen == in_parts.fallen
