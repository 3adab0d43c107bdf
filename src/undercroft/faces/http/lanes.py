"""Slow work beside the event loop: in lanes of few threads, in turn for everybody who asks, and within a budget.

Each kind of work has a lane of its own, so that a command waits for no page, and a seat for no stranger. In a lane each
payer, a seat or an address, has one piece of work done at a time: a crowd of requests from one delays only their own.
Slow answers are paid for in counted steps: after much work comes a wait.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from functools import partial
from http import HTTPStatus
from typing import ParamSpec, TypeVar

from msgspec import Struct

from undercroft.faces.http.buckets import Buckets
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.payers import Payer
from undercroft.faces.http.waiting_lines import Turns
from undercroft.kernel.budget import READ, Budget, spend, within

MOST_STEPS = 2_000_000
"""The steps of one answer to a stranger, a fifth of a second."""
MOST_AT_ONCE = 300_000
"""The steps of it during which nothing else can be done."""
MOST_CHARACTERS = 1_000_000
"""The most characters of an answer to a stranger."""
AT_LENGTH = 100
"""How many times as much work a seat may ask for at once, such as the report of a whole campaign."""
FOR_SEATS = 5
"""How many times as much work a seat may ask for in a second."""
AT_ONCE = 8
"""Commands, or pages, that may wait for the store at once: a slow answer of a database holds up one table."""
BEFORE = 10_000
"""The steps that every piece of work costs, however short."""

BRIEF = 1024
"""Bytes that are read strictly in less time than it takes to hand them to another thread: those of most commands."""

P = ParamSpec("P")
T = TypeVar("T")


class LaneLimits(Struct, frozen=True):
    """How many pieces of work may wait in a lane: of one payer, and in all."""

    each: int
    all: int


STRANGERS = LaneLimits(8, 32)
SEATS = LaneLimits(8, 64)
QUICK = LaneLimits(200, 2000)
SIMULATIONS = LaneLimits(4, 16)
UPLOADS = LaneLimits(4, 8)
"""Large bodies: of one payer, of which one is read at a time, and those that are in memory at once in all."""
SIGN_INS = LaneLimits(200, 10_000)
"""A hall of phones that comes back at once: each asks for several things, and none is refused."""


class _Queue:
    """The work of one payer: one piece at a time."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.waiting = 0


class Lane:
    """Few threads, in which payers take turns."""

    def __init__(self, name: str, limits: LaneLimits, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=f"undercroft-{name}")
        self._limits = limits
        self._queues: dict[str, _Queue] = {}
        self.waiting = 0
        """The pieces of work that wait or are being done."""

    def __len__(self) -> int:
        return len(self._queues)

    async def run(self, payer: str, work: Callable[[], T], ready: Callable[[], None] = lambda: None) -> T:
        """The result of some work; refused if too much is waiting already, or by `ready` when its turn comes."""
        queue = self._queues.get(payer) or _Queue()
        if queue.waiting >= self._limits.each:
            raise _too_much(
                HTTPStatus.TOO_MANY_REQUESTS, "too_many", "you have asked for too much at once", self._limits.each
            )
        if self.waiting >= self._limits.all:
            raise _too_much(HTTPStatus.SERVICE_UNAVAILABLE, "busy", "the server is busy", self._limits.all)
        self._queues[payer] = queue
        queue.waiting += 1
        self.waiting += 1
        try:
            async with queue.turn:
                ready()
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            queue.waiting -= 1
            self.waiting -= 1
            if not queue.waiting:
                del self._queues[payer]

    def close(self) -> None:
        """End the thread."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Lanes:
    """The lanes of a server, and what each payer has left to spend on slow answers."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._of_strangers = Buckets(rate, burst, clock)
        self._of_seats = Buckets(FOR_SEATS * rate, FOR_SEATS * burst, clock)
        self._strangers = Lane("strangers", STRANGERS)
        self._seats = Lane("seats", SEATS)
        self.commands = Lane("commands", QUICK, threads=AT_ONCE)
        self.storing = Lane("storing", SEATS, threads=2)
        self.pages = Lane("pages", QUICK, threads=AT_ONCE)
        self.panels = Lane("panels", QUICK)
        self.sign_ins = Lane("sign-ins", SIGN_INS, threads=2)
        self.simulations = Lane("simulations", SIMULATIONS)
        self._uploads = Turns()
        self._in_memory = asyncio.Semaphore(UPLOADS.all)

    async def run(self, payer: Payer, work: Callable[[], T], times: int = 1, lane: Lane | None = None) -> T:
        """The result of some work for a payer, within their budget; they pay for all of it that was done.

        `times` is how often the work may be as much as an answer to a stranger.
        """
        left, usual = (self._of_seats, self._seats) if payer.seated else (self._of_strangers, self._strangers)
        ready = partial(_check_left, left, payer.name)
        ready()
        budget = Budget(times * MOST_STEPS, MOST_AT_ONCE, times * MOST_CHARACTERS)
        try:
            return await (usual if lane is None else lane).run(payer.name, partial(_metered, budget, work), ready)
        finally:
            left.charge(payer.name, BEFORE + budget.spent)

    @asynccontextmanager
    async def uploading(self, payer: Payer) -> AsyncGenerator[None]:
        """Wait until a large body of a payer may be read; it counts until this is left."""
        if self._uploads.waiting(payer.name) >= UPLOADS.each:
            what = "you are sending too much at once"
            raise _too_much(HTTPStatus.TOO_MANY_REQUESTS, "too_many", what, UPLOADS.each)
        async with self._uploads.of(payer.name), self._in_memory:
            yield

    def close(self) -> None:
        """End the threads of every lane."""
        quick = (self.commands, self.storing, self.pages, self.panels, self.sign_ins)
        for lane in (self._strangers, self._seats, *quick, self.simulations):
            lane.close()


def _check_left(left: Buckets, payer: str) -> None:
    """Refuse work of a payer who has spent too much: when it is asked for, and when its turn comes."""
    if wait := left.wait(payer):
        headers = {"retry-after": str(wait)}
        what = "you have asked for too much work"
        raise Unserved(HTTPStatus.TOO_MANY_REQUESTS, "too_many", what, f"wait {wait} s", headers=headers)


def _metered(budget: Budget, work: Callable[[], T]) -> T:
    with within(budget):
        return work()


def _too_much(status: HTTPStatus, code: str, what: str, limit: int) -> Unserved:
    return Unserved(status, code, what, "try again in a moment", limit=limit, headers={"retry-after": "1"})


_ASKED: ContextVar[tuple[Lanes, Payer] | None] = ContextVar("asked", default=None)
"""The lanes of the server that handles a request, and who pays for it."""


def ask(lanes: Lanes, payer: Payer) -> None:
    """Note who pays for the request that is handled from here on, and in which lanes."""
    _ASKED.set((lanes, payer))


async def in_lane(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of slow work that anybody may ask for, within the budget of an answer to a stranger."""
    lanes, payer = _asked()
    return await lanes.run(payer, partial(function, *args, **kwargs))


async def at_length(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same for work that grows with the log of a table: only its seats may ask for it, and for more at once."""
    lanes, payer = _asked()
    return await lanes.run(payer, partial(function, *args, **kwargs), AT_LENGTH)


async def for_command(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a command, which waits for nothing but other commands."""
    lanes, payer = _asked()
    return await lanes.commands.run(payer.name, partial(function, *args, **kwargs))


async def reading(length: int, work: Callable[[], T]) -> T:
    """The result of reading so many bytes strictly: few at once, many beside the event loop, and paid for."""
    if length <= BRIEF:
        return work()
    lanes, payer = _asked()
    lane = lanes.pages if payer.seated else None
    return await lanes.run(payer, partial(_read, length, work), AT_LENGTH if payer.seated else 1, lane)


def _read(length: int, work: Callable[[], T]) -> T:
    spend(length * READ)
    return work()


async def storing(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of other work that writes to the store: nothing that only reads waits with it for the disk."""
    lanes, payer = _asked()
    return await lanes.run(payer, partial(function, *args, **kwargs), AT_LENGTH, lanes.storing)


async def simulating(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of work that waits for the simulator: one piece at a time, and nothing else waits with it."""
    lanes, payer = _asked()
    return await lanes.run(payer, partial(function, *args, **kwargs), AT_LENGTH, lanes.simulations)


def uploading() -> AbstractAsyncContextManager[None]:
    """The turn to send a large body."""
    lanes, payer = _asked()
    return lanes.uploading(payer)


async def beside(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of work that blocks, done in a thread where it blocks no other request."""
    lanes, payer = _asked()
    return await lanes.pages.run(payer.name, partial(function, *args, **kwargs))


async def in_turn(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same, one after the other, so that work two requests want is done once."""
    lanes, payer = _asked()
    return await lanes.panels.run(payer.name, partial(function, *args, **kwargs))


def _asked() -> tuple[Lanes, Payer]:
    asked = _ASKED.get()
    if asked is None:
        raise RuntimeError("no request is being handled")
    return asked
