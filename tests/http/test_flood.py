"""Strangers do their worst, all at once and at random, while a referee plays: what they cost is counted, not timed."""

import socket
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest

from tests.figures import SEED, figure, soak
from tests.http.seating import TABLE, Room, give, room
from tests.http.test_strangers import held
from tests.serving import speaking
from undercroft.faces import website
from undercroft.faces.http import lanes
from undercroft.faces.http.guard import Guard, Settings
from undercroft.faces.http.lanes import MOST_STEPS, Lanes
from undercroft.kernel.budget import Budget

TRIES = figure("TRIES", 300, 20_000)
PLACES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
COMMANDS = figure("COMMANDS", 10, 500)
NOTE = {"kind": "note", "text": "The tide turns.", "everybody": True}
DEAR = ("(40d6)*(40d6)", "10d20!", "1000d6", "(100d6)*(100d6)", "4d6kh3", "+".join(["d999"] * 30), "d6!!", "((((")
PATHS = (
    *("/", "/rules", "/odds?roll=100d6", "/api/rules", "/api/openapi.json", "/nowhere", "/static/x/y.js", "/readyz"),
    *("/join?code=ACRE+ACRE+10", "/join/chapel/wrong", "/enter/wrong", "/t/chapel", "/t/none/stream", "/guides"),
    *("/api/tables/chapel", "/api/tables/chapel/events", "/api/tables", "/t/chapel/report", "/t/chapel/export"),
)
BODIES = (b"", b"{", b"[" * 60_000, b'{"kind": "note"}', b"\xff" * 1000, b'{"expression": 1e400}', b"x" * 70_000)
ANSWERS = {200, 400, 403, 404, 405, 413, 415, 422, 429, 431, 503}


class Ledger:
    """Every budget that was given, and the work counted in it."""

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def budget(self, steps: int, at_once: int, characters: int) -> Budget:
        """A budget as ever, noted."""
        made = Budget(steps, at_once, characters)
        self.budgets.append(made)
        return made

    @property
    def spent(self) -> int:
        """The steps of them all."""
        return sum(budget.spent for budget in self.budgets)


@pytest.fixture
def ledger(monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """The budgets of a server whose clock stands still: what an address may spend is never filled up again."""
    kept = Ledger()
    monkeypatch.setattr(lanes, "Budget", kept.budget)
    monkeypatch.setattr(website, "Guard", partial(Guard, clock=lambda: 0.0))
    monkeypatch.setattr(website, "Lanes", partial(Lanes, clock=lambda: 0.0))
    return kept


@soak(TRIES // 20)
def test_strangers_do_their_worst(ledger: Ledger) -> None:
    """Every command of the referee is done, nobody gets a 500, the work is bounded, and nothing is kept of it."""
    settings = Settings(rate=0.001, burst=10 * TRIES, attempts=10 * TRIES)
    with room(settings=settings) as hall, ThreadPoolExecutor(len(PLACES)) as crowd:
        referee = hall.sit()
        _flood(hall, PLACES[0], 40)
        before, version = held(hall.lobby), hall.table.version
        tries = [crowd.submit(_flood, hall, place, TRIES // len(PLACES)) for place in PLACES]
        done = [give(referee, NOTE, key=f"note {number}").status_code for number in range(COMMANDS)]
        statuses = sum((each.result() for each in tries), Counter[int]())
        assert [200] * COMMANDS == done
        assert set() == set(statuses) - ANSWERS
        assert statuses[429] > 0
        assert ledger.spent <= len(PLACES) * (settings.most_work + MOST_STEPS)
        assert hall.table.version > version
        grown = held(hall.lobby)
        _flood(hall, PLACES[1], 100)
        assert (True, grown) == (grown > before, held(hall.lobby))


def _flood(hall: Room, place: str, tries: int) -> Counter[int]:
    """What a stranger at one address is answered, one thing after the other at random."""
    random, statuses = Random(f"{SEED}/{place}"), Counter[int]()
    with speaking(hall.address, transport=httpx.HTTPTransport(local_address=place)) as client:
        for _ in range(tries):
            kind = random.choice(KINDS)
            with suppress(OSError, httpx.TransportError):
                statuses.update(kind(random, client, hall.address, place))
    return statuses


def _odds(random: Random, client: httpx.Client, _: str, __: str) -> Iterator[int]:
    yield client.post("/api/odds", json={"expression": random.choice(DEAR)}).status_code
    yield client.post("/api/roll", json={"expression": "20d6", "times": random.choice((1, 1000))}).status_code


def _page(random: Random, client: httpx.Client, _: str, __: str) -> Iterator[int]:
    headers = {"accept": "text/html"} if random.random() < 0.5 else {}
    yield client.get(random.choice(PATHS), headers=headers).status_code


def _body(random: Random, client: httpx.Client, _: str, __: str) -> Iterator[int]:
    at = random.choice(
        ("/api/odds", f"/api/tables/{TABLE}/commands", "/api/tables", "/api/owner/link", "/rules/x/odds")
    )
    kind = {"content-type": random.choice(("application/json", "text/plain"))}
    yield client.post(at, content=random.choice(BODIES), headers=kind).status_code


def _cookies(random: Random, client: httpx.Client, _: str, __: str) -> Iterator[int]:
    seat, name = random.choice(("referee", "priya", "owner")), random.choice((TABLE, f"none-{random.random()}"))
    cookie = (
        f"seat-{name}={seat}.0.{random.randbytes(6).hex()}.{random.randbytes(11).hex()}; at={name}; owner=owner.0.x.y"
    )
    for path in (f"/t/{name}", f"/t/{name}/stream", f"/api/tables/{name}", "/odds"):
        yield client.get(path, headers={"cookie": cookie}).status_code


def _left(random: Random, _: httpx.Client, address: str, place: str) -> Iterator[int]:
    """Half a request, or a whole one whose answer is never read."""
    at = urlsplit(address)
    whole = f"GET /api/rules HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode()
    with socket.create_connection((at.hostname or "", at.port or 0), source_address=(place, 0)) as connection:
        connection.sendall(whole[: random.choice((0, 5, 40, len(whole)))])
    return iter(())


KINDS: tuple[Callable[[Random, httpx.Client, str, str], Iterator[int]], ...] = (
    _odds,
    _page,
    _page,
    _body,
    _cookies,
    _left,
)
