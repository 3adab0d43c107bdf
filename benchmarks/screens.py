"""The live table seen from the screens: how soon they all show an act, what the server needs, and the page."""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.request import urlopen

from benchmarks.hidden import SAMPLES, differences
from benchmarks.listeners import Line, Mark, Screen, first
from benchmarks.pageload import Load, loads
from benchmarks.report import Part, Table, Target
from undercroft.faces.web.live.panels.screens import LAYOUTS
from undercroft.faces.web.live.viewer.screen import Screen as TableScreen

SCREENS = 8
COMMANDS = 200
CROWD = 1000
EVENTS = 50
TABLES = 10
STARTS = 5
SETTLED = 3.0
"""The seconds for the crowd to leave before pages are measured."""
PATIENCE = 60.0
"""The seconds after which a screen should have shown what it was told."""

EIGHT_HALF, EIGHT_MOST, CROWD_MOST = 50, 200, 500
MOST_MEMORY = 150
MOST_START = 2.0
MOST_PAGE = 200
MOST_LOAD = 500
MOST_APART = 5


class Served(NamedTuple):
    """The address of a server, and the cookies for its first table and for the one in a fight."""

    address: str
    seats: dict[str, str]
    fighters: dict[str, str]
    spectators: list[str]


def measure() -> Part:
    """Milliseconds to every other screen, megabytes, seconds to the first answer, kilobytes and time of the page."""
    with tempfile.TemporaryDirectory() as folder:
        with served(folder, TABLES, CROWD) as (server, told):
            eight = asyncio.run(_screens(told))
            memory = _megabytes(server.pid)
            crowd = asyncio.run(_crowd(told))
            apart = asyncio.run(differences(told.address, told.seats))
            sleep(SETTLED)
            page = loads(told.address, "table-0", told.seats)
        start = median(_first_answer(folder) for _ in range(STARTS))
    rows = [
        (f"{SCREENS} screens, told that something changed", *_row(eight["told"])),
        (f"{SCREENS} screens, every panel fetched anew", *_row(eight["shown"])),
        (f"{CROWD:,} who look on, told that something changed", *_row(crowd)),
    ]
    figures: list[tuple[str, str]] = [
        (f"memory of the server with {TABLES} open tables, MB", f"{memory:.0f}"),
        ("`undercroft serve` to its first answer, s", f"{start:.2f}"),
        *((name, value) for load in page for name, value in load.rows()),
        *(
            (f"{name}, asked for {SAMPLES:,} times: apart from what is not there, ms", f"{ms:.2f}")
            for name, ms in apart.items()
        ),
    ]
    return Part(
        "Screens",
        f"Milliseconds from a command to the other screens, client and server on the same machine: {COMMANDS} of them, "
        f"one after the other, and {EVENTS} at five a second with {CROWD:,} streams. The table is the demo's.",
        [Table(("screens", "p50", "p99", "most"), rows), Table(("what", "measured"), figures)],
        _targets(eight["shown"], crowd, memory, start, page, max(apart.values())),
    )


@contextmanager
def served(
    folder: str, tables: int, spectators: int, *, limited: bool = False
) -> Generator[tuple[subprocess.Popen[str], Served], None, None]:
    """A running server, and what it printed; `limited` as everybody else runs it."""
    command = [sys.executable, "-m", "benchmarks.served", folder, str(tables), str(spectators)]
    if limited:
        command.append("limited")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server, Served(**json.loads(server.stdout.readline() if server.stdout else "{}"))
        finally:
            server.terminate()


async def _screens(told: Served) -> dict[str, list[float]]:
    """The referee's screen and the players', some of them twice; one more connection acts."""
    seats = [*told.seats.items(), *told.seats.items()][:SCREENS]
    screens = [
        await Screen(told.address, "table-0", cookie, panels_of(referee=seat == "referee")).open()
        for seat, cookie in seats
    ]
    spent: dict[str, list[float]] = {"told": [], "shown": []}
    line = await writer(told)
    for number in range(COMMANDS):
        next_of = [screen.shown[-1].told + 1 for screen in screens]
        began = perf_counter()
        await _note(line, number)
        for screen, count in zip(screens, next_of, strict=True):
            spent["shown"].append(1000 * (await known(screen.shown, count) - began))
            spent["told"].append(1000 * (await known(screen.told, count) - began))
    for screen in screens:
        screen.close()
    return spent


async def _crowd(told: Served) -> list[float]:
    """Every spectator is told of every event, five times a second."""
    screens = [await Screen(told.address, "table-0", cookie).open() for cookie in told.spectators]
    line = await writer(told)
    await _note(line, COMMANDS)
    for screen in screens:
        await known(screen.told, 1)
    counts = [screen.told[-1].told for screen in screens]
    began: list[float] = []
    for number in range(1, EVENTS + 1):
        began.append(perf_counter())
        await _note(line, COMMANDS + number)
        await asyncio.sleep(max(0.0, 0.2 - (perf_counter() - began[-1])))
    spent = [
        1000 * (await known(screen.told, before + number) - since)
        for screen, before in zip(screens, counts, strict=True)
        for number, since in enumerate(began, 1)
    ]
    for screen in screens:
        screen.close()
    return spent


async def known(marks: Sequence[Mark], count: int) -> float:
    """Wait until a screen has been told that much, and return the time."""
    async with asyncio.timeout(PATIENCE):
        while (at := first(marks, count)) is None:  # noqa: ASYNC110 - as cheap as can be
            await asyncio.sleep(0.001)
    return at


async def writer(told: Served, table: str = "table-0") -> Line:
    """A connection of the referee, to act."""
    host, _, port = told.address.removeprefix("http://").partition(":")
    cookies = told.seats if table == "table-0" else told.fighters
    return await Line(host, int(port), f"seat-{table}={cookies['referee']}").open()


async def _note(line: Line, number: int) -> None:
    command = {"kind": "note", "text": f"The tide turns, {number}.", "everybody": True}
    await line.post("/api/tables/table-0/commands", {"command": command, "key": f"note-{number}"})


def panels_of(*, referee: bool, screen: TableScreen = TableScreen.DUNGEON) -> tuple[str, ...]:
    """The panels of a screen."""
    layout = LAYOUTS[screen]
    return tuple(panel.name for _, panels in (layout.referee if referee else layout.player) for panel in panels)


def _row(values: Sequence[float]) -> tuple[str, str, str]:
    return f"{_share(values, 50):.0f}", f"{_share(values, 99):.0f}", f"{max(values):.0f}"


def _share(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


def _megabytes(pid: int) -> float:
    """The memory that a process uses."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024


def _first_answer(folder: str) -> float:
    """Seconds from the command to the first page served."""
    began = perf_counter()
    script = "from undercroft.faces.cli import main; main()"
    command = [sys.executable, "-c", script, "serve", "--json", "--port", "0", "--data", f"{folder}/start.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        address = json.loads(server.stdout.readline() if server.stdout else "{}")["addresses"][0]
        with urlopen(f"{address}/") as answer:
            answer.read()
        spent = perf_counter() - began
        server.terminate()
    sleep(0.1)
    return spent


def _targets(
    eight: Sequence[float],
    crowd: Sequence[float],
    memory: float,
    start: float,
    page: Sequence[Load],
    apart: float,
) -> list[Target]:
    half, most, crowded = _share(eight, 50), _share(eight, 99), _share(crowd, 99)
    return [
        Target(
            f"screens: a command is on {SCREENS} other screens, half of the time within {EIGHT_HALF} ms",
            f"{half:.0f} ms",
            half < EIGHT_HALF,
            "It takes longer.",
        ),
        Target(f"screens: and 99 times in 100 within {EIGHT_MOST} ms", f"{most:.0f} ms", most < EIGHT_MOST, "Slower."),
        Target(
            f"screens: {CROWD:,} who look on are told within {CROWD_MOST} ms, 99 times in 100",
            f"{crowded:.0f} ms",
            crowded < CROWD_MOST,
            "It takes longer.",
        ),
        Target(
            f"screens: the server with {TABLES} open tables needs under {MOST_MEMORY} MB",
            f"{memory:.0f} MB",
            memory < MOST_MEMORY,
            "It needs more.",
        ),
        Target(
            f"screens: `undercroft serve` answers within {MOST_START:g} s",
            f"{start:.2f} s",
            start < MOST_START,
            "It takes longer.",
        ),
        Target(
            f"screens: the table's page is under {MOST_PAGE} kB with all it loads, maps aside",
            f"{max(load.kilobytes for load in page):.0f} kB" if page else "no browser here",
            all(load.kilobytes < MOST_PAGE for load in page) if page else None,
            "It weighs more.",
        ),
        Target(
            f"screens: and can be used within {MOST_LOAD / 1000:g} s",
            f"{max(load.milliseconds for load in page):.0f} ms" if page else "no browser here",
            all(load.milliseconds < MOST_LOAD for load in page) if page else None,
            "It takes longer.",
        ),
        Target(
            f"screens: what is hidden and what is not there are answered within {MOST_APART} ms of each other",
            f"{apart:.2f} ms",
            apart <= MOST_APART,
            "They can be told apart.",
        ),
    ]
