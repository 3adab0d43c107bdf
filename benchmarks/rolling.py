"""Parsing and rolling: how often per second each library answers a user's one-line call.

Every library parses the text of each call again, unless it caches parsed texts itself. The libraries take turns, slice
by slice, so that the machine's other load affects all of them; the best slice of each counts.
"""

import json
import shutil
import subprocess
import timeit
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from benchmarks.libraries import OURS, Library, installed
from benchmarks.report import Part, Table, Target, listed, span

COLUMNS = ("2d6", "4d6kh3", "1d20+5", "10d6!")
ROUNDS = 30
SLICE = 0.05
"""The seconds that each library rolls in one turn."""

FACTOR = 5
"""The target: how many times as fast as d20 Undercroft should be."""

HERE = Path(__file__).parent
NODE_PACKAGE = HERE / "node_modules" / "@dice-roller" / "rpg-dice-roller" / "package.json"


def _calls(pattern: str, *notations: str) -> dict[str, str]:
    """The same call for each column, in the library's own notation; empty notations are left out."""
    return {column: pattern.format(notation) for column, notation in zip(COLUMNS, notations, strict=True) if notation}


LIBRARIES = (
    Library(OURS, "import undercroft", _calls('undercroft.roll("{}")', *COLUMNS)),
    Library("d20", "import d20", _calls('d20.roll("{}")', "2d6", "4d6kh3", "1d20+5", "10d6e6")),
    Library(
        "python-dice",
        "from python_dice import PythonDiceInterpreter; interpreter = PythonDiceInterpreter()",
        _calls('interpreter.roll(["{}"])', "2d6", "4d6k3", "1d20+5", ""),
    ),
    Library("xdice", "import xdice", _calls('xdice.roll("{}")', "2d6", "4d6l1", "1d20+5", "10d6!")),
    Library("py-rolldice", "import rolldice", _calls('rolldice.roll_dice("{}")', "2d6", "4d6K3", "1d20+5", "10d6!")),
    Library("dice", "import dice", _calls('dice.roll("{}")', "2d6t", "4d6^3t", "1d20+5", "10d6xt")),
)


class Roller(Protocol):
    """Something that rolls one column for a slice of time."""

    def rate(self, column: str) -> float | None:
        """Rolls per second, or None if it has no such roll."""
        ...


class InPython:
    """Rolls with a Python library, with the garbage collector running as it does for users."""

    def __init__(self, library: Library) -> None:
        setup = f"import gc; gc.enable(); {library.setup}"
        self._timers = {column: timeit.Timer(call, setup) for column, call in library.calls.items()}
        self._numbers = {column: _enough(timer) for column, timer in self._timers.items()}

    def rate(self, column: str) -> float | None:
        """Rolls per second over one slice."""
        if column not in self._timers:
            return None
        number = self._numbers[column]
        return number / self._timers[column].timeit(number)


class InNode:
    """Rolls with rpg-dice-roller in one node process that waits between its turns."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.label = f"rpg-dice-roller {json.loads(NODE_PACKAGE.read_text(encoding='utf-8'))['version']} (node)"
        self.called = f"{self.label}: " + ", ".join(f'`new DiceRoll("{column}")`' for column in COLUMNS)
        for column in COLUMNS:
            self.rate(column)

    def rate(self, column: str) -> float | None:
        """Rolls per second over one slice."""
        if self._process.stdin is None or self._process.stdout is None:
            return None
        self._process.stdin.write(f"{SLICE} {column}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def measure() -> Part:
    """Rolls per second of every library in every column."""
    libraries, notes = installed(LIBRARIES)
    rollers: dict[str, Roller] = {library.label: InPython(library) for library in libraries}
    called = [library.called for library in libraries]
    with _node() as node:
        if node is None:
            notes.append("rpg-dice-roller is left out: node or its package is not installed here.")
        else:
            rollers[node.label] = node
            called.append(node.called)
        rates = _rates(rollers)
    in_node = rates[node.label] if node else None
    by_package = {library.package: rates[library.label] for library in libraries}
    return Part(
        "Parse and roll",
        f"Operations per second, the best of {ROUNDS} turns of {SLICE:g} s each.",
        [_table(rates)],
        [_against_d20(by_package), _against_node(by_package[OURS], in_node)],
        [*notes, *_remarks(by_package), *called],
    )


def _rates(rollers: Mapping[str, Roller]) -> dict[str, dict[str, float]]:
    """The best rate of each roller in each column it has."""
    best: dict[str, dict[str, float]] = {name: {} for name in rollers}
    for _ in range(ROUNDS):
        for column in COLUMNS:
            for name, roller in rollers.items():
                rate = roller.rate(column)
                if rate is not None:
                    best[name][column] = max(rate, best[name].get(column, 0.0))
    return best


def _enough(timer: timeit.Timer) -> int:
    """The number of calls that fill a slice, once the first call has loaded what it needs."""
    timer.timeit(1)
    number = 1
    while (spent := timer.timeit(number)) < SLICE / 4:
        number *= 2
    return max(1, round(number * SLICE / spent))


@contextmanager
def _node() -> Generator[InNode | None]:
    """A node process with rpg-dice-roller, or None if either is missing."""
    program = shutil.which("node")
    if program is None or not NODE_PACKAGE.exists():
        yield None
        return
    with subprocess.Popen(
        [program, "rolling.mjs"], cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield InNode(process)
        if process.stdin:
            process.stdin.close()


def _table(rates: Mapping[str, Mapping[str, float]]) -> Table:
    rows = [
        (name, *(f"{of[column]:,.0f}" if column in of else "-" for column in COLUMNS)) for name, of in rates.items()
    ]
    return Table(("library", *COLUMNS), rows)


def _against_d20(rates: Mapping[str, Mapping[str, float]]) -> Target:
    what = f"rolling: at least {FACTOR} times d20 in every column"
    if "d20" not in rates:
        return Target(what, "-", None, "d20 is not installed here.")
    ratios = {column: rates[OURS][column] / rates["d20"][column] for column in COLUMNS}
    short = {column: ratio for column, ratio in ratios.items() if ratio < FACTOR}
    return Target(what, span(ratios), not short, f"short of it in {listed(short)}.")


def _against_node(ours: Mapping[str, float], theirs: Mapping[str, float] | None) -> Target:
    what = "rolling: ahead of rpg-dice-roller in every column"
    if theirs is None:
        return Target(what, "-", None, "node or its package is not installed here.")
    ratios = {column: ours[column] / theirs[column] for column in COLUMNS}
    short = {column: ratio for column, ratio in ratios.items() if ratio <= 1}
    return Target(what, span(ratios), not short, f"behind it in {listed(short)}.")


def _remarks(rates: Mapping[str, object]) -> list[str]:
    """Remarks that explain the numbers."""
    remarks = {
        OURS: "Undercroft and d20 keep the texts they have parsed; the others parse every time.",
        "python-dice": "python-dice builds its interpreter once, before the clock starts, as its guide shows.",
        "xdice": "xdice throws exploding dice again once, the others until no die explodes.",
        "dice": "dice gives a list of faces; `t` makes it a total, as the others give.",
    }
    return [remark for package, remark in remarks.items() if package in rates]
