"""Run the benchmark: all parts, written to RESULTS.md, or only the named parts, printed."""

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

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
    measured = [_measured(name) for name in PARTS if (name in asked or not asked) and name not in left_out]
    lines = _report(head, measured, left_out)
    print("\n".join(lines))
    if not asked:
        RESULTS.write_text("\n".join((*lines, "")), encoding="utf-8")


def _measured(name: str) -> Part:
    print(f"measuring {name} ...", file=sys.stderr)
    return PARTS[name]()


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
