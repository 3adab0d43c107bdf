"""Exact distributions: the first call in a fresh process, after import.

Each number is the median over several processes. The processes of all libraries take turns. The results are read back,
and ours must equal those of every exact peer.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import TypeAlias

from benchmarks.libraries import OURS, Library, installed
from benchmarks.report import Part, Table, Target, listed, span

COLUMNS = ("4d6kh3", "10d6kh5", "2d6+d8", "20d6", "100d6", "12d10kh3", "5 < d20 <= 14", "2d6 > 2d6")
PROCESSES = 9
MORE = 18
CLOSE = 1.5
"""If the best peer takes less than `CLOSE` times as long as ours, both are measured in `MORE` more processes."""
PATIENCE = 0.2
"""Seconds: a slower call is repeated less often."""

Chances: TypeAlias = dict[str, Fraction]

_NUMPY_SUM = "functools.reduce(np.convolve, {})"

LIBRARIES = (
    Library(
        OURS,
        "from undercroft import odds",
        {
            **{column: f'odds("{column}")' for column in COLUMNS[:6]},
            "5 < d20 <= 14": 'odds("d20").by(lambda total: 5 < total <= 14)',
            "2d6 > 2d6": 'odds("2d6-2d6").by(lambda total: total > 0)',
        },
        "dict(result)",
    ),
    Library(
        "icepool",
        "from icepool import d6, d8, d10, d20",
        {
            "4d6kh3": "d6.highest(4, 3)",
            "10d6kh5": "d6.highest(10, 5)",
            "2d6+d8": "2 @ d6 + d8",
            "20d6": "20 @ d6",
            "100d6": "100 @ d6",
            "12d10kh3": "d10.highest(12, 3)",
            "5 < d20 <= 14": "d20.map(lambda total: 5 < total <= 14)",
            "2d6 > 2d6": "2 @ d6 > 2 @ d6",
        },
        "dict(result)",
    ),
    Library(
        "dyce",
        "from dyce import H, P",
        {
            "4d6kh3": "(4 @ P(6)).at(slice(-3, None))",
            "10d6kh5": "(10 @ P(6)).at(slice(-5, None))",
            "2d6+d8": "2 @ H(6) + H(8)",
            "20d6": "20 @ H(6)",
            "100d6": "100 @ H(6)",
            "12d10kh3": "(12 @ P(10)).at(slice(-3, None))",
            "5 < d20 <= 14": "H(20).apply(lambda total: 5 < total <= 14)",
            "2d6 > 2d6": "(2 @ H(6)).gt(2 @ H(6))",
        },
        "dict(result)",
    ),
    Library(
        "hdroller",
        "from hdroller import d6, d8, d10, d20",
        {
            "4d6kh3": "d6.keep_highest(4, 3)",
            "10d6kh5": "d6.keep_highest(10, 5)",
            "2d6+d8": "2 @ d6 + d8",
            "20d6": "20 @ d6",
            "100d6": "100 @ d6",
            "12d10kh3": "d10.keep_highest(12, 3)",
            "5 < d20 <= 14": "d20.sub(lambda total: 5 < total <= 14)",
            "2d6 > 2d6": "2 @ d6 > 2 @ d6",
        },
        "dict(result.items())",
    ),
    Library(
        "dicetables",
        "from dicetables import BestOfDicePool, DicePool, DiceTable, Die",
        {
            "4d6kh3": "BestOfDicePool(DicePool(Die(6), 4), 3)",
            "10d6kh5": "BestOfDicePool(DicePool(Die(6), 10), 5)",
            "2d6+d8": "DiceTable.new().add_die(Die(6), 2).add_die(Die(8))",
            "20d6": "DiceTable.new().add_die(Die(6), 20)",
            "100d6": "DiceTable.new().add_die(Die(6), 100)",
            "12d10kh3": "BestOfDicePool(DicePool(Die(10), 12), 3)",
        },
        "result.get_dict()",
    ),
    Library(
        "numpy",
        "import functools, numpy as np",
        {
            "2d6+d8": _NUMPY_SUM.format("[np.full(6, 1 / 6)] * 2 + [np.full(8, 1 / 8)]"),
            "20d6": _NUMPY_SUM.format("[np.full(6, 1 / 6)] * 20"),
            "100d6": _NUMPY_SUM.format("[np.full(6, 1 / 6)] * 100"),
        },
        "{}",
        exact=False,
    ),
)

_PROGRAM = """\
from time import perf_counter_ns
{setup}
perf_counter_ns()
start = perf_counter_ns()
result = {call}
spent = perf_counter_ns() - start
import json
print(json.dumps([spent, {{str(outcome): str(weight) for outcome, weight in {weights}.items()}}]))
"""


def measure() -> Part:
    """The milliseconds of every library in every column, and whether our answers equal the peers'."""
    libraries, notes = installed(LIBRARIES)
    spent, found = _rounds(libraries)
    times = {library.package: spent[library.package] for library in libraries}
    exact = [library.package for library in libraries if library.exact]
    inexact = ", ".join(library.package for library in libraries if not library.exact)
    if inexact:
        notes.append(f"{inexact} counts in floating point and adds only; it is no exact peer and no part of a target.")
    return Part(
        "Exact distributions",
        f"Milliseconds of the first call in a fresh process after import, the median of {PROCESSES} processes "
        f"(of 3 where a call takes longer than {PATIENCE:g} s, of up to {PROCESSES + MORE} where two are close).",
        [_table(libraries, times)],
        [_equal({package: found[package] for package in exact}), _fastest(times, exact)],
        [*notes, *(library.called for library in libraries)],
    )


def _rounds(libraries: Sequence[Library]) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, Chances]]]:
    """Median milliseconds and the chances found, by package and column."""
    runs: dict[str, dict[str, list[float]]] = {library.package: {} for library in libraries}
    found: dict[str, dict[str, Chances]] = {library.package: {} for library in libraries}

    def run(library: Library, column: str) -> None:
        milliseconds, chances = _first_call(library, column)
        runs[library.package].setdefault(column, []).append(milliseconds)
        found[library.package][column] = chances

    for turn in range(PROCESSES):
        for column in COLUMNS:
            for library in libraries:
                before = runs[library.package].get(column, [0.0])
                if column in library.calls and (turn < 3 or before[0] <= 1000 * PATIENCE):
                    run(library, column)
    for _ in range(MORE):
        for column, closest in _close(libraries, _medians(runs)):
            for library in closest:
                run(library, column)
    return _medians(runs), found


def _medians(runs: Mapping[str, Mapping[str, list[float]]]) -> dict[str, dict[str, float]]:
    return {package: {column: median(times) for column, times in of.items()} for package, of in runs.items()}


def _close(
    libraries: Sequence[Library], times: Mapping[str, Mapping[str, float]]
) -> list[tuple[str, tuple[Library, Library]]]:
    """The columns in which ours and the fastest exact peer are close, with the two libraries."""
    ours = next(library for library in libraries if library.package == OURS)
    pairs: list[tuple[str, tuple[Library, Library]]] = []
    for column in COLUMNS:
        peers = [
            library
            for library in libraries
            if library.exact and library is not ours and column in times[library.package]
        ]
        peer = min(peers, key=lambda library: times[library.package][column], default=None)
        if peer is not None and times[peer.package][column] < CLOSE * times[OURS][column]:
            pairs.append((column, (ours, peer)))
    return pairs


def _first_call(library: Library, column: str) -> tuple[float, Chances]:
    """The milliseconds of a call in a fresh process, and the chance of every outcome."""
    program = _PROGRAM.format(setup=library.setup, call=library.calls[column], weights=library.weights)
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout
    nanoseconds, weights = json.loads(output)
    whole = sum(Fraction(weight) for weight in weights.values())
    return nanoseconds / 1e6, {outcome: Fraction(weight) / whole for outcome, weight in weights.items()}


def _table(libraries: Sequence[Library], times: Mapping[str, Mapping[str, float]]) -> Table:
    rows = [
        (library.label, *(f"{of[column]:.3g}" if column in of else "-" for column in COLUMNS))
        for library in libraries
        for of in [times[library.package]]
    ]
    return Table(("library", *COLUMNS), rows)


def _equal(found: Mapping[str, Mapping[str, Chances]]) -> Target:
    """Whether each of our chances, as a fraction, equals that of every exact peer."""
    what = "distributions: exact, every chance equal to every exact peer's"
    compared = [(package, column) for package, columns in found.items() if package != OURS for column in columns]
    differ = [(package, column) for package, column in compared if found[package][column] != found[OURS][column]]
    alone = [column for column in COLUMNS if column not in {of for _, of in compared}]
    why = [f"{column} differs from {package}" for package, column in differ]
    why += [f"{column} had no peer to compare with" for column in alone]
    met = None if alone and not differ else not differ
    return Target(what, f"{len(compared) - len(differ)} of {len(compared)} equal", met, f"{'; '.join(why)}.")


def _fastest(times: Mapping[str, Mapping[str, float]], exact: Sequence[str]) -> Target:
    """Whether ours is faster than the fastest exact peer in every column."""
    what = "distributions: faster than the best exact peer in every column"
    ratios: dict[str, float] = {}
    for column in COLUMNS:
        theirs = [times[package][column] for package in exact if package != OURS and column in times[package]]
        if theirs:
            ratios[column] = min(theirs) / times[OURS][column]
    if not ratios:
        return Target(what, "-", None, "no exact peer is installed here.")
    short = {column: ratio for column, ratio in ratios.items() if ratio <= 1}
    return Target(what, span(ratios, "times as fast"), not short, f"slower in {listed(short, 'times as fast')}.")
