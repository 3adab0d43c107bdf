"""A session at a club: two processes on PostgreSQL behind nginx with TLS, many tables, five phones and a referee each.

Each table gives a command about every twenty seconds, a whisper of one of its phones, and every screen that is told of
it fetches what changed. First nobody is killed; then processes and the database are, in turn, under the same load.
Afterwards every log is read: what was answered is there once, in its order, and no screen was ever sent a whisper of
another phone.

    python -m benchmarks.club [TABLES [QUIET-SECONDS [KILLS]]]
"""

import asyncio
import json
import os
import random
import ssl
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from statistics import quantiles
from time import monotonic_ns, perf_counter

import psycopg

from benchmarks.screens import panels_of
from tests.clusters import Cluster
from tests.deploy.fleet import NAME, Fleet, Front, nginx
from tests.postgres.histories import Op, Outcome, faults
from undercroft.store.log import Clean
from undercroft.store.postgres import schema
from undercroft.store.postgres.store import PostgresStore

PHONES = 5
EVERY = 20.0
"""Seconds between two commands of a table."""
AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
BROKEN = (OSError, EOFError, ssl.SSLError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError)
P99 = 500.0
CANARY = "canary of"


@dataclass
class Club:
    """Where everybody connects, and what was measured."""

    port: int
    trust: ssl.SSLContext
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    phase: str = "quiet"
    answered: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "killing": []})
    shown: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "killing": []})
    leaks: list[str] = field(default_factory=list)
    retries: int = 0
    reconnects: int = 0


class Wire:
    """One TLS connection, made again when it is lost."""

    def __init__(self, club: Club, cookie: str = "") -> None:
        self._club = club
        self._cookie = cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            made = asyncio.open_connection(
                "127.0.0.1", self._club.port, ssl=self._club.trust, server_hostname=NAME, limit=2**20
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
        head = f"{method} {path} HTTP/1.1\r\nHost: {NAME}:{self._club.port}\r\nCookie: {self._cookie}\r\n{typed}\r\n"
        try:
            reader, writer = await self._open()
            writer.write(head.encode() + raw)
            return await asyncio.wait_for(_answer(reader), 30)
        except BaseException:
            self.close()
            raise

    async def listen(self, path: str) -> asyncio.StreamReader:
        """A stream, after its head."""
        reader, writer = await self._open()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {NAME}:{self._club.port}\r\nCookie: {self._cookie}\r\n\r\n".encode()
        )
        status, _ = await asyncio.wait_for(_head(reader), 30)
        if status != HTTPStatus.OK:
            raise OSError(status)
        return reader


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


class Seat:
    """A seat's screen: it listens, and fetches what changed."""

    def __init__(self, club: Club, table: str, seat: str, cookie: str) -> None:
        self.club, self.table, self.seat = club, table, seat
        self._wire, self._ear, self._hand = (Wire(club, cookie) for _ in range(3))
        self._panels = panels_of(referee=seat == "referee")
        self._marks: dict[str, str] = {}
        self.ops: list[Op] = []
        self.said: list[str] = []

    async def live(self) -> None:
        """Listen until the session is over; after a lost line, again at some moment of the next two seconds."""
        while not self.club.stop.is_set():
            with suppress(*BROKEN):
                reader = await self._ear.listen(f"/t/{self.table}/stream")
                await self._fetch()
                while line := await asyncio.wait_for(reader.readline(), 30):
                    if line.startswith(b"id: "):
                        began = perf_counter()
                        await self._fetch()
                        self.club.shown[self.club.phase].append(1000 * (perf_counter() - began))
                    elif line.startswith(b"event: bye"):
                        break
            self._ear.close()
            self.club.reconnects += 1
            await asyncio.sleep(random.uniform(0.2, 2.0))

    async def _fetch(self) -> None:
        names = ",".join(f"{name}:{self._marks[name]}*" if name in self._marks else name for name in self._panels)
        status, _, body = await self._wire.ask("GET", f"/t/{self.table}/panels/all?names={names}")
        if status != HTTPStatus.OK:
            raise OSError(status)
        text = body.decode()
        if CANARY in text:
            others = [part.split()[0] for part in text.split(f"{CANARY} ")[1:]]
            mine = self.seat == "referee"
            self.club.leaks += [
                f"{self.seat} of {self.table}: {one}" for one in others if one != self.seat and not mine
            ]
        self._marks = json.loads(body)["marks"]

    async def whisper(self) -> None:
        """Whisper to the referee, under one key until it is answered."""
        text = f"{CANARY} {self.seat} {len(self.said)}"
        command = {"kind": "whisper", "seat": self.seat, "to": "referee", "text": text}
        asked, began, phase = monotonic_ns(), perf_counter(), self.club.phase
        while True:
            with suppress(*BROKEN):
                body = {"command": command, "key": text}
                status, _, answer = await self._hand.ask("POST", f"/api/tables/{self.table}/commands", body)
                if status == HTTPStatus.OK and b"refused" not in answer:
                    break
                if status not in AWAY:
                    raise RuntimeError(f"{status}: {answer[:300].decode()}")
            self.club.retries += 1
            self._hand.close()
            await asyncio.sleep(0.2)
        phase = "killing" if "killing" in (phase, self.club.phase) else phase
        self.club.answered[phase].append(1000 * (perf_counter() - began))
        self.ops.append(Op(asked, monotonic_ns(), Outcome.KNOWN, 0, text))
        self.said.append(text)


async def _seated(club: Club, owner: str, table: str) -> list[Seat]:
    wire = Wire(club, owner)
    _, _, body = await wire.ask("GET", f"/api/tables/{table}/seats")
    players = [one for one in json.loads(body)["seats"] if one["seat"] not in ("spectators", "referee")][:PHONES]
    seats = [Seat(club, table, "referee", owner)]
    for one in players:
        _, headers, _ = await wire.ask("GET", one["link"])
        seats.append(Seat(club, table, one["seat"], headers["set-cookie"].partition(";")[0]))
    wire.close()
    return seats


async def _table(club: Club, seats: Sequence[Seat]) -> None:
    """The commands of a table: one about every twenty seconds, its phones in turn."""
    await asyncio.sleep(random.uniform(0, EVERY))
    number = 0
    while not club.stop.is_set():
        phones = seats[1:]
        await phones[number % len(phones)].whisper()
        number += 1
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(club.stop.wait(), random.uniform(0.5, 1.5) * EVERY)


async def _session(
    front: Front, cluster: Cluster, many: int, quiet: float, kills: int
) -> tuple[Club, list[Seat], float]:
    club = Club(front.port, ssl.create_default_context(cafile=str(front.fleet.certificate)))
    wire = Wire(club)
    _, headers, _ = await wire.ask("GET", f"/enter/{front.fleet.entrance}")
    owner = headers["set-cookie"].partition(";")[0]
    making = Wire(club, owner)
    tables: list[str] = []
    for number in range(many):
        _, _, body = await making.ask("POST", "/api/tables", {"name": f"Table {number}", "demo": True})
        tables.append(json.loads(body)["table"])
    print(f"{many} tables are there", file=sys.stderr)
    seats = [await _seated(club, owner, table) for table in tables]
    everybody = [seat for each in seats for seat in each]
    living = [asyncio.create_task(seat.live()) for seat in everybody]
    await asyncio.sleep(15)
    playing = [asyncio.create_task(_table(club, each)) for each in seats]
    print(f"{len(everybody)} screens are there; {os.getloadavg()} is the load", file=sys.stderr)
    await asyncio.sleep(EVERY)
    club.answered["quiet"].clear()
    club.shown["quiet"].clear()
    before, began = _spent(front.fleet), perf_counter()
    await asyncio.sleep(quiet)
    cores = (_spent(front.fleet) - before) / (perf_counter() - began)
    print(f"quiet is over: {len(club.answered['quiet'])} commands; {os.getloadavg()}", file=sys.stderr)
    club.phase = "killing"
    for number in range(kills):
        process = front.fleet.processes[number % 2]
        await asyncio.to_thread(process.kill)
        await asyncio.sleep(2)
        await asyncio.to_thread(process.start)
        await asyncio.sleep(6)
        await asyncio.to_thread(cluster.kill)
        await asyncio.sleep(1)
        await asyncio.to_thread(cluster.start)
        await asyncio.sleep(6)
        print(f"killed {number + 1} times", file=sys.stderr)
    club.stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 300)
    for one in living:
        one.cancel()
    return club, everybody, cores


def _spent(fleet: Fleet) -> float:
    """The processor seconds of both processes so far."""
    return sum(_of(process.pid) for process in fleet.processes)


def _of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _checked(url: str, seats: Sequence[Seat]) -> list[str]:
    """What is wrong with the logs, by the checker of histories and by the chains."""
    found: list[str] = []
    with closing(PostgresStore(url)) as store:
        for table in sorted({seat.table for seat in seats}):
            own = [seat for seat in seats if seat.table == table]
            ops = [op for seat in own for op in seat.ops]
            keys = {one.seq: one.key for one in store.answers(table) if CANARY in one.key}
            by_op = {op.key: key for op in ops for key in keys.values() if key.endswith(op.key)}
            told = [Op(op.asked, op.answered, op.outcome, op.version, by_op.get(op.key, op.key)) for op in ops]
            lines = [(line.seq, keys.get(line.seq)) for line in store.read(table)]
            found += [f"{table}: {fault}" for fault in faults(told, lines)]
            found += [] if isinstance(store.verify(table), Clean) else [f"{table}: the chain is broken"]
            bodies = b"".join(line.body for line in store.read(table) if line.tag == "table.whispered").decode()
            for seat in own:
                there = [text for text in seat.said if bodies.count(f'"{text}"') != 1]
                found += [f"{table}: {text} is not there once" for text in there]
    return found


def _row(name: str, values: Sequence[float]) -> str:
    if len(values) < 2:
        return f"{name}: none"
    shares = quantiles(values, n=100)
    return f"{name}: {len(values)}, p50 {shares[49]:.0f} ms, p99 {shares[98]:.0f} ms, most {max(values):.0f} ms"


def main() -> None:
    """Play, check, and print what was seen."""
    many, quiet, kills = (int(one) for one in (*sys.argv[1:], *("200", "120", "4")[len(sys.argv) - 1 :]))
    random.seed(1)
    with closing(Cluster()) as cluster:
        cluster.reload(fsync="on")
        url = cluster.make("club")
        with psycopg.connect(url, autocommit=True) as db:
            schema.migrate(db)
        with closing(Fleet(url, ("--requests", "10000"))) as fleet, nginx(fleet, affinity=True) as front:
            load = os.getloadavg()
            club, seats, cores = asyncio.run(_session(front, cluster, many, quiet, kills))
        wrong = _checked(url, seats)
    print(f"{many} tables, {len(seats)} screens, {quiet} s quiet, {kills} kills of a process and of the database each")
    print(f"load average before {load[0]:.1f}, after {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores")
    for phase in ("quiet", "killing"):
        print(_row(f"commands answered, {phase}", club.answered[phase]))
        print(_row(f"panels fetched, {phase}", club.shown[phase]))
    print(f"processor time of both processes while quiet: {cores:.2f} cores")
    print(f"commands sent again {club.retries} times, streams opened again {club.reconnects - len(seats)} times")
    print(f"leaks: {len(club.leaks)} {club.leaks[:5]}")
    print(f"faults of the checker: {len(wrong)} {wrong[:5]}")
    share = quantiles(club.answered["quiet"], n=100)[98]
    print(f"p99 while quiet within {P99:g} ms: {'yes' if share <= P99 else 'no'}")
    sys.exit(bool(wrong or club.leaks))


if __name__ == "__main__":
    main()
