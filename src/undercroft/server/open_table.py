"""One open table of one store, and its only writer.

    a command -> refused, by what the seat knows -> decided, on the truth -> written, durably -> folded -> heard

A decision is written before any seat hears of it, together with the command's key, its answer, and the positions of the
dice. After a crash the same command gets the same answer, and dice that were never shown fall the same again. Automatic
follow-ups are decided and written afterwards, act by act. Nothing here takes longer on a long log than on a short one.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from itertools import islice
from threading import RLock
from typing import Self

from msgspec import Struct

from undercroft.kernel.faults import BadInput, NotPermitted
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server import snapshots, undo
from undercroft.server.command_request import CommandRequest, by_a_seat, digest, following
from undercroft.server.commands import Overrule, Redo, Undo
from undercroft.server.cursors import Cursors
from undercroft.server.draws import Draws
from undercroft.server.lines import LineReader, entry
from undercroft.server.listeners import Listener, Listeners
from undercroft.server.log_loader import Depth, load
from undercroft.server.new_ids import new_act, now
from undercroft.server.pictures import not_sent
from undercroft.server.responses import Acted, Refused, Replayed, Response, StaleCursor, replayed, stored
from undercroft.server.seat_histories import as_told_to
from undercroft.store import log
from undercroft.store.faults import Conflict, StoreFault
from undercroft.table.decide import Order, decide, follow_up, refusals
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Act
from undercroft.table.engine.part import Command, Offer, Reason
from undercroft.table.engine.wanted_dice import Withdraw
from undercroft.table.exploration.clocks import sets_number
from undercroft.table.offers import offers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, PictureId, TimerId
from undercroft.table.state.seats import REFEREE, SPECTATORS

SNAPSHOT_EVERY = 2000
"""The number of lines after which a new snapshot is worthwhile."""

MOST_FOLLOW_UPS = 1000
"""More follow-ups than one command can ever have: reaching this means an endless loop."""


class MissedFacts(Struct, frozen=True):
    """What a seat was told, and its cursor afterwards."""

    told: tuple[Told, ...]
    cursor: str


class SeatState(Struct, frozen=True):
    """A seat's view at one moment: what it knows, what it was told, and its cursor."""

    known: Campaign
    told: tuple[Told, ...]
    cursor: str
    last: ActId | None
    """The act that an undo would undo now; only for the referee."""
    before: int
    """How many facts the seat was told before those."""


class OpenTable:
    """A table in play. Any thread may call it; calls are answered one at a time."""

    def __init__(
        self,
        store: log.Store,
        id: str,
        *,
        acts: Callable[[], str] = new_act,
        wall: Callable[[], str] = now,
        reader: LineReader | None = None,
    ) -> None:
        self.id = id
        self._store = store
        self._acts = acts
        self._wall = wall
        self._reader = reader or LineReader()
        self._turn = RLock()
        self._secret = store.secret(id)
        self._cursors = Cursors(self._secret)
        self._listeners = Listeners()
        self._rehearsed = False
        """Whether nothing is written: commands are only tried."""
        self._load()

    @property
    def version(self) -> int:
        """The number of lines in the log."""
        return self._version

    @property
    def now(self) -> Campaign:
        """The true state of the campaign."""
        return self._histories.truth.now

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Every seat: the referee's, the players', and the spectators'."""
        return (REFEREE, *self.now.seats, SPECTATORS)

    def known(self, seat: SeatId) -> Campaign:
        """The campaign as a seat knows it."""
        return self._histories.known(seat)

    def offers(self, seat: SeatId) -> tuple[Offer, ...]:
        """What a seat may do now, and why it may not do the rest."""
        return offers(self.known(seat), seat)

    def cursor(self, seat: SeatId) -> str:
        """The cursor of a seat."""
        return self._cursors.at(seat, self._histories.counts.get(seat, 0))

    def last_act(self) -> tuple[Told, ...]:
        """What the referee was told of the act that an undo would undo now."""
        with self._turn:
            while not (told := undo.told_of_last(self._histories)) and self._deepen():
                pass
            return told

    def acts(self) -> tuple[Act, ...]:
        """The acts that the referee's history remembers, each with the state before it."""
        with self._turn:
            return tuple(self._histories.truth.done)

    def acts_back_to(self, act: ActId) -> tuple[tuple[Told, ...], ...]:
        """What an undo back to that act would undo, act by act; nothing if the act was undone already."""
        with self._turn:
            while not (acts := undo.back_to(self._histories, act)) and self._deepen():
                pass
            return acts

    def act(
        self,
        seat: SeatId,
        command: Command,
        *,
        key: str,
        expected: str | None = None,
        by_hand: bool = False,
        edition: int | None = None,
        pictures: tuple[log.StoredPicture, ...] = (),
    ) -> Response:
        """Carry out a command for a seat, once for each key.

        `expected` is the cursor that the seat acts on; if the seat has been told more since, nothing happens. With
        `by_hand` people throw every die of the command, whatever dice their seats use. `edition` is the edition of the
        link that gives access to the seat; if the link has been renewed since, access is refused. `pictures` are those
        that the command adds, stored together with its events.
        """
        request = by_a_seat(seat, command, key, by_hand=by_hand, pictures=pictures)
        with self._turn:
            self.resume()
            while True:
                if edition not in (None, self.now.editions.get(seat, 0)):
                    raise NotPermitted("signed_out", "this seat has a new link", "ask the referee for it")
                if known := self._store.recall(self.id, request.key, request.fingerprint):
                    return self._known(known)
                if expected is not None and self._cursors.number(seat, expected) != self._histories.counts.get(seat, 0):
                    return StaleCursor(self.cursor(seat))
                if why := self._refusals(seat, command) or not_sent(command, pictures):
                    return Refused(why)
                response = self._carry_out(request)
                if response is not None:
                    return response
                self._catch_up()

    def rehearsal(self) -> Self:
        """The table as it is now, to try commands on: nothing is written, and nobody hears of it."""
        with self._turn:
            self.resume()
            tried = copy(self)
            heard = {"_histories": self._histories.copied(), "_tail": self._tail.copy(), "_listeners": Listeners()}
            own = {"_positions": dict(self._positions), "_wall_times": self._wall_times.copied()}
            vars(tried).update(heard, **own, _turn=RLock(), _rehearsed=True)
            return tried

    def since(self, seat: SeatId, cursor: str | None = None, *, most: int | None = None) -> MissedFacts:
        """Everything that a seat was told after a cursor, or ever, or only the last `most` facts of it.

        Of the last facts, those of the turn in which they begin are there too, if the table remembers them.
        """
        with self._turn:
            count = self._histories.counts.get(seat, 0)
            missed = count if cursor is None else self.missed(seat, cursor)
            missed = missed if most is None else min(missed, most)
            newest = (fact for fact in reversed(self._tail) if seat in fact.to)
            told = list(islice(newest, missed) if not most else _back_to_a_turn(newest, missed))[::-1]
            if len(told) < missed:
                lines = self._store.read(self.id)
                told = [self._reader.told(line) for line in lines if seat in line.audience][count - missed :]
            return MissedFacts(as_told_to(told, seat), self.cursor(seat))

    def standing(self, seat: SeatId, *, most: int | None = None) -> SeatState:
        """A consistent view for a seat, before or after any command but never in the middle of one."""
        with self._turn:
            last = self.last_act() if seat == REFEREE else ()
            lately = self.since(seat, most=most)
            before = self._histories.counts.get(seat, 0) - len(lately.told)
            return SeatState(self.known(seat), lately.told, lately.cursor, last[0].act if last else None, before)

    def started(self, seat: SeatId) -> Mapping[TimerId, str]:
        """When each real timer that a seat knows of started, in wall time."""
        with self._turn:
            return self._wall_times.started(self.known(seat))

    def _real_left(self) -> Mapping[TimerId, Seconds]:
        """The seconds that each real timer has left now."""
        return self._wall_times.left(self.now, self._wall()) if self.now.real_timers else {}

    def missed(self, seat: SeatId, cursor: str) -> int:
        """How many facts a seat was told after a cursor."""
        missed = self._histories.counts.get(seat, 0) - self._cursors.number(seat, cursor)
        if missed < 0:
            raise BadInput("bad_cursor", "that cursor is ahead of the seat's log", "use one you were given")
        return missed

    def listen(self, seat: SeatId, listener: Listener) -> Callable[[], None]:
        """Call the listener with what a seat is told from now on. The returned function stops this."""
        with self._turn:
            self._listeners.add(seat, listener)
        return lambda: self._forget(seat, listener)

    def listening(self) -> frozenset[SeatId]:
        """The seats that have listeners."""
        with self._turn:
            return self._listeners.seats

    def _forget(self, seat: SeatId, listener: Listener) -> None:
        with self._turn:
            self._listeners.remove(seat, listener)

    def close(self) -> None:
        """Save a snapshot for the next opening."""
        with self._turn:
            self._listeners.clear()
            self._keep_snapshot(least=1)

    def resume(self) -> None:
        """Carry out follow-ups that an interruption left undone."""
        with self._turn:
            if not self._unfinished:
                return
            if self._depth is Depth.SNAPSHOT and follow_up(self.now) is not None:
                self._load(Depth.RECENT)
            key = digest("resume", str(self._version))
            self._follow(key, self._histories.act or ActId(self._acts()), by_hand=False)

    def _load(self, least: Depth = Depth.SNAPSHOT) -> None:
        loaded = load(self._store, self.id, self._reader, least)
        self._histories, self._version, self._tail = loaded.histories, loaded.version, loaded.tail
        self._wall_times = loaded.wall_times
        self._depth, self._snapshot = loaded.depth, loaded.since
        self._positions = dict(self._store.head(self.id).streams)
        self._unfinished = True

    def _refusals(self, seat: SeatId, command: Command) -> tuple[Reason, ...]:
        if not isinstance(command, Undo | Redo | Overrule):
            return refusals(self.known(seat), seat, command)
        while True:
            why = undo.refusals(self._histories, seat, command)
            if undo.FORGOTTEN not in why or not self._deepen():
                return why

    def _deepen(self) -> bool:
        """Remember more acts than before, if there are more."""
        if not self._histories.truth.forgot or self._depth is Depth.ALL:
            return False
        self._load(Depth(self._depth + 1))
        return True

    def _carry_out(self, request: CommandRequest) -> Response | None:
        """Decide a command, write it and carry out its follow-ups. None if another process wrote first."""
        command, act = request.command, ActId(self._acts())
        draws = Draws(self._secret, self._positions)
        match command:
            case Undo():
                told = undo.undone(self._histories)
            case Redo():
                told = undo.redone(self._histories)
            case Overrule():
                left = self._real_left()
                told = undo.overruled(self._histories, command, act, draws, left, by_hand=request.by_hand)
            case _:
                order = Order(command, request.seat, act, real_left=self._real_left())
                told = decide(self.now, order, draws, by_hand=request.by_hand).told
        written = self._write(request, told, draws)
        if not isinstance(written, Acted):
            return written
        if not isinstance(command, Undo | Withdraw):
            last = next((fact.act for fact in reversed(told) if fact.act is not None), act)
            self._follow(request.key, last, by_hand=request.by_hand)
        self._keep_snapshot(least=SNAPSHOT_EVERY)
        return written

    def _write(self, request: CommandRequest, told: tuple[Told, ...], draws: Draws) -> Acted | Replayed | None:
        """Write the facts durably, then tell every seat in the form in which they will be read again."""
        wall = self._wall()
        entries = tuple(entry(fact, wall) for fact in told)
        told = tuple(self._reader.written(written) for written in entries)
        self._histories.rehearse(told)
        to_seat = as_told_to(told, request.seat)
        cursor = self._cursors.at(request.seat, self._histories.counts.get(request.seat, 0) + len(to_seat))
        batch = log.Batch(
            self._version,
            request.key,
            request.fingerprint,
            entries,
            stored(to_seat, cursor),
            draws.moved,
            request.pictures,
        )
        version = self._version + len(entries)
        match log.Appended(version) if self._rehearsed else self._store.append(self.id, batch):
            case log.Appended(version=version):
                self._positions.update(draws.moved)
                for written in entries:
                    self._wall_times.take(written)
                self._hear(told, version)
                return Acted(to_seat, cursor)
            case log.Stale():
                return None
            case known:
                return self._known(known)

    def _follow(self, key: str, act: ActId, *, by_hand: bool) -> None:
        """Carry out the follow-ups, each as a command of its own, until a seat must act."""
        self._unfinished = True
        for number in range(MOST_FOLLOW_UPS):
            command = follow_up(self.now)
            if command is None:
                self._unfinished = False
                return
            draws = Draws(self._secret, self._positions)
            order = Order(command, REFEREE, act, follows=True, real_left=self._real_left())
            decision = decide(self.now, order, draws, by_hand=by_hand)
            follows = following(command, key, number, by_hand=by_hand)
            if self._write(follows, decision.told, draws) is None:
                self._catch_up()
        raise RuntimeError("what follows by itself goes round in circles")

    def _catch_up(self) -> None:
        """Hear what another process has written."""
        told: list[Told] = []
        version = self._version
        for line in self._store.read(self.id, after=version):
            told.append(self._reader.told(line))
            self._wall_times.take(line)
            version = line.seq
        self._positions = dict(self._store.head(self.id).streams)
        self._hear(tuple(told), version)

    def _hear(self, told: tuple[Told, ...], version: int) -> None:
        for fact in told:
            self._histories.take(fact)
        self._tail.extend(told)
        self._version = version
        self._listeners.tell(told, self.cursor)

    def _known(self, known: log.Known | log.Mismatch) -> Replayed:
        if isinstance(known, log.Known):
            return replayed(known.answer, self._reader)
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

    def picture(self, seat: SeatId, id: PictureId) -> bytes | None:
        """A picture that a seat may see: any for the referee, those that are shown for the others."""
        known = self.known(seat)
        may = id in known.pictures if seat == REFEREE else id in known.shown
        return self._store.picture(self.id, id) if may else None

    def lines(self, after: int = 0) -> Iterator[log.Line]:
        """The log itself, for the referee."""
        return self._store.read(self.id, after)


def _back_to_a_turn(newest: Iterator[Told], count: int) -> Iterator[Told]:
    """So many facts, the newest first, and those before them back to one that sets the number of the turn."""
    last = None
    for last in islice(newest, count):
        yield last
    if last is not None and not sets_number(last.event):
        for fact in newest:
            yield fact
            if sets_number(fact.event):
                return
