"""The one stream of a browser: every seat it has, at every table, and the same by asking."""

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.browser.chapel import begin
from tests.http.seating import DAN, PRIYA, TABLE, Room, Stream, room
from tests.http.test_streams import listens
from tests.serving import same_dice
from undercroft.faces.web.live.access import ears, stream
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.seating import RenewLink
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE

MILL = "mill"


@pytest.fixture
def hall() -> Iterator[Room]:
    """Two tables on one server."""
    with room() as opened:
        opened.lobby.tables.begin(MILL, begin(), secret=same_dice)
        yield opened


def two_seats(hall: Room) -> httpx.Client:
    """A browser that is a player at one table and the referee at the other."""
    client = hall.sit(PRIYA)
    editions = hall.lobby.editions(hall.lobby.open(MILL))
    assert 303 == client.get(f"/join/{MILL}/{hall.lobby.keys(MILL).link(REFEREE, editions[REFEREE])}").status_code
    return client


@contextmanager
def followed(client: httpx.Client, *tables: str) -> Generator[Stream, None, None]:
    """The stream of a browser for these tables."""
    with client.stream("GET", "/stream", params={"at": list(tables)}) as answer:
        assert 200 == answer.status_code
        yield Stream(answer)


def data(heard: Stream, event: str) -> Any:
    """What the next message of that kind says."""
    return json.loads(heard.until(event)["data"])


def test_one_stream_carries_every_seat_of_a_browser(hall: Room) -> None:
    """It begins with where each seat stands, and names the table of every change; the referee hears who is online."""
    mill = hall.lobby.open(MILL)
    with followed(two_seats(hall), TABLE, MILL) as heard:
        assert {"table": TABLE, "seat": PRIYA, "cursor": hall.table.cursor(PRIYA)} == data(heard, "at")
        assert {"table": MILL, "present": 0} == data(heard, "present")
        assert {"table": MILL, "seat": REFEREE, "cursor": mill.cursor(REFEREE)} == data(heard, "at")
        mill.act(REFEREE, WriteNote("The wheel turns."), key="wheel")
        assert {"table": MILL, "seat": REFEREE, "cursor": mill.cursor(REFEREE)} == data(heard, "at")
        hall.act(WriteNote("The tide turns.", everybody=True))
        assert {"table": TABLE, "seat": PRIYA, "cursor": hall.table.cursor(PRIYA)} == data(heard, "at")
        assert "turns" not in heard.raw
        assert (1, 1) == (hall.lobby.streams.present(TABLE), hall.lobby.streams.count(MILL))
    listens(hall, 0)


def test_asking_tells_what_the_stream_begins_with(hall: Room) -> None:
    """For a browser whose stream is silent: the same cursors, and the same words for a table without a seat."""
    client, mill = two_seats(hall), hall.lobby.open(MILL)
    asked = client.get("/cursors", params={"at": [TABLE, MILL, "nowhere"]}).json()
    priya = {"table": TABLE, "seat": PRIYA, "cursor": hall.table.cursor(PRIYA)}
    referee = {"table": MILL, "seat": REFEREE, "cursor": mill.cursor(REFEREE), "present": 0}
    assert [priya, referee] == asked["at"]
    assert [("nowhere", "not_found")] == [(each["table"], each["code"]) for each in asked["gone"]]
    with followed(client, "nowhere") as heard:
        assert asked["gone"] == [data(heard, "gone")]
        heard.until("bye")


def test_a_closed_seat_is_told_and_the_others_go_on(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser hears at once which seat it lost and why, and still hears of the other table."""
    monkeypatch.setattr(stream.BrowserStream, "ping", 3600.0)
    mill = hall.lobby.open(MILL)
    with followed(two_seats(hall), TABLE, MILL) as heard:
        listens(hall, 1)
        hall.act(RenewLink(PRIYA))
        told = data(heard, "gone")
        assert (TABLE, "signed_out") == (told["table"], told["code"])
        assert "join again by the code, or ask the referee" == told["fix"]
        listens(hall, 0)
        cursor = mill.act(REFEREE, WriteNote("The wheel turns."), key="wheel")
        assert mill.cursor(REFEREE) == data(heard, "at")["cursor"], cursor


def test_a_silent_stream_says_that_it_is_alive(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an event, since a page is not told of comments; secrets make no other sound."""
    monkeypatch.setattr(stream.BrowserStream, "ping", 0.05)
    with followed(hall.sit(PRIYA), TABLE) as heard:
        data(heard, "at")
        hall.act(WriteNote("The organ still plays."))
        hall.act(Whisper(DAN, REFEREE, "I keep the ring."), DAN)
        assert {} == data(heard, "here")
        assert ["here", "here"] == [next(heard.messages())["event"] for _ in range(2)]


def test_a_browser_takes_no_more_streams_than_a_program(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream of a browser counts for each of its seats."""
    monkeypatch.setattr(ears, "MOST_OF_ONE", 1)
    client = hall.sit(PRIYA)
    with followed(client, TABLE):
        listens(hall, 1)
        assert 429 == client.get("/stream", params={"at": TABLE}).status_code
        assert 200 == client.get("/cursors", params={"at": TABLE}).status_code
