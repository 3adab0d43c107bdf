"""A table that is moved to another store is playable in one place only, however often the move is tried."""

from collections.abc import Callable

import pytest

from tests.store.making import BARROW, SECRET, batch, filled
from undercroft.store.copying import is_moved, move, whole
from undercroft.store.faults import Conflict, Storage, TableTaken, Unsure
from undercroft.store.log import AWAY, LEAVING, MOVED
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store


def _playable(store: Store) -> bool:
    try:
        store.append("barrow", batch(store.head("barrow").version, key="played on"))
    except Storage as fault:
        return fault.code != "moved"
    return True


@pytest.mark.parametrize("take", [Store.create, Store.adopt], ids=["create", "adopt"])
@pytest.mark.parametrize("mark", [AWAY, LEAVING])
def test_the_id_of_a_moved_table_is_taken(store: Store, take: Callable[..., object], mark: int) -> None:
    """Neither a new table nor an imported one takes its place; it can still be looked at."""
    filled(store, 3).mark("barrow", MOVED, mark)
    before = whole(store, "barrow")
    more = (SECRET,) if take is Store.create else (SECRET, "a file", ())
    with pytest.raises(Conflict):
        getattr(store, take.__name__)(BARROW, *more)
    assert before == whole(store, "barrow")
    assert not _playable(store)


def test_only_a_table_that_is_away_for_sure_is_replaced(store: Store) -> None:
    """One that is leaving may be the only one there is."""
    other = whole(filled(MemoryStore(), 5), "barrow")
    filled(store, 3).mark("barrow", MOVED, LEAVING)
    with pytest.raises(TableTaken):
        store.put(other)
    assert 3 == store.head("barrow").version
    store.mark("barrow", MOVED, AWAY)
    store.put(other)
    assert other == whole(store, "barrow")


class Doubtful(MemoryStore):
    """A store that writes a table and does not say so."""

    def put(self, whole: object) -> None:
        """Lose the answer."""
        super().put(whole)  # type: ignore[arg-type]
        raise Unsure("the other store")


def test_a_move_whose_end_is_unsure_is_finished_by_the_same_again(store: Store) -> None:
    """Also if the table was played on there meanwhile; it is never playable in both."""
    filled(store, 3)
    target = Doubtful()
    with pytest.raises(Unsure):
        move(store, target, "barrow")
    assert not is_moved(store, "barrow")
    assert not _playable(store)
    assert _playable(target)
    assert 3 == move(store, target, "barrow").lines
    assert is_moved(store, "barrow")
    assert 4 == target.head("barrow").version


@pytest.mark.parametrize("mark", [0, LEAVING, AWAY])
def test_a_move_that_fails_leaves_the_mark_as_it_was(store: Store, mark: int) -> None:
    """The id is taken there: a table that was playable is, and one that may be elsewhere is not."""
    filled(store, 3).mark("barrow", MOVED, mark)
    with pytest.raises(Storage if mark == AWAY else TableTaken):
        move(store, filled(MemoryStore(), 1), "barrow")
    assert mark == store.head("barrow").streams.get(MOVED, 0)
    assert _playable(store) == (not mark)


def test_a_table_that_is_away_is_not_moved_again(store: Store) -> None:
    """Again to the same store changes nothing; an old copy goes nowhere else."""
    target, third = MemoryStore(), MemoryStore()
    move(filled(store, 3), target, "barrow")
    assert 3 == move(store, target, "barrow").lines
    target.append("barrow", batch(3))
    assert 3 == move(store, target, "barrow").lines
    with pytest.raises(Storage):
        move(store, third, "barrow")
    assert () == third.tables()
    assert not _playable(store)
