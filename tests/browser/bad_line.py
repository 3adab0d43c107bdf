"""A bad line between browsers and a server: it can be cut, fall silent without a word, and be slow by turns."""

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import repeat

CHUNK = 65_536


class Wire:
    """One connection through the line."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self.near, self.far = near, far
        self.dead = False
        """Nothing passes any more, and neither end is told."""


class BadLine:
    """A proxy on this machine, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._wires: set[Wire] = set()
        self._silent = self._down = False
        self._delays: Iterator[float] = repeat(0.0)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        begun = asyncio.start_server(self._take, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(begun, self._loop).result()
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """End every connection, and every new one at once."""
        self._call(self._cut)

    def _cut(self) -> None:
        self._down = True
        for wire in tuple(self._wires):
            wire.near.transport.abort()
            wire.far.transport.abort()

    def fall_silent(self) -> None:
        """Swallow whatever comes, on every connection there is and will be; none ends."""
        self._call(self._fall_silent)

    def _fall_silent(self) -> None:
        self._silent = True
        for wire in self._wires:
            wire.dead = True

    def mend(self) -> None:
        """Let new connections through; those that fell silent stay so."""
        self._call(self._mend)

    def _mend(self) -> None:
        self._silent = self._down = False
        self._delays = repeat(0.0)

    def slow(self, delays: Iterator[float]) -> None:
        """Delay each piece by the next of these seconds, so that answers on several connections overtake each other."""
        self._delays = delays

    def _call(self, does: Callable[[], None]) -> None:
        async def run() -> None:
            does()

        asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._down:
                raise ConnectionError
            far_reader, far = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            writer.close()
            return
        wire = Wire(writer, far)
        wire.dead = self._silent
        self._wires.add(wire)
        await asyncio.gather(self._carry(wire, reader, far), self._carry(wire, far_reader, writer))
        self._wires.discard(wire)
        for end in (writer, far):
            end.close()
            with suppress(OSError):
                await end.wait_closed()

    async def _carry(self, wire: Wire, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if delay := next(self._delays):
                    await asyncio.sleep(delay)
                if not wire.dead:
                    writer.write(chunk)
                    await writer.drain()
        if not wire.dead:
            writer.close()

    def close(self) -> None:
        """Leave."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        self._cut()
        running = asyncio.all_tasks() - {asyncio.current_task()}
        if running:
            await asyncio.wait(running)


@contextmanager
def bad_line(address: str) -> Generator[BadLine, None, None]:
    """A line to a server, open meanwhile."""
    line = BadLine(int(address.rpartition(":")[2]))
    try:
        yield line
    finally:
        line.close()
