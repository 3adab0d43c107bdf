"""A process that plays is killed at any moment: what was answered is there, once, and is answered the same again."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from time import sleep
from typing import IO

import pytest

from tests.figures import ACKS, PLAYS, SEED, soak
from tests.requiring import need
from tests.server.playing import FORESEEN, ID, course, opened, taken
from tests.store.processes import ENVIRONMENT, traces
from tests.store.test_crashes import unsynced
from tests.table.wayfarers import IN_FIGHTS
from undercroft.kernel.wire import encode
from undercroft.server.lines import LineReader
from undercroft.server.log_loader import Depth, load
from undercroft.store.log import Clean
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store
from undercroft.table.engine.record import Ordered
from undercroft.table.state.house_rules import Combat

PLAYER = [sys.executable, str(Path(__file__).with_name("playing.py"))]
EACH = 25
"""Kills that one store survives, so that it does not grow for ever."""


@contextmanager
def nursery() -> Generator[subprocess.Popen[bytes]]:
    """A process whose children play."""
    process = subprocess.Popen(PLAYER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def killed(process: subprocess.Popen[bytes], combat: Combat, path: Path, first: int, chance: Random) -> dict[int, str]:
    """Let a child play from a step on and kill it at some moment; the answers that were heard, by step."""
    asked, said = process.stdin, process.stdout
    assert asked
    assert said
    asked.write(f"{combat} {path} {first}\n".encode())
    asked.flush()
    pid = int(_until(said, b"pid ")[-1].split()[1])
    heard = _until(said, b"open")
    for _ in range(chance.randrange(4)):
        heard += _until(said, b"ack ")
    sleep(chance.uniform(0, 0.02))
    os.kill(pid, signal.SIGKILL)
    heard += _until(said, b"over")
    acks = (re.fullmatch(rb"ack (\d+) ([0-9a-f]{16})\n", line) for line in heard)
    return {int(ack[1]): ack[2].decode() for ack in acks if ack}


def _until(said: IO[bytes], begins: bytes) -> list[bytes]:
    lines: list[bytes] = []
    while not lines or not lines[-1].startswith(begins):
        lines.append(said.readline())
        assert lines[-1], f"ended with {lines}"
        assert lines[-1].startswith(begins) or not lines[-1].startswith(b"over"), f"the child ended after {lines}"
    return lines


def asked_for(store: Store) -> list[object]:
    """What people asked for, in order."""
    reader = LineReader()
    told = (reader.told(line).event for line in store.read(ID) if line.tag == "table.ordered")
    return [(event.seat, event.command) for event in told if isinstance(event, Ordered) and not event.follows]


def survived(combat: Combat, path: Path, steps: int, answers: dict[int, str]) -> None:
    """Every step that was answered is there once, at most one more is, and each is answered the same again."""
    with closing(SQLiteStore(path)) as store:
        head = store.head(ID)
        assert Clean(head.version, head.link) == store.verify(ID)
        assert asked_for(store) in (course(combat).orders(steps), course(combat).orders(steps + 1))
        whole, quick = load(store, ID, LineReader(), Depth.ALL), load(store, ID, LineReader())
        for seat, history in whole.histories.of.items():
            assert encode(history.now) == encode(quick.histories.known(seat))
        table = opened(store)
        assert answers == {number: taken(combat, table, number) for number in answers}
        assert head.version <= store.head(ID).version


@soak(PLAYS)
def test_killed_while_playing(tmp_path: Path) -> None:
    """Nothing that was answered is lost, nothing is done twice, and the log verifies, by either book for fights."""
    chance, steps = Random(SEED), 0
    with nursery() as process:
        for number in range(PLAYS):
            combat = tuple(Combat)[number // EACH % len(Combat)]
            path = tmp_path / f"store-{number // EACH}.db"
            steps = steps if number % EACH else 0
            heard = killed(process, combat, path, steps, chance)
            assert list(heard) == list(range(steps, steps + len(heard)))
            steps += len(heard)
            survived(combat, path, steps, {step: heard[step] for step in list(heard)[-3:]})
    assert 1 < steps


@pytest.mark.parametrize("combat", Combat)
def test_what_is_played_is_a_whole_session(combat: Combat) -> None:
    """The player character who is killed may be anywhere: below ground, in a fight, on the road or in town."""
    played = {course(combat).step(number)[1].tag for number in range(FORESEEN)}
    assert {
        "enter_site",
        "meet_strangers",
        IN_FIGHTS[combat],
        "leave_site",
        "set_out",
        "come_to_town",
        "leave_town",
    } <= played


def test_an_answer_follows_the_sync(tmp_path: Path) -> None:
    """Whatever a command writes, and what follows by itself before it, is on the disk before anybody hears of it."""
    need("strace", traces())
    trace = tmp_path / "trace"
    count = min(ACKS, 500)
    calls = ["-e", "trace=write,pwrite64,fdatasync,fsync", "-o", str(trace)]
    command = ["strace", "-f", "-y", *calls, *PLAYER, Combat.SOVEREIGN, str(tmp_path / "store.db"), str(count)]
    done = subprocess.run(command, env=ENVIRONMENT, check=True, stdout=subprocess.PIPE)
    assert count == done.stdout.count(b"ack ")
    assert (count, 0) == unsynced(trace.read_text(encoding="utf-8"))
