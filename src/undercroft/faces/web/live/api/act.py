"""A command together with dice that were already thrown for it."""

from undercroft.kernel.dice import Choice
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Response
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.state.campaign import OpenQuestion
from undercroft.table.state.ids import WantedId
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
    """Carry out a command, and answer its first question with these dice.

    A die that is left to the server decides no choice: the seat is asked. Only the referee's hand stops the server from
    rolling: a player whose seat lets it roll gets the server's dice.
    """
    by_hand = bool(dice) and seat == REFEREE
    before = frozenset(table.known(seat).wanted)
    response = table.act(seat, command, key=key, expected=expected, by_hand=by_hand, edition=edition)
    asked = _asked(table, seat, before)
    if not dice or not isinstance(response, Acted) or asked is None:
        return response
    wanted, question = asked
    if isinstance(question.question, Choice) and not any(dice):
        return response
    answer = Answer(wanted, question.ruling, dice)
    return table.act(seat, answer, key=f"{key[: MOST_KEY - len(DICE)]}{DICE}", edition=edition)


MOST_KEY, DICE = 200, "-dice"


def _asked(table: OpenTable, seat: SeatId, before: frozenset[WantedId]) -> tuple[WantedId, OpenQuestion] | None:
    """The first question that the command put to that seat."""
    new = (wanted for id, wanted in table.known(seat).wanted.items() if id not in before)
    return next(((wanted.id, wanted.questions[0]) for wanted in new if wanted.questions and wanted.blocks), None)
