"""A command together with dice that were already thrown for it."""

from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Response
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.state.campaign import Wanted
from undercroft.table.state.seats import REFEREE


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
    """Carry out a command, and answer its first throw with these dice.

    Only the referee's hand stops the server from rolling: a player whose seat lets it roll gets the server's dice.
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
    """The question that waits for that seat."""
    return next((wanted for wanted in table.known(seat).wanted.values() if wanted.questions and wanted.blocks), None)
