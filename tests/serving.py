"""The site on a real port, in a thread: for tests that speak HTTP and for browsers."""

import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
from litestar import Litestar
from litestar.types import ControllerRouterHandler

from tests.speaking import Lines
from undercroft.faces.http.addresses import listen
from undercroft.faces.http.guard import Settings
from undercroft.faces.http.runner import Server
from undercroft.faces.http.watching import Watch
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.website import application, site

UNHURRIED = Settings(rate=10_000, burst=10_000, attempts=10_000, work=10**12, most_work=10**12)
"""Tests ask more often than people do."""


_UNUSED: dict[tuple[object, ...], list[Litestar]] = {}
"""Applications whose server has left, by the pages that they have: to make one takes as long as twenty requests."""


def same_dice(many: int) -> bytes:
    """The secret of a table whose dice fall alike in every run: no test passes or fails by chance."""
    return bytes(many)


@contextmanager
def serving(
    settings: Settings = UNHURRIED,
    more: Sequence[ControllerRouterHandler] = (),
    lobby: Lobby | None = None,
    port: int = 0,
    watches: Sequence[Watch] = (),
) -> Generator[str, None, None]:
    """The address of a server that runs meanwhile, with live tables if it has a lobby."""
    unused = _UNUSED.setdefault((lobby is not None, *more), [])
    app = unused.pop() if unused else application(more, tables=lobby is not None)
    server = Server(site(settings, more, lobby, watches, app))
    with listen("127.0.0.1", port) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.leave()
            thread.join()
            app.state.lobby = None
            unused.append(app)


PATIENCE = 600
"""Seconds that an answer may take on a busy machine."""


def speaking(address: str, *, transport: httpx.BaseTransport | None = None, **more: Any) -> httpx.Client:
    """A client of a server on this machine."""
    return httpx.Client(base_url=address, transport=transport or Lines(PATIENCE), timeout=PATIENCE, **more)
