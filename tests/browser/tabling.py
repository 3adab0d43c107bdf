"""A live table on a store of its own, on a server that can be stopped and started again at the same address."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.axe import axe_script
from tests.browser.browsing import PATIENCE, WIDE, Watched, windows_of
from tests.browser.chapel import begin
from tests.serving import same_dice, serving
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.dice import Choice, dice_in
from undercroft.kernel.faults import Unavailable
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

TABLE = "chapel"
SECRET = b"for the tests only, nothing else"
PORTS = list[int]()
"""Where halls listened that were left: at an address that it knows, a browser has scripts and styles at hand."""
SHOWN = "(({ dataset, ariaBusy }) => (ariaBusy ? null : dataset.cursor))(document.querySelector('main'))"
"""The cursor of a page that is drawn to the end."""
LOOK = 20
"""Milliseconds between two looks at a page."""
PHONE: ViewportSize = {"width": 390, "height": 844}


class Hall:
    """The server with its table, and browsers that sit at it."""

    def __init__(self, browser: Browser, folder: Path, opening: Begin | None = None, id: str = TABLE) -> None:
        self.id = id
        self._windows = windows_of(browser)
        self._path = folder / "tables.db"
        self._opening = opening or begin()
        self._running = ExitStack()
        self._open: list[Watched] = []
        self._errors: list[str] = []
        self._seats: dict[Page, SeatId] = {}
        self._port = PORTS.pop() if PORTS else 0
        try:
            self.start()
        except Unavailable:
            self._port = 0
            self.start()

    def start(self) -> None:
        """Open the store and listen, where it listened before."""
        self.lobby = Lobby(SQLiteStore(self._path), SECRET)
        if not self.lobby.all():
            self.lobby.tables.begin(self.id, self._opening, secret=same_dice)
        self.address = self._running.enter_context(serving(more=[axe_script], lobby=self.lobby, port=self._port))
        self._port = int(self.address.rpartition(":")[2])

    def stop(self) -> None:
        """Leave as the program does."""
        self._running.close()
        self.lobby.close()

    @property
    def table(self) -> OpenTable:
        """The table itself."""
        return self.lobby.open(self.id)

    def act(self, command: Any, seat: SeatId = REFEREE) -> None:
        """Something happens at the table without a browser."""
        self.table.act(seat, self.table.as_known(seat, command), key=f"test-{self.table.version}")

    def ask(self, command: Any, seat: SeatId = REFEREE) -> None:
        """Something happens as soon as people have thrown the dice for it."""
        self.table.act(seat, self.table.as_known(seat, command), key=f"test-{self.table.version}", by_hand=True)

    def throw(self, command: Any, *faces: int, seat: SeatId = REFEREE) -> None:
        """Something happens with dice that people throw, all of them and no more; choices are declined."""
        left = list(faces)
        self.ask(command, seat)
        while wanted := next(iter(self.table.now.wanted.values()), None):
            asked = wanted.questions[0]
            answers: tuple[int | str, ...]
            if isinstance(asked.question, Choice):
                answers = (asked.question.options[0],)
            else:
                count = dice_in(asked.question.roll)
                assert len(left) >= count, f"{asked.question.purpose}: left on the table {left}"
                answers, left = tuple(left[:count]), left[count:]
            answer = Answer(wanted.id, asked.ruling, answers)
            self.table.act(REFEREE, answer, key=f"test-{self.table.version}", by_hand=True)
        assert not left, f"left on the table: {left}"

    def sit(self, seat: SeatId = REFEREE, viewport: ViewportSize = WIDE, *, toured: bool = True, **more: Any) -> Page:
        """A browser of its own in which that seat's link was followed; it has seen the tour before, or has not."""
        watched = self._windows.open(self.address, viewport, toured=toured, **more)
        self._open.append(watched)
        self._seats[watched.page] = seat
        link = self.lobby.keys(self.id).link(seat, self.lobby.editions(self.table)[seat])
        watched.page.goto(f"/join/{self.id}/{link}")
        return watched.page

    def settled(self, page: Page) -> None:
        """Wait until a page shows all that its seat was told, so that a button on it means the table as it is.

        What happens meanwhile is waited for too: a command that was clicked may reach the table only now.
        """
        looks = PATIENCE // LOOK
        while (shown := page.evaluate(SHOWN)) != (told := self.table.cursor(self._seats[page])):
            assert looks, f"the page shows {shown}, its seat was told {told}"
            page.wait_for_timeout(LOOK)
            looks -= 1

    def own(self) -> Page:
        """The browser of the owner of the server."""
        page = self.sit()
        page.goto(f"/enter/{self.lobby.owner_link()}")
        return page

    def put_away(self, page: Page) -> None:
        """Close one of the browsers."""
        watched = next(each for each in self._open if each.page is page)
        self._open.remove(watched)
        self._errors += self._windows.close(watched)

    def leave(self) -> list[str]:
        """Close browsers and server; all that browsers complained of."""
        for watched in self._open:
            self._errors += self._windows.close(watched)
        self.stop()
        PORTS.append(self._port)
        return self._errors


@contextmanager
def hall_in(
    browser: Browser, folder: Path, opening: Begin | None = None, id: str = TABLE
) -> Generator[Hall, None, None]:
    """A hall that is open meanwhile, in which nothing may go wrong unnoticed."""
    hall = Hall(browser, folder, opening, id)
    try:
        yield hall
    finally:
        errors = hall.leave()
    assert [] == errors, "\n".join(errors)
