"""Several open tables, asked by many at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event

import pytest

from tests.table.small_site import CRYPT, MAUD, OAK, ONE, begin
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Replayed, StaleCursor
from undercroft.server.tables import Tables
from undercroft.store.faults import Conflict, NoSuchTable, Storage
from undercroft.store.log import AppendResult, Batch, Clean, Entry, ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.exploration.alarm import RaiseAlarm
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.listening import Listen
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN


def test_a_table_is_begun_once_and_opened_once(store: Store) -> None:
    """With dice of its own; the same open table for everybody who asks."""
    tables = Tables(store)
    table = tables.begin("crypt", begin())
    assert "The Crypt" == table.now.name == store.tables()[0].name
    assert table is tables.open("crypt")
    assert store.secret("crypt") != bytes(32)
    tables.begin("other", begin())
    assert bytes(store.secret("crypt")) != bytes(store.secret("other"))
    with pytest.raises(Conflict):
        tables.begin("crypt", begin())
    with pytest.raises(NoSuchTable):
        tables.open("nowhere")
    tables.close()
    assert table is not tables.open("crypt")
    assert table.now == tables.open("crypt").now


class Failing(MemoryStore):
    """A store in which one write fails, counted from the first."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.left = at

    def _count(self) -> None:
        self.left -= 1
        if not self.left:
            raise Storage("storage_full", "no room", "make room")

    def create(self, table: ListedTable, secret: bytes, batches: Sequence[Batch] = ()) -> None:
        self._count()
        super().create(table, secret, batches)

    def append(self, table: str, batch: Batch) -> AppendResult:
        self._count()
        return super().append(table, batch)


@pytest.mark.parametrize("at", range(1, 6))
def test_a_campaign_is_begun_whole_or_not_at_all(at: int) -> None:
    """Its beginning, its file and what is played first: whichever write fails, none of it or all of it is there."""
    store = Failing(at)

    def played(table: OpenTable) -> None:
        assert isinstance(table.act(REFEREE, EnterSite(MAIN, CRYPT), key="enter"), Acted)

    with suppress(Storage):
        Tables(store).begin("crypt", begin(), file="# The crypt", first=played)
    store.left = 0
    if store.tables():
        table = Tables(store).open("crypt")
        assert "table.file-kept" in [line.tag for line in table.lines()]
        assert CRYPT == getattr(table.now.groups[MAIN].scene, "site", None)


def test_what_fails_before_a_campaign_is_written_leaves_nothing(store: Store) -> None:
    """A script that stops, or a batch that does not follow: the id is free, and the next beginning takes it."""

    def stopped(_: OpenTable) -> None:
        raise BadInput("stopped", "it stops here")

    with pytest.raises(BadInput):
        Tables(store).begin("crypt", begin(), first=stopped)
    table = ListedTable("crypt", "The Crypt", "2026-01-31T19:00:00Z")
    line = Entry("act-1", 0, ("referee",), "table.note", b"{}", "2026-01-01T00:00:00Z")
    good, twice = Batch(0, "one", b"1", (line,), b"{}"), Batch(1, "one", b"1", (line,), b"{}")
    for batches in ((good, twice), (good, Batch(3, "two", b"2", (line,), b"{}"))):
        with pytest.raises(Conflict):
            store.create(table, bytes(32), batches)
    assert () == store.tables()
    assert 0 < Tables(store).begin("crypt", begin()).version


def test_opened_by_many_at_once(store: Store) -> None:
    """It is one table all the same."""
    Tables(store).begin("crypt", begin())
    tables = Tables(store)
    with ThreadPoolExecutor(16) as pool:
        opened = set(pool.map(lambda _: id(tables.open("crypt")), range(50)))
    assert 1 == len(opened)


def test_eight_act_at_once(store: Store) -> None:
    """Lines are dense, everything is done once, a client with an old cursor is told the present one."""
    tables = Tables(store)
    table = tables.begin("crypt", begin())

    def act(number: int) -> int:
        done = 0
        for turn in range(20):
            cursor = table.cursor(REFEREE)
            command = RaiseAlarm(CRYPT, alerted=turn % 2 == 0)
            response = table.act(REFEREE, command, key=f"{number}/{turn}", expected=cursor)
            assert isinstance(response, Acted | StaleCursor)
            done += isinstance(response, Acted)
        return done

    before = table.version
    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(act, range(8)))
    assert before + 2 * done == table.version == store.head("crypt").version
    assert Clean(table.version, store.head("crypt").link) == store.verify("crypt")


def test_one_key_from_fifty(store: Store) -> None:
    """One of them acts, the others get the same answer."""
    table = Tables(store).begin("crypt", begin())
    table.act(REFEREE, EnterSite(MAIN, CRYPT), key="in")
    listens = table.as_known(ONE, Listen(MAUD, OAK))
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: table.act(ONE, listens, key="same"), range(50)))
    assert 1 == sum(isinstance(answer, Acted) for answer in answers)
    assert 49 == sum(isinstance(answer, Replayed) for answer in answers)
    assert 1 == len({(answer.told, answer.cursor) for answer in answers if isinstance(answer, Acted | Replayed)})


def test_one_table_does_not_wait_for_another(store: Store) -> None:
    """While one is busy, the other answers."""
    tables = Tables(store)
    busy, other = tables.begin("busy", begin()), tables.begin("other", begin())
    go_on, waiting = Event(), Event()

    def slow(*_: object) -> None:
        waiting.set()
        assert go_on.wait(600)

    busy.listen(REFEREE, slow)
    with ThreadPoolExecutor(1) as pool:
        pending = pool.submit(busy.act, REFEREE, RaiseAlarm(CRYPT), key="k")
        assert waiting.wait(600)
        assert isinstance(other.act(REFEREE, RaiseAlarm(CRYPT), key="k"), Acted)
        assert not pending.done()
        go_on.set()
        assert isinstance(pending.result(600), Acted)
