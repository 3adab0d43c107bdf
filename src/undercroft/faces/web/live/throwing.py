"""A command together with the die that lies on the table for it already."""

from __future__ import annotations

from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Response
from undercroft.table.campaign import Wanted
from undercroft.table.dice import Answer
from undercroft.table.rooms import Command
from undercroft.table.seats import REFEREE


def act_with(
    table: OpenTable,
    seat: SeatId,
    command: Command,
    dice: tuple[int | str | None, ...],
    *,
    key: str,
    expected: str | None = None,
    edition: int | None = None,
) -> Response:
    """Carry it out, its first throw answered with these dice.

    Only the referee's hand stops the server from rolling: a player whose seat lets it roll is given what it rolls.
    """
    by_hand = bool(dice) and seat == REFEREE
    response = table.act(seat, command, key=key, expected=expected, by_hand=by_hand, edition=edition)
    waits = _waiting(table, seat)
    if not dice or not isinstance(response, Acted) or waits is None:
        return response
    answer = Answer(waits.id, waits.questions[0].ruling, dice)
    return table.act(seat, answer, key=f"{key[: MOST_KEY - len(DICE)]}{DICE}", edition=edition)


MOST_KEY, DICE = 200, "-dice"


def _waiting(table: OpenTable, seat: SeatId) -> Wanted | None:
    """What waits for an answer of that seat."""
    return next((one for one in table.known(seat).wanted.values() if one.questions and one.blocks), None)
