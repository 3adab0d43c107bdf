"""Twenty questions: the first call of each in a fresh process after import, beside icepool and dyce."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median

from benchmarks.libraries import OURS
from benchmarks.questions import QUESTIONS, SETUPS
from benchmarks.report import Part, Table, Target, listed, span

PROCESSES = 5

_PROGRAM = """
import json, sys, warnings
from time import perf_counter_ns
warnings.simplefilter("ignore")
known = {}
exec(sys.argv[1], known)
code = compile(sys.argv[2], "question", "eval")
began = perf_counter_ns()
answer = eval(code, known)
spent = perf_counter_ns() - began
print(json.dumps([spent, float(answer)]))
"""


def measure() -> Part:
    """The milliseconds of every library for every question, and whether their answers agree."""
    packages = [package for package in SETUPS if _is_installed(package)]
    notes = [f"{package} is not installed here and is left out." for package in SETUPS if package not in packages]
    spent: dict[str, list[float]] = {}
    found: dict[str, list[float]] = {}
    for package in packages:
        spent[package], found[package] = [], []
        for question in range(len(QUESTIONS)):
            runs = [_first_call(package, question) for _ in range(PROCESSES)]
            spent[package].append(median(milliseconds for milliseconds, _ in runs))
            found[package].append(runs[0][1])
    head = ("question", *(f"{package} {version(package)}" for package in packages))
    rows = [
        (f"{at + 1}. {asked.asks}", *(f"{spent[package][at]:.3g}" for package in packages))
        for at, asked in enumerate(QUESTIONS)
    ]
    return Part(
        "Twenty questions",
        f"Milliseconds of the first call in a fresh process after import, the median of {PROCESSES} processes. "
        "The [page](../docs/twenty-questions.md) has the expressions.",
        [Table(head, rows)],
        [_equal(found), _fastest(spent), _shortest()],
        notes,
    )


def _is_installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def _first_call(package: str, question: int) -> tuple[float, float]:
    asked = QUESTIONS[question]
    code = {"icepool": asked.icepool, "dyce": asked.dyce}.get(package, asked.ours)
    command = [sys.executable, "-c", _PROGRAM, SETUPS[package], code]
    nanoseconds, answer = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return nanoseconds / 1e6, answer


def _peers(by_package: Mapping[str, Sequence[float]]) -> list[str]:
    return [package for package in by_package if package != OURS]


def _equal(found: Mapping[str, Sequence[float]]) -> Target:
    """Whether the answers agree, to the precision of a float."""
    what = "twenty questions: every answer as the peers'"
    peers = _peers(found)
    differ = [
        f"question {at + 1} differs from {package}"
        for package in peers
        for at, answer in enumerate(found[package])
        if abs(answer - found[OURS][at]) > 1e-9 * max(1.0, abs(answer))
    ]
    compared = len(peers) * len(QUESTIONS)
    met = None if not peers else not differ
    return Target(what, f"{compared - len(differ)} of {compared} equal", met, f"{'; '.join(differ)}.")


def _fastest(spent: Mapping[str, Sequence[float]]) -> Target:
    """Whether ours is the fastest for every question."""
    what = "twenty questions: faster than both peers in each"
    peers = _peers(spent)
    if not peers:
        return Target(what, "-", None, "no peer is installed here.")
    ratios = {
        f"question {at + 1}": min(spent[package][at] for package in peers) / spent[OURS][at]
        for at in range(len(QUESTIONS))
    }
    short = {name: ratio for name, ratio in ratios.items() if ratio <= 1}
    return Target(what, span(ratios, "times as fast"), not short, f"slower in {listed(short, 'times as fast')}.")


def _shortest() -> Target:
    """Whether no peer's expression is shorter."""
    longer = [
        f"question {at}"
        for at, asked in enumerate(QUESTIONS, 1)
        if len(asked.ours) > min(len(asked.icepool), len(asked.dyce))
    ]
    what = "twenty questions: in no more characters than either peer"
    return Target(what, f"{len(QUESTIONS) - len(longer)} of {len(QUESTIONS)}", not longer, f"longer: {longer}.")
