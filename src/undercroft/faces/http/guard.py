"""The guard at the door: every request passes it first, and every answer passes it last."""

import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import AsyncExitStack
from http import HTTPStatus
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qsl

from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from undercroft.faces.http.addresses import MOST_PORT, household, is_same
from undercroft.faces.http.bodies import UNTIL_ANSWERED
from undercroft.faces.http.buckets import Buckets
from undercroft.faces.http.faults import (
    HttpProblem,
    Unserved,
    headers_of,
    problem_of,
)
from undercroft.faces.http.lanes import Lanes, ask
from undercroft.faces.http.payers import Payer
from undercroft.faces.http.proxies import believe
from undercroft.faces.http.request_head import (
    MOST_PATH,
    SAFE,
    check_bare,
    check_cookies,
    check_method,
    check_origin,
    check_path,
    check_reader,
    headers_read,
)
from undercroft.faces.http.waiting_lines import Turns
from undercroft.faces.http.watching import Watch, told_to
from undercroft.faces.http.wrong_codes import Tries, WrongCodes
from undercroft.kernel.faults import UndercroftError
from undercroft.store.sharing import Shared

CHEAP = ("/static/", "/healthz")
"""Addresses that cost little, and are counted apart from the others."""
CHEAP_RATE, CHEAP_BURST = 100.0, 3000
EXCHANGED = ("/join", "/enter")
"""Addresses that check a secret."""
CODED = frozenset({"/join", "/join/seat", "/join/ask"})
"""Addresses that take a code, as `code`."""
ACTING = frozenset({"/join/seat", "/join/ask", "/join/stop"})
"""Addresses that change something though they are asked with GET: forms of people who have no seat yet."""
STREAM = "/stream"
"""The ending of addresses that a foreign page might try to listen to."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"
)

FRAMING_POLICY = f"{CONTENT_SECURITY_POLICY}; frame-src 'self'"
"""For the referee's screen, which shows a player's view in a frame."""
FRAMED_POLICY = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""For that view, which only a page of this server may frame."""

_ON_EVERY_ANSWER: Mapping[bytes, bytes] = {
    b"content-security-policy": CONTENT_SECURITY_POLICY.encode(),
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"cache-control": b"no-store",
}
"""Unless an answer has its own."""

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")

HttpScope: TypeAlias = MutableMapping[str, Any]
"""What is known of a request before its body is read."""

RawHeaders: TypeAlias = Iterable[tuple[bytes, bytes]]


class SignInLookup(Struct, frozen=True):
    """A sign-in that only the store can tell: the table it is for, and what finds out the seat."""

    table: str
    seat: Callable[[], str | None]


Known: TypeAlias = str | SignInLookup | None
"""The seat that a request counts for, or what finds it out beside the event loop."""

Answer: TypeAlias = tuple[str, bytes]
"""A media type and a body."""


class Settings(Struct, frozen=True):
    """The guard's settings: this machine's names, and the rate limits for an address and for a seat."""

    hosts: frozenset[str] = frozenset()
    proxies: frozenset[str] = frozenset()
    """Addresses of proxies that are trusted to name the real client."""
    rate: float = 40.0
    burst: int = 200
    attempts: int = 10
    """Wrong links and codes allowed from one address in a minute."""
    work: float = 1_000_000
    """Steps of slow work for an address in a second; a seat may ask for more."""
    most_work: int = 5_000_000
    """Steps of slow work for an address at once."""


class Guard:
    """Rejects requests that should not come in, and sets the headers of every answer."""

    def __init__(  # noqa: PLR0913 - each is asked of every request
        self,
        app: ASGIApp,
        settings: Settings,
        answer: Callable[[HttpScope, HttpProblem], Answer],
        clock: Callable[[], float] = time.monotonic,
        *,
        known: Callable[[HttpScope], Known],
        proven: Callable[[str], str | None] = lambda _: None,
        lanes: Lanes,
        shared: Shared | None = None,
        watches: Sequence[Watch] = (),
    ) -> None:
        self._app = app
        self._watches = watches
        self._hosts = {host.lower() for host in settings.hosts} | {"localhost"}
        self.proxies = settings.proxies
        self._buckets = Buckets(settings.rate, settings.burst, clock)
        self._cheap = Buckets(CHEAP_RATE, CHEAP_BURST, clock)
        self._turns = Turns()
        self._wrong = WrongCodes(settings.attempts, clock, shared)
        self._known = known
        self._proven = proven
        self._lanes = lanes
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        asked = cast("HttpScope", scope)
        if asked["type"] != "http":
            await self._app(scope, receive, send)
            return
        believe(asked, self.proxies)
        request_id = secrets.token_hex(8)
        asked.setdefault("state", {})["request_id"] = request_id
        done, status = told_to(self._watches, asked["method"], asked["path"], request_id), [0]

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
                message["headers"] = _dressed(message.get("headers", ()), request_id)
                if message["status"] == HTTPStatus.NOT_FOUND and asked["path"].startswith(EXCHANGED):
                    self._wrong.note(_tries(asked, _address(asked)))
                await until_counted.aclose()
            await send(message)

        try:
            async with AsyncExitStack() as until_answered, AsyncExitStack() as until_counted:
                asked["state"][UNTIL_ANSWERED] = until_answered
                if self._may_guess(asked):
                    await until_counted.enter_async_context(self._turns.of(_address(asked)))
                await self._let_in(scope, receive, dressed, request_id)
        finally:
            done(status[0])

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        asked = cast("HttpScope", scope)
        try:
            await self._check_rate(asked, signed=self._check(asked))
        except UndercroftError as fault:
            problem = problem_of(fault, request_id)
            media_type, body = self._answer(asked, problem)
            kind = f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type
            await _reply(send, HTTPStatus(problem.status), {**headers_of(fault), "content-type": kind}, body)
            return
        if asked["method"] == "HEAD":  # in a copy: the server leaves the body out by the method in its own
            scope = cast("Scope", {**asked, "method": "GET"})
        await self._app(scope, receive, send)

    def _check(self, scope: HttpScope) -> bool:
        """Refuse a request by its head; whether it has cookies."""
        headers = headers_read(list(scope["headers"]))
        check_method(scope["method"])
        check_bare(scope["method"], headers)
        host = self._check_host(headers.get("host", ""), scope)
        check_path(scope["path"], scope.get("raw_path", b""))
        if scope["method"] not in SAFE or scope["path"] in ACTING or scope["path"].endswith(STREAM):
            check_origin(headers, f"{scope['scheme']}://{host}")
        check_reader(headers)
        cookie = headers.get("cookie", "")
        check_cookies(cookie)
        return bool(cookie)

    def _check_host(self, host: str, scope: HttpScope) -> str:
        """The host as sent, if it is a name of this machine or the address that was called."""
        found = _HOST.fullmatch(host)
        real = found is not None and int(found["port"] or 0) <= MOST_PORT
        name = found["name"].lower().strip("[]").rstrip(".") if found is not None and real else ""
        if name in self._hosts or _is_own_address(name, scope):
            return host
        what = "this server has another name"
        raise Unserved(HTTPStatus.BAD_REQUEST, "bad_host", what, "use the address it printed when it started")

    async def _check_rate(self, scope: HttpScope, *, signed: bool) -> None:
        """Each seat has its own bucket, and so has each long code; all others share the bucket of their address.

        Typed codes have a bucket apart: a guesser keeps nobody from the other pages.
        """
        path, address = scope["path"], _address(scope)
        ask(self._lanes, Payer(address))
        if path.startswith(CHEAP):
            self._refuse(self._cheap.take(address))
            return
        known = self._known(scope) if signed else None
        seat = await self._looked_up(known, address) if isinstance(known, SignInLookup) else known
        if seat is not None:
            ask(self._lanes, Payer(seat, seated=True))
            scope["state"].get("vouch", _nothing)()
        wait = self._buckets.take(seat or self._payer(scope, address))
        self._refuse(wait)
        if path.startswith(EXCHANGED):
            scope["state"]["tries"] = self._wrong.tries(seat or address)

    async def _looked_up(self, lookup: SignInLookup, address: str) -> str | None:
        """The seat of a sign-in. Each table waits for itself: a hall behind one address asks for many at once.

        A crowd that makes tables up waits in the same lane, so that no other work ever waits for it.
        """
        return await self._lanes.sign_ins.run(f"{address} {lookup.table}", lookup.seat)

    def _may_guess(self, scope: HttpScope) -> bool:
        """Whether a request tries a secret that it may not know; then it waits for those before it to be counted."""
        coded = scope["path"] in CODED
        return scope["path"].startswith(EXCHANGED) and not (coded and self._proven(_code(scope)) is not None)

    def _payer(self, scope: HttpScope, address: str) -> str:
        """Whose bucket a request without a seat is taken from."""
        typed = _code(scope) if scope["path"] in CODED else ""
        if not typed:
            return address
        proven = self._proven(typed)
        return f"{address} codes" if proven is None else f"code {proven}"

    @staticmethod
    def _refuse(wait: int) -> None:
        if wait:
            status, headers = HTTPStatus.TOO_MANY_REQUESTS, {"retry-after": str(wait)}
            raise Unserved(status, "too_many", "too many requests", f"wait {wait} s", headers=headers)


def _nothing() -> None:
    """Do nothing: there is no connection to vouch for."""


def _tries(scope: HttpScope, address: str) -> str:
    """For whom a wrong code counts."""
    tries = scope["state"].get("tries")
    return tries.who if isinstance(tries, Tries) else address


def _code(scope: HttpScope) -> str:
    """The code in a request, if there is one."""
    asked: bytes = scope.get("query_string", b"")
    return dict(parse_qsl(asked[:MOST_PATH].decode("latin-1"))).get("code", "")


def _address(scope: HttpScope) -> str:
    """The address that a request counts for; one household has a whole network of IPv6 addresses."""
    client = scope.get("client")
    return household(str(client[0])) if client else ""


def _is_own_address(name: str, scope: HttpScope) -> bool:
    """Is this the address on which the request arrived? No foreign name can lead there."""
    server = scope.get("server")
    return server is not None and is_same(name, server[0])


def _dressed(headers: RawHeaders, request_id: str) -> list[tuple[bytes, bytes]]:
    told = list(headers)
    named = {name.lower() for name, _ in told}
    ours = (usual for usual in _ON_EVERY_ANSWER.items() if usual[0] not in named)
    return [*told, *ours, (b"x-request-id", request_id.encode())]


async def _reply(send: Send, status: HTTPStatus, headers: Mapping[str, str], body: bytes) -> None:
    sent = {**headers, "content-length": str(len(body))}
    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body, "more_body": False})
