"""A guard behind a promise or a mend, and the change that takes it away in a copy of the package."""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "undercroft"
DEPLOY = ROOT / "deploy"


_PATIENCE = "60"
"""Seconds that a test of the browser waits for what does not come without its guard."""


class Change(NamedTuple):
    """A line of the package, and the same line without its effect. Files of `deploy` begin with that name."""

    file: str
    line: str
    without: str


class Guard(NamedTuple):
    """A line of the package that keeps a promise, the same line without its effect, and the test that must fail."""

    file: str
    line: str
    without: str
    test: str
    more: tuple[Change, ...] = ()
    """Other guards that keep it alone, and are taken away with it."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """Everything that is taken away."""
        return (Change(self.file, self.line, self.without), *self.more)


def missing(guards: Iterable[Guard]) -> list[str]:
    """The lines that are not in their file exactly once, so that a change would take away nothing or too much."""
    changes = [change for guard in guards for change in guard.changes]
    return [f"{change.file}: {change.line}" for change in changes if _times(change) != 1]


def _times(change: Change) -> int:
    """How often a line is in its file; never where there is no such file."""
    home = _home(change.file)
    return home.read_text("utf-8").count(change.line) if home.is_file() else 0


def copied_to(folder: Path) -> Path:
    """A copy of the package and of `deploy`: one for all guards, so that what is not changed is compiled once."""
    for copied in (PACKAGE, DEPLOY):
        shutil.copytree(copied, folder / copied.name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def assert_it_fails(guard: Guard, copied: Path) -> None:
    """Without the guard its test fails, in a copy of the package, and not for want of the test."""
    ran = run_without(guard, copied)
    assert 1 == ran.returncode, ran.stdout[-2000:] + ran.stderr[-2000:]


def run_without(guard: Guard, copied: Path) -> subprocess.CompletedProcess[str]:
    """Run the test of a guard against a copy of the package from which the guard is gone meanwhile."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--timeout", "600", guard.test]
    environment = {**os.environ, "PYTHONPATH": str(copied), "UNDERCROFT_DEPLOY": str(copied / DEPLOY.name)}
    environment["UNDERCROFT_PATIENCE"] = _PATIENCE
    environment.pop("UNDERCROFT_SOAK", None)
    with _without(guard, copied):
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def _without(guard: Guard, copied: Path) -> Generator[None]:
    """The copy without a guard meanwhile."""
    before = dict[Path, str]()
    for change in guard.changes:
        file = _home(change.file, copied / PACKAGE.name, copied)
        text = file.read_text("utf-8")
        before.setdefault(file, text)
        file.write_text(text.replace(change.line, change.without), encoding="utf-8")
    try:
        yield
    finally:
        for file, text in before.items():
            file.write_text(text, encoding="utf-8")


def _home(file: str, package: Path = PACKAGE, root: Path = ROOT) -> Path:
    """Where a file is: in the package, or in `deploy` beside it."""
    return (root if file.startswith(f"{DEPLOY.name}/") else package) / file
