"""Several open tables, asked by many at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.table.small_site import CRYPT, MAUD, OAK, ONE, begin
from undercroft.server.responses import Acted, Replayed, StaleCursor
from undercroft.server.tables import Tables
from undercroft.store.faults import Conflict, NoSuchTable
from undercroft.store.log import Clean, Store
from undercroft.table.exploration.alarm import RaiseAlarm
from undercroft.table.exploration.turns import EnterSite
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
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: table.act(ONE, Listen(MAUD, OAK), key="same"), range(50)))
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
