"""One table of one store, open: its one writer.

    a command -> refused, by what the seat knows -> decided, on the truth -> written, durably -> folded -> heard

What is decided is written before anybody hears of it, with the key of the command, the answer to it and how far the
dice were read: after a crash the same command gets the same answer, and dice that nobody saw fall again. What follows
of itself is decided and written act by act afterwards. Nothing here takes longer on a long log than on a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from threading import RLock

from msgspec import Struct

from undercroft.kernel.faults import BadInput, NotPermitted
from undercroft.kernel.units import SeatId
from undercroft.server import snapshots, taking_back
from undercroft.server.asked import Asked, by_a_seat, digest, following
from undercroft.server.commands import Overrule, Redo, Undo
from undercroft.server.cursors import Cursors
from undercroft.server.draws import Draws
from undercroft.server.ears import heard
from undercroft.server.fresh import new_act, now
from undercroft.server.lines import Reader, entry
from undercroft.server.listeners import Listener, Listeners
from undercroft.server.loading import Depth, load
from undercroft.server.responses import Acted, Refused, Replayed, Response, Stale, replayed, stored
from undercroft.store import log
from undercroft.store.faults import Conflict, StoreFault
from undercroft.table.campaign import Campaign
from undercroft.table.decide import Order, decide, follow_up, refusals
from undercroft.table.dice import Withdraw
from undercroft.table.names import ActId
from undercroft.table.offers import offers
from undercroft.table.rooms import Command, Offer, Reason
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.telling import Told

SNAPSHOT_EVERY = 2000
"""Lines after which another snapshot is worth its while."""

MOST_FOLLOW_UPS = 1000
"""So much never follows from one command; if it does, something goes round in circles."""


class Heard(Struct, frozen=True):
    """What a seat was told, and where it stands then."""

    told: tuple[Told, ...]
    cursor: str


class Standing(Struct, frozen=True):
    """How things stand for a seat at one moment: what it knows, what it was told, and its cursor."""

    known: Campaign
    told: tuple[Told, ...]
    cursor: str
    last: ActId | None
    """The act that would be taken back now; only the referee's to know."""
    before: int
    """How much it was told before that."""


class OpenTable:
    """A table that is being played. Any thread may ask it; one at a time is answered."""

    def __init__(
        self,
        store: log.Store,
        id: str,
        *,
        acts: Callable[[], str] = new_act,
        wall: Callable[[], str] = now,
        reader: Reader | None = None,
    ) -> None:
        self.id = id
        self._store = store
        self._acts = acts
        self._wall = wall
        self._reader = reader or Reader()
        self._turn = RLock()
        self._secret = store.secret(id)
        self._cursors = Cursors(self._secret)
        self._listeners = Listeners()
        self._load()

    @property
    def version(self) -> int:
        """How many lines the log has."""
        return self._version

    @property
    def now(self) -> Campaign:
        """How things truly stand."""
        return self._ears.truth.now

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Every seat there is: the referee's, the players', and the one for those who look on."""
        return (REFEREE, *self.now.seats, SPECTATORS)

    def known(self, seat: SeatId) -> Campaign:
        """How things stand by what a seat knows."""
        return self._ears.known(seat)

    def offers(self, seat: SeatId) -> tuple[Offer, ...]:
        """What a seat may do now, and why not."""
        return offers(self.known(seat), seat)

    def cursor(self, seat: SeatId) -> str:
        """Where a seat stands."""
        return self._cursors.at(seat, self._ears.counts.get(seat, 0))

    def last_act(self) -> tuple[Told, ...]:
        """What the referee was told of the act that would be taken back now."""
        with self._turn:
            while not (told := taking_back.told_of_last(self._ears)) and self._deepen():
                pass
            return told

    def acts_back_to(self, act: ActId) -> tuple[tuple[Told, ...], ...]:
        """What would be taken back, act by act, to take back that one; nothing if it does not stand."""
        with self._turn:
            while not (acts := taking_back.back_to(self._ears, act)) and self._deepen():
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
    ) -> Response:
        """Carry out a command for a seat, once for each key.

        `expected` is the cursor that the seat acts upon; if it has moved on since, nothing happens. With `by_hand`
        people throw every die of it, whatever dice their seats use. `edition` is that of the link by which somebody
        has the seat; if it was renewed since, the seat is not theirs.
        """
        asked = by_a_seat(seat, command, key, by_hand=by_hand)
        with self._turn:
            self._resume()
            while True:
                if edition not in (None, self.now.editions.get(seat, 0)):
                    raise NotPermitted("signed_out", "the link to this seat was renewed", "ask the referee for it")
                if known := self._store.recall(self.id, asked.key, asked.fingerprint):
                    return self._known(known)
                if expected is not None and self._cursors.number(seat, expected) != self._ears.counts.get(seat, 0):
                    return Stale(self.cursor(seat))
                if why := self._refusals(seat, command):
                    return Refused(why)
                response = self._carry_out(asked)
                if response is not None:
                    return response
                self._catch_up()

    def since(self, seat: SeatId, cursor: str | None = None, *, most: int | None = None) -> Heard:
        """All that a seat was told after a cursor, or ever; or only the last of it, at most so much."""
        with self._turn:
            count = self._ears.counts.get(seat, 0)
            missed = count if cursor is None else self.missed(seat, cursor)
            missed = missed if most is None else min(missed, most)
            told = list(islice((one for one in reversed(self._tail) if seat in one.to), missed))[::-1]
            if len(told) < missed:
                lines = self._store.read(self.id)
                told = [self._reader.told(line) for line in lines if seat in line.audience][count - missed :]
            return Heard(heard(told, seat), self.cursor(seat))

    def standing(self, seat: SeatId, *, most: int | None = None) -> Standing:
        """How things stand for a seat, before or after whatever happens now and never in the middle of it."""
        with self._turn:
            last = self.last_act() if seat == REFEREE else ()
            lately = self.since(seat, most=most)
            before = self._ears.counts.get(seat, 0) - len(lately.told)
            return Standing(self.known(seat), lately.told, lately.cursor, last[0].act if last else None, before)

    def missed(self, seat: SeatId, cursor: str) -> int:
        """How much a seat was told after a cursor."""
        missed = self._ears.counts.get(seat, 0) - self._cursors.number(seat, cursor)
        if missed < 0:
            raise BadInput("bad_cursor", "that cursor lies ahead of the seat", "use one you were given")
        return missed

    def listen(self, seat: SeatId, listener: Listener) -> Callable[[], None]:
        """Be told what a seat is told from now on; what is returned ends it."""
        with self._turn:
            self._listeners.add(seat, listener)
        return lambda: self._forget(seat, listener)

    def listening(self) -> frozenset[SeatId]:
        """The seats that somebody listens for."""
        with self._turn:
            return self._listeners.seats

    def _forget(self, seat: SeatId, listener: Listener) -> None:
        with self._turn:
            self._listeners.remove(seat, listener)

    def close(self) -> None:
        """Leave a snapshot for the next who opens it."""
        with self._turn:
            self._listeners.clear()
            self._keep_snapshot(least=1)

    def resume(self) -> None:
        """Let what should have followed follow, where something came between."""
        with self._turn:
            self._resume()

    def _load(self, least: Depth = Depth.SNAPSHOT) -> None:
        loaded = load(self._store, self.id, self._reader, least)
        self._ears, self._version, self._tail = loaded.ears, loaded.version, loaded.tail
        self._depth, self._snapshot = loaded.depth, loaded.since
        self._positions = dict(self._store.head(self.id).streams)
        self._unfinished = True

    def _refusals(self, seat: SeatId, command: Command) -> tuple[Reason, ...]:
        if not isinstance(command, Undo | Redo | Overrule):
            return refusals(self.known(seat), seat, command)
        while True:
            why = taking_back.refusals(self._ears, seat, command)
            if taking_back.FORGOTTEN not in why or not self._deepen():
                return why

    def _deepen(self) -> bool:
        """Remember more acts than before, if there are more."""
        if not self._ears.truth.forgot or self._depth is Depth.ALL:
            return False
        self._load(Depth(self._depth + 1))
        return True

    def _carry_out(self, asked: Asked) -> Response | None:
        """Decide a command, write it down and let what follows follow; None where another process was first."""
        command, act = asked.command, ActId(self._acts())
        draws = Draws(self._secret, self._positions)
        match command:
            case Undo():
                told = taking_back.undone(self._ears)
            case Redo():
                told = taking_back.redone(self._ears)
            case Overrule():
                told = taking_back.overruled(self._ears, command, act, draws, by_hand=asked.by_hand)
            case _:
                order = Order(command, asked.seat, act)
                told = decide(self.now, order, draws, by_hand=asked.by_hand).told
        written = self._write(asked, told, draws)
        if not isinstance(written, Acted):
            return written
        if not isinstance(command, Undo | Withdraw):
            last = next((one.act for one in reversed(told) if one.act is not None), act)
            self._follow(asked.key, last, by_hand=asked.by_hand)
        self._keep_snapshot(least=SNAPSHOT_EVERY)
        return written

    def _write(self, asked: Asked, told: tuple[Told, ...], draws: Draws) -> Acted | Replayed | None:
        """Make it durable, then heard: by everybody in the form in which it will be read again."""
        wall = self._wall()
        entries = tuple(entry(one, wall) for one in told)
        told = tuple(self._reader.written(one) for one in entries)
        self._ears.rehearse(told)
        own = heard(told, asked.seat)
        cursor = self._cursors.at(asked.seat, self._ears.counts.get(asked.seat, 0) + len(own))
        batch = log.Batch(self._version, asked.key, asked.fingerprint, entries, stored(own, cursor), draws.moved)
        match self._store.append(self.id, batch):
            case log.Appended(version=version):
                self._positions.update(draws.moved)
                self._hear(told, version)
                return Acted(own, cursor)
            case log.Stale():
                return None
            case known:
                return self._known(known)

    def _follow(self, key: str, act: ActId, *, by_hand: bool) -> None:
        """What follows of itself, each as a command of its own, until somebody must act."""
        self._unfinished = True
        for number in range(MOST_FOLLOW_UPS):
            command = follow_up(self.now)
            if command is None:
                self._unfinished = False
                return
            draws = Draws(self._secret, self._positions)
            decision = decide(self.now, Order(command, REFEREE, act, follows=True), draws, by_hand=by_hand)
            follows = following(command, key, number, by_hand=by_hand)
            if self._write(follows, decision.told, draws) is None:
                self._catch_up()
        raise RuntimeError("what follows of itself goes round in circles")

    def _resume(self) -> None:
        if not self._unfinished:
            return
        if self._depth is Depth.SNAPSHOT and follow_up(self.now) is not None:
            self._load(Depth.RECENT)
        key = digest("resume", str(self._version))
        self._follow(key, self._ears.act or ActId(self._acts()), by_hand=False)

    def _catch_up(self) -> None:
        """Hear what another process has written."""
        told: list[Told] = []
        version = self._version
        for line in self._store.read(self.id, after=version):
            told.append(self._reader.told(line))
            version = line.seq
        self._positions = dict(self._store.head(self.id).streams)
        self._hear(tuple(told), version)

    def _hear(self, told: tuple[Told, ...], version: int) -> None:
        for one in told:
            self._ears.take(one)
        self._tail.extend(told)
        self._version = version
        self._listeners.tell(told, self.cursor)

    def _known(self, known: log.Known | log.Mismatch) -> Replayed:
        if isinstance(known, log.Known):
            return replayed(known.answer, self._reader)
        raise Conflict("idempotency_mismatch", "that key belongs to another command", "choose a new key")

    def _keep_snapshot(self, least: int) -> None:
        """A cache: where it cannot be written, the next one will be. Never of an act that is told by half."""
        half_told = self._unfinished or any(
            one.command is not None and one.command["follows"] for one in self.now.wanted.values()
        )
        if self._version - self._snapshot >= least and not half_told:
            with suppress(StoreFault):
                self._store.save_snapshot(self.id, snapshots.taken(self._ears, self._version))
                self._snapshot = self._version

    def lines(self, after: int = 0) -> Iterator[log.Line]:
        """The log itself, for the referee."""
        return self._store.read(self.id, after)
