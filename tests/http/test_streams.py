"""The stream over HTTP: who hears what, from where on, how often, and how it ends."""

import asyncio
import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.figures import SEED, figure, soak
from tests.http.seating import DAN, EVERYBODY, PLAYERS, PRIYA, SAM, TABLE, Room, room
from undercroft.faces.web.live.access import ears, stream
from undercroft.kernel.units import SeatId
from undercroft.server.cursors import Cursors
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.seating import RenewLink
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE, SPECTATORS

DROPS = figure("DROPS", 12, 1000)
"""Times at which a stream is dropped and taken up again while someone writes."""


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table that the tests of this module share."""
    with room() as opened:
        yield opened


def soon(true: Callable[[], bool], seconds: float = 600.0) -> bool:
    """Does it come true, however slow the machine?"""
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    return true()


def listens(hall: Room, number: int) -> None:
    """Wait until so many listen."""
    assert soon(lambda: number == hall.lobby.streams.count(TABLE))


def test_a_message_tells_where_the_seat_stands_and_nothing_else(hall: Room) -> None:
    """The cursor is the message's id, the panels are named; what happened is fetched."""
    with hall.stream(hall.sit(PRIYA)) as heard:
        listens(hall, 1)
        hall.act(WriteNote("The tide turns.", everybody=True))
        message = heard.until("changed")
        cursor = hall.table.cursor(PRIYA)
        assert {"id", "event", "data"} == message.keys() - {"retry"}
        assert (cursor, cursor) == (message["id"], json.loads(message["data"])["cursor"])
        assert {"cursor", "panels"} == json.loads(message["data"]).keys()
        assert "tide" not in heard.raw
    listens(hall, 0)


def test_headers_of_a_stream(hall: Room) -> None:
    """No proxy keeps it back, no cache keeps it at all."""
    with hall.stream(hall.sit(PRIYA)) as heard:
        headers = heard.answer.headers
    assert "text/event-stream" == headers["content-type"]
    assert ("no", "no-store") == (headers["x-accel-buffering"], headers["cache-control"])
    assert "nosniff" == headers["x-content-type-options"]


def others(hall: Room) -> dict[str, str]:
    """Cursors and other things that are none of this seat's."""
    elsewhere = Cursors(b"another table's secret, thirty-two")
    return {
        "text": "abc",
        "negative": "-1",
        "huge": str(10**18),
        "zero": "0",
        "the referee's": hall.table.cursor(REFEREE),
        "another seat's": hall.table.cursor(DAN),
        "another table's": elsewhere.at(PRIYA, 3),
        "ten kilobytes": "9" * 10_000,
        "empty": "",
        "ahead": hall.table._cursors.at(PRIYA, 10**6),
    }


@pytest.mark.parametrize(
    "which",
    [
        "text",
        "negative",
        "huge",
        "zero",
        "the referee's",
        "another seat's",
        "another table's",
        "ten kilobytes",
        "empty",
        "ahead",
    ],
)
def test_a_cursor_that_is_not_the_seats(hall: Room, which: str) -> None:
    """400 `bad_cursor`, for the stream, for what was told since, and for a command that rests on it."""
    client, cursor = hall.sit(PRIYA), others(hall)[which]
    note = {"command": {"kind": "note", "text": "x", "seat": "priya"}, "key": which, "expected": cursor}
    answers = [
        client.get(f"/t/{TABLE}/stream", headers={"last-event-id": cursor}),
        client.get(f"/api/tables/{TABLE}/events", params={"after": cursor}),
    ]
    if which != "ahead":
        answers.append(client.post(f"/api/tables/{TABLE}/commands", json=note))
    assert {(400, "bad_cursor")} == {(answer.status_code, answer.json()["code"]) for answer in answers}


def test_a_stream_goes_on_where_it_was_left(hall: Room) -> None:
    """Something was missed: it says so at once. Nothing was: it is silent until there is."""
    client, before = hall.sit(PRIYA), hall.table.cursor(PRIYA)
    hall.act(WriteNote("The tide turns again.", everybody=True))
    with hall.stream(client, **{"last-event-id": before}) as heard:
        assert hall.table.cursor(PRIYA) == heard.until("changed")["id"]
    listens(hall, 0)
    with hall.stream(client, **{"last-event-id": hall.table.cursor(PRIYA)}) as heard:
        listens(hall, 1)
        hall.act(WriteNote("And again.", everybody=True))
        assert hall.table.cursor(PRIYA) == heard.until("changed")["id"]
        assert 1 == heard.raw.count("event: changed")
    listens(hall, 0)


def test_what_is_secret_makes_no_sound(hall: Room) -> None:
    """A note of the referee's and a whisper to someone else: not a byte goes down a player's stream."""
    with hall.stream(hall.sit(PRIYA)) as heard:
        listens(hall, 1)
        before = hall.table.cursor(PRIYA)
        hall.act(WriteNote("The organ still plays."))
        hall.act(Whisper(DAN, SAM, "Follow me."), DAN)
        assert before == hall.table.cursor(PRIYA)
        hall.act(WriteNote("Everybody hears this.", everybody=True))
        heard.until("changed")
        assert (1, 1) == (heard.raw.count("event:"), heard.raw.count("id:"))
    listens(hall, 0)


@pytest.mark.parametrize("seat", PLAYERS)
@pytest.mark.parametrize("to", PLAYERS)
def test_whispers_are_heard_by_two_and_the_referee(seat: SeatId, to: SeatId) -> None:
    """Everybody else's events, state, panels, log and cursor are what they were."""
    said = f"between {seat} and {to}"
    with room() as hall:
        clients = {each: hall.sit(each) for each in EVERYBODY}
        before = {each: hall.table.cursor(each) for each in EVERYBODY}
        hall.act(Whisper(seat, to, said), seat)
        heard = {
            hearer
            for hearer, client in clients.items()
            if said in client.get(f"/api/tables/{TABLE}/events").text + client.get(f"/t/{TABLE}/log").text
        }
        assert {REFEREE, seat, to} == heard
        assert heard == {each for each in EVERYBODY if before[each] != hall.table.cursor(each)}


def test_the_seventh_stream_of_a_sign_in(hall: Room) -> None:
    """429; another sign-in of the same seat has its own six, and one that was closed makes room."""
    client, other = hall.sit(PRIYA), hall.sit(PRIYA)
    with ExitStack() as open_ones:
        for _ in range(5):
            open_ones.enter_context(hall.stream(client))
        with hall.stream(client):
            listens(hall, 6)
            refused = client.get(f"/t/{TABLE}/stream")
            assert (429, "too_many_streams", 6) == (
                refused.status_code,
                refused.json()["code"],
                refused.json()["limit"],
            )
            assert "retry-after" in refused.headers
            with hall.stream(other) as heard:
                assert 200 == heard.answer.status_code
        listens(hall, 5)
        with hall.stream(client) as heard:
            assert 200 == heard.answer.status_code
    listens(hall, 0)


def test_spectators_take_no_stream_of_a_seat(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many spectators there are, the referee and the players have theirs."""
    monkeypatch.setattr(ears, "MOST_SPECTATORS", 3)
    with ExitStack() as open_ones:
        for _ in range(3):
            open_ones.enter_context(hall.stream(hall.sit(SPECTATORS)))
        listens(hall, 3)
        refused = hall.sit(SPECTATORS).get(f"/t/{TABLE}/stream")
        assert (429, 3) == (refused.status_code, refused.json()["limit"])
        for seat in (REFEREE, *PLAYERS):
            assert 200 == open_ones.enter_context(hall.stream(hall.sit(seat))).answer.status_code
        listens(hall, 7)
    listens(hall, 0)


def test_one_address_has_few_spectators(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are for spectators elsewhere."""
    monkeypatch.setattr(hall.lobby.streams, "most_of_an_address", 2)
    with ExitStack() as open_ones:
        for _ in range(2):
            open_ones.enter_context(hall.stream(hall.sit(SPECTATORS)))
        listens(hall, 2)
        assert 429 == hall.sit(SPECTATORS).get(f"/t/{TABLE}/stream").status_code
        elsewhere = hall.sit(SPECTATORS, transport=httpx.HTTPTransport(local_address="127.0.0.2"))
        assert 200 == open_ones.enter_context(hall.stream(elsewhere)).answer.status_code
    listens(hall, 0)


def test_a_player_takes_no_stream_of_another(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a player signs in, the limit of their seat is their own."""
    monkeypatch.setattr(ears, "MOST_OF_A_SEAT", 2)
    with ExitStack() as open_ones:
        for _ in range(2):
            open_ones.enter_context(hall.stream(hall.sit(PRIYA)))
        listens(hall, 2)
        assert 429 == hall.sit(PRIYA).get(f"/t/{TABLE}/stream").status_code
        for seat in (REFEREE, DAN, SPECTATORS):
            assert 200 == open_ones.enter_context(hall.stream(hall.sit(seat))).answer.status_code
    listens(hall, 0)


def test_a_person_who_never_reads_is_cut(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once little more fits, it has a moment; then the socket is gone, and the others noticed nothing."""
    usual = stream.SeatStream.next
    spoken_to: set[stream.SeatStream] = set()

    async def chatter(self: stream.SeatStream) -> bytes:
        if self.ears[0].who.seat != PRIYA:
            return await usual(self)
        spoken_to.add(self)
        await asyncio.sleep(0.005)
        return b":" + b" " * 60_000 + b"\n\n"

    monkeypatch.setattr(stream.SeatStream, "next", chatter)
    monkeypatch.setattr(stream, "PATIENCE", 1.0)
    clients = [hall.sit(PRIYA) for _ in range(5)]
    with hall.stream(hall.sit(DAN)) as heard:
        listens(hall, 1)
        deaf = [hall.deaf(client) for client in clients]
        assert soon(lambda: 5 == len(spoken_to))
        listens(hall, 1)
        assert all(_left_for(each) < 1_048_576 for each in deaf)
        hall.act(WriteNote("Still here?", everybody=True))
        heard.until("changed")
    listens(hall, 0)


def _left_for(connection: socket.socket) -> int:
    """How many bytes the machine still held for the client who was cut off, up to the end of the line."""
    connection.settimeout(60)
    held = 0
    try:
        while chunk := connection.recv(65_536):
            held += len(chunk)
    except ConnectionResetError:
        pass
    return held


@pytest.mark.parametrize("seat", [PRIYA, SPECTATORS])
def test_a_stream_ends_when_its_link_is_renewed(seat: SeatId, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once and not when it would speak next, with a goodbye; the others' go on. Nothing that follows is heard."""
    monkeypatch.setattr(stream.SeatStream, "ping", 3600.0)
    with room() as hall, hall.stream(hall.sit(seat)) as heard, hall.stream(hall.sit(DAN)) as other:
        listens(hall, 2)
        hall.act(RenewLink(seat))
        listens(hall, 1)
        hall.act(WriteNote("Now we are alone.", everybody=True))
        assert ["bye"] == [told["event"] for told in heard.messages() if "event" in told]
        other.until("changed")


def test_a_stream_hears_that_the_server_leaves() -> None:
    """`bye`, with a hint when to try again."""
    with room() as hall, hall.stream(hall.sit(PRIYA)) as said:
        listens(hall, 1)
        hall.close()
        assert "2000" == said.until("bye")["retry"]


class Client:
    """A browser that keeps a log: it resumes where it was and fetches what it missed."""

    def __init__(self, hall: Room, seat: SeatId) -> None:
        self.hall, self.seat = hall, seat
        self.client = hall.sit(seat)
        self.log: list[Any] = []
        self.cursor = hall.table._cursors.at(seat, 0)

    def listen(self, messages: int) -> None:
        """Listen for a while, then drop the line."""
        with self.hall.stream(self.client, **{"last-event-id": self.cursor}) as heard:
            for _ in range(messages):
                heard.until("changed")
                self.fetch()

    def fetch(self) -> None:
        """Take what was told since."""
        answer = self.client.get(f"/api/tables/{TABLE}/events", params={"after": self.cursor}).json()
        self.log += answer["events"]
        self.cursor = answer["cursor"]


@soak(DROPS)
def test_a_stream_that_drops_loses_and_doubles_nothing() -> None:
    """Dropped and taken up again at random while others write, a client's own log is all that its seat was told."""
    chance = random.Random(SEED)
    with room() as hall:
        clients = [Client(hall, seat) for seat in (PRIYA, SPECTATORS, REFEREE)]
        for number in range(DROPS):
            for _ in range(chance.randrange(1, 4)):
                seat = chance.choice(PLAYERS)
                hall.act(WriteNote(f"note {number}", everybody=chance.random() < 0.5, seat=seat), seat)
            hall.act(WriteNote("the tide", everybody=True))
            chance.choice(clients).listen(1)
        for client in clients:
            client.fetch()
            whole = client.client.get(f"/api/tables/{TABLE}/events").json()
            assert (whole["events"], whole["cursor"]) == (client.log, client.cursor)


ORDERS = st.lists(
    st.tuples(st.sampled_from(("connect", "sign in", "fail", "renew", "speak", "leave")), st.integers(0, 3)),
    max_size=10,
)


@soak(figure("ORDERS", 8, 200))
@settings(max_examples=figure("ORDERS", 8, 200), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ORDERS)
@example(
    [(what, 0) for what in ("connect", "fail", "sign in", "connect", "speak", "leave", "connect", "renew", "connect")]
)
def test_only_those_hear_who_signed_in(hall: Room, orders: list[tuple[str, int]]) -> None:
    """Connecting, signing in, failing to, being sent away and leaving, in any order: who listens is who may."""
    with ExitStack() as stack:
        clients: dict[int, httpx.Client] = {}
        signed: dict[int, bool] = {}
        streams: dict[int, Any] = {}
        for what, number in orders:
            client = clients.setdefault(number, hall.visitor())
            match what:
                case "sign in":
                    client.get(hall.link(PRIYA))
                    signed[number] = True
                case "fail":
                    assert 404 == client.get(f"/join/{TABLE}/{'y' * 22}").status_code
                case "renew":
                    hall.act(RenewLink(PRIYA))
                    signed.clear()
                    streams.clear()
                case "speak":
                    hall.act(WriteNote("Hear, hear.", everybody=True))
                case "leave" if number in streams:
                    streams.pop(number).close()
                case "connect" if number not in streams and signed.get(number):
                    streams[number] = stack.enter_context(_opened(hall, client))
                case "connect" if number not in streams:
                    with client.stream("GET", f"/t/{TABLE}/stream") as answer:
                        assert answer.status_code in (403, 404)
                case _:
                    pass
            listens(hall, len(streams))
    listens(hall, 0)


def _opened(hall: Room, client: httpx.Client) -> Any:
    opened = ExitStack()
    heard = opened.enter_context(hall.stream(client))
    assert 200 == heard.answer.status_code
    return opened
