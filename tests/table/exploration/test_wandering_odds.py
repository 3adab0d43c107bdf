"""The odds of wandering monsters in a site: one answer for the desk and for the printed sheet."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.small_site import HALL, site
from undercroft.books.sovereign.wandering import Location
from undercroft.exchange.outline import Outlined
from undercroft.faces.views.prepare.site_head import site_head
from undercroft.faces.views.printing.turn_sheet import turn_sheet
from undercroft.table.exploration.wandering_odds import wandering_odds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.sites import Clock


@pytest.mark.parametrize(
    "location, check, hour",
    [
        (Location.UNALERT_ORGANIZED, Fraction(1, 6), 1 - Fraction(5, 6) ** 3),
        (Location.ALERTED_ORGANIZED, Fraction(1, 6), 1 - Fraction(5, 6) ** 6),
    ],
)
def test_an_hour_has_the_checks_of_its_six_turns(location: Location, check: Fraction, hour: Fraction) -> None:
    """Sovereign checks with 1 in 6: each turn where the alarm was raised, every second turn where it was not."""
    found = wandering_odds(Campaign(), site(location=location), HALL)
    assert found is not None
    assert (check, hour) == (found.check, found.hour)


@pytest.mark.parametrize("clock", list(Clock))
def test_the_desk_and_the_sheet_say_the_same(clock: Clock) -> None:
    """Whatever clock a site has, and also while the house has another one for all."""
    known, crypt = Campaign(), site(clock=clock)
    for each in (known, replace(known, house=replace(known.house, clock=Clock.SOVEREIGN))):
        sheet = turn_sheet(each, clock, crypt)
        head = site_head(each, Outlined(crypt)).odds
        assert (sheet.odds is None) == (head is None)
        if head is not None and sheet.odds is not None:
            assert (head.every, head.check, head.hour) == (sheet.odds.every, sheet.odds.check, sheet.odds.hour)
            assert set(sheet.odds.turns) == {
                turn.number for block in sheet.blocks for turn in block.turns if turn.check
            }
