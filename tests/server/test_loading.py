"""From a log to what everybody knows: lines of older versions, snapshots, and what a newer version wrote."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.server.tabling import ID, Playing, created, in_the_hall
from tests.table.passage import BERT, PASSAGE, TORCHES, passage
from tests.table.passage import begin as passage_begin
from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TWO, ULF
from undercroft.kernel.units import Seconds
from undercroft.kernel.wire import encode
from undercroft.server import snapshots
from undercroft.server.commands import Undo
from undercroft.server.lines import LineReader
from undercroft.server.log_loader import Depth, load
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.server.seat_histories import SeatHistories
from undercroft.server.upcasters import Upcaster
from undercroft.server.wall_times import WallTimes
from undercroft.store.faults import Integrity
from undercroft.store.log import Appended, Batch, Clean, Entry, Snapshot
from undercroft.store.store import Store
from undercroft.table.exploration.alarm import RaiseAlarm
from undercroft.table.exploration.real_timer import StartTimer, TimeLight
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.listening import Listen
from undercroft.table.site.search import Search
from undercroft.table.state.ids import ThingId
from undercroft.table.state.lights import Light
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, PutOut


def written(store: Store, tag: str, body: Mapping[str, Any]) -> None:
    """One more line in a log, as some version may have written it."""
    line = Entry("old-act", 60, (ONE, REFEREE), tag, encode(body), "2026-01-31T19:00:00Z")
    version = store.head(ID).version
    done = store.append(ID, Batch(version, f"key {tag} {version}", b"print", (line,), b"{}"))
    assert Appended(version + 1) == done


LIT = {"light": {"holder": "maud", "item": "torch", "since": 0, "thing": "brand", "until": 3600}}


def _held(old: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Once a torch was lit, and nobody said how long it burns."""
    return "table.brand-lit", {"by": old["by"], "until": 3600}


def _lit(old: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Later it had a time, but no name of its own."""
    light = {"holder": old["by"], "item": "torch", "since": 0, "thing": "brand", "until": old["until"]}
    return "table.lit-up", {"light": light}


OLDER: dict[tuple[str, frozenset[str]], Upcaster] = {
    ("table.torch-lit", frozenset({"by"})): _held,
    ("table.brand-lit", frozenset({"by", "until"})): _lit,
}


@pytest.mark.parametrize(
    "tag, body",
    [
        ("table.torch-lit", {"by": "maud"}),
        ("table.brand-lit", {"by": "maud", "until": 3600}),
        ("table.lit-up", {**LIT, "type": "table.lit-up"}),
        ("table.lit-up", LIT),
    ],
    ids=["oldest", "older", "today's", "today's without its type"],
)
def test_an_old_log_replays(store: Store, tag: str, body: Mapping[str, Any]) -> None:
    """Through as many later forms as it takes, to the same state; its own bytes stay."""
    in_the_hall(store)
    written(store, tag, body)
    bytes_then = [line.body for line in store.read(ID)]
    table = OpenTable(store, ID, reader=LineReader(upcasters=OLDER))
    brand = Light(ThingId("brand"), "torch", MAUD, Seconds(0), Seconds(3600))
    assert table.as_known(ONE, brand) in table.known(ONE).lights.values()
    assert isinstance(table.act(ONE, table.as_known(ONE, Listen(MAUD, OAK)), key="k"), Acted)
    assert bytes_then == [line.body for line in store.read(ID)][: len(bytes_then)]
    assert isinstance(store.verify(ID), Clean)


@pytest.mark.parametrize(
    "tag, body, code",
    [
        ("table.moon-risen", {"full": True}, "newer_event"),
        ("table.lit-up", {"light": {}, "colour": "blue"}, "unknown_form"),
        ("table.lit-up", {**LIT, "type": "table.went-out"}, "unknown_form"),
        ("table.torch-lit", {"by": "maud", "colour": "blue"}, "newer_event"),
    ],
)
def test_what_a_newer_version_wrote_names_its_line(store: Store, tag: str, body: Mapping[str, Any], code: str) -> None:
    """The table is not opened by half; the person who reads is told to update."""
    playing = in_the_hall(store)
    seq = playing.table.version + 1
    written(store, tag, body)
    with pytest.raises(Integrity) as caught:
        OpenTable(store, ID, reader=LineReader(upcasters=OLDER))
    assert (code, seq, "update Undercroft") == (caught.value.code, caught.value.seq, caught.value.fix)


def everybody(histories: SeatHistories) -> dict[str, tuple[bytes, int]]:
    """What each seat knows and how much it was told."""
    return {seat: (encode(history.now), histories.counts[seat]) for seat, history in histories.of.items()}


def test_a_fold_from_a_snapshot_is_the_fold_of_everything(store: Store) -> None:
    """Whenever it was taken; with all that everybody knows, in the order it stands."""
    playing = in_the_hall(store)
    for command, seat in (
        (Listen(MAUD, OAK), ONE),
        (Search(MAUD), ONE),
        (RaiseAlarm(CRYPT), REFEREE),
        (Search(ULF), TWO),
        (EndStep(MAIN), REFEREE),
    ):
        playing.do(command, seat)
        playing.table.close()
    whole = load(store, ID, LineReader(), Depth.ALL)
    for version in range(1, whole.version):
        part = SeatHistories(ID)
        for line in store.read(ID, upto=version):
            part.take(LineReader().told(line))
        store.save_snapshot(ID, snapshots.taken(part, WallTimes(), version))
        rest = load(store, ID, LineReader())
        assert everybody(whole.histories) == everybody(rest.histories)
        assert whole.version == rest.version
        assert [*whole.histories.truth.now.things] == [*rest.histories.truth.now.things]


def test_closing_leaves_a_snapshot_and_playing_long_does_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened from it, the table is as it was; only what came after it is read."""
    playing = in_the_hall(store)
    assert store.snapshot(ID, snapshots.code()) is None
    playing.table.close()
    kept = store.snapshot(ID, snapshots.code())
    assert kept is not None
    assert playing.table.version == kept.version
    monkeypatch.setattr("undercroft.server.open_table.SNAPSHOT_EVERY", 1)
    playing.do(RaiseAlarm(CRYPT))
    later = store.snapshot(ID, snapshots.code())
    assert later is not None
    assert playing.table.version == later.version
    assert Depth.SNAPSHOT == playing.again().table.depth


def test_a_snapshot_of_other_code_or_of_nonsense_is_passed_over(store: Store) -> None:
    """It is only a cache."""
    playing = in_the_hall(store)
    digests = playing.digests()
    for odd in (Snapshot(5, "another version", b"{}"), Snapshot(5, snapshots.code(), b'{"known":3}')):
        store.save_snapshot(ID, odd)
        assert digests == playing.again().digests()
        assert Depth.RECENT == playing.table.depth


def test_no_snapshot_of_an_act_that_is_half_told(store: Store) -> None:
    """What follows waits for a die: undone from such a snapshot, the act would be undone by half."""
    playing = in_the_hall(store)
    playing.do(EndStep(MAIN))
    before = playing.digests()
    playing.table.close()
    playing.do(EndStep(MAIN), by_hand=True)
    version = playing.table.version
    playing.table.close()
    kept = store.snapshot(ID, snapshots.code())
    assert kept is not None
    assert kept.version < version
    playing.again().do(Undo())
    assert before == playing.digests()


def test_a_snapshot_within_an_act_is_seen_through(store: Store) -> None:
    """Where an act goes on after a snapshot, all of it is undone all the same."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    before = playing.digests()
    start = playing.table.version
    playing.do(Search(ULF), TWO)
    part = SeatHistories(ID)
    for line in store.read(ID, upto=start + 4):
        part.take(LineReader().told(line))
    store.save_snapshot(ID, snapshots.taken(part, WallTimes(), start + 4))
    playing.again().do(Undo())
    assert before == playing.digests()


def test_a_damaged_log_is_not_opened(store: Store) -> None:
    """An act that was never told cannot be undone: someone else wrote that."""
    created(store)
    written(store, "table.retracted", {"act": "never", "type": "table.retracted"})
    with pytest.raises(Integrity) as caught:
        Playing(store)
    assert "integrity" == caught.value.code


def test_the_code_of_a_snapshot_follows_the_sources() -> None:
    """A digest of every module of the table, since any of them may fold an event."""
    digest = sha256()
    for source in sorted((Path(snapshots.__file__).parents[1] / "table").rglob("*.py")):
        digest.update(source.read_bytes())
    assert f"{snapshots.FORMAT}-{digest.hexdigest()[:16]}" == snapshots.code()


def test_real_timers_are_drawn_without_reading_the_log(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a timer started is known from the fold: after it was written, from a snapshot, and from the whole log."""
    playing = Playing(created(store))
    playing.do(passage_begin(passage(Clock.DELVING)))
    playing.do(EnterSite(MAIN, PASSAGE))
    playing.do(StartTimer(MAIN))
    folded = playing.opened()
    folded.close()
    tables = (playing.table, folded, playing.opened())
    monkeypatch.setattr(store, "read", None)
    for table in tables:
        assert {f"round-{MAIN}": "2026-01-31T19:00:00Z"} == table.started(REFEREE)


def test_a_light_on_the_real_timer_is_put_out_by_the_wall_clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lit at 19:00 and put out at 19:20, a torch has burnt for twenty minutes."""
    playing = Playing(created(store))
    playing.do(passage_begin(passage(Clock.DELVING, lit=False)))
    playing.do(EnterSite(MAIN, PASSAGE))
    playing.do(LightUp(BERT, TORCHES))
    (torch,) = playing.table.now.lights
    playing.do(TimeLight(torch))
    monkeypatch.setattr(playing.table, "_wall", lambda: "2026-01-31T19:20:00Z")
    playing.do(PutOut(BERT, torch))
    assert 20 * 60 == playing.table.now.things[torch].burnt
