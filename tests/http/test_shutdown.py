"""The whole program, told to leave while people play."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.figures import figure, soak
from tests.serving import speaking

SERVE = [sys.executable, "-c", "from undercroft.faces.cli import main; main()", "serve", "--demo", "--json"]
LEAVINGS = figure("LEAVINGS", 1, 50)
STREAMS = figure("STREAMS", 12, 50)
"""Open when it is told to leave."""


@contextmanager
def started(folder: Path) -> Generator[tuple[subprocess.Popen[str], httpx.Client], None, None]:
    """`undercroft serve --demo` as a process of its own, and its owner."""
    command = [*SERVE, "--port", "0", "--data", str(folder / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            told = json.loads(process.stdout.readline())
            with speaking(told["addresses"][0]) as own:
                own.get(told["referee"])
                own.headers["x-entrance"] = told["referee"]
                yield process, own
        finally:
            process.kill()


@soak(LEAVINGS)
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("run", range(LEAVINGS))
def test_it_leaves_while_people_play(tmp_path: Path, told: signal.Signals, run: int) -> None:
    """Exit code 0, though nobody hangs up; every stream hears `bye`; every command that was answered is in the log."""
    with started(tmp_path) as (process, own), ExitStack() as stack, ThreadPoolExecutor(STREAMS + 1) as pool:
        clients = [_again(own, stack) for _ in range(STREAMS)]
        streams = [stack.enter_context(client.stream("GET", "/t/demo/stream")) for client in clients]
        heard = [pool.submit(_all_of, each) for each in streams]
        begun, stop = threading.Event(), threading.Event()
        writing = pool.submit(_write, own, begun, stop)
        assert begun.wait(600)
        process.send_signal(told)
        left = process.wait(), process.stderr.read() if process.stderr else ""
        assert (0, f"note: {tmp_path / 'tables.db'} is a new store\n") == left
        stop.set()
        assert all("event: bye" in each.result() for each in heard)
        written = writing.result()
    with started(tmp_path) as (_, own):
        events = own.get("/api/tables/demo/events").json()["events"]
        notes = [event["event"]["note"]["text"] for event in events if event["event"]["type"] == "table.note-written"]
    assert written
    assert written == notes[: len(written)]
    assert len(notes) <= len(written) + 1


def _all_of(stream: httpx.Response) -> str:
    return "".join(stream.iter_text())


def _again(own: httpx.Client, stack: ExitStack) -> httpx.Client:
    """Another browser of the same owner; one sign-in has six streams, so each follows the link again."""
    client = stack.enter_context(speaking(str(own.base_url)))
    assert 303 == client.get(own.headers["x-entrance"]).status_code
    return client


def _write(own: httpx.Client, begun: threading.Event, stop: threading.Event) -> list[str]:
    """Notes, one after the other, as long as they are acknowledged."""
    written: list[str] = []
    while not stop.is_set():
        text = f"note {len(written)}"
        body = {"command": {"kind": "note", "text": text}, "key": text}
        try:
            if 200 != own.post("/api/tables/demo/commands", json=body).status_code:
                break
        except httpx.TransportError:
            break
        written.append(text)
        begun.set()
        time.sleep(0.01)
    return written
