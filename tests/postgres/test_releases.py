"""Two releases on one database, as while servers are updated one by one: the next one migrates, then both play."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import count

import httpx
import psycopg
import pytest

from tests.clusters import Cluster
from tests.postgres.test_neighbours import TABLE, served, soon
from tests.serving import same_dice, speaking
from tests.store.making import batch, filled
from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin
from undercroft.kernel.units import SeatId
from undercroft.kernel.wire import encode
from undercroft.server import snapshots
from undercroft.server.lines import LineReader
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.store.faults import OldSchema
from undercroft.store.log import Appended, Batch, Clean, Entry, ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.postgres import schema, upkeep
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.store import Store
from undercroft.table.engine.part import Command
from undercroft.table.exploration.alarm import RaiseAlarm
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.registry import EVENT_KINDS
from undercroft.table.session.notes import NoteWritten
from undercroft.table.site.listening import Listen
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

RISEN = "table.moon-risen"
"""A kind of event that only the next release knows."""
MORE = ("ALTER TABLE tables ADD COLUMN moon text", "CREATE INDEX moons ON tables (moon)")
"""What the next release adds to the schema."""
CODES = ("older", "newer")
"""Whose snapshots are whose."""
PLAY: Sequence[tuple[Command, SeatId]] = (
    (begin(), REFEREE),
    (LightUp(MAUD, TORCHES), REFEREE),
    (EnterSite(MAIN, CRYPT), REFEREE),
    (Listen(MAUD, OAK), ONE),
    (Search(MAUD), ONE),
    (RaiseAlarm(CRYPT), REFEREE),
    (Search(ULF), TWO),
    (EndStep(MAIN), REFEREE),
    (Search(MAUD), ONE),
    (EndStep(MAIN), REFEREE),
)


@pytest.fixture
def migrated(url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets the next release make the database ready, which programs from the given one on may use."""

    def migrate(least: int) -> None:
        with monkeypatch.context() as patch, psycopg.connect(url, autocommit=True) as db:
            patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, MORE))
            patch.setattr(schema, "SCHEMA", schema.SCHEMA + 1)
            patch.setattr(schema, "LEAST", least)
            assert (schema.SCHEMA - 1, schema.SCHEMA) == schema.migrate(db)

    return migrate


def _opened(store: Store, acts: Iterator[int], reader: LineReader | None = None) -> OpenTable:
    return OpenTable(store, TABLE, acts=lambda: f"act-{next(acts)}", wall=lambda: "2026-01-31T19:00:00Z", reader=reader)


def _note(client: httpx.Client, table: str, text: str) -> httpx.Response:
    body = {"command": {"kind": "note", "text": text, "everybody": True}, "key": text}
    return client.post(f"/api/tables/{table}/commands", json=body)


def _do(table: OpenTable, number: int) -> bytes:
    """The answer to a step of play."""
    command, seat = PLAY[number]
    table.catch_up(sys.maxsize)
    done = table.act(seat, table.as_known(seat, command), key=f"key-{number}")
    assert isinstance(done, Acted), done
    return encode(done.told)


def test_two_releases_take_turns_at_one_table(
    url: str, migrated: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any of them acts, with any snapshot: the same head, answers and dice as one release alone."""
    listing = ListedTable(TABLE, "The Crypt", "2026-01-31T19:00:00Z")
    alone, acts = MemoryStore(), count(1)
    alone.create(listing, same_dice(32))
    by_one = _opened(alone, acts)
    answers = [_do(by_one, number) for number in range(len(PLAY))]
    acts = count(1)
    with closing(PostgresStore(url)) as store, closing(PostgresStore(url)) as newer:
        store.create(listing, same_dice(32))
        knows_more = LineReader(kinds={**EVENT_KINDS, RISEN: NoteWritten})
        tables = (_opened(store, acts), _opened(newer, acts, knows_more))
        told = list[bytes]()
        for number in range(len(PLAY)):
            if number == len(PLAY) // 2:
                migrated(1)
            monkeypatch.setattr(snapshots, "code", partial(str, CODES[number % 2]))
            told.append(_do(tables[number % 2], number))
            tables[number % 2].close()
        assert answers == told
        assert alone.head(TABLE) == store.head(TABLE) == newer.head(TABLE)
        assert alone.answers(TABLE) == store.answers(TABLE)
        assert isinstance(store.verify(TABLE), Clean)
        for code in CODES:
            monkeypatch.setattr(snapshots, "code", partial(str, code))
            assert store.snapshot(TABLE, code) is not None
            again = _opened(store, acts)
            assert all(again.known(seat) == by_one.known(seat) for seat in (REFEREE, ONE, TWO))


def test_what_only_the_next_release_can_read(url: str, migrated: Callable[[int], None]) -> None:
    """That one table waits for the update, and is not called damaged; all others are played on, and nothing is lost."""
    other = "mill"
    with served(url) as server, ExitStack() as clients, closing(PostgresStore(url)) as newer:
        server.lobby.tables.begin(TABLE, begin(), secret=same_dice)
        server.lobby.tables.begin(other, begin(), secret=same_dice)
        migrated(1)
        referee = server.seated(clients, REFEREE)
        assert 200 == _note(referee, TABLE, "before").status_code
        version = newer.version(TABLE)
        risen = Entry("moon", 0, (REFEREE,), RISEN, encode({"full": True}), "2026-01-31T19:00:00Z")
        newer.append(TABLE, Batch(version, "risen", b"risen", (risen,), b"{}"))
        for answer in (_note(referee, TABLE, "after"), referee.get(f"/api/tables/{TABLE}/events")):
            assert (503, "newer_event") == (answer.status_code, answer.json()["code"])
        assert newer.version(TABLE) == version + 1
        assert isinstance(newer.verify(TABLE), Clean)
        owner = clients.enter_context(speaking(server.address))
        owner.get(f"/enter/{server.lobby.owner_link()}")
        assert 200 == _note(owner, other, "played on").status_code
        assert soon(lambda: 200 == owner.get("/readyz").status_code)
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("UPDATE schema SET least = version")
        assert 503 == owner.get("/readyz").status_code


def test_the_first_schema_is_brought_to_the_newest(own: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything in it: the table that was played before is played on, and a database made new has the same."""
    url, new = own.make("before"), own.make("anew")
    with psycopg.connect(url, autocommit=True) as db:
        with monkeypatch.context() as patch:
            patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
            patch.setattr(schema, "SCHEMA", 1)
            assert (0, 1) == schema.migrate(db)
            with closing(PostgresStore(url)) as store:
                filled(store, 3)
        with pytest.raises(OldSchema):
            PostgresStore(url)
        assert (1, schema.SCHEMA) == upkeep.migrated(url)
        with closing(PostgresStore(url)) as store:
            assert Appended(4) == store.append("barrow", batch(3))
            assert isinstance(store.verify("barrow"), Clean)
        upkeep.migrated(new)
        constraints = "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid > 0"
        with psycopg.connect(new, autocommit=True) as other:
            assert set(other.execute(constraints).fetchall()) == set(db.execute(constraints).fetchall())
