"""The wheel in an empty environment: what pip downloads, what lies on the disk, and how long commands take there."""

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.report import Part, Table, Target
from benchmarks.startup import timed

ROOT = Path(__file__).parents[1]
RUNS = 15
MOST_MEGABYTES = 10
"""The target: the most that pip may download for dice, odds, rules and the command line."""

_PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")

LINES = (
    ("undercroft", "roll", "2d6"),
    ("undercroft", "odds", "4d6kh3"),
    ("undercroft", "rule", "hazard-die", "--given", "danger=risky", "--dice", "1"),
    ("undercroft", "rules", "--questions"),
    ("python", "-c", "import undercroft"),
    ("python", "-c", "pass"),
)
"""What is run there; the last is the interpreter alone."""


def measure() -> Part:
    """Build the wheel, install it where nothing else is, and time its commands."""
    with TemporaryDirectory() as folder:
        return _measured(Path(folder))


def _measured(folder: Path) -> Part:
    wheel = _built(folder / "built")
    _do([*_PIP, "download", "--dest", str(folder / "wheels"), str(wheel)])
    downloaded = sorted((folder / "wheels").glob("*"))
    _do([sys.executable, "-m", "venv", "--without-pip", str(folder / "empty")])
    base = {"base": str(folder / "empty"), "platbase": str(folder / "empty")}
    programs, libraries = (Path(sysconfig.get_path(of, "venv", base)) for of in ("scripts", "purelib"))
    python = str(programs / "python")
    local = ("install", "--no-index", "--find-links", str(folder / "wheels"), "--compile")
    _do([*_PIP, "--python", python, *local, "undercroft"])
    ours = _megabytes(libraries / "undercroft")
    brought = sum(file.stat().st_size for file in downloaded) / 1e6
    sizes = [
        ("the wheel of Undercroft", f"{wheel.stat().st_size / 1e6:.2f}"),
        (f"all that pip downloads, {len(downloaded)} packages", f"{brought:.2f}"),
        ("Undercroft on the disk, compiled", f"{ours:.1f}"),
        ("everything on the disk, compiled", f"{_megabytes(libraries):.1f}"),
    ]
    return Part(
        "Install",
        "`pip install undercroft` into an empty environment. "
        f"Milliseconds from start to exit, the median of {RUNS} runs in turn, "
        "and the processor's share of it.",
        [Table(("what", "MB"), sizes), Table(("command", "median", "processor"), _times(programs))],
        [
            Target(
                f"install: dice, odds, rules and command line in at most {MOST_MEGABYTES} MB to download",
                f"{brought:.1f} MB in {len(downloaded)} packages",
                brought <= MOST_MEGABYTES,
                "it brings too much.",
            )
        ],
    )


def _built(folder: Path) -> Path:
    _do([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)])
    return next(folder.glob("*.whl"))


def _times(programs: Path) -> list[tuple[str, ...]]:
    runs: dict[tuple[str, ...], list[tuple[float, float]]] = {line: [] for line in LINES}
    for turn in range(RUNS + 1):
        for line in LINES:
            spent = timed((str(programs / line[0]), *line[1:]))
            if turn:
                runs[line].append(spent)
    return [
        (f"`{' '.join(line)}`", f"{median(wall for wall, _ in of):.0f}", f"{median(busy for _, busy in of):.0f}")
        for line, of in runs.items()
    ]


def _megabytes(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def _do(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
