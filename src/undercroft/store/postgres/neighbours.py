"""What the processes on one database tell each other: that a log went on, who is connected, and wrong codes.

One thread of each process tells, after the append is answered: a notification within an append would make all
appends of the whole database wait for each other. Another thread listens. A notification is only a hint: after each new
connection, and every two seconds, the listener asks for the versions of all tables that are open here.
"""

import secrets
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from threading import Condition, Event, Thread

import psycopg
from psycopg import Connection

from undercroft.store.faults import Storage
from undercroft.store.postgres.connections import EVERY, DatabaseConnections
from undercroft.store.sharing import Watcher

CHANNEL = "undercroft"
MOST_TOLD = 7000
"""The bytes of a notification; the database takes 8,000."""
PAUSE = 0.005
"""Seconds between two notifications: what happens meanwhile is told in one."""
REFRESH = 2.0
"""Seconds after which the listener asks for what it may have missed."""
DEAF = 5.0
"""Seconds without an answer after which a process counts as deaf."""
PRESENCE, SETTINGS, TOLD = "p", "s", "t"
"""How the words of a notification begin that are no versions: presence, settings, and who told it when."""

_VERSIONS = """
SELECT number, id, version FROM tables JOIN heads USING (number) WHERE removed IS NULL AND id = ANY(%s)"""
_PRESENT = """
SELECT id, seats FROM presence JOIN tables USING (number)
WHERE removed IS NULL AND id = ANY(%s) AND process <> %s AND seen > now() - interval '10 seconds'"""
_NOTE_PRESENT = """
INSERT INTO presence (number, process, seats, seen)
SELECT number, %s, %s, now() FROM tables WHERE id = %s AND removed IS NULL
ON CONFLICT (number, process) DO UPDATE SET seats = excluded.seats, seen = excluded.seen RETURNING number"""
_STILL_HERE = "UPDATE presence SET seen = now() WHERE process = %s"
_LONG_GONE = "DELETE FROM presence WHERE seen < now() - interval '1 hour'"
_ATTEMPT = """
INSERT INTO attempts (address, minute, count) VALUES (%s, extract(epoch FROM now())::bigint / 60, %s)
ON CONFLICT (address, minute) DO UPDATE SET count = attempts.count + excluded.count"""
_ATTEMPTS = """
SELECT address, sum(count)::bigint FROM attempts WHERE minute >= extract(epoch FROM now())::bigint / 60 - 1
GROUP BY address"""
_OLD_ATTEMPTS = "DELETE FROM attempts WHERE minute < extract(epoch FROM now())::bigint / 60 - 10"


class Neighbours:
    """The two threads, and what they know. Any thread may call it."""

    def __init__(self, connections: DatabaseConnections, clock: Callable[[], float] = time.monotonic) -> None:
        self.process = secrets.token_hex(8)
        self._connections = connections
        self._clock = clock
        self._news = Condition()
        self._versions: dict[int, int] = {}
        self._wrong: dict[str, int] = {}
        self._here: dict[str, tuple[str, ...]] = {}
        self._hints: set[str] = set()
        self._teller: Thread | None = None
        self._listener: Thread | None = None
        self._ids: dict[int, str] = {}
        self._over = Event()
        self._heard = clock()
        self.lag = 0.0
        """Seconds from telling the last notice to hearing it."""
        self.attempts: Mapping[str, int] = {}
        self.present: Mapping[str, frozenset[str]] = {}

    def went_on(self, number: int, version: int) -> None:
        """Tell the others soon that a log is at that version."""
        with self._news:
            self._versions[number] = version
            self._wake()

    def hint(self, what: str) -> None:
        """Tell the others soon that something changed."""
        with self._news:
            self._hints.add(what)
            self._wake()

    def wrong_code(self, address: str) -> None:
        """Count a wrong code soon."""
        with self._news:
            self._wrong[address] = self._wrong.get(address, 0) + 1
            self._wake()

    def here(self, table: str, seats: Collection[str]) -> None:
        """Tell the others soon which seats of a table are connected here."""
        with self._news:
            self._here[table] = tuple(sorted(seats))
            self._wake()

    def watch(self, watcher: Watcher) -> None:
        """Listen for a watcher."""
        self._listener = Thread(target=self._listen, args=(watcher,), name="undercroft-listener", daemon=True)
        self._listener.start()

    @property
    def deaf(self) -> bool:
        """Whether this process listens, and has heard nothing for long."""
        return self._listener is not None and self._clock() - self._heard > DEAF

    @property
    def silence(self) -> float:
        """Seconds since anything was heard, if this process listens."""
        return 0.0 if self._listener is None else self._clock() - self._heard

    def close(self) -> None:
        """Tell what is still to be told, and stop."""
        with self._news:
            self._over.set()
            self._news.notify_all()
        for thread in (self._teller, self._listener):
            if thread is not None:
                thread.join(timeout=3 * REFRESH)

    def _wake(self) -> None:
        if self._teller is None:
            self._teller = Thread(target=self._tell, name="undercroft-teller", daemon=True)
            self._teller.start()
        self._news.notify()

    def _pending(self) -> bool:
        return bool(self._versions or self._wrong or self._here or self._hints)

    def _tell(self) -> None:
        """Tell until it is over; what could not be told is told when the database is back."""
        db: Connection | None = None
        try:
            while True:
                with self._news:
                    while not self._pending() and not self._over.is_set():
                        self._news.wait()
                    if not self._pending():
                        return
                    told = (self._versions, self._wrong, self._here, self._hints)
                    self._versions, self._wrong, self._here, self._hints = {}, {}, {}, set()
                try:
                    db = db if db is not None and not db.closed else self._connections.connect()
                    self._send(db, *told)
                    self._over.wait(PAUSE)
                except (psycopg.Error, Storage):
                    if db is not None:
                        db.close()
                    if self._over.is_set():
                        return
                    self._untold(*told)
                    self._over.wait(EVERY)
        finally:
            if db is not None:
                db.close()

    def _untold(
        self, versions: dict[int, int], wrong: dict[str, int], here: dict[str, tuple[str, ...]], hints: set[str]
    ) -> None:
        with self._news:
            self._versions = {**versions, **self._versions}
            self._wrong = {
                address: wrong.get(address, 0) + self._wrong.get(address, 0) for address in wrong | self._wrong
            }
            self._here = {**here, **self._here}
            self._hints |= hints

    def _send(
        self,
        db: Connection,
        versions: dict[int, int],
        wrong: dict[str, int],
        here: dict[str, tuple[str, ...]],
        hints: set[str],
    ) -> None:
        words = [f"{number}:{version}" for number, version in versions.items()] + sorted(hints)
        for table, seats in here.items():
            found = db.execute(_NOTE_PRESENT, (self.process, list(seats), table)).fetchone()
            words += [f"{PRESENCE}{found[0]}"] if found else []
        for address, count in wrong.items():
            db.execute(_ATTEMPT, (address[:100], count))
        for message in _messages(words):
            db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{TOLD}{self.process}:{self._clock():.6f} {message}"))

    def _listen(self, watcher: Watcher) -> None:
        while not self._over.is_set():
            try:
                with self._connections.connect() as db:
                    db.execute(f"LISTEN {CHANNEL}".encode())
                    self._hear(db, watcher)
            except (psycopg.Error, Storage):
                self._over.wait(EVERY)

    def _hear(self, db: Connection, watcher: Watcher) -> None:
        next_refresh = self._clock()
        while not self._over.is_set():
            if self._clock() >= next_refresh:
                self._refresh(db, watcher)
                next_refresh = self._clock() + REFRESH
            again = False
            for notice in db.notifies(timeout=max(0.0, min(EVERY, next_refresh - self._clock())), stop_after=1):
                for word in notice.payload.split():
                    again |= self._take(watcher, word)
            if again:
                next_refresh = self._clock()

    def _take(self, watcher: Watcher, word: str) -> bool:
        """Take a word of a notification; whether it calls for a refresh."""
        number, colon, version = word.partition(":")
        if not colon:
            return True
        if number.startswith(TOLD):
            if number == f"{TOLD}{self.process}":
                self.lag = max(0.0, self._clock() - float(version))
            return False
        with suppress(ValueError):
            table = self._ids.get(int(number))
            if table is None:
                return bool(set(watcher.watched()) - set(self._ids.values()))
            if int(version) < 0:
                return True
            watcher.went_on(table, int(version))
        return False

    def _refresh(self, db: Connection, watcher: Watcher) -> None:
        """Ask for everything that a notification may have told: versions, presence, wrong codes."""
        watched = list(watcher.watched())
        found = db.execute(_VERSIONS, (watched,)).fetchall()
        self._ids = {number: id for number, id, _ in found}
        self.present = _joined(db.execute(_PRESENT, (watched, self.process)).fetchall())
        self.attempts = dict(db.execute(_ATTEMPTS).fetchall())
        db.execute(_STILL_HERE, (self.process,))
        self._heard = self._clock()
        for _, table, version in found:
            watcher.went_on(table, version)
        for table in set(watched) - set(self._ids.values()):
            watcher.removed(table)
        watcher.refreshed()


def _joined(rows: list[tuple[str, list[str]]]) -> Mapping[str, frozenset[str]]:
    present: dict[str, frozenset[str]] = {}
    for table, seats in rows:
        present[table] = present.get(table, frozenset()) | frozenset(seats)
    return present


def _messages(words: list[str]) -> Iterator[str]:
    """Words in messages that the database takes."""
    message = ""
    for word in words:
        if len(message) + len(word) >= MOST_TOLD:
            yield message
            message = ""
        message = f"{message} {word}".strip()
    if message:
        yield message
