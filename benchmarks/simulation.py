"""Whole expeditions: how many a second, compiled, in plain Python, and at the real table.

The expedition has 24 turns, four delvers and an encounter check every third turn. Runs per processor second move less
with the load of the machine than runs a second, so both are told, with the fights and dice of a run.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter, process_time

from msgspec import Struct

from benchmarks.report import Part, Table, Target
from undercroft.foresight import tallies
from undercroft.foresight.compiled import CACHE
from undercroft.foresight.encode import Encoded
from undercroft.foresight.explorer import at_table
from undercroft.foresight.prepare import encoded
from undercroft.foresight.runs import Runner, has_numba, warm
from undercroft.foresight.scenario import Delver, Scenario, Wanderers

MILLION, TIMES_THE_TABLE = 1_000_000, 1000
COMPILED_RUNS, PLAIN_RUNS, TABLE_RUNS = 2_000_000, 2000, 100
SEED = 1
ALONE = """
import time, undercroft.foresight.runs as runs
began = time.perf_counter()
runs.warm()
print(time.perf_counter() - began, time.process_time())
"""

WANDERERS = (
    Wanderers("goblins", "1d6 goblins HD 1-1 AC 3 1d6"),
    Wanderers("orcs", "1d4 orcs HD 1 AC 3 1d8"),
    Wanderers("rats", "2d4 rats HD 1/2 AC 2 1d3"),
    Wanderers("a cold wind"),
)
DELVERS = (Delver("Delver", count=4, hp=8, armour="light armour", torches=2, healers_kit=True),)
EXPEDITION = Scenario("24 turns", preset="undercroft", party=DELVERS, wanderers=WANDERERS, turns=24)
FIGHT = Scenario("a fight", preset="violence", party=DELVERS, foes="4 orcs HD 1 AC 3 1d8")


class Timed(Struct, frozen=True):
    """Runs a second, runs per processor second, and what a run holds."""

    a_second: float
    per_processor_second: float
    fights: float
    dice: float


def measure() -> Part:
    """Measure the simulator."""
    rows: list[tuple[str, ...]] = []
    best, table = Timed(0, 0, 0, 0), Timed(0, 1, 0, 0)
    for name, scenario in (("expedition of 24 turns", EXPEDITION), ("fight with four orcs", FIGHT)):
        numbers = encoded(scenario)
        ways: list[tuple[str, bool, int]] = [("plain Python", True, PLAIN_RUNS)]
        if has_numba():
            warm()
            ways.insert(0, (f"compiled, {os.cpu_count()} threads", False, COMPILED_RUNS))
        timed = {way: _timed(numbers, runs, plain=plain) for way, plain, runs in ways}
        timed["the table itself"] = _at_table(scenario)
        rows += [(name, way, *_cells(found)) for way, found in timed.items()]
        if scenario is EXPEDITION and has_numba():
            best = next(iter(timed.values()))
            table = timed["the table itself"]
    head = ("scenario", "played", "runs a second", "runs per processor second", "fights a run", "dice a run")
    targets = [] if not best.a_second else [
        Target("a million expeditions a second, compiled", f"{best.a_second:,.0f}", best.a_second >= MILLION,
               "a fight takes most of the time; the machine may be busy"),
        Target(f"{TIMES_THE_TABLE:,} times as many as the table plays, by processor time",
               f"{best.per_processor_second / table.per_processor_second:,.0f} times",
               best.per_processor_second >= TIMES_THE_TABLE * table.per_processor_second),
    ]  # fmt: skip
    return Part(
        "Simulation",
        "Whole runs by the rules of the table; see [the guide](../docs/foresight.md).",
        [Table(head, rows), *([_compiling()] if has_numba() else [])],
        targets,
        ["d20-mc-simulator could not be had from the package index at hand, so no similar program is measured."],
    )


def _cells(found: Timed) -> tuple[str, ...]:
    speed = f"{found.a_second:,.0f}", f"{found.per_processor_second:,.0f}"
    return (*speed, f"{found.fights:.2f}", f"{found.dice:.0f}") if found.dice else (*speed, "", "")


def _timed(numbers: Encoded, runs: int, *, plain: bool) -> Timed:
    runner = Runner(numbers, SEED, plain=plain)
    wall, cpu = _clocked(lambda: list(runner.play(runs)))
    tally = runner.tally
    return Timed(runs / wall, runs / cpu, tally[tallies.FIGHTS] / runs, tally[tallies.DICE] / runs)


def _at_table(scenario: Scenario) -> Timed:
    def play() -> None:
        for run in range(TABLE_RUNS):
            at_table(scenario, SEED, run)

    wall, cpu = _clocked(play)
    return Timed(TABLE_RUNS / wall, TABLE_RUNS / cpu, 0.0, 0.0)


def _clocked(work: Callable[[], object]) -> tuple[float, float]:
    """The seconds and the processor seconds of some work."""
    wall, cpu = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - cpu


def _compiling() -> Table:
    """How long compiling takes, how long a start with kept code takes, and the memory of this process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, CACHE: folder}
        cold, kept = (_alone(environment) for _ in range(2))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows = [
        ("compile, nothing kept", f"{cold[0]:.1f} s", f"{cold[1]:.1f} s"),
        ("start with kept code", f"{kept[0]:.1f} s", f"{kept[1]:.1f} s"),
        ("memory after all runs above", f"{memory:.0f} MB", ""),
    ]
    return Table(("", "time", "processor time with imports"), rows)


def _alone(environment: dict[str, str]) -> tuple[float, float]:
    """Compile in a process of its own."""
    done = subprocess.run([sys.executable, "-c", ALONE], env=environment, check=True, capture_output=True, text=True)
    wall, cpu = done.stdout.split()
    return float(wall), float(cpu)
