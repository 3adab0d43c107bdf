"""A store in PostgreSQL beside bare commits of one row: the same database, the same sync, taking turns.

An append is what a command at the table writes, as in `benchmarks.store`. A bare commit inserts the same event into a
table of two columns. Writers are processes of their own, each with as many threads and tables:
`python -m benchmarks.databases URL KIND THREADS SECONDS` is one.
"""

import json
import secrets
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from contextlib import closing
from statistics import median, quantiles
from threading import Event, Thread

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
        rates = {
            (kind, processes, threads): median(_rate(url, kind, processes, threads) for _ in range(TURNS))
            for processes, threads in ((1, 1), (1, THREADS), (2, THREADS))
            for kind in (OURS, BARE)
        }
        lags = _lags(url)
    return _told(rates, lags)


def _told(rates: dict[tuple[str, int, int], float], lags: Sequence[float]) -> Part:
    rows = [
        (
            f"{processes} process{'es' if processes > 1 else ''}, {threads} thread{'s' if threads > 1 else ''} each",
            f"{rates[OURS, processes, threads]:,.0f}",
            f"{rates[BARE, processes, threads]:,.0f}",
            f"{rates[OURS, processes, threads] / rates[BARE, processes, threads]:.0%}",
        )
        for processes, threads in ((1, 1), (1, THREADS), (2, THREADS))
    ]
    alone = rates[OURS, 1, 1] / rates[BARE, 1, 1]
    together = rates[OURS, 2, THREADS] / rates[BARE, 2, THREADS]
    twice = rates[OURS, 2, THREADS] / rates[OURS, 1, THREADS]
    half, most = quantiles(lags, n=100)[49], quantiles(lags, n=100)[98]
    return Part(
        "PostgreSQL",
        f"Durable appends a second to PostgreSQL, with notices to other processes: the median of {TURNS} turns of "
        f"{SECONDS} s, a turn of one followed by a turn of the other; and milliseconds from an answered append until "
        "another store hears of it.",
        [
            Table(("writers", "undercroft", "bare commits", "share"), rows),
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
                "Writers and PostgreSQL share the same cores here.",
            ),
            Target(f"postgres: heard elsewhere within {HALF:g} ms, half of the time", f"{half:.1f} ms", half <= HALF),
            Target(f"postgres: and within {MOST:g} ms, 99 times in 100", f"{most:.1f} ms", most <= MOST),
        ],
    )


def _rate(url: str, kind: str, processes: int, threads: int) -> float:
    """Commits a second of several processes at once."""
    command = [sys.executable, "-m", "benchmarks.databases", url, kind, str(threads), str(SECONDS)]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        process.stdout.readline()
    for each in running:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    return sum(json.loads(item.communicate()[0]) for item in running) / SECONDS


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


def _write(url: str, kind: str, threads: int, seconds: float) -> int:
    """Write as often as possible for a while; how often."""
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
    begin.set()
    for thread in running:
        thread.join()
    store.close()
    return sum(counts)


if __name__ == "__main__":
    print(_write(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
