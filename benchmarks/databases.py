"""A store in PostgreSQL beside bare commits of one row: the same database, the same sync, taking turns.

An append is what a command at the table writes, as in `benchmarks.store`. A bare commit inserts the same event into a
table of two columns. Writers are processes of their own, each with as many threads and tables:
`python -m benchmarks.databases URL KIND THREADS SECONDS` is one.
"""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from statistics import quantiles
from threading import Event, Thread
from typing import NamedTuple

import psycopg
from msgspec.structs import replace

from benchmarks.report import Part, Table, Target
from benchmarks.store import EVENT, new_batch
from tests.clusters import Cluster, is_there
from undercroft.faces.http.runner import TURN
from undercroft.store import log
from undercroft.store.postgres import schema
from undercroft.store.postgres.store import PostgresStore

SECONDS = 4
TURNS = 3
THREADS = 8
WRITERS = ((1, 1), (1, THREADS), (2, THREADS))
"""Processes, and the threads of each."""
NOTICES = 200
LEAST_ALONE, LEAST_TOGETHER, LEAST_TWICE = 0.6, 0.35, 1.6
"""The targets: appends by bare commits with one connection and with sixteen, and two processes by one."""
HALF, MOST = 20.0, 100.0
"""The targets: milliseconds from a commit until another process hears of it, half of the time and 99 times in 100."""
OURS, BARE = "undercroft", "bare"


def measure() -> Part:
    """Appends a second beside bare commits, two processes beside one, and the way of a notice."""
    if not is_there():
        return Part("PostgreSQL", "Not measured: PostgreSQL is not installed here.", [], [])
    with closing(Cluster()) as cluster:
        cluster.reload(fsync="on")
        url = cluster.make("bench")
        with psycopg.connect(url, autocommit=True) as db:
            schema.migrate(db)
            db.execute("CREATE TABLE bare (number bigint GENERATED ALWAYS AS IDENTITY, body bytea)")
        measured = {
            (kind, processes, threads): sorted(_rate(cluster, url, kind, processes, threads) for _ in range(TURNS))
            for processes, threads in WRITERS
            for kind in (OURS, BARE)
        }
        lags = _lags(url)
    return _told({of: turns[TURNS // 2] for of, turns in measured.items()}, lags)


class Rate(NamedTuple):
    """Commits a second, and the processor seconds of a second that writers and database used for them."""

    commits: float
    writers: float
    database: float

    @property
    def cores(self) -> float:
        """The cores that were busy with it."""
        return self.writers + self.database

    @property
    def milliseconds(self) -> str:
        """The processor time of a commit, of the writer and of the database."""
        return f"{1000 * self.writers / self.commits:.3f} + {1000 * self.database / self.commits:.3f}"


def _told(turns: Mapping[tuple[str, int, int], Rate], lags: Sequence[float]) -> Part:
    rates = {of: rate.commits for of, rate in turns.items()}
    rows = [
        (
            f"{processes} process{'es' if processes > 1 else ''}, {threads} thread{'s' if threads > 1 else ''} each",
            f"{rates[OURS, processes, threads]:,.0f}",
            f"{rates[BARE, processes, threads]:,.0f}",
            f"{rates[OURS, processes, threads] / rates[BARE, processes, threads]:.0%}",
            *(turns[kind, processes, threads].milliseconds for kind in (OURS, BARE)),
            *(f"{turns[kind, processes, threads].cores:.1f}" for kind in (OURS, BARE)),
        )
        for processes, threads in WRITERS
    ]
    alone = rates[OURS, 1, 1] / rates[BARE, 1, 1]
    together = rates[OURS, 2, THREADS] / rates[BARE, 2, THREADS]
    twice = rates[OURS, 2, THREADS] / rates[OURS, 1, THREADS]
    half, most = quantiles(lags, n=100)[49], quantiles(lags, n=100)[98]
    return Part(
        "PostgreSQL",
        f"Durable appends a second to PostgreSQL, with notices to other processes: the median of {TURNS} turns of "
        f"{SECONDS} s, a turn of one followed by a turn of the other; and milliseconds from an answered append until "
        "another store hears of it. Processor time is that of the writers and, after the plus sign, of the database.",
        [
            Table(
                (
                    *("writers", "undercroft", "bare commits", "share"),
                    *("CPU of an append, ms", "of a bare commit"),
                    *("cores busy, undercroft", "bare"),
                ),
                rows,
            ),
            Table(("notices", "p50", "p99"), [(f"{len(lags)} appends", f"{half:.1f}", f"{most:.1f}")]),
        ],
        [
            Target(
                f"postgres: appends at least {LEAST_ALONE:.0%} of bare commits", f"{alone:.0%}", alone >= LEAST_ALONE
            ),
            Target(
                f"postgres: with 2 processes of {THREADS} threads at least {LEAST_TOGETHER:.0%}",
                f"{together:.0%}",
                together >= LEAST_TOGETHER,
            ),
            Target(
                f"postgres: two processes write at least {LEAST_TWICE:g} times as much as one",
                f"{twice:.2f} times",
                twice >= LEAST_TWICE,
                f"One process and PostgreSQL keep {turns[OURS, 1, THREADS].cores:.1f} of {os.cpu_count()} cores busy; "
                f"bare commits give {rates[BARE, 2, THREADS] / rates[BARE, 1, THREADS]:.2f} times.",
            ),
            Target(f"postgres: heard elsewhere within {HALF:g} ms, half of the time", f"{half:.1f} ms", half <= HALF),
            Target(f"postgres: and within {MOST:g} ms, 99 times in 100", f"{most:.1f} ms", most <= MOST),
        ],
    )


def _rate(cluster: Cluster, url: str, kind: str, processes: int, threads: int) -> Rate:
    """Commits a second of several processes at once, and what they cost."""
    command = [sys.executable, "-m", "benchmarks.databases", url, kind, str(threads), str(SECONDS)]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        process.stdout.readline()
    before = cluster.spent()
    for each in running:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    found = [json.loads(item.communicate()[0]) for item in running]
    commits, writers = (sum(each[what] for each in found) for what in ("commits", "seconds"))
    return Rate(commits / SECONDS, writers / SECONDS, (cluster.spent() - before) / SECONDS)


class _Ear:
    """Hears of one table."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.heard: dict[int, float] = {}
        self.news = Event()

    def watched(self) -> Collection[str]:
        """The table."""
        return (self.table,)

    def went_on(self, table: str, version: int) -> None:  # noqa: ARG002 - as it is called
        """Note when a version was heard of first."""
        self.heard.setdefault(version, time.perf_counter())
        self.news.set()

    def removed(self, table: str) -> None:
        """Nothing is removed."""

    def refreshed(self) -> None:
        """Nothing else is asked for."""


def _lags(url: str) -> list[float]:
    """Milliseconds from each append to the ear of another store."""
    with closing(PostgresStore(url)) as here, closing(PostgresStore(url)) as there:
        table = _new_table(here)
        ear = _Ear(table)
        there.shared.watch(ear)
        found: list[float] = []
        for version in range(1, NOTICES + 1):
            here.append(table, new_batch(version - 1))
            began = time.perf_counter()
            while version not in ear.heard:
                ear.news.wait(1)
                ear.news.clear()
            found.append(max(0.0, 1000 * (ear.heard[version] - began)))
            time.sleep(0.01)
    return found


def _new_table(store: PostgresStore) -> str:
    id = f"barrow-{secrets.token_hex(6)}"
    store.create(log.ListedTable(id, "The Barrow", "2026-01-31T19:00:00Z"), secrets.token_bytes(32))
    return id


def _write(url: str, kind: str, threads: int, seconds: float) -> dict[str, float]:
    """Write as often as possible for a while: how often, and in how many seconds of processor time."""
    sys.setswitchinterval(TURN)
    counts, begin = [0] * threads, Event()
    store = PostgresStore(url)
    tables = [_new_table(store) for _ in range(threads)]

    def ours(number: int) -> None:
        batch = new_batch(0)
        begin.wait()
        until, version = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            another = replace(batch, expected=version, key=f"{version}")  # only what must differ is made meanwhile
            assert isinstance(store.append(tables[number], another), log.Appended)
            version += 1
        counts[number] = version

    def bare(number: int) -> None:
        with psycopg.connect(url, autocommit=True) as db:
            begin.wait()
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                db.execute("INSERT INTO bare (body) VALUES (%s)", (EVENT,))
                counts[number] += 1

    running = [Thread(target=ours if kind == OURS else bare, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    print("ready", flush=True)
    sys.stdin.readline()
    before = time.process_time()
    begin.set()
    for thread in running:
        thread.join()
    spent = time.process_time() - before
    store.close()
    return {"commits": sum(counts), "seconds": spent}


if __name__ == "__main__":
    print(json.dumps(_write(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))))
