"""Exact odds of whole rules: every rule on the shelf, in every situation of its case file, each time cold.

Cold means a new process, forked after import from a process that has found no odds yet, so that no cache helps. Objects
loaded before for other measurements are frozen, as in the server, so that no child's garbage collector visits them.
Choices are always declined.
"""

import gc
import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter

import undercroft
from benchmarks.report import Part, Table, Target
from tests.casefile import read
from tests.conformance.shelf import TOO_WIDE

CASES = Path(__file__).parents[1] / "tests" / "cases"
REPEATS = 3
AGAIN = 15
"""Extra runs of a situation that seems too slow, in case another program was busy at that moment."""
LIMIT = 50.0
"""The target: milliseconds to find the odds of any single rule."""

PATIENCE = 10.0
"""The seconds after which a situation is abandoned."""

SHOWN = 10
LOADED_BEFORE = ("undercroft.faces.shared.shelf", "undercroft.kernel.strict")
"""The modules that the first call for odds imports, loaded before any process is forked."""


@dataclass(frozen=True)
class Situation:
    """The input in one line of a case file."""

    rule_id: str
    line: int
    given: Mapping[str, object]

    @property
    def place(self) -> str:
        """The rule and line of the situation."""
        return f"{self.rule_id}, line {self.line}"


@dataclass(frozen=True)
class Measured:
    """How long the odds of a situation took and how many outcomes they have, or why there are none."""

    situation: Situation
    milliseconds: float
    outcomes: int = 0
    refused: str = ""


def measure() -> Part:
    """The milliseconds of every rule's slowest situation."""
    for module in LOADED_BEFORE:
        import_module(module)
    situations = _situations()
    gc.collect()
    gc.freeze()
    measured = [_cold(situation) for situation in situations]
    slowest = _slowest(measured)
    refused = [f"{run.situation.place} has no odds: {run.refused}" for run in measured if run.refused]
    over = [run for run in slowest if run.milliseconds > LIMIT]
    table = Table(
        ("slowest rules", "line of its cases", "outcomes", "ms"),
        [
            (run.situation.rule_id, str(run.situation.line), f"{run.outcomes:,}", f"{run.milliseconds:.1f}")
            for run in slowest[:SHOWN]
        ],
    )
    typical = median(run.milliseconds for run in slowest)
    what = (
        f"Milliseconds for the odds of {len(situations):,} situations of {len(slowest)} rules, each in a process of "
        f"its own, the median of {REPEATS}, or of up to {AGAIN} where that is over {LIMIT:g}. A rule counts with its "
        f"slowest situation; half of the rules take at most {typical:.2g} ms, and {len(over)} more than {LIMIT:g} ms. "
        f"Left out: {' and '.join(TOO_WIDE)}, which make a whole character by several rules in one."
    )
    return Part("Whole rules", what, [table], [_within(slowest, over, refused)], refused)


def _within(slowest: Sequence[Measured], over: Sequence[Measured], refused: Sequence[str]) -> Target:
    why = [f"{len(over)} of {len(slowest)} rules take longer, {over[0].situation.rule_id} longest"] if over else []
    why += [f"{len(refused)} situations have no odds"] if refused else []
    return Target(
        f"rules: the exact odds of any single rule within {LIMIT:g} ms, cold",
        f"slowest {slowest[0].milliseconds:.3g} ms",
        not over and not refused,
        f"{'; '.join(why)}.",
    )


def _slowest(measured: Sequence[Measured]) -> list[Measured]:
    """Each rule with its slowest situation, the slowest rule first."""
    worst: dict[str, Measured] = {}
    for run in sorted(measured, key=lambda run: run.milliseconds, reverse=True):
        worst.setdefault(run.situation.rule_id, run)
    return list(worst.values())


def _situations() -> list[Situation]:
    """The different inputs that every rule's case file settles."""
    found: dict[tuple[str, str], Situation] = {}
    for rule in undercroft.rules():
        for case in read(CASES / f"{rule.id}.cases"):
            if case.expect is not None and rule.id not in TOO_WIDE:
                found.setdefault((rule.id, repr(case.given)), Situation(rule.id, case.line, case.given))
    return list(found.values())


def _cold(situation: Situation) -> Measured:
    """The median of a few cold runs, or of more if it is too slow. A run that takes seconds is not repeated."""
    runs = [_alone(situation)]
    while len(runs) < REPEATS and runs[0].milliseconds < 1000:
        runs.append(_alone(situation))
    while LIMIT < _middle(runs).milliseconds < 1000 and len(runs) < AGAIN:
        runs.append(_alone(situation))
    return _middle(runs)


def _middle(runs: Sequence[Measured]) -> Measured:
    return sorted(runs, key=lambda run: run.milliseconds)[len(runs) // 2]


def _alone(situation: Situation) -> Measured:
    """One run in a child process."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send, args=(sender, situation))
    child.start()
    if receiver.poll(PATIENCE):
        measured: Measured = receiver.recv()
        child.join()
        return measured
    child.terminate()
    child.join()
    return Measured(situation, PATIENCE * 1000, refused=f"none after {PATIENCE:g} s")


def _send(sender: Connection, situation: Situation) -> None:
    start = perf_counter()
    try:
        odds = undercroft.odds(situation.rule_id, policy="never", **situation.given)
    except undercroft.UndercroftError as fault:
        sender.send(Measured(situation, 1000 * (perf_counter() - start), refused=str(fault)))
    else:
        sender.send(Measured(situation, 1000 * (perf_counter() - start), len(odds)))
