"""Start-up: the whole of `undercroft roll 2d6`, from the shell's point of view, beside a bare `import typer`."""

import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import Part, Table, Target

RUNS = 21
FACTOR = 2
"""The target: how many times as long as `import typer` the command may take."""

COMMANDS = {
    "undercroft roll 2d6": (str(Path(sysconfig.get_path("scripts")) / "undercroft"), "roll", "2d6"),
    'python -c "import typer"': (sys.executable, "-c", "import typer"),
    'python -c "pass"': (sys.executable, "-c", "pass"),
}


def measure() -> Part:
    """The milliseconds of each command; the commands take turns."""
    runs: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for turn in range(RUNS + 1):
        for name, command in COMMANDS.items():
            milliseconds = _run(command)
            if turn:  # the first turn only warms the disk's cache
                runs[name].append(milliseconds)
    medians = {name: median(of) for name, of in runs.items()}
    ours, typer, _ = medians.values()
    ratio = ours / typer
    return Part(
        "Start-up",
        f"Milliseconds from start to exit, the median of {RUNS} runs in turn, and the quickest. "
        f"Typer is {version('typer')}.",
        [
            Table(
                ("command", "median", "quickest"),
                [(f"`{n}`", f"{m:.0f}", f"{min(runs[n]):.0f}") for n, m in medians.items()],
            )
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


def _run(command: tuple[str, ...]) -> float:
    start = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (perf_counter() - start)
