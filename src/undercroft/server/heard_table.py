"""What the seats of one table of one store know and have heard, and who listens.

Those who only look wait for no command, not even while the disk is busy. What another process has written is heard here
like what this one writes.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from threading import RLock
from typing import TypeVar

from msgspec import Struct

from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.server import undo
from undercroft.server.cursors import Cursors
from undercroft.server.latest_facts import LatestFacts
from undercroft.server.lines import LineReader
from undercroft.server.listeners import Listener, Listeners
from undercroft.server.log_loader import Depth, Loaded, load
from undercroft.server.redacted_copies import with_copies
from undercroft.server.seat_state import MissedFacts, SeatState, about, back_to_a_turn
from undercroft.server.wall_times import WallTimes
from undercroft.store import log
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Act, Forgotten
from undercroft.table.engine.part import Offer
from undercroft.table.offers import offers
from undercroft.table.session.handouts import sees_picture
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, PictureId, TimerId
from undercroft.table.state.seats import REFEREE, SPECTATORS

S = TypeVar("S", bound=Struct)


class HeardTable:
    """A table as its seats know it. Any thread may call it."""

    def __init__(self, store: Store, id: str, reader: LineReader | None = None) -> None:
        self.id = id
        self._store = store
        self._reader = reader or LineReader()
        self._turn = RLock()
        """Held while a command is carried out."""
        self._heard = RLock()
        """Held only while seats hear what is written, and while a thread looks at what they heard."""
        self._secret = store.secret(id)
        self._cursors = Cursors(self._secret)
        self._listeners = Listeners()
        self._begun: ActId | None = None
        """The act with which the snapshot ends, if nothing was read after it."""
        self.depth = Depth.SNAPSHOT
        self._take_over(load(store, id, self._reader))
        self._positions = dict(store.head(id).streams)
        self._unfinished = True
        """Whether something may follow from what was heard last."""

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

    def as_known(self, seat: SeatId, value: S) -> S:
        """A value with the campaign's own ids, with those that a seat was given; ids it was not given stay."""
        with self._heard:
            return self._histories.as_known(value, seat)

    def offers(self, seat: SeatId) -> tuple[Offer, ...]:
        """What a seat may do now, and why it may not do the rest."""
        return offers(self.known(seat), seat)

    def cursor(self, seat: SeatId) -> str:
        """The cursor of a seat."""
        return self._cursors.at(seat, self._histories.counts.get(seat, 0))

    def last_act(self) -> tuple[Told, ...]:
        """What the referee was told of the act that an undo would undo now."""
        with self._heard:
            while not (told := undo.told_of_last(self._histories)) and self._deepen():
                pass
            return told

    def acts(self) -> tuple[Act, ...]:
        """The acts that the referee's history remembers, each with the state before it."""
        with self._heard:
            return tuple(self._histories.truth.done)

    def acts_back_to(self, act: ActId) -> tuple[tuple[Told, ...], ...]:
        """What an undo back to that act would undo, act by act; nothing if the act was undone already."""
        with self._heard:
            while not (acts := undo.back_to(self._histories, act)) and self._deepen():
                pass
            return acts

    def since(self, seat: SeatId, cursor: str | None = None, *, most: int | None = None) -> MissedFacts:
        """Everything that a seat was told after a cursor, or ever, or only the last of it: `most` facts or a few more.

        They begin where they did last time, until there are too many. Those of the turn in which they begin are there
        too, if the table remembers them.
        """
        if cursor is not None:
            self.missed(seat, cursor)
        with self._heard:
            count = self._histories.counts.get(seat, 0)
            missed = count if cursor is None else self.missed(seat, cursor)
            missed = missed if most is None else min(missed, about(most, missed))
            newest = self._latest.newest(seat)
            told = back_to_a_turn(newest, missed) if most else list(islice(newest, missed))
            told.reverse()
            if len(told) < missed:
                lines = self._store.read(self.id)
                if seat == REFEREE:
                    every = with_copies(map(self._reader.told, lines))
                    told = [fact for fact in every if seat in fact.to][count - missed :]
                else:
                    told = [self._reader.told(line) for line in lines if seat in line.audience][count - missed :]
            return MissedFacts(self._histories.sent(told, seat), self.cursor(seat))

    def standing(self, seat: SeatId, *, most: int | None = None) -> SeatState:
        """A consistent view for a seat, before or after any command but never in the middle of one."""
        with self._heard:
            last = self.last_act() if seat == REFEREE else ()
            lately = self.since(seat, most=most)
            before = self._histories.counts.get(seat, 0) - len(lately.told)
            own = undo.own_act(self._histories, seat)
            return SeatState(self.known(seat), lately.told, lately.cursor, last[0].act if last else None, before, own)

    def started(self, seat: SeatId) -> Mapping[TimerId, str]:
        """When each real timer that a seat knows of started, in wall time."""
        with self._heard:
            return self._wall_times.started(self.known(seat))

    def taken(self) -> Mapping[SeatId, str]:
        """When each taken seat was taken, in wall time."""
        with self._heard:
            return {seat: wall for seat, wall in self._wall_times.held.items() if seat in self.now.holds}

    def missed(self, seat: SeatId, cursor: str) -> int:
        """How many facts a seat was told after a cursor."""
        number = self._cursors.number(seat, cursor)
        if number > self._histories.counts.get(seat, 0):
            with self._turn:
                self._catch_up()
        missed = self._histories.counts.get(seat, 0) - number
        if missed < 0:
            raise BadInput("bad_cursor", "that cursor is ahead of the seat's log", "use one you were given")
        return missed

    def listen(self, seat: SeatId, listener: Listener) -> Callable[[], None]:
        """Call the listener with what a seat is told from now on. The returned function stops this."""
        with self._heard:
            self._listeners.add(seat, listener)
        return lambda: self._forget(seat, listener)

    def listening(self) -> frozenset[SeatId]:
        """The seats that have listeners."""
        with self._heard:
            return self._listeners.seats

    def _forget(self, seat: SeatId, listener: Listener) -> None:
        with self._heard:
            self._listeners.remove(seat, listener)

    def picture(self, seat: SeatId, id: PictureId) -> bytes | None:
        """A picture that a seat may see: any for the referee, those that are shown for the others."""
        known = self.known(seat)
        may = id in known.pictures if seat == REFEREE else sees_picture(known, id)
        return self._store.picture(self.id, id) if may else None

    def lines(self, after: int = 0) -> Iterator[log.Line]:
        """The log itself, for the referee."""
        return self._store.read(self.id, after)

    def catch_up(self, version: int | None = None) -> None:
        """Hear what other processes have written, unless it was heard up to that version."""
        if version is None or version > self._version:
            with self._turn:
                if version is None or version > self._version:
                    self._catch_up()

    def _catch_up(self) -> None:
        """Hear what another process has written."""
        lines = list(self._store.read(self.id, after=self._version))
        if lines:
            self._positions = dict(self._store.head(self.id).streams)
            self._hear([self._reader.told(line) for line in lines], lines, lines[-1].seq, others=True)
            self._unfinished = True

    def _hear(self, told: Sequence[Told], entries: Sequence[log.Entry], version: int, *, others: bool = False) -> None:
        """Tell every seat what was written, by this process or by others."""
        with self._heard:
            goes_on = others and self.depth is Depth.SNAPSHOT and any(fact.act == self._begun for fact in told)
            try:
                for fact in told:
                    self._histories.take(fact)
            except Forgotten:  # others undo what happened before the snapshot
                goes_on = True
            if goes_on:
                self._load(Depth.RECENT, version)
            else:
                for written in entries:
                    self._wall_times.take(written)
                self._latest.extend(told)
                self._version = version
            self._listeners.tell(tuple(told), self._histories.sent, self.cursor)

    def _load(self, least: Depth = Depth.SNAPSHOT, upto: int | None = None) -> None:
        self._take_over(load(self._store, self.id, self._reader, least, upto))

    def _take_over(self, loaded: Loaded) -> None:
        with self._heard:
            self._histories, self._version = loaded.histories, loaded.version
            self._latest: LatestFacts = LatestFacts(deque(with_copies(loaded.tail), loaded.tail.maxlen))
            self._wall_times: WallTimes = loaded.wall_times
            self.depth, self._snapshot = loaded.depth, loaded.since
            self._begun = loaded.histories.act if loaded.version == loaded.since else None

    def _deepen(self) -> bool:
        """Remember more acts than before, if there are more."""
        with self._heard:
            if not self._histories.truth.forgot or self.depth is Depth.ALL:
                return False
            self._load(Depth(self.depth + 1), self._version)
            return True
