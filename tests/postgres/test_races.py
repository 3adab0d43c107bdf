"""Several processes on one table of one database: whatever happens to them, the log keeps its promises."""

import operator
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.clusters import Cluster
from tests.figures import SEED, figure, soak
from tests.postgres.histories import Op, Outcome, faults
from tests.postgres.writing import at_rest, child, ended, heads_held, noted, soon, unsure, writer
from tests.server.tabling import ID, in_the_hall
from tests.store.making import filled
from undercroft.server.commands import Undo
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.store.log import Clean
from undercroft.store.postgres import rows
from undercroft.store.postgres.store import PostgresStore
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

RACED = figure("RACED", 2000, 100_000)
"""Lines that two processes append to one table at the same time."""
DATABASE_KILLS = figure("DATABASE_KILLS", 3, 200)
"""Kills of the whole database while two processes write."""
SERVER_KILLS = figure("SERVER_KILLS", 20, 500)
"""Kills of a process in the middle of its commands."""


def raced(
    url: str, folder: Path, many: int, during: Callable[[], None] = lambda: None
) -> tuple[list[Op], list[tuple[int, str | None]]]:
    """What two processes were told that raced for one table, and the lines in the end."""
    with closing(PostgresStore(url)) as store:
        filled(store, 0)
    files = {who: folder / f"{who}.json" for who in ("a", "b")}
    with heads_held(url) as waiting:
        writers = [writer(url, who, many // 2, file, SEED) for who, file in files.items()]
        soon(lambda: waiting() == len(writers))
    during()
    assert [0, 0] == [ended(process) for process in writers]
    with psycopg.connect(url) as db:
        lines = db.execute("SELECT seq, key FROM lines ORDER BY seq").fetchall()
    return [op for file in files.values() for op in noted(file)], lines


def clean(url: str) -> bool:
    """Whether every line of the table is what was written."""
    with closing(PostgresStore(url)) as store:
        return isinstance(store.verify("barrow"), Clean)


@soak(RACED // 100)
def test_two_processes_race_on_one_table(url: str, tmp_path: Path) -> None:
    """Each line once, in one order, and nobody is shown less than was answered before."""
    ops, lines = raced(url, tmp_path, RACED)
    assert [] == faults(ops, lines)
    assert RACED == len(lines)
    assert any(op.outcome is Outcome.STALE for op in ops)
    assert clean(url)


def test_without_a_condition_on_the_version_the_checker_finds_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that writes whatever it is handed, on a database that lets it, does not pass."""
    condition = "version = %s AND link = %s AND seal = %s"
    assert condition in rows.MOVE_HEAD
    blind = "version IS NOT NULL AND (%s::bigint, %s::bytea, %s::bigint) IS NOT NULL"
    monkeypatch.setattr(rows, "MOVE_HEAD", rows.MOVE_HEAD.replace(condition, blind))
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("ALTER TABLE lines DROP CONSTRAINT lines_pkey")
    assert faults(*raced(url, tmp_path, 200))


@soak(DATABASE_KILLS * 2)
def test_the_database_is_killed_while_two_processes_write(own: Cluster, url: str, tmp_path: Path) -> None:
    """Nothing that was answered is lost, nothing is there twice, and both go on when it is back.

    The first kill hits both in the middle of a write, and the database stays away until one of them is unsure.
    """
    chance = Random(SEED)

    def killing() -> None:
        with heads_held(url) as waiting:
            soon(lambda: waiting() == 2)
            own.kill()
        soon(lambda: any(unsure(tmp_path / f"{who}.json").exists() for who in "ab"))
        own.start()
        for _ in range(DATABASE_KILLS - 1):
            time.sleep(0.2 + chance.random())
            own.kill()
            own.start()

    many = 400 * DATABASE_KILLS
    ops, lines = raced(url, tmp_path, many, killing)
    assert [] == faults(ops, lines)
    assert many == len(lines)
    assert any(op.outcome is Outcome.UNSURE for op in ops)
    assert clean(url)


@soak(SERVER_KILLS)
def test_a_process_is_killed_in_the_middle_of_its_commands(url: str) -> None:
    """Another goes on at once, nothing is half there, and what the first was answered is there.

    Its commands are long: hours pass, turn by turn, and are undone. Every other kill hits it in the middle of a write.
    """
    with closing(PostgresStore(url)) as store:
        in_the_hall(store).do(LayTray((QUIET,) * 50))
        chance = Random(SEED)
        other = OpenTable(store, ID)
        began = other.now.groups[MAIN].time
        for kill in range(SERVER_KILLS):
            _kill_in_a_write(url, kill) if kill % 2 else _kill_at_any_time(url, kill, store, chance)
            done = other.act(REFEREE, WriteNote(f"after kill {kill}"), key=f"after-{kill}")
            assert isinstance(done, Acted)
            at_rest(url)
            other.catch_up()
            opened = OpenTable(store, ID)
            version = opened.version
            opened.resume()
            assert version == opened.version == other.version
            assert version == store.answers(ID)[-1].seq, "the last append is not whole"
            while other.now.groups[MAIN].time != began:
                assert isinstance(other.act(REFEREE, Undo(), key=f"back-{kill}-{other.version}"), Acted)
        assert isinstance(store.verify(ID), Clean)
        ends = [answer.seq for answer in store.answers(ID)]
        assert max(map(operator.sub, ends[1:], ends)) > A_LONG_ACT


A_LONG_ACT = 20
"""Lines."""
QUIET = 5
"""A face that brings nobody."""


def _kill_in_a_write(url: str, kill: int) -> None:
    with heads_held(url) as waiting:
        process = child(partial(_play, url, kill))
        soon(lambda: waiting() == 1)
        os.kill(process, signal.SIGKILL)
        ended(process)


def _kill_at_any_time(url: str, kill: int, store: PostgresStore, chance: Random) -> None:
    before = store.version(ID)
    process = child(partial(_play, url, kill))
    soon(lambda: store.version(ID) > before)
    time.sleep(0.05 * chance.random())
    os.kill(process, signal.SIGKILL)
    ended(process)


def _play(url: str, kill: int) -> None:
    with closing(PostgresStore(url)) as store:
        table = OpenTable(store, ID)
        for number in range(10_000):
            for command in (PassTime(MAIN, Span.STEP, 12), Undo()):
                done = table.act(REFEREE, command, key=f"{kill}-{number}-{type(command).__name__}")
                assert isinstance(done, Acted), done
