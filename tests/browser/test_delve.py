"""The scripted delves on the pages of the live table: by mouse or by keyboard, every die laid down by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.delving import Delver
from tests.browser.hands import Keyboard, Mouse
from tests.browser.tabling import Hall, hall_in
from tests.figures import SOAK
from tests.playthroughs.delves import EVENING, ID, file_of
from tests.playthroughs.test_delve import DIGESTS, ENDS, stand
from undercroft import demo
from undercroft.table.state.seats import Throwing


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo, with nobody at it."""
    with hall_in(browser, tmp_path, demo.campaign(), ID) as opened:
        yield opened


def chapters(clock: str) -> list[list[str]]:
    """The script of a delve, cut where it takes a breath."""
    whole = file_of(clock).read_text(encoding="utf-8").split("\n\n")
    return [[line for line in part.splitlines() if line and not line.startswith("#")] for part in whole]


def ended(delver: Delver, clock: str) -> None:
    """Everything stands as the same script leaves it on the command line."""
    delver.have_dice(Throwing.ROLLED)
    assert ENDS[clock] == stand(delver.hall.table.now)
    assert DIGESTS[clock] == delver.digest()


def test_by_mouse_with_players_a_reload_and_a_restart(hall: Hall) -> None:
    """Sovereign's turns, players in browsers of their own; the server goes and comes back while dice are wanted.

    The first chapter is typed, and later what the whole session plays by the same hands on the pages.
    """
    delver = Delver(hall, Mouse, (line for chapter in chapters(EVENING) for line in chapter))
    delver.have_dice(Throwing.TYPED)
    first, second, third, *rest = chapters("sovereign")
    delver.type(*first)
    delver.reload()
    delver.play(second)
    delver.play(third, amid=delver.restart)
    for chapter in rest:
        delver.play(chapter)
    ended(delver, "sovereign")


def test_by_keyboard_alone(hall: Hall) -> None:
    """Delve rounds: keys, arrows, Tab and the list of all commands; nobody touches a mouse."""
    delver = Delver(hall, Keyboard)
    delver.use_dice("typed")
    for chapter in chapters("delving"):
        delver.play(chapter)
    ended(delver, "delving")


if SOAK:  # the first steps by each clock, tests/browser/test_clocks.py takes; the acts are those of the delves above

    @pytest.mark.soak
    @pytest.mark.parametrize("clock", ["hexcrawl", "violence"])
    def test_by_the_other_clocks(hall: Hall, clock: str) -> None:
        """The overloaded die and Violence's turns, by mouse."""
        delver = Delver(hall, Mouse)
        delver.have_dice(Throwing.TYPED)
        for chapter in chapters(clock):
            delver.play(chapter)
        ended(delver, clock)
