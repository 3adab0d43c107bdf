"""The windows that tests are handed, one after the other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.browsing import WIDE, windows_of


def a_clock_that_stands_still(page: Page) -> None:
    """Nothing that waits for time comes."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def a_script_in_every_page(page: Page) -> None:
    """Pages are others than they were."""
    page.add_init_script("globalThis.setTimeout = () => 0;")


def the_same_for_the_whole_window(page: Page) -> None:
    """By way of the window."""
    page.context.add_init_script("globalThis.setTimeout = () => 0;")


@pytest.mark.parametrize(
    "alters", [a_clock_that_stands_still, a_script_in_every_page, the_same_for_the_whole_window, None]
)
def test_no_test_has_a_window_that_another_altered(
    browser: Browser, address: str, alters: Callable[[Page], None] | None
) -> None:
    """A window is opened again for the next test unless something lasting was done to it."""
    windows = windows_of(browser)
    first = windows.open(address, WIDE, locale="en-IM")
    first.page.goto("/rules")
    if alters is not None:
        alters(first.page)
    assert [] == windows.close(first)
    second = windows.open(address, WIDE, locale="en-IM")
    assert (second is first) == (alters is None)
    second.page.goto("/rules")
    assert "passed" == second.page.evaluate("new Promise((done) => setTimeout(done, 1, 'passed'))")
    assert [] == windows.close(second)
