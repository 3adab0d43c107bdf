"""Random play: whatever the referee is offered can be tried, and the world holds together after every act."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.figures import EVENINGS, soak
from tests.table.bots import RandomTable, evening, honest, opening, picks
from tests.table.small_site import CRYPT, ONE, TWO
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN


@soak(EVENINGS)
@pytest.mark.parametrize("clock", Clock)
@settings(
    max_examples=EVENINGS,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(data=st.data())
def test_a_session_of_random_acts_holds_together(clock, data):
    """No exception, no pool below nothing, no time that runs back; loads add up, and undo and redo walk it."""
    evening(data, clock)


@soak(EVENINGS)
@settings(
    max_examples=EVENINGS,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(data=st.data())
def test_every_offer_that_is_not_refused_is_taken(data):
    """To every seat: what it is offered it may do, and what it may do can be decided on the truth."""
    clock = data.draw(st.sampled_from(Clock))
    table = RandomTable(picks(data))
    table.try_out(opening(clock))
    table.try_out(EnterSite(MAIN, CRYPT))
    for _ in range(data.draw(st.integers(0, 5), "acts")):
        open_to_them = [offer.command for offer in offers(table.now, REFEREE) if not offer.refused]
        if open_to_them:
            table.try_out(data.draw(st.sampled_from(open_to_them), "act"))
    for seat in (REFEREE, ONE, TWO):
        honest(table, SeatId(seat))
