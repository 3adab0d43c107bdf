"""The files of `deploy`, run by the real nginx and the real caddy before two processes on one PostgreSQL."""

import re
import subprocess
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from shutil import which

import httpx
import pytest

from tests.databases import empty_database
from tests.deploy.fleet import DEPLOY, NAME, Fleet, Front, caddy, nginx
from tests.figures import figure, soak
from tests.requiring import need
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.website import site
from undercroft.store.memory import MemoryStore

SECONDS = figure("STREAM_SECONDS", 6, 90)
"""How long a stream is listened to. It says that it is alive every four seconds."""
LARGE = 64 * 1024 * 1024
"""What the proxies let through to the addresses that take files."""

FRONTS: dict[str, Callable[[Fleet], AbstractContextManager[Front]]] = {
    "nginx": nginx,
    "affine nginx": partial(nginx, affinity=True),
    "caddy": caddy,
}


@pytest.fixture(scope="module")
def fleet() -> Generator[Fleet, None, None]:
    """Two processes with the demo."""
    with closing(Fleet(empty_database(), ("--requests", "10000"))) as made:
        yield made


@pytest.fixture(params=FRONTS, scope="module")
def front(fleet: Fleet, request: pytest.FixtureRequest) -> Generator[Front, None, None]:
    """A proxy before them."""
    with FRONTS[request.param](fleet) as made:
        yield made


def note(client: httpx.Client, text: str) -> httpx.Response:
    """Write a note at the demo table."""
    body = {"command": {"kind": "note", "text": text}, "key": f"key of {text}"}
    return client.post("/api/tables/demo/commands", json=body)


def notes(client: httpx.Client) -> list[str]:
    """The notes at the demo table, by the log."""
    events = client.get("/api/tables/demo/events").json()["events"]
    return [event["event"]["note"]["text"] for event in events if event["event"]["type"] == "table.note-written"]


def heard(lines: Iterator[str], what: str) -> None:
    """Read on until the stream says that."""
    for line in lines:
        if line.startswith(what):
            return
    pytest.fail(f"the stream ended without “{what}”")


def test_cookies_are_for_this_host_and_https_alone(front: Front) -> None:
    """Their names begin with __Host-, and they are sent over https only."""
    with front.client() as client:
        answer = client.get(f"/enter/{front.fleet.entrance}")
        name, _, rest = answer.headers["set-cookie"].partition("=")
        assert ("__Host-owner", True) == (name, {"secure", "httponly"} <= {p.strip().lower() for p in rest.split(";")})
        assert 200 == client.get("/api/tables/demo").status_code


def test_a_stream_speaks_at_once(front: Front) -> None:
    """While the connection is held, what is written through the proxy is heard, whichever process wrote it."""
    with front.owner() as owner, owner.stream("GET", "/t/demo/stream") as stream:
        lines = stream.iter_lines()
        heard(lines, "retry")
        for number in range(3):
            assert 200 == note(owner, f"heard {front.port} {number}").status_code
            heard(lines, "event: changed")


@soak(SECONDS)
def test_a_stream_is_kept(front: Front) -> None:
    """For as long as anybody listens: the signs of life come sooner than the proxy's patience ends."""
    with front.owner() as owner, owner.stream("GET", "/t/demo/stream") as stream:
        until, lines, alive = time.monotonic() + SECONDS, stream.iter_lines(), 0
        while time.monotonic() < until:
            heard(lines, ": here")
            alive += 1
        assert alive >= SECONDS // 8


def test_one_process_is_killed(front: Front) -> None:
    """The other answers everything meanwhile, and nothing that was answered is lost or doubled."""
    fleet = front.fleet
    with front.owner() as owner:
        written = [f"killed {front.port} {number}" for number in range(12)]
        for number, text in enumerate(written):
            if number in (3, 9):
                fleet.processes[number // 9].kill()
            if number == 6:
                fleet.processes[0].start()
            answer = _patiently(partial(note, owner, text))
            assert 200 == answer.status_code, (text, answer.text)
            assert 200 == _patiently(partial(owner.get, "/t/demo")).status_code
        fleet.processes[1].start()
        assert written == [text for text in notes(owner) if text.startswith(f"killed {front.port}")]


def _patiently(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Ask as a page does: again, if the answer is that nobody answered."""
    for _ in range(40):
        answer = ask()
        if answer.status_code not in (502, 503, 504):
            break
        time.sleep(0.1)
    return answer


def test_forged_headers_count_for_nothing(front: Front) -> None:
    """A client that invents addresses, names and schemes is who it is."""
    forged = {"x-forwarded-for": "192.0.2.7", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http"}
    with front.client(headers=forged) as client:
        answer = client.get(f"/enter/{front.fleet.entrance}")
        assert (303, "__Host-owner") == (answer.status_code, answer.headers["set-cookie"].partition("=")[0])
        ours = f"https://{NAME}:{front.port}"
        for origin, status in ((ours, 200), ("http://evil.example", 403), ("https://evil.example", 403)):
            client.headers["origin"] = origin
            assert status == note(client, f"forged {front.port} {origin}").status_code, origin


def test_another_host_is_refused(front: Front) -> None:
    """The right certificate and a foreign name in the request; no page is sent."""
    with front.client(headers={"host": "evil.example"}) as client:
        answer = client.get("/join")
        assert (True, False) == (answer.status_code >= 400 or not answer.content, b"<form" in answer.content)


def test_what_is_for_the_machine_alone(front: Front) -> None:
    """Figures and readiness are not for the world."""
    with front.owner() as owner:
        assert [404, 404, 200] == [owner.get(at).status_code for at in ("/metrics", "/readyz", "/healthz")]


def test_large_bodies(front: Front) -> None:
    """A command of 70 kB is refused on the way, a file of that size is not."""
    with front.owner() as owner:
        assert 413 == note(owner, "x" * 70_000).status_code
        sent = owner.post("/api/tables/file", content=b"x" * 70_000)
        assert sent.status_code not in (413, 502), sent.text


def test_every_address_that_takes_files_is_let_through() -> None:
    """Nginx knows every address whose body may be larger than that of a command, and lets it be as large."""
    (pattern,) = re.findall(r"\^/\(\?:import/\S+", (DEPLOY / "nginx.conf").read_text())
    app = site(lobby=Lobby(MemoryStore(), bytes(32)))
    handlers = [(route.path, each) for route in app._app.routes for each in getattr(route, "route_handlers", ())]  # type: ignore[attr-defined]
    limits = {(path.replace("{table:str}", "crypt"), each.resolve_request_max_body_size()) for path, each in handlers}
    assert len(limits) > 50
    large = {path: limit for path, limit in limits if limit and limit > 64 * 1024}
    assert {path: limit for path, limit in large.items() if not re.match(pattern, path) or limit > LARGE} == {}
    assert len(large) >= 8


@pytest.mark.parametrize("port", [8041, 8042])
def test_the_unit_of_systemd(port: int, tmp_path: Path) -> None:
    """`systemd-analyze verify` finds nothing in it but that the program is not installed here."""
    program = which("systemd-analyze")
    need("systemd", program is not None)
    assert program
    unit = tmp_path / f"undercroft@{port}.service"
    unit.write_text((DEPLOY / "undercroft@.service").read_text().replace("/opt/undercroft/bin/undercroft", "/bin/true"))
    done = subprocess.run([program, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "undercroft" in line]
    assert ours == []
