"""A command decided whole: the command itself, the dice that came with it, and everything that follows from it.

Nothing is written and nobody hears of it here. The table then writes all of it in one append, so that after a crash it
is there whole or not at all.
"""

from collections.abc import Mapping

from undercroft.kernel.dice import Choice
from undercroft.kernel.faults import NoEnd
from undercroft.kernel.units import Seconds
from undercroft.server import undo
from undercroft.server.command_request import CommandRequest
from undercroft.server.commands import OF_HISTORY, Overrule, Redo, Undo, UndoOwn
from undercroft.server.dice_keys import DiceKeys, renews
from undercroft.server.draws import Draws
from undercroft.server.foreseen import TrialFold
from undercroft.server.lines import LineReader, entry
from undercroft.server.seat_histories import SeatHistories
from undercroft.server.wall_times import WallTimes
from undercroft.store.log import Entry
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.wanted_dice import Answer, Withdraw
from undercroft.table.refusals import refusals
from undercroft.table.session.dice_seals import in_force
from undercroft.table.session.undo_wishes import GrantUndo
from undercroft.table.state.ids import ActId, TimerId, WantedId
from undercroft.table.state.seats import REFEREE

MOST_FOLLOW_UPS = 1000
"""More follow-ups than one command can ever have: reaching this means an endless loop."""


class WholeAct:
    """The facts of one command in the form in which they will be read again, and their entries in the log."""

    def __init__(
        self,
        histories: SeatHistories,
        reader: LineReader,
        draws: Draws,
        keys: DiceKeys,
        wall: str,
        wall_times: WallTimes,
    ) -> None:
        self._histories = histories
        self._reader = reader
        self._wall = wall
        self._wall_times = wall_times.copied()
        self._foreseen = TrialFold(histories)
        self._keys = keys
        self.draws = draws
        self.told: list[Told] = []
        self.entries: list[Entry] = []
        self.own = 0
        """How many of the facts answer the command; the others follow from it."""

    def decide(self, request: CommandRequest, act: ActId, *, alone: bool = False) -> tuple[Reason, ...]:
        """Decide a command to the end; the reasons if its dice are refused. `alone` if nothing is to follow from it."""
        before = frozenset(self._foreseen.known(request.seat).wanted)
        self._take(self._ordered(request, act))
        self._renew_seal(request.command)
        self.own = len(self.told)
        if alone or isinstance(request.command, Undo | UndoOwn | GrantUndo | Withdraw):
            return ()
        self.follow(self._last(act), by_hand=request.by_hand)
        answer = self._answer(request, before)
        if answer is None:
            return ()
        if why := refusals(self._foreseen.known(request.seat), request.seat, answer):
            return why
        order = Order(answer, request.seat, act, real_left=self._real_left(), shuffle=self.draws.shuffle)
        self._take(decide(self._foreseen.truth, order, self.draws).told)
        self.own = len(self.told)
        self.follow(self._last(act), by_hand=False)
        return ()

    def seal(self) -> None:
        """Seal dice for a table that has none to throw."""
        self._take(self._keys.sealed_at_opening(self._foreseen.truth))

    def _renew_seal(self, command: Command) -> None:
        """Seal new dice where the command ends the old seal; what follows from the command throws the new dice."""
        if not isinstance(command, OF_HISTORY) and renews(self._foreseen.truth, command, self.told):
            self._take(self._keys.sealed_after(self._foreseen.truth, command))
            self.draws.renew(in_force(self._foreseen.truth))

    def follow(self, act: ActId, *, by_hand: bool) -> None:
        """Decide the follow-ups, one after the other, until a seat must act; raises `NoEnd` if that never comes."""
        for _ in range(MOST_FOLLOW_UPS):
            command = follow_up(self._foreseen.truth)
            if command is None:
                return
            left, shuffle = self._real_left(), self.draws.shuffle
            order = Order(command, REFEREE, act, follows=True, real_left=left, shuffle=shuffle)
            self._take(decide(self._foreseen.truth, order, self.draws, by_hand=by_hand).told)
        raise NoEnd

    def _ordered(self, request: CommandRequest, act: ActId) -> tuple[Told, ...]:
        match request.command:
            case Undo() | GrantUndo():
                return undo.undone(self._histories)
            case UndoOwn():
                return undo.undone_by_player(self._histories, request.seat)
            case Redo():
                return undo.redone(self._histories)
            case Overrule() as command:
                left = self._real_left()
                return undo.overruled(self._histories, command, act, self.draws, left, by_hand=request.by_hand)
            case command:
                left, shuffle = self._real_left(), self.draws.shuffle
                order = Order(command, request.seat, act, real_left=left, by=request.by, shuffle=shuffle)
                return decide(self._foreseen.truth, order, self.draws, by_hand=request.by_hand).told

    def _answer(self, request: CommandRequest, before: frozenset[WantedId]) -> Answer | None:
        """The answer that the dice of a command give to the first question that it puts to its seat.

        One that the table waits for comes before one that nobody waits for, such as a throw by the way. A die that is
        left to the server decides no choice: the seat is asked.
        """
        if not request.dice:
            return None
        known = self._foreseen.known(request.seat).wanted.values()
        new = [wanted for wanted in known if wanted.id not in before and wanted.questions]
        if not new:
            return None
        wanted = min(new, key=lambda each: not each.blocks)
        asked = wanted.questions[0]
        if isinstance(asked.question, Choice) and not any(request.dice):
            return None
        return Answer(wanted.id, asked.ruling, request.dice)

    def _take(self, told: tuple[Told, ...]) -> None:
        entries = [entry(fact, self._wall) for fact in told]
        read = [self._reader.written(written) for written in entries]
        self._foreseen.take(read)
        for written in entries:
            self._wall_times.take(written)
        self.entries += entries
        self.told += read

    def _last(self, act: ActId) -> ActId:
        return next((fact.act for fact in reversed(self.told) if fact.act is not None), act)

    def _real_left(self) -> Mapping[TimerId, Seconds]:
        """The seconds that each real timer has left now."""
        now = self._foreseen.truth
        return self._wall_times.left(now, self._wall) if now.real_timers else {}
