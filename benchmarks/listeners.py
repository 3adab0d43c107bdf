"""Screens without a browser: each keeps a stream open, and fetches its panels when the stream reports a change."""

from __future__ import annotations

import asyncio
import gzip
import json
from bisect import bisect_left
from collections.abc import Sequence
from http import HTTPStatus
from time import perf_counter
from typing import NamedTuple


class Answer(NamedTuple):
    """The status and body of an answer."""

    status: int
    body: bytes


class Line:
    """One connection, kept open for many requests."""

    def __init__(self, host: str, port: int, cookie: str) -> None:
        self._at = (host, port)
        self._head = f"Host: {host}:{port}\r\nCookie: {cookie}\r\nAccept-Encoding: gzip\r\n"
        self._turn = asyncio.Lock()
        self.received = 0
        """The bytes of all answers, as they were sent."""

    async def open(self) -> Line:
        """Connect."""
        self.reader, self._writer = await asyncio.open_connection(*self._at)
        return self

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def get(self, path: str) -> bytes:
        """The body at an address."""
        async with self._turn:
            return _good(await self._asked(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode()))

    async def ask(self, path: str) -> Answer:
        """The answer for an address, whatever its status."""
        async with self._turn:
            return await self._asked(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())

    async def post(self, path: str, body: object) -> bytes:
        """The answer to a body of JSON."""
        raw = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\n{self._head}Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
        )
        async with self._turn:
            return _good(await self._asked(head.encode() + raw))

    async def listen(self, path: str) -> None:
        """Request a stream, and read its head."""
        self._writer.write(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())

    async def _asked(self, request: bytes) -> Answer:
        if self.reader.at_eof():
            await self.open()
        self._writer.write(request)
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        body = await self.reader.readexactly(length)
        self.received += len(head) + length
        answer = Answer(int(head.split()[1]), gzip.decompress(body) if b"content-encoding: gzip" in head else body)
        if b"connection: close" in head:
            self.close()
            await self.open()
        return answer


def _good(answer: Answer) -> bytes:
    if answer.status != HTTPStatus.OK:
        raise RuntimeError(answer.body.decode())
    return answer.body


class Mark(NamedTuple):
    """How many facts a seat had been told, and when its screen knew."""

    told: int
    at: float


class Screen:
    """A seat's screen: when it was told, and when it showed the news. Facts it missed come in one message."""

    def __init__(self, address: str, table: str, cookie: str, panels: tuple[str, ...] = ()) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self._table, self._panels = table, panels
        sign_in = f"seat-{table}={cookie}"
        self._stream = Line(host, int(port), sign_in)
        self._line = Line(host, int(port), sign_in)
        self.told: list[Mark] = []
        self.shown: list[Mark] = []
        self._marks: dict[str, str] = {}

    @property
    def received(self) -> int:
        """The bytes of all its panels, as they were sent."""
        return self._line.received

    @property
    def behind(self) -> bool:
        """Whether it was told something that it does not show yet."""
        return bool(self.told) and self.shown[-1].told < self.told[-1].told

    async def open(self) -> Screen:
        """Connect, and start to listen."""
        if self._panels:
            await self._line.open()
            await self._fetch()
        await self._stream.open()
        await self._stream.listen(f"/t/{self._table}/stream")
        self._task = asyncio.create_task(self._live())
        return self

    def close(self) -> None:
        """Disconnect."""
        self._task.cancel()
        self._stream.close()
        if self._panels:
            self._line.close()

    async def _live(self) -> None:
        while line := await self._stream.reader.readline():
            if line.startswith(b"id: "):
                self.told.append(Mark(_count(line.removeprefix(b"id: ").decode()), perf_counter()))
                if self._panels:
                    await self._fetch()

    async def _fetch(self) -> None:
        names = ",".join(f"{name}:{self._marks[name]}*" if name in self._marks else name for name in self._panels)
        told = json.loads(await self._line.get(f"/t/{self._table}/panels/all?names={names}"))
        self._marks = told["marks"]
        self.shown.append(Mark(_count(told["cursor"]), perf_counter()))


def first(marks: Sequence[Mark], count: int) -> float | None:
    """When that much was known, or None if it is not known yet."""
    place = bisect_left(marks, count, key=lambda mark: mark.told)
    return marks[place].at if place < len(marks) else None


def _count(cursor: str) -> int:
    return int(cursor.partition("-")[0])
