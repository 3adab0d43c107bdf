"""A server and a browser for all tests of a process; an empty window for each."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import axe_script
from tests.browser.browsing import PATIENCE, WIDE, browsing, chromium, windows_of
from tests.browser.components import components
from tests.requiring import need
from tests.serving import serving

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the server listens."""
    with serving(more=[components, axe_script]) as at:
        yield at


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's browser; without one the tests are skipped, unless it is required."""
    need("browser", chromium() is not None)
    with browsing() as started:
        yield started


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of a window of its own, in which nothing may go wrong unnoticed."""
    windows = windows_of(browser)
    watched = windows.open(address, WIDE)
    yield watched.page
    assert [] == windows.close(watched)
