"""Screens are drawn in turn, once for all who ask for the same at the same moment."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

import pytest

from tests.http.seating import TABLE, room
from undercroft.faces.http.lanes import Lanes, ask
from undercroft.faces.http.payers import Payer
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.access.drawings import ScreenDrawing, ScreenDrawings
from undercroft.faces.web.live.panels import panel_drawing
from undercroft.table.session.notes import WriteNote

T = TypeVar("T")


class Model:
    """Something to be drawn, which takes as long as it likes and remembers how often it was."""

    def __init__(self) -> None:
        self.drawings = 0
        self.still = Event()

    def drawn(self) -> ScreenDrawing:
        """One more drawing of it."""
        self.still.wait()
        self.drawings += 1
        return ScreenDrawing("dungeon", str(self.drawings).encode())


def _apart(work: Coroutine[Any, Any, T]) -> T:
    """The result of work on a loop of its own, whatever loop this thread has already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _asking(work)).result()


async def _asking(work: Coroutine[Any, Any, T]) -> T:
    """The work as part of a request."""
    lanes = Lanes(1, 1)
    ask(lanes, Payer("someone"))
    try:
        return await work
    finally:
        lanes.close()


async def _shown(drawings: ScreenDrawings, model: Model, *asked: str) -> list[bytes]:
    """What those get who all ask before anything is drawn."""
    asking = [asyncio.ensure_future(drawings.draw(each, model.drawn)) for each in asked]
    await asyncio.sleep(0)
    model.still.set()
    return [drawn.panels for drawn in await asyncio.gather(*asking)]


def test_a_person_who_asks_for_the_same_gets_the_same_drawing() -> None:
    """Three who ask at once are shown what was drawn once."""
    model = Model()
    assert [b"1", b"1", b"1"] == _apart(_shown(ScreenDrawings(), model, "here", "here", "here"))
    assert 1 == model.drawings


def test_a_later_cursor_is_another_drawing() -> None:
    """What began before something happened is not shown to the person who asks because it happened."""
    assert [b"1", b"2"] == _apart(_shown(ScreenDrawings(), Model(), "at 7", "at 8"))


def test_nothing_is_kept_once_it_is_shown() -> None:
    """The person who asks afterwards gets a drawing of its own."""

    async def twice() -> list[bytes]:
        drawings, model = ScreenDrawings(), Model()
        return [*await _shown(drawings, model, "here"), *await _shown(drawings, model, "here")]

    assert [b"1", b"2"] == _apart(twice())


def test_a_person_who_leaves_takes_nobodys_drawing_along() -> None:
    """The first who asked hangs up; the second is shown it all the same."""

    async def left() -> bytes:
        drawings, model = ScreenDrawings(), Model()
        leaving, staying = (asyncio.ensure_future(drawings.draw("here", model.drawn)) for _ in range(2))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.sleep(0)
        model.still.set()
        return (await staying).panels

    assert b"1" == _apart(left())


def test_what_fails_fails_for_all_who_asked_and_is_tried_again() -> None:
    """A fault is told to each of them; afterwards it is drawn again."""

    def broken() -> ScreenDrawing:
        raise LookupError("no such panel")

    async def tried() -> tuple[list[type], bytes]:
        drawings, model = ScreenDrawings(), Model()
        model.still.set()
        failed = await asyncio.gather(*(drawings.draw("here", broken) for _ in range(2)), return_exceptions=True)
        return [type(each) for each in failed], (await drawings.draw("here", model.drawn)).panels

    assert ([LookupError, LookupError], b"1") == _apart(tried())


def test_a_panel_that_would_show_the_same_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a note the log is, with the note in it; the room and the map stand as they were drawn."""
    drawn: list[str] = []

    def watched(template: str, **known: object) -> str:
        drawn.append(template)
        return render(template, **known)

    with room() as hall:
        monkeypatch.setattr(panel_drawing, "_LAST", OrderedDict())
        monkeypatch.setattr(panel_drawing, "render", watched)
        referee = hall.sit()
        asked = f"/t/{TABLE}/panels/all?names=party,map,room,log"
        before = referee.get(asked).json()["panels"]
        assert [
            "live/people/party.html",
            "live/dungeon/zone_map.html",
            "live/dungeon/room.html",
            "live/log/log.html",
        ] == drawn
        hall.act(WriteNote("The lamp smokes."))
        after = referee.get(asked).json()["panels"]
        assert ["live/log/log.html"] == drawn[4:]
        assert {"log"} == {name for name in before if before[name] != after[name]}
        assert "The lamp smokes." in after["log"]
