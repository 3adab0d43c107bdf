"""A convention's hall: every phone has the same address, and a guesser among them tries codes without end."""

import socket
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from threading import Event
from urllib.parse import urlsplit

import httpx
import pytest

from tests.figures import figure, soak
from tests.http.seating import SECRET
from tests.serving import serving, speaking
from undercroft.faces import website
from undercroft.faces.http import runner
from undercroft.faces.http.guard import Guard, Settings
from undercroft.faces.http.lanes import QUICK, Lanes
from undercroft.faces.shared.new_campaign import MOST_SEATS
from undercroft.faces.web.live.access.join_codes import CODES, written_from
from undercroft.faces.web.live.access.links import cookie_name
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.access.long_codes import LONG_CODES, LongCodes
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.store.faults import Storage
from undercroft.store.log import Secret
from undercroft.store.memory import MemoryStore
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.state.seats import REFEREE, Seat
from undercroft.table.world.campaign_start import Begin

PHONES = figure("HALL_PHONES", 12, 2000)
BETWEEN = 0.3
"""Seconds between two phones: two thousand come in ten minutes."""
GUESSES = figure("HALL_GUESSES", 3, 10)
"""Guesses between two phones: ten are thirty a second."""


class Clock:
    """A clock that goes only when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """A server as everybody runs it, with as many seats as phones."""

    def __init__(self, address: str, lobby: Lobby, clock: Clock) -> None:
        self.address = address
        self.lobby = lobby
        self.clock = clock
        self.checked: list[str] = []
        """The codes that were looked up."""
        found = lobby.codes.opened

        def opened(typed: str) -> object:
            self.checked.append(typed)
            return found(typed)

        lobby.codes.opened = opened  # type: ignore[method-assign, assignment]

    def visitor(self) -> httpx.Client:
        """A client at the one address of the hall."""
        return speaking(self.address, headers={"accept": "text/html"})

    def long(self, table: str) -> str:
        """The long code of a table."""
        return self.lobby.long_codes.long(self.lobby.code_of(table))


@contextmanager
def hall(monkeypatch: pytest.MonkeyPatch, phones: int, settings: Settings | None = None) -> Generator[Hall, None, None]:
    """The hall with its tables; the settings are those of `undercroft serve`."""
    clock, lobby = Clock(), Lobby(MemoryStore(), SECRET)
    seats = tuple(Seat(SeatId(f"seat-{number}"), f"Seat {number}") for number in range(MOST_SEATS))
    for number in range(-(-phones // MOST_SEATS)):
        secret = bytes([number % 256, number // 256]) * 16
        lobby.tables.begin(f"table-{number}", Begin(f"Table {number}", seats=seats), secret=secret.ljust)
    monkeypatch.setattr(website, "Guard", partial(Guard, clock=clock))
    with serving(settings or Settings(), lobby=lobby) as address:
        yield Hall(address, lobby, clock)
    lobby.close()


def _next_session(table: OpenTable, key: str) -> None:
    table.act(REFEREE, BeginSession("One", table.now.present), key=f"{key} begins")
    table.act(REFEREE, EndSession(), key=f"{key} ends")


def _comes(hall: Hall, number: int) -> Counter[int]:
    """A phone takes its seat; the status of every answer on the way.

    One scans the square, one types the short code and then the long one it is asked for, and one sat here at the last
    session and types the new short code.
    """
    table, seat = f"table-{number // MOST_SEATS}", f"seat-{number % MOST_SEATS}"
    lobby, way = hall.lobby, number % 3
    code = lobby.code_of(table)
    with hall.visitor() as phone:
        answers = [phone.get("/")] if way else []
        if way == 1:
            asked = phone.get("/join", params={"code": code})
            assert ("The long code under the QR code" in asked.text, "Seat" in asked.text) == (True, False)
            answers.append(asked)
        if way == 2:
            opened = lobby.open(table)
            before = lobby.keys(table).cookie(SeatId("seat-0"), lobby.editions(opened)[SeatId("seat-0")], 0)
            phone.cookies.set(cookie_name(table), before, domain="127.0.0.1", path="/")
        typed = code if way == 2 else hall.long(table)
        answers += [phone.get("/join", params={"code": typed})]
        answers += [phone.get("/join/seat", params={"code": typed, "seat": seat, "name": f"Phone {number}"})]
        answers += [phone.get(f"/t/{table}")]
    assert lobby.open(table).now.players[SeatId(seat)] == f"Phone {number}"
    return Counter(answer.status_code for answer in answers)


@soak(PHONES)
def test_a_hall_joins_beside_a_guesser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every phone gets its seat in ten minutes without a refusal, and of the guesses next to none is looked up."""
    with hall(monkeypatch, PHONES) as found, found.visitor() as guesser:
        for number in range(-(-PHONES // MOST_SEATS)):
            _next_session(found.lobby.open(f"table-{number}"), f"{number}")
        right = {found.lobby.code_of(f"table-{number}") for number in range(-(-PHONES // MOST_SEATS))}
        guesses = (code for number in range(CODES) if (code := written_from(number * 7919)) not in right)
        met = Counter[int]()
        for _ in range(60):
            guesser.get("/join", params={"code": next(guesses)})
        found.checked.clear()
        came = Counter[int]()
        for number in range(PHONES):
            found.clock.now += BETWEEN
            for _ in range(GUESSES):
                met[guesser.get("/join", params={"code": next(guesses)}).status_code] += 1
            came += _comes(found, number)
        assert {200, 303} == set(came)
        assert PHONES == came[303]
        assert met[404] <= Settings().attempts * found.clock.now / 60
        looked_up = len(found.checked) - 2 * PHONES
        assert looked_up == met[404]
        assert met[200] + met[404] + met[429] == PHONES * GUESSES


def test_what_a_guesser_learns_after_the_last_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing: a right short code is answered to the letter like a wrong one, also with words that are not its own."""
    with hall(monkeypatch, 1) as found, found.visitor() as guesser:
        code = found.lobby.code_of("table-0")
        tried = [guesser.get("/join", params={"code": f"KELP KELP {number}"}).status_code for number in range(10, 20)]
        assert [404] * 10 == tried
        other = next(text for text in (written_from(5), written_from(6)) if text != code)
        said = {
            guesser.get(path, params={"code": typed, "seat": "seat-1"}).text.replace(typed, "CODE")
            for typed in (code, other, f"{code} KELP KELP", f"{other} KELP KELP")
            for path in ("/join", "/join/seat", "/join/ask")
        }
        assert 1 == len(said)
        assert not found.lobby.open("table-0").now.holds
        with found.visitor() as phone:
            assert 200 == phone.get("/join", params={"code": found.long("table-0").lower()}).status_code
            assert 303 == phone.get("/join/seat", params={"code": found.long("table-0"), "seat": "seat-1"}).status_code


def test_a_right_link_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's, the owner's and a founder's; a wrong one waits after the tenth, since no link can be guessed."""
    with hall(monkeypatch, 1) as found, found.visitor() as guest:
        founder = found.lobby.founding.add("The club")
        keys = found.lobby.keys("table-0")
        assert [404] * 10 + [429] * 2 == [guest.get(f"/enter/{'x' * 22}").status_code for _ in range(12)]
        links = (found.lobby.owner_link(), found.lobby.founding.link(founder))
        right = [f"/join/table-0/{keys.link(SeatId('seat-0'))}", *(f"/enter/{link}" for link in links)]
        assert [303] * 3 == [guest.get(path).status_code for path in right]


def test_nobody_waits_for_a_guesser_who_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guess is counted, and then the next at that address has their turn, though its answer is never read."""
    monkeypatch.setattr(runner, "READER_PATIENCE", 3600)
    with hall(monkeypatch, 1) as found, found.visitor() as phone, socket.socket() as guesser:
        at, guess = urlsplit(found.address), "KELP KELP 10"
        guesser.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        guesser.connect((at.hostname or "", at.port or 0))
        for path in ("/api/openapi.json", f"/join?code={guess.replace(' ', '+')}"):
            guesser.sendall(f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
        while guess not in found.checked:
            time.sleep(0.005)
        link = found.lobby.keys("table-0").link(SeatId("seat-0"))
        assert 303 == phone.get(f"/join/table-0/{link}", timeout=30).status_code


def test_a_flood_of_codes_keeps_nobody_from_other_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed codes have a bucket apart from pages, and every long code one of its own."""
    few = Settings(burst=20)
    with hall(monkeypatch, 1, few) as found, found.visitor() as flood, found.visitor() as phone:
        answers = Counter(flood.get("/join", params={"code": "KELP KELP 10"}).status_code for _ in range(23))
        assert {404: 10, 200: 10, 429: 3} == answers
        assert 200 == phone.get("/").status_code
        assert 200 == phone.get("/join", params={"code": found.long("table-0")}).status_code


def test_long_codes() -> None:
    """They follow from the code and the server's key; of 65,536 ways to go on, one is right."""
    ours, others = LongCodes(b"ours"), LongCodes(b"others")
    long = ours.long("ACRE YEW 42")
    assert (long.startswith("ACRE YEW 42 "), LONG_CODES) == (True, 65_536)
    assert "ACREYEW42" == ours.proven(long) == ours.proven(long.lower().replace(" ", "-"))
    for wrong in ("ACRE YEW 42", f"{long}S", long.replace("42", "43"), "", "42", long[::-1]):
        assert ours.proven(wrong) is None, wrong
    assert others.proven(long) is None
    assert len({ours.long(written_from(number)).split(" ", 3)[3] for number in range(200)}) > 190


class SlowStore(MemoryStore):
    """A store that tells no secret until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.on = Event()

    def secret(self, table: str) -> Secret:
        self.on.wait()
        return super().secret(table)


def test_a_hall_comes_back_to_a_process_that_has_just_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """All phones at once, before any sign-in is known again: no table waits in another's queue, none is refused."""
    store, tables, made = SlowStore(), 6, list[Lanes]()
    store.on.set()
    seats = tuple(Seat(SeatId(f"seat-{number}"), f"Seat {number}") for number in range(MOST_SEATS))
    before, cookies = Lobby(store, SECRET), list[tuple[str, str]]()
    for number in range(tables):
        table = before.tables.begin(f"table-{number}", Begin(f"Table {number}", seats=seats), secret=bytes)
        cookies += [(table.id, before.keys(table.id).cookie(seat.id, 0)) for seat in seats]
    phones = (cookies * QUICK.each)[: QUICK.each + tables]
    store.on.clear()
    lobby = Lobby(store, SECRET)

    def kept(rate: float, burst: int) -> Lanes:
        made.append(Lanes(rate, burst))
        return made[-1]

    monkeypatch.setattr(website, "Lanes", kept)
    with serving(Settings(), lobby=lobby) as address:
        lines = [_asked(address, table, cookie) for table, cookie in phones]
        while made[0].sign_ins.waiting < len(phones):
            time.sleep(0.005)
        assert tables == len(made[0].sign_ins)
        store.on.set()
        assert {b"HTTP/1.1 200 OK"} == {_status(line) for line in lines}
    lobby.close()


class AwayStore(MemoryStore):
    """A store that cannot be reached until it is back."""

    def __init__(self) -> None:
        super().__init__()
        self.back = True

    def secret(self, table: str) -> Secret:
        if not self.back:
            raise Storage("unreachable", "the database does not answer", "try again")
        return super().secret(table)


def test_while_the_store_is_away_nobody_at_a_table_is_taken_for_a_stranger() -> None:
    """More requests than an address may make are told to try again, and use up nothing of what the address has."""
    store = AwayStore()
    seats = tuple(Seat(SeatId(f"seat-{number}"), f"Seat {number}") for number in range(MOST_SEATS))
    before = Lobby(store, SECRET)
    table = before.tables.begin("table-0", Begin("Table 0", seats=seats), secret=bytes)
    cookies = [before.keys(table.id).cookie(seat.id, 0) for seat in seats]
    store.back = False
    lobby, settings = Lobby(store, SECRET), Settings(rate=0.001, burst=20)
    with serving(settings, lobby=lobby) as address:
        asked = [cookies[number % MOST_SEATS] for number in range(2 * settings.burst)]
        assert {b"HTTP/1.1 503 Service Unavailable"} == {_status(_asked(address, table.id, each)) for each in asked}
        store.back = True
        assert {b"HTTP/1.1 200 OK"} == {_status(_asked(address, table.id, each)) for each in cookies}
        with speaking(address) as stranger:
            assert [200] * 10 == [stranger.get("/").status_code for _ in range(10)]
    lobby.close()


def _asked(address: str, table: str, cookie: str) -> socket.socket:
    """A phone's line, on which it has asked for its table."""
    at = urlsplit(address)
    line = socket.create_connection((at.hostname or "", at.port or 0))
    head = f"Host: {at.netloc}\r\nCookie: {cookie_name(table)}={cookie}\r\nConnection: close\r\n"
    line.sendall(f"GET /api/tables/{table} HTTP/1.1\r\n{head}\r\n".encode())
    return line


def _status(line: socket.socket) -> bytes:
    with line, line.makefile("rb") as answer:
        return answer.readline().strip()
