"""The whole session on the pages of the live table: dungeon, fights, a death, a chase, the road, camps and the town."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.delving import Delver
from tests.browser.hands import Mouse
from tests.browser.tabling import Hall, hall_in
from tests.browser.test_delve import chapters
from tests.playthroughs.delves import EVENING, ID
from tests.playthroughs.test_evening import DIGEST
from undercroft import demo
from undercroft.table.state.seats import Throwing

THE_FLIGHT = "drag_away"
"""What someone does in the chapter of the second fight."""
WITH_MORE_TO_SAY = frozenset({"first_aid", "follow_clue", "force_door", "heave", "light", "search"})
"""What has a button for the plain case: here with helpers, several patients, the other of two torches."""
FROM_THE_LIST = WITH_MORE_TO_SAY | {"bring_in", "strip_dead"}


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo, with nobody at it."""
    with hall_in(browser, tmp_path, demo.campaign(), ID) as opened:
        yield opened


def test_the_session_is_played_through_the_screens(hall: Hall) -> None:
    """Every line by the screen's own buttons and forms, every die laid down; a reload, and a restart in a fight."""
    delver = Delver(hall, Mouse)
    delver.use_dice("typed")
    first, *rest = chapters(EVENING)
    delver.play(first)
    delver.reload()
    for chapter in rest:
        fought = any(line.startswith(THE_FLIGHT) for line in chapter)
        delver.play(chapter, amid=delver.restart if fought else None)
    delver.have_dice(Throwing.ROLLED)
    assert DIGEST == delver.digest()
    assert delver.listed <= FROM_THE_LIST
