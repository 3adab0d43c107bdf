"""Durable appends: a whole append of the store beside a bare commit of one row, same disk, same sync, taking turns.

An append here is what one command at the table writes: its event, a key as our clients make them, the stored answer,
the positions of two streams of dice, the chain link and the new head. The bare commit writes the same event into a
table of two columns.
"""

import secrets
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import Part, Table, Target
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.wire import encode
from undercroft.server.new_ids import new_key
from undercroft.store import log
from undercroft.store.sqlite import SQLiteStore

TURNS = 40
APPENDS = 250
"""The appends in one turn. The first turns of each fill the write-ahead log and are not counted."""

WARM_UP = 5
SHARE = 0.7
EVENT = encode(
    {"by": "maud", "fuel": "torch", "until": 93_600, "where": "the stair below the chapel", "why": "x" * 120}
)
ANSWER = encode({"cursor": 4711, "events": [{"kind": "table.torch-lit", "says": "Maud lights a torch. " * 8}]})
READ = 20_000


def measure() -> Part:
    """Appends per second and their share of bare commits, and how fast a log is read and checked."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        rates = _taking_turns(Path(folder))
        reading = _reading(Path(folder))
    ours, bare = (median(of) for of in rates.values())
    share = ours / bare
    rows = [(name, f"{median(of):,.0f}", f"{min(of):,.0f}", f"{max(of):,.0f}") for name, of in rates.items()]
    return Part(
        "Store",
        f"Durable appends a second to SQLite {sqlite3.sqlite_version} (write-ahead log, full sync): {TURNS} turns of "
        f"{APPENDS}, the median turn, the slowest and the quickest. A turn of one is followed by a turn of the other.",
        [Table(("what", "median", "slowest", "quickest"), rows)],
        [
            Target(
                f"store: durable appends at least {SHARE:.0%} of bare one-row commits",
                f"{share:.0%}",
                share >= SHARE,
                f"{ours:,.0f} a second where {SHARE * bare:,.0f} are asked for.",
            )
        ],
        [f"A log of {READ:,} lines is read and its chain checked at {reading:,.0f} lines a second."],
    )


def _taking_turns(folder: Path) -> dict[str, list[float]]:
    with closing(SQLiteStore(folder / "ours.db")) as store, closing(_bare(folder / "bare.db")) as db:
        store.create(log.ListedTable("barrow", "The Barrow", "2026-01-31T19:00:00Z"), secrets.token_bytes(32))
        turns: dict[str, Callable[[int], float]] = {
            "undercroft": lambda start: _ours(store, start),
            "a bare commit": lambda start: _commits(db, start),
        }
        rates: dict[str, list[float]] = {name: [] for name in turns}
        for turn in range(WARM_UP + TURNS):
            for name, run in turns.items():
                seconds = run(turn * APPENDS)
                if turn >= WARM_UP:
                    rates[name].append(APPENDS / seconds)
        return rates


def _bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE lines (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
    return db


def _commits(db: sqlite3.Connection, start: int) -> float:
    began = perf_counter()
    for seq in range(start, start + APPENDS):
        db.execute("INSERT INTO lines VALUES (?, ?)", (seq, EVENT))
    return perf_counter() - began


def _ours(store: SQLiteStore, start: int) -> float:
    batches = [new_batch(version) for version in range(start, start + APPENDS)]
    began = perf_counter()
    for batch in batches:
        store.append("barrow", batch)
    return perf_counter() - began


def new_batch(version: int) -> log.Batch:
    """What one command writes."""
    return log.Batch(
        version,
        new_key(),
        secrets.token_bytes(32),
        (_entry(version),),
        ANSWER,
        FrozenMap({"table/public": version, "table/referee": 3 * version}),
    )


def _entry(at: int) -> log.Entry:
    audience = ("maud", "oswin", "referee", "spectators")
    return log.Entry(secrets.token_hex(8), at, audience, "table.torch-lit", EVENT, "2026-01-31T19:04:11.250Z")


def _reading(folder: Path) -> float:
    """Lines per second, read from a closed file."""
    path = folder / "read.db"
    with closing(SQLiteStore(path)) as store:
        store.create(log.ListedTable("barrow", "The Barrow", "2026-01-31T19:00:00Z"), secrets.token_bytes(32))
        store.append("barrow", log.Batch(0, "k", b"f", tuple(_entry(at) for at in range(READ)), b""))
    with closing(SQLiteStore(path, readonly=True)) as store:
        began = perf_counter()
        store.verify("barrow")
        return READ / (perf_counter() - began)
