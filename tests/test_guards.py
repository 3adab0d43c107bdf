"""Each promise of docs/guarantees.md has a test that would fail: without its guard, it does."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.figures import GUARDED, soak
from tests.guard import Guard
from tests.guards import GUARDS, WITHOUT

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "undercroft"
DEPLOY = ROOT / "deploy"
PROMISES = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8").splitlines()
PROMISED = {test for line in PROMISES for test in re.findall(r"`(tests/[^`]+)`", line)}


def _home(file: str, package: Path = PACKAGE, root: Path = ROOT) -> Path:
    """Where a file is: in the package, or in `deploy` beside it."""
    return (root if file.startswith(f"{DEPLOY.name}/") else package) / file


def _id(guard: Guard) -> str:
    return f"{guard.file}: {guard.line.strip()[:40]}"


def test_each_guard_is_there_and_its_test_is_promised() -> None:
    """Once in its file, so that the change takes away that guard and no other."""
    changes = [change for guard in GUARDS for change in guard.changes]
    assert [] == [change.line for change in changes if _home(change.file).read_text("utf-8").count(change.line) != 1]
    assert [] == [guard.test for guard in GUARDS if guard.test not in PROMISED]


def test_each_promise_has_a_guard_or_is_named_as_without_one() -> None:
    """By the beginning of its row. A row that gets a guard is taken off the list, and a new row needs one."""
    tested = {guard.test for guard in GUARDS}
    rows = [(line.split("|")[1].strip(), re.findall(r"`(tests/[^`]+)`", line)) for line in PROMISES if line[:1] == "|"]
    bare = {promise for promise, tests in rows if tests and not tested & set(tests)}
    assert {} == {promise: WITHOUT for promise in bare if not any(map(promise.startswith, WITHOUT))}
    assert [] == [start for start in WITHOUT if not any(promise.startswith(start) for promise in bare)]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and of `deploy`: one for all guards, so that what is not changed is compiled once."""
    at = tmp_path_factory.mktemp("guarded")
    for folder in (PACKAGE, DEPLOY):
        shutil.copytree(folder, at / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    return at


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


@soak(GUARDED)
@pytest.mark.parametrize("guard", GUARDS[-GUARDED:], ids=_id)
def test_without_its_guard_a_promise_is_seen_to_be_broken(copied: Path, guard: Guard) -> None:
    """In a copy of the package; the test of the promise fails there, and not for want of the test."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--timeout", "600", guard.test]
    environment = {**os.environ, "PYTHONPATH": str(copied), "UNDERCROFT_DEPLOY": str(copied / DEPLOY.name)}
    environment.pop("UNDERCROFT_SOAK", None)
    with _without(guard, copied):
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert 1 == ran.returncode, ran.stdout[-2000:] + ran.stderr[-2000:]
