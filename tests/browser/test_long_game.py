"""A referee and four phones play the demo's dungeon, fights and road with their own dice.

One phone has a bad line and one sleeps at times. After each step every phone that is awake and has a line shows what
its seat was told, the same as a page that is opened now, and none of the referee's names. A phone whose line died
says so.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.bad_line import BadLine, bad_line
from tests.browser.browsing import PATIENCE
from tests.browser.delving import Dice, Sitting
from tests.browser.hands import Mouse
from tests.browser.tabling import PHONE, Hall, hall_in
from tests.browser.test_delve import chapters
from tests.figures import SOAK
from tests.playthroughs.delves import EVENING, ID
from tests.playthroughs.test_evening import DIGEST
from undercroft import demo
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.typed_line import Typed, typed
from undercroft.faces.views.seat_names import seat_named
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, dice_in
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import chronicle
from undercroft.table.engine.wanted_dice import Answer, UseDice
from undercroft.table.state.seats import REFEREE, Throwing

SEATS = tuple(SeatId(f"seat-{number}") for number in range(1, 5))
SLEEPY, UNLUCKY = SEATS[0], SEATS[1]
"""The phone that sleeps at times, and the one with the bad line."""
THROWS = 9999 if SOAK else 2
"""How many questions each phone answers by hand; the referee types the rest."""
PLAYED = 99 if SOAK else 2
"""How many chapters are played: the first has a dungeon and a fight."""
NOTHING_HAPPENS = frozenset({"as", "snapshot", "same", "expect", "why"})
SHORT = 6
"""Names of fewer letters may be words of any sentence."""
PANELS = """async () => {
  const text = (from) => Object.fromEntries([...from.querySelectorAll("main [id^=panel-]")].map((panel) => {
    for (const each of panel.querySelectorAll(".kept, [data-now], time, script")) each.remove();
    return [panel.id, panel.textContent.replace(/\\s+/g, " ").trim()];
  }));
  const now = text(document.body.cloneNode(true));
  const got = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = text(new DOMParser().parseFromString(await got.text(), "text/html"));
  return [now, fresh];
}"""
"""What the panels of a page say, and what those of the same page say that is opened now."""


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo, with nobody at it."""
    with hall_in(browser, tmp_path, demo.campaign(), ID) as opened:
        yield opened


@pytest.fixture
def line(hall: Hall) -> Iterator[BadLine]:
    """A line to it that can be bad."""
    with bad_line(hall.address) as opened:
        yield opened


class Game:
    """The table, its phones, and the script that is played."""

    def __init__(self, hall: Hall, line: BadLine) -> None:
        """Sit down, every seat with its own dice."""
        self.hall, self.line = hall, line
        self.referee = hall.sit(REFEREE)
        self.phones = {seat: self._phone(seat) for seat in SEATS}
        self._asleep: CDPSession | None = None
        self._thrown = dict.fromkeys(SEATS, 0)
        self._seat = REFEREE
        self.silent = False
        for seat in (REFEREE, *SEATS):
            hall.act(UseDice(seat, Throwing.TYPED))

    def _phone(self, seat: SeatId) -> Sitting:
        page = self.hall.sit(seat, PHONE, has_touch=True)
        if seat == UNLUCKY:
            link = self.hall.lobby.keys(ID).link(seat, self.hall.lobby.editions(self.hall.table)[seat])
            page.goto(f"{self.line.address}/join/{ID}/{link}")
        return Sitting(self.hall, seat, Mouse(page), set())

    @property
    def awake(self) -> dict[SeatId, Sitting]:
        """The phones that hear what happens now."""
        deaf = {seat for seat, is_deaf in ((SLEEPY, self._asleep is not None), (UNLUCKY, self.silent)) if is_deaf}
        return {seat: phone for seat, phone in self.phones.items() if seat not in deaf}

    def play(self, lines: list[str]) -> None:
        """Play these lines; the phones throw their own dice."""
        for number, text in enumerate(lines):
            words = typed(text)
            refused = number + 1 < len(lines) and lines[number + 1].startswith("expect refused")
            if words.words[0] == "as":
                self._seat = seat_named(self.hall.table.now, words.words[1])
            elif words.words[0] not in NOTHING_HAPPENS and not refused:
                self._give(words)
                if SOAK:
                    self.all_is_current()
        self.all_is_current()

    def _give(self, line: Typed) -> None:
        table = self.hall.table
        command = Console(table, self._seat).command(line)
        table.act(self._seat, command, key=f"game-{table.version}", by_hand=True)
        left: Dice = list(line.dice)
        while self.hall.table.now.wanted:
            left = self._answer(left)
        assert not left, f"left on the table: {left}"

    def _answer(self, left: Dice) -> Dice:
        """The next question is answered on the phone that it is for, or by the referee."""
        wanted = next(iter(self.hall.table.now.wanted.values()))
        asked = wanted.questions[0]
        phone = self.awake.get(asked.seat)
        if phone is not None and self._thrown[asked.seat] < THROWS:
            self._thrown[asked.seat] += 1
            phone.settled()
            return phone.throw(left)
        many = 1 if isinstance(asked.question, Choice) else dice_in(asked.question.roll)
        answers = tuple(face for face in left[:many] if face is not None)
        answer = Answer(wanted.id, asked.ruling, answers)
        self.hall.table.act(REFEREE, answer, key=f"game-{self.hall.table.version}", by_hand=True)
        return left[many:]

    def all_is_current(self) -> None:
        """Every phone that hears shows what its seat knows, as a page opened now does, and no name of the referee's."""
        for seat, phone in self.awake.items():
            phone.settled()
            expect(phone.page.locator("#lost-line [data-state]")).to_be_hidden()
            now, fresh = phone.page.evaluate(PANELS)
            assert fresh == now, seat
            shown = phone.page.content()
            assert [] == [name for name in self._secrets(seat) if name in shown], seat

    def _secrets(self, seat: SeatId) -> list[str]:
        """The names of rooms, creatures, features and traps that a seat was never told."""
        table = self.hall.table
        noted = chronicle(self.hall.lobby.store, ID, seat).noted
        told = " ".join(f"{wire.encode(note.told.event).decode()} {note.says}" for note in noted)
        known = f"{wire.encode(table.known(seat)).decode()} {told}".casefold()
        names = {
            name
            for site in table.now.sites.values()
            for each in (*site.zones.values(), *site.creatures.values(), *site.features.values(), *site.traps.values())
            for name in (getattr(each, "name", ""), getattr(each, "what", ""), getattr(each, "secret", ""))
        }
        return [name for name in names if len(name) >= SHORT and name.casefold() not in known]

    def falls_silent(self) -> None:
        """The line of a phone dies without a word."""
        self.line.fall_silent()
        self.silent = True

    def says_so(self) -> None:
        """That phone says that it is not connected, though nobody told it."""
        expect(self.phones[UNLUCKY].page.locator("#lost-line")).to_contain_text(
            re.compile(r"Not connected since \d\d:\d\d"), timeout=PATIENCE
        )

    def is_mended(self) -> None:
        """The line is back; the phone becomes current by itself."""
        self.line.mend()
        self.silent = False
        self.all_is_current()

    def sleeps(self) -> None:
        """A phone is put into a pocket."""
        page = self.phones[SLEEPY].page
        self._asleep = page.context.new_cdp_session(page)
        self._asleep.send("Page.setWebLifecycleState", {"state": "frozen"})

    def wakes(self) -> None:
        """It is taken out again, and is current by itself."""
        assert self._asleep is not None
        self._asleep.send("Page.setWebLifecycleState", {"state": "active"})
        self._asleep = None
        self.all_is_current()


@pytest.mark.soak
def test_four_phones_one_bad_line_and_one_asleep(hall: Hall, line: BadLine) -> None:
    """The session: in each chapter one phone is deaf, and afterwards it is as current as the others.

    A soak plays it to the end, with the fight in which Corvin dies, the road and the town.
    """
    game = Game(hall, line)
    every = chapters(EVENING)[:PLAYED]
    deaf: list[tuple[Callable[[], None], Callable[[], None]]] = [
        (game.sleeps, game.wakes),
        (game.falls_silent, game.is_mended),
    ]
    for number, chapter in enumerate(every):
        goes, comes = deaf[number % 2]
        goes()
        game.play(chapter)
        if game.silent:
            game.says_so()
        comes()
    if SOAK:
        for seat in (REFEREE, *SEATS):
            hall.act(UseDice(seat, Throwing.ROLLED))
        assert DIGEST == Console(hall.table).digest()
