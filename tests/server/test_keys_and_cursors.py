"""Keys and cursors: a retry is harmless, and a seat knows where it stands."""

from collections import deque

import pytest

from tests.server.tabling import ID, Playing, created, in_the_hall
from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TWO, ULF, begin
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.latest_facts import LatestFacts
from undercroft.server.responses import Acted, Refused, Replayed, StaleCursor
from undercroft.store.faults import Conflict
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.exploration.alarm import AlarmRaised, RaiseAlarm
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import DoorState


def test_a_retry_is_answered_as_the_first_and_rolls_nothing(store: Store) -> None:
    """Though the same command under another key would by now be refused; and so it is after opening the table again."""
    playing = in_the_hall(store)
    first = playing.ask(Search(MAUD), ONE, key="mine")
    assert isinstance(first, Acted)
    head = store.head(ID)
    assert Replayed(first.told, first.cursor) == playing.ask(Search(MAUD), ONE, key="mine")
    assert Replayed(first.told, first.cursor) == playing.again().ask(Search(MAUD), ONE, key="mine")
    assert head == store.head(ID)
    assert isinstance(playing.ask(Search(MAUD), ONE), Refused)


@pytest.mark.parametrize("raced", [False, True], ids=["before", "meanwhile"])
def test_a_retry_at_another_process_catches_up_with_the_first(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, raced: bool
) -> None:
    """It had not heard of the command, which was written before it looked the key up, or between that and its append.

    It answers as the first did, and has heard all that the first has.
    """
    one = in_the_hall(store)
    other = Playing(store)
    first = one.ask(Search(MAUD), ONE, key="mine")
    assert isinstance(first, Acted)
    one.do(RaiseAlarm(CRYPT))
    head, heard = store.head(ID), list[int]()
    assert other.table.version < one.table.version
    other.table.listen(ONE, lambda *_: heard.append(1))
    if raced:
        found = store.recall
        early = iter([None])
        monkeypatch.setattr(store, "recall", lambda *asked: next(early, found(*asked)))
    assert Replayed(first.told, first.cursor) == other.ask(Search(MAUD), ONE, key="mine")
    assert head == store.head(ID)
    assert (one.table.version, one.digests()) == (other.table.version, other.digests())
    assert [one.table.cursor(seat) for seat in one.table.seats] == [
        other.table.cursor(seat) for seat in one.table.seats
    ]
    assert heard


def test_a_key_belongs_to_one_command_of_one_seat(store: Store) -> None:
    """Another command under it is a conflict; another seat's key of the same name is another key."""
    playing = in_the_hall(store)
    playing.ask(Listen(MAUD, OAK), ONE, key="mine")
    with pytest.raises(Conflict) as caught:
        playing.ask(Search(MAUD), ONE, key="mine")
    assert "idempotency_mismatch" == caught.value.code
    assert isinstance(playing.ask(Listen(ULF, OAK), TWO, key="mine"), Acted)


@pytest.mark.parametrize("key", ["", "x" * 201, "a\nb"])
def test_a_key_that_cannot_be_kept_is_refused(store: Store, key: str) -> None:
    """Before anything is looked at."""
    playing = Playing(created(store))
    with pytest.raises(BadInput) as caught:
        playing.table.act(REFEREE, begin(), key=key)
    assert "bad_key" == caught.value.code


def test_a_cursor_counts_what_one_seat_was_told(store: Store) -> None:
    """A secret moves the referee's alone; acting upon an old cursor does nothing and says where the seat stands."""
    playing = in_the_hall(store)
    table = playing.table
    then = {seat: table.cursor(seat) for seat in table.seats}
    playing.do(RaiseAlarm(CRYPT))
    assert [REFEREE] == [seat for seat in table.seats if table.cursor(seat) != then[seat]]
    late = table.act(REFEREE, Search(ULF), key="late", expected=then[REFEREE])
    assert StaleCursor(table.cursor(REFEREE)) == late
    assert isinstance(table.act(ONE, table.as_known(ONE, Search(MAUD)), key="fresh", expected=then[ONE]), Acted)


@pytest.mark.parametrize("cursor", ["", "5", "x", "1-0000000000000000", "9" * 20, "-1-" + "0" * 16])
def test_a_made_up_cursor_is_none(store: Store, cursor: str) -> None:
    """Nor is another seat's."""
    playing = in_the_hall(store)
    for forged in (cursor, playing.table.cursor(TWO)):
        with pytest.raises(BadInput) as caught:
            playing.table.since(ONE, forged)
        assert "bad_cursor" == caught.value.code
        with pytest.raises(BadInput):
            playing.table.act(ONE, Search(MAUD), key="k", expected=forged)


def test_what_a_seat_missed(store: Store) -> None:
    """From any cursor of its own to now, from memory or from the log alike; from its first on, all it was ever told."""
    playing = in_the_hall(store)
    table = playing.table
    then = table.cursor(TWO)
    playing.do(OpenDoor(MAUD, OAK), ONE)
    playing.do(RaiseAlarm(CRYPT))
    missed = table.since(TWO, then)
    tried = DoorChanged(CRYPT, OAK, DoorState.LOCKED, spiked=False, by=MAUD)
    assert [table.as_known(TWO, tried)] == [told.event for told in missed.told]
    assert table.cursor(TWO) == missed.cursor
    assert () == table.since(TWO, missed.cursor).told
    everything = table.since(TWO)
    table._latest = LatestFacts(deque())
    assert everything == table.since(TWO)
    assert missed == table.since(TWO, then)
    assert everything.told == table.since(SeatId("nobody")).told + everything.told


def test_the_latest_facts_of_a_seat_are_its_own() -> None:
    """In their order, whenever it asks first; the oldest of them are forgotten."""
    facts = [
        Told(AlarmRaised(CRYPT, alerted=True), (ONE, TWO) if at % 2 else (ONE,), Seconds(at), None) for at in range(6)
    ]
    latest = LatestFacts(deque(facts[:2], maxlen=3))
    assert facts[1::-1] == list(latest.newest(ONE))
    copied = latest.copied()
    for fact in facts[2:]:
        latest.extend((fact,))
    assert facts[:2:-1] == list(latest.newest(ONE))
    assert [facts[5], facts[3]] == list(latest.newest(TWO))
    assert facts[1::-1] == list(copied.newest(ONE))
