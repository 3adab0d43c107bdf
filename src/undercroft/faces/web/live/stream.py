"""The stream of a seat: which panels changed, and where the seat stands now. Nothing else ever goes down it.

What changed while a browser was slow is told in one message, so nothing piles up; a browser that takes nothing at all
is cut off, since its connection would never end politely.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from undercroft.faces.web.live.showing import EVERY
from undercroft.kernel.units import SeatId
from undercroft.kernel.wire import shown
from undercroft.server.open_table import OpenTable
from undercroft.table.telling import Told

PING = 15.0
PATIENCE = 10.0
"""Seconds in which a browser must have taken what it was sent."""

BYE = b"event: bye\ndata: {}\nretry: 2000\n\n"


class Listening:
    """One browser that listens to one seat."""

    def __init__(self, table: OpenTable, seat: SeatId, abort: Callable[[], None], closing: asyncio.Event) -> None:
        self._table = table
        self._seat = seat
        self._abort = abort
        self._closing = closing
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()

    async def messages(self) -> AsyncIterator[bytes]:
        """What goes down the line, until the server leaves or the browser does."""
        forget = self._table.listen(self._seat, self._hear)
        leaving = asyncio.ensure_future(self._closing.wait())
        try:
            yield await self._sent(b"retry: 2000\n\n")
            while not self._closing.is_set():
                yield await self._sent(await self._next(leaving))
            yield BYE
        finally:
            leaving.cancel()
            forget()

    async def _next(self, leaving: asyncio.Future[Any]) -> bytes:
        """What to say next: what changed, goodbye, or nothing but that we are still here."""
        changing = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait((changing, leaving), timeout=PING, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changing.cancel()
        if not self._changed.is_set():
            return b": here\n\n"
        self._changed.clear()
        told = {"cursor": self._table.cursor(self._seat), "panels": list(EVERY)}
        return b"event: changed\ndata: " + shown(told) + b"\n\n"

    async def _sent(self, message: bytes) -> bytes:
        """The message, with a watch on whether it is ever taken."""
        watch = getattr(self, "_watch", None)
        if watch is not None:
            watch.cancel()
        self._watch = self._loop.call_later(PING + PATIENCE, self._abort)
        return message

    def _hear(self, _: SeatId, __: str, ___: tuple[Told, ...]) -> None:
        self._loop.call_soon_threadsafe(self._changed.set)
