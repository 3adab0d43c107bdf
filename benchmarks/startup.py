"""Start-up: the whole of `undercroft roll 2d6` beside a bare `import typer`; a library's first odds, from nothing."""

import resource
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.distributions import LIBRARIES
from benchmarks.libraries import installed
from benchmarks.report import Part, Table, Target

RUNS = 21
FACTOR = 2
"""The target: how many times as long as `import typer` the command may take."""
DICE = "4d6kh3"

COMMANDS = {
    "undercroft roll 2d6": (str(Path(sysconfig.get_path("scripts")) / "undercroft"), "roll", "2d6"),
    'python -c "import typer"': (sys.executable, "-c", "import typer"),
    'python -c "pass"': (sys.executable, "-c", "pass"),
}


def measure() -> Part:
    """The milliseconds of each command, and of each library's first odds; all take turns."""
    libraries, _ = installed([library for library in LIBRARIES if DICE in library.calls])
    first = {of.label: (sys.executable, "-c", f"{of.setup}\n{of.calls[DICE]}") for of in libraries}
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in (*COMMANDS, *first)}
    for turn in range(RUNS + 1):
        for name, command in (COMMANDS | first).items():
            spent = timed(command)
            if turn:  # the first turn only warms the disk's cache
                runs[name].append(spent)
    medians = {name: median(wall for wall, _ in of) for name, of in runs.items()}
    ours, typer, _ = (medians[name] for name in COMMANDS)
    ratio = ours / typer

    def row(name: str, shown: str) -> tuple[str, ...]:
        busy = median(busy for _, busy in runs[name])
        return shown, f"{medians[name]:.0f}", f"{min(wall for wall, _ in runs[name]):.0f}", f"{busy:.0f}"

    return Part(
        "Start-up",
        f"Milliseconds from start to exit, the median of {RUNS} runs in turn, the quickest, and the median of the "
        f"processor's share. Typer is {version('typer')}. Below, a process that imports a library and asks for "
        f"the odds of {DICE}.",
        [
            Table(("command", "median", "quickest", "processor"), [row(name, f"`{name}`") for name in COMMANDS]),
            Table(("import, and the odds of " + DICE, "median", "quickest", "processor"), [row(n, n) for n in first]),
        ],
        [
            Target(
                f"start-up: `undercroft roll 2d6` within {FACTOR} times `import typer`",
                f"{ratio:.2f} times",
                ratio <= FACTOR,
                f"it takes {ours:.0f} ms where {FACTOR * typer:.0f} ms are allowed.",
            )
        ],
    )


def timed(command: tuple[str, ...]) -> tuple[float, float]:
    """The milliseconds that a command takes, and those that the processor works for it."""
    start, before = perf_counter(), _busy()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (perf_counter() - start), 1000 * (_busy() - before)


def _busy() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
