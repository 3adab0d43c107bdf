"""Connections to the database: kept for the next user, made again when lost, and never waited for without end.

A connection that is silent for too long in a write is cut, not cancelled: a cancelled wait for a standby would look
like success. The writer then knows that the outcome is unsure.
"""

import os
import socket
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import TypeVar
from weakref import WeakSet

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from undercroft.kernel.faults import BadInput
from undercroft.store.faults import Integrity, Storage, StoreFault

T = TypeVar("T")

EVERY = 0.25
"""Seconds between two tries to connect."""
PATIENCE = 3.5
"""Seconds after which a silent connection in a write is cut."""
MOST_KEPT = 24
"""Connections that wait for their next user."""

_USUAL: dict[str, str] = {
    "application_name": "undercroft",
    "client_encoding": "utf8",
    "connect_timeout": "2",
    "keepalives_idle": "5",
    "target_session_attrs": "read-write",
    "tcp_user_timeout": "5000",
}
_SETTINGS = (
    "-c statement_timeout=5s -c lock_timeout=2s -c synchronous_commit=on "
    "-c default_transaction_isolation=read\\ committed"
)

FULL = frozenset({"53100"})
BUSY = frozenset({"53000", "53200", "53300", "53400", "55P03", "57014"})
"""The database has no time or no connection for us now; nothing happened."""
AGAIN = frozenset({"40001", "40P01"})
LEFT = frozenset({"25006", "57P01", "57P02", "57P03", "57P05"})
"""The connection leads nowhere any more: the server stops, starts, or became a standby."""
WARNING = "01000"
DAMAGED = frozenset({"XX001", "XX002"})


class ConnectionLost(Exception):
    """The connection was lost: whatever was sent on it may or may not have been done."""


class Unconfirmed(ConnectionLost):
    """The commit is there, and was not confirmed by a standby: nobody may be told yet that it is safe."""


def named(url: str) -> str:
    """The address of a database for people, without a password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        return "the database"
    return f"database “{parts.get('dbname', '')}” at {parts.get('host', 'this machine')}"


def address(url: str, **more: str) -> str:
    """The address with our settings, unless it has settings of its own."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        fix = "write it as postgresql://user@host/name"
        raise BadInput("bad_address", "that cannot be the address of a database", fix) from None
    options = f"{_SETTINGS} {given.pop('options', '') or ''}".strip()
    return make_conninfo("", **{**_USUAL, **given, **more, "options": options})


class DatabaseConnections:
    """Connections to one database. Any thread may take one."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.named = named(url)
        self._address = address(url)
        self._clock = clock
        self._turn = Lock()
        self._free: list[Connection] = []
        self._failed = -EVERY
        """When the last try to connect failed."""
        self._since: dict[Connection, float] = {}
        """The connections in a write, and since when."""
        self._warned: set[Connection] = set()
        self._closed = False
        self._made: WeakSet[Connection] = WeakSet()
        self.resent = 0
        """Appends that were sent again because their connection was lost."""
        self._watch: Thread | None = None

    def connect(self) -> Connection:
        """A new connection; tried at most every quarter of a second."""
        if self._clock() - self._failed < EVERY:
            raise self.unreachable()
        try:
            made = psycopg.connect(self._address, autocommit=True)
        except psycopg.OperationalError as error:
            self._failed = self._clock()
            raise self.unreachable(str(error)) from None
        self._made.add(made)
        made.add_notice_handler(lambda notice: self._noticed(made, notice))
        return made

    def _noticed(self, db: Connection, notice: psycopg.errors.Diagnostic) -> None:
        if notice.sqlstate == WARNING:
            self._warned.add(db)

    def check_warned(self, db: Connection) -> None:
        """Call what was done on a connection unsure if a warning came with it.

        A commit that no standby confirmed comes with a warning, and looks like success otherwise.
        """
        if db in self._warned:
            db.close()
            raise Unconfirmed

    def unreachable(self, why: str = "") -> Storage:
        """The fault of a database that cannot be reached."""
        first = why.strip().splitlines()[0][:200] if why.strip() else "it does not answer"
        return Storage("unreachable", f"{self.named} cannot be reached: {first}", "try again in a moment")

    @contextmanager
    def held(self, *, watched: bool = False) -> Generator[Connection]:
        """A connection for one piece of work. Raises `ConnectionLost` if it was lost, else a fault of a store.

        With `watched` it is cut if nothing comes back for too long.
        """
        if self._closed:
            raise Storage("closed", f"{self.named} was closed")
        with self._turn:
            db = self._free.pop() if self._free else None
        db = db or self.connect()
        if watched:
            self._watched(db)
        try:
            yield db
        except psycopg.Error as error:
            if db.closed or is_lost(error):
                db.close()
                raise ConnectionLost(_said(error)) from None
            raise
        finally:
            self._since.pop(db, None)
            self._warned.discard(db)
            self._give_back(db)

    def _give_back(self, db: Connection) -> None:
        if not db.closed and db.info.transaction_status is not psycopg.pq.TransactionStatus.IDLE:
            db.close()
        with self._turn:
            if not db.closed and not self._closed and len(self._free) < MOST_KEPT:
                self._free.append(db)
                return
        db.close()

    def reading(self, work: Callable[[Connection], T], table: str = "") -> T:
        """The result of work that writes nothing: tried again at once on a new connection if one was lost."""
        for last in (False, True):
            try:
                with self.held() as db:
                    return work(db)
            except ConnectionLost as lost:
                self.forget()
                if last:
                    raise self.unreachable(str(lost)) from None
            except psycopg.Error as error:
                raise self.explained(error, table) from None
        raise AssertionError

    def forget(self) -> None:
        """Drop the connections that wait: after one was lost, the others lead nowhere either."""
        with self._turn:
            free, self._free = self._free, []
        for db in free:
            db.close()

    def explained(self, error: psycopg.Error, table: str = "") -> StoreFault:
        """The fault behind an error on a connection that lives: nothing was written."""
        state, what = error.sqlstate or "", f"{self.named}: {_said(error)}"
        if state in FULL:
            return Storage("storage_full", what, "make room for the database")
        if state in BUSY:
            return Storage("busy", what, "try again in a moment")
        if state in DAMAGED:
            return Integrity(table, 0, what, "restore a backup of the database")
        if state == "42501":
            fix = "“undercroft store migrate --program NAME” lets a role use the store"
            return Storage("read_only", what, fix)
        return Storage("storage", what, "its own log says more")

    def close(self) -> None:
        """Close every connection that nobody uses; the others close when they are given back."""
        self._closed = True
        self.forget()

    @property
    def closed(self) -> bool:
        """Whether no more work is taken."""
        return self._closed

    @property
    def open(self) -> int:
        """The connections that are open now."""
        return sum(not db.closed for db in tuple(self._made))

    def _watched(self, db: Connection) -> None:
        self._since[db] = self._clock()
        if self._watch is None:
            with self._turn:
                if self._watch is None:
                    self._watch = Thread(target=self._cut_the_silent, name="undercroft-watchdog", daemon=True)
                    self._watch.start()

    def _cut_the_silent(self) -> None:
        while not self._closed:
            time.sleep(EVERY)
            late = self._clock() - PATIENCE
            for db in [db for db, since in self._since.copy().items() if since < late]:
                self._since.pop(db, None)
                cut(db)


def cut(db: Connection) -> None:
    """End a connection at the wire; a thread that waits on it finds it lost."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(db.fileno())) as wire:
        wire.shutdown(socket.SHUT_RDWR)


def is_lost(error: psycopg.Error) -> bool:
    """Whether an error means that the connection leads nowhere any more."""
    return (error.sqlstate or "") in LEFT or (error.sqlstate or "").startswith("08")


def _said(error: psycopg.Error) -> str:
    return (error.diag.message_primary or str(error) or "no answer").strip().splitlines()[0][:200]
