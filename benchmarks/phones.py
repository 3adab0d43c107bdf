"""Phones of a club without a browser, over TLS: they listen, fetch what changed, give commands, and notice secrets."""

from __future__ import annotations

import asyncio
import json
import random
import re
import ssl
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from itertools import count
from time import monotonic_ns, perf_counter
from typing import Any, NamedTuple

from benchmarks.screens import panels_of
from tests.deploy.fleet import NAME
from tests.postgres.histories import Op, Outcome
from undercroft import demo

REFEREE, SPECTATORS = "referee", "spectators"
AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
BROKEN = (OSError, EOFError, ssl.SSLError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError)
NO_ANSWER = ""
CANARY = "canary of"
_PLAIN = re.compile(r"[A-Za-z ,.]{20,}")


class Patience(NamedTuple):
    """How long a command took, and what its requests were answered, each with its milliseconds."""

    milliseconds: float
    requests: Sequence[tuple[str, float]]

    @property
    def told(self) -> str:
        """`5,625 ms: 21 requests told to try again, each within 97 ms; 1 without an answer; the last took 208 ms`."""
        *before, (_, last) = self.requests
        away = [spent for answer, spent in before if answer != NO_ANSWER]
        told = f"{len(away)} requests told to try again, each within {max(away):,.0f} ms" if away else ""
        silent = f"{len(before) - len(away)} without an answer" if len(away) < len(before) else ""
        return (
            f"{self.milliseconds:,.0f} ms: {'; '.join(filter(None, (told, silent, f'the last took {last:,.0f} ms')))}"
        )


@dataclass
class Hall:
    """Where everybody connects, and what is seen there."""

    port: int
    trust: ssl.SSLContext
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    draw: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether screens are drawn; before, they only listen."""
    phase: str = "quiet"
    answered: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "killing": []})
    heard: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "killing": []})
    shown: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "killing": []})
    kinds: Counter[str] = field(default_factory=Counter)
    """The commands that were carried out, by kind."""
    refused: Counter[str] = field(default_factory=Counter)
    """The commands that the table refused, by kind."""
    leaks: list[str] = field(default_factory=list)
    looked_at: int = 0
    """The bytes of screens, streams and answers that were looked through for secrets."""
    odd: Counter[int] = field(default_factory=Counter)
    """Answers to screens that are neither good nor say that the server is away."""
    longest: Patience | None = None
    """The command that was answered last of all after it was given, while processes and the database are killed."""
    away: list[float] = field(default_factory=list)
    """For how many seconds the database was away each time."""
    retries: int = 0
    reconnects: int = 0

    def forget(self) -> None:
        """Begin to measure."""
        for each in (self.answered, self.heard, self.shown):
            each["quiet"].clear()


class Wire:
    """One TLS connection, made again when it is lost."""

    def __init__(self, hall: Hall, cookie: str = "") -> None:
        self._hall = hall
        self._cookie = cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            made = asyncio.open_connection(
                "127.0.0.1", self._hall.port, ssl=self._hall.trust, server_hostname=NAME, limit=2**20
            )
            self._streams = await asyncio.wait_for(made, 20)
        return self._streams

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], bytes]:
        """The answer to a request: status, headers and body."""
        raw = b"" if body is None else json.dumps(body).encode()
        typed = f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n" if body is not None else ""
        try:
            reader, writer = await self._open()
            writer.write(self._head(method, path, typed) + raw)
            return await asyncio.wait_for(_answer(reader), 30)
        except BaseException:
            self.close()
            raise

    async def listen(self, path: str) -> asyncio.StreamReader:
        """A stream, after its head."""
        reader, writer = await self._open()
        writer.write(self._head("GET", path))
        status, _ = await asyncio.wait_for(_head(reader), 30)
        if status != HTTPStatus.OK:
            raise OSError(status)
        return reader

    def _head(self, method: str, path: str, more: str = "") -> bytes:
        always = f"Host: {NAME}:{self._hall.port}\r\nCookie: {self._cookie}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{always}{more}\r\n".encode()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
    return int(lines[0].split()[1]), headers


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    status, headers = await _head(reader)
    if "content-length" in headers:
        return status, headers, await reader.readexactly(int(headers["content-length"]))
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return status, headers, body


@cache
def _secrets() -> re.Pattern[str]:
    """Words of the demo that are for the referee alone: what the campaign file notes of its rooms and creatures."""
    plain = [found.group() for text in _notes(tomllib.loads(demo.text())) if (found := _PLAIN.search(text))]
    return re.compile("|".join(map(re.escape, plain)))


def _notes(part: object) -> Iterator[str]:
    if isinstance(part, Mapping):
        for name, value in part.items():
            if name == "notes" and isinstance(value, str):
                yield value
            else:
                yield from _notes(value)
    elif isinstance(part, list):
        for item in part:
            yield from _notes(item)


class Seat:
    """A seat's screen: it listens, and fetches what changed; and a hand that gives commands."""

    def __init__(self, hall: Hall, table: str, seat: str, cookie: str) -> None:
        self.hall, self.table, self.seat = hall, table, seat
        self._wire, self._ear, self._hand = (Wire(hall, cookie) for _ in range(3))
        self._panels = panels_of(referee=seat == REFEREE)
        self._marks: dict[str, str] = {}
        self._since: float | None = None
        """When the command was given of which its own stream has not told yet."""
        self.listens = asyncio.Event()
        self._requests: list[tuple[str, float]] = []
        """The requests of the last command, or of what was asked for last."""
        self.ops: list[Op] = []
        self.said: list[str] = []
        self.waits_for = ""
        """The request without an answer yet, and what was said last instead of one."""

    async def live(self) -> None:
        """Listen until the session is over; after a lost line, again at some moment of the next two seconds."""
        for lost in count():
            if self.hall.stop.is_set():
                return
            self.hall.reconnects += lost > 0
            with suppress(*BROKEN):
                reader = await self._ear.listen(f"/t/{self.table}/stream")
                self.listens.set()
                await self.hall.draw.wait()
                await self._told()
                while line := await asyncio.wait_for(reader.readline(), 30):
                    self._look(line)
                    if line.startswith(b"id: "):
                        await self._told()
                    elif line.startswith(b"event: bye"):
                        break
            self._ear.close()
            await asyncio.sleep(random.uniform(0.2, 2.0))

    async def _told(self) -> None:
        """Fetch what changed, as after a new line, whatever it may have missed."""
        began = perf_counter()
        if self._since is not None:
            self.hall.heard[self.hall.phase].append(1000 * (began - self._since))
            self._since = None
        await self._fetch()
        self.hall.shown[self.hall.phase].append(1000 * (perf_counter() - began))

    async def _fetch(self) -> None:
        """Fetch the panels that changed, again as the page does while nobody answers."""
        names = ",".join(f"{name}:{self._marks[name]}*" if name in self._marks else name for name in self._panels)
        while not self.hall.stop.is_set():
            with suppress(*BROKEN):
                status, _, body = await self._wire.ask("GET", f"/t/{self.table}/panels/all?names={names}")
                if status == HTTPStatus.OK:
                    self._look(body)
                    self._marks = json.loads(body)["marks"]
                    return
                if status not in AWAY:
                    self.hall.odd[status] += 1
            await asyncio.sleep(random.uniform(0.2, 2.0))

    def _look(self, sent: bytes) -> None:
        """Note what a seat was sent that is not for it: another's whisper, or a note of the referee's."""
        self.hall.looked_at += len(sent)
        if self.seat == REFEREE:
            return
        text = sent.decode()
        others = [part.split()[0] for part in text.split(f"{CANARY} ")[1:]] if CANARY in text else []
        found = [seat for seat in others if seat != self.seat] + _secrets().findall(text)
        self.hall.leaks += [f"{self.seat} of {self.table}: {what}" for what in found]

    async def offers(self) -> dict[str, Any]:
        """What the seat may do now, and the dice that are wanted."""
        found: dict[str, Any] = json.loads(await self._patiently("GET", f"/api/tables/{self.table}/offers"))
        return found

    async def act(self, kinds: Sequence[str]) -> bool:
        """Do one of these things, the first kind that is possible; the dice that wait come first."""
        now = await self.offers()
        if now["wanted"] and self.seat == REFEREE:
            asked = now["wanted"][0]
            answers = [asked["options"][0]] if asked["options"] else []
            answer = {"kind": "answer", "wanted": asked["wanted"], "ruling": asked["ruling"], "answers": answers}
            return await self.give(answer if answers else {"kind": "roll_rest", "wanted": asked["wanted"]})
        possible = [offer for offer in now["offers"] if not offer["refused"] and not offer["warns"]]
        for kind in kinds:
            if commands := [offer["command"] for offer in possible if offer["kind"] == kind]:
                return await self.give(random.choice(commands))
        return False

    async def whisper(self) -> None:
        """Whisper to the referee."""
        text = f"{CANARY} {self.seat} {len(self.said)}"
        if await self.give({"kind": "whisper", "seat": self.seat, "to": REFEREE, "text": text}):
            self.said.append(text)

    async def note(self) -> None:
        """Note something that no player may read."""
        text = f"{CANARY} {self.seat} {len(self.said)}"
        if await self.give({"kind": "note", "text": text, "everybody": False}):
            self.said.append(text)

    async def give(self, command: Mapping[str, object]) -> bool:
        """Give a command, under one key until it is answered; whether it was carried out."""
        key, kind = f"{self.seat} {len(self.ops)}", str(command["kind"])
        asked, phase = monotonic_ns(), self.hall.phase
        began = self._since = perf_counter()
        answer = json.loads(
            await self._patiently("POST", f"/api/tables/{self.table}/commands", {"command": command, "key": key})
        )
        phase = "killing" if "killing" in (phase, self.hall.phase) else phase
        took = 1000 * (perf_counter() - began)
        self.hall.answered[phase].append(took)
        if phase == "killing" and (self.hall.longest is None or self.hall.longest.milliseconds < took):
            self.hall.longest = Patience(took, self._requests)
        done = "refused" not in answer
        self.ops.append(Op(asked, monotonic_ns(), Outcome.KNOWN if done else Outcome.NOTHING, 0, key))
        (self.hall.kinds if done else self.hall.refused)[kind] += 1
        if not done:
            self._since = None
        return done

    async def _patiently(self, method: str, path: str, body: object = None) -> bytes:
        """The answer to a request, asked again while nobody answers."""
        self._requests = []
        while True:
            self.waits_for, began = f"{method} {path}", perf_counter()
            self._requests.append((NO_ANSWER, 0.0))
            with suppress(*BROKEN):
                status, _, answer = await self._hand.ask(method, path, body)
                self._requests[-1] = str(int(status)), 1000 * (perf_counter() - began)
                if status == HTTPStatus.OK:
                    self._look(answer)
                    self.waits_for = ""
                    return answer
                self.waits_for = f"{method} {path}: {status} {answer[:200].decode()}"
                if status not in AWAY:
                    raise RuntimeError(f"{status}: {answer[:300].decode()}")
            if self._requests[-1][0] == NO_ANSWER:
                self._requests[-1] = NO_ANSWER, 1000 * (perf_counter() - began)
            self.hall.retries += 1
            self._hand.close()
            await asyncio.sleep(0.2)
