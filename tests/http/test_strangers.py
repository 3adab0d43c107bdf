"""A stranger on the network, with no link: they can neither slow, stop, fill nor read a table."""

import gc
import re
import select
import socket
import types
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest

from tests.http.hosting import SECRET, Host, hosting
from tests.http.hosting import TABLE as HOSTED
from tests.http.mining import routes
from tests.http.seating import DAN, PRIYA, TABLE, give, room
from tests.serving import same_dice, serving, speaking
from tests.table.small_site import begin
from undercroft.faces.http import connections, guard, runner
from undercroft.faces.http.connections import Connections, Crowd
from undercroft.faces.http.guard import Settings
from undercroft.faces.http.lanes import MOST_CHARACTERS, Lane
from undercroft.faces.web.live.access.links import Keys, cookie_name
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.store.memory import MemoryStore


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A server with one table, for everything here that leaves it as it was."""
    with hosting() as open_host:
        yield open_host


def held(thing: object) -> int:
    """How many entries our own objects and their containers hold, all in all."""
    found, seen, entries = [thing], set[int](), 0
    while found:
        one = found.pop()
        if id(one) in seen or isinstance(one, type | types.ModuleType | types.FunctionType | types.FrameType):
            continue
        seen.add(id(one))
        ours = type(one).__module__.startswith("undercroft.")
        if ours or isinstance(one, dict | list | set | tuple):
            entries += len(one) if isinstance(one, dict | list | set) else 0
            found += gc.get_referents(one)
    return entries


def test_nothing_is_kept_for_a_table_that_does_not_exist(host: Host) -> None:
    """Names at random, by strangers, with a cookie for them or without, and by the owner: all is as it was."""
    people = (host.stranger(), host.owner())
    addresses = ("/t/{}", "/api/tables/{}", "/t/{}/stream", "/join/{}/wrong", "/t/{}/log")
    for number, address in enumerate(addresses):
        for person in people:
            person.get(address.format(f"warm-{number}"))
    before = held(host.lobby)
    for number in range(20):
        for address in addresses:
            name = f"none-{number}"
            cookie = {"cookie": f"{cookie_name(name)}=priya.0.abc.def"} if number % 2 else {}
            assert 404 == people[0].get(address.format(name), headers=cookie).status_code
            assert 404 == people[1].get(address.format(name)).status_code
    assert before == held(host.lobby)


def test_guesses_open_no_table() -> None:
    """Wrong codes and links leave every table closed that nobody plays; a right code opens its own table alone."""
    lobby = Lobby(MemoryStore(), SECRET)
    for name in ("first", "second", "third"):
        lobby.tables.begin(name, begin(), secret=same_dice)
    code = lobby.code_of("second")
    for name in lobby.tables.ids():
        lobby.tables.forget(name)
    with serving(lobby=lobby) as address, speaking(address) as stranger:
        wrong = ("/join?code=ACRE+ACRE+10", "/join/first/wrong", "/join/second/wrong", "/join?code=ACRE+ACRE+11")
        assert [404] * 4 == [stranger.get(path).status_code for path in wrong]
        assert [] == list(lobby.tables.ids())
        assert 200 == stranger.get("/join", params={"code": code}).status_code
        assert ["second"] == list(lobby.tables.ids())
    lobby.close()


ASKED = ("/t/{}", "/t/{}/panels/all?names=map", "/t/{}/stream", "/api/tables/{}/events", "/cursors?at={}")


def test_what_is_guessed_costs_the_same_where_there_is_no_table(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the store is asked, what is proven and what waits in a lane: as for a table that people play at."""
    done: list[str] = []

    def counted(of: Any, name: str) -> None:
        does = getattr(of, name)

        def counts(*given: Any, **more: Any) -> Any:
            done.append(name)
            return does(*given, **more)

        monkeypatch.setattr(of, name, counts)

    host.seated().get(f"/t/{HOSTED}")
    for of, name in ((host.lobby.store, "secret"), (host.lobby.store, "version"), (Keys, "signed"), (Lane, "run")):
        counted(of, name)
    stranger, unequal = host.stranger(), dict[str, list[list[str]]]()
    guesses = [(path, cookie) for path in ASKED for cookie in ("", "referee.0.abc.def", "abc")]
    for path, cookie in (*guesses, ("/join/{}/wrong", "")):
        spent = list[list[str]]()
        for name in (HOSTED, "nowhere"):
            done.clear()
            stranger.get(path.format(name), headers={"cookie": f"{cookie_name(name)}={cookie}"} if cookie else {})
            spent.append(sorted(done))
        if spent[0] != spent[1] or "run" not in spent[0]:
            unequal[f"{path} {cookie}"] = spent
    assert {} == unequal


def test_a_forged_cookie_keeps_no_table_open(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those who sit at it count as using it."""
    used: list[str] = []
    monkeypatch.setattr(host.lobby.tables, "at_hand", used.append)
    for path in (f"/t/{HOSTED}", f"/t/{HOSTED}/stream", f"/api/tables/{HOSTED}/events"):
        host.stranger().get(path, headers={"cookie": f"{cookie_name(HOSTED)}=referee.0.abc.def"})
    assert [] == used


WIDE = ["(100d6)*(100d6)", "1000d6", "20d20!", "30d1000", "(300d6)+(300d8)", "99d100+98d99", "1d100000", "d500*d500"]


@pytest.mark.parametrize("expression", WIDE)
def test_odds_for_strangers_are_counted_before_they_are_found(host: Host, expression: str) -> None:
    """Too much work, or too long an answer, is refused; what is answered stays short."""
    told = host.stranger().post("/api/odds", json={"expression": expression})
    assert (422, "odds_too_wide") == (told.status_code, told.json()["code"])
    shown = host.stranger().get("/odds", params={"roll": expression})
    assert (200, True) == (shown.status_code, len(shown.content) < 100_000)


@pytest.mark.parametrize(
    "expression", ["2d6", "4d6kh3", "10d6!", "100d6", "(3d6)*(2d10)", "2d20kh1", "10d10!", "1d1000"]
)
def test_odds_that_people_ask_for_are_answered(host: Host, expression: str) -> None:
    """Budgets are for attackers: the dice of a table are far within them."""
    told = host.stranger().post("/api/odds", json={"expression": expression})
    assert (200, True) == (told.status_code, len(told.content) < MOST_CHARACTERS)


def test_odds_of_many_results_are_told_by_a_condition(host: Host) -> None:
    """Where the whole answer is too long, a question about it is not."""
    told = host.stranger().post("/api/odds", json={"expression": "1000d6", "by": "total>=3500"})
    assert (200, 2) == (told.status_code, len(told.json()["outcomes"]))


def test_many_rolls_at_once_are_counted(host: Host) -> None:
    """A thousand rolls of two dice are fine; a thousand rolls of a thousand are refused before a die falls."""
    asked = {"expression": "2d6", "times": 1000}
    assert 200 == host.stranger().post("/api/roll", json=asked).status_code
    refused = host.stranger().post("/api/roll", json={**asked, "expression": "1000d6"})
    assert (422, "odds_too_wide") == (refused.status_code, refused.json()["code"])


def test_work_is_paid_for_by_its_cost() -> None:
    """An address that asked for much has to wait; another seat and its commands do not notice."""
    settings = Settings(rate=10_000, burst=10_000, attempts=10_000, work=1.0, most_work=500_000)
    with room(settings=settings) as hall:
        stranger, referee = hall.visitor(), hall.sit()
        dear = {"expression": "(60d6)*(4d6)"}
        answers = [stranger.post("/api/odds", json=dear) for _ in range(6)]
        assert 429 == answers[-1].status_code
        assert int(answers[-1].headers["retry-after"]) > 1
        assert 200 == give(referee, {"kind": "note", "text": "Still here.", "everybody": True}).status_code
        assert [200, 200] == [referee.get(path).status_code for path in (f"/t/{TABLE}", "/odds")]


LONG = f'{{"a": [{"0, " * 1000}0]}}'
"""JSON that is longer than any that may be read in the event loop, where the tests over HTTP refuse it."""
KEPT = ("/stream", "/delete", "/link", "/openapi.json")
"""Addresses that end the owner's cookie or the table, never end, or are long to write and read nothing."""


def test_nothing_long_is_read_in_the_event_loop(host: Host) -> None:
    """In a body and in every query that holds JSON: at every address from the owner, at every other from a stranger."""
    queries: dict[str, str] = dict.fromkeys(("given", "command", "new", "names", "corrections"), LONG)
    owner, stranger, tried = host.owner(), host.stranger(), 0
    for route, methods in routes().items():
        path = re.sub(r"{table[^}]*}", HOSTED, route).replace("{rule_id:str}", "delving.action.recover")
        path = re.sub(r"{[^}]*}", "1", path.replace("{tag:str}", "note"))
        for method in sorted(methods & {"GET", "POST"}) if not path.endswith(KEPT) else ():
            sent: dict[str, Any] = {"content": LONG, "headers": {"content-type": "application/json"}}
            for client in (owner,) if HOSTED in path else (owner, stranger):
                answer = client.request(method, path, params=queries, **(sent if method == "POST" else {}))
                assert 500 > answer.status_code, (method, path, answer.text)
                tried += 1
    assert tried > 100


def test_long_bodies_are_paid_for() -> None:
    """Reading is work: after so many bytes an address has to wait."""
    settings = Settings(rate=10_000, burst=10_000, attempts=10_000, work=0.001, most_work=500_000)
    with room(settings=settings) as hall:
        stranger = hall.visitor()
        answers = [stranger.post("/api/odds", json={"a": "x" * 60_000}).status_code for _ in range(4)]
        assert [422, 422, 429, 429] == answers


@pytest.mark.parametrize(
    "headers", [{"sec-fetch-dest": "image"}, {"sec-fetch-dest": "empty"}, {"sec-fetch-dest": "iframe"}]
)
@pytest.mark.parametrize("path", ["/odds?roll=100d6", "/rules", "/api/rules", "/"])
def test_other_sites_cannot_set_off_work(host: Host, path: str, headers: dict[str, str]) -> None:
    """An image, a frame or a script of another site gets nothing."""
    for site in ("cross-site", "same-site"):
        answer = host.stranger().get(path, headers={"sec-fetch-site": site, **headers})
        assert (403, "bad_origin") == (answer.status_code, answer.json()["code"])


def test_a_link_from_another_site_only_fills_in_the_odds(host: Host) -> None:
    """The page opens with the dice in their field, and finds the odds when its reader asks for them."""
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate"}
    page = host.stranger().get("/odds", params={"roll": "100d6"}, headers=headers)
    assert (200, True, True) == (page.status_code, 'value="100d6"' in page.text, "another site" in page.text)
    assert "on average" not in page.text


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/rules"])
def test_a_reader_who_never_reads_is_cut(host: Host, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """The connection is gone, though its answer was never read; a slow reader gets all of it."""
    monkeypatch.setattr(runner, "READER_PATIENCE", 0.2)
    at = urlsplit(host.address)
    asked = f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nConnection: close\r\n\r\n".encode()
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((at.hostname or "", at.port or 0))
        deaf.sendall(asked)
        select.select([deaf], [], [])
        poller = select.poll()
        poller.register(deaf, select.POLLHUP | select.POLLERR)
        assert poller.poll(15_000)
    with socket.create_connection((at.hostname or "", at.port or 0)) as slow:
        slow.sendall(asked)
        received = b""
        while chunk := slow.recv(1 << 20):
            received += chunk
        assert received.endswith((b"}", b"]"))


def test_a_crowd_of_strangers_pushes_out_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many connect and say nothing, the household with the most of them loses its oldest."""
    cut: list[str] = []

    class One:
        def __init__(self, name: str) -> None:
            self.name = name

        def cut(self) -> None:
            cut.append(self.name)

    crowd = Crowd(lambda: 4)
    for number, household in enumerate(("a", "b", "a", "a", "a", "c")):
        crowd.add(household, One(f"{household}{number}"))
    assert (["a0", "a2"], 4) == (cut, len(crowd))


def test_strangers_without_end_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that say nothing fill what strangers share; a seat has its stream and gives its command."""
    monkeypatch.setattr(connections, "MOST_STRANGERS", 20)
    with room() as hall, ExitStack() as held_open:
        referee, at = hall.sit(), urlsplit(hall.address)
        with hall.stream(referee) as stream:
            silent = [
                held_open.enter_context(socket.create_connection((at.hostname or "", at.port or 0))) for _ in range(60)
            ]
            newcomer = hall.sit(PRIYA)
            assert 200 == give(newcomer, {"kind": "whisper", "seat": PRIYA, "to": DAN, "text": "Here."}).status_code
            assert "changed" == stream.until("changed")["event"]
        over = [each for each in silent if select.select([each], [], [], 0)[0]]
        assert len(over) >= 40


def test_a_stream_without_a_seat_makes_nobody_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers who ask for a stream and stay connected still count as strangers, and push each other out."""
    monkeypatch.setattr(connections, "MOST_STRANGERS", 20)
    with hosting() as host, ExitStack() as held_open:
        at = urlsplit(host.address)
        asked = f"GET /stream?at=crypt HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode()
        told, said = list[socket.socket](), b""
        for _ in range(30):
            told.append(held_open.enter_context(socket.create_connection((at.hostname or "", at.port or 0))))
            told[-1].sendall(asked)
            said = b""
            while not said.endswith(b"0\r\n\r\n"):
                said += told[-1].recv(65_536)
        assert b"event: bye" in said
        assert told[:10] == [each for each in told[:10] if select.select([each], [], [], 0)[0]]


def test_a_household_that_connects_without_end_is_cut() -> None:
    """After its share of connections it is cut before it says a word; others connect."""
    among = Connections(lambda: 0.0)
    assert [0] * connections.MOST_ARRIVALS == [among.arrivals.take("a") for _ in range(connections.MOST_ARRIVALS)]
    assert (True, 0) == (among.arrivals.take("a") > 0, among.arrivals.take("b"))


def test_connections_without_end_are_cut_at_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eleventh connection of an address ends at once; another address is served."""
    monkeypatch.setattr(connections, "MOST_ARRIVALS", 10)
    monkeypatch.setattr(connections, "ARRIVALS", 0.001)
    with hosting() as host:
        at = urlsplit(host.address)
        asked = f"GET /healthz HTTP/1.1\r\nHost: {at.netloc}\r\nConnection: close\r\n\r\n".encode()
        assert [True] * 10 + [False] * 3 == [_answered(at, asked) for _ in range(13)]
        assert _answered(at, asked, "127.0.0.2")


def _answered(at: SplitResult, asked: bytes, place: str = "127.0.0.1") -> bool:
    with socket.create_connection((at.hostname or "", at.port or 0), source_address=(place, 0)) as connection:
        try:
            connection.sendall(asked)
            return connection.recv(100).startswith(b"HTTP/1.1 200 ")
        except OSError:
            return False


def test_static_files_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """They cost little, so there may be many of them, but not without end."""
    monkeypatch.setattr(guard, "CHEAP_BURST", 5)
    monkeypatch.setattr(guard, "CHEAP_RATE", 0.001)
    with hosting() as host:
        stranger = host.stranger()
        assert [200] * 5 + [429] == [stranger.get("/healthz").status_code for _ in range(6)]
        assert 200 == stranger.get("/").status_code
