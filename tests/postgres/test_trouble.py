"""A database in trouble: a standby that does not answer, a full disk, another release, a role that may do little."""

import io
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.clusters import Cluster, is_there
from tests.requiring import need
from tests.store.making import SECRET, batch, filled
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.store.faults import OldSchema, Storage, Unsure
from undercroft.store.log import Appended, Clean, Known, Snapshot
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import import_table
from undercroft.store.postgres import schema
from undercroft.store.postgres.store import PostgresStore


@pytest.fixture
def alone(own: Cluster, barrow: str) -> Iterator[Callable[[], None]]:
    """Lets the database of that table wait for a standby that is not there, until this is called."""
    own.reload(synchronous_standby_names="nobody")

    def let_go() -> None:
        own.reload(synchronous_standby_names="")

    assert barrow
    yield let_go
    let_go()


def test_a_standby_that_does_not_answer(barrow: str, alone: Callable[[], None]) -> None:
    """Nothing is answered that only one machine has; when the standby is let go, the same append is known."""
    with closing(PostgresStore(barrow)) as store:
        sent = batch(0, key="waits")
        with pytest.raises(Storage) as caught:
            store.append("barrow", sent)
        assert isinstance(caught.value, Unsure)
        alone()
        assert Known(sent.answer) == store.append("barrow", sent)
        assert 1 == store.version("barrow")


def test_a_standby_that_is_slow(own: Cluster, barrow: str, alone: Callable[[], None]) -> None:
    """A writer waits for it, and is answered when it has the line; nothing is written twice."""
    with closing(PostgresStore(barrow)) as store, ThreadPoolExecutor(1) as pool:
        sent = batch(0, key="waits")
        waiting = pool.submit(store.append, "barrow", sent)
        with psycopg.connect(own.url("postgres"), autocommit=True) as db:
            while not db.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'").fetchone():
                assert not waiting.done()
        alone()
        assert waiting.result() in (Appended(1), Known(sent.answer))
        assert Known(sent.answer) == store.append("barrow", sent)
        assert 1 == store.version("barrow")


def test_a_wait_for_a_standby_that_is_cancelled_is_no_success(barrow: str, alone: Callable[[], None]) -> None:
    """The database calls it committed, with a warning: the outcome is unsure."""
    with closing(PostgresStore(barrow)) as store, psycopg.connect(barrow, autocommit=True) as db:
        cancel = subprocess.Popen(
            ["sh", "-c", f"sleep 1; psql -q -d '{barrow}' -c \"{_CANCEL}\""], stdout=subprocess.DEVNULL
        )
        with pytest.raises(Unsure):
            store.append("barrow", batch(0, key="cancelled"))
        cancel.wait()
        alone()
        assert isinstance(store.append("barrow", batch(0, key="cancelled")), Known)
        assert (1,) == db.execute("SELECT count(*) FROM lines WHERE key = 'cancelled'").fetchone()


_CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture
def small() -> Iterator[Cluster]:
    """A PostgreSQL on a disk of few megabytes."""
    need("postgres", is_there())
    folder = Path("/tmp") / f"upg.small.{os.getpid()}"
    folder.mkdir()
    mounted = os.geteuid() == 0 and not subprocess.call(
        ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(folder)], stderr=subprocess.DEVNULL
    )
    try:
        need("mount", mounted)
        with closing(Cluster(folder)) as made:
            yield made
    finally:
        subprocess.call(["umount", str(folder)], stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


def test_a_full_disk(small: Cluster) -> None:
    """Writes are refused for want of room, what was answered is there, reading goes on, and so does writing later."""
    url = small.make("full")
    with psycopg.connect(url, autocommit=True) as db:
        schema.migrate(db)
    ballast = small.folder / "ballast"
    with closing(PostgresStore(url)) as store:
        filled(store, 3)
        free = shutil.disk_usage(small.folder).free
        ballast.write_bytes(bytes(max(0, free - 200_000)))
        version, refused = 3, ""
        while not refused and version < 5000:
            try:
                store.append("barrow", batch(version, lines=20))
                version += 20
            except Storage as fault:
                refused = fault.code
        assert "storage_full" == refused
        assert version == store.version("barrow") == len(list(store.read("barrow")))
        ballast.unlink()
        told = store.append("barrow", batch(version, lines=20))
        assert told in (Appended(version + 20), Known(batch(version, lines=20).answer))
        assert isinstance(store.verify("barrow"), Clean)


def test_two_releases_on_one_database(url: str) -> None:
    """A program runs between the oldest that may and the newest; each keeps snapshots of its own."""
    with closing(PostgresStore(url)) as store, psycopg.connect(url, autocommit=True) as db:
        filled(store, 2)
        store.save_snapshot("barrow", Snapshot(1, "older", b"older"))
        store.save_snapshot("barrow", Snapshot(2, "newer", b"newer"))
        assert Snapshot(1, "older", b"older") == store.snapshot("barrow", "older")
        assert Snapshot(2, "newer", b"newer") == store.snapshot("barrow", "newer")
        db.execute("UPDATE schema SET version = version + 1")
        PostgresStore(url).close()
        assert () == store.ready()
        db.execute("UPDATE schema SET least = version")
        with pytest.raises(Storage) as caught:
            PostgresStore(url)
        assert "newer_schema" == caught.value.code
        with pytest.raises(Storage):
            store.ready()
        db.execute("UPDATE schema SET version = 0")
        with pytest.raises(OldSchema):
            PostgresStore(url)


@pytest.mark.parametrize("name", ["fair-dice", "meeting"])
def test_logs_of_before_are_read_alike(url: str, name: str) -> None:
    """A log that another release wrote gives every seat the same in the database as in memory."""
    raw = (Path(__file__).parents[1] / "golden" / f"{name}.jsonl").read_bytes()
    with closing(PostgresStore(url)) as store:
        memory = MemoryStore()
        table = import_table(store, io.BytesIO(raw), name, SECRET).table.id
        import_table(memory, io.BytesIO(raw), name, SECRET)
        ours, theirs = OpenTable(store, table), OpenTable(memory, table)
        assert ours.version == theirs.version > 0
        assert {seat: ours.known(seat) for seat in ours.seats} == {seat: theirs.known(seat) for seat in theirs.seats}


def test_the_role_of_the_program_can_change_no_line(own: Cluster, url: str) -> None:
    """It plays, names, removes and purges, and no more: neither its own statements nor a stranger's change the past."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE ROLE player LOGIN")
        schema.migrate(db, "player")
        with pytest.raises(BadInput):
            schema.migrate(db, "nobody-of-that-name")
    as_player = url.replace("user=undercroft", "user=player")
    with closing(PostgresStore(as_player)) as store:
        filled(store, 3)
        store.rename("barrow", "Another name")
        store.save_snapshot("barrow", Snapshot(2, "code", b"state"))
        assert () == store.ready()
        assert store.shared.setting("owner", b"first") == store.shared.setting("owner", b"second") == b"first"
        assert isinstance(store.verify("barrow"), Clean)
    with psycopg.connect(as_player, autocommit=True) as db:
        for statement in (
            "UPDATE lines SET body = ''",
            "DELETE FROM lines",
            "DELETE FROM tables",
            "DELETE FROM heads",
            "UPDATE secrets SET secret = ''",
            "UPDATE tables SET id = 'another'",
            "CREATE TABLE more (number int)",
            "DROP TABLE lines",
            "ALTER TABLE lines DROP CONSTRAINT lines_pkey",
            "UPDATE schema SET version = 9",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                db.execute(statement.encode())
        assert (0,) == db.execute("SELECT purge_lines(1, 100)").fetchone()
    with closing(PostgresStore(url)) as store:
        assert 3 == len(list(store.read("barrow")))


def test_a_database_that_is_not_there(own: Cluster) -> None:
    """Says so, without the address's password."""
    with pytest.raises(Storage) as caught:
        PostgresStore("postgresql://maud:secret@127.0.0.1:1/nothing")
    assert "unreachable" == caught.value.code
    assert "secret" not in str(caught.value)
    with pytest.raises(Storage) as caught:
        PostgresStore(own.url("postgres"))
    assert "not_a_store" == caught.value.code
    with pytest.raises(BadInput):
        PostgresStore("postgresql://host/name?nonsense=1")
