"""The referee leads a party astray or sets it right by hand, and the roll for it falls due on every day on the road."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.table.fated import Fated
from tests.table.happenings import givens
from tests.table.happenings import of as told
from tests.table.journeying import TIRELESS, on_the_road, the_day
from tests.table.road.test_lost import HERE, LOST, NORTH, NORTH_EAST, NORTH_WEST, wilds
from tests.table.small_lands import CARROW, FEN, FORD, WOOD, lands, setting_out
from tests.table.small_site import CRYPT, ONE
from tests.table.tabletop import Tabletop, codes
from undercroft.books.hexcrawl.getting_lost import getting_lost
from undercroft.kernel.units import MINUTE
from undercroft.table.bridge.time_units import next_dawn
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.road.astray_by_hand import Bearing, LostRuled, RuleLost
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight
from undercroft.table.road.lost import SetRight
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetOut
from undercroft.table.sentences import sentence
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import Sleep
from undercroft.table.state.ids import HexId
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import ComeToTown, LeaveTown, StayInTown
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN


@pytest.mark.parametrize(
    "bearing, truly", [(Bearing.ASTRAY_LEFT, NORTH_WEST), (Bearing.ASTRAY_RIGHT, NORTH_EAST)], ids=["left", "right"]
)
@pytest.mark.parametrize("house", [TIRELESS, LOST], ids=["nobody gets lost", "by a roll"])
def test_a_party_is_led_astray_and_does_not_know_it(house, bearing: Bearing, truly: HexId) -> None:
    """No d10 is rolled for a party that is lost already; an undo takes the ruling back."""
    table = on_the_road(wilds(), HERE, house)
    before = table.known(ONE)
    events = table.do(RuleLost(MAIN, bearing))
    assert [LostRuled(MAIN, bearing)] == told(events, LostRuled)
    assert before == table.known(ONE)
    table.do(TravelTo(MAIN, NORTH), 5)
    assert (truly, NORTH) == (table.now.groups[MAIN].hex, table.known(ONE).groups[MAIN].hex)
    other = on_the_road(wilds(), HERE, house)
    before = other.known(ONE)
    for take_back in (other.undo, lambda: other.do(RuleLost(MAIN, Bearing.ON_ITS_WAY))):
        other.do(RuleLost(MAIN, bearing))
        take_back()
        assert 0 == the_day(other).lost
        assert before == other.known(ONE)


def test_a_lost_party_is_set_right() -> None:
    """It is told where it is, its map is mended, and its next move leads where it wants to go."""
    table = on_the_road(wilds(), HERE, TIRELESS)
    table.do(RuleLost(MAIN, Bearing.ASTRAY_RIGHT))
    table.do(TravelTo(MAIN, NORTH), 5)
    events = table.do(RuleLost(MAIN, Bearing.ON_ITS_WAY))
    assert [NORTH_EAST] == [event.hex for event in told(events, SetRight)]
    assert (0, None) == (the_day(table).lost, the_day(table).believed)
    assert NORTH_EAST == table.known(ONE).groups[MAIN].hex
    table.do(TravelTo(MAIN, HexId("0603")))
    assert HexId("0603") == table.now.groups[MAIN].hex


def test_the_log_and_the_offers() -> None:
    """The referee alone reads of it; the road offers what changes something."""
    table = on_the_road(wilds(), HERE, TIRELESS)

    def offered() -> list[str]:
        return [offer.deed for offer in offers(table.now, REFEREE) if isinstance(offer.command, RuleLost)]

    assert ["lead the party astray to the left", "lead the party astray to the right"] == offered()
    assert ["not_lost"] == codes(table, RuleLost(MAIN, Bearing.ON_ITS_WAY))
    assert ["referee_only"] == codes(table, RuleLost(MAIN, Bearing.ASTRAY_LEFT), ONE)
    (ruled,) = (event for event in table.do(RuleLost(MAIN, Bearing.ASTRAY_LEFT)) if isinstance(event, LostRuled))
    assert sentence(table.now, ruled) == (
        "The party has lost the way, by the referee's ruling: today every move leads one hex side to the left."
    )
    assert ["set the party right"] == offered()
    assert ["lost_already"] == codes(table, RuleLost(MAIN, Bearing.ASTRAY_LEFT))
    assert not [offer for offer in offers(table.known(ONE), ONE) if isinstance(offer.command, RuleLost)]


def camp(table: Tabletop) -> None:
    """A night in camp."""
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN))
    table.do(BreakCamp(MAIN))


def strike_camp_by_night(table: Tabletop) -> None:
    """They break camp before they sleep, and wait for the morning."""
    table.do(MakeCamp(MAIN))
    table.do(BreakCamp(MAIN))
    wait(table)


def wait(table: Tabletop) -> None:
    """They sit by the wayside until the morning."""
    now = table.now.groups[MAIN].time
    table.do(PassTime(MAIN, Span.MINUTE, (next_dawn(table.now, now) - now) // MINUTE))
    table.do(SetOut(MAIN))


WAYS: tuple[Callable[[Tabletop], None], ...] = (camp, strike_camp_by_night, wait)


@pytest.mark.parametrize("second", WAYS)
@pytest.mark.parametrize("first", WAYS)
def test_the_roll_falls_due_on_every_day_from_the_one_on_which_the_rule_is_chosen(
    first: Callable[[Tabletop], None], second: Callable[[Tabletop], None]
) -> None:
    """Chosen on day 3 after the first move: before the next move of that day, and once on each day after it."""
    table = Fated((4,))
    table.do(replace(setting_out(wilds(), HERE), house=replace(TIRELESS, sleep=Sleep.OFF)))
    table.do(SetOut(MAIN))
    first(table)
    second(table)
    assert 3 == the_day(table).day
    rolls = [rolled(table)]
    table.do(ChangeHouse(replace(table.now.house, lost=LOST.lost)))
    for pass_day in (first, second):
        rolls += [rolled(table), rolled(table)]
        pass_day(table)
    assert [0, 1, 0, 1, 0] == rolls
    assert 1 == rolled(table)


def rolled(table: Tabletop) -> int:
    """How often a move between the two hexes rolls for getting lost."""
    there = HERE if table.now.groups[MAIN].hex == NORTH else NORTH
    return len(givens(table.do(TravelTo(MAIN, there)), getting_lost.id))


def a_day_in_town(table: Tabletop) -> HexId:
    """They stay in Carrow for a day."""
    table.do(ComeToTown(MAIN, "Carrow"))
    table.do(StayInTown(MAIN))
    table.do(LeaveTown(MAIN))
    table.do(SetOut(MAIN))
    return FORD


def a_night_below(table: Tabletop) -> HexId:
    """They are in the crypt until the morning."""
    table.do(EnterSite(MAIN, CRYPT))
    now = table.now.groups[MAIN].time
    table.do(PassTime(MAIN, Span.MINUTE, (next_dawn(table.now, now) - now) // MINUTE))
    table.do(LeaveSite(MAIN))
    table.do(SetOut(MAIN))
    return FEN


@pytest.mark.parametrize("elsewhere, here, there", [(a_day_in_town, CARROW, FORD), (a_night_below, WOOD, FEN)])
def test_a_day_that_passes_in_a_town_or_a_site_ends_the_day_on_the_road(
    elsewhere: Callable[[Tabletop], HexId], here: HexId, there: HexId
) -> None:
    """The course is kept or lost once before they go in, and once when they are out again."""
    table = Fated((4,))
    house = replace(TIRELESS, sleep=Sleep.OFF, lost=LOST.lost)
    table.do(replace(setting_out(lands(), there), house=house))
    table.do(SetOut(MAIN))
    assert 1 == len(givens(table.do(TravelTo(MAIN, here)), getting_lost.id))
    back = elsewhere(table)
    assert 1 == len(givens(table.do(TravelTo(MAIN, back)), getting_lost.id))
