"""Random sessions with others in them: met, talked to, chased and fought under every preset, and the world holds."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.figures import PRESET_EVENINGS, soak
from tests.table.bots import OLGA, RandomTable, any_kind, holds, honest, knows_what_it_was_told, opening, picks
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

ACTS = 30
COMPANY: tuple[Command, ...] = (
    MeetAtRandom(MAIN),
    MeetStrangers(MAIN, "3 orcs HD 1"),
    MeetStrangers(MAIN, "2 ghouls HD 2", hostile=True),
)


@soak(3 * PRESET_EVENINGS)
@pytest.mark.parametrize("preset", PRESETS)
@settings(
    max_examples=PRESET_EVENINGS,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(data=st.data())
def test_a_session_among_others_holds_together(preset, data):
    """No exception, nothing below nothing, no time that runs back, honest offers; every seat knows what it was told."""
    table = RandomTable(picks(data))
    table.try_out(opening(data.draw(st.sampled_from(Clock), "clock"), PRESETS[preset]))
    table.try_out(BeginSession("Tonight", (MAUD, ULF, OLGA)))
    table.try_out(EnterSite(MAIN, CRYPT))
    company = data.draw(st.sampled_from((None, *COMPANY)), "who comes")
    if company is not None and not table.why_not(company):
        table.try_out(company)
    for _ in range(data.draw(st.integers(1, ACTS), "acts")):
        command = any_kind(table)
        if command is None:
            break
        before = table.now
        table.try_out(command)
        holds(before, table)
    for seat in (REFEREE, ONE, TWO):
        honest(table, seat)
    knows_what_it_was_told(table)
