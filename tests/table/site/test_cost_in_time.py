"""The time that an action shows is the time it takes."""

import pytest

from tests.table.bots import opening
from tests.table.small_site import CRYPT, MAUD, ONE, TWO
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.delve_order import LetOthersFirst
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import Hold
from undercroft.table.offers import offers
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

CLOCKS = [(Clock.SOVEREIGN, "undercroft"), (Clock.DELVING, "delving"), (Clock.VIOLENCE, "violence")]


def open_offers(table: Tabletop) -> dict[str, int | None]:
    """What Maud can do now, with the time that it shows."""
    offered = (offer for offer in offers(table.now, REFEREE) if offer.who == MAUD and not offer.refused)
    offered = (offer for offer in offered if not isinstance(offer.command, LetOthersFirst))
    return {offer.label: offer.seconds for offer in offered}


@pytest.mark.parametrize("clock, preset", CLOCKS)
def test_what_takes_a_turn_shows_the_turn(clock: Clock, preset: str):
    """In every room, what nobody can do who has spent the turn costs time, and says how much."""
    begins = opening(clock, PRESETS[preset])
    silent: set[str] = set()
    for zone in begins.sites[0].zones:
        table = Tabletop()
        table.sit(ONE, TWO)
        table.do(begins)
        table.do(BeginSession("Tonight", tuple(begins.party)))
        table.do(EnterSite(MAIN, CRYPT, ZoneId(zone)))
        if clock_of(table.now.groups[MAIN]) is None:
            continue
        before = open_offers(table)
        table.do(Hold(MAUD))
        after = open_offers(table)
        silent |= {label for label, seconds in before.items() if label not in after and not seconds}
    assert set() == silent
