"""Each promise of docs/guarantees.md, and each mend of play, has a test that would fail: without its guard, it does."""

import re
from pathlib import Path

import pytest

from tests.figures import GUARDED, soak
from tests.guard import ROOT, Guard, assert_it_fails, copied_to, missing
from tests.guards import GUARDS, WITHOUT
from tests.guards_of_play import OF_PLAY

PROMISES = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8").splitlines()
PROMISED = {test for line in PROMISES for test in re.findall(r"`(tests/[^`]+)`", line)}


def _id(guard: Guard) -> str:
    return f"{guard.file}: {guard.line.strip()[:40]}"


def test_each_guard_is_there_and_its_test_is_promised() -> None:
    """Once in its file, so that the change takes away that guard and no other."""
    assert [] == missing((*GUARDS, *OF_PLAY.values()))
    assert [] == [guard.test for guard in GUARDS if guard.test not in PROMISED]


def test_everything_that_was_found_in_play_has_a_mend_in_the_list() -> None:
    """By its number; the library has tests of its own instead of T10 to T12."""
    numbers = [f"R{n}" for n in range(1, 35)] + [f"S{n}" for n in range(1, 18)]
    numbers += [f"T{n}" for n in (*range(1, 10), *range(13, 16))]
    assert numbers == list(dict.fromkeys(mend.partition(" ")[0] for mend in OF_PLAY))


def test_each_promise_has_a_guard_or_is_named_as_without_one() -> None:
    """By the beginning of its row. A row that gets a guard is taken off the list, and a new row needs one."""
    tested = {guard.test for guard in GUARDS}
    rows = [(line.split("|")[1].strip(), re.findall(r"`(tests/[^`]+)`", line)) for line in PROMISES if line[:1] == "|"]
    bare = {promise for promise, tests in rows if tests and not tested & set(tests)}
    assert {} == {promise: WITHOUT for promise in bare if not any(map(promise.startswith, WITHOUT))}
    assert [] == [start for start in WITHOUT if not any(promise.startswith(start) for promise in bare)]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and of `deploy`."""
    return copied_to(tmp_path_factory.mktemp("guarded"))


@soak(GUARDED)
@pytest.mark.parametrize("guard", GUARDS[-GUARDED:], ids=_id)
def test_without_its_guard_a_promise_is_seen_to_be_broken(copied: Path, guard: Guard) -> None:
    """In a copy of the package; the test of the promise fails there, and not for want of the test."""
    assert_it_fails(guard, copied)


@soak(GUARDED)
@pytest.mark.parametrize("mend", list(OF_PLAY)[-GUARDED:])
def test_without_its_mend_what_was_seen_in_play_is_seen_again(copied: Path, mend: str) -> None:
    """In a copy of the package; the test of the mend fails there, and not for want of the test."""
    assert_it_fails(OF_PLAY[mend], copied)
