"""Each promise of docs/guarantees.md has a test that would fail: without its guard, it does."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.figures import GUARDED, soak
from tests.guards import GUARDS, Guard

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "undercroft"
PROMISED = set(re.findall(r"`(tests/[^`]+)`", (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")))


def _id(guard: Guard) -> str:
    return f"{guard.file}: {guard.line.strip()[:40]}"


def test_each_guard_is_there_and_its_test_is_promised() -> None:
    """Once in its file, so that the change takes away that guard and no other."""
    missing = [
        _id(guard) for guard in GUARDS if (PACKAGE / guard.file).read_text(encoding="utf-8").count(guard.line) != 1
    ]
    assert [] == missing
    assert [] == [guard.test for guard in GUARDS if guard.test not in PROMISED]


@soak(GUARDED)
@pytest.mark.parametrize("guard", GUARDS[-GUARDED:], ids=_id)
def test_without_its_guard_a_promise_is_seen_to_be_broken(tmp_path: Path, guard: Guard) -> None:
    """In a copy of the package; the test of the promise fails there, and not for want of the test."""
    copy = shutil.copytree(PACKAGE, tmp_path / "undercroft", ignore=shutil.ignore_patterns("__pycache__"))
    changed = copy / guard.file
    changed.write_text(changed.read_text(encoding="utf-8").replace(guard.line, guard.without), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--timeout", "60", guard.test]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("UNDERCROFT_SOAK", None)
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert 1 == ran.returncode, ran.stdout[-2000:] + ran.stderr[-2000:]
