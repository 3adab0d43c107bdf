"""Hosting: what one command costs the server in processor time and bytes, with six seats at the table."""

import asyncio
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.listeners import Line, Screen
from benchmarks.report import Part, Table, Target
from benchmarks.screens import Served, known, panels_of, served, writer

SEATS = 6
COMMANDS = 60
MOST_CPU = 25.0
"""The target: milliseconds of processor time for a command and all screens after it."""
MOST_BYTES = 30.0
"""The target: kilobytes sent to all screens together."""

NOTE = "a note for everybody"
_COMMANDS: Mapping[str, Mapping[str, object]] = {
    NOTE: {"kind": "note", "text": "The tide turns.", "everybody": True},
}


def measure() -> Part:
    """Milliseconds of processor time and kilobytes for a command."""
    with tempfile.TemporaryDirectory() as folder, served(folder, 1, 0) as (server, told):
        found = {name: asyncio.run(_cost(server.pid, told, name)) for name in _COMMANDS}
    rows = [(name, *(f"{value:.1f}" for value in cost)) for name, cost in found.items()]
    cpu, sent = max(cost[1] for cost in found.values()), max(cost[2] for cost in found.values())
    return Part(
        "Hosting",
        f"What a command costs the server: means of {COMMANDS}, the referee and the demo's players at {SEATS} screens, "
        "each told that something changed and sent the panels that did. Client and server on the same machine.",
        [Table(("command", "CPU alone, ms", "CPU with six screens, ms", "kB to all screens"), rows)],
        [
            Target(
                f"hosting: a command with {SEATS} screens within {MOST_CPU:g} ms of CPU",
                f"{cpu:.1f} ms",
                cpu <= MOST_CPU,
            ),
            Target(f"hosting: and within {MOST_BYTES:g} kB", f"{sent:.1f} kB", sent <= MOST_BYTES, "More is sent."),
        ],
    )


async def _cost(server: int, told: Served, name: str) -> tuple[float, float, float]:
    """Processor time of a command alone and with screens, and the kilobytes that the screens are sent."""
    line = await writer(told)
    before = _spent(server)
    for number in range(COMMANDS):
        await _give(line, name, f"alone-{number}")
    alone = (_spent(server) - before) / COMMANDS
    seats = [*told.seats.items(), *told.seats.items()][:SEATS]
    screens = [
        await Screen(told.address, "table-0", cookie, panels_of(referee=seat == "referee")).open()
        for seat, cookie in seats
    ]
    before, sent = _spent(server), sum(screen.received for screen in screens)
    for number in range(COMMANDS):
        counts = [screen.shown[-1].told + 1 for screen in screens]
        await _give(line, name, f"seen-{number}")
        for screen, count in zip(screens, counts, strict=True):
            await known(screen.shown, count)
    seen = (_spent(server) - before) / COMMANDS
    kilobytes = (sum(screen.received for screen in screens) - sent) / COMMANDS / 1000
    for screen in screens:
        screen.close()
    line.close()
    return 1000 * alone, 1000 * seen, kilobytes


async def _give(line: Line, name: str, key: str) -> None:
    await line.post("/api/tables/table-0/commands", {"command": _COMMANDS[name], "key": f"{name} {key}"})


def _spent(process: int) -> float:
    """The processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
