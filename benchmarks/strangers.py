"""A referee's commands while strangers do their worst: the flood comes from a process of its own.

`python -m benchmarks.strangers ADDRESS` is the flood alone, until it is stopped.
"""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.hidden import TABLE
from benchmarks.listeners import Line
from benchmarks.report import Part, Table, Target
from benchmarks.screens import Served, served

COMMANDS = 150
PAUSE = 0.02
"""Seconds between two commands of the referee."""
SETTLE = 12.0
"""Seconds of flood before the first command is measured."""
MOST = 50.0
"""Milliseconds that the median command may take."""
PLACES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""The strangers' addresses on this machine."""
DEAR = ("(40d6)*(40d6)", "10d20!", "1000d6", "100d6kh50", "(100d6)*(100d6)", "5d100!")
PAGES = ("/rules", "/api/rules", "/api/openapi.json", "/odds?roll=100d6", "/", "/nowhere", "/static/none/x.js")
GUESSES = ("/join?code=ACRE+ACRE+10", "/join/table-0/wrong", "/enter/wrong", "/t/table-0", "/api/tables/none/events")
EACH = 6
"""Connections that ask in a loop, of each kind and from each place."""
SILENT = 300
"""Connections from each place that say nothing, or half of something."""


def measure() -> Part:
    """The referee's commands in a quiet hour, and in the flood."""
    with TemporaryDirectory() as folder, served(folder, 1, 0, limited=True) as (_, told):
        quiet = asyncio.run(_commands(told))
        with _flooded(told.address):
            asyncio.run(asyncio.sleep(SETTLE))
            flooded = asyncio.run(_commands(told, "flooded"))
    middle = median(flooded)
    return Part(
        title="Strangers",
        measures=f"A referee's command every {PAUSE * 1000:.0f} ms, {COMMANDS} of them, alone and while strangers at "
        f"{len(PLACES)} addresses ask for odds, pages and guesses without end, never read, and hold connections open.",
        tables=[Table(("a referee's command", "median", "p95"), [_row("alone", quiet), _row("in the flood", flooded)])],
        targets=[
            Target(
                f"a referee's command in a flood of strangers: median within {MOST:.0f} ms",
                f"{middle:.1f} ms",
                middle <= MOST,
            )
        ],
    )


def _row(name: str, spent: Sequence[float]) -> tuple[str, str, str]:
    return name, f"{median(spent):.1f} ms", f"{sorted(spent)[int(len(spent) * 0.95)]:.1f} ms"


async def _commands(told: Served, name: str = "quiet") -> list[float]:
    """The milliseconds of each command."""
    host, _, port = told.address.removeprefix("http://").partition(":")
    line = await Line(host, int(port), f"seat-{TABLE}={told.seats['referee']}").open()
    spent: list[float] = []
    for number in range(COMMANDS):
        command = {"kind": "note", "text": f"Note {number}.", "everybody": True}
        began = perf_counter()
        await line.post(f"/api/tables/{TABLE}/commands", {"command": command, "key": f"{name} {number}"})
        spent.append(1000 * (perf_counter() - began))
        await asyncio.sleep(PAUSE)
    line.close()
    return spent


@contextmanager
def _flooded(address: str) -> Generator[None, None, None]:
    flood = subprocess.Popen([sys.executable, "-m", "benchmarks.strangers", address])
    try:
        yield
    finally:
        flood.kill()
        flood.wait()


class Stranger:
    """Strangers at one address, who try one thing after the other."""

    def __init__(self, address: str, place: str) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self._at, self._place = (host, int(port)), place
        self._head = f"Host: {host}:{port}\r\n"

    async def flood(self) -> None:
        """Do everything at once, again and again."""
        kinds: tuple[Callable[[], Awaitable[None]], ...] = (self._odds, self._pages, self._guesses)
        asking = [self._again(kind) for kind in kinds for _ in range(EACH)]
        holding = [self._again(kind) for kind in (self._silent, self._half, self._deaf) for _ in range(SILENT // 3)]
        await asyncio.gather(*asking, *holding)

    async def _again(self, kind: Callable[[], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await kind()
            await asyncio.sleep(0.05)

    async def _open(self, limit: int = 65_536) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(*self._at, local_addr=(self._place, 0), limit=limit)

    async def _ask(self, requests: Sequence[bytes]) -> None:
        reader, writer = await self._open()
        try:
            for request in requests:
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
                if b"connection: close" in head:
                    return
        finally:
            writer.close()

    async def _odds(self) -> None:
        bodies = [f'{{"expression": "{dear}"}}'.encode() for dear in DEAR]
        await self._ask(
            [
                f"POST /api/odds HTTP/1.1\r\n{self._head}Content-Type: application/json\r\nContent-Length: {len(body)}"
                f"\r\n\r\n".encode()
                + body
                for body in bodies
            ]
        )

    async def _pages(self) -> None:
        await self._ask([f"GET {path} HTTP/1.1\r\n{self._head}Accept: text/html\r\n\r\n".encode() for path in PAGES])

    async def _guesses(self) -> None:
        await self._ask([f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode() for path in GUESSES])

    async def _silent(self) -> None:
        await self._held(b"")

    async def _half(self) -> None:
        await self._held(f"POST /api/odds HTTP/1.1\r\n{self._head}Content-Length: 60000\r\n\r\n{{".encode())

    async def _deaf(self) -> None:
        """Ask for a long answer, and read nothing of it."""
        await self._held(f"GET /api/openapi.json HTTP/1.1\r\n{self._head}\r\n".encode(), deaf=True)

    async def _held(self, sent: bytes, *, deaf: bool = False) -> None:
        reader, writer = await self._open(limit=1)
        try:
            writer.write(sent)
            if deaf:
                await asyncio.sleep(60)
            else:
                await reader.read()
        finally:
            writer.close()


async def _all(address: str) -> None:
    await asyncio.gather(*(Stranger(address, place).flood() for place in PLACES))


if __name__ == "__main__":
    asyncio.run(_all(sys.argv[1]))
