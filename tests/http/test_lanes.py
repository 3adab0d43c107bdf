"""Slow work in lanes: in turn, few at a time, counted, and paid for."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, get_ident
from typing import Any, TypeVar

import pytest

from tests.http.seating import DAN, TABLE, give, room
from undercroft.faces.api import dice
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.lanes import (
    BEFORE,
    MOST_AT_ONCE,
    MOST_CHARACTERS,
    MOST_STEPS,
    Lane,
    LaneLimits,
    Lanes,
)
from undercroft.faces.http.payers import Payer
from undercroft.faces.web.live.pages import beside
from undercroft.faces.web.live.viewer.request import viewer_of
from undercroft.faces.web.live.viewer.viewer import RECENT, Viewer
from undercroft.interpret.odds import Odds, of_formula
from undercroft.kernel.budget import spend, write
from undercroft.kernel.dice import Formula
from undercroft.kernel.faults import OddsTooWide

T = TypeVar("T")
NOTE = {"kind": "note", "text": "The tide turns.", "everybody": True}
STRANGER, PLAYER = Payer("10.0.0.7"), Payer("crypt/dan", seated=True)


def apart(work: Coroutine[Any, Any, T]) -> T:
    """The result of work on a loop of its own, whatever loop this thread has already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_a_crowd_of_one_delays_only_itself() -> None:
    """Nine pieces of work of one seat, then one of another: the other is the second to be served."""
    served: list[str] = []
    began = Event()

    def work(name: str) -> None:
        began.wait()
        served.append(name)

    async def asking() -> None:
        lane = Lane("test", LaneLimits(20, 20))
        asked = [asyncio.ensure_future(lane.run(name, partial(work, name))) for name in ("dan",) * 9 + ("referee",)]
        await asyncio.sleep(0)
        began.set()
        await asyncio.gather(*asked)
        lane.close()

    apart(asking())
    assert "referee" in served[:2]


def test_a_crowd_of_one_spends_no_more_than_one_after_the_other() -> None:
    """Eight pieces of dear work at once: each is counted before the next begins."""

    async def asking() -> list[object]:
        lanes = Lanes(0.001, 5_000_000, clock=lambda: 0.0)
        work = (lanes.run(STRANGER, partial(spend, MOST_STEPS)) for _ in range(8))
        done = await asyncio.gather(*work, return_exceptions=True)
        lanes.close()
        return list(done)

    done = apart(asking())
    assert [None] * 3 == done[:3]
    assert [429] * 5 == [fault.status for fault in done[3:] if isinstance(fault, Unserved)]


def test_a_lane_takes_only_so_much() -> None:
    """Too much of one payer is 429, too much in all 503; later there is room again, and nothing is kept."""

    async def asking() -> list[int]:
        lane, still = Lane("test", LaneLimits(2, 3)), Event()
        asked = [asyncio.ensure_future(lane.run(name, still.wait)) for name in ("a", "a", "b")]
        await asyncio.sleep(0)
        refused: list[int] = []
        for name in ("a", "c"):
            with pytest.raises(Unserved) as fault:
                await lane.run(name, still.wait)
            refused.append(fault.value.status)
        still.set()
        await asyncio.gather(*asked)
        assert await lane.run("c", lambda: True)
        assert 0 == len(lane)
        lane.close()
        return refused

    assert [429, 503] == apart(asking())


def test_strangers_and_seats_and_commands_have_threads_of_their_own() -> None:
    """None of them ever waits for another kind of work."""

    async def asking() -> set[int]:
        lanes = Lanes(10**9, 10**9)
        threads = {
            await lanes.run(STRANGER, get_ident),
            await lanes.run(PLAYER, get_ident),
            await lanes.commands.run(PLAYER.name, get_ident),
            await lanes.pages.run(PLAYER.name, get_ident),
            await lanes.panels.run(PLAYER.name, get_ident),
            await lanes.sign_ins.run(PLAYER.name, get_ident),
            await lanes.run(PLAYER, get_ident, lane=lanes.storing),
            await lanes.run(PLAYER, get_ident, lane=lanes.simulations),
        }
        lanes.close()
        return threads

    assert 8 == len(apart(asking()))


@pytest.mark.parametrize(
    "count, times",
    [
        (partial(spend, MOST_STEPS + 1), 1),
        (partial(spend, 1000), MOST_STEPS // 1000 + 1),
        (partial(spend, MOST_AT_ONCE + 1, at_once=True), 1),
        (partial(write, 1000), MOST_CHARACTERS // 1000 + 1),
    ],
)
def test_work_beyond_the_budget_is_refused(count: Callable[[], None], times: int) -> None:
    """In one step or in many, and as soon as it is counted."""

    def work() -> None:
        for _ in range(times):
            count()

    async def asking() -> None:
        lanes = Lanes(10**9, 10**9)
        with pytest.raises(OddsTooWide):
            await lanes.run(STRANGER, work)
        lanes.close()

    apart(asking())


def test_work_is_paid_for_when_it_is_done() -> None:
    """What was spent is owed, refused work too; a seat has more to spend than a stranger."""

    async def asking() -> list[int]:
        lanes, waits = Lanes(1000, 100_000, clock=lambda: 0.0), list[int]()
        for payer in (STRANGER, PLAYER):
            await lanes.run(payer, lambda: spend(200_000))
            try:
                await lanes.run(payer, lambda: None)
                waits.append(0)
            except Unserved as fault:
                waits.append(int(fault.headers["retry-after"]))
        lanes.close()
        return waits

    assert [(100_000 + BEFORE) // 1000 + 1, 0] == apart(asking())


@pytest.mark.parametrize("asked", ["report", "report.md", "log"])
def test_a_referee_waits_for_no_report_of_a_player(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    """Six long readings of one player are under way, and the referee's command, panels and pages are answered."""
    still, at_work = Event(), list[int]()

    def held(request: AnyRequest, table: str, most: int | None = RECENT) -> Viewer:
        return _held(still, at_work, viewer_of(request, table, most))

    monkeypatch.setattr(beside, "viewer_of", held)
    with room() as hall, ThreadPoolExecutor(6) as crowd:
        referee, player = hall.sit(), hall.sit(DAN)
        reading = [crowd.submit(player.get, f"/t/{TABLE}/{asked}") for _ in range(6)]
        while not at_work:
            assert 200 == give(referee, NOTE, key="before").status_code
        assert 200 == give(referee, NOTE, key="meanwhile").status_code
        paths = (f"/t/{TABLE}", f"/t/{TABLE}/panels/all?names=log", f"/t/{TABLE}/players", f"/api/tables/{TABLE}")
        assert [200] * 4 == [referee.get(path).status_code for path in paths]
        assert 1 == len(at_work)
        still.set()
        assert [200] * 6 == [each.result().status_code for each in reading]


def _held(still: Event, at_work: list[int], viewer: Viewer) -> Viewer:
    """A player's reading that goes on until it is let go."""
    if viewer.seat == DAN and not still.is_set():
        at_work.append(1)
        still.wait()
    return viewer


def test_a_referee_waits_for_no_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are being found for strangers, and the table goes on."""
    still, at_work = Event(), list[int]()

    def slow(formula: Formula) -> Odds[int]:
        at_work.append(1)
        still.wait()
        return of_formula(formula)

    monkeypatch.setattr(dice, "of_formula", slow)
    with room() as hall, ThreadPoolExecutor(6) as crowd:
        referee, stranger = hall.sit(), hall.visitor()
        asking = [crowd.submit(stranger.post, "/api/odds", json={"expression": "2d6"}) for _ in range(6)]
        while not at_work:
            assert 200 == give(referee, NOTE, key="before").status_code
        assert 200 == give(referee, NOTE, key="meanwhile").status_code
        assert [200, 200] == [referee.get(path).status_code for path in (f"/t/{TABLE}", f"/t/{TABLE}/report")]
        assert 1 == len(at_work)
        still.set()
        assert [200] * 6 == [each.result().status_code for each in asking]
