"""How players join a table: an address, a short code, and a QR code of both."""

from functools import lru_cache
from urllib.parse import quote_plus

import segno
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.web.live.access.lobby import Lobby

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


class JoinCode(Struct, frozen=True):
    """What players need to join: `squares` is the drawing of the QR code, `size` squares wide."""

    address: str
    code: str
    long: str
    """The code with two more words, which the QR code holds: nobody can guess it."""
    squares: str
    size: int
    near: bool
    """Only this machine can reach that address."""

    @property
    def host(self) -> str:
        """The address as players type it."""
        return self.address.partition("://")[2]


def join_code(request: AnyRequest, lobby: Lobby, table: str) -> JoinCode:
    """The way to join a table; instead of a loopback address, the address that others can reach."""
    host = request.headers["host"]
    came_by = f"{request.url.scheme}://{host}"
    near = host.rpartition(":")[0] in LOOPBACK or host in LOOPBACK
    address = lobby.reachable if near and lobby.reachable else came_by
    code = lobby.code_of(table)
    long = lobby.long_codes.long(code)
    squares, size = drawn(f"{address}/join?code={quote_plus(long)}")
    return JoinCode(address, code, long, squares, size, near and not lobby.reachable)


@lru_cache(maxsize=64)
def drawn(text: str) -> tuple[str, int]:
    """The dark squares of a QR code as one SVG path, and how many there are in a row."""
    rows = tuple(segno.make(text, error="m", micro=False).matrix)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return path, len(rows)
