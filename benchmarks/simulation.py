"""Whole expeditions: how many a second, compiled, in plain Python, and at the real table.

Every expedition has 24 turns, four delvers and an encounter check every third turn, and the party waits for what
creatures do. A plain one stays in one room. The targets hold for one into a site with doors, traps, treasure, searches
and a room of orcs, which is not the demo's. Runs per processor second move less with the load of the machine than runs
a second, so both are told, with the fights and dice of a run.
"""

import os
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from time import perf_counter, process_time

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.report import Part, Table, Target
from undercroft.foresight import examples, tallies
from undercroft.foresight.compiled import CACHE
from undercroft.foresight.encode import Encoded
from undercroft.foresight.explorer import at_table
from undercroft.foresight.prepare import encoded
from undercroft.foresight.runs import Runner, has_numba, warm
from undercroft.foresight.scenario import (
    Delver,
    Exit,
    PartyPolicy,
    Scenario,
    ScenarioRoom,
    ScenarioTrap,
    Treasure,
    Wanderers,
    checked,
)
from undercroft.table.state.sites import DoorState

MILLION, TIMES_THE_TABLE = 1_000_000, 1000
IN_THE_WAY = (
    "runs per processor second times the cores are the most that an idle machine gives. Nearly all of a run is its "
    "turns; each is begun, decided and ended by the table's own steps, and the table of where the time goes has the "
    "figures"
)
"""What stands in the way of a million."""
PEERS = (
    "d20-mc-simulator is not on the package index, nor is another simulator of whole expeditions; battlesim, which is, "
    "moves armies over a field by rules of its own. So nothing is measured beside it."
)
COMPILED_RUNS, PLAIN_RUNS, TABLE_RUNS, PROFILED_RUNS = 2_000_000, 2000, 100, 500_000
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
FULL = Scenario(
    "a full site",
    preset="undercroft",
    party=tuple(replace(delver, thieves_tools=True) for delver in DELVERS),
    wanderers=WANDERERS,
    turns=24,
    policy=PartyPolicy(search=True, heal=50, retreat=30),
    rooms=(
        ScenarioRoom("stairs"),
        ScenarioRoom("hall", stay=2, traps=(ScenarioTrap("a dart", "1d4"),)),
        ScenarioRoom("gallery", corridor=True),
        ScenarioRoom("crypt", foes=("3 orcs HD 1 AC 3 1d8",), stay=2, treasure=(Treasure("a ring", 90, hidden=True),)),
    ),
    exits=(
        Exit(("stairs", "hall"), DoorState.STUCK),
        Exit(("hall", "gallery"), DoorState.LOCKED),
        Exit(("gallery", "crypt"), DoorState.CLOSED),
    ),
)
"""An expedition into rooms, with every rule that a site adds."""

JOURNEY = checked(tomllib.loads(examples.text("marches")))
FIGHT = Scenario("a fight", preset="violence", party=DELVERS, foes="4 orcs HD 1 AC 3 1d8")


SITE, PLAIN = "expedition into a full site", "expedition that waits in one room"
SCENARIOS = {PLAIN: EXPEDITION, SITE: FULL, "fight with four orcs": FIGHT, "journey of a week": JOURNEY}


class Timed(Struct, frozen=True):
    """Runs a second, runs per processor second, and what a run holds."""

    a_second: float
    per_processor_second: float
    fights: float
    dice: float


def measure() -> Part:
    """Measure the simulator."""
    rows: list[tuple[str, ...]] = []
    compiled: dict[str, Timed] = {}
    tables: dict[str, Timed] = {}
    for name, scenario in SCENARIOS.items():
        numbers = encoded(scenario)
        ways: list[tuple[str, bool, int]] = [("plain Python", True, PLAIN_RUNS)]
        if has_numba():
            warm()
            ways.insert(0, (f"compiled, {os.cpu_count()} threads", False, COMPILED_RUNS))
        timed = {way: _timed(numbers, runs, plain=plain) for way, plain, runs in ways}
        timed["the table itself"] = _at_table(scenario)
        rows += [(name, way, *_cells(found)) for way, found in timed.items()]
        if has_numba():
            compiled[name] = next(iter(timed.values()))
            tables[name] = timed["the table itself"]
    head = ("scenario", "played", "runs a second", "runs per processor second", "fights a run", "dice a run")
    targets = _targets(compiled[SITE], tables[SITE], compiled[PLAIN]) if compiled else []
    return Part(
        "Simulation",
        "Whole runs by the rules of the table; see [the guide](../docs/foresight.md). No site here is the demo's.",
        [Table(head, rows), *([_profile(), _compiling()] if has_numba() else [])],
        targets,
        [PEERS],
    )


def _targets(site: Timed, table: Timed, plain: Timed) -> list[Target]:
    """The targets hold for the expedition into a full site; the plain one is told beside it."""
    return [
        Target("a million expeditions a second, compiled, with doors, traps, treasure and searches",
               f"{_held(site)}; in one room {_held(plain)}", site.a_second >= MILLION, IN_THE_WAY),
        Target(f"{TIMES_THE_TABLE:,} times as many of them as the table plays, by processor time",
               f"{site.per_processor_second / table.per_processor_second:,.0f} times",
               site.per_processor_second >= TIMES_THE_TABLE * table.per_processor_second),
    ]  # fmt: skip


def _held(found: Timed) -> str:
    return f"{found.a_second:,.0f} ({found.fights:.2f} fights, {found.dice:.0f} dice a run)"


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


def _profile() -> Table:
    """Where the processor time of a compiled expedition goes: turns, fights, and the rules that a full site adds."""
    quiet = replace(EXPEDITION, wanderers=(Wanderers("a cold wind"), Wanderers("dust")))
    turns = _timed(encoded(quiet), PROFILED_RUNS, plain=False)
    still = _timed(encoded(replace(quiet, turns=1)), PROFILED_RUNS, plain=False)
    whole = _timed(encoded(EXPEDITION), PROFILED_RUNS, plain=False)
    full = _timed(encoded(FULL), PROFILED_RUNS, plain=False)
    took, of_turns = 1 / whole.per_processor_second, 1 / turns.per_processor_second
    begun = 1 / still.per_processor_second
    rows = [
        ("the start of a run, one turn, and counting it", _micro(begun), f"{begun / took:.0%}", ""),
        ("23 turns more with their checks and light, without an encounter", _micro(of_turns - begun),
         f"{(of_turns - begun) / took:.0%}", f"{_micro((of_turns - begun) / (EXPEDITION.turns - 1))} a turn"),
        ("encounters and fights", _micro(took - of_turns), f"{1 - of_turns / took:.0%}",
         f"{_micro((took - of_turns) / max(whole.fights, 0.01))} a fight"),
        ("the whole expedition", _micro(took), "100%",
         f"{whole.dice * whole.per_processor_second / MILLION:.0f} million dice a processor second"),
        ("one into a full site, with doors, traps, treasure and searches", _micro(1 / full.per_processor_second), "",
         f"{full.fights:.2f} fights and {full.dice:.0f} dice a run"),
    ]  # fmt: skip
    return Table(("where the time goes", "processor time a run", "share", ""), rows)


def _micro(seconds: float) -> str:
    return f"{seconds * MILLION:.2f} µs"


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
