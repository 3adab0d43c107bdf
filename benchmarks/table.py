"""The table: how fast a log is folded, how soon a long campaign is open, and what one command costs on it.

The long log is a short session, played by the server and written again and again until the log is long enough: the same
kinds of events in the same proportions, for the referee, four players and the spectators.
"""

import secrets
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from msgspec.structs import replace

from benchmarks.report import Part, Table, Target
from undercroft.kernel.units import SeatId
from undercroft.server.lines import LineReader, entry
from undercroft.server.log_loader import Depth, load
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.server.seat_histories import SeatHistories
from undercroft.server.tables import Tables
from undercroft.store import log
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import History
from undercroft.table.engine.part import Command
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.search import Search
from undercroft.table.state.ids import ActId, DoorId, PersonId, SiteId, ThingId, ZoneId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, Seat
from undercroft.table.state.sites import Door, DoorState, Site, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

LINES = 100_000
BATCH = 500
TURNS = 6
COMMANDS = 300
REPEATS = 5
FOLDED = 200_000
"""The target: events per second."""

OPENED, UNAIDED = 1.0, 10.0
"""The target: seconds to open a campaign of that length, from its snapshot and without one."""

GROWTH = 1.25
"""How many times as long a command may take on the long log as on a short one. More than noise would be growth."""

DICE = "2d6"
CRYPT, HALL, OAK = SiteId("crypt"), ZoneId("zone-0"), DoorId("door-0")
PEOPLE = tuple(PersonId(name) for name in ("maud", "ulf", "isolde", "oswin"))


def measure() -> Part:
    """Events per second, seconds to open, milliseconds per command."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, closing(SQLiteStore(Path(folder) / "t.db")) as store:
        tables = Tables(store)
        short, long = played(tables, "short"), played(tables, "long")
        told = _lengthened(store, "long", short)
        rates = _folds(told)
        whole = median(_seconds(lambda: load(store, "long", LineReader(), Depth.RECENT)) for _ in range(3))
        long = OpenTable(store, "long")
        long.resume()
        long.close()
        opened = median(_seconds(lambda: OpenTable(store, "long")) for _ in range(REPEATS))
        costs = _costs({"short": short, "long": long})
    rows = [(name, f"{rate:,.0f}") for name, rate in rates.items()]
    rows.append(("the log, read, checked and folded for everybody", f"{LINES / whole:,.0f}"))
    times = [
        (f"open {LINES:,} events from a snapshot", f"{1000 * opened:,.1f}"),
        (f"open {LINES:,} events without one", f"{1000 * whole:,.0f}"),
        ("one command, durable, on a short log", f"{1000 * costs['short']:.2f}"),
        ("one command, durable, on the long log", f"{1000 * costs['long']:.2f}"),
    ]
    return Part(
        "Table",
        f"A log of {LINES:,} events, told to a referee, four players and spectators; medians of {REPEATS}.",
        [Table(("fold", "events a second"), rows), Table(("what", "ms"), times)],
        _targets(rates["the truth alone"], opened, whole, costs),
    )


def _targets(fold: float, opened: float, whole: float, costs: dict[str, float]) -> list[Target]:
    growth = costs["long"] / costs["short"]
    return [
        Target(f"table: fold at least {FOLDED:,} events a second", f"{fold:,.0f}", fold >= FOLDED, "Slower than that."),
        Target(
            f"table: {LINES:,} events open within {OPENED:g} s from a snapshot",
            f"{opened:.2g} s",
            opened <= OPENED,
            "It takes longer.",
        ),
        Target(
            f"table: {LINES:,} events open within {UNAIDED:g} s without one",
            f"{whole:.2g} s",
            whole <= UNAIDED,
            "It takes longer.",
        ),
        Target(
            "table: the cost of one command does not grow with the log",
            f"{growth:.2f} times on {LINES:,} events",
            growth <= GROWTH,
            f"More than {GROWTH:g} times.",
        ),
    ]


def _campaign() -> Begin:
    """Four adventurers at a crypt of twenty rooms in a row."""
    zones = {ZoneId(f"zone-{n}"): Zone(ZoneId(f"zone-{n}"), f"Room {n}", "A vaulted room.") for n in range(20)}
    doors = {
        DoorId(f"door-{n}"): Door(
            DoorId(f"door-{n}"), (ZoneId(f"zone-{n}"), ZoneId(f"zone-{n + 1}")), DoorState.LOCKED, f"door {n}"
        )
        for n in range(19)
    }
    return Begin(
        "The Crypt",
        seats=tuple(Seat(SeatId(name), name.title()) for name in PEOPLE),
        people=tuple(Person(name, name.title(), SeatId(name), hp=6, hp_max=6) for name in PEOPLE),
        things=tuple(
            Thing(
                ThingId(f"torches-{name}"), "torches", ThingKind.LIGHT, Carried(name, Worn.READIED), 6, 2, item="torch"
            )
            for name in PEOPLE
        ),
        sites=(Site(CRYPT, "The Crypt", HALL, zones=zones, doors=doors),),
        party=PEOPLE,
    )


def played(tables: Tables, id: str) -> OpenTable:
    """A short session: lights, a door, searches, turns."""
    table = tables.begin(id, _campaign())
    _do(table, EnterSite(MAIN, CRYPT))
    for turn in range(TURNS):
        if turn == 0:
            _do(table, LightUp(PEOPLE[0], ThingId("torches-maud")))
        _do(table, OpenDoor(PEOPLE[turn % 4], OAK))
        if turn < len(PEOPLE):
            _do(table, Listen(PEOPLE[turn], OAK))
        _do(table, Search(PEOPLE[0]))
        _do(table, EndStep(MAIN))
        for due in pending_encounters(table.now, table.now.groups[MAIN]):
            _do(table, Dismiss(MAIN, due.creatures))
    return table


def _do(table: OpenTable, command: Command) -> None:
    done = table.act(REFEREE, command, key=secrets.token_hex(8))
    if not isinstance(done, Acted):
        raise TypeError(done)


def _lengthened(store: Store, id: str, of: OpenTable) -> list[Told]:
    """Write the session after its start into a log again and again, act by act, and return all the facts."""
    reader = LineReader()
    session = [reader.told(line) for line in store.read(of.id)][-150:]
    told = [reader.told(line) for line in store.read(id)]
    while len(told) < LINES:
        more: list[Told] = []
        while len(more) < min(BATCH, LINES - len(told)):
            more += _again(session)
        _append(store, id, more[: LINES - len(told)])
        told += more[: LINES - len(told)]
    return told


def _again(session: Sequence[Told]) -> list[Told]:
    names = {act: ActId(secrets.token_hex(8)) for act in {told.act for told in session if told.act is not None}}
    return [told if told.act is None else replace(told, act=names[told.act]) for told in session]


def _append(store: Store, id: str, told: Sequence[Told]) -> None:
    entries = tuple(entry(fact, "2026-01-31T19:00:00Z") for fact in told)
    store.append(id, log.Batch(store.head(id).version, secrets.token_hex(8), b"again", entries, b"{}"))


def _folds(told: Sequence[Told]) -> dict[str, float]:
    """Events per second, already read: into the truth, and into every seat's own history."""
    true = [fact for fact in told if REFEREE in fact.to]
    return {
        "the truth alone": len(true) / median(_seconds(lambda: _truth(true)) for _ in range(REPEATS)),
        "everybody": len(told) / median(_seconds(lambda: _everybody(told)) for _ in range(REPEATS)),
    }


def _truth(told: Sequence[Told]) -> None:
    take = History().take
    for fact in told:
        take(fact)


def _everybody(told: Sequence[Told]) -> None:
    take = SeatHistories("bench").take
    for fact in told:
        take(fact)


def _costs(tables: dict[str, OpenTable]) -> dict[str, float]:
    """The seconds for a command on each table; the tables take turns."""
    spent: dict[str, list[float]] = {name: [] for name in tables}
    for number in range(COMMANDS):
        for name, table in tables.items():
            spent[name].append(_seconds(partial(_do, table, ThrowDice(DICE, f"luck {number}"))))
    return {name: median(times) for name, times in spent.items()}


def _seconds(run: Callable[[], object]) -> float:
    began = perf_counter()
    run()
    return perf_counter() - began
