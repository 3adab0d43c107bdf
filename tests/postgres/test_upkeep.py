"""The upkeep of stores: moved, purged, brought back, marked after a restore."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.databases import empty_database, store_of
from tests.figures import figure, soak
from tests.server.tabling import ID, Playing, created, in_the_hall
from tests.store.making import BARROW, SECRET, batch, filled, following
from undercroft.server.responses import Acted
from undercroft.store.copying import is_moved, move, whole
from undercroft.store.faults import NoSuchTable, Storage, TableTaken
from undercroft.store.log import RESTORED, Clean, Known
from undercroft.store.memory import MemoryStore
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.postgres.upkeep import purged, restored, undeleted
from undercroft.table.session.notes import WriteNote

MOVES = figure("MOVES", 8, 300)
"""Random tables moved there and back."""


@soak(MOVES)
@settings(max_examples=MOVES)
@given(st.lists(st.integers(1, 4), max_size=6), st.booleans(), st.sampled_from(["memory", "postgres"]))
def test_a_table_is_moved_there_and_back(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], drawn: bool, through: str
) -> None:
    """The same lines, keys, answers, pictures, secret and dice; in the old store nothing more is written."""
    folder = tmp_path_factory.mktemp("moved")
    with closing(store_of("sqlite", folder)) as first, closing(store_of(through, folder)) as other:
        first.create(BARROW, SECRET)
        version = 0
        for size in sizes:
            sent = following(version) if drawn else batch(version, lines=size, streams={"public": version + 3})
            first.append("barrow", sent)
            version += len(sent.entries)
        before = whole(first, "barrow")
        assert version == move(first, other, "barrow").lines
        assert before == whole(other, "barrow")
        assert is_moved(first, "barrow")
        with pytest.raises(Storage) as caught:
            first.append("barrow", batch(version, key="late"))
        assert "moved" == caught.value.code
        other.append("barrow", batch(version, key="played on"))
        for answer in before.answers:
            assert Known(answer.answer) == other.recall("barrow", answer.key, answer.fingerprint)
        now = whole(other, "barrow")
        assert version + 1 == move(other, first, "barrow").lines
        assert now == whole(first, "barrow")
        assert isinstance(first.verify("barrow"), Clean)
        assert not is_moved(first, "barrow")


def test_what_cannot_be_moved_stays_playable(tmp_path: Path) -> None:
    """The id is taken in the other store: the mark is taken away again."""
    with closing(store_of("sqlite", tmp_path)) as store:
        other = filled(MemoryStore(), 1)
        filled(store, 2)
        with pytest.raises(TableTaken):
            move(store, other, "barrow")
        assert not is_moved(store, "barrow")
        store.append("barrow", batch(2))


def test_a_moved_table_throws_the_same_dice(tmp_path: Path) -> None:
    """The next die after a move is the one that would have fallen without it."""
    stays, goes = MemoryStore(), store_of("sqlite", tmp_path)
    with closing(goes), closing(store_of("postgres", tmp_path)) as there:
        for store in (stays, goes):
            in_the_hall(store)
        move(goes, there, ID)
        for store in (stays, there):
            assert isinstance(Playing(store).ask(WriteNote("on"), key="on"), Acted)
        assert [line.body for line in stays.read(ID)] == [line.body for line in there.read(ID)]
        assert stays.head(ID).streams == there.head(ID).streams


def test_a_deleted_table_is_brought_back_until_it_is_purged() -> None:
    """With its secret and its dice; its id is free meanwhile."""
    url = empty_database()
    with closing(PostgresStore(url)) as store:
        filled(store, 3)
        before = whole(store, "barrow")
        store.remove("barrow")
        assert () == store.tables()
        with pytest.raises(NoSuchTable):
            store.append("barrow", batch(3))
        undeleted(url, "barrow")
        assert before == whole(store, "barrow")
        store.remove("barrow")
        filled(store, 1)
        with pytest.raises(TableTaken):
            undeleted(url, "barrow")
        assert () == purged(url, 1).tables
        gone = purged(url, 0)
        assert (("barrow",), 3) == (gone.tables, gone.lines)
        assert 1 == store.version("barrow")
        store.remove("barrow")
        purged(url, 0)
        with pytest.raises(NoSuchTable):
            undeleted(url, "barrow")


def test_after_a_restore_every_table_has_new_dice() -> None:
    """Each is marked with a number of its own, and throws from new keys."""
    url = empty_database()
    with closing(PostgresStore(url)) as store:
        in_the_hall(store)
        created(store, "mill")
        assert (ID, "mill") == restored(url)
        marks = {store.head(table).streams[RESTORED] for table in (ID, "mill")}
        assert 2 == len(marks)
        playing = Playing(store)
        before = len(playing.table.now.seals)
        assert isinstance(playing.ask(WriteNote("on"), key="on"), Acted)
        assert before < len(playing.table.now.seals)
