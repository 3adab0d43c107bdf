"""Hosting: what one command costs the server in processor time and bytes, with six seats at the table."""

import asyncio
import json
import os
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.listeners import Line, Screen
from benchmarks.report import Part, Table, Target
from benchmarks.screens import Served, known, panels_of, served, writer
from benchmarks.served import FIGHT
from undercroft.faces.web.live.viewer.screen import Screen as TableScreen

SEATS = 6
COMMANDS = 60
ACTS = 48
"""Commands of play at each table, whichever the bots choose."""
FIRST = 4
"""Commands of play at each table that are not measured: templates are compiled when they are first drawn."""
LEAST = 3
"""How often a command must have been given to be told of."""
SETTLED = 0.3
"""Seconds without news after which everybody has drawn what happened."""
MOST_CPU = 25.0
"""The target: milliseconds of processor time for a command and all screens after it."""
MOST_BYTES = 30.0
"""The target: kilobytes sent to all screens together."""

NOTE: Mapping[str, object] = {"kind": "note", "text": "The tide turns.", "everybody": True}
EXPLORING = ("move", "search", "listen", "end_step", "end_meeting")
FIGHTING = ("attack", "foes_act", "begin_round", "end_round")
"""The kinds of command that are given in play."""


class Cost(NamedTuple):
    """What a command cost: milliseconds of processor time, and kilobytes to all screens."""

    cpu: float
    sent: float


def measure() -> Part:
    """Milliseconds of processor time and kilobytes for a command."""
    with tempfile.TemporaryDirectory() as folder, served(folder, 1, 0) as (server, told):
        alone, note = asyncio.run(_note(server.pid, told))
        explored = asyncio.run(_played(server.pid, told, "table-0", EXPLORING, TableScreen.DUNGEON))
        fought = asyncio.run(_played(server.pid, told, FIGHT, FIGHTING, TableScreen.FIGHT))
    found = {"note": note} | {kind: costs for kind, costs in (explored | fought).items() if len(costs) >= LEAST}
    rows = [
        (
            kind,
            f"{len(costs)}",
            *(f"{value:.1f}" for value in (mean(cost.cpu for cost in costs), mean(cost.sent for cost in costs))),
        )
        for kind, costs in found.items()
    ]
    whole = [cost for costs in found.values() for cost in costs if costs is not note]
    usual = Cost(mean(cost.cpu for cost in whole), mean(cost.sent for cost in whole))
    a_note = Cost(mean(cost.cpu for cost in note), mean(cost.sent for cost in note))
    return Part(
        "Hosting",
        f"What a command costs the server, in means: the referee and the demo's players at {SEATS} screens, each told "
        f"that something changed and sent the panels that did, in a dungeon and in a fight, after {FIRST} commands at "
        "each table that are not measured. Client and server on the same machine. A note without screens takes "
        f"{alone:.1f} ms.",
        [Table(("command", "times", "CPU with six screens, ms", "kB to all screens"), rows)],
        [
            *_targets("a note", a_note),
            *_targets("a command of play", usual),
        ],
    )


def _targets(what: str, cost: Cost) -> list[Target]:
    return [
        Target(
            f"hosting: {what} with {SEATS} screens within {MOST_CPU:g} ms of CPU",
            f"{cost.cpu:.1f} ms",
            cost.cpu <= MOST_CPU,
            "Each screen is drawn for its seat.",
        ),
        Target(f"hosting: and within {MOST_BYTES:g} kB", f"{cost.sent:.1f} kB", cost.sent <= MOST_BYTES),
    ]


async def _note(server: int, told: Served) -> tuple[float, list[Cost]]:
    """Processor time of a note alone, and what notes cost with screens."""
    line = await writer(told)
    before = _spent(server)
    for number in range(COMMANDS):
        await _give(line, "table-0", NOTE, f"alone-{number}")
    alone = (_spent(server) - before) / COMMANDS
    screens = await _screens(told, "table-0", told.seats, TableScreen.DUNGEON)
    before, sent = _spent(server), _received(screens)
    for number in range(COMMANDS):
        counts = [screen.shown[-1].told + 1 for screen in screens]
        await _give(line, "table-0", NOTE, f"seen-{number}")
        for screen, count in zip(screens, counts, strict=True):
            await known(screen.shown, count)
    cost = Cost(1000 * (_spent(server) - before) / COMMANDS, (_received(screens) - sent) / COMMANDS / 1000)
    _close(line, screens)
    return 1000 * alone, [cost] * COMMANDS


async def _played(
    server: int, told: Served, table: str, kinds: Sequence[str], screen: TableScreen
) -> dict[str, list[Cost]]:
    """What the commands of play cost by kind, the first ones aside.

    Of those that are possible, the kind that was given least often comes next.
    """
    line, chance, given = await writer(told, table), random.Random(1), dict.fromkeys(kinds, 0)
    found: dict[str, list[Cost]] = {}
    screens = await _screens(told, table, told.fighters if table == FIGHT else told.seats, screen)
    await _settled(screens)
    for number in range(FIRST + ACTS):
        kind, command = _chosen(json.loads(await line.get(f"/api/tables/{table}/offers")), given, chance)
        if not command:
            break
        before, sent = _spent(server), _received(screens)
        await _give(line, table, command, f"play-{number}")
        await _settled(screens)
        given[kind] = given.get(kind, 0) + 1
        if number >= FIRST:
            cost = Cost(1000 * (_spent(server) - before), (_received(screens) - sent) / 1000)
            found.setdefault(kind, []).append(cost)
    _close(line, screens)
    return found


def _chosen(
    now: Mapping[str, Any], given: Mapping[str, int], chance: random.Random
) -> tuple[str, Mapping[str, object]]:
    """The next command of a table, and its kind; dice that are wanted go first."""
    if now["wanted"]:
        asked = now["wanted"][0]
        if asked["options"]:
            answers = [asked["options"][0]]
            return "answer", {
                "kind": "answer",
                "wanted": asked["wanted"],
                "ruling": asked["ruling"],
                "answers": answers,
            }
        return "roll_rest", {"kind": "roll_rest", "wanted": asked["wanted"]}
    possible = [offer for offer in now["offers"] if not offer["refused"] and not offer["warns"]]
    for kind in sorted((kind for kind in given if kind not in ("answer", "roll_rest")), key=given.__getitem__):
        if commands := [offer["command"] for offer in possible if offer["kind"] == kind]:
            return kind, chance.choice(commands)
    return "", {}


async def _screens(told: Served, table: str, cookies: Mapping[str, str], screen: TableScreen) -> list[Screen]:
    """Six screens: each seat's, the first ones twice."""
    seats = [*cookies.items(), *cookies.items()][:SEATS]
    return [
        await Screen(told.address, table, cookie, panels_of(referee=seat == "referee", screen=screen)).open()
        for seat, cookie in seats
    ]


async def _settled(screens: Sequence[Screen]) -> None:
    """Wait until every screen shows what it was told, and no more comes."""
    before, since = [-1], perf_counter()
    while perf_counter() - since < SETTLED:
        now = [len(marks) for screen in screens for marks in (screen.told, screen.shown)]
        if now != before or any(screen.behind for screen in screens):
            before, since = now, perf_counter()
        await asyncio.sleep(0.01)


def _received(screens: Sequence[Screen]) -> int:
    return sum(screen.received for screen in screens)


def _close(line: Line, screens: Sequence[Screen]) -> None:
    for screen in screens:
        screen.close()
    line.close()


async def _give(line: Line, table: str, command: Mapping[str, object], key: str) -> None:
    await line.post(f"/api/tables/{table}/commands", {"command": command, "key": f"{command['kind']} {key}"})


def _spent(process: int) -> float:
    """The processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
