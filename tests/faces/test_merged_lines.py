"""What befalls several by one cause is one line of the log, in the browser and in the terminal."""

from fractions import Fraction

from tests.table.road.test_march_costs import set_out
from tests.table.small_lands import FORD
from tests.table.small_site import MAUD, ULF
from undercroft.faces.views.log.combined_lines import combined
from undercroft.faces.views.log.lines import log_lines
from undercroft.kernel.units import SeatId
from undercroft.table.body.condition import HpChanged
from undercroft.table.body.needs import Ate
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.audience import Told
from undercroft.table.road.travel import TravelTo
from undercroft.table.sentences import says
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.experience import XpGained
from undercroft.table.world.groups import MAIN

ONE_LINE = "The march: Maud 9, Ulf 9 fatigue points now."


def test_a_march_that_tires_everybody_is_one_line() -> None:
    """In the log both are named in the order of the march."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    lines = [line.text for line in log_lines(table.known(REFEREE), table.log)]
    assert [ONE_LINE] == [text for text in lines if "fatigue point" in text]


def test_a_meal_at_its_hour_is_one_line() -> None:
    """Those who eat and those who only drink stand apart; what a player asked for is told by itself."""
    known = set_out().known(REFEREE)
    meal = Fraction(1)
    events = (
        Ate(MAUD, 1, meal, at_mealtime=True),
        Ate(ULF, 1, meal, at_mealtime=True),
        Ate(ULF, litres=meal, at_mealtime=True),
        Ate(MAUD, meals=1),
    )
    told = [(Told(event, (REFEREE,), known.clock, None), says(known, event)) for event in events]
    assert ["Food and water: Maud, Ulf.", "Ulf drinks.", "Maud eats."] == list(combined(known, told))


def test_sentences_go_together_only_for_one_cause_and_one_audience() -> None:
    """Two by the fall; a third by another cause, and one whom another seat hears of, by themselves."""
    known = set_out().known(REFEREE)
    told = [
        Told(HpChanged(MAUD, 3, "a fall"), (REFEREE,), known.clock, None),
        Told(HpChanged(ULF, 1, "a fall"), (REFEREE,), known.clock, None),
        Told(HpChanged(ULF, 2, "first aid"), (REFEREE,), known.clock, None),
        Told(HpChanged(MAUD, 2, "first aid"), (SeatId("one"), REFEREE), known.clock, None),
    ]
    assert [
        "A fall: Maud 3, Ulf 1 hit points.",
        "Ulf has 2 hit points now (first aid).",
        "Maud has 2 hit points now (first aid).",
    ] == list(combined(known, [(one, says(known, one.event)) for one in told]))


def test_shares_of_experience_are_one_line() -> None:
    """With everybody's points, thousands apart."""
    known = set_out().known(REFEREE)
    told = [Told(XpGained(who, xp), (REFEREE,), known.clock, None) for who, xp in ((MAUD, 1777), (ULF, 3007))]
    assert ["Experience: Maud 1,777, Ulf 3,007 points."] == list(
        combined(known, [(one, says(known, one.event)) for one in told])
    )
