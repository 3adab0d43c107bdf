"""What holds for every test: nothing is timed, and one commit has one verdict; `make soak` looks further each time."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.figures import SOAK, share_of
from tests.requiring import required
from tests.writing_seen import unknown, watch

LONGEST = (
    "tests/foresight/test_runs.py",
    "tests/browser/test_delve.py",
    "tests/browser/test_session.py",
    "tests/browser/test_bad_line.py",
    "tests/browser/",
    "tests/table/test_random_demo_sessions.py",
    "tests/atomic/",
    "tests/deploy/",
    "tests/server/test_crashes.py",
    "tests/store/test_crashes.py",
    "tests/http/test_secrecy.py",
    "tests/http/",
    "tests/table/test_time_in_parts.py",
    "tests/table/referee/test_adjust_bounds.py",
    "tests/faces/play/",
    "tests/faces/",
    "tests/test_",
    "tests/server/",
    "tests/store/",
    "tests/foresight/",
    "tests/conformance/",
    "tests/exchange/",
    "tests/playthroughs/",
)
"""Where the longest tests are: they come first, so that no worker begins one when the others are done."""

settings.register_profile(
    "unhurried",
    deadline=None,
    derandomize=not SOAK,
    max_examples=share_of(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")


def pytest_configure() -> None:
    """Refuse a name in UNDERCROFT_REQUIRE that nothing answers to."""
    required()
    watch()
    gc.disable()  # nothing that is collected here is garbage


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Whatever function of Undercroft changes the disk in a test, the list of those that are killed knows it."""
    yield
    assert set() == unknown()


def pytest_xdist_auto_num_workers() -> int:
    """Two more workers than there are cores: tests of screens wait for the browser, and some for real seconds."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Tests have no examples in their docstrings: nobody searches them for any."""
    found = yield
    return [each for each in found if type(each) is pytest.Module]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests; a soak takes more examples of every property."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.soak)
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    """The place of a test's file or folder among the longest; after them all if it is none of these."""
    id = str(item.nodeid)
    return next((at for at, of in enumerate(LONGEST) if id.startswith(of)), len(LONGEST))


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what all tests share: it would look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
