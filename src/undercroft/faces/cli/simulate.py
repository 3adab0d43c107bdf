"""`undercroft simulate`: many runs of a scenario, what comes of them, and any of them as a real log."""

import sys
import tomllib
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from importlib import import_module
from multiprocessing import get_context

from undercroft.exchange.campaignfile.documents import NotToml, parsed
from undercroft.faces.cli.chart_file import write_chart
from undercroft.faces.cli.new_store import print_if_new
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.cli.simulate_table import FromTable, plan_of
from undercroft.faces.cli.simulated import (
    compared_lines,
    fallen_chart,
    result_lines,
    sentence,
    varied_chart,
    varied_lines,
)
from undercroft.faces.cli.text_file import text_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.kept_run import keep_run
from undercroft.faces.shared.one_line import one_line
from undercroft.foresight import examples
from undercroft.foresight.compare import compared
from undercroft.foresight.encode import Encoded
from undercroft.foresight.estimate import look_level, share
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.opening import Opened, opened, run_named
from undercroft.foresight.plans import Plan
from undercroft.foresight.prepare import encoded
from undercroft.foresight.results import Results, results
from undercroft.foresight.runs import CHUNK, PLAIN, PLAIN_CHUNK, Runner, has_numba
from undercroft.foresight.scenario import Scenario, checked
from undercroft.foresight.sweep import sweep, vary
from undercroft.foresight.tallies import DEAD, RUNS
from undercroft.interpret.text_charts import bar, columns
from undercroft.kernel.amounts import series
from undercroft.kernel.extras import needs, to_install
from undercroft.kernel.faults import BadInput, NotFound

USUAL_RUNS, MOST_RUNS = 100_000, 1_000_000_000
WITHOUT_NUMBA = f"Numba is not installed: plain Python is some hundred times slower ({to_install('sim')})"


def simulate(  # noqa: PLR0913, PLR0917 - an option each
    scenario: str | None,
    from_table: str | None,
    seat: str,
    plan: str | None,
    runs: str | None,
    precision: str | None,
    seed: str,
    changes: Sequence[str] | None,
    against: str | None,
    open_run: str | None,
    keep: bool,
    plot: str | None,
    workers: str,
    plain: bool,
    data: str | None,
    *,
    as_json: bool,
) -> None:
    """Play a scenario many times, and print the results."""
    start = _number(seed, "--seed", 2**62)
    if not has_numba():
        print_notes([WITHOUT_NUMBA])
    if from_table is not None:
        if (scenario, changes) != (None, None):
            raise BadInput("usage", "a run from a table has no scenario", "leave it out, and what varies")
        here = FromTable(from_table, seat, plan_of(plan), None if against is None else plan_of(against), data)
        if here.against is not None:
            _compare_here(here, _runs(runs), start, plain=plain, as_json=as_json)
            return
        numbers = here.encoded(here.plan)
        found = _play(numbers, runs, precision, start, None, plain=plain, as_json=as_json)
        if plot is not None:
            write_chart(plot, fallen_chart(here.title, found))
        opened_here = None if open_run is None else here.opened(start, run_named(open_run, found))
        stored = here.kept(opened_here) if keep and opened_here is not None else None
        _print(here.title, here.known.house.preset, found, opened_here, stored, as_json=as_json)
        return
    if scenario is None:
        raise BadInput("usage", "name a scenario, or a table", f"ours are {series(examples.names())}")
    if plan is not None:
        raise BadInput("usage", "a scenario has its own policy", "leave out --plan")
    scene = _scenario(scenario)
    with _executor(workers) as executor:
        if against is not None:
            _compare(scene, _scenario(against), _runs(runs), start, plain=plain, as_json=as_json)
        elif changes:
            _sweep(scene, changes, _runs(runs), start, executor, plot, plain=plain, as_json=as_json)
        else:
            found = _play(_ready(scene), runs, precision, start, executor, plain=plain, as_json=as_json)
            _tell(scene, found, open_run, plot, data, keep=keep, as_json=as_json)


def _scenario(named: str) -> Scenario:
    """A scenario from a file, or one that comes with Undercroft."""
    if named in examples.names():
        return checked(tomllib.loads(examples.text(named)))
    try:
        text = text_of(named)
    except NotFound as fault:
        raise NotFound(fault.code, fault.what, f"name a file, or one of {series(examples.names())}") from None
    try:
        return checked(parsed(text).values)
    except NotToml as fault:
        first = fault.problems[0]
        raise BadInput("bad_scenario", f"line {first.line}: {first.what}", first.fix) from None


def _ready(plan: Scenario) -> Encoded:
    try:
        return encoded(plan)
    except NotSimulated as what:
        raise BadInput("not_simulated", f"Undercroft cannot simulate {what}", "leave it out of the scenario") from None


def _compare_here(here: FromTable, runs: int, seed: int, *, plain: bool, as_json: bool) -> None:
    found = compared(here.encoded(here.plan), here.encoded(here.against or Plan()), runs, seed, plain=plain)
    if as_json:
        print_json({"scenario": here.title, "runs": runs, "seed": seed, "compared": found})
    else:
        print(*map(one_line, compared_lines("the plan", "the other", found)), sep="\n")


def _play(
    numbers: Encoded,
    runs: str | None,
    precision: str | None,
    seed: int,
    executor: Executor | None,
    *,
    plain: bool,
    as_json: bool,
) -> Results:
    if numbers.left_out:
        print_notes([f"left out: {', '.join(numbers.left_out)}"])
    runner = Runner(numbers, seed, executor, plain=plain)
    wanted = None if precision is None else _points(precision)
    total = MOST_RUNS if wanted is not None and runs is None else _runs(runs)
    looks, step = 0, min(total, 8 * PLAIN_CHUNK if plain or not has_numba() else CHUNK)
    while runner.tally[RUNS] < total:
        for progress in runner.play(min(step, total - runner.tally[RUNS])):
            if not as_json:
                _progress(progress.tally, progress.how, total if wanted is None else None)
        looks += 1
        if wanted is not None and _margin(runner.tally, look_level(looks)) <= wanted:
            break
        step = runner.tally[RUNS] if wanted is not None else total
    if not as_json:
        _progress_over()
    return results(runner.tally, numbers, seed)


def _margin(tally: list[int], level: float) -> float:
    """Half the width of the interval of the chance that nobody falls."""
    return share(tally[DEAD], tally[RUNS], 0, level).margin


def _tell(
    plan: Scenario,
    found: Results,
    open_run: str | None,
    plot: str | None,
    data: str | None,
    *,
    keep: bool,
    as_json: bool,
) -> None:
    run = None if open_run is None else opened(plan, found.seed, run_named(open_run, found))
    kept = None if run is None or not keep else _kept(run, data)
    if plot is not None:
        write_chart(plot, fallen_chart(plan.name, found))
    _print(plan.name, plan.preset, found, run, kept, as_json=as_json)


def _print(name: str, preset: str, found: Results, run: Opened | None, kept: str | None, *, as_json: bool) -> None:
    if as_json:
        story = None if run is None else {"run": run.run, "lines": run.lines, "kept": kept}
        print_json({"scenario": name, "preset": preset, "results": found, "opened": story})
        return
    if run is not None:
        print(f"Run {run.run:,}, simulated:")
        rows = [(line.when, f"{line.says}{f' [{line.cite}]' if line.cite else ''}") for line in run.lines]
        print(*map(one_line, columns(rows)), sep="\n")
        print(f"Kept as the table {kept}." if kept else "", end="\n" if kept else "")
        print()
    print(*map(one_line, result_lines(found)), sep="\n")
    print(one_line(sentence(found)))


def _kept(run: Opened, data: str | None) -> str:
    place = store_path.place(data)
    print_if_new(place)
    with closing(store_path.writing(place)) as store:
        return keep_run(store, run).id


def _compare(plan: Scenario, other: Scenario, runs: int, seed: int, *, plain: bool, as_json: bool) -> None:
    found = compared(_ready(plan), _ready(other), runs, seed, plain=plain)
    if as_json:
        print_json({"scenario": plan.name, "against": other.name, "runs": runs, "seed": seed, "compared": found})
    else:
        print(*map(one_line, compared_lines(plan.name, other.name, found)), sep="\n")


def _sweep(  # noqa: PLR0913 - an option each
    plan: Scenario,
    changes: Sequence[str],
    runs: int,
    seed: int,
    executor: Executor | None,
    plot: str | None,
    *,
    plain: bool,
    as_json: bool,
) -> None:
    if len(changes) > 1:
        raise BadInput("usage", "only one part varies at a time", "give --vary once")
    what = vary(changes[0])
    try:
        found = list(sweep(plan, what, runs, seed, executor, plain=plain))
    except NotSimulated as fault:
        raise BadInput("not_simulated", f"Undercroft cannot simulate {fault}", "leave it out of the scenario") from None
    name = ".".join(what.part)
    if plot is not None:
        write_chart(plot, varied_chart(plan.name, name, found))
    if as_json:
        print_json({"scenario": plan.name, "varies": name, "runs": runs, "seed": seed, "found": found})
    else:
        print(*map(one_line, varied_lines(name, found)), sep="\n")


# Options


@contextmanager
def _executor(workers: str) -> Generator[Executor | None]:
    """Where the runs are played: on threads here, on processes, or on a Dask cluster."""
    if workers == "threads":
        yield None
    elif workers.isdecimal() and 0 < int(workers) <= 1024:
        with ProcessPoolExecutor(int(workers), mp_context=get_context("spawn")) as executor:
            yield executor
    elif workers.startswith(("tcp://", "tls://", "dask")):
        with needs("cluster"):
            client = import_module("distributed").Client(None if workers == "dask" else workers)
        with closing(client):
            yield client.get_executor()
    else:
        fix = "say threads, a number of processes, dask, or the address of a Dask scheduler"
        raise BadInput("bad_workers", f"--workers cannot be “{workers[:40]}”", fix)


def _runs(runs: str | None) -> int:
    return USUAL_RUNS if runs is None else _number(runs, "--runs", MOST_RUNS, least=1)


def _number(typed: str, option: str, most: int, least: int = 0) -> int:
    plain = typed.replace(",", "").replace("_", "")
    if not plain.isascii() or not plain.isdecimal() or len(plain) > 20 or not least <= int(plain) <= most:
        raise BadInput("bad_number", f"{option} cannot be {typed[:20]}", f"give a number from {least} to {most:,}")
    return int(plain)


def _points(typed: str) -> float:
    """A precision in percent, as a share."""
    try:
        points = float(typed)
    except ValueError:
        points = 0.0
    if not 0.001 <= points <= 50:
        raise BadInput("bad_number", f"--precision cannot be {typed[:20]}", "give a number of percent, such as 0.5")
    return points / 100


def _progress(tally: list[int], how: str, total: int | None) -> None:
    """A bar with the interval as it narrows, where a person can see it."""
    if not sys.stderr.isatty():
        return
    found = share(tally[DEAD], tally[RUNS], 0)
    part = "" if total is None else bar(tally[RUNS] / total, 20)
    beside = f" {how} while the fast version is prepared" if how == PLAIN and has_numba() else ""
    chance = f"{100 * found.value:.1f} % ± {100 * found.margin:.2f}"
    line = f"\r{part} {tally[RUNS]:,} runs: nobody falls in {chance}{beside}"
    print(line.ljust(110), end="", file=sys.stderr, flush=True)


def _progress_over() -> None:
    if sys.stderr.isatty():
        print("\r" + " " * 110 + "\r", end="", file=sys.stderr, flush=True)
