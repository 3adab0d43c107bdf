"""How players join a table: an address, a short code, and both in a square that a phone reads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus

import segno
from litestar import Request
from msgspec import Struct

from undercroft.faces.web.live.lobby import Lobby

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


class Joining(Struct, frozen=True):
    """What is shown to whoever should join: `squares` is the drawing of the code, `size` squares wide."""

    address: str
    code: str
    squares: str
    size: int
    near: bool
    """Nobody but this machine can reach that address."""

    @property
    def host(self) -> str:
        """The address as one types it."""
        return self.address.partition("://")[2]


def joining(request: Request[Any, Any, Any], lobby: Lobby, table: str) -> Joining:
    """The way to a table; where the reader came by this machine's own name, by the name others know."""
    host = request.headers["host"]
    came_by = f"{request.url.scheme}://{host}"
    near = host.rpartition(":")[0] in LOOPBACK or host in LOOPBACK
    address = lobby.reachable if near and lobby.reachable else came_by
    code = lobby.code_of(table)
    squares, size = drawn(f"{address}/join?code={quote_plus(code)}")
    return Joining(address, code, squares, size, near and not lobby.reachable)


@lru_cache(maxsize=64)
def drawn(text: str) -> tuple[str, int]:
    """The dark squares of a QR code as one SVG path, and how many there are in a row."""
    rows = tuple(segno.make(text, error="m", micro=False).matrix)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return path, len(rows)
