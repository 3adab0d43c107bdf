"""Every dungeon clock is complete: a site and the house can name it, and creatures can come while it runs."""

import pytest

from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.exploration.first_sight import PLACED
from undercroft.table.state.house_choices import choices
from undercroft.table.state.sites import Clock


@pytest.mark.parametrize("clock", Clock)
def test_a_clock_is_complete(clock: Clock) -> None:
    """It runs, places creatures that come, and is among the answers to the house's question."""
    (question,) = (question for question in choices() if question.id == "clock")
    assert BY_NAME[clock].kind in PLACED
    assert clock in [option.value for option in question.options]
