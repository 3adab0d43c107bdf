"""A referee and four phones play the demo's dungeon, fights and road with their own dice.

One phone has a bad line and one sleeps at times, and a television shows the big screen. After each step every phone
that is awake and has a line shows what its seat was told, the same as a page that is opened now and as the API tells
it, and none of the referee's names. A phone whose line died says so.

A soak plays it to the end and prints how old a screen was at most, and how soon a dead line was told. Those figures
depend on the machine and are not asserted; a page is current when it shows the last thing that its seat was told.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import time

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.bad_line import BadLine, bad_line
from tests.browser.browsing import PATIENCE
from tests.browser.delving import Dice, Sitting
from tests.browser.hands import Mouse
from tests.browser.tabling import PHONE, Hall, hall_in
from tests.browser.test_big_screen import TELEVISION
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
from undercroft.table.state.seats import REFEREE, SPECTATORS, Throwing

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
TOLD = """async () => {
  const table = `/api/tables/${document.querySelector("main").dataset.table}`;
  const [state, events] = await Promise.all([table, `${table}/events`].map(async (from) => (await fetch(from)).text()));
  const shown = document.querySelector(".me-name a");
  const person = JSON.parse(state).campaign.people[shown?.getAttribute("href").split("/").at(-1)];
  const hp = document.querySelector(".me-stat .me-value")?.textContent.replace(/\\s+/g, "");
  const knows = person && [person.name, `${person.hp}/${person.hp_max}`];
  return { sent: state + events, shows: [shown?.textContent, hp], knows };
}"""
"""What the API tells the seat of a page, and the player's own character by the page and by the API."""
DRAWN = """
globalThis.drawnAt = {};
new MutationObserver(() => {
  const main = document.querySelector("main");
  if (main?.dataset.cursor && !main.ariaBusy) drawnAt[main.dataset.cursor] ??= Date.now();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-cursor", "aria-busy"] });
"""
"""Notes when a page had drawn each thing that its seat was told."""
WATCH = """() => {
  const line = document.getElementById("lost-line");
  const look = () => { if (line.textContent.includes("Not connected since")) globalThis.toldAt ??= Date.now(); };
  new MutationObserver(look).observe(line, { childList: true, subtree: true, characterData: true, attributes: true });
}"""
"""Notes when a page says that it is not connected."""


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
        self.referee = Sitting(hall, REFEREE, Mouse(hall.sit(REFEREE)), set())
        self.television = Sitting(hall, SPECTATORS, Mouse(hall.sit(SPECTATORS, TELEVISION)), set())
        self.television.page.goto(f"/t/{ID}/screen")
        self.phones = {seat: self._phone(seat) for seat in SEATS}
        self.ages: list[float] = []
        """Seconds from an act until each phone that heard of it had drawn it."""
        self.silences: list[float] = []
        """Seconds from the death of a line until its phone said so."""
        self._acted, self._died = time(), 0.0
        self._asleep: CDPSession | None = None
        self._thrown = dict.fromkeys(SEATS, 0)
        self._seat = REFEREE
        self.silent = False
        for seat in (REFEREE, *SEATS):
            hall.act(UseDice(seat, Throwing.TYPED))

    def _phone(self, seat: SeatId) -> Sitting:
        page = self.hall.sit(seat, PHONE, has_touch=True)
        page.add_init_script(DRAWN)
        page.reload()
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
        self._acted = time()

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
            drawn = phone.page.evaluate(f"drawnAt['{self.hall.table.cursor(seat)}']")
            self.ages += [drawn / 1000 - self._acted] if drawn and drawn / 1000 > self._acted else []
            expect(phone.page.locator("#lost-line [data-state]")).to_be_hidden()
            now, fresh = phone.page.evaluate(PANELS)
            assert fresh == now, seat
            told = phone.page.evaluate(TOLD)
            assert told["knows"] == told["shows"], seat
            self._keeps_secrets(seat, phone.page.content(), told["sent"])

    def ends_a_chapter(self) -> None:
        """The referee's page is current too, and so is the television, which shows only what is for everybody."""
        for watcher in (self.referee, self.television):
            watcher.settled()
        now, fresh = self.referee.page.evaluate(PANELS)
        assert fresh == now
        self._keeps_secrets(SPECTATORS, self.television.page.content())

    def _keeps_secrets(self, seat: SeatId, *sent: str) -> None:
        assert [] == [name for name in self._secrets(seat) for text in sent if name in text], seat

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
        self.phones[UNLUCKY].page.evaluate(WATCH)
        self.line.fall_silent()
        self.silent, self._died = True, time()

    def says_so(self) -> None:
        """That phone says that it is not connected, though nobody told it."""
        expect(self.phones[UNLUCKY].page.locator("#lost-line")).to_contain_text(
            re.compile(r"Not connected since \d\d:\d\d"), timeout=PATIENCE
        )
        self.silences.append(self.phones[UNLUCKY].page.evaluate("globalThis.toldAt") / 1000 - self._died)

    def is_mended(self) -> None:
        """The line is back; the phone becomes current by itself."""
        self.line.mend()
        self.silent, self._acted = False, time()
        self.phones[UNLUCKY].page.evaluate("delete globalThis.toldAt")
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
        self._asleep, self._acted = None, time()
        self.all_is_current()


@pytest.mark.soak
def test_four_phones_one_bad_line_and_one_asleep(hall: Hall, line: BadLine, capsys: pytest.CaptureFixture[str]) -> None:
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
        game.ends_a_chapter()
    if SOAK:
        silences = ", ".join(f"{each:.1f}" for each in game.silences)
        said = f"A phone was current after {median(game.ages):.2f} s, at most {max(game.ages):.2f} s; "
        with capsys.disabled():
            print(f"\n{said}a dead line was told after {silences} s.")  # noqa: T201 - the figures of the soak
        for seat in (REFEREE, *SEATS):
            hall.act(UseDice(seat, Throwing.ROLLED))
        assert DIGEST == Console(hall.table).digest()
