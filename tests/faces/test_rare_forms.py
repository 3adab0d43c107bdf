"""Forms whose states a session seldom reaches: each is filled in by its controls, sent, and carried out."""

import pytest

from tests.faces.forms_filled import sent, viewers
from tests.faces.rare_states import SITUATIONS
from tests.table.tabletop import Unsealed
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG
from undercroft.table.decide import Order, decide
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE


def best_dice(_: tuple[SeatId, ...]) -> Unsealed:
    """Every die shows its highest face."""
    return Unsealed(lambda roll, count: [roll.values[-1]] * count)


@pytest.mark.parametrize("tag", SITUATIONS)
def test_a_rare_form_is_filled_in_and_carried_out(tag: str) -> None:
    """By choosing names and entering a number or a word where one is asked for; something comes of it."""
    now, wrong = SITUATIONS[tag]().now, list[str]()
    command = next(command for viewer in viewers(now) for command in sent(BY_TAG[tag], viewer, wrong))
    told = decide(now, Order(command, REFEREE, ActId("sent")), best_dice).told
    assert [] == wrong
    assert len(told) > 1
