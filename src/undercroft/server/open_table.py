"""One open table of one store, on which commands are carried out.

    a command -> refused, by what the seat knows -> decided, on the truth -> written, durably -> folded -> heard

A command is written before any seat hears of it: the dice sent with it, everything that follows from it, its key, its
answer and the positions of the dice in one append. After a crash it is there whole or not at all, the same command gets
the same answer, and dice that were never shown fall the same again. Nothing here takes longer on a long log than on a
short one.

One command is carried out at a time in a process. Another process may write first: then this one hears that, and
decides again.
"""

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from threading import RLock
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.faults import NoEnd, NotPermitted
from undercroft.kernel.units import SeatId
from undercroft.server import snapshots, undo
from undercroft.server.append_counts import AppendCounts
from undercroft.server.batches import joined
from undercroft.server.command_request import CommandRequest, Dice, by_a_seat, resuming
from undercroft.server.commands import Overrule, Redo, Undo, UndoOwn
from undercroft.server.dice_keys import DiceKeys
from undercroft.server.draws import Draws
from undercroft.server.heard_table import HeardTable
from undercroft.server.lines import LineReader
from undercroft.server.listeners import Listeners
from undercroft.server.log_loader import Depth
from undercroft.server.new_ids import new_act, now
from undercroft.server.pictures import not_sent
from undercroft.server.responses import Acted, Refused, Replayed, Response, StaleCursor, replayed, stored
from undercroft.server.whole_act import WholeAct
from undercroft.store import log
from undercroft.store.faults import Conflict, StoreFault, Unsure
from undercroft.store.store import Store
from undercroft.table.decide import follow_up
from undercroft.table.engine.part import Command, Reason
from undercroft.table.refusals import refusals, spelled_out
from undercroft.table.seat_ids import NotGiven
from undercroft.table.session.dice_seals import OpenDice, in_force
from undercroft.table.session.second_referees import is_second_referee
from undercroft.table.session.undo_wishes import GrantUndo
from undercroft.table.state.ids import ActId, RefereeId
from undercroft.table.state.seats import REFEREE

T = TypeVar("T")
SNAPSHOT_EVERY = 2000
"""The number of lines after which a new snapshot is worthwhile."""

LINE = 200
"""The bytes that a line of the log takes beside its body."""

S = TypeVar("S", bound=Struct)

NOTHING_LIKE_IT = Reason("nothing_there", "There is nothing like that.")
"""Against a command with an id that its seat was never given, whether the campaign has it or not."""


def signed_out() -> NotPermitted:
    """The fault of a browser that had a seat until its link was renewed."""
    what, fix = "this seat has a new link or another player", "join again by the code, or ask the referee"
    return NotPermitted("signed_out", what, fix)


class OpenTable(HeardTable):
    """A table in play. Any thread may call it; commands are carried out one at a time."""

    def __init__(
        self,
        store: Store,
        id: str,
        *,
        acts: Callable[[], str] = new_act,
        wall: Callable[[], str] = now,
        reader: LineReader | None = None,
        counts: AppendCounts | None = None,
    ) -> None:
        super().__init__(store, id, reader)
        self._counts = counts or AppendCounts()
        self._acts = acts
        self._wall = wall
        self._rehearsed = False
        """Whether nothing is written: commands are only tried."""
        self.unwritten: list[log.Batch] = []
        """What would have been written then."""
        self._unsure = False
        """Whether the last write may or may not be there."""
        self._stuck = False
        """Whether what followed when the table was opened had no end; then nothing follows from the next command."""

    def act(  # noqa: PLR0913 - what may come with a command
        self,
        seat: SeatId,
        command: Command,
        *,
        key: str,
        expected: str | None = None,
        by_hand: bool = False,
        dice: Dice = (),
        edition: int | None = None,
        second: RefereeId | None = None,
        pictures: tuple[log.StoredPicture, ...] = (),
    ) -> Response:
        """Carry out a command for a seat, once for each key.

        `expected` is the cursor that the seat acts on; if the seat has been told more since, nothing happens. With
        `by_hand` people throw every die of the command, whatever dice their seats use. `dice` answer the first question
        that the command puts to its seat; those of the referee stop the server from rolling, while a player whose seat
        lets it roll gets the server's dice. `edition` is the edition of the link that gives access to the seat; if the
        link has been renewed since, access is refused. `second` is the second referee who gives the command; once they
        are removed, access is refused. `pictures` are those that the command adds, stored together with
        its events.
        """
        thrown = by_hand or (bool(dice) and seat == REFEREE)
        request = by_a_seat(seat, command, key, by_hand=thrown, dice=dice, pictures=pictures)
        with self._turn:
            while True:
                self._read_on_if_unsure()
                self.resume()
                if edition not in (None, self.now.editions.get(seat, 0)):
                    raise signed_out()
                if second is not None and not is_second_referee(self.now, second):
                    raise NotPermitted("signed_out", "you are no longer a referee here", "ask the referee for a link")
                if known := self._store.recall(self.id, request.key, request.fingerprint):
                    self._catch_up()
                    return self._known(known, seat)
                if expected is not None and self._cursors.number(seat, expected) != self._histories.counts.get(seat, 0):
                    return StaleCursor(self.cursor(seat))
                if why := self._refusals(seat, command) or not_sent(command, pictures):
                    return Refused(why)
                try:
                    meant = self._histories.meant(spelled_out(self.known(seat), command), seat)
                except NotGiven:
                    return Refused((NOTHING_LIKE_IT,))
                by = self.now.referees[second].name if second is not None else ""
                response = self._carry_out(replace(request, command=meant, by=by))
                if response is not None:
                    return response
                self._catch_up()

    def rehearsal(self) -> Self:
        """The table as it is now, to try commands on: nothing is written, and nobody hears of it."""
        self.resume()
        with self._heard:
            tried = copy(self)
            heard = {"_histories": self._histories.copied(), "_latest": self._latest.copied()}
            own = {"_positions": dict(self._positions), "_wall_times": self._wall_times.copied()}
            vars(tried).update(heard, **own, _turn=RLock(), _heard=RLock(), _rehearsed=True, unwritten=[])
            tried._listeners = Listeners()  # noqa: SLF001
            return tried

    def together(self, work: Callable[[Self], T]) -> T:
        """Carry out the commands of some work in one append: all of them, or none if the work raises."""
        with self._turn:
            while True:
                self._read_on_if_unsure()
                tried = self.rehearsal()
                result = work(tried)
                if not tried.unwritten:
                    return result
                if tried.depth is not self.depth:  # an undo needs what the work remembered
                    self._load(tried.depth, self._version)
                batch = joined(tried.unwritten)
                match self._append(batch):
                    case log.Appended(version=version):
                        self._positions.update(batch.streams)
                        self._hear([self._reader.written(entry) for entry in batch.entries], batch.entries, version)
                        self._keep_snapshot(least=SNAPSHOT_EVERY)
                        return result
                    case _:
                        self._catch_up()

    def close(self) -> None:
        """Save a snapshot for the next opening."""
        with self._turn:
            with self._heard:
                self._listeners.clear()
            self._keep_snapshot(least=1)

    def resume(self) -> None:
        """Carry out follow-ups that are still open, such as those that an older version left undone in a crash."""
        if not self._unfinished:
            return
        with self._turn:
            while self._unfinished:
                if self._unsealed():
                    self._seal()
                    continue
                command = follow_up(self.now)
                if command is None:
                    self._unfinished = self._stuck = False
                    return
                if self.depth is Depth.SNAPSHOT:
                    self._load(Depth.RECENT, self._version)
                whole = self._whole_act()
                try:
                    whole.follow(self._histories.act or ActId(self._acts()), by_hand=False)
                except NoEnd:
                    self._unfinished, self._stuck = False, True
                    return
                if self._write(resuming(command, self._version), whole) is None:
                    self._catch_up()

    def _unsealed(self) -> bool:
        """Whether there are no dice to throw: after a restore, an import, or in a log of an older version."""
        return self._version > 0 and not self._rehearsed and not self._keys().throw(self.now)

    def _seal(self) -> None:
        whole = self._whole_act()
        whole.seal()
        if self._write(resuming(OpenDice(), self._version), whole) is None:
            self._catch_up()

    def _keys(self) -> DiceKeys:
        return DiceKeys(self._secret, self._positions.get(log.RESTORED, 0))

    def _refusals(self, seat: SeatId, command: Command) -> tuple[Reason, ...]:
        if not isinstance(command, Undo | Redo | Overrule | UndoOwn | GrantUndo):
            return refusals(self.known(seat), seat, command)
        while True:
            why = undo.refusals(self._histories, seat, command)
            if undo.FORGOTTEN not in why or not self._deepen():
                return why

    def _carry_out(self, request: CommandRequest) -> Response | None:
        """Decide a command with all that follows, and write it. None if another process wrote first."""
        whole = self._whole_act()
        if why := whole.decide(request, ActId(self._acts()), alone=self._stuck):
            return Refused(why)
        self._unfinished = self._unfinished or self._stuck
        written = self._write(request, whole)
        if isinstance(written, Acted):
            self._keep_snapshot(least=SNAPSHOT_EVERY)
        return written

    def _whole_act(self) -> WholeAct:
        draws = Draws(self._secret, self._positions, in_force(self.now))
        return WholeAct(self._histories, self._reader, draws, self._keys(), self._wall(), self._wall_times)

    def _append(self, batch: log.Batch) -> log.AppendResult:
        """Write a batch; after a write that may or may not be there, the table reads on before it goes on."""
        try:
            return self._counts.counted(lambda: self._store.append(self.id, batch))
        except Unsure:
            self._unsure = True
            raise

    def _read_on_if_unsure(self) -> None:
        if self._unsure:
            self._catch_up()
            self._unsure = False

    def _write(self, request: CommandRequest, whole: WholeAct) -> Acted | Replayed | None:
        """Write everything durably, then tell every seat in the form in which it will be read again."""
        seat = request.seat
        to_seat = tuple(fact for fact in whole.told[: whole.own] if seat in fact.to)
        cursor = self._cursors.at(seat, self._histories.counts.get(seat, 0) + len(to_seat))
        batch = log.Batch(
            self._version,
            request.key,
            request.fingerprint,
            tuple(whole.entries),
            stored(to_seat, cursor),
            whole.draws.moved,
            request.pictures,
        )
        version = self._version + len(whole.entries)
        if self._rehearsed:
            self.unwritten.append(batch)
        match log.Appended(version) if self._rehearsed else self._append(batch):
            case log.Appended(version=version):
                self._positions.update(whole.draws.moved)
                self._hear(whole.told, whole.entries, version)
                size = len(batch.answer) + sum(LINE + len(entry.body) for entry in batch.entries)
                return Acted(self._histories.sent(to_seat, seat), cursor, size)
            case log.Stale():
                return None
            case known:
                self._catch_up()
                return self._known(known, seat)

    def _known(self, known: log.Known | log.Mismatch, seat: SeatId) -> Replayed:
        if isinstance(known, log.Known):
            before = replayed(known.answer, self._reader)
            return replace(before, told=self._histories.sent(before.told, seat))
        raise Conflict("idempotency_mismatch", "that key belongs to another command", "choose a new key")

    def _keep_snapshot(self, least: int) -> None:
        """Save a snapshot unless an act is half told. It is only a cache: after a failed write, the next will do."""
        half_told = self._unfinished or any(
            question.command is not None and question.command["follows"] for question in self.now.wanted.values()
        )
        if self._version - self._snapshot >= least and not half_told and not self._rehearsed:
            with suppress(StoreFault):
                self._store.save_snapshot(self.id, snapshots.taken(self._histories, self._wall_times, self._version))
                self._snapshot = self._version
