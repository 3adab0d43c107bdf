"""The lobby: every table of the store, the server's owner, and the codes by which players find a table."""

import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from threading import Event
from typing import Any, cast

from litestar.connection import ASGIConnection
from litestar.types import Scope

from undercroft.faces.http.guard import CODED, HttpScope, Known, SignInLookup
from undercroft.faces.shared.server_keep import ServerKeep, usual_keep
from undercroft.faces.views.seats import SeatLife
from undercroft.faces.web.live.access.drawings import ScreenDrawings
from undercroft.faces.web.live.access.entrances import Entrances
from undercroft.faces.web.live.access.founding import Founding
from undercroft.faces.web.live.access.join_codes import JoinCodes, TableCode, from_secret
from undercroft.faces.web.live.access.links import (
    AT,
    OWNER,
    SEAT_COOKIE,
    Keys,
    SignedIn,
    SignedOut,
    SignIn,
    cookie_name,
    cookies_sent,
)
from undercroft.faces.web.live.access.long_codes import LongCodes
from undercroft.faces.web.live.access.quotas import WriteQuotas
from undercroft.faces.web.live.access.recent_panels import RecentPanels
from undercroft.faces.web.live.access.seats_seen import SeatsSeen
from undercroft.faces.web.live.access.shared_codes import SharedCodes
from undercroft.faces.web.live.access.sign_ins import editions, lasts, only_over
from undercroft.faces.web.live.access.stream import Streams
from undercroft.faces.web.live.access.uploads import Uploads
from undercroft.foresight.simulations import Simulations
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.server.following import Following
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.faults import Integrity, NoSuchTable, Storage
from undercroft.store.log import ListedTable
from undercroft.store.store import Store
from undercroft.table.state.ids import RefereeId
from undercroft.table.state.seats import REFEREE, SPECTATORS

OWNER_COOKIE = "owner"
SWEEP = 60.0
"""Seconds between two looks for tables that nobody uses."""
MOST_FORMER = 3
"""Cookies of a browser that are looked at for a seat it once had."""
_TABLE = re.compile(r"/(?:t|api/tables)/(?P<table>[^/]+)(?:/|$)")


class Lobby:
    """The tables, sign-ins and codes behind the pages of the live table."""

    def __init__(
        self,
        store: Store,
        owner_secret: bytes,
        new_secret: Callable[[], bytes] = secrets.token_bytes,
        simulations: Simulations | None = None,
        keep: ServerKeep | None = None,
    ) -> None:
        self.store = store
        self.simulations = simulations
        """The simulations from tables; None where nothing is simulated."""
        self._new_secret = new_secret
        self.tables = Tables(store)
        self.entrances = Entrances(store, self.tables)
        self.owner = Keys(owner_secret, OWNER_COOKIE)
        self.streams = Streams()
        self.drawings = ScreenDrawings()
        self.recent = RecentPanels()
        self.uploads = Uploads()
        self.quotas = WriteQuotas()
        self.seen = SeatsSeen()
        self._keys: dict[str, Keys] = {}
        self._no_keys = Keys(secrets.token_bytes(), "nothing")
        """Prove nothing, in the time that it takes to prove something."""
        self.codes = (
            JoinCodes(self._ended, self._code_number, self.ids)
            if store.shared is None
            else SharedCodes(store.shared, self._ended, self._code_number)
        )
        self.founding = Founding(keep or usual_keep(store), self.ids)
        self.long_codes = LongCodes(self.founding.secret)
        self._following: Following | None = None
        self._leaving = Event()
        self.reachable = ""
        """The address by which others on the network reach this server, if they can."""

    def all(self) -> tuple[ListedTable, ...]:
        """Every table there is."""
        return self.store.tables()

    def ids(self) -> frozenset[str]:
        """The id of every table."""
        return frozenset(table.id for table in self.all())

    def name_of(self, table: str) -> str:
        """The name of a table."""
        with suppress(NoSuchTable):
            return self.store.table(table).name
        return ""

    def close_idle(self) -> None:
        """Close the tables that nobody has used for a while, until the server is told to stop."""
        while not self._leaving.wait(SWEEP):
            self.tables.close_idle()
            if self.simulations is not None:
                self.simulations.simulator.close_idle()

    def follow(self, owner_secret: Callable[[], bytes]) -> None:
        """Keep up with other processes on the same store, if it is one for several, and with the owner's key."""
        if self.store.shared is None:
            return
        self.streams.share(self.store.shared)
        self._following = Following(self.tables, self._removed_elsewhere, lambda: self._refreshed(owner_secret()))
        self.store.shared.watch(self._following)

    def _refreshed(self, owner_secret: bytes) -> None:
        """Take over what other processes changed: the owner's key, and who is connected there."""
        if not self.owner.is_made_from(owner_secret):
            self.owner = Keys(owner_secret, OWNER_COOKIE)
            self.streams.dismiss_owner()
        if self.founding.refresh():
            self.streams.dismiss_owner()
        self.streams.recount()

    def _removed_elsewhere(self, table: str) -> None:
        """Dismiss a table that another process removed."""
        with suppress(NoSuchTable):
            self.store.table(table)
            return
        self.dismiss(table)

    def open(self, table: str) -> OpenTable:
        """A table, ready to be played."""
        return self.tables.open(table)

    def current(self, table: str) -> OpenTable:
        """The same, with everything that any process has written so far."""
        return self.tables.current(table)

    def keys(self, table: str) -> Keys:
        """The maker of a table's links and cookies."""
        return self._keys_for(_table_keys(table), table)

    def referee_keys(self, table: str) -> Keys:
        """The maker of the second referees' links and cookies."""
        return self._keys_for(_referee_keys(table), table)

    def ask_keys(self, table: str) -> Keys:
        """The maker of the cookies of those who ask for a seat."""
        return self._keys_for(f"asks/{table}", table)

    def _keys_for(self, name: str, table: str) -> Keys:
        if name not in self._keys:
            self._keys[name] = Keys(bytes(self.store.secret(table)), name)
        return self._keys[name]

    def editions(self, table: OpenTable) -> Mapping[SeatId, int]:
        """Every seat with the edition of its link."""
        return editions(table)

    def owner_link(self) -> str:
        """The secret part of the owner's link."""
        return self.owner.link(OWNER)

    def renew_owner(self) -> str:
        """Make a new owner's link; the old link, every cookie it gave and every stream of the owner end."""
        self.owner = Keys(self._new_secret(), OWNER_COOKIE)
        self.streams.dismiss_owner()
        return self.owner_link()

    def is_owner(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser belongs to the server's owner."""
        return self.owner.signed(cookies.get(OWNER_COOKIE, "")) is not None

    def signed_in(
        self, table: str, cookies: Mapping[str, str], *, at_hand: bool = False
    ) -> SignedIn | SignedOut | None:
        """The seat of a browser at a table, now or before; the server's owner is every table's referee.

        For a browser without a sign-in of ours no table is opened, so a stranger learns nothing of it. With `at_hand`
        only this process is asked, about a table that it has open.
        """
        said = self._said_at_hand(table, cookies) if at_hand else self.said(table, cookies)
        owner = self._owns(table, cookies)
        if said is None and owner is None:
            return None
        try:
            opened = self.open(table) if at_hand else self.current(table)
        except NoSuchTable:
            return None
        if said is not None and lasts(opened, said):
            self.seen.note(table, said.seat)
            return SignedIn(table, said.seat, said.id, said.edition, said.ended, said.second)
        if owner is not None:
            return SignedIn(table, REFEREE, owner)
        return SignedOut(said if said is not None and only_over(opened, said) else None)

    def _owns(self, table: str, cookies: Mapping[str, str]) -> str | None:
        """The id of the sign-in of the server's owner, or of the founder of a table."""
        owner, founder = self.owner.signed(cookies.get(OWNER_COOKIE, "")), self.founding.signed(cookies)
        if owner is not None:
            return owner.id
        return founder.id if founder is not None and founder.founder.has(table) else None

    def said(self, table: str, cookies: Mapping[str, str]) -> SignIn | None:
        """What our cookie for a table says, in date or not.

        If the keys at hand do not prove it, the store is asked for the table's secret, though it be open: so a forged
        cookie costs the same work whether there is such a table or not.
        """
        if not cookies.get(cookie_name(table)):
            return None
        found = self._said_at_hand(table, cookies)
        if found is not None:
            return found
        try:
            self.store.secret(table)
            keys, seconds = self.keys(table), self.referee_keys(table)
        except (NoSuchTable, Integrity):
            keys = seconds = self._no_keys
        return _said(keys, seconds, cookies[cookie_name(table)])

    def _said_at_hand(self, table: str, cookies: Mapping[str, str]) -> SignIn | None:
        """The same by the keys at hand, without a wait for the store."""
        keys, seconds = self._keys.get(_table_keys(table)), self._keys.get(_referee_keys(table))
        if keys is None or seconds is None:
            keys = seconds = self._no_keys
        return _said(keys, seconds, cookies.get(cookie_name(table), ""))

    def is_at_hand(self, table: str, cookies: Mapping[str, str]) -> bool:
        """Whether a browser's seat at a table is found without a wait: the table is open, and they belong to it."""
        theirs = self._said_at_hand(table, cookies) is not None or self._owns(table, cookies) is not None
        return theirs and self.store.shared is None and self.tables.at_hand(table) is not None

    def known(self, scope: HttpScope) -> Known:
        """The seat that a request counts for, from any address; None for spectators. No table is opened for it.

        An address that belongs to no table counts for the last table of the browser, and one that takes a code for any
        seat that the browser ever took. If the store must be asked for a secret, the answer is what asks it; while the
        store cannot be reached, nobody at a table is taken for a stranger.
        """
        sent = cookies_sent(ASGIConnection[Any, Any, Any, Any](cast("Scope", scope)))
        if scope["path"] in CODED:
            had = _tables_had(sent)
            return SignInLookup(had[0], partial(self._once_sat, sent)) if had else None
        found = _TABLE.match(scope["path"])
        table = found["table"] if found is not None else sent.get(AT, "")
        at_once = cookie_name(table) not in sent or self._said_at_hand(table, sent) is not None
        find = partial(self._counts_for, table, sent, at_table=found is not None)
        return find() if at_once else SignInLookup(table, find)

    def _counts_for(self, table: str, sent: Mapping[str, str], *, at_table: bool) -> str | None:
        try:
            said = self.said(table, sent)
            opened = self.tables.at_hand(table) if said is not None else None
            if said is not None and said.seat != SPECTATORS and (opened is None or lasts(opened, said)):
                return f"{table}/{said.seat}"
            if self._owns(table, sent) is not None:
                return f"{table}/{REFEREE}"
        except UndercroftError as fault:
            if at_table and isinstance(fault, Storage):
                raise
        return None

    def _once_sat(self, sent: Mapping[str, str]) -> str | None:
        """A seat that a browser has or had: those who were let in once are no strangers.

        It counts apart from the seat itself, whose player now may be another.
        """
        for table in _tables_had(sent):
            with suppress(UndercroftError):
                if (said := self.said(table, sent)) is not None and said.seat != SPECTATORS:
                    return f"{table}/{said.seat} before"
        return None

    def opened_by(self, typed: str) -> TableCode | None:
        """What a typed code opens, short or long; words after it that do not belong to it make it wrong."""
        proven = self.long_codes.proven(typed)
        return self.codes.opened(typed if proven is None else proven)

    def code_of(self, table: str) -> str:
        """The short code of a table for this session or the next, made on first use."""
        return self.codes.code_of(table)

    def life(self, table: str) -> SeatLife:
        """How and when the seats of a table were taken, and who is there."""
        opened = self.open(table)
        return SeatLife(opened.now.holds, opened.taken(), self.listening(opened), self.seen.of(table))

    def listening(self, table: OpenTable) -> frozenset[SeatId]:
        """The seats of a table that are connected to this process or to another."""
        elsewhere = self.store.shared.present_elsewhere(table.id) if self.store.shared is not None else ()
        return table.listening() | frozenset(map(SeatId, elsewhere))

    def dismiss(self, table: str) -> None:
        """Close a table before its removal, and forget its keys and codes."""
        self.streams.dismiss(table)
        self._keys = {name: keys for name, keys in self._keys.items() if name.partition("/")[2] != table}
        self.seen.forget(table)
        self.codes.forget(table)
        self.quotas.forget(table)
        self.entrances.forget(table)
        self.tables.forget(table)

    def _code_number(self, code: TableCode) -> int:
        """The number of a table's code, by its secret."""
        return from_secret(bytes(self.store.secret(code.table)), code)

    def _ended(self, table: str) -> int:
        """The number of sessions that have ended at a table."""
        return self.entrances.of(table).ended

    def close(self) -> None:
        """Close every table and the store."""
        self._leaving.set()
        if self._following is not None:
            self._following.close()
        if self.simulations is not None:
            self.simulations.close()
        self.tables.close()
        self.store.close()


def _table_keys(table: str) -> str:
    return f"table/{table}"


def _referee_keys(table: str) -> str:
    return f"referees/{table}"


def _said(keys: Keys, seconds: Keys, cookie: str) -> SignIn | None:
    """What a cookie says, proven by the keys of a table's seats or of its second referees."""
    found = keys.signed(cookie)
    second = seconds.signed(cookie) if found is None else None
    return SignIn(REFEREE, second.edition, second.id, second=RefereeId(second.seat)) if second else found


def _tables_had(sent: Mapping[str, str]) -> list[str]:
    """The tables for which a browser has cookies: the first few."""
    return sorted(name.removeprefix(SEAT_COOKIE) for name in sent if name.startswith(SEAT_COOKIE))[:MOST_FORMER]
