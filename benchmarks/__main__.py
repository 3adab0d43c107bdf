"""Run the benchmark: all parts, written to RESULTS.md, or only the named parts, printed."""

import argparse
import os
import platform
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from benchmarks import (
    answers,
    chains,
    club,
    databases,
    distributions,
    hosting,
    install,
    rolling,
    rules,
    screens,
    simulation,
    startup,
    store,
    strangers,
    table,
)
from benchmarks.report import Part, targets_table

PARTS = {
    "rolling": rolling.measure,
    "distributions": distributions.measure,
    "questions": answers.measure,
    "rules": rules.measure,
    "chains": chains.measure,
    "simulation": simulation.measure,
    "startup": startup.measure,
    "install": install.measure,
    "store": store.measure,
    "table": table.measure,
    "screens": screens.measure,
    "strangers": strangers.measure,
    "hosting": hosting.measure,
    "postgres": databases.measure,
    "club": club.measure,
}
RESULTS = Path(__file__).parent / "RESULTS.md"


def main() -> None:
    """Measure the requested parts and report them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of {', '.join(PARTS)}; none means all")
    parser.add_argument("--without", action="append", default=[], metavar="part", help="leave a part out")
    given = parser.parse_args()
    asked, left_out = list[str](given.parts), list[str](given.without)
    if unknown := {*asked, *left_out} - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    head = _head()
    names = [name for name in PARTS if (name in asked or not asked) and name not in left_out]
    began = perf_counter()
    measured = {name: part for name in names if (part := _measured(name)) is not None}
    print(f"all of it took {perf_counter() - began:.0f} s", file=sys.stderr)
    failed = [name for name in names if name not in measured]
    lines = _report(head, [*measured.values()], [*left_out, *failed])
    print("\n".join(lines))
    if not asked:
        RESULTS.write_text("\n".join((*lines, "")), encoding="utf-8")
    if failed:
        sys.exit(f"These parts failed: {', '.join(failed)}")


def _measured(name: str) -> Part | None:
    """A part, or none if it fails: then the others are measured all the same."""
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    began = perf_counter()
    try:
        return PARTS[name]()
    except Exception:  # noqa: BLE001 - the other parts are worth measuring
        traceback.print_exc()
        return None
    finally:
        print(f"{name} took {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)


def _report(head: Sequence[str], parts: Sequence[Part], left_out: Sequence[str]) -> list[str]:
    """The whole report in Markdown: verdicts first, then the measurements."""
    lines = [
        *head,
        "",
        "## Targets",
        "",
        *targets_table([target for part in parts for target in part.targets]),
        "",
        *([f"Not measured here: {', '.join(left_out)}."] if left_out else []),
    ]
    for part in parts:
        lines += ["", *part.lines()]
    return lines


def _head() -> list[str]:
    """The date, machine and software of this run."""
    system = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    measured = f"Undercroft {version('undercroft')}, measured on {datetime.now(UTC).date()} with `make bench`"
    load = f"{os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f} at the start"
    caution = "Every number comes from this one run; machines differ, so read the ratios."
    return ["# Results", "", f"{measured}: {system}, {load}. {caution}"]


if __name__ == "__main__":
    main()
