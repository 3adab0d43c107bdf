"""Dice that are thrown for nothing that a rule asks about."""

import pytest

from tests.table.field import ONE, TAM, TWO, field
from tests.table.happenings import of
from tests.table.tabletop import codes
from undercroft.table.engine.record import Settled
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.state.seats import REFEREE


@pytest.mark.parametrize(
    "command, seat, hear, purpose",
    [
        (ThrowDice("2d6+1"), REFEREE, True, "The referee rolls"),
        (ThrowDice("2d6+1", "the weather", secret=True), REFEREE, False, "The referee rolls for the weather"),
        (ThrowDice("2d6+1", seat=ONE), ONE, True, "Seat 1 rolls"),
    ],
    ids=["open", "secret", "a player's"],
)
def test_the_log_has_who_rolled_the_dice_and_the_total(command, seat, hear, purpose):
    """Everybody hears of it unless the referee rolls in secret; nothing else changes."""
    table = field(TAM)
    before = table.now
    (settled,) = of(table.do(command, 3, 5, seat=seat), Settled)
    assert ("table.dice", seat, {"kind": "total", "total": 9}) == (settled.rule, settled.by, settled.outcome)
    assert [(purpose, (3, 5))] == [(answer.question.purpose, answer.faces) for answer in settled.throws]
    assert hear == any(isinstance(fact.event, Settled) for fact in table.log if TWO in fact.to)
    assert before == table.now


def test_players_throw_their_own_dice_and_openly():
    table = field(TAM)
    assert ["not_yours"] == codes(table, ThrowDice("1d6"), ONE)
    assert ["open_only"] == codes(table, ThrowDice("1d6", secret=True, seat=ONE), ONE)
    assert [] == codes(table, ThrowDice("1d6", seat=ONE), ONE)
