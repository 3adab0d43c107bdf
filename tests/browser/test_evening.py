"""The scripted evening on the pages of the live table: dungeon, meetings, fights, chase, road, camps and town."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.delving import Delver
from tests.browser.hands import Mouse
from tests.browser.tabling import Hall, hall_in
from tests.playthroughs.delves import EVENING, file_of
from tests.playthroughs.test_evening import DIGEST
from undercroft import demo

pytestmark = [pytest.mark.timeout(2400), pytest.mark.soak]


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo, with nobody at it."""
    with hall_in(browser, tmp_path, demo.campaign()) as opened:
        yield opened


def test_the_whole_evening_by_mouse(hall: Hall) -> None:
    """Every line by the control that a person would use; things end as the same file leaves them on the command line."""
    delver = Delver(hall, Mouse)
    delver.use_dice("typed")
    lines = file_of(EVENING).read_text(encoding="utf-8").splitlines()
    delver.play([line for line in lines if line and not line.startswith("#")])
    delver.use_dice("rolled")
    assert DIGEST == delver.digest()
