"""A process that plays at a table and says so after each command: to be killed, or traced.

    python playing.py PATH HOW-MANY    plays so many steps and leaves
    python playing.py                  reads lines `PATH FIRST-STEP` and plays each from that step on, in a child of its
                                       own that never stops; says `pid N`, and `over` when that child is gone

A step has a key of its own, so that one which was not acknowledged is simply taken again. Says `ack STEP DIGEST` when
a step is answered, with a digest of the answer.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path

from tests.server.tabling import SECRET
from tests.table.small_site import CRYPT, MAUD, ONE, begin
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Replayed, stored
from undercroft.store.log import Table
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.groups import MAIN
from undercroft.table.procedures.clockwork import EndStep
from undercroft.table.procedures.exploring import EnterSite
from undercroft.table.rooms import Command
from undercroft.table.searching import Search
from undercroft.table.seats import REFEREE

ID = "crypt"


def say(line: str) -> None:
    """In one system call, so that a reader sees all of it or nothing."""
    os.write(1, f"{line}\n".encode())


def step(number: int) -> tuple[SeatId, Command]:
    """What is done in a step, and by whom: a campaign begun, a site entered, then searches and Turns for ever."""
    if number == 0:
        return REFEREE, begin()
    if number == 1:
        return REFEREE, EnterSite(MAIN, CRYPT)
    return (ONE, Search(MAUD, spot=f"spot {number}")) if number % 2 else (REFEREE, EndStep(MAIN))


def taken(table: OpenTable, number: int) -> str:
    """Take a step; a digest of the answer."""
    seat, command = step(number)
    answer = table.act(seat, command, key=f"step {number}")
    assert isinstance(answer, Acted | Replayed), answer
    return sha256(stored(answer.told, answer.cursor)).hexdigest()[:16]


def opened(store: SQLiteStore) -> OpenTable:
    """The table, made if it is not there."""
    if not store.tables():
        store.create(Table(ID, "The Crypt", "2026-01-31T19:00:00Z"), SECRET)
    table = OpenTable(store, ID)
    table.resume()
    return table


def play(path: Path, first: int, steps: int | None = None) -> None:
    """Take steps until there are enough."""
    store = SQLiteStore(path)
    table = opened(store)
    say("open")
    for number in count(first) if steps is None else range(first, first + steps):
        say(f"ack {number} {taken(table, number)}")
    store.close()


def nursery() -> None:
    """Play in children, which need not read the books again."""
    for line in sys.stdin:
        path, _, first = line.strip().rpartition(" ")
        child = os.fork()
        if not child:
            play(Path(path), int(first))
            os._exit(0)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("over")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        play(Path(sys.argv[1]), 0, int(sys.argv[2]))
    else:
        nursery()
