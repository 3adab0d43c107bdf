"""A session at a club: two processes on PostgreSQL behind nginx with TLS; each table has a referee and five phones.

A table gives a command about every twenty seconds: its bots explore the demo's site, fight, throw dice, whisper and
take notes. Every screen that is told of something fetches what changed. First nobody is killed; then processes and the
database are, in turn, under the same load. Afterwards every log is read: what was answered is there once and in its
order, and no screen was ever sent a whisper of another seat or a note of the referee's.

    python -m benchmarks.club [TABLES [QUIET-SECONDS [KILLS]]]
"""

import asyncio
import os
import random
import ssl
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import msgspec
import psycopg

from benchmarks.phones import REFEREE, SPECTATORS, Hall, Seat, Wire
from benchmarks.report import Part, Table, Target
from tests.clusters import Cluster, is_there
from tests.deploy.fleet import Fleet, Front, has_nginx, nginx
from tests.postgres.histories import Op, Outcome, faults
from undercroft.faces.http.runner import most_files
from undercroft.server.command_request import digest
from undercroft.store.log import Clean
from undercroft.store.postgres import schema
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.store import Store
from undercroft.table.session.notes import NoteWritten
from undercroft.table.session.whispers import Whispered

TABLES, QUIET, KILLS = 200, 60, 3
"""What is played if nothing else is asked for."""
EVERY = 20.0
"""Seconds between two commands of a table."""
SETTLING = 15.0
"""Seconds in which the screens draw for the first time."""
MAKING = 8
"""Tables that are made at once."""
READY = 150.0
"""Seconds in which all tables and screens must be there."""
PATIENCE = 45.0
"""Seconds that the last commands may take after everything is back."""
WARM = 8
"""Tables that are made before memory is measured, for what all tables need."""
PHASES = {"quiet": "nobody is killed", "killing": "processes and database are killed"}
P99, OWN_HALF, MOST_CORES, MOST_TABLE, MOST_STREAM = 500.0, 50.0, 1.4, 1.5, 60.0
"""The targets: milliseconds of an answer, 99 times in 100, and until a screen hears of its own command, half of the
time; cores, 70 % of two; megabytes of a table, and kilobytes of a stream."""
LEADS = ("end_meeting", "foes_act", "begin_round", "move", "end_round", "end_step")
ACTS = ("attack", "take", "pick_lock", "search")
"""The kinds of command that a bot gives as the referee and as a player, what it likes best first."""


SAID = frozenset(str(event.__struct_config__.tag) for event in (Whispered, NoteWritten))
"""How the log calls what the bots say, each with a text of its own."""


@dataclass(frozen=True)
class Session:
    """What was seen of a session."""

    hall: Hall
    seats: Sequence[Seat]
    cores: float
    """What both processes used while nobody was killed."""
    a_table: float
    """Megabytes that a table takes."""
    a_stream: float
    """Kilobytes that a stream takes."""
    a_screen: float
    """Kilobytes that a screen takes which is drawn."""
    kills: int
    wrong: Sequence[str]
    """What the checker says."""
    load: float
    """The load of the machine at the beginning."""


async def _seated(hall: Hall, owner: str, table: str) -> list[Seat]:
    """The referee, every player, and the spectators: six screens."""
    wire = Wire(hall, owner)
    _, _, body = await wire.ask("GET", f"/api/tables/{table}/seats")
    seats = [Seat(hall, table, REFEREE, owner)]
    for seat in msgspec.json.decode(body)["seats"]:
        _, headers, _ = await wire.ask("GET", seat["link"])
        seats.append(Seat(hall, table, seat["seat"], headers["set-cookie"].partition(";")[0]))
    wire.close()
    return seats


async def _made(hall: Hall, owner: str, many: int, after: int = 0) -> list[str]:
    """So many tables with the demo, a few at a time, after others."""
    left, tables = list(range(after, after + many)), list[str]()

    async def make() -> None:
        wire = Wire(hall, owner)
        while left:
            number = left.pop()
            _, _, body = await wire.ask("POST", "/api/tables", {"name": f"Table {number}", "demo": True})
            tables.append(msgspec.json.decode(body)["table"])
        wire.close()

    await asyncio.gather(*(make() for _ in range(MAKING)))
    return tables


async def _commands(hall: Hall, seats: Sequence[Seat]) -> None:
    """The commands of a table, one about every twenty seconds."""
    await asyncio.sleep(random.uniform(0, EVERY))
    referee, *players = (seat for seat in seats if seat.seat != SPECTATORS)
    for command in (
        {"kind": "light", "who": "isolde", "thing": "isolde-lantern"},
        {"kind": "enter_site", "group": "party", "site": "ossuary"},
    ):
        await referee.give(command)
    turn = 0
    while not hall.stop.is_set():
        player = players[turn // 4 % len(players)]
        match turn % 4:
            case 0:
                await player.whisper()
            case 1:
                if not await referee.act(LEADS):
                    await referee.note()
            case 2:
                if not await player.act(ACTS):
                    await referee.act(LEADS)
            case _:
                if not await referee.act((*LEADS[-2:], *LEADS)):
                    await referee.note()
        turn += 1
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(hall.stop.wait(), random.uniform(0.5, 1.5) * EVERY)


async def _played(front: Front, cluster: Cluster, many: int, quiet: float, kills: int) -> Session:
    hall, load = Hall(front.port, ssl.create_default_context(cafile=str(front.fleet.certificate))), os.getloadavg()[0]
    _, headers, _ = await Wire(hall).ask("GET", f"/enter/{front.fleet.entrance}")
    owner = headers["set-cookie"].partition(";")[0]
    warm = await _made(hall, owner, min(many, WARM))
    empty = _megabytes(front.fleet)
    async with asyncio.timeout(READY):
        tables = [*warm, *await _made(hall, owner, many - len(warm), len(warm))]
        with_tables = _megabytes(front.fleet)
        _say(f"{many} tables are there")
        seats = [await _seated(hall, owner, table) for table in tables]
        everybody = [seat for each in seats for seat in each]
        seated = _megabytes(front.fleet)
        living = [asyncio.create_task(seat.live()) for seat in everybody]
        await asyncio.gather(*(seat.listens.wait() for seat in everybody))
    with_streams = _megabytes(front.fleet)
    hall.draw.set()
    await asyncio.sleep(SETTLING)
    drawn = _megabytes(front.fleet)
    playing = [asyncio.create_task(_commands(hall, each)) for each in seats]
    _say(f"{len(everybody)} screens are there")
    await asyncio.sleep(2 * EVERY)
    hall.forget()
    before, began = _spent(front.fleet), perf_counter()
    await asyncio.sleep(quiet)
    cores = (_spent(front.fleet) - before) / (perf_counter() - began)
    _say(f"quiet is over: {len(hall.answered['quiet'])} commands")
    hall.phase = "killing"
    for number in range(kills):
        hall.away.append(await _kill(front.fleet, cluster, number))
        _say(f"killed {number + 1} times")
    hall.stop.set()
    _, waiting = await asyncio.wait(playing, timeout=PATIENCE)
    wrong = [f"{seat.seat} of {seat.table} waits for {seat.waits_for}" for seat in everybody if seat.waits_for]
    wrong += [f"a table failed: {fault!r}" for done in playing if done not in waiting and (fault := done.exception())]
    for task in (*living, *waiting):
        task.cancel()
    await asyncio.wait((*living, *waiting), timeout=PATIENCE)
    return Session(
        hall,
        everybody,
        cores,
        (with_tables - empty) / max(1, many - len(warm)),
        1000 * (with_streams - seated) / len(everybody),
        1000 * (drawn - with_streams) / len(everybody),
        kills,
        wrong,
        load,
    )


async def _kill(fleet: Fleet, cluster: Cluster, number: int) -> float:
    """Kill a process, and when it is back the database; each is away for a moment. For how long the database was."""
    process = fleet.processes[number % 2]
    await asyncio.to_thread(process.kill)
    await asyncio.sleep(2)
    await asyncio.to_thread(process.start)
    await asyncio.sleep(6)
    began = perf_counter()
    await asyncio.to_thread(cluster.kill)
    await asyncio.sleep(1)
    await asyncio.to_thread(cluster.start)
    away = perf_counter() - began
    await asyncio.sleep(6)
    return away


def _say(what: str) -> None:
    print(f"{datetime.now(UTC):%H:%M:%S} {what}; load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)


def _spent(fleet: Fleet) -> float:
    """The processor seconds of both processes so far."""
    return sum(_of(process.pid) for process in fleet.processes)


def _of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(fleet: Fleet) -> float:
    """The memory of both processes."""
    pages = (Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1] for process in fleet.processes)
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _checked(url: str, seats: Sequence[Seat]) -> list[str]:
    """What is wrong with the logs, by the checker of histories and by the chains."""
    found: list[str] = []
    with closing(PostgresStore(url)) as store:
        for table in sorted({seat.table for seat in seats}):
            own = [seat for seat in seats if seat.table == table]
            found += [f"{table}: {fault}" for fault in faults_of(store, table, own)]
    return found


def faults_of(store: Store, table: str, seats: Sequence[Seat]) -> Iterable[str]:
    """What is wrong with one log: by its keys, by its chain, and by the texts of its whispers and notes."""
    ops = [msgspec.structs.replace(op, key=digest("command", seat.seat, op.key)) for seat in seats for op in seat.ops]
    keys = {answer.seq: answer.key for answer in store.answers(table)}
    lines = list(store.read(table))
    first = min((seq for seq, key in keys.items() if key in {op.key for op in ops}), default=0)
    """The line of the first command; what is before it made the table."""
    log = [(line.seq, keys.get(line.seq) if line.seq >= first else None) for line in lines]
    at = {key: seq for seq, key in log if key is not None}
    yield from faults((_placed(op, at) for op in ops), log)
    if not isinstance(store.verify(table), Clean):
        yield "the chain is broken"
    bodies = b"".join(line.body for line in lines if line.tag in SAID).decode()
    for seat in seats:
        yield from (f"{text} is not there once" for text in seat.said if bodies.count(f'"{text}"') != 1)


def _placed(op: Op, at: Mapping[str, int]) -> Op:
    """A command that was carried out with the line where it is, so that the order can be checked."""
    if op.outcome is not Outcome.KNOWN or op.key not in at:
        return op
    return msgspec.structs.replace(op, outcome=Outcome.APPENDED, version=at[op.key])


def session(many: int, quiet: float, kills: int) -> Session:
    """Play a session, and check it."""
    random.seed(1)
    most_files()
    with closing(Cluster()) as cluster:
        cluster.reload(fsync="on")
        url = cluster.make("club")
        with psycopg.connect(url, autocommit=True) as db:
            schema.migrate(db)
        with closing(Fleet(url, ("--requests", "10000"))) as fleet, nginx(fleet, affinity=True) as front:
            seen = asyncio.run(_played(front, cluster, many, quiet, kills))
        _say("the session is over")
        wrong = _checked(url, seen.seats)
    return replace(seen, wrong=[*seen.wrong, *wrong])


def measure() -> Part:
    """A session of the usual length."""
    if not is_there() or not has_nginx():
        return Part("A club", "Not measured: PostgreSQL and nginx are not installed here.", [], [])
    return told(session(TABLES, QUIET, KILLS), QUIET)


def told(seen: Session, quiet: float) -> Part:
    """What was seen, as a part of the report."""
    hall, tables = seen.hall, len({seat.table for seat in seen.seats})
    rows = [
        _row(f"{what}, {PHASES[phase]}", by_phase[phase])
        for phase in PHASES
        for what, by_phase in (
            ("commands answered", hall.answered),
            ("heard on the own stream", hall.heard),
            ("panels fetched", hall.shown),
        )
    ]
    figures = [
        ("processor time of both processes while nobody is killed, cores", f"{seen.cores:.2f}"),
        ("memory of a table, MB", f"{seen.a_table:.2f}"),
        ("memory of a stream, kB", f"{seen.a_stream:.0f}"),
        ("more for the screen that it draws, kB", f"{seen.a_screen:.0f}"),
        ("commands carried out, by kind", _counts(hall)),
        ("commands that the table refused", f"{hall.refused.total():,}"),
        ("the longest answer to a command, while they are killed", "" if hall.longest is None else hall.longest.told),
        ("seconds for which the database was away, each time", ", ".join(f"{seconds:.1f}" for seconds in hall.away)),
        ("requests of commands sent again", f"{hall.retries:,}"),
        ("screens that were refused", f"{hall.odd.total():,}"),
        ("streams opened again", f"{hall.reconnects:,}"),
        ("MB looked through for secrets", f"{hall.looked_at / 1e6:,.0f}"),
    ]
    a_stream = seen.a_stream
    share, half = _share(hall.answered["quiet"], 99), _share(hall.heard["quiet"], 50)
    return Part(
        "A club",
        f"{tables} tables of bots in two processes on PostgreSQL behind nginx with TLS, {len(seen.seats):,} screens, a "
        f"command per table every {EVERY:g} s: {quiet:g} s while nobody is killed, then {seen.kills} kills of a "
        f"process and of the database each. Milliseconds; bots, proxy and database share {os.cpu_count()} cores with "
        f"the processes. The load was {seen.load:.1f} at the start.",
        [Table(("what", "times", "p50", "p99", "most"), rows), Table(("what", "measured"), figures)],
        [
            Target(f"club: {tables} tables answered within {P99:g} ms, p99", f"{share:.0f} ms", share <= P99),
            Target(
                f"club: a screen hears of its own command within {OWN_HALF:g} ms, p50",
                f"{half:.0f} ms",
                half <= OWN_HALF,
            ),
            Target(f"club: both processes within {MOST_CORES:g} cores", f"{seen.cores:.2f}", seen.cores <= MOST_CORES),
            Target(f"club: a table within {MOST_TABLE:g} MB", f"{seen.a_table:.2f} MB", seen.a_table <= MOST_TABLE),
            Target(f"club: a stream within {MOST_STREAM:g} kB", f"{a_stream:.0f} kB", a_stream <= MOST_STREAM),
            Target("club: no screen is refused", f"{hall.odd.total()}", not hall.odd, f"{dict(hall.odd)}"),
            Target(
                "club: nothing lost, doubled or out of order",
                f"{len(seen.wrong)} faults",
                not seen.wrong,
                _first(seen.wrong),
            ),
            Target("club: no secret to a player", f"{len(hall.leaks)} leaks", not hall.leaks, _first(hall.leaks)),
        ],
    )


def _first(found: Sequence[str]) -> str:
    return "; ".join(found[:3])


def _counts(hall: Hall) -> str:
    return f"{hall.kinds.total():,}: " + ", ".join(f"{kind} {many:,}" for kind, many in hall.kinds.most_common())


def _row(name: str, values: Sequence[float]) -> tuple[str, ...]:
    return (
        name,
        f"{len(values):,}",
        f"{_share(values, 50):.0f}",
        f"{_share(values, 99):.0f}",
        f"{max(values, default=0):.0f}",
    )


def _share(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1] if len(values) > 1 else 0.0


def main() -> None:
    """Play, check, and print what was seen."""
    given = [int(number) for number in sys.argv[1:]]
    many, quiet, kills = (*given, *(TABLES, QUIET, KILLS)[len(given) :])
    part = told(session(many, quiet, kills), quiet)
    print("\n".join(part.lines()))
    for target in part.targets:
        print(f"{target.what}: {target.measured}, {target.verdict} {target.why}")
    sys.exit(any(target.met is False for target in part.targets[-3:]))


if __name__ == "__main__":
    main()
