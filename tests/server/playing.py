"""A process that plays at a table and says so after each command: to be killed, or traced.

    python playing.py BOOK PATH HOW-MANY    plays so many steps and leaves; BOOK is the book for fights
    python playing.py                       reads lines `BOOK PATH FIRST-STEP` and plays each from that step on, in a
                                            child of its own that never stops; says `pid N`, and `over` when it is gone

A step has a key of its own, so that one which was not acknowledged is simply taken again. Says `ack STEP DIGEST` when
a step is answered, with a digest of the answer.
"""

import os
import sys
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from tests.server.tabling import SECRET
from tests.table.wayfarers import BACK, BELOW, GATE, HOME, IN_TOWN, Bots, Wish, chance, opening
from undercroft.kernel.dice import Choice
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Replayed, stored
from undercroft.store.log import ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command
from undercroft.table.engine.record import Ordered
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.refusals import refusals
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.house_rules import PRESETS, Combat
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import ComeToTown, LeaveTown
from undercroft.table.world.groups import MAIN

ID = "marches"
WALL = "2026-01-31T19:00:00.000Z"
WISHED = 10
"""Steps before the referee sets another scene, as soon as that can be."""
SCENES: tuple[tuple[Command, Wish], ...] = (
    (EnterSite(MAIN, SiteId("ossuary")), BACK),
    (LeaveSite(MAIN), BELOW),
    (ComeToTown(MAIN, "Carrow"), HOME),
    (LeaveTown(MAIN), IN_TOWN),
    (MeetStrangers(MAIN, "3 ghouls HD 2", hostile=True), HOME),
)
"""What the referee brings about, one after the other, and what the bots wish for until then."""
FORESEEN = 150
"""Steps that are thought out before anybody plays."""


def say(line: str) -> None:
    """In one system call, so that a reader sees all of it or nothing."""
    os.write(1, f"{line}\n".encode())


class Course:
    """What is done step by step, and by whom: the demo begun, then whatever bots choose, below, abroad and in town.

    Dice fall by the table's secret, so the course is the same for every player; what is wanted is chosen at once.
    """

    def __init__(self, combat: Combat) -> None:
        self._table = opened(MemoryStore())
        self._table.listen(REFEREE, self._hear)
        self._steps: list[tuple[SeatId, Command]] = []
        self._scenes, self._began = 0, -WISHED
        self._done: list[tuple[SeatId, object]] = []
        self._orders: list[int] = []
        begin = opening(replace(PRESETS["undercroft"], combat=combat), GATE)
        self._bots = Bots(chance("killed while playing 2"), tuple(seat.id for seat in begin.seats), Counter())
        self._do(REFEREE, begin)

    def step(self, number: int) -> tuple[SeatId, Command]:
        """What is done in a step, and by whom."""
        while len(self._steps) <= number:
            self._do(*self._next())
        return self._steps[number]

    def orders(self, steps: int) -> list[tuple[SeatId, object]]:
        """What stands in the log as asked for once so many steps are taken: a command that waits for dice does not."""
        self.step(steps)
        return self._done[: self._orders[steps - 1]] if steps else []

    def _next(self) -> tuple[SeatId, Command]:
        for wanted in self._table.now.wanted.values():
            asked = wanted.questions[0]
            assert isinstance(asked.question, Choice)
            return REFEREE, Answer(wanted.id, asked.ruling, (asked.question.options[0],))
        scene, wish = SCENES[self._scenes % len(SCENES)]
        if len(self._steps) >= self._began + WISHED and not refusals(self._table.now, REFEREE, scene):
            self._began, self._scenes = len(self._steps), self._scenes + 1
            return REFEREE, scene
        act = self._bots.next_act(self._table.known, wish)
        return (act[1], act[0]) if act is not None else (REFEREE, WriteNote("Nothing happens."))

    def _do(self, seat: SeatId, command: Command) -> None:
        answer = self._table.act(seat, command, key=f"step {len(self._steps)}")
        assert isinstance(answer, Acted), (command, answer)
        self._bots.did[command.tag] += 1
        self._steps.append((seat, command))
        self._orders.append(len(self._done))

    def _hear(self, _seat: SeatId, _cursor: str, told: tuple[Told, ...]) -> None:
        ordered = (each.event for each in told if isinstance(each.event, Ordered))
        self._done += [(each.seat, each.command) for each in ordered if not each.follows]


@cache
def course(combat: Combat) -> Course:
    """The one that everybody plays who fights by a book."""
    return Course(combat)


def taken(combat: Combat, table: OpenTable, number: int) -> str:
    """Take a step; a digest of the answer."""
    seat, command = course(combat).step(number)
    answer = table.act(seat, command, key=f"step {number}")
    assert isinstance(answer, Acted | Replayed), answer
    return sha256(stored(answer.told, answer.cursor)).hexdigest()[:16]


def opened(store: Store) -> OpenTable:
    """The table, made if it is not there; its acts are named by where they stand in the log."""
    if not store.tables():
        store.create(ListedTable(ID, "The Marches", WALL), SECRET)
    table = OpenTable(store, ID, acts=lambda: f"act-{store.head(ID).version}", wall=lambda: WALL)
    table.resume()
    return table


def play(combat: Combat, path: Path, first: int, steps: int | None = None) -> None:
    """Take steps until there are enough."""
    store = SQLiteStore(path)
    table = opened(store)
    say("open")
    for number in count(first) if steps is None else range(first, first + steps):
        say(f"ack {number} {taken(combat, table, number)}")
    store.close()


def nursery() -> None:
    """Play in children, which need not read the books again, nor the course."""
    for combat in Combat:
        course(combat).step(FORESEEN)
    for line in sys.stdin:
        rest, _, first = line.strip().rpartition(" ")
        book, _, path = rest.partition(" ")
        child = os.fork()
        if not child:
            play(Combat(book), Path(path), int(first))
            os._exit(0)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("over")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        play(Combat(sys.argv[1]), Path(sys.argv[2]), 0, int(sys.argv[3]))
    else:
        nursery()
