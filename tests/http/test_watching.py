"""What a server tells its owner, and what it never tells."""

import asyncio
import io
import json
import logging
import urllib.request
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.faces.commandline import CommandLine
from tests.http.hosting import SECRET, TABLE, Host
from tests.serving import same_dice, serving
from tests.table.small_site import begin
from undercroft.faces.cli.metrics import figures_of
from undercroft.faces.http.watching import AnsweredRequest, Figures, Gauge, JsonLines, Watch, kind_of, log_request
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.website import site
from undercroft.server.append_counts import BOUNDS, RESULTS, AppendCounts
from undercroft.store.faults import Storage, Unsure
from undercroft.store.log import AppendResult, Known, Stale
from undercroft.store.memory import MemoryStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.seats import REFEREE

CANARY = "canary-of-a-secret"


@contextmanager
def watched(*watches: Watch) -> Generator[Host, None, None]:
    """A server of which everything is told."""
    lobby = Lobby(MemoryStore(), SECRET)
    lobby.tables.begin(TABLE, begin(), secret=same_dice)
    with serving(lobby=lobby, watches=watches) as address, ExitStack() as clients:
        yield Host(lobby, address, clients)
    lobby.close()


@pytest.fixture
def logged() -> Generator[io.StringIO, None, None]:
    """The log in lines of JSON."""
    written, ours = io.StringIO(), logging.getLogger("undercroft")
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    before = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    yield written
    ours.removeHandler(handler)
    ours.setLevel(before)


def test_the_log_tells_of_every_request_and_of_no_secret(logged: io.StringIO) -> None:
    """Links, cookies, codes, bodies and queries stay out of it; the request id is the one of the answer."""
    with watched(log_request) as host:
        owner = host.owner()
        link, cookie = host.lobby.owner_link(), owner.cookies["owner"]
        note = {"command": {"kind": "note", "text": CANARY}, "key": f"key-{CANARY}"}
        answers = [
            owner.get(f"/t/{TABLE}?code={CANARY}", headers={"x-own": CANARY, "referer": f"http://{CANARY}/"}),
            owner.post(f"/api/tables/{TABLE}/commands", json=note),
            owner.get(f"/join/{TABLE}/{CANARY}"),
            owner.get(f"/join?code={CANARY}"),
            owner.get(f"/{CANARY}"),
            owner.request("BREW", f"/{CANARY}"),
        ]
    text = logged.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    told = {line["request_id"]: line for line in lines}
    assert [("table", 200), ("command", 200), ("join", 404), ("join", 404), ("page", 404), ("page", 405)] == [
        (told[answer.headers["x-request-id"]]["kind"], told[answer.headers["x-request-id"]]["status"])
        for answer in answers
    ]
    for secret in (CANARY, link, cookie, cookie.rpartition(".")[2], TABLE, "127.0.0.1"):
        assert secret not in text, secret


def test_the_figures_count_and_name_nobody() -> None:
    """Requests by kind and status, and what is open now, on a listener of its own."""
    figures = Figures((Gauge("undercroft_streams", "Streams", lambda: 7.0),))
    stop = figures.listen("127.0.0.1", 0)
    try:
        with watched(figures.answered) as host:
            stranger = host.stranger()
            for path in (f"/join/{TABLE}/{CANARY}", f"/join/{TABLE}/other", "/healthz", "/metrics"):
                stranger.get(path)
        with urllib.request.urlopen(f"http://127.0.0.1:{figures.port}/metrics") as answer:
            text = answer.read().decode()
    finally:
        stop()
    assert 'undercroft_request_seconds_count{kind="join",status="404"} 2.0' in text
    assert 'undercroft_request_seconds_count{kind="health",status="200"} 1.0' in text
    assert 'undercroft_request_seconds_count{kind="page",status="404"} 1.0' in text
    assert "undercroft_streams 7.0" in text
    assert (False, False) == (CANARY in text, TABLE in text)


def test_appends_are_counted_by_what_became_of_them() -> None:
    """Written, known by their key, too late, and unsure; and how long they took."""
    lobby = Lobby(MemoryStore(), SECRET)
    lobby.tables.begin(TABLE, begin(), secret=same_dice)
    figures, table = figures_of(lobby), lobby.open(TABLE)
    counts = lobby.tables.appends
    table.act(REFEREE, WriteNote("One."), key="one")
    for result in (Known(b""), Stale(3)):
        counts.counted(lambda result=result: result)  # type: ignore[misc]
    with pytest.raises(Unsure):
        counts.counted(_unsure)
    with pytest.raises(Storage):
        counts.counted(_full)
    told = figures._registry.get_sample_value
    found = {each: told("undercroft_appends_total", {"result": each}) for each in RESULTS}
    assert {"appended": 1, "known": 1, "stale": 1, "mismatch": 0, "unsure": 1, "failed": 1} == found
    assert (5.0, 5.0) == (
        told("undercroft_append_seconds_count"),
        told("undercroft_append_seconds_bucket", {"le": "+Inf"}),
    )
    assert 1.0 == told("undercroft_tables_open")


def _unsure() -> AppendResult:
    raise Unsure("the database")


def _full() -> AppendResult:
    raise Storage("storage_full", "no room")


def test_the_seconds_of_appends_are_counted_under_their_bounds() -> None:
    """An append that takes just as long as a bound is within it."""
    now = iter((0.0, BOUNDS[0], 0.0, BOUNDS[0] * 1.01, 0.0, BOUNDS[-1] + 1))
    counts = AppendCounts(lambda: next(now))
    for _ in range(3):
        counts.counted(lambda: Stale(1))
    by_bound, seconds = counts.seconds()
    assert [1, 1, *[0] * (len(BOUNDS) - 2), 1] == list(by_bound)
    assert pytest.approx(BOUNDS[0] * 2.01 + BOUNDS[-1] + 1) == seconds


def test_a_stream_that_lasts_is_no_slow_answer() -> None:
    """It is counted when it ends, and its time is left out."""
    figures = Figures()
    figures.answered(AnsweredRequest("x", "GET", kind_of("/t/crypt/stream"), 200, 5000.0))
    names = {"kind": "stream", "status": "200"}
    assert 0.0 == figures._registry.get_sample_value("undercroft_request_seconds_sum", names)
    assert 1.0 == figures._registry.get_sample_value("undercroft_request_seconds_count", names)


def test_a_process_that_leaves_is_not_ready() -> None:
    """It is healthy until it is gone, and says that others should be asked."""
    closing, app = asyncio.Event(), site(lobby=Lobby(MemoryStore(), SECRET))
    assert [200, 200] == [_asked(app, path, closing) for path in ("/healthz", "/readyz")]
    closing.set()
    assert [200, 503] == [_asked(app, path, closing) for path in ("/healthz", "/readyz")]


def _asked(app: Any, path: str, closing: asyncio.Event) -> int:
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        statuses.append(message.get("status", 0))

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 80),
        "state": {"closing": closing},
    }
    with ThreadPoolExecutor(1) as beside:  # the main thread may have a browser's event loop
        beside.submit(asyncio.run, app(scope, receive, send)).result()
    return statuses[0]


@pytest.mark.parametrize("typed", ["9041", "127.0.0.1:", "127.0.0.1:99999", ""])
def test_what_is_no_place_for_figures(undercroft: CommandLine, typed: str) -> None:
    """It is reported before anything listens."""
    ran = undercroft("serve", "--port", "0", "--metrics", typed)
    assert (2, True) == (ran.code, ran.err.startswith(("error: bad_address: ", "error: bad_port: "))), ran.err
