"""On the way: the plan of a journey, how a group travels, and who of it does."""

from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.journeying import on_the_road, the_day
from tests.table.road.test_hike import hiking, the_hike
from tests.table.small_lands import CARROW, DOWN, FORD, lands, setting_out
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.effects import StartEffect
from undercroft.table.engine.time_words import time_left
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.offers import offers
from undercroft.table.road.hike import BeginHike, EndHike, HikeOn
from undercroft.table.road.hike_throw import RollHike
from undercroft.table.road.route import plan
from undercroft.table.road.travel_day import CaravanChanged, ChangeCaravan, SetOut
from undercroft.table.sentences import says
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import with_group, with_person
from undercroft.table.state.ids import GroupId
from undercroft.table.state.journeys import Caravan, Hike
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.experience import AwardExperience
from undercroft.table.world.groups import MAIN, March
from undercroft.table.world.travel_costs import headcount

SCOUTS = GroupId("scouts")


def test_the_planned_arrival_is_the_same_before_and_after_setting_out():
    """Late in the day fewer points are left, which the plan knows before the first step."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out(lands(), CARROW))
    table.do(PassTime(MAIN, Span.HOUR, 9))
    before = plan(table.now, table.now.groups[MAIN], (FORD, DOWN))
    table.do(SetOut(MAIN))
    after = plan(table.now, table.now.groups[MAIN], (FORD, DOWN))
    assert before == after


def test_the_caravan_changes_on_the_way():
    """The party leaves the carriage and dismount, each by a button."""
    table = on_the_road()
    table.do(ChangeCaravan(MAIN, Caravan(mounted=True, carriage=True)))
    assert ["as_before"] == codes(table, ChangeCaravan(MAIN, Caravan(mounted=True, carriage=True)))
    (left,) = [offer.command for offer in offers(table.now, REFEREE) if offer.deed == "leave the carriage"]
    (changed,) = of(table.do(left), CaravanChanged)
    assert "The party leaves the carriage." == says(table.now, changed)
    assert Caravan(mounted=True) == the_day(table).caravan


def test_a_march_can_be_split_and_joined_again():
    """Each part marches at its own pace, and keeps the day's march."""
    table = hiking()
    table.do(Split(MAIN, (MAUD,)))
    assert isinstance(table.now.groups[SCOUTS].scene, Hike)
    table.do(Rejoin(MAIN, SCOUTS))
    assert {MAUD, ULF} == set(table.now.groups[MAIN].members)
    table.do(Split(MAIN, (MAUD,)))
    table.do(HikeOn(SCOUTS))
    assert (HOUR, 0) == (table.now.groups[SCOUTS].time, table.now.groups[MAIN].time)
    assert not the_hike(table).hours


def test_those_who_must_eat_must_eat_when_they_have_joined_the_others():
    """Supplies wane for the scouts alone; back with the party, nobody goes on before all have eaten or foraged."""
    table = on_the_road(hex=DOWN)
    table.do(Split(MAIN, (MAUD,)))
    scouts = table.now.groups[SCOUTS]
    hungry = replace(the_day(table), must_provision=True, owes_forage=True)
    table.truth.now = with_group(table.now, replace(scouts, scenes=(hungry,)))
    table.do(Rejoin(MAIN, SCOUTS))
    assert (True, True) == (the_day(table).must_provision, the_day(table).owes_forage)


def test_an_injury_from_the_march_goes_by_the_hours_marched():
    """One point an hour and two for the effort: three hours cost five hit points, and only once."""
    table = hiking(hp=8)
    table.do(RollHike(ULF, percent=10), 1, 15, seat=TWO)
    table.do(HikeOn(MAIN, 3))
    table.do(EndHike(MAIN))
    assert 8 - 5 == table.now.people[ULF].hp
    marched = table.now.groups[MAIN].marched
    assert marched is not None
    assert marched.walkers[ULF].injury is None


def injured() -> Tabletop:
    """Ulf has marched for three hours with an injury to come."""
    table = hiking(hp=8)
    table.do(RollHike(ULF, percent=10), 1, 15, seat=TWO)
    table.do(HikeOn(MAIN, 3))
    return table


def test_an_injury_from_the_march_is_felt_without_a_camp_too():
    """The night passes by the wayside; the next day's march brings none."""
    table = injured()
    table.do(PassTime(MAIN, Span.TILL_MIDNIGHT))
    assert 8 - 5 == table.now.people[ULF].hp
    table.do(BeginHike(MAIN))
    table.do(HikeOn(MAIN, 1))
    table.do(EndHike(MAIN))
    assert 8 - 5 == table.now.people[ULF].hp


def test_an_injury_that_was_felt_does_not_come_back_from_the_others():
    """Ulf ends his march apart from the others, begins it again and joins them: it hurts once."""
    table = injured()
    table.do(Split(MAIN, (ULF,)))
    table.do(EndHike(SCOUTS))
    assert 8 - 5 == table.now.people[ULF].hp
    table.do(BeginHike(SCOUTS))
    table.do(Rejoin(MAIN, SCOUTS))
    table.do(EndHike(MAIN))
    assert 8 - 5 == table.now.people[ULF].hp


def test_the_dead_neither_travel_nor_march_nor_earn():
    """The living alone are counted, ordered and rewarded."""
    table = on_the_road()
    table.truth.now = with_person(table.now, replace(table.now.people[ULF], alive=False))
    group = table.now.groups[MAIN]
    assert 1 == headcount(table.now, group, Caravan())
    assert [] == codes(table, March(MAIN, (MAUD,)))
    assert ["earns_nothing"] == codes(table, AwardExperience((ULF,), 10))


def test_an_effect_without_a_duration_shows_no_deadline():
    """It lasts until it is ended."""
    table = on_the_road()
    table.do(GiveCondition(ULF, "dazed", Seconds(HOUR)))
    table.do(StartEffect(MAUD, "a blessing"))
    endless = [timer for timer in table.now.timers.values() if timer.endless]
    assert ["until ended"] == [time_left(timer, table.now.clock) for timer in endless]
