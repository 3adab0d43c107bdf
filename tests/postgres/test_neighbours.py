"""Processes that share a database hear of each other: by a notice at once, without one a moment later."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from threading import Thread

import httpx
import psycopg
import pytest
from msgspec import Struct
from msgspec.structs import replace

from tests.figures import figure, soak
from tests.serving import UNHURRIED, same_dice, serving, speaking
from tests.table.small_site import ONE, TWO, begin
from undercroft.faces.http.guard import Settings
from undercroft.faces.shared.owner_key import OwnerKey
from undercroft.faces.shared.store_path import DatabasePlace
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.faults import NotPermitted
from undercroft.server.following import Following
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.server.tables import IDLE, Tables
from undercroft.store.postgres.store import PostgresStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.seating import RenewLink
from undercroft.table.state.seats import REFEREE

TABLE = "crypt"
LOST_NOTICES = figure("LOST_NOTICES", 5, 100)
"""Notices that get lost."""
RENEWED = figure("RENEWED", 50, 50)
"""Links that are renewed at one process while another has the table open."""


def soon(true: Callable[[], bool], seconds: float = 300.0) -> bool:
    """Does it come true, however slow the machine?"""
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    return true()


class Process:
    """What one process has: its own connections, its own tables, and its ear at the database."""

    def __init__(self, url: str) -> None:
        self.store = PostgresStore(url)
        self.tables = Tables(self.store)
        self.following = Following(self.tables, self.tables.forget, lambda: None)
        self.store.shared.watch(self.following)

    @property
    def table(self) -> OpenTable:
        """The table, as this process has it."""
        return self.tables.open(TABLE)

    def note(self, text: str) -> int:
        """Write a note; the version after it."""
        assert isinstance(self.table.act(REFEREE, WriteNote(text, everybody=True), key=text), Acted)
        return self.table.version

    def close(self) -> None:
        """End it."""
        self.following.close()
        self.tables.close()
        self.store.close()


def _is_at(process: Process, version: int) -> bool:
    return process.table.version >= version


def _is_longer(told: list[str], number: int) -> bool:
    return len(told) > number


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Process, Process]]:
    """Two processes with one table open in both."""
    with closing(Process(url)) as one, closing(Process(url)) as other:
        one.tables.begin(TABLE, begin(), secret=same_dice)
        assert other.table.version == one.table.version
        yield one, other


def test_what_one_writes_the_other_hears(pair: tuple[Process, Process]) -> None:
    """Without asking; its listeners are told each fact once, in order."""
    one, other = pair
    heard: list[str] = []
    other.table.listen(ONE, lambda _, cursor, told: heard.extend([cursor] * len(told)))
    for number in range(5):
        version = one.note(f"note {number}")
        assert soon(partial(_is_at, other, version))
    assert one.table.cursor(ONE) == other.table.cursor(ONE) == heard[-1]
    assert 5 == len(heard) == len(set(heard))


def test_the_lag_of_notices_is_known(pair: tuple[Process, Process]) -> None:
    """A process hears its own notices; it takes nothing from what others say about theirs."""
    one, other = pair
    other.note("first")
    version = one.note("told")
    assert soon(lambda: one.store.shared.figures().lag > 0)
    assert soon(partial(_is_at, other, version))
    found = one.store.shared.figures()
    assert (0, True, True) == (found.resent, found.connections >= 3, found.silence < 300)


@soak(LOST_NOTICES * 3)
def test_a_notice_gets_lost(pair: tuple[Process, Process], url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether nobody tells, or nobody can hear: the other asks for versions a moment later."""
    one, other = pair
    for number in range(LOST_NOTICES):
        if number % 2:
            with psycopg.connect(url, autocommit=True) as db:
                db.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
        else:
            monkeypatch.setattr(one.store._neighbours, "went_on", lambda _number, _version: None)
        version = one.note(f"note {number}")
        assert soon(partial(_is_at, other, version))
        assert one.table.cursor(ONE) == other.table.cursor(ONE)
        monkeypatch.undo()


@soak(RENEWED)
def test_a_link_is_renewed_at_one_process(pair: tuple[Process, Process]) -> None:
    """Nobody acts by the old link at another process once the new one is answered, and everybody hears of it."""
    one, other = pair
    told: list[str] = []
    other.table.listen(REFEREE, lambda _, cursor, __: told.append(cursor))
    for number in range(RENEWED):
        before = one.table.now.editions.get(ONE, 0)
        assert isinstance(one.table.act(REFEREE, RenewLink(ONE), key=f"renew-{number}"), Acted)
        with pytest.raises(NotPermitted) as caught:
            other.table.act(ONE, WriteNote("still here", seat=ONE), key=f"old-{number}", edition=before)
        assert "signed_out" == caught.value.code
        assert soon(partial(_is_longer, told, number))
    assert not [line for line in one.store.read(TABLE) if b"still here" in line.body]


def test_a_cursor_of_a_process_that_is_ahead(pair: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch) -> None:
    """The other catches up before it calls a cursor wrong."""
    one, other = pair
    monkeypatch.setattr(one.store._neighbours, "went_on", lambda _number, _version: None)
    one.note("ahead")
    assert 0 == other.table.missed(ONE, one.table.cursor(ONE))


def test_a_table_that_nobody_uses_is_closed(url: str) -> None:
    """After a while without a request and without a listener; the next request opens it again."""
    now = [0.0]
    with closing(PostgresStore(url)) as store:
        tables = Tables(store, clock=lambda: now[0])
        opened = tables.begin(TABLE, begin(), secret=same_dice)
        forget = opened.listen(ONE, lambda *_: None)
        now[0] = 2 * IDLE
        tables.close_idle()
        assert (TABLE,) == tables.ids()
        forget()
        tables.open(TABLE)
        tables.close_idle()
        assert (TABLE,) == tables.ids()
        now[0] = 3 * IDLE
        tables.close_idle()
        assert () == tables.ids()
        again = tables.open(TABLE)
        assert again is not opened
        assert again.version == opened.version


class Server(Struct):
    """A server over HTTP with its lobby."""

    lobby: Lobby
    address: str

    def seated(self, clients: ExitStack, seat: str) -> httpx.Client:
        """A client who followed the link of a seat."""
        client = clients.enter_context(speaking(self.address))
        editions = self.lobby.editions(self.lobby.current(TABLE))
        client.get(f"/join/{TABLE}/{self.lobby.keys(TABLE).link(seat, editions[seat])}")  # type: ignore[arg-type, index]
        return client


@contextmanager
def served(url: str, settings: Settings = UNHURRIED) -> Generator[Server, None, None]:
    """A server on a database."""
    with closing(PostgresStore(url)) as store:
        key = OwnerKey(store, DatabasePlace(url))
        lobby = Lobby(store, key.found(), key.renewed)
        lobby.follow(key.found)
        with serving(settings, lobby=lobby) as address:
            yield Server(lobby, address)
        lobby.close()


@pytest.fixture
def servers(url: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    with served(url) as one, served(url) as other:
        one.lobby.tables.begin(TABLE, begin(), secret=same_dice)
        yield one, other


def listening(client: httpx.Client, into: list[str]) -> Thread:
    """Follow the stream of a table in a thread that ends with the stream."""

    def follow() -> None:
        with client.stream("GET", f"/t/{TABLE}/stream") as stream:
            into.extend(line for line in stream.iter_lines() if line)

    thread = Thread(target=follow, daemon=True)
    thread.start()
    return thread


def test_two_servers_are_one(servers: tuple[Server, Server]) -> None:
    """The same links and codes; what is done at one is seen at the other in the next answer, and on its streams."""
    one, other = servers
    with ExitStack() as clients:
        referee, player = one.seated(clients, REFEREE), other.seated(clients, ONE)
        heard: list[str] = []
        thread = listening(player, heard)
        assert soon(lambda: 1 == other.lobby.streams.present(TABLE))
        assert soon(lambda: 1 == one.lobby.streams.present(TABLE))
        for number in range(5):
            body = {"command": {"kind": "note", "text": f"note {number}", "everybody": True}, "key": f"note-{number}"}
            assert 200 == referee.post(f"/api/tables/{TABLE}/commands", json=body).status_code
            assert f"note {number}" in player.get(f"/api/tables/{TABLE}/events").text
        assert soon(lambda: any(line.startswith("id: ") for line in heard))
        code = one.lobby.code_of(TABLE)
        assert code == other.lobby.code_of(TABLE)
        opened = other.lobby.codes.opened(code)
        assert opened is not None
        assert TABLE == opened.table
        assert isinstance(one.lobby.open(TABLE).act(REFEREE, RenewLink(ONE), key="renew"), Acted)
        thread.join(300)
        assert "event: bye" in heard
        assert 403 == player.get(f"/api/tables/{TABLE}").status_code


def test_a_table_is_removed_at_one_server(servers: tuple[Server, Server]) -> None:
    """Its streams at the other end, and nothing of it is left there."""
    one, other = servers
    with ExitStack() as clients:
        player = other.seated(clients, TWO)
        heard: list[str] = []
        thread = listening(player, heard)
        assert soon(lambda: 1 == other.lobby.streams.present(TABLE))
        one.lobby.store.remove(TABLE)
        one.lobby.dismiss(TABLE)
        thread.join(300)
        assert "event: bye" in heard
        assert soon(lambda: () == other.lobby.tables.ids())
        assert 404 == player.get(f"/api/tables/{TABLE}").status_code


def test_wrong_codes_count_at_every_server(url: str) -> None:
    """After too many wrong ones at one server, the other too looks at long codes alone, and at the same ones."""
    few = replace(UNHURRIED, attempts=3)
    with (
        served(url, few) as one,
        served(url, few) as other,
        speaking(one.address) as here,
        speaking(other.address) as there,
    ):
        one.lobby.tables.begin(TABLE, begin(), secret=same_dice)
        assert [404] * 3 == [here.get("/join?code=WRONG").status_code for _ in range(3)]
        assert soon(lambda: "The long code" in there.get("/join?code=WRONG").text)
        long = one.lobby.long_codes.long(one.lobby.code_of(TABLE))
        assert 200 == there.get("/join", params={"code": long}).status_code
        assert "The long code" not in there.get("/join", params={"code": long}).text


def test_a_founder_of_one_server_founds_at_the_other(url: str) -> None:
    """Until the link is ended there too; both count the same campaigns."""
    with served(url) as one, served(url) as other, speaking(one.address) as here, speaking(other.address) as there:
        founder = one.lobby.founding.add("The club", 2)
        link = one.lobby.founding.link(founder)
        assert soon(lambda: 303 == there.get(f"/enter/{link}").status_code)
        assert 303 == here.get(f"/enter/{link}").status_code
        made = [client.post("/api/tables", json={"name": "The Barrow"}) for client in (here, there, here, there)]
        assert [201, 201, 403, 403] == [answer.status_code for answer in made]
        tables = {made[0].json()["table"], made[1].json()["table"]}
        assert soon(lambda: tables == {card["id"] for card in here.get("/api/tables").json()["tables"]})
        one.lobby.founding.end(founder.id)
        assert soon(lambda: 403 == there.post("/api/tables", json={"name": "One more"}).status_code)
        assert 404 == there.get(f"/enter/{link}").status_code


def test_the_owner_has_a_new_link(servers: tuple[Server, Server]) -> None:
    """Made at one server, it is the only one at the other too."""
    one, other = servers
    old = other.lobby.owner_link()
    new = one.lobby.renew_owner()
    assert soon(lambda: new == other.lobby.owner_link())
    with speaking(other.address) as client:
        assert 404 == client.get(f"/enter/{old}").status_code
        assert 303 == client.get(f"/enter/{new}").status_code
